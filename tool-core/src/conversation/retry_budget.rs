use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::call::CallError;
use crate::feedback::{self, Format};

/// Picks the text that answers a failed call: first the instruction, then the
/// [list with the shape](Format::ListAgain), and when the budget is spent, a summary for
/// the user.
///
/// Failures are counted for each tool, until a call of it succeeds; calls of unknown
/// tools, and those that [are no calls](CallError::NotACall), are counted together, until
/// a call of any tool succeeds. Of calls of one tool
/// that fail side by side in one response, tell it the first: the model has not seen an
/// answer in between. Answer the others with their own instruction.
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
pub struct RetryBudget {
    retries: usize,
    /// How often each tool failed since it last succeeded.
    failures: BTreeMap<String, usize>,
    /// How often what was called is no tool.
    unknown: usize,
}

/// What a [`RetryBudget`] says of a failed call.
///
/// ```
/// use tool_core::CallError;
/// use tool_core::conversation::{RetryDecision, RetryBudget};
///
/// /// The result of the call, or what the user is told.
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
    /// The model tries again: the text is the result of its call.
    Again(String),
    /// It has tried often enough: the text is for the user. Where the conversation goes
    /// on, the result of the call is the error's own
    /// [instruction](Format::Instruction).
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
    /// A budget of two retries.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How often the model may try again after its first failure: 2. The first retry
    /// follows the instruction, all others the list with the shape.
    #[must_use]
    pub fn retries(mut self, retries: usize) -> Self {
        self.retries = retries;
        self
    }

    /// Tells of a call that failed by its name or its arguments.
    pub fn failed(&mut self, error: impl Into<CallError>) -> RetryDecision {
        let error = error.into();
        let arguments = match &error {
            CallError::Arguments(error) => Some(error),
            CallError::UnknownTool(_) | CallError::NotACall(_) => None,
        };
        let failures = match arguments {
            Some(error) => self.failures.entry(error.tool().to_owned()).or_default(),
            None => &mut self.unknown,
        };
        *failures = failures.saturating_add(1);
        if *failures > self.retries {
            return RetryDecision::GiveUp(feedback::give_up(*failures, error.tool(), arguments));
        }
        RetryDecision::Again(match arguments {
            Some(error) if *failures > 1 => error.render(Format::ListAgain),
            _ => error.to_string(),
        })
    }

    /// Tells of a call that could be run: the tool has its whole budget again.
    pub fn succeeded(&mut self, tool: &str) {
        self.failures.remove(tool);
        self.unknown = 0;
    }
}
