//! Texts that guesses can read, and texts that they cannot.

use serde_json::json;

use super::{guess, guesses, never_guesses};
use crate::issue::Rule;

#[test]
fn leading_zeros() {
    guesses(
        Rule::LeadingZeros,
        &[
            ("{\"a\": 007}", json!({"a": 7})),
            ("[00]", json!([0])),
            ("[-00.5,+01,01.,01e1]", json!([-0.5, 1, 1.0, 10.0])),
            ("[0123456]", json!([123_456])),
            // The digits are not thousands of the number before.
            ("[1, 007]", json!([1, 7])),
            ("[1 , 007]", json!([1, 7])),
            ("[001,002]", json!([1, 2])),
            ("[1,07]", json!([1, 7])),
            ("[1,0007]", json!([1, 7])),
            ("[1234,007]", json!([1234, 7])),
            ("[1\n007]", json!([1, 7])),
            ("[\"a\",007]", json!(["a", 7])),
        ],
    );
    never_guesses(&[
        "[1,007]",
        "[1,000.5]",
        "[12,000,000]",
        "[123,000]",
        "[1 000]",
        "[1  000]",
        "{\"a\":1,007}",
        "[0 07:30]",
        "[007x]",
        "[0_7]",
        "{\"a\":007",
        "007",
    ]);
}

#[test]
fn hex_numbers() {
    guesses(
        Rule::HexNumber,
        &[
            ("{\"a\": 0xFF}", json!({"a": 255})),
            ("[0x0,-0x1f,+0XAb]", json!([0, -31, 171])),
            ("[0x00000000000000000000000000000001]", json!([1])),
        ],
    );
    let longest = format!("[0x{}]", "f".repeat(32));
    assert!(guess(&longest).is_some());
    never_guesses(&[
        "[0x]",
        "[0xG]",
        "[0xFg]",
        "[0x1.8]",
        "[0x+1]",
        "[1x1]",
        "[x1F]",
        "{\"a\": 0xF",
        "{\"a\": 0x",
        &format!("[0x{}]", "f".repeat(33)),
    ]);
}

#[test]
fn holes() {
    guesses(
        Rule::Hole,
        &[
            ("[1,,2]", json!([1, 2])),
            ("[1 , , ,2,,3,]", json!([1, 2, 3])),
            ("{\"a\":1,,\"b\":2}", json!({"a": 1, "b": 2})),
        ],
    );
    never_guesses(&[
        "[,,1]",
        "[,1,,]",
        "[1,,]",
        "{\"a\":1,,}",
        "[1,,}",
        "[,]",
        "{\"a\":,\"b\":1}",
        "{\"n\":1,,234}",
        "[1,,",
        "[[1],,",
    ]);
}

#[test]
fn missing_colons() {
    guesses(
        Rule::MissingColon,
        &[
            ("{\"a\" 1}", json!({"a": 1})),
            ("{\"a\" -1, 'b' \"x\"}", json!({"a": -1, "b": "x"})),
            ("{\"a\"\n\"b\"}", json!({"a": "b"})),
            (
                "{\"a\"{\"b\"[1]},\"c\" null,\"d\" True}",
                json!({"a": {"b": [1]}, "c": null, "d": true}),
            ),
        ],
    );
    never_guesses(&[
        "{a 1}",
        "{\"a\"1}",
        "{\"a\"\"b\"}",
        "{\"a\" b}",
        "{\"a\" +1}",
        "{\"a\"true}",
        "{\"a\" nullable}",
        "{\"a\" \"b\": 1}",
        "{\"a\" 1: 2}",
        "{\"a\"}",
        "{\"a\", \"b\"}",
        "{\"a\" 1",
        "{\"a\" \"b",
        "{\"a\":1}, b 2}",
        "{\"a\": \"(\" \"z\" 1, \"b\": 1}",
    ]);
}

#[test]
fn think_blocks() {
    guesses(
        Rule::ThinkBlock,
        &[
            ("<think>{\"a\":2}</think>{\"a\":1}", json!({"a": 1})),
            ("<think>{\"a\":1}</think>{\"a\":1}", json!({"a": 1})),
            ("<think>{\"a\": </think>{\"a\":1}", json!({"a": 1})),
            (
                "<thinking>{a:2}</THINKING> So: <reasoning>[{\"a\":3}]</reasoning>{\"a\":1} Done.",
                json!({"a": 1}),
            ),
            ("<think>}</think>{\"a\":1}", json!({"a": 1})),
            ("<think>]</think>{\"a\":1}", json!({"a": 1})),
            ("{\"a\":1}[THINK]{\"a\":2}[/THINK]", json!({"a": 1})),
        ],
    );
    // A block without an object is prose and needs no guess.
    let (_, rules) = guess("<think>Which?</think>{\"a\":01}").expect("it reads");
    assert_eq!(rules, ["leading_zeros"]);
    never_guesses(&[
        "<think>{\"a\":1}</think>",
        "<think>{\"a\":2}{\"a\":1}",
        "<think>{\"a\":2}</thinking>{\"a\":1}</reasoning>{\"a\":1}",
        "<think><reasoning>{\"a\":2}</reasoning>{\"a\":1}",
        "{\"a\":2}</think>{\"a\":1}",
        "<think>{\"a\":2}</think>{\"a\":1}</think>{\"a\":1}",
        "<think>{\"a\":2}</think>{\"a\":1}{\"a\":3}",
        "<think>{\"a\":2}</think>{\"a\":1",
        "\"x\": <think>{\"a\":2}</think>{\"a\":1}}",
    ]);
}

#[test]
fn does_not_guess_an_object_next_to_a_broken_one() {
    never_guesses(&[
        "{\"a\": 1/6} {\"a\": 01}",
        "Some {name} here: {\"a\": 01}",
        "{\"a\": \"b: b\", \"b\": \"[}{\"}{][\"}",
        "[\"){}\", \"\"}[ y, \"]",
        "{\"a\": 01} {\"a\": 1/6}",
        "{\"a\": \"x \"y\" z\"} {\"a\": \"x \"w\" z\"}",
        "{\"a\": 1/6} <think>{\"a\": 2}</think> {\"a\": 1}",
    ]);
}
