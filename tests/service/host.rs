//! Settings and lists of a host: tools, schemas built at run time, retries, variables, texts for
//! the model.

use std::convert::Infallible;
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::{Value, json};
use service_tests::{Scripted, ran};
use tool_core::call::InvalidCallTool;
use tool_core::definition::Annotations;
use tool_core::feedback::Style;
use tool_core::provider::{Export, OpenAi};
use tool_core::{Arguments, Definition, Tool};
use tool_service::{
    CallOptions, Failure, ForModel, RegisteredTool, ToolCall, ToolError, ToolService,
};

/// Greet somebody.
#[derive(Debug, Tool)]
struct Greet {
    name: String,
    #[serde(default)]
    times: u8,
}

fn greeting(options: CallOptions) -> ToolService {
    let service = ToolService::builder().options(options).build();
    let greet = async |greet: Greet| Ok::<_, Infallible>(format!("{} {}", greet.name, greet.times));
    service.register(greet).unwrap();
    service
}

#[test]
fn lists_tools_with_kinds_and_options() {
    let service = ToolService::new().with_builtins().unwrap();
    let options = CallOptions::new().retries(7);
    let count = Scripted::default().tool("count", Annotations::new());
    service.register(count.options(options)).unwrap();
    let tools = service.tools();
    let names: Vec<_> = tools.iter().map(|tool| tool.definition().name()).collect();
    let definitions = service.definitions();
    let expected: Vec<_> = definitions.iter().map(Definition::name).collect();
    assert_eq!(names, expected);
    let last = tools.last().unwrap();
    assert_eq!((last.definition().name(), last.kind()), ("count", "custom"));
    assert!(format!("{:?}", last.own_options()).contains("retries: Some(7)"));
    assert!(tools.iter().any(|tool| tool.kind() == "builtin"));
}

/// A tool with a number `n`.
fn double() -> Definition {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "integer"}},
        "required": ["n"],
    });
    Definition::new("double", "Double a number.", schema).unwrap()
}

