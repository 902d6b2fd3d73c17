//! Pins every sentence.

mod laws;
mod messages;
mod renderers;

use serde_json::{Value, json};

use crate::issue::{Issue, IssueKind, JsonType, Path, Received, Segment, TypeSet};
use crate::tree::Tree;
use crate::{Arguments, ToolArgError};

/// Creates an issue at a path such as `edits.0.old`, with this received value (`null` for
/// none).
fn issue(path: &str, kind: IssueKind, sent: impl Into<Option<Value>>) -> Issue {
    let segment = |step: &str| match step.parse::<usize>() {
        Ok(index) => Segment::from(index),
        Err(_) => Segment::from(step),
    };
    let path: Path = path
        .split('.')
        .filter(|s| !s.is_empty())
        .map(segment)
        .collect();
    Issue::new(path, kind, sent.into().map(|value| received(&value)))
}

fn received(value: &Value) -> Received {
    let json_type = match value {
        Value::Null => JsonType::Null,
        Value::Bool(_) => JsonType::Boolean,
        Value::Number(number) if number.is_f64() => JsonType::Number,
        Value::Number(_) => JsonType::Integer,
        Value::String(_) => JsonType::String,
        Value::Array(_) => JsonType::Array,
        Value::Object(_) => JsonType::Object,
    };
    let mut text = value.to_string();
    if text.chars().count() > Received::TEXT_LIMIT {
        text = text.chars().take(Received::TEXT_LIMIT).collect();
        text.push('…');
    }
    Received { json_type, text }
}

fn required(json_type: JsonType) -> IssueKind {
    IssueKind::required(TypeSet::of(json_type))
}

fn wrong_type(json_type: JsonType) -> IssueKind {
    IssueKind::of_type(TypeSet::of(json_type))
}

fn modes(nearest: Option<&str>) -> IssueKind {
    IssueKind::Enum {
        members: [json!("read"), json!("write")].into(),
        nearest: nearest.map(Value::from),
    }
}

fn check(message: &str) -> IssueKind {
    IssueKind::Check {
        message: message.to_owned(),
    }
}

fn error(issues: Vec<Issue>) -> ToolArgError {
    let received = Arguments::Text("{}".to_owned());
    ToolArgError::new(
        "edit_file",
        issues,
        0,
        received,
        Some(&Tree::Object(Vec::new())),
    )
}

/// A missing path, a wrong type, a wrong member, and two nested faults.
fn five_faults() -> ToolArgError {
    error(vec![
        issue("file_path", required(JsonType::String), None),
        issue("limit", wrong_type(JsonType::Integer), json!("ten")),
        issue("mode", modes(Some("read")), json!("reed")),
        issue("edits.0.old", required(JsonType::String), None),
        issue("edits.1.new", wrong_type(JsonType::String), json!(5)),
    ])
}
