//! Calls as functions of Python, and calls in Gemma's braces.

use crate::text::Format;
use crate::text::grammar::arguments::ArgumentStyle as Style;
use crate::text::grammar::envelope::CallGrammar;
use crate::text::grammar::envelope::GrammarPiece::{Arguments, Name, Text};
use crate::text::grammar::notation::{FUNCTION_GEMMA, GEMMA};

pub(super) static FORMS: &[CallGrammar] = &[
    CallGrammar {
        format: Format::Pythonic,
        open: "[",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some(", "),
        close: "]",
        arguments: Style::Keywords,
    },
    CallGrammar {
        format: Format::Llama4,
        open: "<|python_start|>[",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some(", "),
        close: "]<|python_end|>",
        arguments: Style::Keywords,
    },
    CallGrammar {
        format: Format::Olmo3,
        open: "<function_calls>",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some("\n"),
        close: "</function_calls>",
        arguments: Style::Keywords,
    },
    CallGrammar {
        format: Format::Lfm2,
        open: "<|tool_call_start|>[",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some(", "),
        close: "]<|tool_call_end|>",
        arguments: Style::Keywords,
    },
    CallGrammar {
        format: Format::GranitePythonic,
        open: "",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some("\n"),
        close: "",
        arguments: Style::Keywords,
    },
    CallGrammar {
        format: Format::Gemma4,
        open: "",
        call: &[
            Text("<|tool_call>call:"),
            Name,
            Arguments,
            Text("<tool_call|>"),
        ],
        between: Some(""),
        close: "",
        arguments: Style::Object(&GEMMA),
    },
    CallGrammar {
        format: Format::FunctionGemma,
        open: "",
        call: &[
            Text("<start_function_call>call:"),
            Name,
            Arguments,
            Text("<end_function_call>"),
        ],
        between: Some(""),
        close: "",
        arguments: Style::Object(&FUNCTION_GEMMA),
    },
];
