//! What is said at the place where a text leaves JSON.

use super::fault;
use crate::json::Tolerance;

#[test]
fn syntax_issues_say_the_fix() {
    const TEXT: &str = r#"a string in double quotes after "{\"a\": ""#;
    const DIGITS: &str = r#"a number in digits alone, or text in double quotes after "{\"a\": ""#;
    const THOUSANDS: &str = r#"no thousands separators (1000, not 1,000) after "{\"a\": ""#;
    for (text, words) in [
        (r#"{"a": both}"#, TEXT),
        (r#"{"a": 57e}"#, DIGITS),
        (r#"{"a": 1_000}"#, DIGITS),
        (r#"{"a": 2024-01-15}"#, DIGITS),
        (r#"{"a": src/main.rs}"#, TEXT),
        (
            r#"{"a": NaN}"#,
            r#"a number, or text in double quotes (JSON has no NaN) after "{\"a\": ""#,
        ),
        (
            r#"{"a": -Infinity}"#,
            r#"a number, or text in double quotes (JSON has no Infinity) after "{\"a\": ""#,
        ),
        (
            r#"{"a": 02134}"#,
            r#"no leading zeros (text needs double quotes) after "{\"a\": ""#,
        ),
        (r#"{"a": 1,000}"#, THOUSANDS),
        (r#"{"a": -12,345.6, "b": 1}"#, THOUSANDS),
        (r#"{"a": 1,000,000}"#, THOUSANDS),
        (
            r#"{"a": [1,000]}"#,
            r#"no thousands separators (1000, not 1,000) after "{\"a\": [""#,
        ),
        (
            r#"{"a": 1,5}"#,
            r#"a key in double quotes after "{\"a\": 1,""#,
        ),
        (
            r#"{"a": [1, 007]}"#,
            r#"no leading zeros (text needs double quotes) after "{\"a\": [1, ""#,
        ),
        (
            r#"{"a": "C:\new\Dev"}"#,
            r#"a backslash written as \\ after "{\"a\": \"C:\\new""#,
        ),
        (
            r#"{"a": "get("x")"}"#,
            r#"',' or '}', or \" for a quote after "{\"a\": \"get(\"""#,
        ),
        (
            r#""a": "b"}"#,
            r#"'{' around all of the arguments after """#,
        ),
    ] {
        let said = fault(text, Tolerance::STANDARD);
        assert_eq!(said, format!("expected {words}"), "{text}");
    }
}

#[test]
fn strict_reading_says_the_fix_as_well() {
    let said = fault(r#"{"a": 02134}"#, Tolerance::STRICT);
    assert!(said.contains("no leading zeros"), "{said}");
    let said = fault(r#"{"a": NaN}"#, Tolerance::STRICT);
    assert!(said.contains("JSON has no NaN"), "{said}");
    // Python's literals are no strings.
    assert_eq!(
        fault("[True]", Tolerance::STRICT),
        r#"expected a value after "[""#
    );
}
