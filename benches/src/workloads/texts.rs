//! The calls as models send them.

use serde_json::{Value, json};

pub(crate) fn small() -> String {
    let call = r#"{"pattern":"fn main\\(","path":"src/","limit":50,"ignore_case":true,"mode":"files_only"}"#;
    call.to_owned()
}

pub(crate) fn edit() -> String {
    edit_with(r#""context": 3, "replace_all": false"#)
}

pub(super) fn part() -> String {
    edit_with(r#""context": 3, "replace_all": false, "from_line": 120"#)
}

/// Two numbers and a boolean in quotes.
pub(super) fn part_to_coerce() -> String {
    edit_with(r#""context": "3", "replace_all": "false", "from_line": "120""#)
}

fn edit_with(rest: &str) -> String {
    let old = "    let total = items.iter().map(|item| item.price).sum();\\n".repeat(6);
    let new = "    let total: u64 = items.iter().map(Item::price).sum();\\n".repeat(6);
    format!(
        r#"{{"file_path": "/home/user/project/src/checkout/total.rs", "old_string": "{old}", "new_string": "{new}", {rest}}}"#
    )
}

pub(super) fn size() -> String {
    let call =
        r#"{"path": "a.png", "width": 640, "height": 480, "keep_ratio": true, "quality": 0.5}"#;
    call.to_owned()
}

/// Two numbers and a boolean in quotes.
pub(super) fn size_to_coerce() -> String {
    let call = size();
    let call = call.replace("640", "\"640\"").replace("480", "\"480\"");
    call.replace("true", "\"true\"")
}

/// A text of a megabyte in one argument, like the content of a whole file.
pub(super) fn string() -> String {
    let line = "    let total: u64 = items.iter().map(Item::price).sum(); // of all\\n";
    let text = line.repeat((1 << 20) / line.len());
    format!(
        r#"{{"file_path": "/home/user/project/total.rs", "old_string": "", "new_string": "{text}"}}"#
    )
}

pub(super) fn nested() -> String {
    plan(20)
}

/// A number and a boolean in quotes, and an array in a string.
pub(super) fn nested_to_coerce() -> String {
    let text = plan(20);
    let text = text.replacen(r#""id": 3"#, r#""id": "3""#, 1);
    let text = text.replacen(r#""done": false"#, r#""done": "false""#, 1);
    text.replacen(
        r#""tags": ["a", "later"]"#,
        r#""tags": "[\"a\", \"later\"]""#,
        1,
    )
}

pub(super) fn large() -> String {
    plan(970)
}

fn plan(steps: usize) -> String {
    let steps: Vec<_> = (0..steps)
        .map(|id| {
            format!(
                r#"{{"id": {id}, "text": "Look at part {id} of the whole", "done": false, "estimate": 1.5, "tags": ["a", "later"]}}"#
            )
        })
        .collect();
    format!(r#"{{"title": "A plan", "steps": [{}]}}"#, steps.join(", "))
}

/// One number in quotes.
pub(super) fn quoted_once() -> String {
    small().replace("50", "\"50\"")
}

pub(super) fn small_with_key() -> String {
    small().replace("ignore_case", "ignoreCase")
}

pub(super) fn small_with_comma() -> String {
    small().replace('}', ",}")
}

pub(super) fn small_with_fence() -> String {
    format!("```json\n{}\n```", small())
}

pub(super) fn large_with_quotes() -> String {
    large().replacen(r#""id": 700,"#, r#""id": "700","#, 1)
}

pub(super) fn large_with_key() -> String {
    let large = large();
    let at = large.rfind("estimate").unwrap_or_default();
    let (before, after) = large.split_at(at);
    format!("{before}{}", after.replacen("estimate", "Estimate", 1))
}

pub(super) fn large_with_comma() -> String {
    let large = large();
    large.replacen(r#"["a", "later"]"#, r#"["a", "later",]"#, 1)
}

pub(super) fn code() -> String {
    let line = "\\tif (a[\\\"key\\\"] == '\\\\n') {\\n\\t\\treturn \\\"\\\";\\n\\t}\\n".repeat(40);
    format!(r#"{{"file_path": "/src/lib.c", "old_string": "{line}", "new_string": "{line}"}}"#)
}

pub(super) fn nested_in_other_order() -> String {
    let steps: Vec<_> = (0..20)
        .map(|id| {
            format!(
                r#"{{"tags": ["a", "later"], "done": false, "text": "Look at part {id} of the whole", "id": {id}, "estimate": 1.5}}"#
            )
        })
        .collect();
    format!(r#"{{"steps": [{}], "title": "A plan"}}"#, steps.join(", "))
}

pub(super) fn internal_first() -> String {
    let one = r#"{"op": "copy", "from": "a/b.txt", "to": "c/d.txt"}, {"op": "resize", "path": "x.png", "width": 640, "height": 480}, {"op": "remove", "path": "tmp", "recursive": true}, {"op": "stop"}, "#;
    format!(r#"{{"commands": [{}{{"op": "stop"}}]}}"#, one.repeat(8))
}

pub(super) fn internal_last() -> String {
    let one = r#"{"from": "a/b.txt", "to": "c/d.txt", "op": "copy"}, {"path": "x.png", "width": 640, "height": 480, "op": "resize"}, {"path": "tmp", "recursive": true, "op": "remove"}, "#;
    format!(r#"{{"commands": [{}{{"op": "stop"}}]}}"#, one.repeat(8))
}

pub(super) fn external() -> String {
    let one = r#""point", {"circle": 5}, {"line": {"from": [1, 2], "to": [3, -4]}}, {"text": {"at": [0, 0], "text": "a label"}}, "#;
    format!(r#"{{"shapes": [{}"point"]}}"#, one.repeat(8))
}

pub(super) fn adjacent() -> String {
    let one = r#"{"type": "text", "data": "hello there"}, {"type": "move", "data": {"x": 5, "y": -7}}, {"type": "quit"}, "#;
    format!(r#"{{"messages": [{}{{"type": "quit"}}]}}"#, one.repeat(10))
}

pub(super) fn integers() -> String {
    let integers: Vec<_> = (0..15_000_i64)
        .map(|number| (number * 7_919 % 100_003 - 5_000).to_string())
        .collect();
    format!(r#"{{"points": [{}]}}"#, integers.join(","))
}

pub(super) fn floats() -> String {
    let floats: Vec<_> = (0..15_000_i64)
        .map(|number| format!("{}.{:02}", number * 31 % 997 - 200, number % 100))
        .collect();
    format!(r#"{{"samples": [{}]}}"#, floats.join(","))
}

pub(super) fn long_floats() -> String {
    let floats: Vec<_> = (0..5_000_i64)
        .map(|number| {
            format!(
                "{}.{:015}",
                number % 90 + 10,
                number * 7_919_123_457 % 999_999_999_999_989
            )
        })
        .collect();
    format!(r#"{{"samples": [{}]}}"#, floats.join(","))
}

pub(super) fn optional() -> String {
    let one = r#"{"name": "a", "enabled": true, "level": 3, "ratio": null, "tags": ["x"]}, {"name": null, "timeout": 30}, {"note": "none", "retries": 2}, {}, "#;
    format!(r#"{{"settings": [{}{{}}]}}"#, one.repeat(10))
}

pub(super) fn raw_unicode() -> String {
    let text = "Größenänderung überprüft, 東京の天気は晴れ. ".repeat(3_500);
    format!(r#"{{"file_path": "/a", "old_string": "", "new_string": "{text}"}}"#)
}

pub(super) fn escaped() -> String {
    let text = r"Gr\u00f6\u00dfe \u6771\u4eac\u306e\u5929\u6c17 ".repeat(5_000);
    format!(r#"{{"file_path": "/a", "old_string": "", "new_string": "{text}"}}"#)
}

pub(super) fn flattened() -> String {
    let one = r#"{"table": "users", "limit": 10, "offset": 20, "by": "name", "descending": true}, {"table": "orders", "limit": 5, "offset": 0}, "#;
    format!(
        r#"{{"queries": [{}{{"table": "a", "limit": 1, "offset": 0}}]}}"#,
        one.repeat(10)
    )
}

pub(super) fn untagged() -> String {
    let one = r#"1.5, "text", {"url": "https://example.com/", "title": "An example"}, {"from": 1, "to": 9}, "#;
    format!(r#"{{"values": [{}"end"]}}"#, one.repeat(10))
}

pub(super) fn maps() -> String {
    let counts: Vec<_> = (0..200)
        .map(|number| format!(r#""word{number}": {number}"#))
        .collect();
    let labels: Vec<_> = (0..30)
        .map(|number| format!(r#""l{number}": {{"en": "label", "de": "Etikett"}}"#))
        .collect();
    format!(
        r#"{{"counts": {{{}}}, "labels": {{{}}}}}"#,
        counts.join(", "),
        labels.join(", ")
    )
}

pub(super) fn open() -> String {
    let one = r#"{"name": "start", "at": 1700000000, "host": "a", "pid": 42, "tags": ["x", "y"]}, {"name": "stop", "at": 1700000001, "code": null, "more": {"a": 1}}, "#;
    format!(
        r#"{{"events": [{}{{"name": "end", "at": 1}}]}}"#,
        one.repeat(10)
    )
}

pub(super) fn chat() -> String {
    let function = json!({"name": "edit_file", "arguments": code()});
    let call = json!({"id": "call_1", "type": "function", "function": function});
    let message = json!({"role": "assistant", "content": null, "tool_calls": [call]});
    json!({"choices": [{"index": 0, "message": message, "finish_reason": "tool_calls"}]})
        .to_string()
}

pub(super) fn response() -> String {
    let call = json!({"type": "function_call", "id": "fc_1", "call_id": "call_1", "name": "edit_file", "arguments": code(), "status": "completed"});
    json!({"id": "resp_1", "status": "completed", "incomplete_details": null, "output": [call]})
        .to_string()
}

pub(super) fn message() -> String {
    let call = json!({"type": "tool_use", "id": "toolu_1", "name": "edit_file", "input": input()});
    json!({"role": "assistant", "content": [call], "stop_reason": "tool_use"}).to_string()
}

pub(super) fn candidate() -> String {
    let part = json!({"functionCall": {"name": "edit_file", "args": input()}});
    let content = json!({"role": "model", "parts": [part]});
    json!({"candidates": [{"content": content, "finishReason": "STOP", "index": 0}]}).to_string()
}

pub(super) fn converse() -> String {
    let call = json!({"toolUseId": "tooluse_1", "name": "edit_file", "input": input()});
    let message = json!({"role": "assistant", "content": [{"toolUse": call}]});
    json!({"output": {"message": message}, "stopReason": "tool_use"}).to_string()
}

pub(super) fn chat_line() -> String {
    let function = json!({"name": "edit_file", "arguments": input()});
    let message =
        json!({"role": "assistant", "content": "", "tool_calls": [{"function": function}]});
    json!({"model": "a", "message": message, "done": true, "done_reason": "stop"}).to_string()
}

/// A call of many small values, as an object.
pub(super) fn message_of_values() -> String {
    let input = json!({"table": "points", "rows": vec![json!([1, -2.5, true, null, "x"]); 400]});
    let call = json!({"type": "tool_use", "id": "toolu_1", "name": "insert", "input": input});
    json!({"role": "assistant", "content": [call], "stop_reason": "tool_use"}).to_string()
}

fn input() -> Value {
    serde_json::from_str(&code()).unwrap_or_default()
}
