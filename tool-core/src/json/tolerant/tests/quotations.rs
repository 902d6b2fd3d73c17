use serde_json::json;

use super::{guess, guesses, never_guesses};
use crate::finish::Finish;
use crate::issue::Guesses;
use crate::issue::Rule;
use crate::json::{Tolerance, tests};

#[test]
fn inner_quotes() {
    guesses(
        Rule::InnerQuotes,
        &[
            (r#"{"a": "say "hi" now"}"#, json!({"a": r#"say "hi" now"#})),
            (
                r#"{"a": "say "hi"", "b": 1}"#,
                json!({"a": r#"say "hi""#, "b": 1}),
            ),
            (r#"{"a": ""hi" he said",}"#, json!({"a": r#""hi" he said"#})),
            (
                r#"{"a": "a 5" nail", b: "6" x 7"."}"#,
                json!({"a": r#"a 5" nail"#, "b": r#"6" x 7"."#}),
            ),
            (r#"{"a": "f("x", "y")"}"#, json!({"a": r#"f("x", "y")"#})),
            (r#"{"a": "x["y"]"}"#, json!({"a": r#"x["y"]"#})),
            (
                r#"{"a": "<p id="b" class="c">"}"#,
                json!({"a": r#"<p id="b" class="c">"#}),
            ),
            (
                r#"{"a": "he said: "x", y"}"#,
                json!({"a": r#"he said: "x", y"#}),
            ),
            (r#"{"a": "{f"x"}"}"#, json!({"a": r#"{f"x"}"#})),
            (
                r#"["say "hi" now", "b", 1]"#,
                json!([r#"say "hi" now"#, "b", 1]),
            ),
            (
                r#"["b",["x "y" z" , ], "w "x" y", true]"#,
                json!(["b", [r#"x "y" z"#], r#"w "x" y"#, true]),
            ),
            (r#"[{"a": "x "y" z"}]"#, json!([{"a": r#"x "y" z"#}])),
            (
                r#"[{"a": "x "y" z"}, {"b": 1}]"#,
                json!([{"a": r#"x "y" z"#}, {"b": 1}]),
            ),
            (
                r#"{"a": "say "hi", : now"}"#,
                json!({"a": r#"say "hi", : now"#}),
            ),
            (
                r#"["f(x)", "5", "6" long"]"#,
                json!(["f(x)", "5", r#"6" long"#]),
            ),
            (
                "{\n\"a\": \"x \"y\" z\"\n,\r\n\t'b'\n:\n1\n}\n",
                json!({"a": r#"x "y" z"#, "b": 1}),
            ),
            (
                r#"{\n"a": "x "y" z"\n, \n"b": 1\n}"#,
                json!({"a": r#"x "y" z"#, "b": 1}),
            ),
            (
                "```json\n{\"a\": \"x \"y\" z\"}\n```",
                json!({"a": r#"x "y" z"#}),
            ),
            (
                "<call>{\"a\": \"x \"y\" z\"}</call>",
                json!({"a": r#"x "y" z"#}),
            ),
            (r#"{"a": "x "y\"z" \"w"}"#, json!({"a": r#"x "y"z" "w"#})),
            (
                r#"{"a": "x "y" z", "b\"c": 1}"#,
                json!({"a": r#"x "y" z"#, "b\"c": 1}),
            ),
            ("{\"a\": “x “y” z”}", json!({"a": "x “y” z"})),
            ("{\"a\": `x `y` z`}", json!({"a": "x `y` z"})),
        ],
    );
}

#[test]
fn a_truncated_text_is_not_a_quotation() {
    let texts = [
        r#"{"a": "say "hi" now"#,
        r#"{"a": "say "hi" now""#,
        r#"{"a": "say "hi"}"#,
        r#"{"a": "{f"x"}""#,
    ];
    never_guesses(&texts);
    let complete = Tolerance::STANDARD.with_finish(Finish::Complete);
    for text in texts {
        let tolerance = complete.with_guesses(Guesses::ALL);
        assert_eq!(tests::value(text, tolerance), None, "{text}");
    }
    // A string without inner quotes may be the last one before a missing bracket.
    let text = r#"{"a": "say "hi" now", "b": "x""#;
    let wanted = json!({"a": r#"say "hi" now"#, "b": "x"});
    let tolerance = complete.with_guesses(Guesses::ALL);
    assert_eq!(tests::value(text, tolerance), Some(wanted));
    assert_eq!(guess(text), None);
}

#[test]
fn quotes_followed_by_the_structure_in_a_quotation_are_unclear() {
    never_guesses(&[
        r#"{"a": "say "hi", "b": 1}"#,
        r#"{"a": "say "hi", "b": 1 now"}"#,
        r#"{"a": "say "hi", b: 1 now"}"#,
        r#"{"a": "say "hi", }, now"}"#,
        r#"["say "a", "b" now", "c"]"#,
        r#"["say "a", 1 now"]"#,
        r#"["say "a", {now"]"#,
        r#"["say "a", [now"]"#,
        r#"["say "a", -1 now"]"#,
        r#"["say "a", true now"]"#,
        r#"["say "a"], now"]"#,
        r#"["say "a",], now"]"#,
        r#"{"a": "say "hi"}, now"}"#,
        r#"{"a": "say "hi"}<now"}"#,
        r#"{"a": "say "hi"}``` now"}"#,
    ]);
}

#[test]
fn quotes_where_another_string_or_key_may_begin_are_unclear() {
    never_guesses(&[
        r#"{"a": "x" "y"}"#,
        r#"{"a": "say "hi" "}"#,
        "{\"a\": \"x\"\n\"b\": \"say \"hi\" now\"}",
        r#"{"a": "x" b: "say "hi" now"}"#,
        r#"{"a": "x" /**/, "b": "say "hi" now"}"#,
        r#"{"a": "x" /**/, "b" = "say "hi" now"}"#,
        r#"{"a": "x" /**/, b: "say "hi" now"}"#,
        r#"{"a": "x" /**/, b = "say "hi" now"}"#,
        r#"{"a": "x."], b: "say "hi" now"}"#,
        r#"{"a": "x" /**/, "b c": "say "hi" now"}"#,
        r#"{"a": "x" /**/ {b_c: "say "hi" now"}"#,
        r#"{"o": {"a": "x."] b: "say "hi" now"}}"#,
        r#"{"o": {"a": "x" /**/ } b: "say "hi" now"}"#,
        r#"["x" /**/, "say "hi" now"]"#,
        r#"["x."}, "say "hi" now"]"#,
    ]);
}

#[test]
fn doubled_quotes_are_unclear() {
    never_guesses(&[
        r#"{"a": ""hi""}"#,
        r#"{"a": ""hi" and "bye""}"#,
        r#"{"a": "say ""hi"" now"}"#,
        r#"{"a": """hi"""}"#,
    ]);
}

#[test]
fn quotes_stand_where_json_puts_a_value() {
    never_guesses(&[
        r#"{"a" = "say "hi" now"}"#,
        r#"{"a" "say "hi" now"}"#,
        r#"["a" "say "hi" now"]"#,
        r#"{"say "hi" now": 1}"#,
        r#""say "hi" now""#,
        // Inside prose, the end of the structure is unknown.
        r#"{"a": "say "hi" now"} Done."#,
        r#"{"a": ""}b"b", "b": ""}, [x"}"#,
    ]);
}

#[test]
fn apostrophes() {
    guesses(
        Rule::Apostrophe,
        &[
            ("{'a': 'it's'}", json!({"a": "it's"})),
            (
                "{'a': 'don't', 'b': 'can't'}",
                json!({"a": "don't", "b": "can't"}),
            ),
            (
                "['the dogs' bone', 'rock 'n' roll']",
                json!(["the dogs' bone", "rock 'n' roll"]),
            ),
            ("[‘it’s’]", json!(["it’s"])),
            ("{\"a\": 'it's \"x\" y'}", json!({"a": "it's \"x\" y"})),
        ],
    );
    never_guesses(&[
        "{'a': 'it's",
        "{'a': 'it's'",
        "{'it's': 1}",
        "{'a': 'rock 'n roll', 'b': 1}",
        "{'a': 'x' 'y'}",
        "{'a': ''x''}",
    ]);
}

#[test]
fn where_a_string_ends_is_guessed_last() {
    // A comment would make quotes ambiguous, but these quotes are valid.
    let (value, rules) = guess("{\"a\": \"x\" /**/, \"b\": 01}").expect("it reads");
    assert_eq!(value, json!({"a": "x", "b": 1}));
    assert_eq!(rules, ["leading_zeros"]);
    let (value, rules) = guess("{\"a\": 01, \"b\": \"x \"y\" z\"}").expect("it reads");
    assert_eq!(value, json!({"a": 1, "b": "x \"y\" z"}));
    assert_eq!(rules, ["leading_zeros", "inner_quotes"]);
}
