use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use super::message::message;
use crate::issue::Issue;
use crate::{Arguments, ToolArgError};

/// The error as JSON, for an `invalid` tool or a log:
/// `{"tool", "error", "receivedArgs", "issues"}`.
///
/// `error` is the instruction. `receivedArgs` is always an object, so that a
/// provider takes it back as the arguments of a call in the history: see
/// [`Arguments::to_object`]. Each of `issues` has its `path`, `message` and `code`, and the data
/// of its code.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::retry::payload;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// let payload = payload(&error);
/// assert_eq!(payload["tool"], "wait");
/// assert_eq!(payload["receivedArgs"]["seconds"], "ten");
/// assert_eq!(payload["issues"][0]["code"], "type");
/// ```
#[must_use]
pub fn payload(error: &ToolArgError) -> Value {
    let issues: Vec<Value> = error.issues().iter().map(issue_data).collect();
    payload_of(
        error.tool(),
        &error.instruction(),
        error.received(),
        &issues,
    )
}

/// The payload of any call that was not read.
pub(crate) fn payload_of(
    tool: &str,
    instruction: &str,
    received: &Arguments,
    issues: &[Value],
) -> Value {
    json!({
        "tool": tool,
        "error": instruction,
        "receivedArgs": received.to_object(),
        "issues": issues,
    })
}

impl ToolArgError {
    /// [`retry::payload`](payload) as a method.
    #[must_use]
    pub fn payload(&self) -> Value {
        payload(self)
    }
}

/// Serialised as its [payload].
impl Serialize for ToolArgError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        payload(self).serialize(serializer)
    }
}

fn issue_data(issue: &Issue) -> Value {
    let mut data = Map::new();
    data.insert("path".to_owned(), issue.path.to_string().into());
    data.insert("message".to_owned(), message(issue).into());
    // Issues are plain data with names for keys, which JSON always holds.
    if let Ok(Value::Object(fields)) = serde_json::to_value(issue) {
        for (key, value) in fields {
            // The words of a check stand under `message` already.
            data.entry(key).or_insert(value);
        }
    }
    Value::Object(data)
}
