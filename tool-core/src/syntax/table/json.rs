//! Formats with JSON objects after a marker.

use super::row::{self, Engine, Family, Row};
use crate::syntax::engine::item::ArgumentsRule;
use crate::syntax::engine::json::BodyStart::{
    self, Array, Either, FullArray, FullEither, Lines, Object,
};
use crate::syntax::engine::json::{CallKeys, Json};
use crate::syntax::format::Format;

const fn row(
    format: Format,
    marks: &'static [&'static str],
    close: &'static [&'static str],
    body: BodyStart,
) -> Row {
    let json = Json {
        close,
        keys: CallKeys::Named,
        arguments: ArgumentsRule::MayBeMissing,
        body,
    };
    row::row(format, marks, Engine::Json(json), close)
}

impl Row {
    const fn arguments(mut self, arguments: ArgumentsRule) -> Self {
        if let Engine::Json(json) = &mut self.engine {
            json.arguments = arguments;
        }
        self
    }

    /// Puts the objects into a frame whose header has the name.
    const fn framed(mut self) -> Self {
        self.engine = match self.engine {
            Engine::Json(json) => Engine::Framed(json),
            other => other,
        };
        self
    }

    const fn tool_is_key(mut self) -> Self {
        if let Engine::Json(json) = &mut self.engine {
            json.keys = CallKeys::ToolIsKey;
        }
        self
    }
}

rows! {
    Hermes ["<tool_call>"] &["</tool_call>", "</tool_calls>"], Object => tool_call();
    Granite3 ["<tool_call>", "<|tool_call|>"]
        &["</tool_call>", "<|/tool_call|>"], Either => tool_call();
    Granite20bFc ["<function_call>"] &["</function_call>"], Either;
    InternLm2 ["<|action_start|><|plugin|>", "<|action_start|> <|plugin|>"]
        &["<|action_end|>"], Object;
    LongCat ["<longcat_tool_call>"] &["</longcat_tool_call>"], Either;
    Phi4Mini ["functools"] &[], FullArray;
    Phi4Mini ["<|tool_call|>"] &["<|/tool_call|>"], Either => twin();
    FireFunctionV2 ["functools"] &[], FullArray => twin();
    Jamba ["<tool_calls>"] &["</tool_calls>"], Array => tool_call();
    MiniMaxM1 ["<tool_calls>"]
        &["</tool_calls>"], Lines => tool_call() arguments(ArgumentsRule::Required);
    Apriel ["<tool_calls>"] &["</tool_calls>"], Either => tool_call() twin();
    HunyuanA13b ["<tool_calls>"] &["</tool_calls>"], Either => tool_call() twin();
    NemotronNanoV2 ["<TOOLCALL>"] &["</TOOLCALL>"], Either;
    Ernie45 ["<tool_call>"] &["</tool_call>"], Either => tool_call() twin();
    Xlam ["<tool_call>", "[TOOL_CALLS]"] &["</tool_call>"], Either => tool_call() twin();
    CohereCommand ["<|START_ACTION|>"]
        &["<|END_ACTION|>"], Either => arguments(ArgumentsRule::Optional);
    GigaChat3 [
        "<|message_sep|>\n\nfunction call<|role_sep|>",
        "<|message_sep|>\nfunction call<|role_sep|>",
        "function call<|role_sep|>"
    ]
        &["<|message_sep|>"], Either;
    GigaChat31 ["<|function_call|>"] &["<|message_sep|>"], Either;
    Apertus ["<|tools_prefix|>"] &["<|tools_suffix|>"], Either => tool_is_key();
    Pangu ["<|tool_call_start|>"]
        &["<|tool_call_end|>"], FullEither => of(Family::Own(Format::Lfm2));
    Lfm2 ["<|tool_call_start|>"] &["<|tool_call_end|>"], FullEither => twin();
    MistralArray ["[TOOL_CALLS]"] &["[/TOOL_CALLS]"], Either => of(Family::Own(Format::MistralV11));
    Llama3 ["<|python_tag|>"] &[], Either => of(Family::Bare);
    Sarashina ["<|tool_calls|>"] &[], FullArray;
    Dots ["<dots_function_call>"] &["</dots_function_call>"], Either;
    Inkling ["<|content_invoke_tool_json|>"] &["<|end_message|>"], Object;
    Inkling ["<|message_model|>"] &["<|end_message|>"], Object => framed();
    K2Horizon ["<ifm|tool_call>"] &["</ifm|tool_call>", "</ifm|tool_calls>"], Either;
    LmStudio ["[TOOL_REQUEST]"] &["[END_TOOL_REQUEST]"], Either;
    // Models of other formats that write JSON between their tags.
    Poolside ["<tool_call>"] &["</tool_call>"], Either => tool_call() twin();
    Glm45 ["<tool_call>"] &["</tool_call>"], Object => tool_call() twin();
    Rwkv ["<tool_call>"] &["</tool_call>"], Object => tool_call() twin();
}