#[tokio::test]
async fn registers_a_schema_with_a_closure() {
    let service = ToolService::new();
    service
        .register(RegisteredTool::function(
            double(),
            async |arguments: Value| match arguments["n"].as_i64() {
                Some(13) => Err(ForModel("13 brings bad luck")),
                n => Ok(n.map(|n| 2 * n)),
            },
        ))
        .unwrap();
    assert_eq!(service.get("double").unwrap().kind(), "native");
    let mut outcome = Vec::new();
    for raw in [r#"{"n": "21"}"#, r#"{"n": 13}"#, r#"{"n": "x"}"#] {
        outcome.push(format!("{:?}", ran(&service, "Double", raw).await));
    }
    assert_snapshot!(outcome.join("\n"), @r#"
    ("42", "", 1)
    ("13 brings bad luck", "ToolExecutionError", 1)
    ("Please rewrite the input with valid arguments. Errors: n: expected integer, got string", "ValidationError", 0)
    "#);
}

/// Returns the number of runs of a tool with these annotations that always times out.
async fn attempts(annotations: Annotations, of_call: CallOptions) -> u32 {
    let late = || ToolError::Timeout(Failure::new("late"));
    let tool = Scripted::failing([late(), late(), late(), late()]).tool("count", annotations);
    let service = ToolService::new();
    service.register(tool).unwrap();
    let call = ToolCall::new("count", json!({"n": 1}));
    service.execute(call, of_call.clone()).await.attempts
}

#[tokio::test(start_paused = true)]
async fn host_overrides_retries() {
    let silent = Annotations::new();
    assert_eq!(attempts(silent, CallOptions::new().retries(3)).await, 1);
    let forced = CallOptions::new().retries(3).idempotent(true);
    assert_eq!(attempts(silent, forced).await, 4);
    let idempotent = Annotations::new().idempotent(true);
    assert_eq!(attempts(idempotent, CallOptions::new()).await, 3);
    let forbidden = CallOptions::new().idempotent(false);
    assert_eq!(attempts(idempotent, forbidden.clone()).await, 1);
    assert_eq!(
        attempts(Annotations::new().read_only(true), forbidden).await,
        1
    );
}

/// Resolves variables in the arguments.
fn resolved(arguments: impl Into<Arguments>) -> String {
    let call = ToolCall::new("any", arguments);
    let call = call.resolve_variables(|name| match name {
        "PORT" => Some(json!(22)),
        "QUOTE" => Some(json!("a\", \"admin\": true, \"b\": \"\\")),
        "LIST" => Some(json!(["${PORT}", null])),
        "EMPTY" => Some(json!("")),
        _ => None,
    });
    match call.arguments {
        Arguments::Text(text) => format!("text: {text}"),
        Arguments::Value(value) => value.to_string(),
    }
}

#[test]
fn resolves_variables_in_parsed_arguments() {
    let cases = [
        r#"{"port": "${PORT}", "url": "h:${PORT}/${PORT}"}"#,
        r#"{"value": "${QUOTE}", "more": "x ${QUOTE} y"}"#,
        r#"{"deep": [{"list": "${LIST}"}], "text": "${LIST}${EMPTY}"}"#,
        // A variable without a value stays unchanged.
        r#"{"a":   "${UNKNOWN}", "b": "$PORT", "c": "${PORT"}"#,
        r#"{"a": "${UNKNOWN} ${PORT} ${"}"#,
        r#"{"a": "${${PORT}} ${} ${ ${PORT}"}"#,
        // Variables in keys are not resolved.
        r#"{"${PORT}": "x"}"#,
        // Text that requires a repair.
        r"{'port': '${PORT}',}",
        // Text that cannot be parsed.
        r#"{"port": "${PORT}"#,
        "${PORT}",
        "",
    ];
    let lines: Vec<_> = cases.into_iter().map(resolved).collect();
    assert_snapshot!(lines.join("\n"), @r#"
    {"port":22,"url":"h:22/22"}
    {"value":"a\", \"admin\": true, \"b\": \"\\","more":"x a\", \"admin\": true, \"b\": \"\\ y"}
    {"deep":[{"list":["${PORT}",null]}],"text":"[\"${PORT}\",null]"}
    text: {"a":   "${UNKNOWN}", "b": "$PORT", "c": "${PORT"}
    {"a":"${UNKNOWN} 22 ${"}
    {"a":"${22} ${} ${ 22"}
    text: {"${PORT}": "x"}
    {"port":22}
    text: {"port": "${PORT}
    text: ${PORT}
    text:
    "#);
    assert_snapshot!(resolved(json!({"port": "${PORT}"})), @r#"{"port":22}"#);
}

/// With many variables, all without an end.
#[test]
fn finds_variables_in_linear_time() {
    let text = "${".repeat(500_000) + "}";
    let began = std::time::Instant::now();
    let value = json!({"text": text});
    assert_eq!(resolved(value.clone()), value.to_string());
    assert!(began.elapsed() < Duration::from_secs(10));
}

/// With a value that would escape from a string.
#[tokio::test]
async fn variable_values_cannot_leave_their_argument() {
    let service = ToolService::builder()
        .before(async |call: ToolCall, _| {
            Ok(call.resolve_variables(|name| {
                (name == "NAME").then(|| json!("eve\", \"times\": 200, \"x\": \""))
            }))
        })
        .build();
    let greet = async |greet: Greet| Ok::<_, Infallible>(format!("{} {}", greet.name, greet.times));
    service.register(greet).unwrap();
    let (text, ..) = ran(&service, "greet", r#"{"name": "${NAME}", "times": "3"}"#).await;
    assert_eq!(text, "eve\", \"times\": 200, \"x\": \" 3");
}

#[tokio::test]
async fn host_chooses_the_text_for_invalid_arguments() {
    let texts = [
        Style::Instruction,
        Style::List,
        Style::ListAgain,
        Style::Annotated,
        Style::Preflight,
        Style::Numbered,
    ];
    let mut lines = Vec::new();
    for text in texts {
        let service = greeting(CallOptions::new().retry_text(text));
        lines.push(format!(
            "{text:?}:\n{}",
            ran(&service, "greet", "{}").await.0
        ));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    Instruction:
    Please rewrite the input with valid arguments. Errors: name: Required (the arguments are empty)
    List:
    Nothing was run. Send the whole call again with these fixed:
    - name: Required (the arguments are empty)
    ListAgain:
    Nothing was run. Send the whole call again with these fixed:
    - name: Required (the arguments are empty)
    The arguments must have this shape, where ? marks what is optional:
    {"name": string, "times"?: integer 0..255}
    Annotated:
    Nothing was run. Send the whole call again, without comments, with these fixed:
    {
      // "name": Required
    }
    Preflight:
    Invalid arguments: missing required field(s): name (the arguments are empty). Please rewrite the input so it satisfies the expected schema.
    Numbered:
    Parameter validation failed:

    1. Field 'name' is required but missing (the arguments are empty)

    Please fix the parameters and try again.
    "#);
    // The call overrides the service.
    let service = greeting(CallOptions::new().retry_text(Style::Numbered));
    let of_call = CallOptions::new().retry_text(Style::Instruction);
    let result = service
        .execute(ToolCall::new("greet", "{}"), of_call.clone())
        .await;
    assert!(result.text().starts_with("Please rewrite the input"));
}

#[test]
fn does_not_export_the_tool_for_invalid_calls() {
    let service = greeting(CallOptions::new());
    service
        .register(async |call: InvalidCallTool| Ok::<_, Infallible>(call.result().to_owned()))
        .unwrap();
    let definitions = service.definitions();
    assert!(definitions.invalid_call().is_some());
    let exports = OpenAi::chat()
        .export_all(definitions.iter())
        .complete()
        .unwrap();
    let names: Vec<_> = exports.exports().iter().map(Export::name).collect();
    assert_eq!(names, ["greet"]);
}
