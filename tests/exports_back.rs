//! Reading reverses every change that an export makes.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tool_core::provider::{Anthropic, OpenAi, Reason, Target, XAi};
use tool_core::rules::Rule;
use tool_core::{Definition, Leniency, Reading, Tool};

/// Search the web.
#[derive(Debug, PartialEq, Tool)]
struct Search {
    query: String,
    limit: Option<u32>,
    #[serde(default = "ten")]
    pages: u32,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    weights: BTreeMap<u32, Option<f64>>,
}

fn ten() -> u32 {
    10
}

fn rules<T>(reading: &Reading<T>) -> Vec<Rule> {
    reading.repairs.iter().map(|repair| repair.rule).collect()
}

/// A call in the form of a strict model: all properties, with null for absent values.
const STRICT: &str = r#"{
    "query": "rust", "limit": null, "pages": null,
    "headers": [{"key": "Accept", "value": "*"}],
    "weights": [{"key": "7", "value": 0.5}, {"key": "8", "value": null}]
}"#;

#[test]
fn reads_a_strict_call_as_the_original_value() {
    let export = Search::definition()
        .export(OpenAi::chat().strict())
        .expect("it can be exported");
    let view = jsonschema::validator_for(export.schema()).expect("a schema");
    assert!(view.is_valid(&serde_json::from_str(STRICT).expect("JSON")));
    let reading = Search::definition()
        .reader()
        .read::<Search>(STRICT)
        .expect("it reads");
    let wanted = Search {
        query: "rust".to_owned(),
        limit: None,
        pages: 10,
        headers: BTreeMap::from([("Accept".to_owned(), "*".to_owned())]),
        weights: BTreeMap::from([(7, Some(0.5)), (8, None)]),
    };
    assert_eq!(reading.value, wanted);
    assert_eq!(
        rules(&reading),
        [Rule::EmptyToAbsent, Rule::MapEntries, Rule::MapEntries]
    );
}

#[test]
fn view_reads_a_call_that_follows_the_definition() {
    let raw = r#"{"query": "rust", "weights": {"7": 0.5}}"#;
    let reading = Search::definition()
        .reader()
        .read::<Search>(raw)
        .expect("it reads");
    assert!(reading.is_exact());
    assert_eq!(reading.value.weights, BTreeMap::from([(7, Some(0.5))]));
}

#[test]
fn view_reads_null_that_the_export_omits() {
    let export = Search::definition()
        .export(Anthropic::messages().strict())
        .expect("it can be exported");
    assert_eq!(export.schema()["properties"]["limit"]["type"], "integer");
    let raw = r#"{"query": "rust", "limit": null, "weights": []}"#;
    let reading = Search::definition()
        .reader()
        .read::<Search>(raw)
        .expect("it reads");
    assert_eq!(rules(&reading), [Rule::MapEntries]);
}

