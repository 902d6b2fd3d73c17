//! `Args<T>` inside rmcp: a real server, called by a real client over a duplex
//! stream in memory.
//!
//! A handler gets the arguments of a call in one of two ways:
//!
//! * `Parameters<Args<EditFile>>`. If the arguments are invalid, rmcp's router returns a result
//!   with `isError`. Its text is the instruction after a prefix of rmcp.
//! * `JsonObject`, which the handler reads itself. The text is then its own
//!   choice: another form of the faults, no prefix, structured content.

mod server;

use interop::EditFile;
use rmcp::handler::server::tool::parse_json_object;
use rmcp::model::{CallToolRequestParams, ErrorCode, object};
use serde_json::{Value, from_value, json};
use tool_core::definition::Annotations;
use tool_core::provider::Mcp;
use tool_core::{Args, Definition, Tool};

use server::connect;

/// Returns the result for the client: the error flag, the text and the structured content.
async fn call(tool: &'static str, arguments: Value) -> (bool, String, Option<Value>) {
    let client = connect().await;
    let request = CallToolRequestParams::new(tool).with_arguments(object(arguments));
    let result = client
        .call_tool(request)
        .await
        .expect("a result, not a protocol error");
    let [content] = result.content.as_slice() else {
        panic!("one piece of content: {result:?}");
    };
    let text = content.as_text().expect("text").text.clone();
    (
        result.is_error == Some(true),
        text,
        result.structured_content,
    )
}

fn five_faults() -> Value {
    json!({
        "old_string": {"text": "a"},
        "new_string": null,
        "context": "ten",
        "line_ending": "dos",
    })
}

const INSTRUCTION: &str = "Please rewrite the input with valid arguments. \
    Errors: file_path: Required; old_string: expected string, got object; \
    new_string: expected string, got null; context: expected integer, got string; \
    line_ending: expected \"keep\" or \"unix\"";

#[tokio::test]
async fn parameters_report_all_faults_as_an_error_result() {
    let (is_error, text, data) = call("edit_file", five_faults()).await;
    assert!(is_error);
    assert_eq!(
        text,
        format!("failed to deserialize parameters: {INSTRUCTION}")
    );
    assert_eq!(data, None);
}

/// The handler's own words: no prefix, the values sent, the faults as data.
#[tokio::test]
async fn handler_with_raw_arguments_reports_all_faults_as_an_error_result() {
    let (is_error, text, data) = call("edit_file_by_hand", five_faults()).await;
    assert!(is_error);
    assert_eq!(
        text,
        "Nothing was run. Send the whole call again with these fixed:\n\
         - file_path: Required\n\
         - old_string: expected string, got object {\"text\":\"a\"}\n\
         - new_string: expected string, got null\n\
         - context: expected integer, got string \"ten\"\n\
         - line_ending: expected \"keep\" or \"unix\", got \"dos\"",
    );
    let data = data.expect("structured content");
    assert_eq!(data["error"], INSTRUCTION);
    assert_eq!(data["issues"].as_array().map(Vec::len), Some(5));
    assert_eq!(data["receivedArgs"], five_faults());
}

#[tokio::test]
async fn quoted_numbers_run_and_the_tool_sees_the_repairs() {
    let arguments = json!({
        "file_path": "/a.txt",
        "old_string": "a",
        "new_string": "b",
        "context": "3",
        "also": "[\"/b.txt\"]",
        "line_ending": "unix",
    });
    for tool in ["edit_file", "edit_file_by_hand"] {
        let (is_error, text, _) = call(tool, arguments.clone()).await;
        assert!(!is_error, "{text}");
        let repairs = "context: string_to_number\nalso: json_string";
        assert_eq!(text, format!("{:?}\n{repairs}", interop::edit()));
    }
}

/// A type with its own derives is read with the same leniency.
#[tokio::test]
async fn reads_a_type_with_its_own_derives_leniently() {
    let (is_error, text, _) = call("wait", json!({"seconds": "3"})).await;
    assert!(!is_error);
    assert_eq!(text, "waited 3 s");
    let (is_error, text, _) = call("wait", json!({"seconds": "soon", "unit": "h"})).await;
    assert!(is_error);
    assert!(
        text.ends_with("Errors: seconds: expected integer, got string; unit: unknown key"),
        "{text}"
    );
}

/// A call without `arguments` is one with none: rmcp fills in an empty object.
#[tokio::test]
async fn absent_arguments_are_read_as_an_empty_object() {
    let client = connect().await;
    let request = CallToolRequestParams::new("wait");
    let result = client.call_tool(request).await.expect("a result");
    assert_eq!(result.is_error, Some(true));
    let text = &result.content[0].as_text().expect("text").text;
    assert!(
        text.ends_with("Errors: seconds: Required (the arguments are empty)"),
        "{text}"
    );
}

/// It is rmcp's router that makes a result of the fault. A `ServerHandler` that reads arguments
/// without the router and returns the error sends a protocol error to the client. Most hosts do not
/// show protocol errors to the model.
#[test]
fn without_the_router_invalid_arguments_are_a_protocol_error() {
    let error = parse_json_object::<Args<EditFile>>(object(five_faults())).unwrap_err();
    assert_eq!(error.code, ErrorCode::INVALID_PARAMS);
    assert_eq!(
        error.message,
        format!("failed to deserialize parameters: {INSTRUCTION}")
    );
}

#[tokio::test]
async fn tools_list_has_the_schema_of_the_definition() {
    let definition = EditFile::definition();
    let mut own = definition.schema().clone();
    let tools = connect().await.list_all_tools().await.expect("a list");
    let names: Vec<_> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    assert_eq!(names, ["edit_file", "edit_file_by_hand", "wait"]);
    assert!(!json!(tools).to_string().contains("x-tool-"));
    assert_eq!(
        tools[0].description.as_deref(),
        Some(definition.description())
    );

    assert_eq!(Value::Object(tools[1].input_schema.as_ref().clone()), own);

    // rmcp's own generator adds the draft, and omits data that the tool has elsewhere.
    let mut shown = Value::Object(tools[0].input_schema.as_ref().clone());
    assert_eq!(shown["additionalProperties"], false);
    assert!(keys(&shown["properties"]).eq(keys(&own["properties"])));
    shown["$schema"].take();
    own["$schema"].take();
    own.as_object_mut()
        .expect("an object")
        .remove("description");
    assert_eq!(shown, own);
}

/// A server that lists its tools itself takes them from the export, whole.
#[test]
fn export_converts_to_a_tool_without_loss() {
    let definition = Definition::builder("edit_file", "Edit a file.", json!({"type": "object"}))
        .title("Edit")
        .annotations(Annotations::new().destructive(true))
        .output_schema(json!({"type": "object", "properties": {"lines": {"type": "integer"}}}))
        .build()
        .expect("a definition");
    for definition in [&definition, EditFile::definition()] {
        let export = definition.export(Mcp::tools_list()).expect("an export");
        let tool: rmcp::model::Tool = from_value(export.tool().clone()).expect("a tool");
        assert_eq!(json!(tool), *export.tool());
    }
}

fn keys(properties: &Value) -> impl Iterator<Item = &String> {
    properties.as_object().expect("an object").keys()
}
