//! Calls as JSON objects with the name and the arguments.

use crate::text::Format;
use crate::text::grammar::arguments::ArgumentStyle as Style;
use crate::text::grammar::envelope::GrammarPiece::{Any, Arguments, Optional, QuotedName, Text};
use crate::text::grammar::envelope::{CallGrammar, GrammarPiece};
use crate::text::grammar::notation::JSON;

const OBJECT: Style = Style::Object(&JSON);

/// `{"name": "edit", "arguments": {}}`
const CALL: &[GrammarPiece] = &[
    Text("{\"name\": "),
    QuotedName,
    Text(", \"arguments\": "),
    Arguments,
    Text("}"),
];

/// Creates the form of a list of calls.
const fn list(format: Format, open: &'static str, close: &'static str) -> CallGrammar {
    CallGrammar {
        format,
        open,
        call: CALL,
        between: Some(", "),
        close,
        arguments: OBJECT,
    }
}

pub(super) static FORMS: &[CallGrammar] = &[
    CallGrammar {
        format: Format::Hermes,
        open: "",
        call: &[
            Text("<tool_call>\n{\"name\": "),
            QuotedName,
            Text(", \"arguments\": "),
            Arguments,
            Text("}\n</tool_call>"),
        ],
        between: Some("\n"),
        close: "",
        arguments: OBJECT,
    },
    list(Format::Granite3, "<|tool_call|>[", "]"),
    CallGrammar {
        format: Format::Granite20bFc,
        open: "",
        call: &[
            Text("<function_call> {\"name\": "),
            QuotedName,
            Text(", \"arguments\": "),
            Arguments,
            Text("}"),
        ],
        between: Some("\n"),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::InternLm2,
        open: "",
        call: &[
            Text("<|action_start|><|plugin|>{\"name\": "),
            QuotedName,
            Text(", \"parameters\": "),
            Arguments,
            Text("}<|action_end|>"),
        ],
        between: Some("\n"),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::LongCat,
        open: "",
        call: &[
            Text("<longcat_tool_call>{\"name\": "),
            QuotedName,
            Text(", \"arguments\": "),
            Arguments,
            Text("}</longcat_tool_call>"),
        ],
        between: Some("\n"),
        close: "",
        arguments: OBJECT,
    },
    list(Format::Phi4Mini, "functools[", "]"),
    list(Format::FireFunctionV2, " functools[", "]"),
    list(Format::Xlam, "[", "]"),
    list(Format::Jamba, "<tool_calls>[", "]</tool_calls>"),
    list(Format::Apriel, "<tool_calls>[", "]</tool_calls>"),
    list(Format::HunyuanA13b, "<tool_calls>[", "]</tool_calls>"),
    list(Format::NemotronNanoV2, "<TOOLCALL>[", "]</TOOLCALL>"),
    CallGrammar {
        format: Format::MiniMaxM1,
        open: "<tool_calls>\n",
        call: CALL,
        between: Some("\n"),
        close: "\n</tool_calls>",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::Ernie45,
        open: "",
        call: &[
            Text("<tool_call>\n{\"name\": "),
            QuotedName,
            Text(", \"arguments\": "),
            Arguments,
            Text("}\n</tool_call>\n"),
        ],
        between: Some(""),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::CohereCommand,
        open: "<|START_ACTION|>[\n    ",
        call: &[
            Text("{\"tool_call_id\": \""),
            Any("[0-9]"),
            Text("\", \"tool_name\": "),
            QuotedName,
            Text(", \"parameters\": "),
            Arguments,
            Text("}"),
        ],
        between: Some(",\n    "),
        close: "\n]<|END_ACTION|>",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::CohereCommandRPlus,
        open: "Action:\n```json\n[\n    ",
        call: &[
            Text("{\"tool_name\": "),
            QuotedName,
            Text(", \"parameters\": "),
            Arguments,
            Text("}"),
        ],
        between: Some(",\n    "),
        close: "\n]\n```",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::Rwkv,
        open: "",
        call: &[
            Text("**Tool Call:**\n```json\n{\"name\": "),
            QuotedName,
            Text(", \"arguments\": "),
            Arguments,
            Text("}\n```"),
        ],
        between: Some("\n"),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::PlainJson,
        open: "",
        call: CALL,
        between: Some("\n"),
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::GigaChat3,
        open: "",
        call: &[
            Text("<|message_sep|>\n\nfunction call<|role_sep|>\n{\"name\": "),
            QuotedName,
            Text(", \"arguments\": "),
            Arguments,
            Text("}"),
        ],
        between: None,
        close: "",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::GigaChat31,
        open: "",
        call: &[
            Text("<|function_call|>{\"name\": "),
            QuotedName,
            Text(", \"arguments\": "),
            Arguments,
            Text("}"),
        ],
        between: None,
        close: "",
        arguments: OBJECT,
    },
    list(Format::Pangu, "<|tool_call_start|>[", "]<|tool_call_end|>"),
    CallGrammar {
        format: Format::MistralArray,
        open: "[TOOL_CALLS][",
        call: &[
            Text("{\"name\": "),
            QuotedName,
            Text(", \"arguments\": "),
            Arguments,
            Optional(r#"", \"id\": \"" [a-zA-Z0-9]{9} "\"""#),
            Text("}"),
        ],
        between: Some(", "),
        close: "]",
        arguments: OBJECT,
    },
    CallGrammar {
        format: Format::Llama3,
        open: "",
        call: &[
            Text("{\"name\": "),
            QuotedName,
            Text(", \"parameters\": "),
            Arguments,
            Text("}"),
        ],
        between: Some("; "),
        close: "",
        arguments: OBJECT,
    },
];
