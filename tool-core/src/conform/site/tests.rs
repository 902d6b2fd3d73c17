//! Counts the visits of the walk if rules may guess.

use serde_json::json;

use crate::Definition;
use crate::conform::{Conform, Diagnostics, PlanStep, Site, WalkSettings};
use crate::json::parse_strict;
use crate::limits::Limits;
use crate::rules::RuleClass;
use crate::tree::ParseContext;

/// Returns the number of visits to nested objects of this depth. The innermost object contains an
/// invalid value.
fn visits(depth: usize) -> usize {
    let node = json!({"$ref": "#/$defs/node"});
    let schema = json!({
        "type": "object",
        "properties": {
            "next": {"anyOf": [node, {"type": "array", "items": node}, {"type": "null"}]},
            "n": {"type": "integer"},
        },
        "required": ["n"],
        "additionalProperties": false,
    });
    let schema = json!({
        "type": "object",
        "properties": {"node": node},
        "$defs": {"node": schema},
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let inner = r#"{"n": "1", "next": "#.repeat(depth) + r#"{"n": "bad"}"# + &"}".repeat(depth);
    let text = format!(r#"{{"node": {inner}}}"#);
    let limits = Limits::default();
    let tree = parse_strict(&text, &mut ParseContext::unlimited());
    let tree = tree.unwrap_or_else(|_| panic!("{text} is JSON"));
    let settings = WalkSettings {
        class: Some(RuleClass::Generous),
        into_value: true,
        source: None,
        records: true,
        limits,
    };
    let mut walk = Conform::new(definition.plan(), settings, Diagnostics::default());
    let at = Site::root(walk.mode(false));
    walk.try_without_guesses_first(&at, PlanStep::Root, |walk, at| walk.walk_root(&tree, at));
    assert_eq!(walk.found.issues.len(), 1);
    walk.visits
}

#[test]
fn nested_places_are_not_walked_as_often_as_they_are_deep() {
    let (few, many) = (visits(10), visits(100));
    assert!(many <= few * 11, "{few} and {many}");
}
