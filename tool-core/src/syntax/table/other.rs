//! Formats with Python calls, with braces and with nested tags.

use super::row::{Engine, Family, Row, row};
use super::tag_shapes::SUFFIXED;
use crate::syntax::engine::braces::Braces;
use crate::syntax::engine::python::{Layout, Python};
use crate::syntax::format::Format;

const fn python(close: &'static [&'static str], layout: Layout, repeats: bool) -> Engine {
    Engine::Python(Python {
        close,
        layout,
        repeats,
    })
}

const fn braces(quote: &'static str, close: &'static [&'static str]) -> Engine {
    Engine::Braces(Braces { quote, close })
}

rows! {
    Llama4 ["<|python_start|>"]
        python(&["<|python_end|>"], Layout::List, false), &["<|python_end|>"];
    // The prompts for Gemma 3 ask for calls in a code fence.
    // Another fence may follow.
    Pythonic ["```tool_code\n"] python(&["```"], Layout::Lines, false), &[] => of(Family::Bare);
    Olmo3 ["<function_calls>"]
        python(&["</function_calls>"], Layout::Lines, false), &["</function_calls>"];
    Lfm2 ["<|tool_call_start|>"]
        python(&["<|tool_call_end|>"], Layout::Lines, true), &["<|tool_call_end|>"];
    FunctionGemma ["<start_function_call>"]
        braces("<escape>", &["<end_function_call>"]), &["<end_function_call>"];
    Gemma4 ["<|tool_call>"] braces("<|\"|>", &["<tool_call|>"]), &["<tool_call|>"];
    MiniMaxM3 ["]<]minimax[>[<tool_call>", "]<]minimax[>[<invoke"]
        Engine::Nested, &["]<]minimax[>[</tool_call>", "</tool_call>"];
    Cwm ["<tool: function>", "<tool:function>"] Engine::Command, &[];
    FunctionaryV31 ["<|python_tag|>"] Engine::Code, &[];
    HyV3 ["<tool_calls:", "<tool_call:"] Engine::Suffixed(SUFFIXED), &[] => of(Family::ToolCall);
    MiniMaxM3 ["<tool_call>", "<invoke"] Engine::Nested, &["</tool_call>"];
}

#[cfg(feature = "text")]
const FUNCTION: &str = "«name»(«arguments»)";

forms! {
    Pythonic: "[", FUNCTION, Some(", "), "]" => Keywords;
    Llama4: "<|python_start|>[", FUNCTION, Some(", "), "]<|python_end|>" => Keywords;
    Olmo3: "<function_calls>", FUNCTION, Some("\n"), "</function_calls>" => Keywords;
    Lfm2: "<|tool_call_start|>[", FUNCTION, Some(", "), "]<|tool_call_end|>" => Keywords;
    GranitePythonic: "", FUNCTION, Some("\n"), "" => Keywords;
    Gemma4: "", "<|tool_call>call:«name»«arguments»<tool_call|>", Some(""), "" => Gemma;
    FunctionGemma: "", "<start_function_call>call:«name»«arguments»<end_function_call>",
        Some(""), "" => FunctionGemma;
}
