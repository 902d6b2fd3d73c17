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
    /// The provider gave an unknown reason.
    Unrecognized,
    /// The provider gave no reason.
    #[default]
    Unknown,
}

/// The words of all APIs, of compatible servers and of gateways for the end of an answer, of a response
/// or of one call. Gateways pass on the words of other APIs, so a word means the same in each API.
const WORDS: [(Ending, &str); 13] = [
    (
        Ending::Done,
        "stop end_turn complete completed done end eos eos_token",
    ),
    (
        Ending::ToolCalls,
        "tool_calls tool_call function_call function_calls tool_use requires_action",
    ),
    (Ending::StopSequence, "stop_sequence"),
    (
        Ending::Truncated,
        "length model_length max_tokens max_output_tokens max_completion_tokens \
         context_length_exceeded model_context_window_exceeded budget_exceeded incomplete",
    ),
    (
        Ending::Filtered,
        "content_filter content_filtered guardrail_intervened sensitive safety recitation \
         language blocklist prohibited_content spii image_safety image_prohibited_content \
         image_recitation escalation pup_limited_disabled model_armor error_toxic",
    ),
    (Ending::Refused, "refusal"),
    // After a compaction on request, the conversation goes on with the turn.
    (
        Ending::Paused,
        "pause_turn compaction continuation requires_continuation",
    ),
    (
        Ending::Failed,
        "error error_limit server_error network_error insufficient_system_resource failed \
         abort cancelled timeout missing_thought_signature image_other no_image",
    ),
    (
        Ending::Malformed,
        "malformed_function_call malformed_response malformed_tool_use malformed_model_output",
    ),
    (Ending::UnknownTool, "unexpected_tool_call"),
    (Ending::TooManyCalls, "too_many_tool_calls"),
    (Ending::Unfinished, "in_progress queued"),
    // A value that the server has not set.
    (
        Ending::Unknown,
        "finish_reason_unspecified unspecified none null",
    ),
];

/// An unknown word with one of these texts names an end that may cut the output, such as
/// `MAX_TOKENS_REACHED` or `user_cancel`.
const PARTS: [(Ending, &str); 3] = [
    (
        Ending::Truncated,
        "max limit length context trunc cutoff incomplete partial",
    ),
    (Ending::Filtered, "filter safety moderation guardrail"),
    (
        Ending::Failed,
        "error fail cancel abort interrupt preempt overload timeout exception disconnect \
         unavailable exhausted killed",
    ),
];

impl Ending {
    /// Returns the end of an answer from the word of any API, in any case and style: `toolUse`,
    /// `tool-calls`. An enum's name may precede it, as in `FinishReason.MAX_TOKENS`, or another word,
    /// as in Google's `function_call_filter: MALFORMED_FUNCTION_CALL`. The last word counts, or the
    /// last one that may cut the output.
    pub(super) fn from_word(word: &str) -> Self {
        let word = word.to_lowercase();
        let words = word.split(['.', ':', ' ']).filter(|word| !word.is_empty());
        let mut endings = words.rev().map(|word| {
            let word = word.replace(['_', '-'], "");
            let is_in = |words: &str| words.split(' ').any(|of| of.replace('_', "") == word);
            let has_part = |parts: &str| parts.split(' ').any(|part| word.contains(part));
            let known = WORDS.iter().find(|(_, words)| is_in(words));
            let found = known.or_else(|| PARTS.iter().find(|(_, parts)| has_part(parts)));
            found.map_or(Self::Unrecognized, |(ending, _)| *ending)
        });
        let last = endings.next().unwrap_or_default();
        let mut cuts = [last].into_iter().chain(endings);
        cuts.find(|ending| ending.may_cut()).unwrap_or(last)
    }

    /// Returns the finish that the provider reported.
    pub(super) fn to_finish(self) -> Finish {
        match self {
            Self::Done | Self::ToolCalls => Finish::Complete,
            Self::StopSequence
            | Self::Paused
            | Self::Unfinished
            | Self::Disconnected
            | Self::Unrecognized
            | Self::Unknown => Finish::Unknown,
            _ => Finish::Truncated,
        }
    }

    /// Returns whether the last output of the answer may be cut off.
    pub(crate) fn may_cut(self) -> bool {
        matches!(self, Self::StopSequence | Self::Unfinished)
            || self.to_finish() == Finish::Truncated
    }

    /// Returns whether the last output may be cut off if it does not show a truncation itself. An API
    /// closes a value of its JSON, and the text of arguments is the model's own.
    pub(super) fn may_cut_value(self) -> bool {
        self.may_cut() || matches!(self, Self::Disconnected | Self::Unrecognized)
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
            Self::Done | Self::Unrecognized | Self::Unknown if is_refused => Self::Refused,
            ending => ending,
        }
    }

    /// Returns the end that cut a call off, from the status of the call and from this end of the
    /// answer, which may tell the cause. `None` for a call without a status, or a complete one.
    pub(super) fn cause_of(self, own: Option<Self>) -> Option<Self> {
        let own = own.filter(|own| own.cuts_call())?;
        let is_told = own != Self::Failed && self.may_cut();
        Some(if is_told { self } else { own })
    }

    /// Returns whether this status of one call means that the call has ended.
    pub(super) fn ends_call(self) -> bool {
        self == Self::Done || self.cuts_call()
    }

    /// Returns whether this status of one call means that the call is incomplete.
    pub(super) fn cuts_call(self) -> bool {
        matches!(self, Self::Truncated | Self::Failed | Self::Unfinished)
    }
}
