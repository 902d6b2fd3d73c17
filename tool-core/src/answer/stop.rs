use std::fmt;

use crate::call::wire::Ending;

/// Why a model stopped.
///
/// ```
/// use tool_core::answer::{Answer, StopReason};
/// use tool_core::call::Api;
///
/// let body = r#"{"candidates": [{"finishReason": "SAFETY"}]}"#;
/// let answer = Answer::from_body(Api::Gemini, body)?;
/// assert_eq!(answer.stop, StopReason::Filtered);
/// assert_eq!(answer.stop.as_str(), "filtered");
/// # Ok::<(), tool_core::answer::AnswerError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum StopReason {
    /// The model finished its answer.
    Done,
    /// The model waits for the results of its calls.
    ToolCalls,
    /// A limit of tokens or of messages cut the answer off.
    Truncated,
    /// The model refused to answer.
    Refused,
    /// A content filter cut off or replaced the answer, or blocked the prompt.
    Filtered,
    /// The provider paused a long answer. Send the turn back to continue it.
    Paused,
    /// The provider failed, or rejected the output of the model.
    Error,
    /// The stream broke off: the connection was lost, or the server stopped early. The model did
    /// nothing wrong. Send the same request again.
    Disconnected,
    /// An unknown reason. The text is empty if the provider gave no reason.
    Other(String),
}

impl StopReason {
    /// Returns the stable name, such as `tool_calls`. Returns `other` for an unknown reason.
    /// `Display` writes the provider's text of an unknown reason, and a sentence about a lost
    /// connection.
    #[must_use]
    pub fn as_str(&self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::ToolCalls => "tool_calls",
            Self::Truncated => "truncated",
            Self::Refused => "refused",
            Self::Filtered => "filtered",
            Self::Paused => "paused",
            Self::Error => "error",
            Self::Disconnected => "disconnected",
            Self::Other(_) => "other",
        }
    }

    pub(super) fn new(ending: Ending, reason: Option<String>) -> Self {
        match ending {
            Ending::Done | Ending::StopSequence => Self::Done,
            Ending::ToolCalls => Self::ToolCalls,
            Ending::Truncated | Ending::TooManyMessages => Self::Truncated,
            Ending::Filtered => Self::Filtered,
            Ending::Refused => Self::Refused,
            Ending::Paused => Self::Paused,
            Ending::Failed | Ending::Malformed | Ending::UnknownTool | Ending::TooManyCalls => {
                Self::Error
            }
            Ending::Disconnected => Self::Disconnected,
            Ending::Unfinished | Ending::Unrecognized | Ending::Unknown => {
                Self::Other(reason.unwrap_or_default())
            }
        }
    }
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(reason) if !reason.is_empty() => f.write_str(reason),
            Self::Disconnected => f.write_str("the connection was lost"),
            known => f.write_str(known.as_str()),
        }
    }
}
