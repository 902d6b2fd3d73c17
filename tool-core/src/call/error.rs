use std::fmt;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::feedback;
use crate::tool::{Arguments, ToolArgError};

/// The error of a call, because of its name or its arguments.
///
/// `Display` writes the instruction for the model. The error serializes as its
/// [payload](CallError::payload), which always has one form.
///
/// ```
/// use tool_core::{CallError, Definition, Definitions, json};
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
    /// The name is empty, or contains no letter or digit, so the input is not a call. The text lists
    /// the tools.
    NotACall(Box<NotACall>),
    /// The name matches no tool, or more than one.
    UnknownTool(Box<UnknownTool>),
    /// The arguments are invalid.
    Arguments(ToolArgError),
}

/// Input that is not a call.
///
/// ```
/// use tool_core::{CallError, Definition, Definitions, json};
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
    /// The name as sent.
    pub name: String,
    /// The names of all tools, in the order of the set.
    pub tools: Vec<String>,
    /// The arguments as received.
    pub received: Arguments,
}

/// A call of a tool that is not in the set.
///
/// ```
/// use tool_core::{CallError, Definition, Definitions, json};
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
    /// The name as sent.
    pub name: String,
    /// The similar names, at most 5, the most similar first. For a name with a server, these
    /// are only names of that server.
    pub nearest: Vec<String>,
    /// The names of all tools, in the order of the set. Omits
    /// [`InvalidCallTool`](crate::call::InvalidCallTool), which is not for the model. If the sent name has
    /// the form of an [alias](crate::provider::Export::alias), the names are aliases, too: the
    /// model does not see the names that its provider rejects.
    pub tools: Vec<String>,
    /// The arguments as received.
    pub received: Arguments,
}

impl CallError {
    /// Returns the name of the tool, or the name as sent if the tool is unknown.
    #[must_use]
    pub fn tool(&self) -> &str {
        match self {
            Self::NotACall(error) => &error.name,
            Self::UnknownTool(error) => &error.name,
            Self::Arguments(error) => error.tool(),
        }
    }

    /// Returns the arguments as received.
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
    /// For an unknown tool, the only issue has the code `unknown_tool`, with `nearest` and
    /// `tools`. For a name that no tool can have, the code is `not_a_call`.
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
        feedback::build_payload(self.tool(), &message, self.received(), &[issue])
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotACall(error) => f.write_str(&feedback::not_a_call(&error.name, &error.tools)),
            Self::UnknownTool(error) => f.write_str(&feedback::describe_unknown_tool(
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

/// Serializes as the [payload](CallError::payload).
impl Serialize for CallError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.payload().serialize(serializer)
    }
}
