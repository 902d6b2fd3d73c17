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
    pair("<thoughts>", "</thoughts>"),
    pair("<scratchpad>", "</scratchpad>"),
    pair("<inner_thoughts>", "</inner_thoughts>"),
    pair("<inner_monologue>", "</inner_monologue>"),
    pair("<antthinking>", "</antthinking>"),
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

/// The reasoning of gpt-oss. The reader of texts reads its headers instead.
const ANALYSIS: ReasoningMarks = message("<|channel|>analysis<|message|>", "<|end|>");

/// The marks around a text that is shown, and their closing marks. No call counts inside.
pub(crate) static QUOTATIONS: &[(&str, &str)] = &[
    ("<!--", "-->"),
    ("<![CDATA[", "]]>"),
    // A result that the model repeats.
    ("<tool_response>\n", "</tool_response>"),
    ("[code]", "[/code]"),
    ("[quote]", "[/quote]"),
];

/// Texts that begin a quotation at the start of a line, and their ends.
pub(crate) static QUOTATION_LINES: &[(&str, &str)] = &[
    ("/*", "*/"),
    ("~~\n", "~~"),
    ("“\n", "”"),
    ("„\n", "“"),
    ("«\n", "»"),
    ("»\n", "«"),
    ("‹\n", "›"),
    ("›\n", "‹"),
    ("「\n", "」"),
    ("『\n", "』"),
    ("=begin\n", "\n=end"),
    (":::", "\n:::"),
    ("--- BEGIN", "\n--- END"),
    ("-----BEGIN", "\n-----END"),
    ("=== BEGIN", "\n=== END"),
    ("<<<\n", "\n>>>"),
    ("\\begin{verbatim}", "\\end{verbatim}"),
    ("\\begin{lstlisting}", "\\end{lstlisting}"),
];

/// Writes the opening marks of tags, without and with attributes, and their closing marks.
macro_rules! tags {
    ($($name:literal),+ $(,)?) => {
        &[$(
            (concat!("<", $name, ">"), concat!("</", $name, ">")),
            (concat!("<", $name, " "), concat!("</", $name, ">")),
        )+]
    };
}

/// The tags of HTML and of prompts around a text that is shown. They count in any case.
pub(crate) static QUOTATION_TAGS: &[(&str, &str)] = tags![
    "pre",
    "code",
    "samp",
    "kbd",
    "xmp",
    "listing",
    "q",
    "blockquote",
    "details",
    "textarea",
    "script",
    "style",
    "template",
    "example",
    "examples",
    "quote",
    "document",
    "analysis",
    "plan",
];

/// The tags around a result, a document, deleted text or the words of another speaker. Each name is
/// also a word of prompts and programs, so the tag counts only at the start of a line.
pub(crate) static QUOTATION_BLOCKS: &[(&str, &str)] = tags![
    "article",
    "body",
    "console",
    "context",
    "conversation",
    "del",
    "email",
    "file",
    "function_output",
    "function_response",
    "function_result",
    "function_results",
    "history",
    "html",
    "human",
    "ins",
    "instructions",
    "log",
    "logs",
    "note",
    "observation",
    "observations",
    "output",
    "page",
    "prompt",
    "result",
    "results",
    "stderr",
    "stdout",
    "strike",
    "summary",
    "system",
    "system-reminder",
    "table",
    "terminal",
    "tool_output",
    "tool_outputs",
    "tool_response",
    "tool_responses",
    "tool_result",
    "tool_results",
    "transcript",
    "user",
    "user_message",
    "user_query",
    "webpage",
];

