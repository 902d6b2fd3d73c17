//! A second failure of the same kind, and the shape that it is answered with.
#![expect(dead_code, reason = "the fields are not read")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::feedback::TextLimits;
use tool_core::{Definition, Issues, Tool, ToolArg, ToolArgError};

/// Replace exact strings in a file.
#[derive(Debug, Tool)]
#[tool(check = "reachable")]
struct EditFile {
    file_path: String,
    edits: Vec<Edit>,
    #[serde(default)]
    mode: Option<Mode>,
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
}

#[derive(Debug, ToolArg)]
struct Edit {
    old: String,
    new: String,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Read,
    Write,
}

fn reachable(call: &EditFile, issues: &mut Issues) {
    issues.add("file_path", format!("{} is not reachable", call.file_path));
}

#[track_caller]
fn error<T: Tool + Debug>(raw: &str) -> ToolArgError {
    T::parse(raw).expect_err("the call is refused")
}

/// The last line, for the schema of a tool.
fn shape(schema: &Value, limits: TextLimits) -> String {
    let tool = Definition::new("t", "A tool.", schema.clone()).expect("a schema");
    let error = tool.parse("no JSON").expect_err("it is refused");
    let text = error.render_within(Style::ListAgain, limits);
    text.lines().last().unwrap_or_default().to_owned()
}

fn of(property: &Value) -> String {
    let schema = json!({"type": "object", "properties": {"p": property}, "required": ["p"]});
    let shape = shape(&schema, TextLimits::default());
    let inside = shape
        .strip_prefix("{\"p\": ")
        .and_then(|rest| rest.strip_suffix('}'));
    inside.unwrap_or(&shape).to_owned()
}

