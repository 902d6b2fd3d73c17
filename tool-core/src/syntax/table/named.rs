//! Formats with the name before the JSON arguments.

use super::row::{self, Engine, Family, Row};
use crate::syntax::engine::named::{Named, Style};
use crate::syntax::format::Format;

const fn row(
    format: Format,
    marks: &'static [&'static str],
    name_end: &'static [&'static str],
    close: &'static [&'static str],
    style: Style,
) -> Row {
    let named = Named {
        id_end: "",
        name_end,
        before: &[],
        close,
        style,
    };
    row::row(format, marks, Engine::Named(named), close)
}

impl Row {
    const fn id_end(mut self, id_end: &'static str) -> Self {
        if let Engine::Named(named) = &mut self.engine {
            named.id_end = id_end;
        }
        self
    }

    const fn before(mut self, before: &'static [&'static str]) -> Self {
        if let Engine::Named(named) = &mut self.engine {
            named.before = before;
        }
        self
    }
}

rows! {
    DeepSeekV3 [
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>",
        "<｜tool▁calls▁begin｜>function<｜tool▁sep｜>"
    ]
        &["\n```", "```", "\n{"],
        &["```<｜tool▁call▁end｜>", "```\n<｜tool▁call▁end｜>", "<｜tool▁call▁end｜>", "```"], Style::Name
        => before(&["```json", "```", "json"]) of(Family::Own(Format::DeepSeekV31));
    DeepSeekV31 ["<｜tool▁call▁begin｜>"]
        &["<｜tool▁sep｜>", "<｜tool▁call▁end｜>"],
        &["```<｜tool▁call▁end｜>", "```\n<｜tool▁call▁end｜>", "<｜tool▁call▁end｜>"], Style::Name
        => before(&["```json", "```"]);
    KimiK2 ["<|tool_call_begin|>"]
        &["<|tool_call_argument_begin|>"], &["<|tool_call_end|>", "<|tool_calls_section_end|>"], Style::Id;
    SolarOpen ["<|tool_call:begin|>"]
        &["<|tool_call:args|>"], &["<|tool_call:end|>"], Style::Name
        => id_end("<|tool_call:name|>");
    Plamo3 ["<|plamo:begin_tool_name:plamo|>"]
        &["<|plamo:end_tool_name:plamo|>"], &["<|plamo:end_tool_arguments:plamo|>"], Style::Name
        => before(&["<|plamo:begin_tool_arguments:plamo|>"]);
    MistralV11 ["[TOOL_CALLS]"] &["[ARGS]"], &["</s>"], Style::WithCallId;
    FunctionaryV31 ["<function="] &[">"], &["</function>"], Style::Word => tool_call();
    FunctionaryV32 [">>>"] &["\n"], &[], Style::Word;
    FunctionaryV2 ["<|from|>assistant\n<|recipient|>", "<|recipient|>"]
        &["\n<|content|>", "<|content|>"], &["<|stop|>"], Style::Name;
    BracketCalling ["[Calling tool: ", "[Calling tool:"]
        &["("], &[")]"], Style::Word => of(Family::Bare);
    BracketCalling ["["] &["("], &[")]"], Style::Tool => of(Family::Bare);
    StepAudio2 ["<tool_call>function\n"] &["\n"], &["</tool_call>"], Style::Word => tool_call();
    MiroThinker ["<use_mcp_tool>\n<server_name>"]
        &["</tool_name>\n<arguments>"], &["</arguments>\n</use_mcp_tool>", "</use_mcp_tool>"], Style::Name
        => id_end("</server_name>\n<tool_name>");
    MiroThinker ["<use_mcp_tool><server_name>"]
        &["</tool_name><arguments>"], &["</arguments></use_mcp_tool>", "</use_mcp_tool>"], Style::Name
        => id_end("</server_name><tool_name>");
    ReAct ["Action: "] &["\nAction Input: ", "\nAction Input:"], &["\nObservation:"], Style::Tool
        => of(Family::Bare);
    QwenAgent ["✿FUNCTION✿: "] &["\n✿ARGS✿: "], &["\n✿RESULT✿"], Style::Word;
    // JSON arguments after the name of other formats.
    Glm47 ["<tool_call>"] &[">"], &["</tool_call>"], Style::Word => tool_call();
    Poolside ["<tool_call>"] &["\n"], &["</tool_call>"], Style::Word => tool_call() twin();
}

forms! {
    StepAudio2: "", "<tool_call>function\n«name»\n«arguments»</tool_call>",
        Some("\n"), "" => Json;
    MiroThinker: "",
        "<use_mcp_tool>\n<server_name>tools</server_name>\n<tool_name>«name»</tool_name>\n\
         <arguments>\n«arguments»\n</arguments>\n</use_mcp_tool>",
        Some("\n"), "" => Json;
    ReAct: "", "Action: «name»\nAction Input: «arguments»", None, "" => Json;
    QwenAgent: "", "✿FUNCTION✿: «name»\n✿ARGS✿: «arguments»", Some("\n"), "" => Json;
    DeepSeekV3: "<｜tool▁calls▁begin｜>",
        "<｜tool▁call▁begin｜>function<｜tool▁sep｜>«name»\n```json\n«arguments»\n```<｜tool▁call▁end｜>",
        Some("\n"), "<｜tool▁calls▁end｜>" => Json;
    DeepSeekV31: "<｜tool▁calls▁begin｜>",
        "<｜tool▁call▁begin｜>«name»<｜tool▁sep｜>«arguments»<｜tool▁call▁end｜>",
        Some(""), "<｜tool▁calls▁end｜>" => Json;
    KimiK2: "<|tool_calls_section_begin|>",
        "<|tool_call_begin|>functions.«name»:«[0-9]»<|tool_call_argument_begin|>«arguments»\
         <|tool_call_end|>",
        Some(""), "<|tool_calls_section_end|>" => Json;
    Apertus: "<|tools_prefix|>[", "{«quoted»: «arguments»}",
        Some(", "), "]<|tools_suffix|>" => Json;
    SolarOpen: "<|tool_calls|>",
        "<|tool_call:begin|>«[a-z0-9]{10}»<|tool_call:name|>«name»\
         <|tool_call:args|>«arguments»<|tool_call:end|>",
        Some(""), "" => Json;
    Plamo3: "<|plamo:begin_tool_requests:plamo|>",
        "<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>«name»\
         <|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>«arguments»\
         <|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>",
        Some(""), "<|plamo:end_tool_requests:plamo|>" => Json;
    Inkling: "",
        "<|message_model|>«name»<|content_invoke_tool_json|>{\"name\":«quoted»\
         ,\"args\":«arguments»}<|end_message|>",
        Some(""), "" => Json;
    MistralV11: "", "[TOOL_CALLS]«name»«?\"[CALL_ID]\" [a-zA-Z0-9]{9}»[ARGS]«arguments»",
        Some(""), "" => Json;
    FunctionaryV31: "", "<function=«name»>«arguments»</function>", Some(""), "" => Json;
    FunctionaryV32: "", ">>>«name»\n«arguments»", Some(""), "" => Json;
    FunctionaryV2: "", "<|from|>assistant\n<|recipient|>«name»\n<|content|>«arguments»",
        Some("\n"), "" => Json;
    BracketCalling: "", "[Calling tool: «name»(«arguments»)]", Some("\n"), "" => Json;
    Harmony: "",
        "<|channel|>commentary to=functions.«name» <|constrain|>json<|message|>«arguments»<|call|>",
        None, "" => Json;
}
