//! `dynamo-parsers`: the parsers of NVIDIA Dynamo for whole texts.

use dynamo_parsers::tool_calling::parsers::{
    detect_and_parse_tool_call_with_recovery, get_available_tool_parsers,
};
use dynamo_parsers::tool_calling::{ToolDefinition, detect_and_parse_tool_call};

use crate::{Read, Row, wait};

/// Reads with each parser, and again with the recovery of calls whose end marker is missing.
pub(crate) fn read(row: &Row) -> Vec<Read> {
    let tools = row.tools.iter().map(|tool| ToolDefinition {
        name: tool.name.clone(),
        parameters: Some(tool.parameters.clone()),
        strict: None,
    });
    let tools: Vec<_> = tools.collect();
    let mut read = Vec::new();
    for name in get_available_tool_parsers() {
        let strict = detect_and_parse_tool_call(&row.answer, Some(name), Some(&tools));
        let recovering =
            detect_and_parse_tool_call_with_recovery(&row.answer, Some(name), Some(&tools));
        for (parser, result) in [
            (name.to_owned(), wait(strict)),
            (format!("{name}, recovery"), wait(recovering)),
        ] {
            if let Some(Ok((calls, _))) = result {
                let calls = calls.into_iter();
                let calls = calls.map(|call| (call.function.name, call.function.arguments));
                read.push(Read {
                    parser,
                    calls: calls.collect(),
                });
            }
        }
    }
    read
}