#[cfg(feature = "text")]
const CALL: &str = "{\"name\": «quoted», \"arguments\": «arguments»}";

forms! {
    Hermes: "", "<tool_call>\n{\"name\": «quoted», \"arguments\": «arguments»}\n</tool_call>",
        Some("\n"), "" => Json;
    Granite3: "<|tool_call|>[", CALL, Some(", "), "]" => Json;
    Granite20bFc: "", "<function_call> {\"name\": «quoted», \"arguments\": «arguments»}",
        Some("\n"), "" => Json;
    InternLm2: "",
        "<|action_start|><|plugin|>{\"name\": «quoted», \"parameters\": «arguments»}<|action_end|>",
        Some("\n"), "" => Json;
    LongCat: "",
        "<longcat_tool_call>{\"name\": «quoted», \"arguments\": «arguments»}</longcat_tool_call>",
        Some("\n"), "" => Json;
    Phi4Mini: "functools[", CALL, Some(", "), "]" => Json;
    FireFunctionV2: " functools[", CALL, Some(", "), "]" => Json;
    Xlam: "[", CALL, Some(", "), "]" => Json;
    Jamba: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => Json;
    Apriel: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => Json;
    HunyuanA13b: "<tool_calls>[", CALL, Some(", "), "]</tool_calls>" => Json;
    NemotronNanoV2: "<TOOLCALL>[", CALL, Some(", "), "]</TOOLCALL>" => Json;
    MiniMaxM1: "<tool_calls>\n", CALL, Some("\n"), "\n</tool_calls>" => Json;
    Ernie45: "", "<tool_call>\n{\"name\": «quoted», \"arguments\": «arguments»}\n</tool_call>\n",
        Some(""), "" => Json;
    CohereCommand: "<|START_ACTION|>[\n    ",
        "{\"tool_call_id\": \"«[0-9]»\", \"tool_name\": «quoted», \"parameters\": «arguments»}",
        Some(",\n    "), "\n]<|END_ACTION|>" => Json;
    CohereCommandRPlus: "Action:\n```json\n[\n    ",
        "{\"tool_name\": «quoted», \"parameters\": «arguments»}",
        Some(",\n    "), "\n]\n```" => Json;
    Rwkv: "", "**Tool Call:**\n```json\n{\"name\": «quoted», \"arguments\": «arguments»}\n```",
        Some("\n"), "" => Json;
    PlainJson: "", CALL, Some("\n"), "" => Json;
    GigaChat3: "",
        "<|message_sep|>\n\nfunction call<|role_sep|>\n{\"name\": «quoted»\
         , \"arguments\": «arguments»}",
        None, "" => Json;
    GigaChat31: "", "<|function_call|>{\"name\": «quoted», \"arguments\": «arguments»}",
        None, "" => Json;
    Pangu: "<|tool_call_start|>[", CALL, Some(", "), "]<|tool_call_end|>" => Json;
    MistralArray: "[TOOL_CALLS][",
        "{\"name\": «quoted», \"arguments\": «arguments»\
         «?\", \\\"id\\\": \\\"\" [a-zA-Z0-9]{9} \"\\\"\"»}",
        Some(", "), "]" => Json;
    Llama3: "", "{\"name\": «quoted», \"parameters\": «arguments»}", Some("; "), "" => Json;

    LmStudio: "",
        "[TOOL_REQUEST]{\"name\": «quoted», \"arguments\": «arguments»}[END_TOOL_REQUEST]",
        Some("\n"), "" => Json;
}
