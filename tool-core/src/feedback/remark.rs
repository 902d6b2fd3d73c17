use std::collections::HashSet;
use std::ptr;

use serde_json::Value;

use super::TextLimits;
use super::cut::{join_lines, keep_start};
use super::places::PlaceSchemas;
use super::required::{is_near, quote_key};
use crate::issue::{Issue, IssueKind, Path, Segment};
use crate::limits::HINT_BYTES;
use crate::schema::find_target;
use crate::tool::{Arguments, ToolArgError};

/// Returns ` (the arguments are empty; required: path, limit)` for a call without arguments, or
/// with arguments that are not an object. Returns an empty text for any other call.
pub(super) fn write_remark(error: &ToolArgError, limits: TextLimits) -> String {
    let mut said = Vec::new();
    if is_empty(error) {
        let is_answer = error.is_of_answer();
        said.push(if is_answer { EMPTY_ANSWER } else { EMPTY }.to_owned());
    }
    if let Some(outer) = find_wrapper(error) {
        said.push(format!("send only what is inside {}", quote_key(&outer)));
    }
    if let [issue] = error.issues()
        && is_not_an_object(issue)
        && let Some(schema) = error.schema()
    {
        let names = collect_required(schema);
        if !names.is_empty() {
            let names = format!("required: {}", names.join(", "));
            said.push(keep_start(join_lines(names), limits.max_characters()));
        }
    }
    if said.is_empty() {
        return String::new();
    }
    format!(" ({})", said.join("; "))
}

/// Returns the only key of the call, if the issues are about the arguments inside it.
fn find_wrapper(error: &ToolArgError) -> Option<String> {
    let parsed;
    let value = match error.received() {
        Arguments::Value(value) => value,
        Arguments::Text(text) if text.len() <= HINT_BYTES => {
            parsed = serde_json::from_str(text).ok()?;
            &parsed
        }
        Arguments::Text(_) => return None,
    };
    let mut entries = value.as_object()?.iter();
    let ((outer, inside), None) = (entries.next()?, entries.next()) else {
        return None;
    };
    let text;
    let inside = match inside {
        Value::String(inside) => {
            text = serde_json::from_str(inside).ok()?;
            &text
        }
        other => other,
    };
    let inside = inside.as_object()?;
    let place = PlaceSchemas::of(error.schema()?);
    let properties = place.names();
    // The whole content is the value of a property that declares all of its keys.
    let is_value_of = |path: &Path| {
        let of_property = path.segments().first().map(|segment| place.step(segment));
        let names = of_property.map(|place| place.names()).unwrap_or_default();
        let mut keys = inside.keys().map(String::as_str);
        keys.clone().all(|key| names.contains(&key)) && keys.any(|key| !properties.contains(&key))
    };
    let is_outer = |segment: &Segment| matches!(segment, Segment::Key(key) if key == outer);
    let is_told = |issue: &Issue| {
        let of_value = issue.path.segments().first().is_none_or(is_outer);
        let source = match &issue.kind {
            IssueKind::Required { missing, .. } => missing.sent_as.as_ref(),
            _ => None,
        };
        let is_sure = |path: &&Path| {
            path.segments().len() > 1 || is_near(outer, &issue.path) || is_value_of(&issue.path)
        };
        let of_source = source.filter(is_sure);
        let of_source = of_source.and_then(|path| path.segments().first());
        of_value || of_source.is_some_and(is_outer)
    };
    let mut keys = inside.keys();
    let has_property = keys.any(|key| properties.contains(&key.as_str()));
    let is_wrapper = has_property && !properties.contains(&outer.as_str());
    (is_wrapper && !error.issues().iter().any(is_told)).then(|| outer.clone())
}

/// The remark on a call without arguments. A model that reads only the missing fields may send
/// the same call again.
pub(super) const EMPTY: &str = "the arguments are empty";
const EMPTY_ANSWER: &str = "the object is empty";

/// Returns whether a call that lacks required fields had no argument at all: `{}`, `[]`, `null`
/// or blank text.
pub(super) fn is_empty(error: &ToolArgError) -> bool {
    let lacks = |issue: &Issue| match issue.kind {
        IssueKind::Required { .. } => true,
        _ => is_not_an_object(issue),
    };
    error.issues().iter().all(lacks)
        && match error.received() {
            Arguments::Text(text) => {
                const MAX_CHARACTERS: usize = 4;
                let written = text.chars().filter(|c| !c.is_whitespace());
                let start: String = written.take(MAX_CHARACTERS + 1).collect();
                matches!(&*start, "" | "{}" | "[]" | "null" | "\"\"" | "\"{}\"")
            }
            Arguments::Value(Value::Object(object)) => object.is_empty(),
            Arguments::Value(Value::Array(items)) => items.is_empty(),
            Arguments::Value(Value::String(text)) => text.trim().is_empty(),
            Arguments::Value(value) => value.is_null(),
        }
}

/// Returns whether the arguments as a whole have another type.
pub(super) fn is_not_an_object(issue: &Issue) -> bool {
    issue.path.is_root() && matches!(issue.kind, IssueKind::Type { .. })
}

/// Returns the properties that the schema of the arguments requires in every form.
pub(super) fn collect_required(root: &Value) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut known = HashSet::new();
    let mut schemas = vec![root];
    let mut met = HashSet::from([ptr::from_ref(root).addr()]);
    let mut next = 0;
    while let Some(schema) = schemas.get(next).copied() {
        next += 1;
        let listed = schema.get("required").and_then(Value::as_array);
        for name in listed.into_iter().flatten().filter_map(Value::as_str) {
            if known.insert(name) {
                names.push(name.to_owned());
            }
        }
        let reference = schema.get("$ref").and_then(Value::as_str);
        let reference = reference.and_then(|reference| find_target(root, reference));
        let all = schema.get("allOf").and_then(Value::as_array);
        for joined in reference.into_iter().chain(all.into_iter().flatten()) {
            // A schema that occurs twice is recursive.
            if met.insert(ptr::from_ref(joined).addr()) {
                schemas.push(joined);
            }
        }
    }
    names
}
