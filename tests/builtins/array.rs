use serde_json::{Value, json};
use tool_builtins::ArrayTool;
use tool_core::Tool;

fn run(calls: &[&str]) -> String {
    super::outcomes(ArrayTool::run, calls)
}

#[test]
fn order() {
    insta::assert_snapshot!(run(&[
        r#"{"items": [10, 9.5, -1, 9], "operation": "sort"}"#,
        r#"{"items": ["b", "B", "a"], "operation": "sort", "descending": true}"#,
        r#"{"items": [true, false], "operation": "sort"}"#,
        r#"{"items": [9007199254740993, 9007199254740992.0, 18446744073709551615], "operation": "sort", "descending": true}"#,
        r#"{"items": [{"n": 2, "a": 1}, {"n": 1}, {"n": 2, "a": 2}], "operation": "sort", "field": "n", "descending": true}"#,
        r#"{"items": [{"o": {"n": "b"}}, {"o": {"n": "a"}}], "operation": "sort", "field": "/o/n"}"#,
        r#"{"items": [], "operation": "sort"}"#,
        r#"{"items": [1, "2"], "operation": "sort"}"#,
        r#"{"items": [1, null], "operation": "sort"}"#,
        r#"{"items": [null], "operation": "sort"}"#,
        r#"{"items": [{"n": 1}, {"m": 1}], "operation": "sort", "field": "n"}"#,
        r#"{"items": [{"n": 1}, {"n": [1]}], "operation": "sort", "field": "n"}"#,
        r#"{"items": [1, "2", null], "operation": "reverse"}"#,
    ]), @r#"
    {"items": [10, 9.5, -1, 9], "operation": "sort"}
      [-1,9,9.5,10]
    {"items": ["b", "B", "a"], "operation": "sort", "descending": true}
      ["b","a","B"]
    {"items": [true, false], "operation": "sort"}
      [false,true]
    {"items": [9007199254740993, 9007199254740992.0, 18446744073709551615], "operation": "sort", "descending": true}
      [18446744073709551615,9007199254740993,9007199254740992.0]
    {"items": [{"n": 2, "a": 1}, {"n": 1}, {"n": 2, "a": 2}], "operation": "sort", "field": "n", "descending": true}
      [{"n":2,"a":1},{"n":2,"a":2},{"n":1}]
    {"items": [{"o": {"n": "b"}}, {"o": {"n": "a"}}], "operation": "sort", "field": "/o/n"}
      [{"o":{"n":"a"}},{"o":{"n":"b"}}]
    {"items": [], "operation": "sort"}
      []
    {"items": [1, "2"], "operation": "sort"}
      error: items[1] is a string, but a number is needed
    {"items": [1, null], "operation": "sort"}
      error: items[1] is null, but a number is needed
    {"items": [null], "operation": "sort"}
      error: items[0] is null, but a number, a string or a boolean is needed
    {"items": [{"n": 1}, {"m": 1}], "operation": "sort", "field": "n"}
      error: items[1] has no "n"; keep the items that have it first, or use another field
    {"items": [{"n": 1}, {"n": [1]}], "operation": "sort", "field": "n"}
      error: items[1], field "n", is an array, but a number is needed
    {"items": [1, "2", null], "operation": "reverse"}
      [null,"2",1]
    "#);
}

#[test]
fn parts() {
    insta::assert_snapshot!(run(&[
        r#"{"items": [1, 1.0, "1", {"a": 1, "b": 2}, {"b": 2.0, "a": 1}, null, null], "operation": "unique"}"#,
        r#"{"items": [{"n": 1}, {"n": 2}, {"n": 1}, {}, {}], "operation": "unique", "field": "n"}"#,
        r#"{"items": [1e20, 100000000000000000000.0, 0, -0.0], "operation": "unique"}"#,
        r#"{"items": [1, 2, 3, 4], "operation": "slice", "start": 1, "end": -1}"#,
        r#"{"items": [1, 2, 3, 4], "operation": "slice", "start": -9, "end": 99}"#,
        r#"{"items": [1, 2, 3], "operation": "chunk", "size": 2}"#,
        r#"{"items": [1, 2, 3], "operation": "chunk", "size": 0}"#,
        r#"{"items": [1, [2, [3]], []], "operation": "flatten"}"#,
        r#"{"items": [{"n": 1}, {}, 5], "operation": "map", "field": "n"}"#,
        r#"{"items": [[1, 2], [3]], "operation": "map", "field": "/1"}"#,
        r#"{"items": [1, null], "operation": "map"}"#,
        r#"{"items": ["a", 1, 2.50, true], "operation": "join", "separator": "-"}"#,
        r#"{"items": ["a", "b"], "operation": "join"}"#,
        r#"{"items": ["a", null], "operation": "join"}"#,
    ]), @r#"
    {"items": [1, 1.0, "1", {"a": 1, "b": 2}, {"b": 2.0, "a": 1}, null, null], "operation": "unique"}
      [1,"1",{"a":1,"b":2},null]
    {"items": [{"n": 1}, {"n": 2}, {"n": 1}, {}, {}], "operation": "unique", "field": "n"}
      [{"n":1},{"n":2},{}]
    {"items": [1e20, 100000000000000000000.0, 0, -0.0], "operation": "unique"}
      [1e+20,0]
    {"items": [1, 2, 3, 4], "operation": "slice", "start": 1, "end": -1}
      [2,3]
    {"items": [1, 2, 3, 4], "operation": "slice", "start": -9, "end": 99}
      [1,2,3,4]
    {"items": [1, 2, 3], "operation": "chunk", "size": 2}
      [[1,2],[3]]
    {"items": [1, 2, 3], "operation": "chunk", "size": 0}
      refused: Please rewrite the input with valid arguments. Errors: size: expected at least 1, got 0 (operation "chunk")
    {"items": [1, [2, [3]], []], "operation": "flatten"}
      [1,2,[3]]
    {"items": [{"n": 1}, {}, 5], "operation": "map", "field": "n"}
      [1,null,null]
    {"items": [[1, 2], [3]], "operation": "map", "field": "/1"}
      [2,null]
    {"items": [1, null], "operation": "map"}
      [1,null]
    {"items": ["a", 1, 2.50, true], "operation": "join", "separator": "-"}
      "a-1-2.5-true"
    {"items": ["a", "b"], "operation": "join"}
      "ab"
    {"items": ["a", null], "operation": "join"}
      error: items[1] is null, but a string, a number or a boolean is needed
    "#);
}

#[test]
fn one_value() {
    insta::assert_snapshot!(run(&[
        r#"{"items": [1, 2], "operation": "aggregate", "function": "count"}"#,
        r#"{"items": [9007199254740993, 1], "operation": "aggregate", "function": "sum"}"#,
        r#"{"items": [18446744073709551615, -1], "operation": "aggregate", "function": "sum"}"#,
        r#"{"items": [18446744073709551615, 1], "operation": "aggregate", "function": "sum"}"#,
        r#"{"items": [1, 0.5], "operation": "aggregate", "function": "sum"}"#,
        r#"{"items": [], "operation": "aggregate", "function": "sum"}"#,
        r#"{"items": [1, 2, 6], "operation": "aggregate", "function": "mean"}"#,
        r#"{"items": [1, 2], "operation": "aggregate", "function": "mean"}"#,
        r#"{"items": [{"p": 3}, {"p": 2.5}], "operation": "aggregate", "function": "min", "field": "p"}"#,
        r#"{"items": ["a", "c", "b"], "operation": "aggregate", "function": "max"}"#,
        r#"{"items": [], "operation": "aggregate", "function": "mean"}"#,
        r#"{"items": [], "operation": "aggregate", "function": "max"}"#,
        r#"{"items": [1, "2"], "operation": "aggregate", "function": "sum"}"#,
        r#"{"items": [1, "2"], "operation": "aggregate", "function": "min"}"#,
        r#"{"items": [{"p": 3}, {}], "operation": "aggregate", "function": "sum", "field": "p"}"#,
        r#"{"items": [{"p": 3}, {}], "operation": "aggregate", "function": "count", "field": "p"}"#,
        r#"{"items": [1e308, 1e308], "operation": "aggregate", "function": "sum"}"#,
        r#"{"items": [1], "operation": "aggregate", "function": "median"}"#,
    ]), @r#"
    {"items": [1, 2], "operation": "aggregate", "function": "count"}
      2
    {"items": [9007199254740993, 1], "operation": "aggregate", "function": "sum"}
      9007199254740994
    {"items": [18446744073709551615, -1], "operation": "aggregate", "function": "sum"}
      18446744073709551614
    {"items": [18446744073709551615, 1], "operation": "aggregate", "function": "sum"}
      1.8446744073709552e+19
    {"items": [1, 0.5], "operation": "aggregate", "function": "sum"}
      1.5
    {"items": [], "operation": "aggregate", "function": "sum"}
      0
    {"items": [1, 2, 6], "operation": "aggregate", "function": "mean"}
      3
    {"items": [1, 2], "operation": "aggregate", "function": "mean"}
      1.5
    {"items": [{"p": 3}, {"p": 2.5}], "operation": "aggregate", "function": "min", "field": "p"}
      2.5
    {"items": ["a", "c", "b"], "operation": "aggregate", "function": "max"}
      "c"
    {"items": [], "operation": "aggregate", "function": "mean"}
      error: the array is empty, so that there is no such value
    {"items": [], "operation": "aggregate", "function": "max"}
      error: the array is empty, so that there is no such value
    {"items": [1, "2"], "operation": "aggregate", "function": "sum"}
      error: items[1] is a string, but a number is needed
    {"items": [1, "2"], "operation": "aggregate", "function": "min"}
      error: items[1] is a string, but a number is needed
    {"items": [{"p": 3}, {}], "operation": "aggregate", "function": "sum", "field": "p"}
      error: items[1] has no "p"; keep the items that have it first, or use another field
    {"items": [{"p": 3}, {}], "operation": "aggregate", "function": "count", "field": "p"}
      1
    {"items": [1e308, 1e308], "operation": "aggregate", "function": "sum"}
      error: the sum is too large for a number
    {"items": [1], "operation": "aggregate", "function": "median"}
      refused: Please rewrite the input with valid arguments. Errors: function: expected "count", "sum", "mean", "min" or "max" (operation "aggregate")
    "#);
}

#[test]
fn filters() {
    let items = json!([
        {"n": 1, "t": "ab", "l": [1, 2]}, {"n": 2.0, "t": "b"}, {"n": "2"}, {}, {"n": null}
    ]);
    let kept = |field: &str, comparison: &str, value: Value| {
        let call = json!({
            "items": items, "operation": "filter", "field": field, "comparison": comparison,
            "value": value,
        });
        let call = ArrayTool::parse(&call).unwrap();
        let kept = call.run().unwrap().as_array().unwrap().clone();
        let index = |kept: &Value| {
            items
                .as_array()
                .unwrap()
                .iter()
                .position(|item| item == kept)
        };
        kept.iter().filter_map(index).collect::<Vec<_>>()
    };
    assert_eq!(kept("n", "equals", json!(2)), [1]);
    assert_eq!(kept("n", "equals", json!(null)), [4]);
    assert_eq!(kept("n", "not_equals", json!(2)), [0, 2, 3, 4]);
    assert_eq!(kept("n", "less", json!(2)), [0]);
    assert_eq!(kept("n", "less_or_equal", json!(2)), [0, 1]);
    assert_eq!(kept("n", "greater", json!(1)), [1]);
    assert_eq!(kept("n", "greater_or_equal", json!("2")), [2]);
    assert_eq!(kept("t", "contains", json!("b")), [0, 1]);
    assert_eq!(kept("l", "contains", json!(2.0)), [0]);
    assert_eq!(kept("n", "contains", json!(1)), [0; 0]);
    assert_eq!(kept("/l/0", "equals", json!(1)), [0]);
    insta::assert_snapshot!(run(&[
        r#"{"items": [1, 5, 3], "operation": "filter", "comparison": "greater", "value": 2}"#,
        r#"{"items": [1], "operation": "filter", "comparison": "greater"}"#,
        r#"{"items": [1], "operation": "filter", "comparison": "like", "value": 1}"#,
    ]), @r#"
    {"items": [1, 5, 3], "operation": "filter", "comparison": "greater", "value": 2}
      [5,3]
    {"items": [1], "operation": "filter", "comparison": "greater"}
      refused: Please rewrite the input with valid arguments. Errors: value: Required (operation "filter")
    {"items": [1], "operation": "filter", "comparison": "like", "value": 1}
      refused: Please rewrite the input with valid arguments. Errors: comparison: expected "equals", "less", "greater" or one of 4 more, got "like" (operation "filter")
    "#);
}

#[test]
fn limits_the_size_of_a_join() {
    let items = vec!["a"; 1001];
    let call = json!({"items": items, "operation": "join", "separator": "x".repeat(1000)});
    let error = ArrayTool::parse(&call).unwrap().run().unwrap_err();
    insta::assert_snapshot!(error, @"the result would be longer than 1000000 bytes; work on a part of the array");
}
