use serde_json::{Value, json};
use tool_builtins::StringTool;
use tool_core::Tool;

fn run(calls: &[&str]) -> String {
    super::outcomes(StringTool::run, calls)
}

#[test]
fn each_operation() {
    insta::assert_snapshot!(run(&[
        r#"{"text": "strawberry 🍓", "operation": "length"}"#,
        r#"{"text": "Straße", "operation": "case", "to": "upper"}"#,
        r#"{"text": "ÅSE", "operation": "case", "to": "lower"}"#,
        r#"{"text": "don't PANIC, o'neil-smith", "operation": "case", "to": "title"}"#,
        r#"{"text": " \n a b\t", "operation": "trim"}"#,
        r#"{"text": "añb", "operation": "reverse"}"#,
        r#"{"text": "a, b, ", "operation": "split", "separator": ", "}"#,
        r#"{"text": "añb", "operation": "split", "separator": ""}"#,
        r#"{"text": "a.b.c", "operation": "replace", "find": ".", "with": "::"}"#,
        r#"{"text": "strawberry", "operation": "count", "find": "r"}"#,
        r#"{"text": "aaaa", "operation": "count", "find": "aa"}"#,
        r#"{"text": "añbcd", "operation": "slice", "start": 1, "end": 3}"#,
        r#"{"text": "añbcd", "operation": "slice", "start": -2}"#,
        r#"{"text": "añbcd", "operation": "slice", "end": -1}"#,
        r#"{"text": "abc", "operation": "slice", "start": 9, "end": 2}"#,
        r#"{"text": "abc", "operation": "slice", "start": -9223372036854775808, "end": 9223372036854775807}"#,
    ]), @r#"
    {"text": "strawberry 🍓", "operation": "length"}
      12
    {"text": "Straße", "operation": "case", "to": "upper"}
      "STRASSE"
    {"text": "ÅSE", "operation": "case", "to": "lower"}
      "åse"
    {"text": "don't PANIC, o'neil-smith", "operation": "case", "to": "title"}
      "Don't Panic, O'neil-Smith"
    {"text": " \n a b\t", "operation": "trim"}
      "a b"
    {"text": "añb", "operation": "reverse"}
      "bña"
    {"text": "a, b, ", "operation": "split", "separator": ", "}
      ["a","b",""]
    {"text": "añb", "operation": "split", "separator": ""}
      ["a","ñ","b"]
    {"text": "a.b.c", "operation": "replace", "find": ".", "with": "::"}
      "a::b::c"
    {"text": "strawberry", "operation": "count", "find": "r"}
      3
    {"text": "aaaa", "operation": "count", "find": "aa"}
      2
    {"text": "añbcd", "operation": "slice", "start": 1, "end": 3}
      "ñb"
    {"text": "añbcd", "operation": "slice", "start": -2}
      "cd"
    {"text": "añbcd", "operation": "slice", "end": -1}
      "añbc"
    {"text": "abc", "operation": "slice", "start": 9, "end": 2}
      ""
    {"text": "abc", "operation": "slice", "start": -9223372036854775808, "end": 9223372036854775807}
      "abc"
    "#);
}

#[test]
fn rejects_invalid_operations() {
    insta::assert_snapshot!(run(&[
        r#"{"operation": "length"}"#,
        r#"{"text": "a"}"#,
        r#"{"text": "a", "operation": "shout"}"#,
        r#"{"text": "a", "operation": "case", "to": "camel"}"#,
        r#"{"text": "a", "operation": "replace", "find": "", "with": "b"}"#,
        r#"{"text": "a", "operation": "count"}"#,
    ]), @r#"
    {"operation": "length"}
      refused: Please rewrite the input with valid arguments. Errors: text: Required (operation "length")
    {"text": "a"}
      refused: Please rewrite the input with valid arguments. Errors: operation: Required, "length", "case", "trim", "reverse", "split", "replace", "count" or "slice"
    {"text": "a", "operation": "shout"}
      refused: Please rewrite the input with valid arguments. Errors: operation: expected "length", "case", "trim", "reverse", "split", "replace", "count" or "slice"
    {"text": "a", "operation": "case", "to": "camel"}
      refused: Please rewrite the input with valid arguments. Errors: to: expected "upper", "lower" or "title" (operation "case")
    {"text": "a", "operation": "replace", "find": "", "with": "b"}
      refused: Please rewrite the input with valid arguments. Errors: find: expected at least 1 character, got 0 (operation "replace")
    {"text": "a", "operation": "count"}
      refused: Please rewrite the input with valid arguments. Errors: find: Required (operation "count")
    "#);
}

#[test]
fn limits_the_size_of_a_replacement() {
    let replace = |text: usize, find: &str, with: usize| {
        let (text, with) = ("a".repeat(text), "x".repeat(with));
        let call = json!({"text": text, "operation": "replace", "find": find, "with": with});
        StringTool::parse(&call).unwrap().run()
    };
    let error = replace(1000, "a", 1001).unwrap_err();
    insta::assert_snapshot!(error, @"the result would be longer than 1000000 bytes; work on a part of the text");
    assert!(replace(1000, "a", 1000).is_ok());
    // A replacement that does not make the text longer is always allowed.
    assert!(replace(2_000_000, "a", 1).is_ok());
    assert!(replace(2_000_000, "b", 5).is_ok());
}

#[test]
fn limits_the_size_of_a_split() {
    let split = |text: String, separator: &str| {
        let call = json!({"text": text, "operation": "split", "separator": separator});
        StringTool::parse(&call).unwrap().run()
    };
    let parts = |result: Result<Value, _>| result.unwrap().as_array().unwrap().len();
    assert_eq!(parts(split("a".repeat(250_000), "")), 250_000);
    assert_eq!(parts(split(",".repeat(300_000), ",")), 300_001);
    let long = "a".repeat(2_000_000);
    assert_eq!(parts(split(format!("{long},,,{long}"), ",,,")), 2);
    for (text, separator) in [
        ("a".repeat(250_001), ""),
        (long, ""),
        (",".repeat(400_000), ","),
    ] {
        let error = split(text, separator).unwrap_err();
        insta::allow_duplicates! {
            insta::assert_snapshot!(error, @"the result would be longer than 1000000 bytes; work on a part of the text");
        }
    }
}
