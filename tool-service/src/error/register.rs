use std::fmt;

use tool_core::SchemaError;
use tool_core::call::SetError;

/// The reason why a tool was not registered.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::extract::State;
/// use tool_service::{RegisterError, ToolService};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// async fn wait(State(most): State<u32>, wait: Wait) -> Result<u32, String> {
///     Ok(wait.seconds.min(most))
/// }
///
/// let error = ToolService::new().register(wait).unwrap_err();
/// assert!(matches!(error, RegisterError::NoState { type_name: "u32" }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegisterError {
    /// The schema is not supported.
    Schema(SchemaError),
    /// The name is invalid, or equals the name of another tool except for case and style.
    Name(SetError),
    /// The tool takes a [`State`](crate::extract::State) that the service lacks.
    NoState {
        /// Type of the missing value.
        type_name: &'static str,
    },
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(error) => error.fmt(f),
            Self::Name(error) => error.fmt(f),
            Self::NoState { type_name } => write!(
                f,
                "the service has no state of type `{type_name}`; add it with `ToolService::builder().state(..)`"
            ),
        }
    }
}

impl std::error::Error for RegisterError {}

impl From<SchemaError> for RegisterError {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}
