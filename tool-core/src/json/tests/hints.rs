//! Hints at the position where a text is invalid.

use super::fault;
use crate::json::Tolerance;

#[track_caller]
fn assert_fix(text: &str, words: &str, tolerance: Tolerance) {
    let said = fault(text, tolerance);
    assert!(
        said.starts_with(&format!("expected {words} after ")),
        "{text}: {said}"
    );
}

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
            r#"a point in a decimal number (1.5, not 1,5) after "{\"a\": ""#,
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
}

#[test]
fn says_which_quotes_to_write() {
    const SINGLE: &str = "double quotes (a ' ends the string)";
    for (text, words) in [
        ("{'a': 'it's'}", SINGLE),
        ("{'a': 'x', 'b': 'don't'}", SINGLE),
        ("{'a': 'he said 'hi' to me'}", SINGLE),
        ("{'it's': 1}", SINGLE),
        ("{\"a\": [`x`y`]}", "double quotes (a ` ends the string)"),
        (
            "{\"a\": ‘it’s’}",
            "straight double quotes (a curly one ends the string)",
        ),
        (r#"{"a": """x"""}"#, "one quote, not three"),
        ("{'a': '''x'''}", "one quote, not three"),
        (r#"{"a": ["""x"""]}"#, "one quote, not three"),
        (r#"{"a": ["it"s"]}"#, r#"',' or ']', or \" for a quote"#),
        (r#"{"a"b": 1}"#, r#"':', or \" for a quote"#),
        (r#"{"a": "x" "y"}"#, r#"',' and a key, or \" for a quote"#),
        (r#"{"a": "x" + "y"}"#, "one string, without '+'"),
        (r#"{"a": r"x"}"#, "no prefix before the string"),
        (r#"{"a": it"s"}"#, "a string in double quotes"),
        (r#"{"a": \"x\"}"#, "quotes without a backslash"),
        (r#"{\"a\": 1}"#, "quotes without a backslash"),
        ("{\"a\": ```x```}", "a string in double quotes"),
    ] {
        assert_fix(text, words, Tolerance::STANDARD);
    }
    // A quote may also end a string.
    let said = fault("{'a': 'x' : 1}", Tolerance::STANDARD);
    assert!(!said.contains("',' or ']'"), "{said}");
    assert_eq!(
        fault(r#"{"a": "x"; "b": 1}"#, Tolerance::STANDARD),
        r#"expected ',' or '}' after "{\"a\": \"x\"""#
    );
}

#[test]
fn says_how_to_write_a_value() {
    for (text, words) in [
        (r#"{"a": tru}"#, "true, false or null"),
        (r#"{"a": no}"#, "a string in double quotes"),
        (r#"{"a": und}"#, "a string in double quotes"),
        (r#"{"a": (1, 2)}"#, "a value, with arrays in [ ]"),
        (
            r#"{"a": Decimal("1")}"#,
            "a plain value, or text in double quotes",
        ),
        (r#"{"a": <b>}"#, "a string in double quotes"),
        (
            r#"{"a": 50%}"#,
            "a number in digits alone, or text in double quotes",
        ),
        (
            r#"{"a": $5}"#,
            "a number in digits alone, or text in double quotes",
        ),
        (r#"{"a": 5 + 3}"#, "the result, not a calculation"),
        (r#"{"a": 10 // 3}"#, "the result, not a calculation"),
        (
            r#"{"a": 1 000}"#,
            "no thousands separators (1000, not 1,000)",
        ),
        (r#"{"a": ...}"#, "the whole content, not '...'"),
        (r#"{"a": 1, ...}"#, "the whole content, not '...'"),
        (
            r#"{"a": "\ud83d"}"#,
            "a whole character, not half of a surrogate pair",
        ),
        (
            "{\"a\": \"\u{1}\"}",
            r"a control character written as \u00..",
        ),
    ] {
        assert_fix(text, words, Tolerance::STANDARD);
    }
}

#[test]
fn says_how_to_write_the_structure() {
    for (text, words) in [
        (r#"{{"a": 1}}"#, "one '{'"),
        (r#"{"a": 1, {"b": 2}}"#, "a key in double quotes"),
        (r#"{"a": 1,, "b": 2}"#, "one comma"),
        ("{,}", "no comma before the closing bracket"),
        (r#"{"a"}"#, "':' and a value"),
        (r#"{"a"=>1}"#, "':' instead of '=>'"),
        (
            r#"{"a": 1}, "b": 2}"#,
            "'}' behind the last of the arguments",
        ),
        (r#"{"a": 1}}}"#, "nothing after the arguments"),
        (r#"{"a" 1}"#, "':'"),
        (r#"{"a": }"#, "a value"),
        ("{1: 2}", "a key in double quotes"),
        ("[[1], 2)", "',' or a closing bracket"),
        ("I look", "a JSON object"),
    ] {
        assert_fix(text, words, Tolerance::STANDARD);
    }
}

#[test]
fn strict_reading_says_what_standard_reading_repairs() {
    for (text, words) in [
        ("{'a': 1}", "a key in double quotes"),
        ("[True]", "true, false or null"),
        ("[undefined]", "true, false or null"),
        ("['a']", "a string in double quotes"),
        ("[“a”]", "a string in double quotes"),
        ("[+5]", "a number without '+'"),
        ("[.5]", "a digit before the point"),
        ("[5.]", "a digit"),
        (
            "[0x1F]",
            "a number in digits alone, or text in double quotes",
        ),
        ("[1,]", "no comma before the closing bracket"),
        (r#"{"a": 1,}"#, "no comma before the closing bracket"),
        ("[\"a\nb\"]", r"a line break written as \n"),
        ("[\"a\tb\"]", r"a tab written as \t"),
        (r#"["a" // b"#, "no comments"),
        ("[1 # b\n]", "no comments"),
        ("[1, /* b */ 2]", "no comments"),
        ("{# b\n}", "no comments"),
        (r#"{"a": 1 "b": 2}"#, "',' or '}'"),
        (r#"{"a"=1}"#, "':'"),
    ] {
        assert_fix(text, words, Tolerance::STRICT);
    }
}
