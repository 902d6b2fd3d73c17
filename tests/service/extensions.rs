//! Extensions of a call, for tools, authorizations and executors.

use std::sync::{Arc, Mutex};

use insta::assert_snapshot;
use serde_json::{Value, json};
use tokio_stream::StreamExt;
use tool_core::{Definition, Tool};
use tool_service::approval::{Decision, Proposal};
use tool_service::event::Event;
use tool_service::executor::{ExecutionContext, Executor};
use tool_service::extract::{Extension, State};
use tool_service::{
    CallOptions, Extensions, RegisteredTool, ToolCall, ToolError, ToolOutput, ToolService,
};

#[derive(Clone, Debug, PartialEq)]
struct User(&'static str);

/// Say who asks.
#[derive(Debug, Tool)]
struct WhoAmI {}

async fn who_am_i(
    State(greeting): State<&'static str>,
    Extension(user): Extension<User>,
    number: Option<Extension<u8>>,
    _: WhoAmI,
) -> Result<String, std::fmt::Error> {
    let number = number.map_or(0, |Extension(number)| number);
    Ok(format!("{greeting} {} {number}", user.0))
}

/// Say who asks, without waiting.
#[derive(Debug, Tool)]
struct WhoAmIAtOnce {}

fn call() -> ToolCall {
    ToolCall::new("who_am_i", "{}")
}

#[tokio::test]
async fn extensions_belong_to_one_call() {
    let service = ToolService::builder().state("Hello").build();
    service.register(who_am_i).unwrap();
    service
        .register(|Extension(user): Extension<User>, _: WhoAmIAtOnce| Ok::<_, String>(user.0))
        .unwrap();
    for (user, number, output) in [
        ("ada", None, "Hello ada 0"),
        ("bob", Some(7_u8), "Hello bob 7"),
    ] {
        let options = CallOptions::new().extension(User(user));
        let options = match number {
            Some(number) => options.extension(number),
            None => options,
        };
        assert_eq!(
            service.execute(call(), options.clone()).await.text(),
            output
        );
        let at_once = ToolCall::new("who_am_i_at_once", "{}");
        assert_eq!(service.execute(at_once, options.clone()).await.text(), user);
    }
}

#[tokio::test]
async fn does_not_run_without_a_required_extension() {
    let service = ToolService::builder().state("Hello").build();
    service.register(who_am_i).unwrap();
    let result = service.execute(call(), CallOptions::new()).await;
    let error = result.error.clone().unwrap();
    assert!(matches!(error, ToolError::Configuration(_)) && !error.may_have_run());
    assert_eq!(result.attempts, 1);
    assert_snapshot!(error, @"configuration: the call has no value of type `all::extensions::User`; add it with `CallOptions::extension`");
    assert_snapshot!(result.text(), @"The tool who_am_i is not set up correctly.");
}

/// Hooks and the first event get the extensions of the call. `before` and the first event lack
/// those of the tool, which is not resolved yet.
#[tokio::test]
async fn hooks_and_events_see_extensions() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (before, after) = (Arc::clone(&seen), Arc::clone(&seen));
    let note = |seen: &Mutex<Vec<String>>, place: &str, values: &Extensions| {
        let (user, number) = (values.get::<User>(), values.get::<u8>());
        let user = user.map_or("nobody", |user| user.0);
        seen.lock()
            .unwrap()
            .push(format!("{place} {user} {number:?}"));
    };
    let service = ToolService::builder()
        .state("Hello")
        .options(CallOptions::new().extension(User("service")))
        .before(move |call, values| {
            note(&before, "before", &values);
            std::future::ready(Ok(call))
        })
        .after(move |_, _, values| {
            note(&after, "after", &values);
            std::future::ready(())
        })
        .build();
    let of_tool = CallOptions::new().extension(1_u8);
    service
        .register(service.prepare(who_am_i).unwrap().options(of_tool))
        .unwrap();
    let mut events = service.events();
    for options in [
        CallOptions::new(),
        CallOptions::new().extension(User("ada")),
    ] {
        service.execute(call(), options.clone()).await;
        while let Some(event) = events.next().await {
            if let Event::Started { extensions, .. } = event {
                note(&seen, "event", &extensions);
                break;
            }
        }
    }
    assert_snapshot!(seen.lock().unwrap().join("\n"), @"
    before service None
    after service Some(1)
    event service None
    before ada None
    after ada Some(1)
    event ada None
    ");
}

/// The value of the caller overrides the value of the tool, which overrides the value of the
/// service.
#[tokio::test]
async fn extension_of_the_call_overrides_tool_and_service() {
    let of_service = CallOptions::new()
        .extension(User("service"))
        .extension(1_u8);
    let of_tool = CallOptions::new().extension(User("tool"));
    let service = ToolService::builder()
        .state("Hello")
        .options(of_service)
        .build();
    service
        .register(service.prepare(who_am_i).unwrap().options(of_tool))
        .unwrap();
    let of_call = CallOptions::new().extension(User("call"));
    let output = async |options: CallOptions| service.execute(call(), options).await.text();
    assert_eq!(output(of_call).await, "Hello call 1");
    assert_eq!(output(CallOptions::new()).await, "Hello tool 1");
}

#[tokio::test]
async fn authorizations_and_executors_see_extensions() {
    struct Echo;

    impl Executor for Echo {
        type Arguments = Value;

        async fn execute(
            &self,
            _: Value,
            context: ExecutionContext<'_>,
        ) -> Result<ToolOutput, ToolError> {
            let user = context.extensions.get::<User>();
            Ok(ToolOutput::text(user.map_or("nobody", |user| user.0)))
        }
    }

    let service = ToolService::builder()
        .authorize(async |proposal: Proposal| match proposal.extensions.get() {
            Some(User("eve")) => Decision::Deny("Not eve.".to_owned()),
            _ => Decision::Allow,
        })
        .build();
    let echo = Definition::new("echo", "Say who asks.", json!({"type": "object"})).unwrap();
    service.register(RegisteredTool::new(echo, Echo)).unwrap();
    let output = async |options: CallOptions| {
        let call = ToolCall::new("echo", "{}");
        service.execute(call, options).await.text()
    };
    assert_eq!(
        output(CallOptions::new().extension(User("ada"))).await,
        "ada"
    );
    assert_eq!(
        output(CallOptions::new().extension(User("eve"))).await,
        "Not eve."
    );
    assert_eq!(output(CallOptions::new()).await, "nobody");
}
