//! What goes out comes back: what an export bends, reading turns back.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tool_core::provider::{Anthropic, OpenAi};
use tool_core::{Definition, Leniency, Reading, Rule, Tool};

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

/// A call as a strict model has to write it: all properties, null for none.
const STRICT: &str = r#"{
    "query": "rust", "limit": null, "pages": null,
    "headers": [{"key": "Accept", "value": "*"}],
    "weights": [{"key": "7", "value": 0.5}, {"key": "8", "value": null}]
}"#;

#[test]
fn a_strict_call_is_read_as_it_is_meant() {
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
fn a_call_by_the_definition_is_read_as_well() {
    let raw = r#"{"query": "rust", "weights": {"7": 0.5}}"#;
    let reading = Search::definition()
        .reader()
        .read::<Search>(raw)
        .expect("it reads");
    assert!(reading.is_exact());
    assert_eq!(reading.value.weights, BTreeMap::from([(7, Some(0.5))]));
}

#[test]
fn null_left_out_of_the_view_is_still_read() {
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
fn entries_are_no_map_where_nothing_says_so() {
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
    // What does not pass is no map of that kind.
    assert!(
        read(
            map,
            r#"{"x": [{"key": "a", "value": "one"}, {"key": "b", "value": 2}]}"#
        )
        .is_err()
    );
}

#[test]
fn strict_reading_takes_the_definition_at_its_word() {
    let strict = Search::definition().reader().leniency(Leniency::Strict);
    assert!(strict.read::<Search>(STRICT).is_err());
}
