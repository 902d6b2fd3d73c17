//! `dynamo-parsers-v2`: the incremental parsers of NVIDIA Dynamo. The unified ones also read the
//! reasoning.

use std::error::Error;

use dynamo_parsers_v2::{
    REGISTERED_FAMILIES, Tool, UnifiedEvent, UnifiedParserInit, UnifiedParserOutput,
    UnifiedParserStartingState, assemble, builtin_unified_families, create_tool_parser_for_family,
    create_unified_parser_for_family,
};

use crate::{Call, Read, Row};

type Calls = Result<Vec<Call>, Box<dyn Error + Send + Sync>>;

pub(crate) fn read(row: &Row) -> Vec<Read> {
    let tools = row.tools.iter().map(|tool| Tool {
        name: tool.name.clone(),
        description: None,
        parameters: tool.parameters.clone(),
        strict: None,
    });
    let tools: Vec<_> = tools.collect();
    let unified = builtin_unified_families().iter().map(|family| {
        let calls = unified(family, &tools, row).unwrap_or_default();
        Read {
            parser: format!("{family}, unified"),
            calls,
        }
    });
    let only_tools = REGISTERED_FAMILIES.iter().map(|family| {
        let calls = only_tools(family, &tools, &row.answer).unwrap_or_default();
        Read {
            parser: (*family).to_owned(),
            calls,
        }
    });
    unified.chain(only_tools).collect()
}

fn unified(family: &str, tools: &[Tool], row: &Row) -> Calls {
    let mut parser = create_unified_parser_for_family(family, tools)?;
    let starting_state = if row.starts_in_reasoning {
        UnifiedParserStartingState::Reasoning
    } else {
        UnifiedParserStartingState::None
    };
    parser.initialize_request(UnifiedParserInit {
        starting_state,
        ..Default::default()
    })?;
    let mut output = UnifiedParserOutput::default();
    parser.parse_into(&row.text, &mut output)?;
    output.append(&mut parser.finish()?);
    let calls = assemble(&output.events)
        .into_iter()
        .filter_map(|event| match event {
            UnifiedEvent::ToolCall { name, arguments } => Some((name, arguments.to_string())),
            _ => None,
        });
    Ok(calls.collect())
}

fn only_tools(family: &str, tools: &[Tool], text: &str) -> Calls {
    let mut parser = create_tool_parser_for_family(family, tools)?;
    let mut result = parser.push(text)?;
    result.append(parser.finish()?);
    let calls = result.coalesce_calls().calls.into_iter();
    Ok(calls
        .map(|call| (call.name.unwrap_or_default(), call.arguments))
        .collect())
}
