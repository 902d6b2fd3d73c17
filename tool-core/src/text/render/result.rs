//! The result of a call as a template writes it.

use serde_json::Value;

/// The form of a result in a template.
pub(super) struct ResultStyle {
    pub(super) role: &'static str,
    pub(super) parts: &'static [ResultPart],
}

/// A part of the text of a result.
pub(super) enum ResultPart {
    Text(&'static str),
    /// The result.
    Content,
    /// The result as a JSON string.
    Quoted,
    /// The name of the tool.
    Name,
    /// The id of the call, or the name of the tool if the call has no id.
    Id,
    /// The id of the call if it is a number, or 0.
    Number,
}

impl ResultStyle {
    pub(super) fn write(&self, name: &str, id: Option<&str>, result: &str) -> String {
        let mut text = String::new();
        for part in self.parts {
            part.add(name, id, result, &mut text);
        }
        text
    }
}

impl ResultPart {
    fn add(&self, name: &str, id: Option<&str>, result: &str, text: &mut String) {
        match self {
            Self::Text(fixed) => text.push_str(fixed),
            Self::Content => text.push_str(result),
            Self::Quoted => text.push_str(&Value::from(result).to_string()),
            Self::Name => text.push_str(name),
            Self::Id => text.push_str(id.unwrap_or(name)),
            Self::Number => {
                let is_number = |id: &&str| id.bytes().all(|byte| byte.is_ascii_digit());
                text.push_str(id.filter(is_number).unwrap_or("0"));
            }
        }
    }
}

use ResultPart::{Content, Id, Name, Number, Quoted, Text};

const fn style(role: &'static str, parts: &'static [ResultPart]) -> ResultStyle {
    ResultStyle { role, parts }
}

/// The tags of Hermes, on lines.
const TAGS: &[ResultPart] = &[
    Text("<tool_response>\n"),
    Content,
    Text("\n</tool_response>"),
];

const INLINE_TAGS: &[ResultPart] = &[Text("<tool_response>"), Content, Text("</tool_response>")];

/// The result alone.
const BARE: &[ResultPart] = &[Content];

pub(super) const USER_TAGS: ResultStyle = style("user", TAGS);
pub(super) const TOOL_TAGS: ResultStyle = style("tool", TAGS);
pub(super) const OBSERVATION: ResultStyle = style("observation", TAGS);
pub(super) const OBSERVATION_INLINE: ResultStyle = style("observation", INLINE_TAGS);
pub(super) const TOOL_RESPONSE: ResultStyle = style("tool_response", INLINE_TAGS);
pub(super) const TOOL: ResultStyle = style("tool", BARE);
pub(super) const TOOL_RESULT: ResultStyle = style("tool_result", BARE);
pub(super) const IPYTHON: ResultStyle = style("ipython", BARE);
pub(super) const IPYTHON_QUOTED: ResultStyle = style("ipython", &[Quoted]);
pub(super) const FUNCTION_RESULT: ResultStyle = style("function result", BARE);

pub(super) const BIELIK: ResultStyle = style("user", &[Text("<|function_output|>"), Content]);
pub(super) const LIST: ResultStyle = style("tool", &[Text("["), Content, Text("]")]);
pub(super) const NEMOTRON_NANO: ResultStyle = style(
    "user",
    &[Text("<TOOL_RESPONSE>["), Content, Text("]</TOOL_RESPONSE>")],
);
pub(super) const MINIMAX_1: ResultStyle = style("tool", &[Text("tool result: "), Content]);
pub(super) const MINIMAX: ResultStyle =
    style("tool", &[Text("<response>"), Content, Text("</response>")]);
pub(super) const LFM: ResultStyle = style(
    "tool",
    &[
        Text("<|tool_response_start|>"),
        Content,
        Text("<|tool_response_end|>"),
    ],
);
pub(super) const KIMI_K2: ResultStyle =
    style("tool", &[Text("## Return of "), Id, Text("\n"), Content]);
pub(super) const MISTRAL_ARRAY: ResultStyle = style(
    "tool",
    &[
        Text("[TOOL_RESULTS]{\"content\": "),
        Content,
        Text(", \"call_id\": \""),
        Id,
        Text("\"}[/TOOL_RESULTS]"),
    ],
);
pub(super) const MISTRAL: ResultStyle = style(
    "tool",
    &[Text("[TOOL_RESULTS]"), Content, Text("[/TOOL_RESULTS]")],
);
pub(super) const MISTRAL_WITH_ID: ResultStyle = style(
    "tool",
    &[
        Text("[TOOL_RESULTS]"),
        Id,
        Text("[TOOL_CONTENT]"),
        Content,
        Text("[/TOOL_RESULTS]"),
    ],
);
pub(super) const DEEPSEEK_3: ResultStyle = style(
    "tool",
    &[
        Text("<｜tool▁outputs▁begin｜><｜tool▁output▁begin｜>"),
        Content,
        Text("<｜tool▁output▁end｜><｜tool▁outputs▁end｜>"),
    ],
);
pub(super) const DEEPSEEK_31: ResultStyle = style(
    "tool",
    &[
        Text("<｜tool▁output▁begin｜>"),
        Content,
        Text("<｜tool▁output▁end｜>"),
    ],
);
pub(super) const DEEPSEEK_32: ResultStyle = style(
    "tool",
    &[
        Text("<function_results>\n<result>"),
        Content,
        Text("</result>\n</function_results>"),
    ],
);
pub(super) const DEEPSEEK_4: ResultStyle = style(
    "user",
    &[Text("<tool_result>"), Content, Text("</tool_result>")],
);
pub(super) const GEMMA: ResultStyle = style(
    "model",
    &[
        Text("<|tool_response>response:"),
        Name,
        Text("{value:<|\"|>"),
        Content,
        Text("<|\"|>}<tool_response|>"),
    ],
);
pub(super) const FUNCTION_GEMMA: ResultStyle = style(
    "model",
    &[
        Text("<start_function_response>response:"),
        Name,
        Text("{value:<escape>"),
        Content,
        Text("<escape>}<end_function_response>"),
    ],
);
pub(super) const COMMAND: ResultStyle = style(
    "system",
    &[
        Text("<|START_TOOL_RESULT|>[\n    {\n        \"tool_call_id\": \""),
        Number,
        Text("\",\n        \"results\": {\n            \"0\": "),
        Quoted,
        Text("\n        },\n        \"is_error\": null\n    }\n]<|END_TOOL_RESULT|>"),
    ],
);
pub(super) const COMMAND_2: ResultStyle = style(
    "system",
    &[
        Text("<|START_TOOL_RESULT|>[\n    {\n        \"tool_call_id\": \""),
        Number,
        Text("\",\n        \"results\": {\n            \"0\": {\"content\": "),
        Quoted,
        Text("}\n        },\n        \"is_error\": null\n    }\n]<|END_TOOL_RESULT|>"),
    ],
);
pub(super) const HARMONY: ResultStyle = style(
    "tool",
    &[
        Text("<|start|>functions."),
        Name,
        Text(" to=assistant<|channel|>commentary<|message|>"),
        Quoted,
        Text("<|end|>"),
    ],
);
pub(super) const MUSE: ResultStyle = style(
    "tool",
    &[
        Text("<tool_output name=\""),
        Name,
        Text("\">\n"),
        Content,
        Text("\n</tool_output>"),
    ],
);
pub(super) const HY: ResultStyle = style(
    "tool",
    &[
        Text("<tool_responses:opensource>\n<tool_response:opensource>\n"),
        Content,
        Text("\n</tool_response:opensource>\n</tool_responses:opensource>"),
    ],
);
pub(super) const SOLAR: ResultStyle = style(
    "tool",
    &[
        Text("<|tool_response|><|tool_response:begin|>"),
        Id,
        Text("<|tool_response:name|>"),
        Name,
        Text("<|tool_response:result|>"),
        Content,
        Text("<|tool_response:end|>"),
    ],
);
