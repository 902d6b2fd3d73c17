//! Calls as functions of Python, and calls in Gemma's braces.

use crate::text::Format;
use crate::text::grammar::arguments::Arguments as Style;
use crate::text::grammar::envelope::Form;
use crate::text::grammar::envelope::Piece::{Arguments, Name, Text};
use crate::text::grammar::notation::{FUNCTION_GEMMA, GEMMA};

pub(super) static FORMS: &[Form] = &[
    Form {
        format: Format::Pythonic,
        open: "[",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some(", "),
        close: "]",
        arguments: Style::Keywords,
    },
    Form {
        format: Format::Llama4,
        open: "<|python_start|>[",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some(", "),
        close: "]<|python_end|>",
        arguments: Style::Keywords,
    },
    Form {
        format: Format::Olmo3,
        open: "<function_calls>",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some("\n"),
        close: "</function_calls>",
        arguments: Style::Keywords,
    },
    Form {
        format: Format::Lfm2,
        open: "<|tool_call_start|>[",
        call: &[Name, Text("("), Arguments, Text(")")],
        between: Some(", "),
        close: "]<|tool_call_end|>",
        arguments: Style::Keywords,
    },
    Form {
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
    Form {
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
