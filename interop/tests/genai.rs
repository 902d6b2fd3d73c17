//! Definitions as genai's tools, and its calls back through the reader.

use genai::chat::{ChatRequest, Tool as GenaiTool, ToolCall};
use interop::{ARGUMENTS, EditFile, FORMS, Timer, edit};
use serde_json::{Value, from_str, from_value, json};
use tool_core::Tool;
use tool_core::provider::{Anthropic, OpenAi};

#[test]
fn tool_has_the_name_description_and_schema_of_the_export() {
    let definition = EditFile::definition();
    for target in [OpenAi::chat().strict(), Anthropic::messages()] {
        let export = definition.export(target).expect("both take the tool");
        let tool = GenaiTool::new(export.name())
            .with_description(export.description())
            .with_schema(export.schema().clone())
            .with_strict(export.is_strict());
        let request = ChatRequest::default().with_tools([tool]);
        let [tool] = request.tools.as_deref().expect("tools") else {
            panic!("one tool: {:?}", request.tools);
        };
        assert_eq!(tool.name.as_str(), "edit_file");
        let description = Some("Replace one exact string in a file.");
        assert_eq!(tool.description.as_deref(), description);
        assert_eq!(tool.schema.as_ref(), Some(export.schema()));
        assert_eq!(tool.strict, Some(export.is_strict()));
    }
}

/// The schema is flat for this API. The description has the forms.
#[test]
fn description_contains_the_forms_of_a_flattened_enum() {
    let export = Timer::definition().export(Anthropic::messages());
    let export = export.expect("Anthropic takes the tool");
    let tool = GenaiTool::new(export.name()).with_description(export.description());
    assert!(tool.description.is_some_and(|text| text.ends_with(FORMS)));
}

/// At the end of a stream, invalid JSON becomes a string.
#[test]
fn reads_a_call() {
    let arguments: Value = from_str(ARGUMENTS).expect("JSON");
    let fenced = Value::from(format!("```json\n{ARGUMENTS}\n```"));
    for sent in [arguments, fenced] {
        let call: ToolCall = from_value(json!({
            "call_id": "call_1",
            "fn_name": "edit_file",
            "fn_arguments": sent,
        }))
        .expect("a call");
        let read = match call.fn_arguments {
            Value::String(text) => EditFile::parse(&text),
            arguments => EditFile::parse(&arguments),
        };
        assert_eq!(read.ok(), Some(edit()));
    }
}
