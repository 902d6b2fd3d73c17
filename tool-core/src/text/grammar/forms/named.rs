//! Calls with the name before the arguments in JSON.

use crate::text::Format;
use crate::text::grammar::arguments::ArgumentStyle as Style;
use crate::text::grammar::envelope::CallGrammar;
use crate::text::grammar::envelope::GrammarPiece::{
    Any, Arguments, Name, Optional, QuotedName, Text,
};
use crate::text::grammar::notation::JSON;

const OBJECT: Style = Style::Object(&JSON);

pub(super) static FORMS: &[CallGrammar] = &[
    CallGrammar {
        format: Format::DeepSeekV3,
        open: "<｜tool▁calls▁begin｜>",
        call: &[
            Text("<｜tool▁call▁begin｜>function<｜tool▁sep｜>"),
            Name,
            Text("\n```json\n"),
            Arguments,
            Text("\n```<｜tool▁call▁end｜>"),
        ],
        between: Some("\n"),
        close: "<｜tool▁calls▁end｜>",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::DeepSeekV31,
        open: "<｜tool▁calls▁begin｜>",
        call: &[
            Text("<｜tool▁call▁begin｜>"),
            Name,
            Text("<｜tool▁sep｜>"),
            Arguments,
            Text("<｜tool▁call▁end｜>"),
        ],
        between: Some(""),
        close: "<｜tool▁calls▁end｜>",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::KimiK2,
        open: "<|tool_calls_section_begin|>",
        call: &[
            Text("<|tool_call_begin|>functions."),
            Name,
            Text(":"),
            Any("[0-9]"),
            Text("<|tool_call_argument_begin|>"),
            Arguments,
            Text("<|tool_call_end|>"),
        ],
        between: Some(""),
        close: "<|tool_calls_section_end|>",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::Apertus,
        open: "<|tools_prefix|>[",
        call: &[Text("{"), QuotedName, Text(": "), Arguments, Text("}")],
        between: Some(", "),
        close: "]<|tools_suffix|>",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::SolarOpen,
        open: "<|tool_calls|>",
        call: &[
            Text("<|tool_call:begin|>"),
            Any("[a-z0-9]{10}"),
            Text("<|tool_call:name|>"),
            Name,
            Text("<|tool_call:args|>"),
            Arguments,
            Text("<|tool_call:end|>"),
        ],
        between: Some(""),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::Plamo3,
        open: "<|plamo:begin_tool_requests:plamo|>",
        call: &[
            Text("<|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>"),
            Name,
            Text("<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|>"),
            Arguments,
            Text("<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|>"),
        ],
        between: Some(""),
        close: "<|plamo:end_tool_requests:plamo|>",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::Inkling,
        open: "",
        call: &[
            Text("<|message_model|>"),
            Name,
            Text("<|content_invoke_tool_json|>{\"name\":"),
            QuotedName,
            Text(",\"args\":"),
            Arguments,
            Text("}<|end_message|>"),
        ],
        between: Some(""),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::MistralV11,
        open: "",
        call: &[
            Text("[TOOL_CALLS]"),
            Name,
            Optional(r#""[CALL_ID]" [a-zA-Z0-9]{9}"#),
            Text("[ARGS]"),
            Arguments,
        ],
        between: Some(""),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::FunctionaryV31,
        open: "",
        call: &[
            Text("<function="),
            Name,
            Text(">"),
            Arguments,
            Text("</function>"),
        ],
        between: Some(""),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::FunctionaryV32,
        open: "",
        call: &[Text(">>>"), Name, Text("\n"), Arguments],
        between: Some(""),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::FunctionaryV2,
        open: "",
        call: &[
            Text("<|from|>assistant\n<|recipient|>"),
            Name,
            Text("\n<|content|>"),
            Arguments,
        ],
        between: Some("\n"),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::BracketCalling,
        open: "",
        call: &[
            Text("[Calling tool: "),
            Name,
            Text("("),
            Arguments,
            Text(")]"),
        ],
        between: Some("\n"),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::Harmony,
        open: "",
        call: &[
            Text("<|channel|>commentary to=functions."),
            Name,
            Text(" <|constrain|>json<|message|>"),
            Arguments,
            Text("<|call|>"),
        ],
        between: None,
        close: "",
        arguments: OBJECT,
    },
];