#[test]
fn same_failure_compares_paths_and_kinds() {
    let same = |a: &str, b: &str| error::<EditFile>(a).is_same_failure(&error::<EditFile>(b));
    assert!(same(
        r#"{"edits": 5, "mode": "reed"}"#,
        r#"{"edits": 6, "mode": "rite"}"#
    ));
    assert!(
        same(r#"{"x": 1, "y": 2}"#, r#"{"y": 1, "x": 2}"#),
        "the order of unknown keys says nothing"
    );
    assert!(same("{\"a\" 1}", "{\"b\" 2}"), "neither is JSON");
    let check = |path: &str| format!(r#"{{"file_path": "{path}", "edits": []}}"#);
    assert!(
        same(&check("/a"), &check("/b")),
        "the words of a check name what was sent"
    );
    assert!(
        !same(r#"{"edits": 5}"#, r#"{"edits": []}"#),
        "one is mended"
    );
    assert!(
        !same(
            r#"{"edits": [5]}"#,
            r#"{"edits": [{"old": "a", "new": "b"}, 5]}"#
        ),
        "another place"
    );
    assert!(!same("{}", r#"{"file_path": 5}"#), "another kind");
    let two = |name: &str| {
        let tool = Definition::new(name, "A tool.", json!({"type": "object"})).expect("a schema");
        tool.parse("5").expect_err("it is refused")
    };
    assert!(two("a").is_same_failure(&two("a")));
    assert!(!two("a").is_same_failure(&two("b")), "another tool");
}

#[test]
fn list_again_ends_with_the_shape() {
    assert_snapshot!(error::<EditFile>(r#"{"edits": [{"old": "x"}], "context": 25}"#).render(Style::ListAgain), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - file_path: Required
    - edits[0].new: Required
    - context: expected at most 20, got 25
    The arguments must have this shape, where ? marks what is optional:
    {"file_path": string, "edits": [{"old": string, "new": string}], "mode"?: "read" | "write" | null, "context"?: integer 0..20}
    "#);
}

#[test]
fn debug_output_of_an_error_omits_its_schema() {
    let shown = format!("{:?}", error::<EditFile>("{}"));
    assert!(!shown.contains("properties"), "{shown}");
}

#[test]
fn shape_shows_scalars() {
    assert_snapshot!(of(&json!({"type": "string"})), @"string");
    assert_snapshot!(of(&json!({"type": "string", "minLength": 1, "maxLength": 40})), @"string (1..40 characters)");
    assert_snapshot!(of(&json!({"type": "string", "format": "date", "pattern": "^2"})), @"string (date, matches ^2)");
    assert_snapshot!(of(&json!({"type": "integer", "minimum": 0, "maximum": 20})), @"integer 0..20");
    assert_snapshot!(of(&json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1, "multipleOf": 0.25})), @"number >0 <=1 multiple of 0.25");
    assert_snapshot!(of(&json!({"type": ["boolean", "null"]})), @"boolean | null");
    assert_snapshot!(of(&json!({"enum": ["a", 1, null]})), @r#""a" | 1 | null"#);
    assert_snapshot!(of(&json!({"enum": (0..20).collect::<Vec<_>>()})), @"0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | …");
    assert_snapshot!(of(&json!({"oneOf": [{"const": "asc", "description": "Up."}, {"const": "desc"}]})), @r#""asc" | "desc""#);
    assert_snapshot!(of(&json!(true)), @"any");
    assert_snapshot!(of(&json!({"description": "Anything."})), @"any");
}

#[test]
fn shape_shows_arrays_and_objects() {
    assert_snapshot!(of(&json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": true})), @"[string] (1.. items, all different)");
    assert_snapshot!(of(&json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 2, "maxItems": 2})), @"[string, integer]");
    assert_snapshot!(of(&json!({"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}})), @"[string, ...[integer]]");
    assert_snapshot!(of(&json!({"type": "array"})), @"array");
    assert_snapshot!(of(&json!({"type": "object"})), @"object");
    assert_snapshot!(of(&json!({"type": "object", "additionalProperties": false})), @"{}");
    assert_snapshot!(of(&json!({"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1})), @"{[key]: integer} (1.. properties)");
    assert_snapshot!(of(&json!({"type": "object", "patternProperties": {"^x-": {"type": "string"}}})), @"{[key that matches ^x-]: string}");
}

/// Search.
#[derive(Debug, Tool)]
struct Search {
    query: Query,
    #[serde(flatten)]
    page: Page,
    #[serde(default)]
    labels: BTreeMap<String, u32>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Query {
    Text { text: String },
    Both { left: Box<Self>, right: Box<Self> },
    All,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Page {
    Number { page: u32 },
    After { after: String },
}

#[test]
fn shape_of_recursive_unions_is_finite() {
    assert_snapshot!(error::<Search>("{}").render(Style::ListAgain), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - query: Required, {kind: "text", text} or {kind: "both", left, right} or {kind: "all"}
    - expected {"page": integer, …} or {"after": string, …}
    The arguments must have this shape, where ? marks what is optional:
    {"query": {"kind": "text", "text": string} | {"kind": "both", "left": …, "right": …} | {"kind": "all"}, "labels"?: {[key]: integer 0..}} & ({"page": integer 0..} | {"after": string})
    "#);
}

#[test]
fn shape_is_shortened_to_its_limit() {
    let wide = |depth: usize| {
        let mut schema = json!({"type": "string"});
        for _ in 0..depth {
            let properties = json!({"first": schema, "second": schema, "note": {"type": "string"}});
            schema = json!({"type": "object", "properties": properties, "required": ["first"], "additionalProperties": false});
        }
        schema
    };
    for depth in 1..9 {
        let shape = shape(&wide(depth), TextLimits::default());
        assert!(shape.chars().count() <= 1000, "{shape}");
    }
    assert_snapshot!(shape(&wide(8), TextLimits::default().shape(400)), @r#"{"first": {"first": {"first": {…}, "second"?: {…}, "note"?: string}, "second"?: {"first": {…}, "second"?: {…}, "note"?: string}, "note"?: string}, "second"?: {"first": {"first": {…}, "second"?: {…}, "note"?: string}, "second"?: {"first": {…}, "second"?: {…}, "note"?: string}, "note"?: string}, "note"?: string}"#);
    assert_snapshot!(shape(&wide(8), TextLimits::default().shape(0)), @r#"{"first": {…}, "second"?: {…}, "note"?: string}"#);
    let tool = Definition::new("t", "A tool.", wide(5)).expect("a schema");
    let call = json!({"first": {"first": {"first": {"first": {"first": {}}}}}});
    let error = tool.parse(&call.to_string()).expect_err("it is refused");
    assert_snapshot!(error.render_within(Style::ListAgain, TextLimits::default().shape(250)), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - first.first.first.first.first: expected string, got object {}
    The arguments must have this shape, where ? marks what is optional:
    {"first": {"first": {"first": {"first": {"first": string, "second"?: string, "note"?: string}, "second"?: {…}, "note"?: string}, "second"?: {…}, "note"?: string}, "second"?: {…}, "note"?: string}, "second"?: {…}, "note"?: string}
    "#);
}

#[test]
fn shape_of_doubling_references_is_limited() {
    // Written out, the first definition holds the last one 2^60 times.
    let mut definitions = serde_json::Map::new();
    for number in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", number + 1)});
        let schema = json!({"type": "object", "properties": {"a": next, "b": next}});
        definitions.insert(format!("d{number}"), schema);
    }
    definitions.insert("d60".to_owned(), json!({"type": "string"}));
    let schema = json!({"$ref": "#/$defs/d0", "$defs": definitions});
    assert_snapshot!(shape(&schema, TextLimits::default().shape(200)), @r#"{"a"?: {"a"?: {"a"?: {…}, "b"?: {…}}, "b"?: {"a"?: {…}, "b"?: {…}}}, "b"?: {"a"?: {"a"?: {…}, "b"?: {…}}, "b"?: {"a"?: {…}, "b"?: {…}}}}"#);
}

#[test]
fn unchecked_tool_has_no_shape() {
    let schema = json!({"type": 5, "properties": [], "required": {}, "$ref": "x", "anyOf": 1});
    let tool = Definition::unchecked("t", "A tool.", schema);
    let error = tool.parse("no JSON").expect_err("it is refused");
    assert_snapshot!(error.render(Style::ListAgain), @r"
    Nothing was run. Send the whole call again with these fixed:
    - the arguments are not valid JSON: expected a JSON object
    ");
}
