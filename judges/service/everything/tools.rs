//! Every tool is called with valid arguments, with arguments that need coercions, and with invalid
//! arguments.

use std::collections::BTreeSet;
use std::fmt::Write;

use insta::assert_snapshot;
use tool_core::Definition;
use tool_service::mcp::McpServerConfig;

use super::server::{Served, over_stdio};
use super::{call, connected, describe};

/// The calls, in this order.
const CALLS: [(&str, &[&str]); 13] = [
    (
        "echo",
        &[r#"{"message": "héllo ✓"}"#, r#"{"message": 7}"#, "{}"],
    ),
    (
        "get-annotated-message",
        &[
            r#"{"messageType": "error"}"#,
            r#"{"messageType": "Success", "includeImage": "true"}"#,
            r#"{"messageType": "loud"}"#,
        ],
    ),
    ("get-env", &["{}", "[1]"]),
    (
        "get-resource-links",
        &[r#"{"count": "2"}"#, "{}", r#"{"count": 11}"#],
    ),
    (
        "get-resource-reference",
        &[
            r#"{"resourceType": "Text", "resourceId": 2}"#,
            r#"{"resourceType": "blob", "resourceId": "1"}"#,
            r#"{"resourceType": "Text", "resourceId": 0}"#,
            r#"{"resourceType": "Sound"}"#,
        ],
    ),
    (
        "get-structured-content",
        &[
            r#"{"location": "Chicago"}"#,
            r#"{"location": "new york"}"#,
            r#"{"location": "Paris"}"#,
        ],
    ),
    (
        "get-sum",
        &[
            r#"{"a": 2, "b": 40}"#,
            r#"{"a": "2.5", "b": "-1e3"}"#,
            r#"{"a": "two"}"#,
        ],
    ),
    ("get-tiny-image", &["{}", "", "[1]"]),
    (
        "gzip-file-as-resource",
        &[
            r#"{"name": "a.gz", "data": "data:text/plain,hello", "outputType": "resource"}"#,
            r#"{"name": "b.gz", "data": "data:text/plain,hello"}"#,
            r#"{"data": "file:///etc/passwd"}"#,
            r#"{"data": "no URL"}"#,
        ],
    ),
    ("toggle-simulated-logging", &["{}", "{}", "[1]"]),
    ("toggle-subscriber-updates", &["{}", "{}", "[1]"]),
    (
        "trigger-long-running-operation",
        &[
            r#"{"duration": "0.2", "steps": "4"}"#,
            r#"{"duration": "long"}"#,
        ],
    ),
    // It only runs as a task, and our client does not support tasks.
    ("simulate-research-query", &[r#"{"topic": "tea"}"#, "{}"]),
];

/// Makes all calls and returns their results.
async fn called(server: McpServerConfig) -> String {
    let (service, connection) = connected(server).await;
    let definitions = service.definitions();
    let listed: BTreeSet<_> = definitions.iter().map(Definition::name).collect();
    let known = CALLS.map(|(tool, _)| format!("mcp__everything__{tool}"));
    let known: BTreeSet<_> = known.iter().map(String::as_str).collect();
    assert_eq!(listed, known, "the tools listed, and those that are called");

    let mut log = String::new();
    for (tool, calls) in CALLS {
        for arguments in calls {
            let told = describe(&call(&service, tool, *arguments).await);
            writeln!(
                log,
                "{tool} {arguments}\n    {}",
                told.replace('\n', "\n    ")
            )
            .unwrap();
        }
    }
    assert!(connection.is_connected());
    connection.disconnect().await;
    log
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "each line is an answer")]
async fn every_tool_returns_the_same_over_stdio_and_http() {
    let served = Served::start().await;
    let (stdio, http) = tokio::join!(called(over_stdio()), called(served.over_http()));
    assert_eq!(stdio, http);
    assert_snapshot!(stdio, @r#"
    echo {"message": "héllo ✓"}
        Echo: héllo ✓
    echo {"message": 7}
        Echo: 7
    echo {}
        Please rewrite the input with valid arguments. Errors: message: Required (the arguments are empty)
        ValidationError, may have run: false
    get-annotated-message {"messageType": "error"}
        Error: Operation failed
    get-annotated-message {"messageType": "Success", "includeImage": "true"}
        Operation completed successfully
        image/png in base64: iVBORw0KGgoA of 5380
    get-annotated-message {"messageType": "loud"}
        Please rewrite the input with valid arguments. Errors: messageType: expected "error", "success" or "debug"
        ValidationError, may have run: false
    get-env {}
        {
          "PORT": "FREE"
        }
    get-env [1]
        Please rewrite the input with valid arguments. Errors: expected object, got array
        ValidationError, may have run: false
    get-resource-links {"count": "2"}
        Here are 2 resource links to resources available in this server:
        {"type":"resource_link","uri":"demo://resource/dynamic/blob/1","name":"Blob Resource 1","description":"Resource 1: plaintext resource","mimeType":"text/plain"}
        {"type":"resource_link","uri":"demo://resource/dynamic/text/2","name":"Text Resource 2","description":"Resource 2: plaintext resource","mimeType":"text/plain"}
    get-resource-links {}
        Here are 3 resource links to resources available in this server:
        {"type":"resource_link","uri":"demo://resource/dynamic/blob/1","name":"Blob Resource 1","description":"Resource 1: plaintext resource","mimeType":"text/plain"}
        {"type":"resource_link","uri":"demo://resource/dynamic/text/2","name":"Text Resource 2","description":"Resource 2: plaintext resource","mimeType":"text/plain"}
        {"type":"resource_link","uri":"demo://resource/dynamic/blob/3","name":"Blob Resource 3","description":"Resource 3: plaintext resource","mimeType":"text/plain"}
    get-resource-links {"count": 11}
        Please rewrite the input with valid arguments. Errors: count: expected at most 10, got 11
        ValidationError, may have run: false
    get-resource-reference {"resourceType": "Text", "resourceId": 2}
        Returning resource reference for Resource 2:
        {"type":"resource","resource":{"uri":"demo://resource/dynamic/text/2","mimeType":"text/plain","text":"Resource 2: This is a plaintext resource created at TIME"}}
        You can access this resource using the URI: demo://resource/dynamic/text/2
    get-resource-reference {"resourceType": "blob", "resourceId": "1"}
        Returning resource reference for Resource 1:
        {"type":"resource","resource":{"uri":"demo://resource/dynamic/blob/1","mimeType":"text/plain","blob":"UmVzb3VyY2Ug.."}}
        You can access this resource using the URI: demo://resource/dynamic/blob/1
    get-resource-reference {"resourceType": "Text", "resourceId": 0}
        Invalid resourceId: 0. Must be a finite positive integer.
        ToolExecutionError: tool execution: the tool reported a failure, may have run: true
    get-resource-reference {"resourceType": "Sound"}
        Please rewrite the input with valid arguments. Errors: resourceType: expected "Text" or "Blob"
        ValidationError, may have run: false
    get-structured-content {"location": "Chicago"}
        {"temperature":36,"conditions":"Light rain / drizzle","humidity":82}
        structured: {"temperature":36,"conditions":"Light rain / drizzle","humidity":82}
    get-structured-content {"location": "new york"}
        {"temperature":33,"conditions":"Cloudy","humidity":82}
        structured: {"temperature":33,"conditions":"Cloudy","humidity":82}
    get-structured-content {"location": "Paris"}
        Please rewrite the input with valid arguments. Errors: location: expected "New York", "Chicago" or "Los Angeles"
        ValidationError, may have run: false
    get-sum {"a": 2, "b": 40}
        The sum of 2 and 40 is 42.
    get-sum {"a": "2.5", "b": "-1e3"}
        The sum of 2.5 and -1000 is -997.5.
    get-sum {"a": "two"}
        Please rewrite the input with valid arguments. Errors: a: expected number, got string; b: Required
        ValidationError, may have run: false
    get-tiny-image {}
        Here's the image you requested:
        image/png in base64: iVBORw0KGgoA of 5380
        The image above is the MCP logo.
    get-tiny-image 
        Here's the image you requested:
        image/png in base64: iVBORw0KGgoA of 5380
        The image above is the MCP logo.
    get-tiny-image [1]
        Please rewrite the input with valid arguments. Errors: expected object, got array
        ValidationError, may have run: false
    gzip-file-as-resource {"name": "a.gz", "data": "data:text/plain,hello", "outputType": "resource"}
        {"type":"resource","resource":{"uri":"demo://resource/session/a.gz","mimeType":"application/gzip","blob":"H4sIAAAAAAAA.."}}
    gzip-file-as-resource {"name": "b.gz", "data": "data:text/plain,hello"}
        {"type":"resource_link","uri":"demo://resource/session/b.gz","name":"b.gz","mimeType":"application/gzip"}
    gzip-file-as-resource {"data": "file:///etc/passwd"}
        Error processing file file:///etc/passwd: Unsupported URL protocol for file:///etc/passwd. Only http, https, and data URLs are supported.
        ToolExecutionError: tool execution: the tool reported a failure, may have run: true
    gzip-file-as-resource {"data": "no URL"}
        MCP error -32602: Input validation error: Invalid arguments for tool gzip-file-as-resource: Invalid URL at data
        ToolExecutionError: tool execution: the tool reported a failure, may have run: true
    toggle-simulated-logging {}
        Started simulated, random-leveled logging for session ID at a 5 second pace. Client's selected logging level will be respected. If an interval elapses and the message to be sent is below the selected level, it will not be sent. Thus at higher chosen logging levels, messages should arrive further apart. 
    toggle-simulated-logging {}
        Stopped simulated logging for session ID
    toggle-simulated-logging [1]
        Please rewrite the input with valid arguments. Errors: expected object, got array
        ValidationError, may have run: false
    toggle-subscriber-updates {}
        Started simulated resource updated notifications for session ID at a 5 second pace. Client will receive updates for any resources the it is subscribed to.
    toggle-subscriber-updates {}
        Stopped simulated resource updates for session ID
    toggle-subscriber-updates [1]
        Please rewrite the input with valid arguments. Errors: expected object, got array
        ValidationError, may have run: false
    trigger-long-running-operation {"duration": "0.2", "steps": "4"}
        Long running operation completed. Duration: 0.2 seconds, Steps: 4.
    trigger-long-running-operation {"duration": "long"}
        Please rewrite the input with valid arguments. Errors: duration: expected number, got string
        ValidationError, may have run: false
    simulate-research-query {"topic": "tea"}
        MCP error -32601: Tool simulate-research-query requires task augmentation (taskSupport: 'required')
        ToolExecutionError: tool execution: the tool reported a failure, may have run: true
    simulate-research-query {}
        Please rewrite the input with valid arguments. Errors: topic: Required (the arguments are empty)
        ValidationError, may have run: false
    "#);
}

/// Unchecked arguments reach the server. The result is its rejection.
#[tokio::test]
async fn server_rejects_unchecked_invalid_arguments() {
    let tools = ["get-sum", "get-annotated-message", "get-resource-links"];
    let (service, connection) = connected(over_stdio().passthrough(tools)).await;
    let mut log = String::new();
    for (tool, arguments) in [
        ("get-sum", r#"{"a": "2", "b": 40}"#),
        ("get-annotated-message", "{}"),
        ("get-resource-links", r#"{"count": 11}"#),
    ] {
        let told = describe(&call(&service, tool, arguments).await);
        writeln!(log, "{tool} {arguments}\n{told}").unwrap();
    }
    assert_snapshot!(log, @r#"
    get-sum {"a": "2", "b": 40}
    MCP error -32602: Input validation error: Invalid arguments for tool get-sum: Invalid input: expected number, received string at a
    ToolExecutionError: tool execution: the tool reported a failure, may have run: true
    get-annotated-message {}
    MCP error -32602: Input validation error: Invalid arguments for tool get-annotated-message: Invalid option: expected one of "error"|"success"|"debug" at messageType
    ToolExecutionError: tool execution: the tool reported a failure, may have run: true
    get-resource-links {"count": 11}
    MCP error -32602: Input validation error: Invalid arguments for tool get-resource-links: Too big: expected number to be <=10 at count
    ToolExecutionError: tool execution: the tool reported a failure, may have run: true
    "#);
    connection.disconnect().await;
}

/// The server does not offer tools that need sampling, elicitation or roots to a client without
/// them.
#[tokio::test]
async fn tools_that_need_client_features_are_not_listed() {
    let (service, connection) = connected(over_stdio()).await;
    let mut log = String::new();
    for tool in [
        "get-roots-list",
        "trigger-elicitation-request",
        "trigger-elicitation-request-async",
        "trigger-sampling-request",
        "trigger-sampling-request-async",
        "trigger-url-elicitation",
    ] {
        let result = call(&service, tool, r#"{"prompt": "tea"}"#).await;
        let class = result.error.as_ref().map(tool_service::ToolError::class);
        let text = result.text();
        let told = text
            .split_once(". Call one of")
            .map_or(text.as_str(), |(told, _)| told);
        writeln!(log, "{class:?}: {told}").unwrap();
    }
    assert_snapshot!(log, @r#"
    Some("UnknownToolError"): Unknown tool requested by model: mcp__everything__get-roots-list
    Some("UnknownToolError"): Unknown tool requested by model: mcp__everything__trigger-elicitation-request
    Some("UnknownToolError"): Unknown tool requested by model: mcp__everything__trigger-elicitation-request-async
    Some("UnknownToolError"): Unknown tool requested by model: mcp__everything__trigger-sampling-request
    Some("UnknownToolError"): Unknown tool requested by model: mcp__everything__trigger-sampling-request-async
    Some("UnknownToolError"): Unknown tool requested by model: mcp__everything__trigger-url-elicitation
    "#);
    connection.disconnect().await;
}
