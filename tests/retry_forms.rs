//! A key or a value that several forms of a union may mean: the text names each place where it may
//! belong, so a model that follows the text does not end at another form.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::Definition;

/// Returns the errors of a call of a tool with this schema.
#[track_caller]
fn errors(schema: &Value, sent: &str) -> String {
    let definition = Definition::new("t", "A tool.", schema.clone()).expect("a schema");
    let error = definition.parse(sent).expect_err("it is refused");
    let text = error.to_string();
    let (_, errors) = text.split_once("Errors: ").expect("a list of errors");
    errors.to_owned()
}

/// Returns the schema of a closed object.
fn closed(properties: &Value, required: &[&str]) -> Value {
    json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
}

/// Returns the schema of a tool with one argument.
fn tool(name: &str, place: &Value) -> Value {
    closed(&json!({name: place}), &[name])
}

/// Two forms with the tag `kind`. Both declare `lat`, the first one inside `loc`.
fn places() -> Value {
    let loc = closed(&json!({"lat": {"type": "number"}}), &[]);
    let create = closed(&json!({"kind": {"const": "create"}, "loc": loc}), &["kind"]);
    let find = closed(
        &json!({"kind": {"const": "find"}, "lat": {"type": "number"}}),
        &["kind"],
    );
    json!({"oneOf": [create, find]})
}