#[test]
fn reads_entries_as_a_map_only_after_a_map_export() {
    let read = |place: Value, raw: &str| {
        let schema = json!({"type": "object", "properties": {"x": place}});
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        definition
            .reader()
            .read::<Value>(raw)
            .map(|reading| reading.value)
    };
    let sent = r#"{"x": [{"key": "a", "value": 1}, {"key": "b", "value": 2}]}"#;
    let map = json!({"type": "object", "additionalProperties": {"type": "integer"}});
    assert_eq!(
        read(map.clone(), sent).expect("it reads"),
        json!({"x": {"a": 1, "b": 2}})
    );
    assert_eq!(
        read(json!({"type": "object"}), sent).expect("it reads"),
        json!({"x": {"a": 1, "b": 2}})
    );
    assert_eq!(
        read(json!({}), sent).expect("it reads").to_string(),
        sent.replace(": ", ":").replace(", ", ",")
    );
    let declared = json!({"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "integer"}});
    assert!(read(declared, sent).is_err());
    // A map of another kind does not pass.
    assert!(
        read(
            map,
            r#"{"x": [{"key": "a", "value": "one"}, {"key": "b", "value": 2}]}"#
        )
        .is_err()
    );
}

#[test]
fn strict_reading_follows_the_definition_exactly() {
    let strict = Search::definition().reader().leniency(Leniency::Strict);
    assert!(strict.read::<Search>(STRICT).is_err());
}

/// Arguments of two closed forms.
fn two_forms(one: Value, other: Value) -> Definition {
    let form = |mut form: Value| {
        form["type"] = json!("object");
        form["additionalProperties"] = json!(false);
        form
    };
    let schema = json!({"anyOf": [form(one), form(other)]});
    Definition::new("t", "A tool.", schema).expect("a schema")
}

/// Returns the reason why a definition has no such export, and the suggested fix.
fn refusal(definition: &Definition, target: Target) -> Option<(Reason, String)> {
    let error = definition.export(target).err()?;
    Some((error.reason().clone(), error.to_string()))
}

#[test]
fn refuses_strict_export_of_forms_that_only_null_distinguishes() {
    let integer = json!({"type": "integer"});
    let nullable = json!({"type": ["integer", "null"]});
    let null_discriminator = two_forms(
        json!({"properties": {"a": nullable}, "required": ["a"]}),
        json!({"properties": {"b": integer}}),
    );
    let (reason, text) = refusal(&null_discriminator, OpenAi::chat().strict()).expect("a refusal");
    assert_eq!(reason, Reason::FormsByNull);
    insta::assert_snapshot!(text, @"tool `t` cannot be exported to OpenAI Chat (strict): the provider requires each property, and two forms of the arguments differ only by null; put the forms into a separate property, or export without strict");
    // These exports keep optional properties optional. Null therefore never means an absent one.
    assert_eq!(refusal(&null_discriminator, OpenAi::chat()), None);
    assert_eq!(
        refusal(&null_discriminator, Anthropic::messages().strict()),
        None
    );
    // One form has a distinguishing property or tag.
    let told_by_key = two_forms(
        json!({"properties": {"a": nullable}, "required": ["a"]}),
        json!({"properties": {"b": integer}, "required": ["b"]}),
    );
    let told_by_tag = two_forms(
        json!({"properties": {"kind": {"const": "a"}, "a": nullable}, "required": ["kind", "a"]}),
        json!({"properties": {"kind": {"const": "b"}, "b": integer}, "required": ["kind"]}),
    );
    // Null has the same meaning in both forms.
    let read_alike = two_forms(
        json!({"properties": {"a": integer}}),
        json!({"properties": {"b": integer}}),
    );
    for definition in [told_by_key, told_by_tag, read_alike] {
        assert_eq!(refusal(&definition, OpenAi::chat().strict()), None);
    }
}

#[test]
fn refuses_closed_export_of_a_form_with_properties_and_a_map() {
    let schema = |rest: Value| {
        json!({"anyOf": [
            {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"], "additionalProperties": rest},
            {"type": "object", "properties": {"b": {"type": "string"}}, "required": ["b"], "additionalProperties": false},
        ]})
    };
    let definition = |rest| Definition::new("t", "A tool.", schema(rest)).expect("a schema");
    for target in [
        OpenAi::chat().strict(),
        Anthropic::messages().strict(),
        XAi::chat(),
    ] {
        let with_map = refusal(&definition(json!({"type": "integer"})), target).expect("a refusal");
        assert_eq!(with_map.0, Reason::Map);
        assert_eq!(refusal(&definition(json!(false)), target), None);
    }
    assert_eq!(
        refusal(&definition(json!({"type": "integer"})), OpenAi::chat()),
        None
    );
}

#[test]
fn prefers_a_form_that_keeps_a_value_over_dropping_it() {
    let definition = two_forms(
        json!({"properties": {"note": {"type": "integer"}}, "required": ["note"]}),
        json!({
            "properties": {"items": {"type": ["number", "null"]}, "size": {"type": "integer"}},
            "required": ["items"],
        }),
    );
    let read = |raw: &str| {
        let reading = definition.reader().read::<Value>(raw);
        reading.map(|reading| reading.value.to_string())
    };
    assert_eq!(
        read(r#"{"note": 0, "items": null, "size": null}"#).expect("the form of notes"),
        r#"{"note":0}"#
    );
    assert_eq!(
        read(r#"{"note": null, "items": null, "size": 0}"#).expect("the form of items"),
        r#"{"items":null,"size":0}"#
    );
    // Either form drops a value that the other keeps.
    assert!(read(r#"{"note": 0, "items": 0, "size": null}"#).is_err());
}
