//! A value that is none of the alternatives of a union is told all of them: an obedient
//! model must not be led to a valid call that it did not mean.
#![expect(dead_code, reason = "the fields are not read")]

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::{Definition, Tool, ToolArg};

/// What is told of the value at `x` of a schema, without the text around it.
#[track_caller]
fn at(place: &Value, sent: &str) -> String {
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let error = definition.parse(&format!(r#"{{"x": {sent}}}"#));
    errors(&error.expect_err("it is refused").to_string())
}

#[track_caller]
fn told<T: Tool + std::fmt::Debug>(raw: &str) -> String {
    errors(&T::parse(raw).expect_err("it is refused").to_string())
}

fn errors(text: &str) -> String {
    let (_, errors) = text.split_once("Errors: ").expect("a list of errors");
    errors.to_owned()
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Ex {
    Open,
    Closed,
    Custom(u8),
    Point { x: u8 },
}

/// A tool.
#[derive(Debug, Tool)]
struct External {
    e: Ex,
    optional: Option<Ex>,
}

#[test]
fn names_all_forms_of_an_externally_tagged_enum() {
    assert_snapshot!(told::<External>(r#"{"e": "custom"}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got "custom""#);
    assert_snapshot!(told::<External>(r#"{"e": "opn"}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got "opn""#);
    assert_snapshot!(told::<External>(r#"{"e": {"open": null}}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}; did you mean "open"?"#);
    assert_snapshot!(told::<External>(r#"{"e": {"open": {}}}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}; did you mean "open"?"#);
    assert_snapshot!(told::<External>(r#"{"e": {"type": "point", "x": 1}}"#), @r#"e: expected "open", "closed", {"custom": …} or {"point": …}; "type", "x" are unknown"#);
    assert_snapshot!(told::<External>(r#"{"e": 5}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got 5"#);
    assert_snapshot!(told::<External>(r#"{"e": {}}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}"#);
    assert_snapshot!(told::<External>(r#"{"e": {"pont": {"x": 1}}}"#), @r#"e.point: Required, {x: integer} (sent as "pont"?)"#);
    assert_snapshot!(told::<External>(r#"{"e": {"point": {"y": 1}}}"#), @r#"e.point.x: Required (sent as "y"?)"#);
    assert_snapshot!(told::<External>(r#"{"e": "open", "optional": "custom"}"#), @r#"optional: expected "open", "closed", {"custom": integer}, {"point": {"x": integer}} or null"#);
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Named {
    Small,
    Large,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Size {
    Px(u32),
    Named(Named),
    Rel { percent: f64 },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum IntOrStr {
    Int(i64),
    Str(String),
}

/// A tool.
#[derive(Debug, Tool)]
struct Untagged {
    size: Option<Size>,
    value: Option<IntOrStr>,
    named: Option<Named>,
}

#[test]
fn names_all_forms_of_an_untagged_enum() {
    assert_snapshot!(told::<Untagged>(r#"{"size": "50%"}"#), @r#"size: expected integer, "small", "large", {"percent": number} or null, got "50%""#);
    assert_snapshot!(told::<Untagged>(r#"{"size": true}"#), @r#"size: expected integer, "small", "large", {"percent": number} or null, got true"#);
    assert_snapshot!(told::<Untagged>(r#"{"size": {"percent": "x"}}"#), @"size.percent: expected number, got string");
    assert_snapshot!(told::<Untagged>(r#"{"size": {"per": 1}}"#), @r#"size.percent: Required (sent as "per"?)"#);
    assert_snapshot!(told::<Untagged>(r#"{"value": 1.5}"#), @"value: expected string, integer or null, got 1.5");
    assert_snapshot!(told::<Untagged>(r#"{"value": []}"#), @"value: expected string, integer or null, got array");
    assert_snapshot!(told::<Untagged>(r#"{"named": "smal"}"#), @r#"named: expected "small", "large" or null, got "smal""#);
}

#[test]
fn names_the_types_beside_constants() {
    assert_snapshot!(at(&json!({"anyOf": [{"type": "integer"}, {"const": "all"}]}), r#""five""#), @r#"x: expected integer or "all", got "five""#);
    assert_snapshot!(at(&json!({"anyOf": [{"type": "boolean"}, {"enum": ["auto"]}]}), r#""always""#), @r#"x: expected boolean or "auto", got "always""#);
    assert_snapshot!(at(&json!({"anyOf": [{"const": "all"}, {"type": "object"}]}), r#""any""#), @r#"x: expected object or "all", got "any""#);
    assert_snapshot!(at(&json!({"anyOf": [{"const": "all"}, {"type": "object"}]}), "5"), @r#"x: expected object or "all", got 5"#);
    assert_snapshot!(at(&json!({"anyOf": [{"enum": ["auto"]}, {"type": "array", "items": {"type": "integer"}}]}), r#""some""#), @r#"x: expected array of integers or "auto", got "some""#);
    assert_snapshot!(at(&json!({"anyOf": [{"type": "integer", "minimum": 1}, {"const": "all"}]}), "0"), @"x: expected at least 1, got 0");
    assert_snapshot!(at(&json!({"anyOf": [{"type": "integer", "maximum": 5}, {"type": "integer", "minimum": 10}]}), "7"), @"x: expected integer at most 5 or integer at least 10, got 7");
    let many: Vec<String> = (0..40).map(|n| format!("member {n}")).collect();
    assert_snapshot!(at(&json!({"anyOf": [{"enum": many}, {"type": "integer"}]}), r#""member""#), @r#"x: expected integer, "member 0", "member 1", "member 2", "member 3", "member 4" or one of 35 more"#);
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Edit {
    Create { path: String, text: String },
    Delete { path: String },
    MoveTo { path: String, to: String },
}

/// A tool.
#[derive(Debug, Tool)]
struct Edits {
    edit: Edit,
}

#[test]
fn asks_for_an_absent_tag_with_its_members_first() {
    assert_snapshot!(told::<Edits>(r#"{"edit": {}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to"; edit.path: Required"#);
    assert_snapshot!(told::<Edits>(r#"{"edit": {"path": "a"}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to""#);
    assert_snapshot!(told::<Edits>(r#"{"edit": {"type": "create", "path": "a", "text": "b"}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to" (sent as "type"?)"#);
    assert_snapshot!(told::<Edits>(r#"{"edit": {"kinds": "new", "path": "a"}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to" (sent as "kinds"?)"#);
    assert_snapshot!(told::<Edits>(r#"{"edit": {"path": {}, "zz": 1}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to"; edit.path: expected string, got object; edit.zz: unknown key"#);
    assert_snapshot!(told::<Edits>("{}"), @r#"edit: Required, {kind: "create", …} or {kind: "delete", …} or {kind: "move_to", …} (the arguments are empty)"#);
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Condition {
    Eq(String),
    In(Vec<String>),
    Between(f64, f64),
}

/// A tool.
#[derive(Debug, Tool)]
struct Filter {
    field: String,
    #[serde(flatten)]
    condition: Condition,
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Who {
    ById { user_id: u64 },
    ByMail { email: String },
}

/// A tool.
#[derive(Debug, Tool)]
struct Find {
    limit: Option<u8>,
    #[serde(flatten)]
    who: Who,
}

#[test]
fn names_all_flattened_forms() {
    assert_snapshot!(told::<Filter>(r#"{"field": "a", "gt": 1}"#), @r#"expected {"eq": string, …}, {"in": [string], …} or {"between": [number, number], …}; "gt" is unknown"#);
    assert_snapshot!(told::<Filter>(r#"{"field": 5.5, "eq": {}}"#), @"eq: expected string, got object");
    assert_snapshot!(told::<Filter>(r#"{"eq": "a"}"#), @"field: Required");
    assert_snapshot!(told::<Filter>(r#"{"field": [], "gt": 1}"#), @r#"field: expected string, got array; expected {"eq": string, …}, {"in": [string], …} or {"between": [number, number], …}; "gt" is unknown"#);
    assert_snapshot!(told::<Find>("{}"), @r#"expected {"user_id": integer, …} or {"email": string, …}"#);
    assert_snapshot!(told::<Find>(r#"{"limit": 300}"#), @r#"limit: expected an integer that fits uint8 (0 to 255), got 300; expected {"user_id": integer, …} or {"email": string, …}"#);
    assert_snapshot!(told::<Find>(r#"{"user_ids": 5}"#), @r#"user_id: Required (sent as "user_ids"?)"#);
    assert_snapshot!(told::<Find>(r#"{"user_id": "x"}"#), @"user_id: expected integer, got string");
    assert_snapshot!(told::<Find>(r#"{"user_id": 5, "email": "a"}"#), @r#"expected {"user_id": …} or {"email": …}; "email" and "user_id" belong to different forms"#);
}

#[test]
fn names_alternatives_that_differ_in_what_they_require() {
    let schema = json!({
        "type": "object",
        "properties": {"id": {"type": "integer"}, "name": {"type": "string"}, "limit": {"type": "integer"}},
        "anyOf": [{"required": ["id"]}, {"required": ["name"]}],
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let told = |raw: &str| {
        errors(
            &definition
                .parse(raw)
                .expect_err("it is refused")
                .to_string(),
        )
    };
    assert_snapshot!(told(r#"{"limit": 1}"#), @r#"expected {"id": integer, …} or {"name": string, …}"#);
    assert_snapshot!(told(r#"{"limit": "x", "nme": "a"}"#), @r#"limit: expected integer, got string; expected {"id": integer, …} or {"name": string, …}; "nme" is unknown"#);
}

#[test]
fn names_the_ways_to_read_what_is_ambiguous() {
    let either =
        json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string"}}]});
    assert_snapshot!(at(&either, r#""5""#), @r#"x: can be read as 5 or as ["5"]; send one of them"#);
    let objects = json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]},
    ]});
    assert_snapshot!(at(&objects, r#"{"a": "1"}"#), @r#"x: can be read as {"a":1} or as {"a":true}; send one of them"#);
    assert_snapshot!(at(&objects, r#"{"a": "x"}"#), @r#"x: expected {"a": integer} or {"a": boolean}"#);
}

#[test]
fn says_the_alternatives_in_every_text() {
    let error = External::parse(r#"{"e": "custom"}"#).expect_err("it is refused");
    assert_snapshot!(error.payload()["issues"], @r#"[{"path":"e","message":"expected \"open\", \"closed\", {\"custom\": integer} or {\"point\": {\"x\": integer}}, got \"custom\"","code":"union","members":["open","closed"],"forms":["{\"custom\": integer}","{\"point\": {\"x\": integer}}"],"received":{"type":"string","text":"\"custom\""}}]"#);
    assert_snapshot!(error.list(), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got "custom"
    "#);
    assert_snapshot!(error.annotated(), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "e": "custom" // expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}
    }
    "#);
    assert_snapshot!(error.numbered(), @r#"
    Parameter validation failed:

    1. Field 'e' expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got "custom"

    Please fix the parameters and try again.
    "#);
    assert_snapshot!(json!(error.salvage()), @r#"{"value":{"e":""},"emptied":["e"]}"#);
}

#[test]
fn names_as_many_forms_as_fit_beside_a_long_path() {
    let form = |properties: &[&str]| {
        let all = properties
            .iter()
            .map(|name| ((*name).to_owned(), json!({"$ref": "#/$defs/e"})));
        json!({
            "type": "object",
            "properties": all.collect::<serde_json::Map<_, _>>(),
            "required": properties,
            "additionalProperties": false,
        })
    };
    let forms = [
        form(&["and"]),
        form(&["or"]),
        form(&["not"]),
        form(&["field", "value"]),
    ];
    let schema = json!({
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/e"}},
        "required": ["x"],
        "$defs": {"e": {"anyOf": forms}},
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let sent = (0..20).fold(json!(5), |inner, _| json!({"not": inner}));
    let error = definition.parse(&json!({"x": sent}).to_string());
    assert_snapshot!(errors(&error.expect_err("it is refused").to_string()), @r#"…t.not.not.not.not.not.not.not.not.not.not.not.not: expected {"and"}, {"or"}, {"not"} or one more"#);
}
