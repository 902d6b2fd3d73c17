//! Marks that models write around reasoning, and the tokens that end their output. The readers of
//! arguments and of texts share them.

/// The marks around the reasoning of a model.
#[derive(Debug)]
pub(crate) struct ReasoningMarks {
    pub(crate) open: &'static str,
    pub(crate) close: &'static str,
    /// `true` if the closing mark also ends reasoning that began before the text. Other closing
    /// marks end messages, too.
    pub(crate) ends_alone: bool,
}

const fn pair(open: &'static str, close: &'static str) -> ReasoningMarks {
    ReasoningMarks {
        open,
        close,
        ends_alone: true,
    }
}

/// Marks whose closing mark ends other messages, too.
const fn message(open: &'static str, close: &'static str) -> ReasoningMarks {
    ReasoningMarks {
        open,
        close,
        ends_alone: false,
    }
}

pub(crate) static REASONING: &[ReasoningMarks] = &[
    pair("<think>", "</think>"),
    pair("<thinking>", "</thinking>"),
    pair("<thought>", "</thought>"),
    pair("<reasoning>", "</reasoning>"),
    pair("<reflection>", "</reflection>"),
    pair("<seed:think>", "</seed:think>"),
    pair("<mm:think>", "</mm:think>"),
    pair("<longcat_think>", "</longcat_think>"),
    pair("<ifm|think>", "</ifm|think>"),
    pair("<ifm|think_fast>", "</ifm|think_fast>"),
    pair("<ifm|think_faster>", "</ifm|think_faster>"),
    pair("<tool_call_reasoning>", "</tool_call_reasoning>"),
    pair("[THINK]", "[/THINK]"),
    pair("◁think▷", "◁/think▷"),
    pair("<|begin_of_thought|>", "<|end_of_thought|>"),
    pair("<|START_THINKING|>", "<|END_THINKING|>"),
    pair("<|inner_prefix|>", "<|inner_suffix|>"),
    pair("<|open|>think<|sep|>", "<|close|>think<|sep|>"),
    pair("<|open|> think <|sep|>", "<|close|> think <|sep|>"),
    pair("<|channel>thought", "<channel|>"),
    pair("[unused16]", "[unused17]"),
    message("<|think|>", "<|end|>"),
    message("<|message_model|><|content_thinking|>", "<|end_message|>"),
    message("<|content_thinking|>", "<|end_message|>"),
];

/// Marks that end reasoning and open nothing.
const OTHER_ENDS: &[&str] = &["[BEGIN FINAL RESPONSE]"];

/// Returns the marks that end reasoning whose start is not in the text.
pub(crate) fn lone_ends() -> impl Iterator<Item = &'static str> {
    let pairs = REASONING.iter().filter(|marks| marks.ends_alone);
    let ends = pairs.map(|marks| marks.close);
    ends.chain(OTHER_ENDS.iter().copied())
}

/// A mark of reasoning at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReasoningMark {
    /// Reasoning begins. Holds the closing mark.
    Open(&'static str),
    /// Reasoning ends that began here or before the text.
    Close,
}

/// Finds a mark of reasoning at the start of a text, and its length. Ignores ASCII case.
pub(crate) fn parse_reasoning_mark(text: &str) -> Option<(ReasoningMark, usize)> {
    if !text.starts_with(['<', '[', '◁']) {
        return None;
    }
    let opens = REASONING
        .iter()
        .map(|marks| (ReasoningMark::Open(marks.close), marks.open));
    let closes = lone_ends().map(|mark| (ReasoningMark::Close, mark));
    let found = opens
        .chain(closes)
        .find(|(_, mark)| begins_with_mark(text, mark))?;
    Some((found.0, found.1.len()))
}

/// Returns whether a text begins with a mark, in any ASCII case.
pub(crate) fn begins_with_mark(text: &str, mark: &str) -> bool {
    let head = text.as_bytes().get(..mark.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(mark.as_bytes()))
}

/// Special tokens that may stand at the end of the output of a model.
pub(crate) const END_TOKENS: &[&str] = &[
    "</s>",
    "<s>",
    "<eos>",
    "<EOS>",
    "<|eos|>",
    "<|eot|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|im_end|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "<|end_of_sentence|>",
    "<end_of_sentence>",
    "<end_of_turn>",
    "<turn|>",
    "<|user|>",
    "<|observation|>",
    "<|message_sep|>",
    "<seed:eos>",
    "<SPECIAL_12>",
    "<｜end▁of▁sentence｜>",
    "<｜hy_eos｜>",
    "<｜hy_eos:opensource｜>",
    "<|stop|>",
    "[e~[",
    "<|assistant_end|>",
    "<|endofturn|>",
    "<|end_of_turn|>",
    "<|endofresponse|>",
    "<|EOT|>",
    "<|im_start|>",
    "[|endofturn|]",
    "[unused10]",
];
