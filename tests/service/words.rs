//! Every sentence about errors for a host or a model.

use insta::assert_snapshot;
use tool_core::conversation::{LoopGuard, LoopState};
use tool_core::{Definitions, Tool};
use tool_service::{Failure, ToolError};

/// Wait a while.
#[derive(Debug, Tool)]
struct Wait {
    #[allow(dead_code)]
    seconds: u32,
}

fn failures() -> Vec<ToolError> {
    let failure = || Failure::new("the other side hung up");
    vec![
        ToolError::Network(failure()),
        ToolError::Network(failure().not_run()),
        ToolError::Timeout(failure()),
        ToolError::Timeout(failure().not_run()),
        ToolError::Rejected(failure()),
        ToolError::Authentication(failure()),
        ToolError::RateLimit(failure()),
        ToolError::Server(failure()),
        ToolError::Server(failure().not_run()),
        ToolError::ToolExecution(failure()),
        ToolError::ToolExecution(failure().with_model_message("`old` was not found")),
        ToolError::NotFound(failure()),
        ToolError::Permission(failure()),
        ToolError::Configuration(failure()),
        ToolError::Cancelled(failure()),
        ToolError::Cancelled(failure().not_run()),
    ]
}

fn mistakes() -> Vec<ToolError> {
    let tools = Definitions::new([Wait::definition().clone()]).unwrap();
    let mut guard = LoopGuard::new().repeats(2);
    let _ = guard.call("wait", "{}");
    let LoopState::Warn(calls) = guard.call("wait", "{}") else {
        panic!("it is the second");
    };
    let looping = serde_json::to_value(&calls).unwrap();
    assert_eq!(looping["kind"], "repeated");
    vec![
        ToolError::from(Wait::parse("{}").unwrap_err()),
        ToolError::UnknownTool(tools.resolve("wiat").unwrap_err()),
        ToolError::UnknownTool(tools.resolve("...").unwrap_err()),
    ]
}

#[test]
fn class_names_have_one_form() {
    for error in failures().into_iter().chain(mistakes()) {
        let debug = format!("{error:?}");
        let variant = debug.split(['(', ' ']).next().unwrap();
        let variant = variant.replace("Rejected", "Validation");
        assert_eq!(error.class(), format!("{variant}Error"));
    }
}

#[test]
fn texts_of_each_error() {
    let all = failures().into_iter().chain(mistakes());
    let lines: Vec<_> = all
        .map(|error| {
            let (class, outcome) = (error.class(), error.for_model("wait"));
            format!("{class}\n  host:  {error}\n  model: {outcome}")
        })
        .collect();
    assert_snapshot!(lines.join("\n"), @r#"
    NetworkError
      host:  network: the other side hung up
      model: The connection to the tool wait broke off. The call may have had its effect all the same.
    NetworkError
      host:  network: the other side hung up
      model: The tool wait could not be reached.
    TimeoutError
      host:  timeout: the other side hung up
      model: The tool wait did not answer in time. The call may have had its effect all the same.
    TimeoutError
      host:  timeout: the other side hung up
      model: The tool wait did not answer in time.
    ValidationError
      host:  rejected arguments: the other side hung up
      model: The tool wait rejected the arguments. Correct them before you call it again.
    AuthenticationError
      host:  authentication: the other side hung up
      model: The tool wait is not logged in to the service that it needs.
    RateLimitError
      host:  rate limit: the other side hung up
      model: The tool wait is called too often. Try again later.
    ServerError
      host:  server: the other side hung up
      model: The service behind the tool wait failed. The call may have had its effect all the same.
    ServerError
      host:  server: the other side hung up
      model: The service behind the tool wait failed.
    ToolExecutionError
      host:  tool execution: the other side hung up
      model: The tool wait failed.
    ToolExecutionError
      host:  tool execution: the other side hung up
      model: `old` was not found
    NotFoundError
      host:  not found: the other side hung up
      model: The tool wait found nothing there.
    PermissionError
      host:  permission: the other side hung up
      model: The tool wait is not allowed to do that.
    ConfigurationError
      host:  configuration: the other side hung up
      model: The tool wait is not set up correctly.
    CancelledError
      host:  cancelled: the other side hung up
      model: The call of wait was cancelled. The call may have had its effect all the same.
    CancelledError
      host:  cancelled: the other side hung up
      model: The call of wait was cancelled.
    ValidationError
      host:  Please rewrite the input with valid arguments. Errors: seconds: Required (the arguments are empty)
      model: Please rewrite the input with valid arguments. Errors: seconds: Required (the arguments are empty)
    UnknownToolError
      host:  Unknown tool requested by model: wiat. Did you mean wait? Call one of: wait
      model: Unknown tool requested by model: wiat. Did you mean wait? Call one of: wait
    UnknownToolError
      host:  Unknown tool requested by model: "..." holds no letter or digit. Call one of: wait
      model: Unknown tool requested by model: "..." holds no letter or digit. Call one of: wait
    "#);
}

#[test]
fn keeps_the_source() {
    let refused = std::io::Error::from(std::io::ErrorKind::ConnectionRefused);
    let error = ToolError::Network(
        Failure::new("cannot connect")
            .with_source(refused)
            .not_run(),
    );
    let source = std::error::Error::source(&error).unwrap();
    let source = source.downcast_ref::<std::io::Error>().unwrap();
    assert_eq!(source.kind(), std::io::ErrorKind::ConnectionRefused);
}
