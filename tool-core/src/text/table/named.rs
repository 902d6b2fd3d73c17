//! Formats with the name before the JSON arguments.

use super::row::{Engine, Family, Row};
use crate::text::engine::named::{Named, Style};
use crate::text::format::Format;

const fn row(
    format: Format,
    marks: &'static [&'static str],
    name_end: &'static [&'static str],
    close: &'static [&'static str],
    style: Style,
) -> Row {
    Row {
        format,
        marks,
        engine: Engine::Named(Named {
            id_end: "",
            name_end,
            before: &[],
            close,
            style,
        }),
        after: close,
        family: Family::Own(format),
        is_twin: false,
    }
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
    // JSON arguments after the name of other formats.
    Poolside ["<tool_call>"] &["\n"], &["</tool_call>"], Style::Word => tool_call() twin();
}
