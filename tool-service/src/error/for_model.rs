use std::fmt;

use tool_core::ToolArgError;

use super::Failure;
use crate::{BoxError, ToolError};

/// An error whose text the model receives. A tool returns it if the model can fix the problem.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::{CallOptions, ForModel, ToolCall, ToolService};
///
/// /// Replace a string in the note.
/// #[derive(Debug, Tool)]
/// struct Replace {
///     old: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let service = ToolService::new();
/// service.register(async |replace: Replace| -> Result<String, ForModel<&str>> {
///     let _ = replace.old;
///     Err(ForModel("`old` was not found; read the note again"))
/// })?;
///
/// let call = ToolCall::new("replace", r#"{"old": "a"}"#);
/// let result = service.execute(call, CallOptions::new()).await;
/// assert!(result.is_error);
/// assert_eq!(result.text(), "`old` was not found; read the note again");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForModel<E>(pub E);

/// Error types of native tools. Implemented for [`ForModel`] and for all types that convert to
/// `Box<dyn Error + Send + Sync>`.
///
/// ```
/// use tool_service::convert::IntoToolError;
/// use tool_service::ForModel;
///
/// let plain = std::io::Error::other("the disk is full").into_tool_error();
/// assert_eq!(plain.class(), "ToolExecutionError");
/// assert_eq!(plain.for_model("write"), "The tool write failed.");
///
/// let told = ForModel("the note is locked").into_tool_error();
/// assert_eq!(told.for_model("write"), "the note is locked");
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the error of a tool",
    note = "implement `std::error::Error` for it, or wrap the text for the model in `tool_service::ForModel`"
)]
pub trait IntoToolError {
    /// Converts the error to a [`ToolError`].
    fn into_tool_error(self) -> ToolError;
}

/// Keeps a [`ToolError`] unchanged. Converts a [`ToolArgError`] to [`ToolError::Validation`].
impl<E: Into<BoxError>> IntoToolError for E {
    fn into_tool_error(self) -> ToolError {
        let error = match self.into().downcast::<ToolError>() {
            Ok(error) => return *error,
            Err(error) => error,
        };
        match error.downcast::<ToolArgError>() {
            Ok(error) => ToolError::Validation(*error),
            Err(error) => {
                ToolError::ToolExecution(Failure::new("the tool gave an error").with_source(error))
            }
        }
    }
}

impl<E: fmt::Display> IntoToolError for ForModel<E> {
    fn into_tool_error(self) -> ToolError {
        let words = self.0.to_string();
        ToolError::ToolExecution(Failure::new(words.clone()).with_model_message(words))
    }
}
