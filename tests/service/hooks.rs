//! Hooks before and after calls.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::{Value, json};
use service_tests::{Scripted, arrived, ran};
use tool_core::definition::Annotations;
use tool_core::{Arguments, Tool};
use tool_service::event::Event;
use tool_service::{CallOptions, Extensions, Failure, ToolCall, ToolError, ToolService};

/// Log in.
#[derive(Debug, Tool)]
struct LogIn {
    user: String,
    #[schemars(length(max = 16))]
    password: String,
    #[serde(default)]
    port: Option<u16>,
}

const SECRET: &str = "correct horse";

/// Replaces a variable by its value.
async fn resolve(mut call: ToolCall, _: Extensions) -> Result<ToolCall, ToolError> {
    let resolved = |text: &str| text.replace("$PASSWORD", SECRET);
    match &mut call.arguments {
        Arguments::Text(text) => *text = resolved(text),
        Arguments::Value(Value::Object(fields)) => {
            for value in fields.values_mut() {
                if let Value::String(text) = value {
                    *text = resolved(text);
                }
            }
        }
        Arguments::Value(_) => {}
    }
    Ok(call)
}

fn log_in() -> (ToolService, Arc<Mutex<Vec<String>>>) {
    let history = Arc::new(Mutex::new(Vec::new()));
    let recorded = Arc::clone(&history);
    let service = ToolService::builder()
        .before(resolve)
        .after(move |call: ToolCall, result, _| {
            let recorded = Arc::clone(&recorded);
            async move {
                let Arguments::Text(sent) = call.arguments else {
                    return;
                };
                let line = format!("{} {sent} -> {}", call.name, result.text());
                recorded.lock().unwrap().push(line);
            }
        })
        .build();
    service
        .register(async |log_in: LogIn| {
            let LogIn {
                user,
                password,
                port,
            } = log_in;
            Ok::<_, Infallible>(format!("{user} {} {port:?}", password == SECRET))
        })
        .unwrap();
    (service, history)
}

