use serde_json::json;

use crate::finish::Finish;
use crate::json::Tolerance;
use crate::json::tests::{fault, value};

const COMPLETE: Tolerance = Tolerance {
    finish: Finish::Complete,
    ..Tolerance::STANDARD
};

#[test]
fn open_containers_are_closed_where_the_output_is_complete() {
    for (text, wanted) in [
        ("{\"a\":\"x\"", json!({"a": "x"})),
        ("{\"a\":[{\"b\":\"x\" \n", json!({"a": [{"b": "x"}]})),
        ("[1,[2]", json!([1, [2]])),
        ("[{}", json!([{}])),
        ("{'a': ‘x’", json!({"a": "x"})),
        ("Sure: {\"a\":{}", json!({"a": {}})),
    ] {
        assert_eq!(value(text, COMPLETE), Some(wanted), "{text}");
        for finish in [Finish::Unknown, Finish::Truncated] {
            assert_eq!(
                fault(text, Tolerance::STANDARD.with_finish(finish)),
                "truncated"
            );
        }
        // Text of a value must be complete.
        let embedded = Tolerance::EMBEDDED.with_finish(Finish::Complete);
        assert_eq!(value(text, embedded), None, "{text}");
    }
}

#[test]
fn what_may_be_cut_is_never_run() {
    for text in [
        "{\"a\":\"x",
        "{\"a\":\"x\",",
        "{\"a\":1",
        "{\"a\":true",
        "{\"a\":tru",
        "{\"a\":",
        "{\"a\"",
        "{\"a",
        "{",
        "[",
        "[1,",
        "[1",
        "[[1],",
        "[\"a\",",
        "{\"a\":{",
        "{\"a\":\"x\" // }",
        "{\"a\":\"x\" /* }",
        "{'a':'x",
        "{a",
        "{'a':True",
        "{'a':'x\\",
        "Sure: {\"a\":1",
    ] {
        assert_eq!(fault(text, Tolerance::STANDARD), "truncated", "{text}");
        let said = fault(text, COMPLETE);
        assert!(said.starts_with("expected "), "{text}: {said}");
    }
    assert_eq!(value("{\"a\":[\"x\"}", COMPLETE), None);
}

#[test]
fn complete_output_says_where_a_string_opens_that_is_not_closed() {
    for (text, after) in [
        (r#"{"a":"x"#, r#"{"a":"#),
        (r#"{"a": "b}"#, r#"{"a": "#),
        ("{\"a\": \"b\"\n', \"c\": 1}", "{\"a\": \"b\"\n"),
        ("Sure: {'a': 'b}", "Sure: {'a': "),
    ] {
        let told = format!("expected a closing quote for the string after {after:?}");
        assert_eq!(fault(text, COMPLETE), told, "{text}");
    }
    let rest = r#"expected the rest of the arguments after "{\"a\": 1""#;
    assert_eq!(fault(r#"{"a": 1"#, COMPLETE), rest);
}
