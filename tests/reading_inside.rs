//! Faults in a value that a rule has decoded. Each is reported at its own path, together with the
//! others.

#![allow(
    clippy::needless_pass_by_value,
    reason = "values written in place are easier to read"
)]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tool_core::{Definition, Leniency, Tool, ToolArg, ToolArgError};

/// Edit a file.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the values are read alone")]
struct EditFile {
    edits: Vec<Edit>,
    #[serde(default)]
    limits: BTreeMap<String, u8>,
    #[serde(default)]
    retries: Option<u8>,
    #[serde(default)]
    more: Option<Vec<Edit>>,
    #[serde(default)]
    #[tool(json_string)]
    #[schemars(length(min = 2))]
    tags: Option<Vec<String>>,
    #[serde(default)]
    #[schemars(regex(pattern = "^[A-Z]{2}$"))]
    code: Option<String>,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the values are read alone")]
struct Edit {
    old: String,
    new: String,
}

fn list(error: &ToolArgError) -> Vec<String> {
    let line = |issue: &tool_core::issue::Issue| format!("{}: {}", issue.path, issue.message());
    error.issues().iter().map(line).collect()
}

/// Returns the issues of a typed tool. A dynamic tool with its schema must report the same.
fn describe<T: Tool>(raw: &str) -> Vec<String> {
    let typed = list(
        &T::parse(raw)
            .err()
            .unwrap_or_else(|| panic!("{raw} is read")),
    );
    let schema = T::definition().schema().clone();
    let dynamic = Definition::new("tool", "A tool.", schema).expect("a schema");
    let dynamic = list(&dynamic.reader().read::<Value>(raw).unwrap_err());
    assert_eq!(typed, dynamic, "{raw}");
    typed
}

/// The issues of a property `x` of a dynamic tool.
fn describe_at(schema: Value, value: Value) -> Vec<String> {
    let (definition, raw) = at(&schema, &value);
    let read = definition.reader().read::<Value>(&raw);
    list(&read.err().unwrap_or_else(|| panic!("{raw} is read")))
}

/// Returns the value that a dynamic tool reads for its property `x`.
fn read_at(schema: Value, value: Value) -> Value {
    let (definition, raw) = at(&schema, &value);
    let reading = definition.reader().read::<Value>(&raw);
    let mut read = reading.unwrap_or_else(|error| panic!("{raw}: {error}"));
    read.value["x"].take()
}

fn at(schema: &Value, value: &Value) -> (Definition, String) {
    let schema = json!({"type": "object", "properties": {"x": schema}, "required": ["x"]});
    let definition = Definition::new("tool", "A tool.", schema).expect("a schema");
    (definition, json!({"x": value}).to_string())
}

#[test]
fn reports_faults_inside_json_text_at_their_own_paths() {
    let raw = r#"{"edits": "[{\"old\": \"x\"}]"}"#;
    assert_eq!(describe::<EditFile>(raw), ["edits[0].new: Required"]);
    let raw = r#"{"edits": "[{\"old\": \"x\"}, {\"old\": 1.5, \"new\": []}]", "retries": "x"}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        [
            "edits[0].new: Required",
            "edits[1].new: expected string, got array",
            "retries: expected integer or null, got string",
        ]
    );
    let raw = r#"{"edits": [], "more": "[{\"new\": \"x\"}]"}"#;
    assert_eq!(describe::<EditFile>(raw), ["more[0].old: Required"]);
    let raw = r#"{"edits": ["{\"old\": \"x\"}"]}"#;
    assert_eq!(describe::<EditFile>(raw), ["edits[0].new: Required"]);
    let raw = r#"{"edits": "{\"old\": \"x\"}"}"#;
    assert_eq!(describe::<EditFile>(raw), ["edits[0].new: Required"]);
    let raw = r#"{"edits": [], "tags": "[\"a\"]"}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        ["tags: expected at least 2 items or null, got 1"]
    );
    let raw = r#"{"edits": [], "tags": "[[]]"}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        [
            "tags: expected at least 2 items or null, got 1",
            "tags[0]: expected string, got array",
        ]
    );
}

