use serde_json::Value;

use crate::issue::IssueKind;
use crate::{Arguments, ToolArgError};

/// What is said of a call without arguments, since a model that is told of the missing
/// fields alone may send the same again.
pub(super) const EMPTY: &str = "the arguments are empty";

/// Whether a call that lacks required fields was sent without any argument: as `{}`, `null`
/// or empty text.
pub(super) fn is_empty(error: &ToolArgError) -> bool {
    let is_required = |kind: &IssueKind| matches!(kind, IssueKind::Required { .. });
    let lacks_some = error.issues().iter().any(|issue| is_required(&issue.kind));
    lacks_some
        && match error.received() {
            Arguments::Text(text) => {
                let mut text = text.clone();
                text.retain(|c| !c.is_whitespace());
                matches!(text.as_str(), "" | "{}" | "null" | "\"\"" | "\"{}\"")
            }
            Arguments::Value(Value::Object(object)) => object.is_empty(),
            Arguments::Value(Value::String(text)) => text.trim().is_empty(),
            Arguments::Value(value) => value.is_null(),
        }
}
