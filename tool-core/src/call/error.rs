use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::feedback;
use crate::tool::{Arguments, ToolArgError};

/// Why a call was not read: by its name, or by its arguments.
///
/// Its `Display` is the instruction for the model, and serialised it is its
/// [payload](CallError::payload), whichever it is.
///
/// ```
/// use serde_json::json;
/// use tool_core::{CallError, Definition, Definitions};
///
/// let schema = json!({"type": "object"});
/// let tools = Definitions::new([Definition::new("read_file", "Reads a file.", schema)?])?;
///
/// let error = tools.parse("reed_file", "{}").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Unknown tool requested by model: reed_file. Did you mean read_file? \
///      Call one of: read_file",
/// );
/// let CallError::UnknownTool(unknown) = error else { unreachable!() };
/// assert_eq!(unknown.nearest, ["read_file"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum CallError {
    /// The name is empty, or holds no letter or digit: what came is no call. It
    /// is to be dropped; there is nothing that the model could mend.
    NotACall(Box<NotACall>),
    /// No tool has that name, or the name can be read as two.
    UnknownTool(Box<UnknownTool>),
    /// The arguments do not fit the tool.
    Arguments(ToolArgError),
}

/// What came in the place of a call.
///
/// ```
/// use serde_json::json;
/// use tool_core::{CallError, Definition, Definitions};
///
/// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
/// let tools = Definitions::new([Definition::new("read_file", "Read a file.", schema)?])?;
/// let error = tools.parse("...", "{}").unwrap_err();
/// let CallError::NotACall(what) = error else { unreachable!() };
/// assert_eq!(what.name, "...");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct NotACall {
    /// The name as it was sent.
    pub name: String,
    /// The arguments as they were received.
    pub received: Arguments,
}

/// A call of a tool that is not in the set.
///
/// ```
/// use serde_json::json;
/// use tool_core::{CallError, Definition, Definitions};
///
/// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
/// let tools = Definitions::new([Definition::new("read_file", "Read a file.", schema)?])?;
/// let error = tools.parse("read_fil", "{}").unwrap_err();
/// let CallError::UnknownTool(unknown) = error else { unreachable!() };
/// assert_eq!(unknown.nearest, ["read_file"]);
/// assert_eq!(unknown.tools, ["read_file"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct UnknownTool {
    /// The name as it was sent.
    pub name: String,
    /// The names that it is near to, at most 5, the nearest first. A name that says a
    /// server is near to none of another server.
    pub nearest: Vec<String>,
    /// The names of all tools, in the order of the set, but for that of
    /// [`InvalidCall`](crate::call::InvalidCall), which is not for the model.
    pub tools: Vec<String>,
    /// The arguments as they were received.
    pub received: Arguments,
}

impl CallError {
    /// The name of the tool; where there is none of it, the name as it was sent.
    #[must_use]
    pub fn tool(&self) -> &str {
        match self {
            Self::NotACall(error) => &error.name,
            Self::UnknownTool(error) => &error.name,
            Self::Arguments(error) => error.tool(),
        }
    }

    /// The arguments as they were received.
    #[must_use]
    pub fn received(&self) -> &Arguments {
        match self {
            Self::NotACall(error) => &error.received,
            Self::UnknownTool(error) => &error.received,
            Self::Arguments(error) => error.received(),
        }
    }

    /// Returns the error as JSON, in the form of [`ToolArgError::payload`]:
    /// `{"tool", "error", "receivedArgs", "issues"}`.
    ///
    /// For an unknown tool the one issue has the code `unknown_tool`, with `nearest`
    /// and `tools`; for a name that cannot be a tool's, it has the code `not_a_call`.
    #[must_use]
    pub fn payload(&self) -> Value {
        let message = self.to_string();
        let issue = match self {
            Self::Arguments(error) => return error.payload(),
            Self::NotACall(_) => json!({"path": "", "message": message, "code": "not_a_call"}),
            Self::UnknownTool(error) => json!({
                "path": "",
                "message": message,
                "code": "unknown_tool",
                "nearest": error.nearest,
                "tools": error.tools,
            }),
        };
        feedback::payload_of(self.tool(), &message, self.received(), &[issue])
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACall(error) => f.write_str(&feedback::not_a_call(&error.name)),
            Self::UnknownTool(error) => f.write_str(&feedback::unknown_tool(
                &error.name,
                &error.nearest,
                &error.tools,
            )),
            Self::Arguments(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CallError {}

impl From<ToolArgError> for CallError {
    fn from(error: ToolArgError) -> Self {
        Self::Arguments(error)
    }
}

/// Serialised as its [payload](CallError::payload).
impl Serialize for CallError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.payload().serialize(serializer)
    }
}