#[test]
fn reports_faults_inside_json_text_of_all_arguments() {
    let raw = r#""{\"edits\": [{\"old\": \"x\"}]}""#;
    assert_eq!(describe::<EditFile>(raw), ["edits[0].new: Required"]);
    let raw = r#"{"arguments": {"edits": [{"old": "x"}]}}"#;
    assert_eq!(describe::<EditFile>(raw), ["edits[0].new: Required"]);
    let raw = r#"{"edits": {"edits": [{"old": "x"}]}}"#;
    assert_eq!(describe::<EditFile>(raw), ["edits[0].new: Required"]);
    let raw = r#"{"arguments": {"path": "x"}}"#;
    assert!(describe::<EditFile>(raw)[0].starts_with("edits: Required"));
}

#[test]
fn reports_broken_or_truncated_json_text_at_its_field() {
    let raw = r#"{"edits": "[{\"old\": \"x\", \"new\" \"y\"}]"}"#;
    let of_broken = describe::<EditFile>(raw);
    assert_eq!(of_broken.len(), 1);
    assert!(
        of_broken[0].starts_with("edits: not valid JSON: expected "),
        "{of_broken:?}"
    );
    let raw = r#"{"edits": "[{\"old\": \"x\", \"ne"}"#;
    let of_cut = describe::<EditFile>(raw);
    assert!(
        of_cut[0].starts_with("edits: not valid JSON: expected the rest of the text"),
        "{of_cut:?}"
    );
    let raw = r#"{"edits": "[{\"old\": \"x\", \"old\": \"y\"}]"}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        [
            "edits[0].old: sent twice with different values; send it once",
            "edits[0].new: Required",
        ]
    );
    for prose in ["no edits", "[WARN] none", "{see above}", "see [1]"] {
        let raw = json!({"edits": prose}).to_string();
        assert_eq!(
            describe::<EditFile>(&raw),
            ["edits: expected array of {old: string, new: string}, got string"]
        );
    }
}

#[test]
fn reports_the_bound_that_a_coerced_value_breaks() {
    let raw = r#"{"edits": [], "retries": "300"}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        ["retries: expected an integer from 0 to 255 or null, got \"300\""]
    );
    let raw = r#"{"edits": [], "code": 12}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        ["code: expected text that matches ^[A-Z]{2}$ or null, got 12"]
    );
    let up_to_255 = json!({"type": "integer", "maximum": 255});
    let above = ["x: expected at most 255, got \"300\""];
    assert_eq!(describe_at(up_to_255.clone(), json!("300")), above);
    let above = ["x: expected integer at most 255 or \"all\", got \"300\""];
    assert_eq!(
        describe_at(
            json!({"anyOf": [up_to_255.clone(), {"const": "all"}]}),
            json!("300")
        ),
        above
    );
    assert_eq!(
        describe_at(
            json!({"anyOf": [{"const": "all"}, up_to_255.clone()]}),
            json!("300")
        ),
        above
    );
    assert_eq!(
        describe_at(up_to_255.clone(), json!([300])),
        ["x: expected at most 255, got [300]"]
    );
    assert_eq!(
        describe_at(up_to_255.clone(), json!("many")),
        ["x: expected integer, got string"]
    );
    assert_eq!(
        describe_at(up_to_255, json!("1.5")),
        ["x: expected integer, got \"1.5\""]
    );
    let fives = json!({"type": "integer", "multipleOf": 5});
    assert_eq!(
        describe_at(fives, json!("7")),
        ["x: expected a multiple of 5, got \"7\""]
    );
    let two = json!({"type": "array", "items": {"type": "string"}, "minItems": 2});
    assert_eq!(
        describe_at(two.clone(), json!("a")),
        ["x: expected array of at least 2 strings, got string"]
    );
    assert_eq!(
        describe_at(two.clone(), json!("a, b")),
        ["x: expected array of at least 2 strings, got string"]
    );
    assert_eq!(
        describe_at(two, json!(5)),
        ["x: expected array of at least 2 strings, got integer"]
    );
    let long = json!({"type": "string", "minLength": 3});
    assert_eq!(
        describe_at(long, json!(12)),
        ["x: expected at least 3 characters, got 2"]
    );
}