/// The marks around the turn of another speaker or of a tool. A call in such a turn is text.
pub(crate) static TURNS: &[(&str, &str)] = &[
    ("<|im_start|>user", "<|im_end|>"),
    ("<|im_start|>system", "<|im_end|>"),
    ("<|im_start|>tool", "<|im_end|>"),
    ("<|im_start|>observation", "<|im_end|>"),
    ("<|start_header_id|>user<|end_header_id|>", "<|eot_id|>"),
    ("<|start_header_id|>system<|end_header_id|>", "<|eot_id|>"),
    ("<|start_header_id|>ipython<|end_header_id|>", "<|eot_id|>"),
    ("<|start_header_id|>tool<|end_header_id|>", "<|eot_id|>"),
    ("<|start_of_role|>user<|end_of_role|>", "<|end_of_text|>"),
    ("<|start_of_role|>system<|end_of_role|>", "<|end_of_text|>"),
    (
        "<|start_of_role|>tool_response<|end_of_role|>",
        "<|end_of_text|>",
    ),
    ("<start_of_turn>user", "<end_of_turn>"),
    ("<start_of_turn>system", "<end_of_turn>"),
    ("<|turn>user", "<turn|>"),
    ("<|turn>system", "<turn|>"),
    ("[INST]", "[/INST]"),
    ("[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
    ("[TOOL_RESULTS]", "[/TOOL_RESULTS]"),
    ("<|user|>", "<|assistant|>"),
    ("<|system|>", "<|assistant|>"),
    ("<|observation|>", "<|assistant|>"),
    ("<|tool|>", "<|/tool|>"),
    ("<｜User｜>", "<｜Assistant｜>"),
    ("<｜tool▁outputs▁begin｜>", "<｜tool▁outputs▁end｜>"),
];

/// Writes the beginnings of here documents of a shell with each of these words, and their ends.
macro_rules! here_documents {
    ($($word:literal),+ $(,)?) => {
        &[$(
            (concat!("<<", $word), concat!("\n", $word)),
            (concat!("<<'", $word, "'"), concat!("\n", $word)),
            (concat!("<<\"", $word, "\""), concat!("\n", $word)),
            (concat!("<<\\", $word), concat!("\n", $word)),
            (concat!("<< ", $word), concat!("\n", $word)),
            (concat!("<< '", $word, "'"), concat!("\n", $word)),
            // The end of such a document may be indented.
            (concat!("<<-", $word), $word),
            (concat!("<<-'", $word, "'"), $word),
            (concat!("<<~", $word), $word),
        )+]
    };
}

/// The beginnings of here documents of a shell, at the end of a command, and their ends.
pub(crate) static HERE_DOCUMENTS: &[(&str, &str)] = here_documents![
    "BASH", "CONTENT", "DATA", "DOC", "END", "EOD", "EOF", "EOL", "EOM", "EOS", "EOT", "FILE",
    "HERE", "HTML", "JSON", "MD", "MSG", "PATCH", "PY", "SCRIPT", "SH", "SQL", "TEXT", "TXT",
    "XML", "YAML",
];

/// Marks that end reasoning and open nothing.
const OTHER_ENDS: &[&str] = &["[BEGIN FINAL RESPONSE]"];

/// Returns the marks that end reasoning whose start is not in the text.
pub(crate) fn lone_ends() -> impl Iterator<Item = &'static str> {
    let pairs = REASONING.iter().filter(|marks| marks.ends_alone);
    let ends = pairs.map(|marks| marks.close);
    ends.chain(OTHER_ENDS.iter().copied())
}

/// Returns the position after the last mark that ends reasoning in a text.
pub(crate) fn skip_reasoning(text: &str) -> usize {
    let ends = lone_ends().filter_map(|mark| Some(text.rfind(mark)? + mark.len()));
    ends.max().unwrap_or(0)
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
        .chain([&ANALYSIS])
        .map(|marks| (ReasoningMark::Open(marks.close), marks.open));
    let closes = lone_ends().map(|mark| (ReasoningMark::Close, mark));
    let found = opens
        .chain(closes)
        .find(|(_, mark)| begins_with_mark(text, mark))?;
    Some((found.0, found.1.len()))
}

/// Returns whether a text begins with a mark, in any ASCII case.
pub(crate) fn begins_with_mark(text: &str, mark: &str) -> bool {
    let (text, mark) = (text.as_bytes(), mark.as_bytes());
    // Most marks share their first byte, and few of them the second one.
    let is_same = |at: usize| match (text.get(at), mark.get(at)) {
        (Some(byte), Some(other)) => byte.eq_ignore_ascii_case(other),
        (_, other) => other.is_none(),
    };
    is_same(1)
        && text
            .get(..mark.len())
            .is_some_and(|head| head.eq_ignore_ascii_case(mark))
}

/// Returns whether the letters of a mark count in any case: it is a tag or a word in brackets.
pub(crate) fn ignores_case(mark: &str) -> bool {
    mark.starts_with(['<', '[']) && !mark.contains('|')
}

/// Returns the position of the first of the marks in a text, in any ASCII case.
pub(crate) fn find_in_any_case<'m>(text: &str, marks: &[&'m str]) -> Option<(usize, &'m str)> {
    let bytes = text.as_bytes();
    // A mark begins with a sign, which has no case.
    let begins = |byte: &u8| {
        marks
            .iter()
            .any(|mark| mark.as_bytes().first() == Some(byte))
    };
    let mut from = 0;
    loop {
        let at = from + bytes.get(from..)?.iter().position(begins)?;
        let rest = text.get(at..).unwrap_or("");
        let found = marks.iter().filter(|mark| begins_with_mark(rest, mark));
        if let Some(mark) = found.min() {
            return Some((at, mark));
        }
        from = at + 1;
    }
}

/// Returns the length of the text that cannot be the beginning of one of the marks, in any ASCII
/// case.
pub(crate) fn find_partial_in_any_case(text: &str, marks: &[&str]) -> usize {
    let bytes = text.as_bytes();
    let partial = |mark: &&str| {
        let most = text.len().min(mark.len().saturating_sub(1));
        let is_partial = |length: &usize| {
            bytes[text.len() - length..].eq_ignore_ascii_case(&mark.as_bytes()[..*length])
        };
        (1..=most).rev().find(is_partial)
    };
    text.len() - marks.iter().filter_map(partial).max().unwrap_or(0)
}

