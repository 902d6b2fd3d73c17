use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::seen::is_same_name;
use crate::call::{CallError, Dropped};
use crate::feedback::{self, LastFault, Style};
use crate::tool::ToolArgError;

/// Picks the text that answers a failed call: first the instruction, then the [list with the
/// shape](Style::ListAgain). If the budget is used up, it returns a summary for the user.
///
/// The budget counts the failures of each tool until a call of the tool succeeds. Calls of
/// unknown tools and input that [is not a call](CallError::NotACall) have one common counter,
/// until any call succeeds. If several calls of one tool fail in one response, report only the
/// first: the model has not seen an answer in between. Answer the others with their own
/// instruction. A [`Supervisor`](super::Supervisor) does this for all calls of an answer.
///
/// ```
/// use tool_core::Tool;
/// use tool_core::conversation::{RetryDecision, RetryBudget};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let mut budget = RetryBudget::new();
/// let mut failed = |raw| budget.failed(Wait::parse(raw).unwrap_err());
/// assert_eq!(
///     failed("{}"),
///     RetryDecision::Again(
///         "Please rewrite the input with valid arguments. Errors: seconds: Required (the arguments are empty)".into(),
///     ),
/// );
/// assert_eq!(
///     failed(r#"{"seconds": "ten"}"#),
///     RetryDecision::Again(
///         "Nothing was run. Send the whole call again with these fixed:\n\
///          - seconds: expected integer, got string \"ten\"\n\
///          The arguments must have this shape, where ? marks what is optional:\n\
///          {\"seconds\": integer 0..}"
///             .into(),
///     ),
/// );
/// assert_eq!(
///     failed(r#"{"seconds": "eleven"}"#),
///     RetryDecision::GiveUp(
///         "The model could not call wait: 3 attempts failed. The last one: \
///          seconds: expected integer, got string"
///             .into(),
///     ),
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[must_use]
pub struct RetryBudget {
    retries: usize,
    /// The number of failures of each tool since its last success.
    failures: BTreeMap<String, usize>,
    /// The number of calls of unknown tools since the last success.
    unknown: usize,
}

/// The decision of a [`RetryBudget`] on a failed call.
///
/// ```
/// use tool_core::CallError;
/// use tool_core::conversation::{RetryDecision, RetryBudget};
///
/// /// Returns the result of the call, or the summary for the user.
/// fn answer(budget: &mut RetryBudget, error: CallError) -> Result<String, String> {
///     match budget.failed(error) {
///         RetryDecision::Again(result) => Ok(result),
///         RetryDecision::GiveUp(summary) => Err(summary),
///     }
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[must_use]
pub enum RetryDecision {
    /// The model may try again. The text is the result of the call.
    Again(String),
    /// The budget is used up. The text is for the user. If the conversation continues, the
    /// result of the call is the [instruction](Style::Instruction) of the error.
    GiveUp(String),
}

impl Default for RetryBudget {
    fn default() -> Self {
        Self {
            retries: 2,
            failures: BTreeMap::new(),
            unknown: 0,
        }
    }
}

impl RetryBudget {
    /// Creates a budget of two retries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of retries after the first failure. Default: 2. The first retry follows
    /// the instruction, and each further retry the list with the shape.
    pub fn retries(mut self, retries: usize) -> Self {
        self.retries = retries;
        self
    }

    /// Records a call that failed because of its name or its arguments.
    pub fn failed(&mut self, error: impl Into<CallError>) -> RetryDecision {
        let error = error.into();
        let arguments = match &error {
            CallError::Arguments(error) => Some(error),
            CallError::UnknownTool(_) | CallError::NotACall(_) => None,
        };
        let failures = self.count(arguments.map(ToolArgError::tool));
        if failures > self.retries {
            let last = arguments.map(LastFault::Arguments);
            return RetryDecision::GiveUp(feedback::give_up(failures, error.tool(), last));
        }
        RetryDecision::Again(match arguments {
            Some(error) if failures > 1 => error.render(Style::ListAgain),
            _ => error.to_string(),
        })
    }

    /// Records a call that was dropped, for example because the output was cut off. A call that the
    /// provider or the connection [damaged](crate::call::DropReason::is_of_provider) does not count.
    pub fn dropped(&mut self, dropped: &Dropped) -> RetryDecision {
        if dropped.reason.is_of_provider() {
            return RetryDecision::Again(dropped.message().to_owned());
        }
        let is_named = dropped.name.chars().any(char::is_alphanumeric);
        let failures = self.count(is_named.then_some(&dropped.name));
        if failures > self.retries {
            let reason = dropped.reason.to_string();
            let last = is_named.then_some(LastFault::Dropped(&reason));
            return RetryDecision::GiveUp(feedback::give_up(failures, &dropped.name, last));
        }
        RetryDecision::Again(dropped.message().to_owned())
    }

    /// Records a call that succeeded. The tool has its whole budget again. The case and the style
    /// of the name do not matter.
    pub fn succeeded(&mut self, tool: &str) {
        self.failures.retain(|name, _| !is_same_name(name, tool));
        self.unknown = 0;
    }

    /// Counts a failure of a tool, or of an unknown tool, and returns the number of its failures.
    fn count(&mut self, tool: Option<&str>) -> usize {
        let failures = match tool {
            Some(tool) => self.failures.entry(tool.to_owned()).or_default(),
            None => &mut self.unknown,
        };
        *failures = failures.saturating_add(1);
        *failures
    }
}
