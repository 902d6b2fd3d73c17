//! What conforms as it stands is seen to: without that, the full walk would find the
//! same, at several times the cost.

use serde_json::{Value, json};

use super::misfits;
use crate::json::{Parsed, Tolerance, read as parse};
use crate::tree::Intake;
use crate::{Definition, Limits};

fn read(place: &Value, text: &str, into_value: bool) -> bool {
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"]});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    fits(&definition, &format!(r#"{{"x": {text}}}"#), into_value)
}

fn fits(definition: &Definition, text: &str, into_value: bool) -> bool {
    let mut intake = Intake::unlimited();
    let Some(Parsed::Tape(tape)) = parse(text, Tolerance::STRICT, &mut intake) else {
        panic!("{text} is JSON");
    };
    misfits(&tape, definition.plan(), into_value, Limits::default())
        .is_some_and(|misfits| misfits.is_empty())
}

#[track_caller]
fn told_apart(place: &Value, seen: &[&str], unseen: &[&str]) {
    for text in seen {
        assert!(read(place, text, true), "{text}");
    }
    for text in unseen {
        assert!(!read(place, text, true), "{text}");
    }
}

#[test]
fn scalars() {
    told_apart(&json!({}), &["1", r#""a""#, "[{}]"], &[]);
    told_apart(&json!({"type": "null"}), &["null"], &["0"]);
    told_apart(&json!({"type": "boolean"}), &["true"], &[r#""true""#]);
    told_apart(&json!({"type": "string"}), &[r#""""#], &["1"]);
    let short = json!({"type": "string", "maxLength": 2});
    told_apart(&short, &[r#""ab""#], &[r#""abc""#]);
    told_apart(&json!({"enum": ["a", 1]}), &[r#""a""#, "1"], &[r#""A""#]);
}

#[test]
fn numbers() {
    let integer = json!({"type": "integer"});
    told_apart(&integer, &["1", "-7"], &["1.5", "1.0", r#""1""#]);
    told_apart(&json!({"type": "number"}), &["1", "1.5", "2e3"], &["null"]);
    let few = json!({"type": "integer", "maximum": 10});
    told_apart(&few, &["10", "-20"], &["11", "1.5"]);
    let some = json!({"type": "number", "minimum": 0.5});
    told_apart(&some, &["0.5", "1"], &["0.25"]);
    // What no `Value` holds is another matter where it becomes none.
    let wide = "123456789012345678901234567890";
    assert!(!read(&integer, wide, true));
    assert!(read(&integer, wide, false));
}

#[test]
fn arrays() {
    let integers = json!({"type": "array", "items": {"type": "integer"}, "maxItems": 2});
    told_apart(&integers, &["[]", "[1, 2]"], &["[1, 2, 3]", r#"["1"]"#]);
    // Whether items differ is for the full walk to find out.
    told_apart(&json!({"type": "array", "uniqueItems": true}), &[], &["[]"]);
}

#[test]
fn objects() {
    let integer = json!({"type": "integer"});
    let place = json!({"type": "object", "required": ["a", "b"], "additionalProperties": false,
        "properties": {"a": integer, "b": integer, "c": integer}});
    let seen = [r#"{"a": 1, "b": 2}"#, r#"{"c": 3, "b": 2, "a": 1}"#];
    let unseen = [
        r#"{"a": 1, "c": 3}"#,
        r#"{"a": 1, "b": ""}"#,
        r#"{"a": 1, "b": 2, "d": 4}"#,
    ];
    told_apart(&place, &seen, &unseen);
    let map = json!({"type": "object", "additionalProperties": integer});
    told_apart(&map, &["{}", r#"{"a": 1, "b": 2}"#], &[r#"{"a": ""}"#]);
    told_apart(&json!({"type": "object"}), &[r#"{"a": [1]}"#], &["[]"]);
    // Other keys are listed, and properties counted, by the full walk.
    let open = json!({"type": "object", "properties": {"a": integer}});
    told_apart(&open, &[r#"{"a": 1}"#], &[r#"{"b": 1}"#]);
    let counted = json!({"type": "object", "minProperties": 1});
    told_apart(&counted, &[], &[r#"{"b": 1}"#]);
}

#[test]
fn unions() {
    let object = |name: &str| {
        json!({"type": "object", "required": [name], "additionalProperties": false,
        "properties": {name: {"type": "integer"}}})
    };
    let types = json!({"type": ["integer", "null"]});
    told_apart(&types, &["1", "null"], &[r#""""#]);
    let any = json!({"anyOf": [object("a"), object("b"), {"type": "null"}]});
    told_apart(&any, &[r#"{"b": 1}"#, "null"], &[r#"{"c": 1}"#, "[]"]);
    let keys = json!({"oneOf": [object("a"), object("b"), {"type": "string", "enum": ["c"]}]});
    told_apart(
        &keys,
        &[r#"{"b": 1}"#, r#""c""#],
        &[r#"{"B": 1}"#, r#"{"b": ""}"#],
    );
}

#[test]
fn tags() {
    let branch = |name: &str, holds: &str| {
        json!({"type": "object", "required": ["size", "kind"], "properties":
            {"size": {"type": holds}, "kind": {"const": name}}})
    };
    let place = json!({"oneOf": [branch("a", "integer"), branch("b", "string")]});
    let seen = [
        r#"{"size": 1, "kind": "a"}"#,
        r#"{"kind": "b", "size": ""}"#,
    ];
    let unseen = [
        r#"{"size": "", "kind": "a"}"#,
        r#"{"size": 1, "kind": "A"}"#,
        "[]",
    ];
    told_apart(&place, &seen, &unseen);
}

#[test]
fn values_nested_in_the_second_of_two_branches_are_each_looked_at_a_few_times() {
    let node = |own: &str| {
        json!({
            "type": "object",
            "properties": {"next": {"$ref": "#/$defs/node"}, own: {"type": "integer"}},
            "required": ["next", own],
            "additionalProperties": false,
        })
    };
    let schema = json!({
        "type": "object",
        "properties": {"x": {"$ref": "#/$defs/node"}},
        "required": ["x"],
        "$defs": {"node": {"anyOf": [node("a"), node("b"), {"type": "null"}]}},
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let depth = 100;
    let nested = format!(
        r"{}null{}",
        r#"{"next": "#.repeat(depth),
        r#", "b": 1}"#.repeat(depth)
    );
    assert!(fits(&definition, &format!(r#"{{"x": {nested}}}"#), true));
}