/// Special tokens before and behind the output of a model.
pub(crate) const TOKENS: &[&str] = &[
    "</s>",
    "<s>",
    "<bos>",
    "<BOS_TOKEN>",
    "<|bos|>",
    "<|begin_of_text|>",
    "<|startoftext|>",
    "<｜begin▁of▁sentence｜>",
    "<pad>",
    "<|pad|>",
    "<unk>",
    "<eod>",
    "<eos>",
    "<EOS>",
    "[BOS]",
    "[EOS]",
    "[gMASK]",
    "<sop>",
    "<|role_end|>",
    "<|file_separator|>",
    "<|CHATBOT_TOKEN|>",
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

/// Markers that end calls and sections of calls. Directly after a call, they belong to it.
pub(crate) const ENDS_OF_CALLS: &[&str] = &[
    "</tool_call>",
    "</tool_calls>",
    "</function>",
    "</invoke>",
    "</function_calls>",
    "</tools>",
    "</action>",
    "</minimax:tool_call>",
    "</｜DSML｜toolcalls>",
    "</｜DSML｜tool_calls>",
    "</｜DSML｜function_calls>",
    "</｜DSML｜ calls>",
    "</｜DSML｜ invoke>",
    "</｜DSML｜invoke>",
    "</｜GCML｜invoke>",
    "</｜GCML｜tool_calls>",
    "</atem:function_calls>",
    "</atem:invoke>",
    "</function_call>",
    "</ifm|tool_call>",
    "</ifm|tool_calls>",
    "</iquest_tool_call>",
    "</iquestcoder_tool_call>",
    "</longcat_tool_call>",
    "</parameter>",
    "</param>",
    "</arg_value>",
    "</seed:tool_call>",
    "</steptml:invoke>",
    "</TOOLCALL>",
    "</use_mcp_tool>",
    "<end_function_call>",
    "<|/tool_call|>",
    "<|action_end|>",
    "<|tool_call:end|>",
    "[/TOOL_CALLS]",
    "[END_TOOL_REQUEST]",
];

/// Marks before the result of a call. A model that waits for the result may write one at the end of
/// its output.
pub(crate) const STARTS_OF_RESULTS: &[&str] =
    &["<tool_response>", "Observation:", "✿RESULT✿", "✿RETURN✿"];

/// Tokens that begin the turn of the model. The answer begins behind them and their line breaks.
pub(crate) const STARTS_OF_ANSWERS: &[&str] = &[
    "<|im_start|>assistant",
    "<|start_header_id|>assistant<|end_header_id|>",
    "<|start_of_role|>assistant<|end_of_role|>",
    "<|role_start|>assistant<|role_end|>",
    "<start_of_turn>model",
    "<|turn>model",
    "<|assistant|>",
    "<｜Assistant｜>",
];

/// Returns the length of a special token of any name at the start of a text: `<|eog|>`.
pub(crate) fn count_token(text: &str) -> Option<usize> {
    /// Maximum length of the name.
    const MAX: usize = 40;
    let name = text.strip_prefix("<|")?;
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let length = name.bytes().take(MAX).take_while(is_part).count();
    (length > 0 && name[length..].starts_with("|>")).then_some(length + 4)
}

/// Names of tags around a whole call or around all arguments, without `_` and in lower case.
const WRAPPERS: [&str; 21] = [
    "action",
    "actioninput",
    "actions",
    "args",
    "arguments",
    "call",
    "calls",
    "function",
    "functions",
    "input",
    "invoke",
    "json",
    "kwargs",
    "parameters",
    "params",
    "tool",
    "toolcode",
    "toolinput",
    "tools",
    "tooluse",
    "use",
];
const WRAPPER_ENDS: [&str; 4] = ["toolcall", "toolcalls", "functioncall", "functioncalls"];

/// Returns whether a tag of this name is around a whole call or around all arguments.
pub(crate) fn is_wrapper(name: &str) -> bool {
    let name = name.rsplit(':').next().unwrap_or(name);
    let name = name.replace(['_', '-'], "").to_lowercase();
    WRAPPERS.contains(&&*name) || WRAPPER_ENDS.iter().any(|end| name.ends_with(end))
}

/// Returns the name of a tag that is a whole line: `<page id="1">`.
pub(crate) fn parse_tag_line(line: &str) -> Option<&str> {
    let inside = line.trim().strip_prefix('<')?.strip_suffix('>')?;
    let end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
    let (name, attributes) = inside.split_at(end.unwrap_or(inside.len()));
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let is_open = !attributes.contains(['<', '>']) && !attributes.ends_with('/');
    let has_space = attributes.is_empty() || attributes.starts_with(' ');
    (is_name && is_open && has_space).then_some(name)
}
