//! One line for the same fault at several items of an array.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::Definition;

use crate::retry_names::describe;

fn list(items: &Value) -> Value {
    json!({"list": {"type": "array", "items": items}})
}

#[test]
fn names_items_with_the_same_fault_once() {
    let levels = list(&json!({"type": "string", "enum": ["debug", "info", "warn", "error"]}));
    assert_snapshot!(describe(&levels, &[], r#"{"list": ["infoo", "info", 5, null, "err", "eror"]}"#), @r#"list[0], [2], [3], [4], [5]: expected "debug", "info", "warn" or "error""#);
    assert_snapshot!(describe(&levels, &[], r#"{"list": ["infoo", "info"]}"#), @r#"list[0]: expected "debug", "info", "warn" or "error""#);
    let numbers = list(&json!({"type": "number"}));
    assert_snapshot!(describe(&numbers, &[], r#"{"list": ["a", "b", 1, "c"]}"#), @"list[0], [1], [3]: expected number, got string");
    assert_snapshot!(describe(&numbers, &[], r#"{"list": ["a", [1], {}]}"#), @"list[0], [2]: expected number");
    let pairs = list(&json!({"type": "array", "items": {"type": "number"}, "minItems": 2}));
    assert_snapshot!(describe(&pairs, &[], r#"{"list": [[1], ["a", 1], ["b", 2]]}"#), @"list[0]: expected at least 2 items, got 1; list[1][0], [2][0]: expected number, got string");
    let date = list(&json!({"type": "string", "format": "date"}));
    assert_snapshot!(describe(&date, &[], r#"{"list": ["2024-02-30", "2024-13-01", "today"]}"#), @r#"list[0], [1]: expected a date that exists; list[2]: expected a date such as 2024-05-17, got "today""#);
}

#[test]
fn lists_all_members_once() {
    let languages = [
        "python",
        "javascript",
        "typescript",
        "java",
        "kotlin",
        "swift",
        "rust",
        "golang",
        "ruby",
        "scala",
        "haskell",
        "elixir",
    ];
    let twelve = list(&json!({"enum": languages}));
    assert_snapshot!(describe(&twelve, &[], r#"{"list": ["py", "js", "ts", "rs", "go"]}"#), @r#"list[0], [1], [2], [3], [4]: expected "python", "javascript", "typescript", "java", "kotlin", "swift", "rust", "golang", "ruby", "scala", "haskell" or "elixir""#);
    // The nearest members of a longer list differ.
    let more: Vec<String> = (10..40).map(|number| format!("item{number}")).collect();
    assert_snapshot!(describe(&list(&json!({"enum": more})), &[], r#"{"list": ["itm11", "itm25"]}"#), @r#"list[0]: expected "item10", "item11" or one of 28 more, got "itm11"; did you mean "item11"?; list[1]: expected "item15", "item25" or one of 28 more, got "itm25"; did you mean "item25"?"#);
}

#[test]
fn names_the_same_key_of_several_items_once() {
    let points = list(&json!({
        "type": "object",
        "properties": {"x": {"type": "number"}, "y": {"type": "number"}},
        "required": ["x"],
        "additionalProperties": false,
    }));
    assert_snapshot!(describe(&points, &[], r#"{"list": [{"x": "a", "y": "b"}, {"x": "c", "y": "d"}, {"x": 1, "y": "e"}]}"#), @"list[0].x, [1].x: expected number, got string; list[0].y, [1].y, [2].y: expected number, got string");
    assert_snapshot!(describe(&points, &[], r#"{"list": [{"y": 1}, {"y": 2}]}"#), @"list[0].x, [1].x: Required");
    assert_snapshot!(describe(&points, &[], r#"{"list": [{"x": 1, "z": 2}, {"x": 1, "note": 2}, {"x": 1, "note": 3}]}"#), @"list[0].z: unknown key; list[1].note, [2].note: unknown key");
    let count = r#"{"x": "a"}, "#.repeat(7);
    assert_snapshot!(describe(&points, &[], &format!(r#"{{"list": [{count}5]}}"#)), @"list[0].x, [1].x, [2].x, [3].x, [4].x: expected number, got string; list[7]: expected {x: number, y?: number}, got integer; and 2 more");
    let nested =
        json!({"a": {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}});
    assert_snapshot!(describe(&nested, &[], r#"{"a": [["x", "y"], ["z"]]}"#), @"a[0][0], [1]: expected integer, got string; a[1][0]: expected integer, got string");
}

#[test]
fn the_data_has_an_issue_for_each_item() {
    let schema = json!({"type": "object", "properties": list(&json!({"type": "number"}))});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let error = definition
        .parse(r#"{"list": ["a", "b"]}"#)
        .expect_err("it is refused");
    let paths = error.issues().iter().map(|issue| issue.path.to_string());
    assert_eq!(paths.collect::<Vec<_>>(), ["list[0]", "list[1]"]);
}
