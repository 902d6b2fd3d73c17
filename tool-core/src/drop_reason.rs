use std::fmt;

/// The reason why output cannot run as a call.
///
#[cfg_attr(feature = "answers", doc = "```")]
#[cfg_attr(not(feature = "answers"), doc = "```ignore")]
/// use tool_core::call::{Api, Assembler, DropReason};
///
/// let mut stream = Assembler::new(Api::OpenAiChat);
/// stream.push(
///     r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "id": "1",
///         "function": {"name": "wait", "arguments": "{\"seconds\": "}}]}}]}"#,
/// )?;
/// let found = stream.finish();
/// assert_eq!(found.dropped[0].reason, DropReason::Disconnected);
/// assert_eq!(found.dropped[0].reason.as_str(), "disconnected");
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DropReason {
    /// The name is missing, or contains no letter or digit.
    NoName,
    /// The arguments are truncated, or may be: the call is the last one of a truncated response,
    /// or its arguments break off.
    Incomplete,
    /// The output was truncated before the arguments began. Providers that send arguments as an
    /// object then send an empty one.
    Empty,
    /// The pieces of a stream contradict each other, or some are missing.
    Inconsistent,
    /// The arguments are not a JSON object, or the provider could not parse the output.
    NotJson,
    /// The text can be read as different calls: by two formats, because a parameter has two values,
    /// or because text that may be an argument follows inside the marks of the call.
    Ambiguous,
    /// The provider rejected the call of a tool that the request does not have.
    UnknownTool,
    /// The provider rejected the number of calls.
    TooManyCalls,
    /// A content filter stopped the answer.
    Filtered,
    /// The answer ended in a refusal.
    Refused,
    /// The provider failed.
    Failed,
    /// The connection broke off.
    Disconnected,
    /// The tags of a call in text are damaged, or other text is between them.
    BrokenTags,
    /// The call is in reasoning: at the end of a text, without an end marker, or in a part that
    /// Gemini marks as a thought.
    InReasoning,
    /// The text next to the call denies it, quotes it, asks about it or takes it back. The content
    /// still has the text of the call.
    NotMeant,
    /// The call is in another choice of the response than the answer.
    OtherChoice,
}

impl DropReason {
    /// Returns the stable name, such as `no_name`, `not_json` or `unknown_tool`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NoName => "no_name",
            Self::Incomplete => "incomplete",
            Self::Empty => "empty",
            Self::Inconsistent => "inconsistent",
            Self::NotJson => "not_json",
            Self::Ambiguous => "ambiguous",
            Self::UnknownTool => "unknown_tool",
            Self::TooManyCalls => "too_many_calls",
            Self::Filtered => "filtered",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::Disconnected => "disconnected",
            Self::BrokenTags => "broken_tags",
            Self::InReasoning => "in_reasoning",
            Self::NotMeant => "not_meant",
            Self::OtherChoice => "other_choice",
        }
    }

    /// Returns whether the model did nothing wrong: the provider or the connection failed. Such a
    /// call does not count against a [`RetryBudget`](crate::conversation::RetryBudget).
    ///
    #[cfg_attr(feature = "answers", doc = "```")]
    #[cfg_attr(not(feature = "answers"), doc = "```ignore")]
    /// use tool_core::call::DropReason;
    ///
    /// assert!(DropReason::Disconnected.is_of_provider());
    /// assert!(!DropReason::Incomplete.is_of_provider());
    /// ```
    #[must_use]
    pub fn is_of_provider(self) -> bool {
        matches!(
            self,
            Self::Inconsistent | Self::Failed | Self::Disconnected | Self::OtherChoice
        )
    }
}

impl fmt::Display for DropReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoName => "the name holds no letter or digit",
            Self::Incomplete => "the output ended before the arguments did",
            Self::Empty => "the output ended before the arguments began",
            Self::Inconsistent => "the pieces of the arguments do not fit together",
            Self::NotJson => "the arguments are not written as JSON",
            Self::Ambiguous => "the text can be read as different calls",
            Self::UnknownTool => "the provider does not know the tool",
            Self::TooManyCalls => "the answer has too many calls",
            Self::Filtered => "a content filter stopped the answer",
            Self::Refused => "the answer ended in a refusal",
            Self::Failed => "the provider failed",
            Self::Disconnected => "the connection broke off before the arguments ended",
            Self::BrokenTags => "the tags of the call are damaged",
            Self::InReasoning => "the call is in reasoning",
            Self::NotMeant => "the text next to the call denies or quotes it",
            Self::OtherChoice => "the call is in another choice of the response",
        })
    }
}
