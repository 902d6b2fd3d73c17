//! An error for a union lists all of its alternatives. Otherwise an obedient model could send a
//! valid call with another meaning.
#![expect(dead_code, reason = "the fields are not read")]

use insta::assert_snapshot;
use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::{Definition, Tool, ToolArg};

/// Returns the message for the value at `x` of a schema, without the text around it.
#[track_caller]
fn at(place: &Value, sent: &str) -> String {
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let error = definition.parse(&format!(r#"{{"x": {sent}}}"#));
    errors(&error.expect_err("it is refused").to_string())
}

#[track_caller]
fn describe<T: Tool + std::fmt::Debug>(raw: &str) -> String {
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
    assert_snapshot!(describe::<External>(r#"{"e": "custom"}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got "custom""#);
    assert_snapshot!(describe::<External>(r#"{"e": "opn"}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got "opn""#);
    assert_snapshot!(describe::<External>(r#"{"e": {"open": true}}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}; did you mean "open"?"#);
    assert_snapshot!(describe::<External>(r#"{"e": {"open": {"x": 1}}}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}; did you mean "open"?"#);
    assert_snapshot!(describe::<External>(r#"{"e": {"type": "point", "x": 1}}"#), @r#"e: expected "open", "closed", {"custom": …} or {"point": …}; "type", "x" are unknown"#);
    assert_snapshot!(describe::<External>(r#"{"e": 5}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got 5"#);
    assert_snapshot!(describe::<External>(r#"{"e": {}}"#), @r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}"#);
    assert_snapshot!(describe::<External>(r#"{"e": {"pont": {"x": 1}}}"#), @r#"e.point: Required, {x: integer} (sent as "pont"?)"#);
    assert_snapshot!(describe::<External>(r#"{"e": {"point": {"y": 1}}}"#), @"e.point.x: Required; e.point.y: unknown key");
    assert_snapshot!(describe::<External>(r#"{"e": "open", "optional": "custom"}"#), @r#"optional: expected "open", "closed", {"custom": integer}, {"point": {"x": integer}} or null"#);
}

/// The value of a key may rule the variant without data out. A hint to that variant would change the
/// meaning.
#[test]
fn a_value_that_says_no_is_no_hint_to_a_variant() {
    let forms = r#"e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}"#;
    for value in ["false", "0", r#""""#] {
        let raw = format!(r#"{{"e": {{"open": {value}}}}}"#);
        assert_eq!(describe::<External>(&raw), forms, "{raw}");
    }
    let raw = r#"{"e": {"open": false, "closed": false}}"#;
    assert_eq!(describe::<External>(raw), forms);
    // The other keys say no.
    for raw in [
        r#"{"e": {"open": true}}"#,
        r#"{"e": {"open": {}, "custom": null}}"#,
        r#"{"e": {"open": {}, "point": null, "closed": false}}"#,
    ] {
        let hint = describe::<External>(raw);
        assert_eq!(hint, format!("{forms}; did you mean \"open\"?"), "{raw}");
    }
}

/// The range of a union is the range of its widest form.
#[test]
fn names_the_range_of_all_forms_of_a_number() {
    let integer = json!({"type": "integer", "format": "int64"});
    let number = json!({"type": "number", "format": "double"});
    let text = "x: expected a number from -1.8e308 to 1.8e308, got 1e400";
    for forms in [json!([integer, number]), json!([number, integer])] {
        assert_eq!(at(&json!({"anyOf": forms}), "1e400"), text);
    }
    assert_snapshot!(at(&integer, "1e400"), @"x: expected an integer from -2^63 to 2^63-1, got 1e400");
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
    assert_snapshot!(describe::<Untagged>(r#"{"size": "50%"}"#), @r#"size: expected integer, "small", "large", {"percent": number} or null, got "50%""#);
    assert_snapshot!(describe::<Untagged>(r#"{"size": true}"#), @r#"size: expected integer, "small", "large", {"percent": number} or null, got true"#);
    assert_snapshot!(describe::<Untagged>(r#"{"size": {"percent": "x"}}"#), @"size.percent: expected number, got string");
    assert_snapshot!(describe::<Untagged>(r#"{"size": {"per": 1}}"#), @r#"size: expected integer, "small", "large", {"percent": number} or null; "per" is unknown"#);
    assert_snapshot!(describe::<Untagged>(r#"{"value": 1.5}"#), @"value: expected string, integer or null, got 1.5");
    assert_snapshot!(describe::<Untagged>(r#"{"value": []}"#), @"value: expected string, integer or null, got array");
    assert_snapshot!(describe::<Untagged>(r#"{"named": "smal"}"#), @r#"named: expected "small", "large" or null"#);
}

#[test]
fn names_types_together_with_constants() {
    assert_snapshot!(at(&json!({"anyOf": [{"type": "integer"}, {"const": "all"}]}), r#""five""#), @r#"x: expected integer or "all", got "five""#);
    assert_snapshot!(at(&json!({"anyOf": [{"type": "boolean"}, {"enum": ["auto"]}]}), r#""always""#), @r#"x: expected boolean or "auto", got "always""#);
    assert_snapshot!(at(&json!({"anyOf": [{"const": "all"}, {"type": "object"}]}), r#""any""#), @r#"x: expected object or "all", got "any""#);
    assert_snapshot!(at(&json!({"anyOf": [{"const": "all"}, {"type": "object"}]}), "5"), @r#"x: expected object or "all", got 5"#);
    assert_snapshot!(at(&json!({"anyOf": [{"enum": ["auto"]}, {"type": "array", "items": {"type": "integer"}}]}), r#""some""#), @r#"x: expected array of integers or "auto", got "some""#);
    let zero_or_more = json!({"anyOf": [{"const": 0}, {"type": "integer", "minimum": 10}]});
    assert_snapshot!(at(&zero_or_more, "5"), @"x: expected integer at least 10 or 0, got 5");
    assert_snapshot!(at(&zero_or_more, "true"), @"x: expected integer or 0, got true");
    assert_snapshot!(at(&json!({"anyOf": [{"const": 0}, {"type": "integer", "multipleOf": 5}]}), "7"), @"x: expected integer that is a multiple of 5 or 0, got 7");
    assert_snapshot!(at(&json!({"anyOf": [{"enum": [1, 2]}, {"type": "number", "minimum": 10, "maximum": 20}]}), "7"), @"x: expected number at least 10 and at most 20, 1 or 2, got 7");
    assert_snapshot!(at(&json!({"anyOf": [{"type": "integer", "minimum": 1}, {"const": "all"}]}), "0"), @r#"x: expected integer at least 1 or "all", got 0"#);
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
    assert_snapshot!(describe::<Edits>(r#"{"edit": {}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to"; edit.path: Required"#);
    assert_snapshot!(describe::<Edits>(r#"{"edit": {"path": "a"}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to""#);
    assert_snapshot!(describe::<Edits>(r#"{"edit": {"type": "create", "path": "a", "text": "b"}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to" (sent as "type"?)"#);
    assert_snapshot!(describe::<Edits>(r#"{"edit": {"kinds": "new", "path": "a"}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to" (sent as "kinds"?)"#);
    assert_snapshot!(describe::<Edits>(r#"{"edit": {"path": {}, "zz": 1}}"#), @r#"edit.kind: Required, "create", "delete" or "move_to"; edit.path: expected string, got object; edit.zz: unknown key"#);
    assert_snapshot!(describe::<Edits>("{}"), @r#"edit: Required, {kind: "create", …} or {kind: "delete", …} or {kind: "move_to", …} (the arguments are empty)"#);
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
    assert_snapshot!(describe::<Filter>(r#"{"field": "a", "gt": 1}"#), @r#"expected {"eq": string, …}, {"in": [string], …} or {"between": [number, number], …}; "gt" is unknown"#);
    assert_snapshot!(describe::<Filter>(r#"{"field": 5.5, "eq": {}}"#), @"eq: expected string, got object");
    assert_snapshot!(describe::<Filter>(r#"{"eq": "a"}"#), @"field: Required");
    assert_snapshot!(describe::<Filter>(r#"{"field": [], "gt": 1}"#), @r#"field: expected string, got array; expected {"eq": string, …}, {"in": [string], …} or {"between": [number, number], …}; "gt" is unknown"#);
    assert_snapshot!(describe::<Find>("{}"), @r#"expected {"user_id": integer, …} or {"email": string, …}"#);
    assert_snapshot!(describe::<Find>(r#"{"limit": 300}"#), @r#"limit: expected an integer from 0 to 255 or null, got 300; expected {"user_id": integer, …} or {"email": string, …}"#);
    assert_snapshot!(describe::<Find>(r#"{"user_ids": 5}"#), @r#"user_id: Required (sent as "user_ids"?)"#);
    assert_snapshot!(describe::<Find>(r#"{"user_id": "x"}"#), @"user_id: expected integer, got string");
    assert_snapshot!(describe::<Find>(r#"{"user_id": 5, "email": "a"}"#), @r#"expected {"user_id": …} or {"email": …}; "email" and "user_id" belong to different forms"#);
}

#[test]
fn names_the_fewest_keys_of_different_forms() {
    let form = |names: &[&str]| {
        let properties = names
            .iter()
            .map(|name| ((*name).to_owned(), json!({"type": "string"})));
        let properties: serde_json::Map<String, Value> = properties.collect();
        json!({
            "type": "object", "properties": properties, "required": names,
            "additionalProperties": false,
        })
    };
    let forms = [form(&["not"]), form(&["field", "value"]), form(&["and"])];
    let schema =
        json!({"type": "object", "properties": {"w": {"oneOf": forms}}, "required": ["w"]});
    let definition = Definition::new("find", "Find rows.", schema).expect("a schema");
    let describe = |raw: &str| {
        let text = definition.parse(raw).expect_err("two forms").to_string();
        let (_, errors) = text.split_once("Errors: ").expect("a list of errors");
        errors.to_owned()
    };
    assert_snapshot!(describe(r#"{"w": {"field": "a", "value": "1", "not": "x"}}"#), @r#"w: expected {"not": …}, {"field": …} or {"and": …}; "field" and "not" belong to different forms"#);
    assert_snapshot!(describe(r#"{"w": {"not": "x", "and": "y"}}"#), @r#"w: expected {"not": …}, {"field": …} or {"and": …}; "and" and "not" belong to different forms"#);
}

#[test]
fn names_alternatives_that_differ_in_what_they_require() {
    let schema = json!({
        "type": "object",
        "properties": {"id": {"type": "integer"}, "name": {"type": "string"}, "limit": {"type": "integer"}},
        "anyOf": [{"required": ["id"]}, {"required": ["name"]}],
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let describe = |raw: &str| {
        errors(
            &definition
                .parse(raw)
                .expect_err("it is refused")
                .to_string(),
        )
    };
    assert_snapshot!(describe(r#"{"limit": 1}"#), @r#"expected {"id": integer, …} or {"name": string, …}"#);
    assert_snapshot!(describe(r#"{"limit": "x", "nme": "a"}"#), @r#"limit: expected integer, got string; expected {"id": integer, …} or {"name": string, …}; "nme" is unknown"#);
}

#[test]
fn names_all_interpretations_of_an_ambiguous_value() {
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
fn every_text_lists_the_alternatives() {
    let error = External::parse(r#"{"e": "custom"}"#).expect_err("it is refused");
    assert_snapshot!(error.payload()["issues"], @r#"[{"path":"e","message":"expected \"open\", \"closed\", {\"custom\": integer} or {\"point\": {\"x\": integer}}, got \"custom\"","code":"union","members":["open","closed"],"forms":["{\"custom\": integer}","{\"point\": {\"x\": integer}}"],"received":{"type":"string","text":"\"custom\""}}]"#);
    assert_snapshot!(error.render(Style::List), @r#"
    Nothing was run. Send the whole call again with these fixed:
    - e: expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got "custom"
    "#);
    assert_snapshot!(error.render(Style::Annotated), @r#"
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      "e": "custom" // expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}
    }
    "#);
    assert_snapshot!(error.render(Style::Numbered), @r#"
    Parameter validation failed:

    1. Field 'e' expected "open", "closed", {"custom": integer} or {"point": {"x": integer}}, got "custom"

    Please fix the parameters and try again.
    "#);
    assert_snapshot!(json!(error.salvage()), @r#"{"value":{"e":""},"emptied":["e"]}"#);
}

#[test]
fn names_as_many_forms_as_fit_next_to_a_long_path() {
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

fn closed(properties: &Value, required: &[&str]) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

#[test]
fn names_the_constraints_of_properties_where_a_value_breaks_one() {
    let forms = json!({"anyOf": [
        closed(&json!({"a": {"type": "integer", "minimum": 1}}), &["a"]),
        closed(&json!({"a": {"type": "string", "minLength": 3}}), &["a"]),
    ]});
    assert_snapshot!(at(&forms, r#"{"a": 0}"#), @r#"x: expected {"a": integer at least 1} or {"a": string of at least 3 characters}"#);
    assert_snapshot!(at(&forms, r#"{"a": "x"}"#), @r#"x: expected {"a": integer at least 1} or {"a": string of at least 3 characters}"#);
    assert_snapshot!(at(&forms, r#"{"b": 2}"#), @r#"x: expected {"a": integer} or {"a": string}; "b" is unknown"#);
}

#[test]
fn names_the_forms_that_declare_an_unknown_key() {
    let form = |own: &str| closed(&json!({own: {}, "path": {}}), &[own, "path"]);
    let forms = json!({"anyOf": [form("content"), form("needle"), closed(&json!({"limit": {}}), &["limit"])]});
    assert_snapshot!(at(&forms, r#"{"pth": 1}"#), @r#"x: expected {"content": …}, {"needle": …} or {"limit": …}; "pth" is unknown; did you mean "path"?"#);
    assert_snapshot!(at(&forms, r#"{"zzz": 1}"#), @r#"x: expected {"content": …}, {"needle": …} or {"limit": …}; "zzz" is unknown"#);
}

#[test]
fn counts_the_keys_of_matching_forms_beyond_the_first_five() {
    let keys = |count: usize| (0..count).map(|number| format!("k{number}"));
    let describe_error = |count: usize| {
        let required: Vec<String> = keys(count).collect();
        let forms =
            json!({"oneOf": [{"type": "object", "required": required}, {"type": "object"}]});
        let sent: serde_json::Map<_, _> = keys(count).map(|key| (key, json!(1))).collect();
        at(&forms, &Value::from(sent).to_string())
    };
    assert_snapshot!(describe_error(3), @r#"x: matches {"k0": …} and object, but must match one form; leave out "k0", "k1" or "k2""#);
    assert_snapshot!(describe_error(8), @r#"x: matches several forms, but must match one; leave out "k0", "k1", "k2", "k3" or one of 4 more"#);
}

#[test]
fn names_the_patterns_that_an_unknown_key_could_match() {
    let object = json!({
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "patternProperties": {"^x-": {"type": "integer"}},
        "additionalProperties": false,
    });
    assert_snapshot!(at(&object, r#"{"x_a": 1}"#), @r#"x.x_a: invalid key: expected text that matches ^x- or "name", got "x_a""#);
    assert_snapshot!(at(&object, r#"{"nme": "a"}"#), @r#"x.nme: unknown key; did you mean "name"?"#);
}

/// Two forms share the tag value `a`, and a second constant tells these apart.
fn two_constants(first: &Value, x: &Value, y: &Value, second: &Value) -> Value {
    let form = |constants: Value, own: Value| {
        let mut properties = constants;
        for (name, place) in own.as_object().expect("an object") {
            properties[name] = place.clone();
        }
        let required: Vec<&String> = properties.as_object().expect("an object").keys().collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    };
    let (integer, string) = (
        json!({"n": {"type": "integer"}}),
        json!({"s": {"type": "string"}}),
    );
    json!({"oneOf": [
        form(json!({"k": {"const": first}, "sub": {"const": x}}), integer),
        form(json!({"k": {"const": first}, "sub": {"const": y}}), string.clone()),
        form(json!({"k": {"const": second}}), string),
    ]})
}

#[test]
fn prefers_the_form_whose_constants_all_match() {
    let place = two_constants(&json!("a"), &json!("x"), &json!("y"), &json!("b"));
    assert_snapshot!(at(&place, r#"{"k": "b", "sub": "x", "s": "q"}"#), @r#"x.sub: only with k "a""#);
    assert_snapshot!(at(&place, r#"{"k": "a", "sub": "y", "n": 1, "s": 2}"#), @r#"x.n: unknown key (k "a")"#);
}

#[test]
fn names_all_constants_of_forms_with_the_same_tag() {
    let place = two_constants(&json!("a"), &json!("x"), &json!("y"), &json!("b"));
    assert_snapshot!(at(&place, r#"{"k": "a", "sub": "z", "n": 1}"#), @r#"x.sub: expected "x" or "y" (k "a")"#);
    assert_snapshot!(at(&place, r#"{"k": "a", "n": 1}"#), @r#"x.sub: Required, "x" or "y" (k "a")"#);
    assert_snapshot!(at(&place, r#"{"k": "a"}"#), @r#"x.sub: Required, "x" or "y" (k "a")"#);
    assert_snapshot!(at(&place, r#"{"k": "a", "sub": "z"}"#), @r#"x.sub: expected "x" or "y" (k "a")"#);
    assert_snapshot!(at(&place, r#"{"k": "zz", "n": 1}"#), @r#"x.k: expected "a" or "b"; x.sub: Required"#);
    let numbers = two_constants(&json!(1), &json!(true), &json!(false), &json!(2));
    assert_snapshot!(at(&numbers, r#"{"k": 2, "sub": true, "s": "q"}"#), @"x.sub: only with k 1");
    assert_snapshot!(at(&numbers, r#"{"k": 1, "n": 1}"#), @"x.sub: Required, true or false (k 1)");
}

#[test]
fn asks_for_an_absent_integer_or_boolean_tag_with_its_members() {
    let tagged = |a: Value, b: Value| {
        json!({"anyOf": [
            {"type": "object", "properties": {"v": {"const": a}, "n": {"type": "integer"}}, "required": ["v", "n"], "additionalProperties": false},
            {"type": "object", "properties": {"v": {"const": b}, "s": {"type": "string"}}, "required": ["v", "s"], "additionalProperties": false},
        ]})
    };
    assert_snapshot!(at(&tagged(json!(1), json!(2)), r#"{"n": 1}"#), @"x.v: Required, 1 or 2");
    assert_snapshot!(at(&tagged(json!(true), json!(false)), r#"{"s": "q"}"#), @"x.v: Required, true or false");
    assert_snapshot!(at(&tagged(json!(1), json!(2)), r#"{"v": 3, "n": 1}"#), @"x.v: expected 1 or 2, got 3");
}

#[test]
fn names_a_string_alternative_next_to_one_decoded_from_the_string() {
    let uuid_or_integer = json!({"anyOf": [{"type": "string", "format": "uuid"}, {"type": "integer", "minimum": 10}]});
    assert_snapshot!(at(&uuid_or_integer, r#""5""#), @r#"x: expected string (uuid) or integer at least 10, got "5""#);
    assert_snapshot!(at(&uuid_or_integer, r#""abc""#), @r#"x: expected string (uuid) or integer, got "abc""#);
    let boolean_or_integer =
        json!({"anyOf": [{"type": "boolean"}, {"type": "integer", "minimum": 10}]});
    assert_snapshot!(at(&boolean_or_integer, r#""5""#), @r#"x: expected at least 10, got "5""#);
    let word_or_list = json!({"anyOf": [{"type": "string", "maxLength": 3}, {"type": "array", "items": {"type": "integer"}}]});
    assert_snapshot!(at(&word_or_list, r#""[1, \"x\"]""#), @"x[1]: expected integer, got string");
}

/// The first object also matches the map, which is not the intended form.
#[test]
fn shows_the_shape_of_a_map_for_a_received_list() {
    let values = json!({"type": "object", "additionalProperties": {"type": "string"}});
    let schema = json!({"type": "object", "properties": {"env": values}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let describe = |raw: &str| {
        let error = definition.parse(raw).expect_err("a list");
        errors(&error.to_string())
    };
    assert_snapshot!(describe(r#"{"env": [{"name": "A", "value": "1"}]}"#), @"env: expected {[key]: string}, got array");
    assert_snapshot!(describe(r#"{"env": ["A=1"]}"#), @"env: expected {[key]: string}, got array");
}

#[test]
fn names_the_optional_keys_of_forms_that_require_none() {
    let closed = |key: &str, value: Value| json!({"type": "object", "properties": {key: value}, "additionalProperties": false});
    let deep = json!({"type": "array", "items": {"type": "object", "properties": {"dry_run": {"enum": ["read", "write", "in_progress"]}}, "required": ["dry_run"], "additionalProperties": {"enum": ["read", "write", "in_progress"]}}});
    let union =
        json!({"anyOf": [closed("file_path", json!({"type": "integer"})), closed("x", deep)]});
    assert_snapshot!(at(&union, r#"{"argument": []}"#), @r#"x: expected {"file_path"?} or {"x"?}; "argument" is unknown"#);
    assert_snapshot!(at(&union, r#"{"target_x": [], "file_path": "used"}"#), @r#"x: expected {"file_path"?} or {"x"?}; "target_x" is unknown"#);
}

#[test]
fn names_all_forms_if_a_value_is_one_of_another_form() {
    let boxed = json!({"anyOf": [
        {"enum": ["read", "in_progress"]},
        {"oneOf": [
            {"type": "object", "properties": {"kind": {"const": "create"}, "value": {"const": "only"}}, "required": ["kind", "value"], "additionalProperties": false},
            {"type": "object", "properties": {"kind": {"const": "delete"}, "value": {"type": "integer"}}, "required": ["kind", "value"], "additionalProperties": false},
        ]},
    ]});
    assert_snapshot!(at(&boxed, r#"{"value": "in_progress"}"#), @r#"x: expected "read", "in_progress", {"kind": "create", "value": "only"} or {"kind": "delete", …}"#);
    // Another word is not a value of the other form.
    assert_snapshot!(at(&boxed, r#"{"value": "other"}"#), @r#"x.kind: Required, "create" or "delete""#);
    let listed = json!({"anyOf": [{"const": "only"}, {"type": "number"}, {"type": "array", "items": {"type": "integer"}}]});
    assert_snapshot!(at(&listed, r#"["only", "only"]"#), @r#"x: expected number, array of integers or "only""#);
    // One item is valid, so the list is meant.
    assert_snapshot!(at(&listed, r#"["only", 1]"#), @"x[0]: expected integer, got string");
    let map = json!({"anyOf": [
        {"type": "array", "items": {"type": "integer"}},
        {"type": "object", "properties": {"limit": {"enum": ["read"]}}, "required": ["limit"], "additionalProperties": {"type": "boolean"}},
    ]});
    assert_snapshot!(at(&map, r#"{"x": {}}"#), @r#"x: expected array of integers or {"limit": "read", [key]: boolean}"#);
    let bounds = json!({"anyOf": [{"type": "integer", "minimum": 10}, {"type": "object", "properties": {"left": {"type": "integer"}}, "required": ["left"]}]});
    assert_snapshot!(at(&bounds, "5"), @r#"x: expected integer at least 10 or {"left": integer}, got 5"#);
    assert_snapshot!(at(&json!({"anyOf": [{"type": "integer", "minimum": 10}, {"type": "null"}]}), "5"), @"x: expected at least 10 or null, got 5");
}

#[test]
fn names_all_forms_if_null_or_a_dotted_key_fits_one() {
    let null = json!({"anyOf": [
        {"type": "object", "properties": {"y": {"type": "integer"}}, "required": ["y"], "additionalProperties": false},
        {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"], "additionalProperties": false},
        {"type": "object", "properties": {"x": {"type": ["integer", "null"]}, "old": {"type": "integer"}}, "required": ["x", "old"], "additionalProperties": false},
    ]});
    assert_snapshot!(at(&null, r#"{"x": null}"#), @r#"x: expected {"y": integer}, {"x": string} or {"x": integer | null, "old": integer}"#);
    let dotted = json!({"anyOf": [
        {"type": "object", "properties": {"limit": {"type": "object", "properties": {"file_path": {"type": "integer"}}, "minProperties": 1}}, "required": ["limit"]},
        {"type": "object", "properties": {"path": {"type": "number"}, "limit": {"enum": ["read"]}}, "additionalProperties": false},
    ]});
    assert_snapshot!(at(&dotted, r#"{"limit.file_path": 1, "limit.extra": 2}"#), @r#"x: expected {"limit": …} or {"path"?: …}; "limit.file_path", "limit.extra" are unknown"#);
}

#[test]
fn keeps_keys_that_only_another_form_declares() {
    let form = |key: &str, required: &[&str]| json!({"type": "object", "properties": {key: {"type": "string"}}, "required": required, "additionalProperties": false});
    let schema = json!({"anyOf": [form("mode", &["mode"]), form("old", &[])]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = |raw: &str| match definition.parse(raw) {
        Ok(value) => value.to_string(),
        Err(error) => errors(&error.to_string()),
    };
    assert_snapshot!(read(r#"{"mode": null}"#), @r#"expected {"mode": string} or {"old"?: string}"#);
    // An export that merges the forms requires all keys.
    assert_snapshot!(read(r#"{"mode": null, "old": null}"#), @"{}");
    assert_snapshot!(read(r#"{"mode": null, "old": "a"}"#), @r#"{"old":"a"}"#);
    assert_snapshot!(read(r#"{"other": null}"#), @"{}");
}

#[test]
fn a_scalar_in_place_of_an_array_is_told_all_alternatives() {
    let several = json!({"type": "array", "items": {"type": "string"}, "minItems": 2});
    assert_snapshot!(at(&several, r#""a few""#), @"x: expected array of at least 2 strings, got string");
    let place = json!({"anyOf": [{"type": "integer"}, {"type": "array", "minItems": 2}]});
    assert_snapshot!(at(&place, r#""a few""#), @"x: expected integer or array of at least 2 items, got string");
    let place = json!({"anyOf": [{"type": "integer"}, {"type": "array", "items": {"type": "string", "pattern": "^#"}}]});
    assert_snapshot!(at(&place, r#""maybe""#), @"x: expected integer or array of strings, got string");
    let object = json!({"type": "object", "properties": {"k": {"type": "integer"}}, "required": ["k"], "additionalProperties": false});
    let place = json!({"anyOf": [object, {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}]});
    assert_snapshot!(at(&place, "5"), @"x: expected {k: integer} or array of 2 integers, got integer");
    // Null says nothing about the other form.
    let place = json!({"type": ["array", "null"], "items": {"type": "string", "pattern": "^#"}});
    assert_snapshot!(at(&place, r#""maybe""#), @r#"x[0]: expected text that matches ^#, got "maybe""#);
}

#[test]
fn a_recursive_union_names_each_alternative() {
    let describe = |place: &Value, sent: &str| {
        let schema = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/T"}},
            "required": ["x"], "$defs": {"T": place}});
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        let error = definition.parse(&format!(r#"{{"x": {sent}}}"#));
        errors(&error.expect_err("it is refused").to_string())
    };
    let own = json!({"$ref": "#/$defs/T"});
    let list = json!({"type": "array", "items": own});
    let place = json!({"anyOf": [{"type": "integer"}, {"enum": ["pi"]}, list]});
    assert_snapshot!(describe(&place, "true"), @r#"x: expected integer, array of (integer | "pi" | […]) or "pi", got true"#);
    let object = json!({"type": "object", "properties": {"l": own}, "required": ["l"], "additionalProperties": false});
    let place = json!({"anyOf": [{"enum": ["e"]}, object, list]});
    assert_snapshot!(describe(&place, r#""q""#), @r#"x: expected array of ("e" | {"l": …} | […]), "e" or {"l": "e" | {"l": …} | […]}, got "q""#);
}

#[test]
fn long_alternatives_are_named_by_their_kinds() {
    let object = |names: [&str; 2]| {
        let properties: serde_json::Map<_, _> = names
            .iter()
            .map(|name| ((*name).to_owned(), json!({"type": "string"})))
            .collect();
        json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
    };
    let customer = object(["customer_identifier", "customer_description"]);
    let organization = object(["organization_identifier", "organization_description"]);
    let place = json!({"anyOf": [customer, organization]});
    assert_snapshot!(at(&place, "5"), @r#"x: expected {"customer_identifier", …} or {"organization_identifier", …}, got 5"#);
    let members = [
        "alpha_long_member_name",
        "beta_long_member_name",
        "gamma_long_member_name",
    ];
    let place = json!({"anyOf": [customer, {"type": "array", "items": organization}, {"enum": members}, {"type": "integer"}]});
    assert_snapshot!(at(&place, "true"), @r#"x: expected object, array, integer, "alpha_long_member_name", "beta_long_member_name" or one more"#);
}

#[test]
fn forms_with_one_property_name_both_of_its_values() {
    let tagged = json!({"oneOf": [
        {"type": "object", "properties": {"frequency": {"const": "daily"}, "hour": {"type": "integer"}}, "required": ["frequency"]},
        {"type": "object", "properties": {"frequency": {"const": "weekly"}, "weekday": {"type": "string"}}, "required": ["frequency", "weekday"]},
    ]});
    let form = |place: &Value| json!({"type": "object", "properties": {"schedule": place}});
    let schema =
        json!({"anyOf": [form(&json!({"type": "string", "format": "date-time"})), form(&tagged)]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let describe = |value: Value| {
        let error = definition.parse(&json!({ "schedule": value }).to_string());
        errors(&error.expect_err("it is refused").to_string())
    };
    assert_snapshot!(describe(json!(r#"{"frequency": "weekly", "weekday": "Mon"#)), @r#"schedule: expected string (date-time), {"frequency": "daily", …} or {"frequency": "weekly", …}"#);
    assert_snapshot!(describe(json!("tomorrow")), @r#"schedule: expected string (date-time), {"frequency": "daily", …} or {"frequency": "weekly", …}"#);
    assert_snapshot!(describe(json!({"frequency": "weekly"})), @r#"schedule: expected string (date-time), {"frequency": "daily", …} or {"frequency": "weekly", …}"#);
}

#[test]
fn a_tuple_with_a_constant_is_as_near_as_another_array() {
    let tuple = json!({"type": "array", "prefixItems": [{"type": "string"}, {"const": "only"}], "minItems": 2, "maxItems": 2});
    let forms = json!({"oneOf": [tuple, {"type": "array", "items": {"type": "integer"}}, {"type": "integer"}]});
    assert_snapshot!(at(&forms, r#"["two words", "my_only"]"#), @r#"x[1]: expected "only""#);
}

#[test]
fn an_object_around_a_member_is_told_all_alternatives() {
    let item = json!({"type": "object", "properties": {"kind": {"const": "move"}, "to": {"type": "string"}}, "required": ["kind", "to"]});
    let forms = json!({"anyOf": [{"type": ["number", "null"]}, {"type": "array", "items": item}, {"enum": ["a", "b"]}]});
    assert_snapshot!(at(&forms, r#"{"value": "b"}"#), @r#"x: expected number, array of {"kind": "move", "to": string}, "a", "b" or null, got object"#);
    // The content is no value of another form.
    assert_snapshot!(at(&forms, r#"{"kind": "move"}"#), @"x[0].to: Required");
}

#[test]
fn a_form_that_only_rejects_a_value_is_as_near_as_one_that_lacks_a_key() {
    let of_number = closed(&json!({"path": {"type": "integer"}}), &["path"]);
    let of_list = json!({"type": "object", "properties": {"path": {"type": "string"}, "mode": {"type": "array", "items": {"type": "string"}}}, "required": ["mode"]});
    let forms = json!({"anyOf": [of_number, of_list]});
    assert_snapshot!(at(&forms, r#"{"path": "a few"}"#), @r#"x: expected {"path": integer} or {"mode": [string], …}"#);
    assert_snapshot!(at(&forms, r#"{"path": "a few", "mode": 5}"#), @"x.mode: expected array of strings, got integer");
}

#[test]
fn a_map_that_rejects_one_value_is_nearer_than_a_form_that_rejects_two() {
    let map = json!({"type": "object", "properties": {"limit": {"type": "number"}}, "additionalProperties": {"type": "string", "pattern": "\\s"}});
    let form = closed(
        &json!({"limit": {"type": "object"}, "mode": {"enum": ["a", "b"]}}),
        &["limit", "mode"],
    );
    let forms = json!({"anyOf": [map, form]});
    assert_snapshot!(at(&forms, r#"{"limit": 2.5, "mode": "xx"}"#), @r#"x: expected {"limit"?: number, [key]: string} or {"limit": object, "mode": "a" | "b"}"#);
    assert_snapshot!(at(&forms, r#"{"limit": {}, "mode": "xx"}"#), @r#"x.mode: expected "a" or "b""#);
}

#[test]
fn names_a_tuple_by_its_kind_where_there_is_no_room() {
    let pair = json!({"type": "array", "prefixItems": [{"type": "number"}, {"enum": ["a rather long member", "another rather long member"]}], "minItems": 2, "maxItems": 2});
    let object = closed(
        &json!({"a_rather_long_name": {"type": "string"}}),
        &["a_rather_long_name"],
    );
    let forms = json!({"anyOf": [pair, object, {"type": "string", "format": "uuid"}, {"enum": ["read", "write", "in_progress"]}]});
    assert_snapshot!(at(&forms, "true"), @r#"x: expected array, object, string, "read", "write" or "in_progress""#);
}

/// The name of a key is no proof if its value does not fit, and another key is missing.
#[test]
fn names_all_forms_if_the_only_key_of_one_has_a_wrong_value() {
    let first = closed(
        &json!({"note": {"type": "integer"}, "mode": {"type": "string"}}),
        &["mode"],
    );
    let second = closed(&json!({"text": {"type": "string"}}), &["text"]);
    let forms = json!({"anyOf": [first, second]});
    assert_snapshot!(at(&forms, r#"{"note": "used"}"#), @r#"x: expected {"mode": string, …} or {"text": string}"#);
    assert_snapshot!(at(&forms, r#"{"note": 5}"#), @"x.mode: Required");
}

#[test]
fn dotted_keys_tell_which_form_is_meant() {
    let first = json!({"type": "object", "properties": {"place": {"type": "object", "properties": {"lat": {"type": "number"}}, "required": ["lat"]}, "path": {"type": "object"}}, "required": ["place"]});
    let second = json!({"type": "object", "properties": {"path": {"enum": ["none", "all"]}}});
    let forms = json!({"anyOf": [first, second]});
    assert_snapshot!(at(&forms, r#"{"path": {"x": 1}, "place.lat": 78.75}"#), @r#"x["place.lat"]: belongs inside "place", as "lat""#);
}

/// An open form takes a key that another form declares.
#[test]
fn names_open_forms_for_a_key_of_another_form() {
    let form = |tag: &str, properties: Value, is_closed: bool| {
        let mut form = json!({"type": "object", "properties": properties, "required": ["kind"]});
        form["properties"]["kind"] = json!({"const": tag});
        if is_closed {
            form["additionalProperties"] = json!(false);
        }
        form
    };
    let extra = || json!({"extra": {"type": "boolean"}});
    let forms = |third_is_closed: bool| json!({"oneOf": [form("create", extra(), true), form("delete", json!({}), true), form("move", json!({}), third_is_closed)]});
    assert_snapshot!(at(&forms(false), r#"{"kind": "delete", "extra": "kept"}"#), @r#"x.extra: only with kind "create" or "move""#);
    assert_snapshot!(at(&forms(true), r#"{"kind": "delete", "extra": "kept"}"#), @r#"x.extra: only with kind "create""#);
    assert_snapshot!(at(&forms(false), r#"{"kind": "delete", "other": "kept"}"#), @r#"x.other: unknown key (kind "delete")"#);
}