#[tokio::test]
async fn resolves_variables_before_reading() {
    let (service, history) = log_in();
    let raw = r#"{"user": "ada", "password": "$PASSWORD", "port": "22"}"#;
    let outcome = ran(&service, "log_in", raw).await;
    assert_eq!((outcome.0.as_str(), outcome.2), ("ada true Some(22)", 1));
    let value = ToolCall::new("log_in", json!({"user": "ada", "password": "$PASSWORD"}));
    assert_eq!(
        service.execute(value, CallOptions::new()).await.text(),
        "ada true None"
    );
    assert_snapshot!(history.lock().unwrap().join("\n"), @r#"log_in {"user": "ada", "password": "$PASSWORD", "port": "22"} -> ada true Some(22)"#);
    assert!(service.validate("log_in", raw).await.is_ok());
}

#[tokio::test]
async fn errors_contain_no_variable_values() {
    let (service, history) = log_in();
    let mut events = service.events();
    let mut lines = Vec::new();
    for raw in [
        r#"{"user": "ada", "password": "$PASSWORD$PASSWORD"}"#,
        r#"{"user": "ada", "password": "p", "port": "$PASSWORD"}"#,
        r#"{"user": "ada", "password": "p", "$PASSWORD": 1}"#,
        r#"{"user": "ada", "password": "$PASSWORD"#,
    ] {
        let result = service
            .execute(ToolCall::new("log_in", raw), CallOptions::new())
            .await;
        lines.push(result.text());
        let debug = format!("{result:?} {}", json!(result));
        assert!(!debug.contains("horse"), "{debug}");
    }
    assert_snapshot!(lines.join("\n"), @r#"
    Please rewrite the input with valid arguments. Errors: password: expected at most 16 characters, got 18
    Please rewrite the input with valid arguments. Errors: port: expected integer or null, got string
    Please rewrite the input with valid arguments. Errors: unknown key
    Please rewrite the input with valid arguments. Errors: the arguments were cut off before their end; send the complete arguments, shorter if need be
    "#);
    assert_snapshot!(history.lock().unwrap().join("\n"), @r#"
    log_in {"user": "ada", "password": "$PASSWORD$PASSWORD"} -> Please rewrite the input with valid arguments. Errors: password: expected at most 16 characters, got 18
    log_in {"user": "ada", "password": "p", "port": "$PASSWORD"} -> Please rewrite the input with valid arguments. Errors: port: expected integer or null, got string
    log_in {"user": "ada", "password": "p", "$PASSWORD": 1} -> Please rewrite the input with valid arguments. Errors: unknown key
    log_in {"user": "ada", "password": "$PASSWORD -> Please rewrite the input with valid arguments. Errors: the arguments were cut off before their end; send the complete arguments, shorter if need be
    "#);
    for event in arrived(&mut events).await {
        if let Event::Failed { error, .. } = event {
            let text = error.to_string();
            assert!(!text.contains("horse"), "{text}");
        }
    }
}

#[tokio::test]
async fn a_hook_can_reject_a_call() {
    let scripted = Scripted::default();
    let service = ToolService::builder()
        .before(async |call: ToolCall, _| match call.name.as_str() {
            "count" => Err(ToolError::Permission(
                Failure::new("counting is off")
                    .with_model_message("Counting is off today.")
                    .not_run(),
            )),
            _ => Ok(call),
        })
        .build();
    service
        .register(scripted.tool("count", Annotations::new()))
        .unwrap();
    let (text, class, attempts) = ran(&service, "count", r#"{"n": 1}"#).await;
    assert_eq!(
        (text.as_str(), class, attempts),
        ("Counting is off today.", "PermissionError", 0)
    );
    assert!(scripted.asked().is_empty());
}

#[tokio::test]
async fn hooks_run_in_order_and_keep_the_name() {
    let append = |text: &'static str| {
        move |mut call: ToolCall, _: Extensions| {
            if let Arguments::Text(raw) = &mut call.arguments {
                *raw = raw.replace('}', &format!("{text}}}"));
            }
            call.name = "other".to_owned();
            call.id = None;
            async move { Ok(call) }
        }
    };
    let scripted = Scripted::default();
    let builder = ToolService::builder()
        .before(append("1"))
        .before(append("2"));
    let service = builder.build();
    service
        .register(scripted.tool("count", Annotations::new()))
        .unwrap();
    let call = ToolCall::new("count", r#"{"n": 0}"#.replace('0', "5")).id("a");
    let result = service.execute(call, CallOptions::new()).await;
    assert_eq!(scripted.asked(), [json!({"n": 512})]);
    assert_eq!(
        (result.id.as_deref(), result.tool.as_str()),
        (Some("a"), "count")
    );
}

#[tokio::test]
async fn a_panicking_hook_fails_only_its_call() {
    let service = ToolService::builder()
        .before(async |call: ToolCall, _| {
            assert!(call.name != "count", "not this one");
            Ok(call)
        })
        .after(async |_, _, _| panic!("never"))
        .build();
    let tool = |name| Scripted::default().tool(name, Annotations::new());
    service.register(tool("count")).unwrap();
    service.register(tool("add")).unwrap();
    assert_eq!(
        ran(&service, "count", r#"{"n": 1}"#).await.1,
        "ToolExecutionError"
    );
    assert_eq!(ran(&service, "add", r#"{"n": 1}"#).await.0, r#"{"n":1}"#);
}

/// Collects all texts of a call except the arguments of the tool.
async fn output(service: &ToolService, name: &str, raw: &str) -> String {
    let mut events = service.events();
    let options = CallOptions::new();
    let result = service
        .execute(ToolCall::new(name, raw), options.clone())
        .await;
    let validated = service.validate(name, raw).await;
    let validated = validated.map(|reading| reading.repairs);
    let events = arrived(&mut events).await;
    format!("{result:?} {} {validated:?} {events:?}", json!(result))
}

/// Connect.
#[derive(Debug, Tool)]
#[allow(dead_code)]
struct Connect {
    port: u16,
    tries: u8,
    #[serde(default)]
    hosts: Vec<String>,
}

/// A call that cannot be recorded does not run.
#[test]
fn does_not_run_an_unrecordable_call() {
    let scripted = Scripted::default();
    let builder = ToolService::builder().after(async |_, _, _| panic!("never"));
    let service = builder.build();
    let count = scripted.tool("count", Annotations::new());
    service.register(count).unwrap();
    let mut running = std::pin::pin!(ran(&service, "count", r#"{"n": 1}"#));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let std::task::Poll::Ready((text, class, _)) = running.as_mut().poll(&mut context) else {
        panic!("nothing is waited for")
    };
    assert_eq!(class, "ConfigurationError");
    assert_snapshot!(text, @"The tool count is not set up correctly.");
    assert!(scripted.asked().is_empty());
}

#[tokio::test]
async fn repairs_contain_no_variable_values() {
    let service = ToolService::builder()
        .before(async |mut call: ToolCall, _| {
            if let Arguments::Text(text) = &mut call.arguments {
                *text = text.replace("$PORT", "47110").replace("$HOST", "eagle");
            }
            Ok(call)
        })
        .build();
    service
        .register(async |connect: Connect| Ok::<_, Infallible>(connect.port == 47110))
        .unwrap();
    let raw = r#"{"Port": "$PORT", "tries": "3", "hosts": "$HOST"}"#;
    let result = service
        .execute(ToolCall::new("connect", raw), CallOptions::new())
        .await;
    assert_eq!((result.text().as_str(), result.attempts), ("true", 1));
    let repairs: Vec<_> = result
        .repairs
        .iter()
        .map(|outcome| json!(outcome))
        .collect();
    let repairs: Vec<_> = repairs.iter().map(Value::to_string).collect();
    // Arguments without repairs have no repairs in the record.
    assert_snapshot!(repairs.join("\n"), @r#"
    {"path":"tries","rule":"string_to_number","class":"standard","before":"3","after":3}
    {"path":"hosts","rule":"array_of_one","class":"standard","before":"$HOST","after":null}
    {"path":"port","rule":"property_name","class":"standard","before":"Port","after":"port"}
    {"path":"","rule":"string_to_number","class":"standard","before":null,"after":null}
    "#);
    let output = output(&service, "connect", raw).await;
    assert!(
        !output.contains("47110") && !output.contains("eagle"),
        "{output}"
    );
}

#[tokio::test]
async fn errors_of_unknown_names_contain_no_variable_values() {
    let (service, _) = log_in();
    for name in ["log_out", "..", "log_in"] {
        let output = output(&service, name, r#"{"user": {}, "password": "$PASSWORD"}"#).await;
        assert!(
            !output.contains("horse") && output.contains("$PASSWORD"),
            "{output}"
        );
    }
}

/// An executor quotes its arguments in a validation error.
#[tokio::test]
async fn executor_errors_contain_no_variable_values() {
    use service_tests::counter;
    use tool_service::executor::{ExecutionContext, Executor, FailedAttempt, RetryAdvice};
    use tool_service::{RegisteredTool, ToolOutput};

    struct Printing(Arc<Mutex<String>>);

    impl Executor for Printing {
        type Arguments = Value;

        async fn execute(
            &self,
            _: Value,
            context: ExecutionContext<'_>,
        ) -> Result<ToolOutput, ToolError> {
            *self.0.lock().unwrap() = format!("{context:?}");
            let issues = tool_core::Issues::default();
            let reader = context.definition.reader();
            reader.refuse(&context.call.arguments, issues)?;
            let sent = r#"{"n": "4711 is too much"}"#;
            Err(context.definition.parse(sent).unwrap_err().into())
        }

        fn retry(&self, _: &FailedAttempt<'_>) -> RetryAdvice {
            RetryAdvice::Backoff
        }
    }

    let printed = Arc::new(Mutex::new(String::new()));
    let service = ToolService::builder()
        .before(async |mut call: ToolCall, _| {
            call.arguments = json!({"n": 4711}).into();
            Ok(call)
        })
        .build();
    let executor = Printing(Arc::clone(&printed));
    service
        .register(RegisteredTool::new(
            counter("count", Annotations::new()),
            executor,
        ))
        .unwrap();
    let output = output(&service, "count", r#"{"n": "$N"}"#).await;
    assert!(!output.contains("4711"), "{output}");
    // The same arguments stay invalid, regardless of the executor's advice.
    assert!(
        !output.contains("Retried") && output.contains("attempts: 1"),
        "{output}"
    );
    assert_snapshot!(printed.lock().unwrap(), @r#"ExecutionContext { tool: "count", id: None, attempt: 1, .. }"#);
}

#[tokio::test]
async fn a_failing_hook_prevents_the_run() {
    let service = ToolService::builder()
        .before(async |call: ToolCall, _| match call.name.as_str() {
            "count" => Err(ToolError::Network(Failure::new("the vault is away"))),
            _ => panic!("no vault"),
        })
        .build();
    let tool = |name| Scripted::default().tool(name, Annotations::new());
    service.register(tool("count")).unwrap();
    service.register(tool("add")).unwrap();
    let mut lines = Vec::new();
    for name in ["count", "add"] {
        let call = ToolCall::new(name, r#"{"n": 1}"#);
        let result = service.execute(call, CallOptions::new()).await;
        let error = result.error.clone().unwrap();
        assert!(!error.may_have_run());
        let validated = service.validate(name, r#"{"n": 1}"#).await.unwrap_err();
        assert!(!validated.may_have_run());
        lines.push(format!("{} / {error} / {validated}", result.text()));
    }
    assert_snapshot!(lines.join("\n"), @"
    The tool count could not be reached. / network: the vault is away / network: the vault is away
    The tool add failed. / tool execution: code before the tool panicked: no vault / tool execution: the reader panicked: no vault
    ");
}

#[tokio::test]
async fn later_hooks_run_after_a_panic() {
    let history = Arc::new(Mutex::new(0));
    let recorded = Arc::clone(&history);
    let service = ToolService::builder()
        .after(async |_, _, _| panic!("never"))
        .after(move |_, _, _| {
            *recorded.lock().unwrap() += 1;
            async {}
        })
        .build();
    ran(&service, "count", "{}").await;
    assert_eq!(*history.lock().unwrap(), 1);
}

/// A call is recorded once, even if the host drops it.
#[tokio::test(start_paused = true)]
async fn records_a_dropped_call_once() {
    /// Take a while.
    #[derive(Debug, Tool)]
    struct Slow {}

    let records = Arc::new(Mutex::new(Vec::new()));
    let recorded = Arc::clone(&records);
    let service = ToolService::builder()
        .after(move |call: ToolCall, result, _| {
            let recorded = Arc::clone(&recorded);
            async move {
                // The call may also be dropped while it is recorded.
                tokio::time::sleep(Duration::from_secs(1)).await;
                let error = result.error.map(|error| error.may_have_run());
                recorded
                    .lock()
                    .unwrap()
                    .push((call.id, result.attempts, error));
            }
        })
        .build();
    service
        .register(async |_: Slow| {
            tokio::time::sleep(Duration::from_secs(5)).await;
            Ok::<_, Infallible>(())
        })
        .unwrap();
    for (id, wait) in [
        ("in the tool", 2),
        ("while it is recorded", 5),
        ("never", 9),
    ] {
        let call = ToolCall::new("slow", "{}").id(id);
        let wait = Duration::from_millis(wait * 1000 + 500);
        let _ = tokio::time::timeout(wait, service.execute(call, CallOptions::new())).await;
    }
    tokio::time::sleep(Duration::from_secs(10)).await;
    let id = |id: &str| Some(id.to_owned());
    assert_eq!(
        *records.lock().unwrap(),
        [
            (id("in the tool"), 1, Some(true)),
            (id("while it is recorded"), 1, None),
            (id("never"), 1, None),
        ]
    );
}

/// A hook may validate the call that it got.
#[tokio::test]
async fn a_hook_may_validate_its_call() {
    let slot: Arc<OnceLock<ToolService>> = Arc::default();
    let of_hook = Arc::clone(&slot);
    let service = ToolService::builder()
        .before(move |call: ToolCall, _| {
            let service = of_hook.get().cloned();
            async move {
                let service = service.expect("a service");
                let reading = service.validate(&call.name, call.arguments.clone()).await?;
                assert_eq!(reading.value["user"], "ada");
                Ok(call)
            }
        })
        .build();
    assert!(slot.set(service.clone()).is_ok());
    service
        .register(async |log_in: LogIn| Ok::<_, Infallible>(log_in.user))
        .unwrap();
    let (text, ..) = ran(&service, "log_in", r#"{"user": "ada", "password": "x"}"#).await;
    assert_eq!(text, "ada");
}

/// Each hook validates the call in the other service.
#[tokio::test]
async fn hooks_of_two_services_may_validate_mutually() {
    let builders = [ToolService::builder(), ToolService::builder()];
    let handles = [builders[1].handle(), builders[0].handle()];
    let asked = Arc::new(AtomicUsize::new(0));
    let services = builders.into_iter().zip(handles).map(|(builder, other)| {
        let asked = Arc::clone(&asked);
        let service = builder.before(move |call: ToolCall, _| {
            let other = other.upgrade();
            asked.fetch_add(1, Ordering::SeqCst);
            async move {
                let other = other.expect("it is there");
                other.validate(&call.name, call.arguments.clone()).await?;
                Ok(call)
            }
        });
        let service = service.build();
        let log_in = async |log_in: LogIn| Ok::<_, Infallible>(log_in.user);
        service.register(log_in).unwrap();
        service
    });
    let services: Vec<_> = services.collect();
    let raw = r#"{"user": "ada", "password": "x"}"#;
    let (text, ..) = ran(&services[0], "log_in", raw).await;
    // Each hook runs once: the first is not called recursively.
    assert_eq!((text.as_str(), asked.load(Ordering::SeqCst)), ("ada", 2));
    assert!(services[1].validate("log_in", raw).await.is_ok());
    assert_eq!(asked.load(Ordering::SeqCst), 4);
}

#[test]
fn a_handle_upgrades_while_the_service_lives() {
    let builder = ToolService::builder();
    let handle = builder.handle();
    assert!(handle.upgrade().is_none());
    let service = builder.build();
    let clone = service.clone();
    drop(service);
    let upgraded = handle.upgrade().unwrap();
    drop(clone);
    upgraded
        .register(async |log_in: LogIn| Ok::<_, Infallible>(log_in.user))
        .unwrap();
    assert!(
        upgraded
            .downgrade()
            .upgrade()
            .unwrap()
            .get("log_in")
            .is_some()
    );
    drop(upgraded);
    assert!(handle.upgrade().is_none());
}

#[tokio::test]
async fn a_record_has_the_call_id_and_the_tool_name() {
    let records = Arc::new(Mutex::new(Vec::new()));
    let recorded = Arc::clone(&records);
    let service = ToolService::builder()
        .after(move |_, result, _| {
            recorded.lock().unwrap().push((result.id, result.tool));
            std::future::ready(())
        })
        .build();
    let count = Scripted::default().tool("count", Annotations::new());
    service.register(count).unwrap();
    let named = |id: &str, tool: &str| (Some(id.to_owned()), tool.to_owned());
    let wanted = [
        ("count", named("1", "count")),
        ("Count", named("2", "count")),
        ("sum", named("3", "sum")),
    ];
    for (name, wanted) in &wanted {
        let call = ToolCall::new(*name, r#"{"n": 1}"#).id(wanted.0.clone().unwrap());
        let result = service.execute(call, CallOptions::new()).await;
        assert_eq!((result.id, result.tool), *wanted);
    }
    let recorded = records.lock().unwrap();
    assert!(recorded.iter().eq(wanted.iter().map(|(_, wanted)| wanted)));
}
