use std::sync::Arc;

use serde_json::{Value, json};

use crate::issue::{Issue, IssueKind, JsonType, Path, Received, Segment, TypeSet};
use crate::tree::Tree;
use crate::{Arguments, ToolArgError};

fn at(path: &[&str], kind: IssueKind, sent: Option<JsonType>) -> Issue {
    let segment = |step: &&str| match step.parse::<usize>() {
        Ok(index) => Segment::from(index),
        Err(_) => Segment::from(*step),
    };
    let received = sent.map(|json_type| Received {
        json_type,
        text: String::new(),
    });
    Issue::new(path.iter().map(segment).collect(), kind, received)
}

fn required(json_type: JsonType) -> IssueKind {
    IssueKind::required(TypeSet::of(json_type))
}

fn wrong_type(json_type: JsonType) -> IssueKind {
    IssueKind::of_type(TypeSet::of(json_type))
}

/// Returns the salvaged value and the emptied paths.
fn salvage(read: Option<&Value>, issues: Vec<Issue>) -> (Value, Vec<String>) {
    salvage_of(&json!({}), read, issues)
}

/// Returns the same for a tool with this schema.
fn salvage_of(schema: &Value, read: Option<&Value>, issues: Vec<Issue>) -> (Value, Vec<String>) {
    let text = Arguments::Text(String::new());
    let read = read.map(Tree::from);
    let error = ToolArgError::new("t", issues, 0, text, read.as_ref());
    let salvage = error.of_schema(Arc::new(schema.clone())).salvage();
    let emptied = salvage.emptied.iter().map(Path::to_string).collect();
    (salvage.value, emptied)
}

#[test]
fn failing_fields_are_emptied_to_their_type() {
    let read = json!({
        "mode": 5, "limit": "ten", "flag": "maybe", "tags": 1, "options": 1,
        "count": 300, "any": 1, "edits": [{"new": 5}],
    });
    let members = vec![json!("read")];
    let out_of_range = IssueKind::out_of_range("uint8");
    let any = IssueKind::of_type(TypeSet::ALL);
    let issues = vec![
        at(
            &["mode"],
            IssueKind::Enum {
                members: members.into(),
                nearest: None,
            },
            Some(JsonType::Integer),
        ),
        at(
            &["limit"],
            wrong_type(JsonType::Integer),
            Some(JsonType::String),
        ),
        at(&["flag"], wrong_type(JsonType::Boolean), None),
        at(&["tags"], wrong_type(JsonType::Array), None),
        at(&["options"], wrong_type(JsonType::Object), None),
        at(&["count"], out_of_range, Some(JsonType::Integer)),
        at(&["any"], any, None),
        at(&["edits", "0", "new"], wrong_type(JsonType::String), None),
        at(&["edits", "0", "old"], required(JsonType::String), None),
    ];
    let (value, emptied) = salvage(Some(&read), issues);
    let expected = json!({
        "mode": "", "limit": 0, "flag": false, "tags": [], "options": {},
        "count": 0, "any": null, "edits": [{"new": "", "old": ""}],
    });
    assert_eq!(value, expected);
    assert_eq!(emptied.len(), 9);
    assert_eq!(emptied[8], "edits[0].old");
}

#[test]
fn removes_keys_that_no_field_reads() {
    let read = json!({"filePath": "b", "file_path": "a", "x": 1, "limit": 5});
    let property = "file_path".to_owned();
    let issues = vec![
        at(&["x"], IssueKind::UnknownKey { nearest: None }, None),
        at(&["filePath"], IssueKind::AmbiguousKey { property }, None),
    ];
    let (value, emptied) = salvage(Some(&read), issues);
    assert_eq!(value, json!({"file_path": "", "limit": 5}));
    assert_eq!(emptied, ["x", "filePath", "file_path"]);
}

#[test]
fn arguments_without_required_fields_are_an_empty_object() {
    let nothing = (json!({}), vec![String::new()]);
    assert_eq!(
        salvage(None, vec![at(&[], IssueKind::Truncated, None)]),
        nothing
    );
    let wrong = vec![at(&[], wrong_type(JsonType::Object), Some(JsonType::Array))];
    assert_eq!(salvage(Some(&json!([1])), wrong), nothing);
}

#[test]
fn required_fields_are_there_and_empty_where_all_arguments_fail() {
    let schema = json!({
        "type": "object",
        "properties": {
            "files": {"type": "array"},
            "mode": {"$ref": "#/$defs/Mode"},
            "range": {"anyOf": [{"$ref": "#/$defs/Range"}, {"type": "null"}]},
            "limit": {"type": ["integer", "null"]},
            "note": {"type": "string"},
            "any": {},
        },
        "required": ["files", "mode", "range", "limit", "any"],
        "$defs": {
            "Mode": {"enum": ["a", "b"]},
            "Range": {
                "type": "object",
                "properties": {"first": {"type": "number"}, "last": {"type": "number"}},
                "required": ["first"],
            },
        },
    });
    let filled = json!({"files": [], "mode": "", "range": {"first": 0}, "limit": 0, "any": null});
    let all = (filled, vec![String::new()]);
    let truncated = vec![at(&[], IssueKind::Truncated, None)];
    assert_eq!(salvage_of(&schema, None, truncated), all);
    let wrong = vec![at(&[], wrong_type(JsonType::Object), Some(JsonType::Array))];
    assert_eq!(salvage_of(&schema, Some(&json!([1])), wrong), all);
}

#[test]
fn required_objects_that_hold_themselves_are_filled_to_a_depth() {
    let schema = json!({
        "type": "object",
        "properties": {"next": {"$ref": "#"}},
        "required": ["next"],
    });
    let (value, _) = salvage_of(&schema, None, vec![at(&[], IssueKind::Truncated, None)]);
    assert_eq!(value.to_string().matches("next").count(), 9);
}

#[test]
fn a_fault_between_valid_fields_empties_nothing() {
    let message = "end must be after start".to_owned();
    let read = json!({"start": 2, "end": 1});
    let issues = vec![at(&[], IssueKind::Check { message }, None)];
    assert_eq!(salvage(Some(&read.clone()), issues), (read, Vec::new()));
}

#[test]
fn paths_that_lead_nowhere_are_passed_over() {
    let read = json!({"tags": ["a"], "options": {"b": 1}});
    let issues = vec![
        at(&["tags", "7"], wrong_type(JsonType::String), None),
        at(&["tags", "b"], required(JsonType::String), None),
        at(&["a", "b", "c"], required(JsonType::String), None),
        at(&["options", "b"], wrong_type(JsonType::String), None),
        at(&["options"], wrong_type(JsonType::Object), None),
    ];
    let (value, emptied) = salvage(Some(&read), issues);
    assert_eq!(value, json!({"tags": ["a"], "options": {}}));
    assert_eq!(emptied, ["options"]);
}
