//! Definitions as async-openai's tools, for Chat and for Responses, and the calls of
//! its responses back through the reader.

use async_openai::types::chat::{
    ChatCompletionMessageToolCalls, ChatCompletionTools, CreateChatCompletionResponse,
    FunctionObject,
};
use async_openai::types::responses::{self, FunctionTool, OutputItem};
use interop::{ARGUMENTS, EditFile, edit};
use serde_json::{Value, from_value, json, to_value};
use tool_core::Tool;
use tool_core::provider::{Export, OpenAi, Target};

fn export(target: Target) -> Export {
    let export = EditFile::definition().export(target);
    export.expect("OpenAI takes the tool")
}

/// A field that the crate does not know would be lost when it serializes the tool again.
#[test]
fn chat_tool_round_trips_without_loss() {
    for target in [OpenAi::chat(), OpenAi::chat().strict()] {
        let export = export(target);
        let tool: ChatCompletionTools = from_value(export.tool().clone()).expect("a tool");
        assert_eq!(to_value(&tool).ok().as_ref(), Some(export.tool()));

        let function: FunctionObject =
            from_value(export.tool()["function"].clone()).expect("a function");
        assert_eq!(function.name, "edit_file");
        assert_eq!(function.parameters.as_ref(), Some(export.schema()));
        assert_eq!(function.strict, export.is_strict().then_some(true));
    }
}

#[test]
fn responses_tool_round_trips_without_loss() {
    for target in [OpenAi::responses(), OpenAi::responses().strict()] {
        let export = export(target);
        let tool: responses::Tool = from_value(export.tool().clone()).expect("a tool");
        assert_eq!(to_value(&tool).ok().as_ref(), Some(export.tool()));

        let function: FunctionTool = from_value(export.tool().clone()).expect("a function");
        assert_eq!(function.parameters.as_ref(), Some(export.schema()));
        assert_eq!(function.strict, Some(export.is_strict()));
    }
}

#[test]
fn reads_a_chat_call() {
    let response: CreateChatCompletionResponse = from_value(json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "m",
        "choices": [{
            "index": 0,
            "finish_reason": "tool_calls",
            "message": {
                "role": "assistant",
                "content": null,
                "tool_calls": [{
                    "id": "call_1",
                    "type": "function",
                    "function": {"name": "edit_file", "arguments": ARGUMENTS},
                }],
            },
        }],
    }))
    .expect("a response");
    let calls = response.choices[0].message.tool_calls.as_deref();
    let Some([ChatCompletionMessageToolCalls::Function(call)]) = calls else {
        panic!("one call of a function: {calls:?}");
    };
    assert_eq!(EditFile::parse(&call.function.arguments).ok(), Some(edit()));
}

#[test]
fn reads_a_responses_call() {
    let item = |arguments: Value| -> OutputItem {
        from_value(json!({
            "type": "function_call",
            "id": "fc_1",
            "call_id": "call_1",
            "name": "edit_file",
            "arguments": arguments,
            "status": "completed",
        }))
        .expect("an item")
    };
    let OutputItem::FunctionCall(call) = item(ARGUMENTS.into()) else {
        panic!("a call of a function");
    };
    assert_eq!(EditFile::parse(&call.arguments).ok(), Some(edit()));

    let OutputItem::FunctionCall(call) = item(r#"{"file_path": "#.into()) else {
        panic!("a call of a function");
    };
    let error = EditFile::parse(&call.arguments).expect_err("cut off");
    assert_eq!(error.tool(), "edit_file");
}