#[test]
fn reports_item_faults_together_with_the_item_count() {
    let schema = json!({"type": "array", "items": {"type": "integer"}, "maxItems": 2});
    assert_eq!(
        describe_at(schema, json!([1, "two", 3])),
        [
            "x: expected at most 2 items, got 3",
            "x[1]: expected integer, got string"
        ]
    );
}

#[test]
fn reports_faults_inside_map_entries_at_the_paths_of_the_map() {
    let raw =
        r#"{"edits": [], "limits": [{"key": "cpu", "value": 300}, {"key": "m", "value": 1}]}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        ["limits.cpu: expected an integer from 0 to 255, got 300"]
    );
    let raw = r#"{"edits": [], "limits": [{"key": "cpu", "value": 300}]}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        ["limits.cpu: expected an integer from 0 to 255, got 300"]
    );
    let raw = r#"{"edits": [], "limits": [{"key": "cpu", "value": 1}, {"key": "cpu", "value": 2}, {"key": "m", "value": "x"}]}"#;
    assert_eq!(
        describe::<EditFile>(raw),
        [
            "limits.cpu: sent twice with different values; send it once",
            "limits.m: expected integer, got string",
        ]
    );
    let by_number = json!({
        "type": "object",
        "patternProperties": {"^\\d+$": {"type": "array"}},
        "additionalProperties": false,
    });
    assert_eq!(
        describe_at(by_number, json!([{"key": "x1", "value": []}])),
        [r#"x.x1: invalid key: expected text that matches ^\d+$, got "x1""#]
    );
    let one =
        json!({"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1});
    assert_eq!(
        describe_at(one, json!([])),
        ["x: expected at least 1 property, got 0"]
    );
}

#[test]
fn reads_map_entries_of_free_maps() {
    for map in [
        json!({"type": "object"}),
        json!({"type": "object", "additionalProperties": true}),
        json!({"type": "object", "additionalProperties": {}}),
        json!({"anyOf": [{"type": "object"}, {"type": "null"}]}),
    ] {
        let entry = json!({"key": "env", "value": "prod"});
        assert_eq!(read_at(map.clone(), json!([])), json!({}), "{map}");
        assert_eq!(
            read_at(map.clone(), json!([entry])),
            json!({"env": "prod"}),
            "{map}"
        );
        assert_eq!(read_at(map.clone(), entry.clone()), entry, "{map}");
        let two = json!([{"key": "a", "value": 1}, {"key": "b", "value": [2]}]);
        assert_eq!(
            read_at(map.clone(), two.clone()),
            json!({"a": 1, "b": [2]}),
            "{map}"
        );
        let text = json!(two.to_string());
        assert_eq!(read_at(map, text), json!({"a": 1, "b": [2]}));
    }
    let any = json!({});
    assert_eq!(
        read_at(any, json!([{"key": "a", "value": 1}])),
        json!([{"key": "a", "value": 1}])
    );
    let declared = json!({"type": "object", "properties": {"key": {}}});
    assert_eq!(
        read_at(declared, json!([{"key": "a", "value": 1}])),
        json!({"key": "a", "value": 1})
    );
}

#[test]
fn reads_the_text_of_one_object_as_an_array_of_it() {
    let items =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
    let objects = json!({"type": "array", "items": items});
    assert_eq!(
        read_at(objects.clone(), json!(r#"{"n": "1"}"#)),
        json!([{"n": 1}])
    );
    let optional = json!({"anyOf": [objects, {"type": "null"}]});
    assert_eq!(read_at(optional, json!(r#"{"n": 1}"#)), json!([{"n": 1}]));
    let any = json!({"type": "array"});
    assert_eq!(
        describe_at(any, json!(r#"{"n": 1}"#)),
        ["x: expected array, got string"]
    );
    let integers = json!({"type": "array", "items": {"type": "integer"}});
    assert_eq!(
        describe_at(integers, json!(r#"{"n": 1}"#)),
        ["x: expected array of integers, got string"]
    );
}

#[test]
fn reads_json_text_before_closing_tags() {
    let integers = json!({"type": "array", "items": {"type": "integer"}});
    let with_namespace = concat!("</antml", ":parameter>");
    for tags in [
        "</parameter>",
        "</parameter>\n</invoke>",
        "</arg_value></tool_call>",
        with_namespace,
    ] {
        let text = json!(format!("[1, 2]{tags}"));
        assert_eq!(read_at(integers.clone(), text), json!([1, 2]), "{tags}");
    }
    for rest in ["</b>", "<parameter>", " and more", "</parameter> [3]"] {
        let text = json!(format!("[1, 2]{rest}"));
        assert_eq!(describe_at(integers.clone(), text).len(), 1, "{rest}");
    }
}

#[test]
fn reads_text_in_unions_of_constants_and_other_types() {
    let all_or_object = json!({"anyOf": [{"const": "all"}, {"type": "object", "required": ["a"]}]});
    assert_eq!(
        read_at(all_or_object.clone(), json!(r#"{"a": 1}"#)),
        json!({"a": 1})
    );
    assert_eq!(read_at(all_or_object.clone(), json!("ALL")), json!("all"));
    assert_eq!(describe_at(all_or_object, json!("{}")), ["x.a: Required"]);
    let auto_or_list =
        json!({"anyOf": [{"enum": ["auto"]}, {"type": "array", "items": {"type": "integer"}}]});
    assert_eq!(
        read_at(auto_or_list.clone(), json!("[1, 2]")),
        json!([1, 2])
    );
    let auto_or_list_of_text =
        json!({"anyOf": [{"enum": ["auto"]}, {"type": "array", "items": {"type": "string"}}]});
    assert_eq!(
        describe_at(auto_or_list_of_text.clone(), json!("autto")).len(),
        1
    );
    assert_eq!(
        read_at(auto_or_list_of_text, json!("[\"a\"]")),
        json!(["a"])
    );
    let color_or_null = json!({"anyOf": [{"enum": ["red", "blue"]}, {"type": "null"}]});
    assert_eq!(read_at(color_or_null, json!("None")), json!(null));
    let none_or_null = json!({"anyOf": [{"enum": ["none", "blue"]}, {"type": "null"}]});
    assert_eq!(read_at(none_or_null, json!("None")), json!("none"));
    let bracket = json!({"anyOf": [{"const": "[1]"}, {"type": "array"}]});
    assert_eq!(read_at(bracket, json!("[1]")), json!("[1]"));
    let text_too = json!({"anyOf": [{"const": "all"}, {"type": "string"}, {"type": "array"}]});
    assert_eq!(read_at(text_too, json!("[1]")), json!("[1]"));
}

#[test]
fn rejects_placeholders_and_lists_as_a_single_item_of_an_array() {
    let texts = json!({"type": "array", "items": {"type": "string"}});
    assert_eq!(read_at(texts.clone(), json!("a b")), json!(["a b"]));
    assert_eq!(read_at(texts.clone(), json!("a < b")), json!(["a < b"]));
    for text in [
        "a|b",
        "a, b",
        "a; b",
        "a\nb",
        "<item>a</item>",
        "none",
        "N/A",
        "unknown",
        "undefined",
        "null",
        "",
    ] {
        assert_eq!(
            describe_at(texts.clone(), json!(text)),
            ["x: expected array of strings, got string"],
            "{text}"
        );
    }
}

/// Keep what comes.
#[derive(Debug, Tool)]
struct Keep {
    any: Value,
    #[serde(default)]
    wide: Option<u128>,
}

/// Keep what comes, and more.
#[derive(Debug, Tool)]
#[tool(open)]
#[expect(dead_code, reason = "the values are read alone")]
struct KeepOpen {
    name: String,
}

#[test]
fn reports_integers_that_would_be_rounded_in_free_places() {
    const WIDE: &str = "12345678901234567890123";
    let words = "expected an integer of at most 64 bits, or its digits in double quotes, got 12345678901234567890123";
    assert_eq!(
        describe::<Keep>(&format!(r#"{{"any": {{"n": [{WIDE}]}}}}"#)),
        [format!("any.n[0]: {words}")]
    );
    assert_eq!(
        describe::<Keep>(&format!(r#"{{"any": {WIDE}}}"#)),
        [format!("any: {words}")]
    );
    assert_eq!(
        describe::<KeepOpen>(&format!(r#"{{"name": "a", "id": {WIDE}, "list": [-9223372036854775809]}}"#)),
        [
            format!("id: {words}"),
            "list[0]: expected an integer of at most 64 bits, or its digits in double quotes, got -9223372036854775809".to_owned(),
        ]
    );
    let free = json!({"type": "object"});
    let text = json!(format!(r#"{{"n": {WIDE}}}"#));
    assert_eq!(describe_at(free, text), [format!("x.n: {words}")]);
    let raw = r#"{"any": [18446744073709551615, -9223372036854775808, 1e30, 0.1234567890123456789012345]}"#;
    let keep = Keep::parse(raw).expect("no integer is too wide");
    assert_eq!(
        keep.any,
        json!([u64::MAX, i64::MIN, 1e30, 0.123_456_789_012_345_68])
    );
    let keep = Keep::parse(&format!(r#"{{"any": 1, "wide": {WIDE}}}"#)).expect("a wide field");
    assert_eq!(keep.wide, WIDE.parse().ok());
}

/// Change rows of a table.
#[derive(Debug, Tool)]
struct ChangeRows {
    table: String,
    #[serde(flatten)]
    op: Op,
}

#[derive(Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "op")]
enum Op {
    Insert {
        row: Vec<String>,
    },
    Delete {
        id: u32,
        #[serde(default)]
        cascade: bool,
    },
}

#[test]
fn drops_fillers_of_other_variants() {
    let raw = r#"{"table": "t", "op": "Delete", "id": 5, "row": [], "cascade": false}"#;
    let change = ChangeRows::parse(raw).expect("a filler");
    assert_eq!(change.table, "t");
    assert_eq!(
        change.op,
        Op::Delete {
            id: 5,
            cascade: false
        }
    );
    let raw = r#"{"table": "t", "op": "Insert", "row": ["a"], "id": 0, "cascade": false}"#;
    let reading = ChangeRows::definition()
        .reader()
        .read::<ChangeRows>(raw)
        .expect("fillers");
    let repairs: Vec<_> = reading
        .repairs
        .iter()
        .map(|repair| (repair.rule.as_str(), repair.path.to_string()))
        .collect();
    assert_eq!(
        repairs,
        [
            ("filler_of_other_variant", "id".to_owned()),
            ("filler_of_other_variant", "cascade".to_owned()),
        ]
    );
    for raw in [
        r#"{"table": "t", "op": "Delete", "id": 5, "row": ["a"]}"#,
        r#"{"table": "t", "op": "Delete", "id": 5, "rows": []}"#,
        r#"{"table": "t", "op": "Insert", "row": ["a"], "id": 5}"#,
        r#"{"table": "t", "op": "Insert", "row": ["a"], "cascade": true}"#,
    ] {
        assert!(ChangeRows::parse(raw).is_err(), "{raw}");
    }
    let raw = r#"{"table": "t", "op": "Delete", "id": 5, "row": []}"#;
    let reader = ChangeRows::definition().reader().leniency(Leniency::Strict);
    assert!(reader.read::<ChangeRows>(raw).is_err());
}

#[test]
fn salvages_the_declared_type_from_text() {
    let raw = r#"{"edits": "[{\"old\": \"x\"}]", "limits": "{\"a\": ", "retries": "300"}"#;
    let error = EditFile::parse(raw).unwrap_err();
    let salvage = error.salvage();
    assert_eq!(
        salvage.value,
        json!({"edits": [{"old": "x", "new": ""}], "limits": {}, "retries": 0})
    );
}
