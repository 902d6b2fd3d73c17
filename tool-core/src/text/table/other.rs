//! Formats with Python calls, with braces and with nested tags.

use super::row::{Engine, Family, Row};
use crate::text::engine::braces::Braces;
use crate::text::engine::python::{Layout, Python};
use crate::text::format::Format;

const fn row(
    format: Format,
    marks: &'static [&'static str],
    engine: Engine,
    after: &'static [&'static str],
) -> Row {
    Row {
        format,
        marks,
        engine,
        after,
        family: Family::Own(format),
        is_twin: false,
    }
}

const fn python(close: &'static [&'static str], layout: Layout, repeats: bool) -> Engine {
    Engine::Python(Python {
        close,
        layout,
        repeats,
    })
}

pub(super) static ROWS: &[Row] = &[
    row(
        Format::Llama4,
        &["<|python_start|>"],
        python(&["<|python_end|>"], Layout::List, false),
        &["<|python_end|>"],
    ),
    // The prompts for Gemma 3 ask for calls in a code fence.
    Row {
        family: Family::Bare,
        ..row(
            Format::Pythonic,
            &["```tool_code\n"],
            python(&["```"], Layout::Lines, false),
            // Another fence may follow.
            &[],
        )
    },
    row(
        Format::Olmo3,
        &["<function_calls>"],
        python(&["</function_calls>"], Layout::Lines, false),
        &["</function_calls>"],
    ),
    row(
        Format::Lfm2,
        &["<|tool_call_start|>"],
        python(&["<|tool_call_end|>"], Layout::Lines, true),
        &["<|tool_call_end|>"],
    ),
    row(
        Format::FunctionGemma,
        &["<start_function_call>"],
        Engine::Braces(Braces {
            quote: "<escape>",
            close: &["<end_function_call>"],
        }),
        &["<end_function_call>"],
    ),
    row(
        Format::Gemma4,
        &["<|tool_call>"],
        Engine::Braces(Braces {
            quote: "<|\"|>",
            close: &["<tool_call|>"],
        }),
        &["<tool_call|>"],
    ),
    row(
        Format::MiniMaxM3,
        &["]<]minimax[>[<tool_call>", "]<]minimax[>[<invoke"],
        Engine::Nested,
        &["]<]minimax[>[</tool_call>", "</tool_call>"],
    ),
    row(
        Format::Cwm,
        &["<tool: function>", "<tool:function>"],
        Engine::Command,
        &[],
    ),
    row(
        Format::FunctionaryV31,
        &["<|python_tag|>"],
        Engine::Code,
        &[],
    ),
    row(
        Format::MiniMaxM3,
        &["<tool_call>", "<invoke"],
        Engine::Nested,
        &["</tool_call>"],
    ),
];
