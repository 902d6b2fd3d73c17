use tool_core::ToolArgError;

/// Which text the model gets for arguments that do not fit: those of
/// [`tool_core::retry`]. [`Options::retry_text`](crate::Options::retry_text) takes it.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::{Options, RetryText, ToolCall, ToolService};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let service = ToolService::builder()
///     .options(Options::new().retry_text(RetryText::List))
///     .build();
/// service.register(async |wait: Wait| Ok::<_, std::fmt::Error>(wait.seconds))?;
/// let call = ToolCall::new("wait", r#"{"seconds": "ten"}"#);
/// assert_eq!(
///     service.execute(call, &Options::new()).await.text(),
///     "Nothing was run. Send the whole call again with these fixed:\n\
///      - seconds: expected integer, got string \"ten\"",
/// );
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum RetryText {
    /// One line: [`instruction`](tool_core::retry::instruction).
    #[default]
    Instruction,
    /// A line for each issue: [`list`](tool_core::retry::list).
    List,
    /// The list with the shape of the arguments: [`list_again`](tool_core::retry::list_again).
    ListAgain,
    /// The input with the issues beside its lines: [`annotated`](tool_core::retry::annotated).
    Annotated,
    /// All missing fields, where only such are wrong: [`preflight`](tool_core::retry::preflight).
    Preflight,
    /// All issues, numbered: [`numbered`](tool_core::retry::numbered).
    Numbered,
}

impl RetryText {
    pub(crate) fn of(self, error: &ToolArgError) -> String {
        match self {
            Self::Instruction => error.instruction(),
            Self::List => error.list(),
            Self::ListAgain => error.list_again(),
            Self::Annotated => error.annotated(),
            Self::Preflight => error.preflight(),
            Self::Numbered => error.numbered(),
        }
    }
}