#[test]
fn a_key_of_another_form_names_the_property_that_declares_it_too() {
    let tool = tool("x", &places());
    assert_snapshot!(errors(&tool, r#"{"x": {"kind": "create", "lat": 1}}"#), @r#"x.lat: only with kind "find", or inside "loc""#);
    // The other form has no object that declares `loc`.
    assert_snapshot!(errors(&tool, r#"{"x": {"kind": "find", "loc": {}}}"#), @r#"x.loc: only with kind "create""#);
    assert_snapshot!(errors(&tool, r#"{"x": {"kind": "create", "other": 1}}"#), @r#"x.other: unknown key (kind "create")"#);
}

#[test]
fn a_key_of_another_form_of_two_constants_names_that_form() {
    let form = |first: &str, second: Value, own: &str| {
        closed(
            &json!({"kind": {"const": first}, "part": second, own: {"type": "integer"}}),
            &["kind", "part"],
        )
    };
    let forms = json!({"anyOf": [
        form("a", json!({"const": "x"}), "n"),
        form("a", json!({"const": "y"}), "m"),
        form("b", json!({"type": "integer"}), "k"),
    ]});
    let tool = tool("x", &forms);
    assert_snapshot!(errors(&tool, r#"{"x": {"kind": "b", "part": 1, "n": 1}}"#), @r#"x.n: only with kind "a""#);
    assert_snapshot!(errors(&tool, r#"{"x": {"kind": "a", "part": "x", "m": 1}}"#), @r#"x.m: unknown key (kind "a")"#);
    assert_snapshot!(errors(&tool, r#"{"x": {"kind": "b", "part": 1, "other": 1}}"#), @r#"x.other: unknown key (kind "b")"#);
}

#[test]
fn an_item_that_another_list_accepts_names_both_lists() {
    let lists = json!({"anyOf": [
        {"type": "array", "items": {"type": "integer"}},
        {"type": "array", "items": {"enum": ["low", "high"]}, "maxItems": 2},
    ]});
    let tool = tool("x", &lists);
    assert_snapshot!(errors(&tool, r#"{"x": [1, 2, "low"]}"#), @r#"x: expected array of integers or array of ("low" | "high")"#);
    // Each list rejects this item.
    assert_snapshot!(errors(&tool, r#"{"x": [1, 2, true]}"#), @"x[2]: expected integer, got boolean");
}

#[test]
fn an_unknown_key_of_a_form_may_belong_beside_or_inside() {
    let range = closed(&json!({"from": {"type": "integer"}}), &[]);
    let forms = json!({"oneOf": [
        {"enum": ["none", "all"]},
        closed(&json!({"some_of": {"type": "string"}}), &["some_of"]),
        closed(&json!({"range": range}), &["range"]),
    ]});
    let integer = json!({"type": "integer"});
    let tool = closed(
        &json!({"mode": forms, "from": integer, "to": integer}),
        &["mode"],
    );
    assert_snapshot!(errors(&tool, r#"{"mode": {"from": 1}}"#), @r#"mode: expected "none", "all", {"some_of": …} or {"range": …}; "from" is unknown; mode.from: belongs beside "mode" or inside "range""#);
    // No form declares this key.
    assert_snapshot!(errors(&tool, r#"{"mode": {"to": 1}}"#), @r#"mode: expected "none", "all", {"some_of": string} or {"range": {"from"?: integer}}; "to" is unknown; mode.to: belongs beside "mode""#);
}

#[test]
fn a_hint_names_no_key_that_was_sent() {
    let old = closed(&json!({"file_path": {"type": "number"}}), &[]);
    let forms = json!({"anyOf": [
        closed(&json!({"path": {"type": "string", "minLength": 1}}), &[]),
        closed(&json!({"old": old, "path": {"type": "integer"}}), &["old", "path"]),
        closed(&json!({"limit": {"type": "integer"}}), &["limit"]),
    ]});
    let tool = tool("x", &forms);
    assert_snapshot!(errors(&tool, r#"{"x": {"path": -2, "file_path": 42}}"#), @r#"x: expected {"path"?: …}, {"old": …} or {"limit": …}; "file_path" is unknown"#);
    assert_snapshot!(errors(&tool, r#"{"x": {"file_path": 42}}"#), @r#"x.file_path: unknown key; did you mean "path"?"#);
}

#[test]
fn the_content_of_a_key_must_fit() {
    let tool = closed(
        &json!({"path": {"type": "object", "properties": {"mode": {"type": "boolean"}}}, "mode": {"type": "array", "items": {"type": "integer"}}}),
        &[],
    );
    assert_snapshot!(errors(&tool, r#"{"data": {"mode": [1]}}"#), @"data: unknown key; send its content without it");
    assert_snapshot!(errors(&tool, r#"{"data": {"mode": false}}"#), @"data: unknown key");
}

#[test]
fn an_object_that_the_object_around_it_declares_belongs_there() {
    let note = closed(&json!({"note": {"type": "string"}}), &[]);
    let mode = closed(
        &json!({"n": {"type": "integer"}, "note": {"type": "integer"}}),
        &[],
    );
    let tool = closed(&json!({"mode": mode, "old": note}), &[]);
    assert_snapshot!(errors(&tool, r#"{"mode": {"n": 1, "old": {"note": "a"}}}"#), @r#"mode.old: belongs beside "mode""#);
    assert_snapshot!(errors(&tool, r#"{"mode": {"n": 1, "data": {"note": 5}}}"#), @"mode.data: unknown key; send its content without it");
}

#[test]
fn a_dotted_key_of_a_map_belongs_inside_its_property() {
    let loc = closed(&json!({"lat": {"type": "number"}}), &["lat"]);
    let map = json!({"type": "object", "properties": {"loc": loc}, "required": ["loc"], "additionalProperties": {"type": "number"}});
    assert_snapshot!(errors(&map, r#"{"loc.lat": 1}"#), @r#"["loc.lat"]: belongs inside "loc", as "lat""#);
    // Each other key is data.
    assert_snapshot!(errors(&map, r#"{"lat": 1}"#), @"loc: Required, {lat: number}");
}

#[test]
fn markup_of_a_property_of_one_form_is_named() {
    let text = json!({"type": "string", "maxLength": 9});
    let forms = json!({"anyOf": [
        closed(&json!({"text": text, "status": {"type": "string"}}), &["text", "status"]),
        closed(&json!({"text": text, "count": {"type": "integer"}}), &["text", "count"]),
    ]});
    let tool = tool("x", &forms);
    assert_snapshot!(errors(&tool, r#"{"x": {"text": "done</text>\n<parameter name=\"status\">open"}}"#), @r#"x.text: expected at most 9 characters, got more ("status" stands as markup inside); x: expected {"status": string, …} or {"count": integer, …}"#);
    assert_snapshot!(errors(&tool, r#"{"x": {"text": "done</text>\n<parameter name=\"other\">open"}}"#), @r#"x.text: expected at most 9 characters, got more; x: expected {"status": string, …} or {"count": integer, …}"#);
}
