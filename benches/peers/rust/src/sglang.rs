//! `tool-parser`: the parsers of the router of SGLang.

use openai_protocol::common::Tool;
use serde_json::json;
use tool_parser::ParserFactory;

use crate::{Read, Row, wait};

/// The names in `ParserFactory`. `passthrough` is left out, because it reads no calls.
const PARSERS: [&str; 23] = [
    "cohere",
    "deepseek",
    "deepseek31",
    "deepseek32",
    "deepseek_v4",
    "deepseek_v41",
    "gemma4",
    "glm45_moe",
    "glm47_moe",
    "hy_v4",
    "inkling",
    "json",
    "kimi_k3",
    "kimik2",
    "llama",
    "minimax_m2",
    "minimax_m3",
    "mistral",
    "pythonic",
    "qwen",
    "qwen_coder",
    "sarashina",
    "step3",
];

pub(crate) fn read(row: &Row) -> Vec<Read> {
    let factory = ParserFactory::new();
    let tools: Vec<_> = row.tools.iter().filter_map(tool).collect();
    let read = PARSERS.iter().filter_map(|name| {
        let parser = factory.registry().create_parser(name)?;
        let (_, calls) = wait(parser.parse_complete_with_tools(&row.answer, &tools))?.ok()?;
        let calls = calls.into_iter();
        Some(Read {
            parser: (*name).to_owned(),
            calls: calls
                .map(|call| (call.function.name, call.function.arguments))
                .collect(),
        })
    });
    read.collect()
}

fn tool(tool: &crate::Tool) -> Option<Tool> {
    let function = json!({"name": tool.name, "parameters": tool.parameters});
    serde_json::from_value(json!({"type": "function", "function": function})).ok()
}
