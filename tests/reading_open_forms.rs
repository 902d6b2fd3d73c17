//! Objects that several open forms of a union accept: each form repairs the properties that it
//! declares.

use serde_json::{Value, json};
use tool_core::Definition;

/// Reads arguments of a tool that needs an `id` or a `name`. Returns the value with the repaired
/// paths and the ignored ones.
fn read(sent: &Value) -> Option<(Value, Vec<String>, Vec<String>)> {
    let form = |name: &str, json_type: &str| {
        let properties = json!({name: {"type": json_type}});
        json!({"properties": properties, "required": [name]})
    };
    let schema = json!({
        "type": "object",
        "anyOf": [form("id", "integer"), form("name", "string")],
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let reading = definition.reader().read::<Value>(&sent.to_string()).ok()?;
    let repaired = reading.repairs.iter().map(|repair| repair.path.to_string());
    let ignored = reading.ignored.iter().map(|key| key.path.to_string());
    Some((reading.value, repaired.collect(), ignored.collect()))
}

#[test]
fn each_form_repairs_the_properties_that_it_declares() {
    for (sent, expected, repaired, ignored) in [
        (
            json!({"Id": 5, "Name": "x"}),
            json!({"id": 5, "name": "x"}),
            vec!["id", "name"],
            vec![],
        ),
        (
            json!({"id": 5, "Name": "x"}),
            json!({"id": 5, "name": "x"}),
            vec!["name"],
            vec![],
        ),
        (
            json!({"id": "5", "name": 7}),
            json!({"id": 5, "name": "7"}),
            vec!["id", "name"],
            vec![],
        ),
        (
            json!({"Id": "5", "more": 1}),
            json!({"id": 5, "more": 1}),
            vec!["id", "id"],
            vec!["more"],
        ),
        (
            json!({"Id": 5, "Name": "x", "more": 1}),
            json!({"id": 5, "name": "x", "more": 1}),
            vec!["id", "name"],
            vec!["more"],
        ),
    ] {
        let (value, paths, others) = read(&sent).expect("valid arguments");
        assert_eq!(value, expected, "{sent}");
        assert_eq!(paths, repaired, "{sent}");
        assert_eq!(others, ignored, "{sent}");
    }
}

#[test]
fn valid_arguments_stay_unchanged() {
    for sent in [
        json!({"id": 5, "name": "x"}),
        json!({"id": 5, "name": 7}),
        json!({"id": 5}),
        json!({"name": "x", "more": 1}),
    ] {
        let (value, repaired, _) = read(&sent).expect("valid arguments");
        assert_eq!(value, sent);
        assert!(repaired.is_empty(), "{sent}");
    }
}

#[test]
fn forms_that_read_one_property_differently_are_not_joined() {
    let form = |json_type: &str| json!({"type": "object", "properties": {"a": {"type": json_type}}, "required": ["a"]});
    let schema = json!({
        "type": "object",
        "properties": {"x": {"anyOf": [form("integer"), form("boolean")]}},
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let read = definition.reader().read::<Value>(r#"{"x": {"a": "1"}}"#);
    assert!(read.is_err(), "{read:?}");
}
