//! Execution of calls, from the input of the model to the result.

use std::convert::Infallible;

use insta::assert_snapshot;
use serde_json::{Value, json};
use service_tests::{Scripted, ran, service};
use tool_core::call::InvalidCallTool;
use tool_core::call::{Api, calls_in_response};
use tool_core::definition::Annotations;
use tool_core::feedback::Style;
use tool_core::{Finish, Leniency, Tool};
use tool_service::{
    CallOptions, CancellationToken, Content, ForModel, RegisteredTool, ToolCall, ToolError,
    ToolOutput, ToolResult, ToolService,
};

fn scripted() -> (Scripted, ToolService) {
    let scripted = Scripted::default();
    let service = service([scripted.tool("count_up", Annotations::new())]).unwrap();
    (scripted, service)
}

#[tokio::test]
async fn resolves_reads_and_runs_a_call() {
    let (scripted, service) = scripted();
    let call = ToolCall::new("functions.countUp", r#"{"n": "7"}"#).id("call_1");
    let result = service.execute(call, CallOptions::new()).await;
    assert_eq!(scripted.asked(), [json!({"n": 7})]);
    assert_eq!(
        (result.tool.as_str(), result.id.as_deref()),
        ("count_up", Some("call_1"))
    );
    assert_eq!(result.text(), r#"{"n":7}"#);
    assert_eq!(result.structured, Some(json!({"n": 7})));
    let rules: Vec<_> = result
        .repairs
        .iter()
        .map(|repair| repair.rule.as_str())
        .collect();
    assert_eq!(rules, ["tool_name", "string_to_number"]);
    assert_eq!((result.attempts, result.is_error), (1, false));
    assert!(result.error.is_none());
}

#[tokio::test]
async fn reports_calls_that_cannot_run() {
    let (scripted, service) = scripted();
    let mut lines = Vec::new();
    for (name, raw) in [
        ("count_up", "{}"),
        ("count_up", r#"{"n": "many"}"#),
        ("count_up", r#"{"n": 7"#),
        ("count_down", "{}"),
        ("...", "{}"),
        ("", ""),
    ] {
        let (text, class, attempts) = ran(&service, name, raw).await;
        lines.push(format!("{name} {raw} -> {class} ({attempts}): {text}"));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    count_up {} -> ValidationError (0): Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)
    count_up {"n": "many"} -> ValidationError (0): Please rewrite the input with valid arguments. Errors: n: expected integer, got string
    count_up {"n": 7 -> ValidationError (0): Please rewrite the input with valid arguments. Errors: the arguments were cut off before their end; send the complete arguments, shorter if need be
    count_down {} -> UnknownToolError (0): Unknown tool requested by model: count_down. Call one of: count_up
    ... {} -> UnknownToolError (0): Unknown tool requested by model: "..." holds no letter or digit. Call one of: count_up
      -> UnknownToolError (0): Unknown tool requested by model: the name is empty. Call one of: count_up
    "#);
    assert!(scripted.asked().is_empty());
}

#[tokio::test]
async fn runs_all_calls_of_a_response() {
    let (_, service) = scripted();
    let body = r#"{"stop_reason": "tool_use", "content": [
        {"type": "tool_use", "id": "1", "name": "count_up", "input": {"n": 1}},
        {"type": "tool_use", "id": "2", "name": "count_up", "input": {"n": []}},
        {"type": "tool_use", "id": "3", "name": "count_up", "input": {"n": "3"}}
    ]}"#;
    let found = calls_in_response(Api::Anthropic, body).unwrap();
    let results = service.execute_all(found.calls, CallOptions::new()).await;
    let lines: Vec<_> = results
        .iter()
        .map(|result| json!(result).to_string())
        .collect();
    assert_snapshot!(lines.join("\n"), @r#"
    {"id":"1","tool":"count_up","content":[{"type":"text","text":"{\"n\":1}"}],"structuredContent":{"n":1},"isError":false}
    {"id":"2","tool":"count_up","content":[{"type":"text","text":"Please rewrite the input with valid arguments. Errors: n: expected integer, got array"}],"isError":true}
    {"id":"3","tool":"count_up","content":[{"type":"text","text":"{\"n\":3}"}],"structuredContent":{"n":3},"isError":false}
    "#);
}

#[tokio::test]
async fn closes_arguments_only_if_marked_complete() {
    let (_, service) = scripted();
    let mut lines = Vec::new();
    for finish in [Finish::Complete, Finish::Unknown, Finish::Truncated] {
        let call = ToolCall::new("count_up", r#"{"n": "7""#).finish(finish);
        let result = service.execute(call, CallOptions::new()).await;
        lines.push(format!("{finish:?}: {}", result.text()));
    }
    assert_snapshot!(lines.join("\n"), @r#"
    Complete: {"n":7}
    Unknown: Please rewrite the input with valid arguments. Errors: the arguments were cut off before their end; send the complete arguments, shorter if need be
    Truncated: Please rewrite the input with valid arguments. Errors: the arguments were cut off before their end; send the complete arguments, shorter if need be
    "#);
}

#[tokio::test]
async fn leniency_falls_back_from_call_to_tool_to_service() {
    let strict = || CallOptions::new().leniency(Leniency::Strict);
    let standard = || CallOptions::new().leniency(Leniency::Standard);
    let tool = || Scripted::default().tool("count_up", Annotations::new());
    let call = || ToolCall::new("count_up", r#"{"n": "7"}"#);

    let of = async |service: CallOptions, tool: RegisteredTool, options: CallOptions| {
        let service = ToolService::builder().options(service).build();
        service.register(tool).unwrap();
        !service.execute(call(), options.clone()).await.is_error
    };
    assert!(of(CallOptions::new(), tool(), CallOptions::new()).await);
    assert!(!of(strict(), tool(), CallOptions::new()).await);
    assert!(of(strict(), tool().options(standard()), CallOptions::new()).await);
    assert!(!of(standard(), tool().options(standard()), strict()).await);
    assert!(of(strict(), tool().options(strict()), standard()).await);
}

#[tokio::test]
async fn validate_runs_nothing() {
    let (scripted, service) = scripted();
    let reading = service.validate("count-up", r#"{"n": "7"}"#).await.unwrap();
    assert_eq!(reading.value, json!({"n": 7}));
    assert_eq!(reading.repairs.len(), 2);

    let error = service
        .validate("count_up", json!({"n": true}))
        .await
        .unwrap_err();
    let ToolError::Validation(error) = error else {
        panic!("the arguments do not fit")
    };
    assert_eq!(error.issues().len(), 1);
    let error = service.validate("count", "{}").await.unwrap_err();
    assert!(matches!(error, ToolError::UnknownTool(_)));
    assert!(scripted.asked().is_empty());
}

/// Divide by a number.
#[derive(Debug, Tool)]
#[tool(check = not_by_zero)]
struct Divide {
    by: i32,
}

fn not_by_zero(divide: &Divide, issues: &mut tool_core::Issues) {
    if divide.by == 0 {
        issues.add("by", "cannot be 0");
    }
}

/// The check of a derived tool gets its own type, even if the arguments are requested as a value.
#[tokio::test]
async fn validate_runs_the_check_of_a_tool() {
    let service = ToolService::new();
    service
        .register(async |divide: Divide| Ok::<_, Infallible>(1 / divide.by))
        .unwrap();
    assert!(service.validate("divide", r#"{"by": "1"}"#).await.is_ok());
    let error = service
        .validate("divide", r#"{"by": "0"}"#)
        .await
        .unwrap_err();
    assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: by: cannot be 0");
}

#[tokio::test]
async fn passes_invalid_calls_to_their_tool() {
    let (scripted, service) = scripted();
    let without = ran(&service, "count_up", "{}").await;
    service
        .register(async |call: InvalidCallTool| {
            Ok::<_, Infallible>(format!("{} was not run. {}", call.tool, call.result()))
        })
        .unwrap();
    // The tool gets the text in the format of the options.
    let list = CallOptions::new().retry_text(Style::List);
    let result = service.execute(ToolCall::new("count_up", "{}"), list).await;
    assert_snapshot!(result.text(), @"
    count_up was not run. Nothing was run. Send the whole call again with these fixed:
    - n: Required (the arguments are empty)
    ");
    let call = ToolCall::new("count_up", "{}").id("call_1");
    let result = service.execute(call, CallOptions::new()).await;
    assert_snapshot!(json!(result), @r#"{"id":"call_1","tool":"count_up","content":[{"type":"text","text":"count_up was not run. Please rewrite the input with valid arguments. Errors: n: Required (the arguments are empty)"}],"isError":true}"#);
    assert!(matches!(result.error, Some(ToolError::Validation(_))));
    assert_eq!(result.attempts, 0);
    assert_ne!(without.0, result.text());
    assert!(scripted.asked().is_empty());

    // The tool also answers for an unknown name.
    let (text, class, _) = ran(&service, "count", "{}").await;
    assert_snapshot!(format!("{class}: {text}"), @"UnknownToolError: count was not run. Unknown tool requested by model: count. Did you mean count_up? Call one of: count_up");
}

#[tokio::test]
async fn returns_the_instruction_if_that_tool_fails() {
    let (_, service) = scripted();
    let without = ran(&service, "count_up", "{}").await;
    service
        .register(async |_: InvalidCallTool| Err::<(), _>("out of words"))
        .unwrap();
    assert_eq!(ran(&service, "count_up", "{}").await, without);
}

#[tokio::test]
async fn a_token_cancels_with_a_result() {
    let service = ToolService::new();
    service
        .register(async |_: Divide| {
            std::future::pending::<()>().await;
            Ok::<_, Infallible>(())
        })
        .unwrap();
    let token = CancellationToken::new();
    let options = CallOptions::new().cancel(token.clone());
    let call = ToolCall::new("divide", r#"{"by": 1}"#);
    let (result, ()) = tokio::join!(service.execute(call.clone(), options.clone()), async {
        tokio::task::yield_now().await;
        token.cancel();
    });
    assert_snapshot!(format!("{} / {}", result.text(), result.error.unwrap()), @"The call of divide was cancelled. The call may have had its effect all the same. / cancelled: the caller cancelled the call");
    assert_eq!(result.attempts, 1);

    let late = service.execute(call, options.clone()).await;
    assert_snapshot!(late.text(), @"The call of divide was cancelled.");
    assert_eq!(late.attempts, 0);
}

#[tokio::test]
async fn dropping_the_future_stops_the_work() {
    struct Held(#[allow(dead_code)] std::sync::Arc<()>);
    let alive = std::sync::Arc::new(());
    let service = ToolService::builder()
        .state(std::sync::Arc::clone(&alive))
        .build();
    service
        .register(
            async |tool_service::extract::State(alive): tool_service::extract::State<
                std::sync::Arc<()>,
            >,
                   _: Divide| {
                let held = Held(alive);
                std::future::pending::<()>().await;
                drop(held);
                Ok::<_, Infallible>(())
            },
        )
        .unwrap();
    let before = std::sync::Arc::strong_count(&alive);
    {
        let call = ToolCall::new("divide", r#"{"by": 1}"#);
        let options = CallOptions::new();
        let mut running = std::pin::pin!(service.execute(call, options.clone()));
        assert!(futures_poll(&mut running).await);
        assert!(std::sync::Arc::strong_count(&alive) > before);
    }
    assert_eq!(std::sync::Arc::strong_count(&alive), before);
}

/// Polls the future once. Returns whether it is still running.
async fn futures_poll<F: Future>(future: &mut std::pin::Pin<&mut F>) -> bool {
    std::future::poll_fn(|cx| std::task::Poll::Ready(future.as_mut().poll(cx).is_pending())).await
}

#[tokio::test]
async fn passes_validation_errors_of_tools_to_it() {
    let service = ToolService::new();
    service
        .register(
            async |divide: Divide| -> Result<i32, tool_core::ToolArgError> {
                Divide::parse("{}").map(|_| divide.by)
            },
        )
        .unwrap();
    service
        .register(async |call: InvalidCallTool| {
            Ok::<_, Infallible>(format!("{} was not run. {}", call.tool, call.result()))
        })
        .unwrap();
    let outcome = ran(&service, "divide", r#"{"by": 2}"#).await;
    assert_snapshot!(format!("{outcome:?}"), @r#"("divide was not run. Please rewrite the input with valid arguments. Errors: by: Required (the arguments are empty)", "ValidationError", 1)"#);
}

#[tokio::test]
async fn returns_the_instruction_if_that_tool_panics() {
    let (_, service) = scripted();
    let without = ran(&service, "count_up", "{}").await;
    service
        .register(async |call: InvalidCallTool| -> Result<(), String> {
            panic!("no {}", call.tool)
        })
        .unwrap();
    assert_eq!(ran(&service, "count_up", "{}").await, without);
}

/// Panic where it is checked.
#[derive(Debug, Tool)]
#[tool(check = panicking)]
struct Panicking {}

fn panicking(_: &Panicking, _: &mut tool_core::Issues) {
    panic!("checked")
}

#[tokio::test]
async fn a_panicking_check_fails_the_call() {
    let service = ToolService::new();
    service
        .register(async |_: Panicking| Ok::<_, Infallible>(()))
        .unwrap();
    let (text, class, attempts) = ran(&service, "panicking", "{}").await;
    let error = service.validate("panicking", "{}").await.unwrap_err();
    assert!(!error.may_have_run());
    assert_snapshot!(format!("{text} {class} {attempts} / {error}"), @"The tool panicking failed. ToolExecutionError 0 / tool execution: the reader panicked: checked");
}

/// The token of the caller, the tool or the service cancels the call.
#[tokio::test]
async fn each_token_cancels() {
    for which in 0..3 {
        let tokens: [CancellationToken; 3] = Default::default();
        let options = |number: usize| CallOptions::new().cancel(tokens[number].clone());
        let service = ToolService::builder().options(options(0)).build();
        let waiting = async |_: Divide| {
            std::future::pending::<()>().await;
            Ok::<_, Infallible>(())
        };
        service
            .register(service.prepare(waiting).unwrap().options(options(1)))
            .unwrap();
        let call = ToolCall::new("divide", r#"{"by": 1}"#);
        let caller = options(2);
        let (result, ()) = tokio::join!(service.execute(call, caller.clone()), async {
            tokio::task::yield_now().await;
            tokens[which].cancel();
        });
        let class = result.error.unwrap().class();
        assert_eq!((class, result.attempts), ("CancelledError", 1));
    }
}

/// Values dropped during cancellation may panic.
#[tokio::test]
async fn catches_panics_on_drop() {
    struct Bomb;

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("dropped");
        }
    }

    let service = ToolService::new();
    service
        .register(async |_: Divide| {
            let _bomb = Bomb;
            std::future::pending::<()>().await;
            Ok::<_, Infallible>(())
        })
        .unwrap();
    let token = CancellationToken::new();
    let cancelled = CallOptions::new().cancel(token.clone());
    let late = CallOptions::new().timeout(std::time::Duration::from_millis(1));
    let call = ToolCall::new("divide", r#"{"by": 1}"#);
    let (result, ()) = tokio::join!(service.execute(call.clone(), cancelled.clone()), async {
        tokio::task::yield_now().await;
        token.cancel();
    });
    let late = service.execute(call, late.clone()).await;
    for result in [result, late] {
        let error = result.error.unwrap().to_string();
        assert_eq!(error, "tool execution: the tool panicked: dropped");
    }
}

/// Without a runtime, a tool can answer immediately. If it waits, only its call fails.
#[test]
fn a_waiting_call_fails_without_a_runtime() {
    /// Wait for nothing.
    #[derive(Debug, Tool)]
    struct Wait {}

    let (_, service) = scripted();
    let wait = async |_: Wait| {
        tokio::task::yield_now().await;
        Ok::<_, Infallible>(())
    };
    service.register(wait).unwrap();
    let poll = |tool, arguments| {
        let mut running = std::pin::pin!(ran(&service, tool, arguments));
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        let std::task::Poll::Ready((text, class, _)) = running.as_mut().poll(&mut context) else {
            panic!("nothing is waited for")
        };
        (text, class)
    };
    assert_eq!(
        poll("count_up", r#"{"n": 1}"#),
        (r#"{"n":1}"#.to_owned(), "")
    );
    let failed = ("The tool wait failed.".to_owned(), "ToolExecutionError");
    assert_eq!(poll("wait", "{}"), failed);
}

/// The text of every kind of result is limited, and states the missing size.
#[tokio::test]
async fn truncates_long_results() {
    /// Give that much back.
    #[derive(Debug, Tool)]
    struct Give {
        parts: usize,
        bytes: usize,
        #[serde(default)]
        structured: bool,
    }
    let service = ToolService::new();
    service
        .register(async |give: Give| {
            let text = "é".repeat(give.bytes / 2);
            let parts = (0..give.parts).map(|_| Content::Text(text.clone()));
            let image = Content::Image {
                data: "AA==".to_owned(),
                mime_type: "image/png".to_owned(),
            };
            let output = ToolOutput::new(parts.chain([image]));
            Ok::<_, Infallible>(if give.structured {
                ToolOutput::text("see the data").structured(json!({"text": text}))
            } else {
                output
            })
        })
        .unwrap();
    let given = async |arguments: Value, options: &CallOptions| {
        let call = ToolCall::new("give", arguments);
        service.execute(call, options.clone()).await
    };
    let texts = |result: &ToolResult| -> Vec<usize> {
        let texts = result.content.iter().filter_map(Content::as_text);
        texts.map(str::len).collect()
    };
    let standard = CallOptions::new();
    let whole = given(json!({"parts": 2, "bytes": 131_072}), &standard).await;
    assert_eq!(texts(&whole), [131_072, 131_072]);
    let cut = given(json!({"parts": 3, "bytes": 131_072}), &standard).await;
    assert_eq!(texts(&cut)[..2], [131_072, 65_536]);
    assert_eq!(cut.content.len(), 5, "the image stays");
    assert_snapshot!(cut.content[2].as_text().unwrap(), @"[The result was cut: 262144 of 393216 bytes, the first 196608 and the last 65536, are shown. Ask for a smaller part to see the rest.]");

    let short = CallOptions::new().max_output(5);
    let cut = given(json!({"parts": 1, "bytes": 10}), &short).await;
    assert_snapshot!(cut.text(), @"
    éé
    [The result was cut: 4 of 10 bytes are shown. Ask for a smaller part to see the rest.]
    ");
    let data = given(
        json!({"parts": 0, "bytes": 100, "structured": true}),
        &standard,
    )
    .await;
    assert!(data.structured.is_some());
    let some = CallOptions::new().max_output(50);
    let data = given(json!({"parts": 0, "bytes": 100, "structured": true}), &some).await;
    assert_eq!(data.structured, None);
    assert_snapshot!(data.text(), @"
    see the data
    [The data of the result was left out: it has 111 bytes. Ask for a smaller part to see the rest.]
    ");
}

/// The text of an error is limited like a result.
#[tokio::test]
async fn truncates_long_errors() {
    /// Fail.
    #[derive(Debug, Tool)]
    struct Fail {}
    let service = ToolService::new();
    service
        .register(async |_: Fail| Err::<(), _>(ForModel("no,".repeat(100))))
        .unwrap();
    let options = CallOptions::new().max_output(6);
    let result = service
        .execute(ToolCall::new("fail", "{}"), options.clone())
        .await;
    assert_snapshot!(result.text(), @"
    no,no
    [The result was cut: 6 of 300 bytes, the first 5 and the last 1, are shown. Ask for a smaller part to see the rest.]
    ,
    ");
}
