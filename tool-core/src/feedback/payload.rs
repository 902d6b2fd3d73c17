use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};

use crate::issue::Issue;
use crate::tool::{Arguments, ToolArgError};

impl ToolArgError {
    /// Returns the error as JSON, for the tool `invalid` or a log: `{"tool", "error",
    /// "receivedArgs", "issues"}`.
    ///
    /// `error` is the instruction. `receivedArgs` is always an object, which a provider accepts
    /// as the arguments of a call in the history: see [`Arguments::to_object`]. Each of
    /// `issues` has its `path`, `message` and `code`, and the data of its code.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Wait a while.
    /// #[derive(Debug, Tool)]
    /// struct Wait {
    ///     seconds: u32,
    /// }
    ///
    /// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
    /// let payload = error.payload();
    /// assert_eq!(payload["tool"], "wait");
    /// assert_eq!(payload["receivedArgs"]["seconds"], "ten");
    /// assert_eq!(payload["issues"][0]["code"], "type");
    /// ```
    #[must_use]
    pub fn payload(&self) -> Value {
        let issues: Vec<Value> = self.issues().iter().map(build_issue_data).collect();
        build_payload(self.tool(), &self.to_string(), self.received(), &issues)
    }
}

/// Returns the payload of an invalid call.
pub(crate) fn build_payload(
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

/// Serializes the [payload](ToolArgError::payload).
impl Serialize for ToolArgError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.payload().serialize(serializer)
    }
}

fn build_issue_data(issue: &Issue) -> Value {
    let mut data = Map::new();
    data.insert("path".to_owned(), issue.path.to_string().into());
    data.insert("message".to_owned(), issue.message().into());
    // Issues are plain data with string keys, so JSON can represent them.
    if let Ok(Value::Object(fields)) = serde_json::to_value(issue) {
        for (key, value) in fields {
            // The message of a check is already under `message`.
            data.entry(key).or_insert(value);
        }
    }
    Value::Object(data)
}
