use serde_json::json;

use super::{embedded, guesses, never_guesses};
use crate::issue::Guesses;
use crate::issue::Rule;
use crate::json::{Tolerance, tests};

#[test]
fn unquoted_strings() {
    guesses(
        Rule::UnquotedString,
        &[
            ("{\"a\": Paris}", json!({"a": "Paris"})),
            (
                "{city: New York , \"b\": 1, c: x,}",
                json!({"city": "New York", "b": 1, "c": "x"}),
            ),
            ("{\"a\": Zürich\n}", json!({"a": "Zürich"})),
            (
                "{\"a\": Genève\r\n, \"b\": 1}",
                json!({"a": "Genève", "b": 1}),
            ),
            ("{\"a\": éa}", json!({"a": "éa"})),
            (
                "{\"a\": [a, b-c d,~/e,/f,./g,../h,_i, j@k.l, R&D, C++, what?!]}",
                json!({"a": ["a", "b-c d", "~/e", "/f", "./g", "../h", "_i", "j@k.l", "R&D", "C++", "what?!"]}),
            ),
            (
                "{\"a\": https://a.b/c?d=e&f#g, \"b\": http://x:80}",
                json!({"a": "https://a.b/c?d=e&f#g", "b": "http://x:80"}),
            ),
            ("[{\"a\": x}]", json!([{"a": "x"}])),
            ("```json\n{\"a\": x}\n```\n", json!({"a": "x"})),
            (
                "{\"a\": [no, nancy, information, In Progress, truecolor]}",
                json!({"a": ["no", "nancy", "information", "In Progress", "truecolor"]}),
            ),
        ],
    );
}

#[test]
fn does_not_read_uncertain_text_as_a_string() {
    for value in [
        // Numbers, or text that resembles them.
        "2024-01-15",
        "12 apples",
        "1.2.3",
        "-x",
        "+x",
        ".x",
        "5%",
        // Literals, misspelt or truncated.
        "t",
        "tru",
        "fals",
        "nul",
        "nil",
        "Nan",
        "Infinity",
        "-Infinity",
        "inf",
        "undef",
        "true1",
        "None.x",
        "null and void",
        "un",
        // Code, comments, quotes, and text other than words or paths.
        "f(x)",
        "a + b",
        "x ? y",
        "a=b",
        "a:b",
        "a\\b",
        "it's",
        "say \"hi\"",
        "a `b`",
        "a // b",
        "a # b",
        "a/*b",
        "//a",
        "a;b",
        "$5",
        "<a>",
        "a<b",
        "a*b",
        "a\tb",
        "...",
        "a [b",
        "a {b",
        "http://",
        "https://a b",
        "https://a'b",
        "ftp://a",
    ] {
        never_guesses(&[
            &format!("{{\"a\": {value}}}"),
            &format!("{{\"a\": [{value}]}}"),
        ]);
    }
}

#[test]
fn unquoted_strings_end_with_the_structure() {
    never_guesses(&[
        "{\"a\": x",
        "{\"a\": x\n",
        "{\"a\": x, \"b",
        "{\"a\": [x, y",
        "{\"a\": x, y}",
        "{\"a\": New\nYork}",
        "{\"a\": x \"b\": 1}",
        "{\"a\": x]}",
        "{\"a\": [x}]}",
        "x",
        "{\"a\" x}",
    ]);
}

#[test]
fn unquoted_strings_stand_in_nothing_but_the_arguments() {
    never_guesses(&[
        "I use {a: x}",
        "{a: x} is what I use.",
        "[see {a: x}]",
        "<think>{a: y}</think>{a: x}",
        "{a: x} {a: y}",
        "{a: x} {a: x}",
    ]);
    assert_eq!(embedded("{'a': x}"), None);
    let tolerance = Tolerance::EMBEDDED.with_guesses(Guesses::ALL);
    assert_eq!(tests::value("{'a': x}", tolerance), None);
    assert_eq!(tests::value("{'a': 01}", tolerance), Some(json!({"a": 1})));
}
