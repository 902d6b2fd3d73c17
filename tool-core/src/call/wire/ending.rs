//! The end of an answer, and which of its calls that end may have cut.

use crate::call::DropReason;
use crate::finish::Finish;

/// The end of a response, from the provider's value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The model finished its answer.
    Done,
    /// The model waits for the results of its calls.
    ToolCalls,
    /// A stop sequence ended the output. It may occur within arguments.
    StopSequence,
    /// A limit of tokens ended the output.
    Truncated,
    /// A content filter ended or replaced the output.
    Filtered,
    /// The model refused to answer.
    Refused,
    /// The provider paused a long answer; the same conversation continues it.
    Paused,
    /// The provider failed.
    Failed,
    /// The provider could not parse a call of the model.
    Malformed,
    /// The provider rejected the call of a tool that the request does not have.
    UnknownTool,
    /// The provider rejected the number of calls.
    TooManyCalls,
    /// A limit of messages ended the output.
    TooManyMessages,
    /// The stream broke off.
    Disconnected,
    /// The answer is still being written.
    Unfinished,
    /// The provider gave no reason, or an unknown one.
    #[default]
    Unknown,
}

impl Ending {
    /// Returns the finish that the provider reported.
    pub(super) fn to_finish(self) -> Finish {
        match self {
            Self::Done | Self::ToolCalls => Finish::Complete,
            Self::StopSequence
            | Self::Paused
            | Self::Unfinished
            | Self::Disconnected
            | Self::Unknown => Finish::Unknown,
            _ => Finish::Truncated,
        }
    }

    /// Returns whether the last output of the answer may be cut off.
    pub(crate) fn may_cut(self) -> bool {
        matches!(self, Self::StopSequence | Self::Unfinished)
            || self.to_finish() == Finish::Truncated
    }

    /// Returns the reason of a call that this end cut off.
    pub(in crate::call) fn drop_reason(self) -> DropReason {
        match self {
            Self::Filtered => DropReason::Filtered,
            Self::Refused => DropReason::Refused,
            Self::Failed => DropReason::Failed,
            Self::Malformed => DropReason::NotJson,
            Self::UnknownTool => DropReason::UnknownTool,
            Self::TooManyCalls | Self::TooManyMessages => DropReason::TooManyCalls,
            Self::Disconnected => DropReason::Disconnected,
            _ => DropReason::Incomplete,
        }
    }

    /// Returns the end of an answer whose last output is a refusal. The reported reason has priority
    /// if it tells that the answer ended in calls.
    pub(crate) fn with_refusal(self, is_refused: bool) -> Self {
        match self {
            Self::Done | Self::Unknown if is_refused => Self::Refused,
            ending => ending,
        }
    }

    /// Returns the end that cut a call off, from the status of the call and from this end of the
    /// answer, which may tell the cause. `None` for a call without a status, or a complete one.
    pub(super) fn cause_of(self, own: Option<Self>) -> Option<Self> {
        let own = own.filter(|own| own.cuts_call())?;
        let is_told = own == Self::Truncated && self.may_cut();
        Some(if is_told { self } else { own })
    }

    /// Returns whether this status of one call means that the call has ended.
    pub(super) fn ends_call(self) -> bool {
        matches!(self, Self::Done | Self::Truncated | Self::Failed)
    }

    /// Returns whether this status of one call means that the call is incomplete.
    pub(super) fn cuts_call(self) -> bool {
        matches!(self, Self::Truncated | Self::Failed)
    }
}

impl From<Finish> for Ending {
    fn from(finish: Finish) -> Self {
        match finish {
            Finish::Complete => Self::Done,
            Finish::Truncated => Self::Truncated,
            Finish::Unknown => Self::Unknown,
        }
    }
}
