//! Decides which calls of a response are complete.

use super::whole::is_unfinished;
use super::{Call, Calls, DropReason};
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
    /// The provider failed, or rejected the output of the model.
    Failed,
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
            Self::Truncated | Self::Filtered | Self::Refused | Self::Failed => Finish::Truncated,
            Self::StopSequence | Self::Paused | Self::Unfinished | Self::Unknown => Finish::Unknown,
        }
    }

    /// Returns whether the last output of the answer may be cut off.
    pub(crate) fn may_cut(self) -> bool {
        matches!(
            self,
            Self::Truncated
                | Self::Filtered
                | Self::Refused
                | Self::StopSequence
                | Self::Failed
                | Self::Unfinished
        )
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

/// A call in a complete response body.
pub(super) struct WrittenCall {
    pub(super) call: Call,
    /// `true` if the arguments are the model's own text, which shows a truncation. An object
    /// comes from the provider, which always closes it.
    pub(super) is_text: bool,
}

/// The calls of one response, in its order. Output after a call shows that the call was not
/// truncated.
pub(super) struct ResponseCalls {
    found: Calls,
    ending: Ending,
    last: Option<WrittenCall>,
}

impl ResponseCalls {
    pub(super) fn new(ending: Ending) -> Self {
        Self {
            found: Calls::default(),
            ending,
            last: None,
        }
    }

    pub(super) fn call(&mut self, written: WrittenCall) {
        self.output();
        self.last = Some(written);
    }

    /// Records output that is not a call.
    pub(super) fn output(&mut self) {
        if let Some(last) = self.last.take() {
            self.settle(last, false);
        }
    }

    /// Records a dropped call.
    pub(super) fn drop(&mut self, call: Call, reason: DropReason) {
        self.output();
        self.found.drop(call, reason);
    }

    pub(super) fn end(mut self) -> Calls {
        if let Some(last) = self.last.take() {
            self.settle(last, self.ending.may_cut());
        }
        self.found
    }

    fn settle(&mut self, written: WrittenCall, may_be_cut: bool) {
        let WrittenCall { call, is_text } = written;
        if is_text && is_unfinished(&call.raw) {
            self.found.drop(call, DropReason::Incomplete);
        } else {
            self.found.take(call, may_be_cut);
        }
    }
}
