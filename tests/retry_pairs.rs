//! A misnamed key and its missing property are one issue. Recorded calls confirm that.

use insta::assert_snapshot;
use serde_json::{Map, Value, json};
use tests::{shared_rows, shared_text};
use tool_core::feedback::Style;
use tool_core::{Definition, Leniency, ToolArgError};

/// Returns the error for a schema with these properties. The first ones are required.
#[track_caller]
fn error(properties: &Value, required: &[&str], closed: bool, raw: &str) -> ToolArgError {
    let mut schema = json!({"type": "object", "properties": properties, "required": required});
    if closed {
        schema["additionalProperties"] = json!(false);
    }
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    definition.parse(raw).expect_err("it is refused")
}

/// The errors as the instruction tells them, of an open and of a closed object.
#[track_caller]
fn describe(properties: &Value, required: &[&str], raw: &str) -> String {
    let words = |closed| {
        let text = error(properties, required, closed, raw).to_string();
        let (_, errors) = text.split_once("Errors: ").expect("a list of errors");
        errors.to_owned()
    };
    format!("open:   {}\nclosed: {}", words(false), words(true))
}

#[test]
fn names_the_key_nearest_to_a_missing_property() {
    let properties = json!({"file_path": {"type": "string"}, "limit": {"type": "integer"}});
    assert_snapshot!(describe(&properties, &["file_path"], r#"{"path": "a", "limit": 1}"#), @r#"
    open:   file_path: Required (sent as "path"?)
    closed: file_path: Required (sent as "path"?)
    "#);
    assert_snapshot!(describe(&properties, &["file_path"], r#"{"path": "a", "limit": "x"}"#), @r#"
    open:   file_path: Required (sent as "path"?); limit: expected integer, got string
    closed: file_path: Required (sent as "path"?); limit: expected integer, got string
    "#);
    assert_snapshot!(describe(&properties, &["file_path", "limit"], r#"{"path": "a", "limits": 1}"#), @r#"
    open:   file_path: Required (sent as "path"?); limit: Required (sent as "limits"?)
    closed: file_path: Required (sent as "path"?); limit: Required (sent as "limits"?)
    "#);
    assert_snapshot!(describe(&json!({"contents": {"type": "string"}}), &["contents"], r#"{"content": 5}"#), @r#"
    open:   contents: Required (sent as "content"?)
    closed: contents: Required (sent as "content"?)
    "#);
    assert_snapshot!(describe(&json!({"payment_id": {}, "note": {}}), &["payment_id"], r#"{"id": 5}"#), @r#"
    open:   payment_id: Required (sent as "id"?)
    closed: payment_id: Required (sent as "id"?)
    "#);
}

#[test]
fn pairs_the_only_key_with_the_only_missing_property_if_its_type_fits() {
    let properties = json!({"folder": {"type": "string"}, "deep": {"type": "boolean"}});
    assert_snapshot!(describe(&properties, &["folder"], r#"{"path": "a"}"#), @r#"
    open:   folder: Required ("path" is unknown)
    closed: folder: Required ("path" is unknown)
    "#);
    assert_snapshot!(describe(&properties, &["folder"], r#"{"path": ["a"]}"#), @r#"
    open:   folder: Required ("path" is unknown)
    closed: folder: Required; path: unknown key
    "#);
    assert_snapshot!(describe(&properties, &["folder"], r#"{"path": null}"#), @"
    open:   folder: Required
    closed: folder: Required
    ");
    assert_snapshot!(describe(&properties, &["folder", "deep"], r#"{"path": "a"}"#), @r#"
    open:   folder: Required ("path" is unknown); deep: Required
    closed: folder: Required; deep: Required; path: unknown key
    "#);
    assert_snapshot!(describe(&properties, &["folder"], r#"{"path": "a", "dir": "b"}"#), @r#"
    open:   folder: Required ("path", "dir" are unknown)
    closed: folder: Required; path: unknown key; dir: unknown key
    "#);
}

#[test]
fn assigns_each_key_once_nearest_first() {
    let properties = json!({"start": {"type": "integer"}, "end": {"type": "integer"}});
    assert_snapshot!(describe(&properties, &["start"], r#"{"line_start": 1, "line_end": 2}"#), @r#"
    open:   start: Required (sent as "line_start"?; "line_end" is unknown)
    closed: start: Required (sent as "line_start"?); line_end: unknown key; did you mean "end"?
    "#);
    assert_snapshot!(describe(&properties, &["start", "end"], r#"{"line_start": 1, "line_end": 2}"#), @r#"
    open:   start: Required (sent as "line_start"?); end: Required (sent as "line_end"?)
    closed: start: Required (sent as "line_start"?); end: Required (sent as "line_end"?)
    "#);
    assert_snapshot!(describe(&properties, &["start"], r#"{"starts": 1, "line_start": 2}"#), @r#"
    open:   start: Required (sent as "starts"?)
    closed: start: Required (sent as "starts"?); line_start: unknown key
    "#);
    assert_snapshot!(describe(&properties, &["start"], r#"{"line_end": 2}"#), @r#"
    open:   start: Required ("line_end" is unknown; not sent: "end")
    closed: start: Required; line_end: unknown key; did you mean "end"?
    "#);
}

#[test]
fn names_the_key_that_contains_a_missing_property() {
    let properties = json!({"cmd": {"type": "string"}, "background": {"type": "boolean"}});
    assert_snapshot!(describe(&properties, &["cmd"], r#"{"arguments": {"cmd": "ls"}, "background": false}"#), @r#"
    open:   cmd: Required (sent inside "arguments"?)
    closed: cmd: Required (sent inside "arguments"?)
    "#);
    assert_snapshot!(describe(&properties, &["cmd"], r#"{"result": "{\"cmd\": \"ls\"}"}"#), @r#"
    open:   cmd: Required (sent inside "result"?)
    closed: cmd: Required (sent inside "result"?)
    "#);
    assert_snapshot!(describe(&properties, &["cmd"], r#"{"arguments": {"command": "ls"}}"#), @r#"
    open:   cmd: Required ("arguments" is unknown)
    closed: cmd: Required; arguments: unknown key
    "#);
}

#[test]
fn names_unknown_keys_of_open_objects_only_with_a_missing_property() {
    let properties = json!({"a": {"type": "integer"}, "b": {"type": "integer"}});
    assert_snapshot!(describe(&properties, &["a", "b"], r#"{"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}"#), @r#"
    open:   a: Required ("one", "two", "three", "four" and 1 more are unknown); b: Required
    closed: a: Required; b: Required; one: unknown key; two: unknown key; three: unknown key; and 2 more
    "#);
    let schema = json!({"type": "object", "properties": properties, "required": ["a"]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    assert!(definition.parse(r#"{"a": 1, "one": 1}"#).is_ok());
}

#[test]
fn keeps_the_pair_as_data_and_in_every_text() {
    let properties = json!({"file_path": {"type": "string"}, "limit": {"type": "integer"}});
    let error = error(&properties, &["file_path"], true, r#"{"path": "a"}"#);
    assert_eq!(error.issues().len(), 1);
    assert_snapshot!(error.payload()["issues"], @r#"[{"path":"file_path","message":"Required (sent as \"path\"?)","code":"required","expected":["string"],"sent_as":"path"}]"#);
    assert_snapshot!(error.render(Style::List), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - file_path: Required (sent as "path"?)
    "#);
    assert_snapshot!(error.render(Style::Annotated), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "path": "a"
      // "file_path": Required (sent as "path"?)
    }
    "#);
    assert_snapshot!(error.render(Style::Numbered), @r#"
    Parameter validation failed:

    1. Field 'file_path' is required but missing (sent as "path"?)

    Please fix the parameters and try again.
    "#);
    assert_snapshot!(error.render(Style::Preflight), @r#"Invalid arguments: missing required field(s): file_path (sent as "path"?). Please rewrite the input so it satisfies the expected schema."#);
    assert_snapshot!(json!(error.salvage()), @r#"{"value":{"file_path":""},"emptied":["file_path","path"]}"#);
    let error = self::error(
        &properties,
        &["file_path", "limit"],
        false,
        r#"{"hidden": "a", "file_paths": 1}"#,
    );
    let hidden = error.as_sent(r#"{"$KEY": "a"}"#);
    assert_snapshot!(hidden, @"Please rewrite the input with valid arguments. Errors: file_path: Required; limit: Required");
}

#[test]
fn pairs_names_that_differ_in_style_in_strict_mode() {
    let schema = json!({"type": "object", "properties": {"file_path": {}}, "required": ["file_path"], "additionalProperties": false});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let strict = definition.reader().leniency(Leniency::Strict);
    let error = strict
        .read::<Value>(r#"{"filePath": 1}"#)
        .expect_err("it is refused");
    assert_snapshot!(error, @r#"Please rewrite the input with valid arguments. Errors: file_path: Required (sent as "filePath"?)"#);
}

#[test]
fn shows_recursive_shapes_within_a_bound() {
    let nested = json!({"$defs": {
        "list": {"type": "array", "items": {"$ref": "#/$defs/list"}},
        "either": {"anyOf": [{"type": "integer"}, {"type": "array", "items": {"$ref": "#/$defs/either"}}]},
        "tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/tree"}, "right": {"$ref": "#/$defs/tree"}}, "required": ["left"]},
    }, "type": "object", "properties": {
        "list": {"$ref": "#/$defs/list"}, "either": {"$ref": "#/$defs/either"}, "tree": {"$ref": "#/$defs/tree"},
    }, "required": ["list", "either", "tree"]});
    let definition = Definition::new("t", "A tool.", nested).expect("a schema");
    let error = definition.parse("{}").expect_err("it is refused");
    assert_snapshot!(error.render(Style::List), @"
    Nothing was run. Send the whole call again with these fixed:
    - list: Required, array of arrays
    - either: Required, integer or array of (integer | […])
    - tree: Required, {left: {left, …}, right?: {left, …}} (the arguments are empty)
    ");
}

/// The recorded calls of MCP tools and of tau2, with their schemas.
fn recorded() -> Vec<(Value, Value)> {
    let (Some(rows), Some(schemas)) = (
        shared_rows("retries.jsonl"),
        shared_text("retries_schemas.json"),
    ) else {
        return Vec::new();
    };
    let schemas: Value = serde_json::from_str(&schemas).expect("JSON");
    let rows = rows.into_iter();
    let rows = rows.filter(|row| row["source"] == "livemcpbench" || row["source"] == "tau2");
    let with_schema = rows.filter_map(|row| {
        let schema = match &row["schema"] {
            Value::String(key) => schemas[key.as_str()].clone(),
            schema => schema.clone(),
        };
        schema.is_object().then_some((row, schema))
    });
    with_schema.collect()
}

/// For each object that lacks required keys and has undeclared ones: both lists.
fn lacking(schema: &Value, value: &Value, found: &mut Vec<(Vec<String>, Vec<String>)>) {
    match value {
        Value::Object(entries) => {
            let none = Map::new();
            let declared = schema["properties"].as_object().unwrap_or(&none);
            let required = schema["required"].as_array().into_iter().flatten();
            let required = required.filter_map(Value::as_str).map(str::to_owned);
            let missing: Vec<String> = required.filter(|key| !entries.contains_key(key)).collect();
            let undeclared = entries.keys().filter(|key| !declared.contains_key(*key));
            let undeclared: Vec<String> = undeclared.cloned().collect();
            if !declared.is_empty() && !missing.is_empty() && !undeclared.is_empty() {
                found.push((missing, undeclared));
            }
            for (key, value) in entries {
                lacking(&schema["properties"][key], value, found);
            }
        }
        Value::Array(items) => items
            .iter()
            .for_each(|item| lacking(&schema["items"], item, found)),
        _ => {}
    }
}

#[test]
fn names_both_keys_in_recorded_calls() {
    let (mut all, mut named) = (0, 0);
    for (row, schema) in recorded() {
        let mut found = Vec::new();
        lacking(&schema, &row["failed_args"], &mut found);
        if found.is_empty() {
            continue;
        }
        all += 1;
        let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
        let message = match definition.parse(&row["failed_args"].to_string()) {
            Ok(_) => String::new(),
            Err(error) => error.to_string(),
        };
        let is_named = |(missing, undeclared): &(Vec<String>, Vec<String>)| {
            missing.iter().all(|name| message.contains(name.as_str()))
                && undeclared
                    .iter()
                    .all(|name| message.contains(&format!("{name:?}")))
        };
        if found.iter().all(is_named) {
            named += 1;
        } else {
            println!("{} {found:?}: {message}", row["tool"]);
        }
    }
    println!("both names are told in {named} of {all} recorded calls");
    assert!(named * 100 >= all * 93, "{named} of {all}");
}
