//! The edges of rules and of the walk, which small changes would break.

use serde_json::{Value, json};
use tool_core::feedback::Style;
use tool_core::{Definition, Leniency, Limits};

/// Reads a value at a place in a mode. Returns the value or the issue.
fn at(leniency: Leniency, place: &Value, sent: &str) -> String {
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let raw = format!(r#"{{"x": {sent}}}"#);
    match definition.reader().leniency(leniency).read::<Value>(&raw) {
        Ok(reading) => reading.value["x"].to_string(),
        Err(error) => error.render(Style::List).lines().skip(1).collect(),
    }
}

fn standard(place: &Value, sent: &str) -> String {
    at(Leniency::Standard, place, sent)
}

fn generous(place: &Value, sent: &str) -> String {
    at(Leniency::Generous, place, sent)
}

#[test]
fn zero_and_one_in_quotes_are_booleans() {
    let boolean = json!({"type": "boolean"});
    for (sent, read) in [
        (r#""1""#, "true"),
        (r#""0""#, "false"),
        ("1", "true"),
        ("0", "false"),
    ] {
        assert_eq!(standard(&boolean, sent), read);
    }
    let either = json!({"type": ["boolean", "integer"]});
    assert_eq!(standard(&either, r#""0""#), "0");
}

#[test]
fn object_replaces_a_list_only_with_the_key_item() {
    let list = json!({"type": "array", "items": {"type": "string"}});
    assert_eq!(generous(&list, r#"{"item": ["a"]}"#), r#"["a"]"#);
    insta::assert_snapshot!(generous(&list, r#"{"a": ["a"]}"#), @r#"- x: expected array of strings, got object {"a":["a"]}"#);
    let object = json!({"type": "object", "required": ["a", "b"], "additionalProperties": false,
        "properties": {"a": {}, "b": {}}});
    let either = json!({"anyOf": [object, list]});
    insta::assert_snapshot!(generous(&either, r#"{"item": ["a"]}"#), @r#"- x: expected array of strings or {"a": any, "b": any}"#);
}

#[test]
fn wrapper_of_a_string_is_removed_and_other_objects_become_text() {
    let string = json!({"type": "string"});
    assert_eq!(
        generous(&string, r#"{"type": "string", "value": "a"}"#),
        r#""a""#
    );
    for sent in [
        r#"{"type":"string","b":1}"#,
        r#"{"value":"a","b":1}"#,
        r#"{"type":"string","value":"a","c":1}"#,
        r#"{"type":"integer","value":"a"}"#,
        r#"{"type":"string","value":1}"#,
    ] {
        assert_eq!(generous(&string, sent), Value::from(sent).to_string());
    }
}

#[test]
fn value_wrapper_needs_both_of_its_keys() {
    let integer = json!({"type": "integer"});
    assert_eq!(
        generous(&integer, r#"{"type": "integer", "value": 5}"#),
        "5"
    );
    assert_eq!(
        generous(&integer, r#"{"value": 5, "type": "integer"}"#),
        "5"
    );
    for sent in [
        r#"{"kind": "integer", "value": 5}"#,
        r#"{"type": "integer", "is": 5}"#,
    ] {
        let said = generous(&integer, sent);
        assert!(
            said.starts_with("- x: expected integer, got object"),
            "{said}"
        );
    }
}

#[test]
fn valid_object_is_not_unwrapped() {
    let schema = json!({"type": "object",
        "properties": {"x": {"type": "object"}, "n": {"type": "integer"}}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let boxed = json!({"type": "object", "value": {"a": 1}});
    // The number needs a guess, so the reader reads the whole object again with guesses on.
    let raw = json!({"x": boxed, "n": "1,234"}).to_string();
    let reader = definition.reader().leniency(Leniency::Generous);
    let reading = reader.read::<Value>(&raw).expect("a call");
    assert_eq!(reading.value, json!({"x": boxed, "n": 1234}));
}

#[test]
fn call_that_resembles_its_schema_is_read_as_arguments() {
    let schema = json!({"type": "object", "required": ["a"],
        "properties": {"a": {"type": "object"}}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = |raw: &str| definition.parse(raw).map_err(|error| error.to_string());
    // Schemas name their types. An object of arguments may have only one of the two keys.
    for inside in [json!({"unit": "number"}), json!({"type": "folder"})] {
        let call = json!({"properties": {"a": inside}}).to_string();
        assert_eq!(read(&call), Ok(json!({"a": inside})));
    }
    assert!(read(r#"{"properties": {"a": {"type": "object"}}}"#).is_err());
}

#[test]
fn xml_is_not_decoded_where_a_string_is_allowed() {
    let list = json!({"type": "array", "items": {"type": "integer"}, "x-tool-xml-string": true});
    let place = json!({"anyOf": [{"type": "string", "maxLength": 3}, list]});
    insta::assert_snapshot!(standard(&place, r#""<i>1</i>""#), @r#"- x: expected string of at most 3 characters or array of integers, got "<i>1</i>""#);
}

#[test]
fn issues_over_the_limit_are_counted_once() {
    let integer = json!({"type": "integer"});
    let inner = json!({"type": "object", "properties": {"e": integer}});
    let schema = json!({"type": "object", "properties":
        {"a": integer, "b": integer, "c": integer, "d": inner}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let reader = definition.reader().leniency(Leniency::Generous);
    let reader = reader.limits(Limits::default().issues(1));
    let wrong = r#"{"a": [], "b": [], "c": "5", "d": {"e": []}}"#;
    let error = reader.read::<Value>(wrong).expect_err("three issues");
    assert_eq!((error.issues().len(), error.omitted()), (1, 2));
}

#[test]
fn issues_of_a_trial_have_the_path_of_their_key() {
    let object = |name: &str, place: Value| {
        json!({"type": "object", "required": [name],
        "additionalProperties": false, "properties": {name: place}})
    };
    let of_type = |name: &str| object("a", json!({"type": name}));
    // Only a trial finds the intended type.
    let node = json!({"anyOf": [of_type("integer"), of_type("number")]});
    let node_of = json!({"$ref": "#/$defs/Node"});
    let mut first = object("theNode", node_of.clone());
    first["properties"]["p"] = json!({"type": "integer"});
    first["required"] = json!(["theNode", "p"]);
    let schema = json!({
        "type": "object",
        "properties": {"x": {"anyOf": [first, object("the_node", node_of)]}},
        "$defs": {"Node": node},
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let error = definition.parse(r#"{"x": {"the-node": {"a": "one"}}}"#);
    let error = error.expect_err("no integer");
    let paths: Vec<_> = error
        .issues()
        .iter()
        .map(|issue| issue.path.to_string())
        .collect();
    assert_eq!(paths, ["x.the_node"]);
}

#[test]
fn nested_union_decodes_json_text_if_the_inner_union_enables_it() {
    let list = json!({"type": "array", "items": {"type": "integer"}, "x-tool-json-string": true});
    let inner = json!({"anyOf": [list, {"type": "object"}]});
    let place = json!({"anyOf": [inner, {"type": "null"}]});
    assert_eq!(at(Leniency::Strict, &place, r#""[1]""#), "[1]");
}

#[test]
fn exact_tag_is_preferred_over_a_repaired_tag() {
    let tagged = |tag: &str| json!({"type": "object", "required": ["kind"], "properties": {"kind": {"const": tag}}});
    let place = json!({"oneOf": [tagged("'a'"), tagged("b")]});
    let sent = r#"{"kind":"'a'","more":"1"}"#;
    assert_eq!(standard(&place, sent), sent);
    let wrong = r#"{"kind":" 'A' "}"#;
    insta::assert_snapshot!(standard(&place, wrong), @r#"- x.kind: expected "'a'", got " 'A' "; did you mean "'a'"? (kind "'a'")"#);
}

#[test]
fn amount_with_one_minus_sign_is_negative() {
    let integer = json!({"type": "integer"});
    for sent in [r#""$-5""#, r#""-$5""#, r#""-5 €""#] {
        assert_eq!(generous(&integer, sent), "-5", "{sent}");
    }
    let said = generous(&integer, r#""-$-5""#);
    assert_eq!(said, r#"- x: expected integer, got string "-$-5""#);
}

#[test]
fn items_are_not_dropped_to_empty_a_container() {
    let object = json!({"type": "object"});
    assert_eq!(generous(&object, "[]"), "{}");
    assert_eq!(
        generous(&object, "[1, 2]"),
        "- x: expected object, got array [1,2]"
    );
    let list = json!({"type": "array", "items": {"type": "integer"}});
    assert_eq!(generous(&list, "{}"), "[]");
    let said = generous(&list, r#"{"a": 1}"#);
    assert_eq!(
        said,
        r#"- x: expected array of integers, got object {"a":1}"#
    );
}

#[test]
fn text_is_not_unwrapped_where_arguments_may_be_text() {
    let schema = json!({"type": ["object", "string"], "maxLength": 4});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = |raw: &str| {
        definition
            .parse(raw)
            .map_err(|error| error.render(Style::List))
    };
    assert_eq!(read(r#""{}""#), Ok(json!("{}")));
    // The schema takes no text that long.
    assert_eq!(read(r#""{\"a\": 1}""#), Ok(json!({"a": 1})));
}

#[test]
fn list_of_strings_is_not_read_as_nullable_rows() {
    let row = json!({"type": "array", "items": {"type": "string"}});
    let rows = json!({"type": "array", "items": {"anyOf": [row, {"type": "null"}]}});
    assert_eq!(standard(&rows, r#"[["ls"], null]"#), r#"[["ls"],null]"#);
    insta::assert_snapshot!(standard(&rows, r#"["ls", "-la"]"#), @r#"- x: can be read as [["ls","-la"]] or as [["ls"],["-la"]]; send one of them"#);
}

#[test]
fn untagged_form_matches_if_no_tag_does() {
    let tagged = |tag: &str| json!({"type": "object", "required": ["kind"], "properties": {"kind": {"const": tag}}});
    let other =
        json!({"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}});
    let place = json!({"anyOf": [tagged("a"), tagged("b"), {"anyOf": [other, {"type": "null"}]}]});
    let sent = r#"{"kind": "c", "x": "1"}"#;
    assert_eq!(standard(&place, sent), r#"{"kind":"c","x":1}"#);
}

#[test]
fn failed_form_of_the_same_type_does_not_stop_the_others() {
    for (place, read) in [
        (
            json!({"anyOf": [{"enum": ["red"]}, {"type": "integer"}]}),
            "5",
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"enum": ["red"]}]}),
            "5",
        ),
    ] {
        assert_eq!(standard(&place, r#""5""#), read);
    }
}
