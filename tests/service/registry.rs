//! Registration, lookup, listing and removal of tools.

use insta::assert_snapshot;
use serde_json::{Value, json};
use service_tests::{Scripted, counter, ran, service};
use tests::targets;
use tokio::sync::oneshot;
use tool_core::definition::Annotations;
use tool_core::provider::OpenAi;
use tool_core::{Definition, Tool};
use tool_service::extract::State;
use tool_service::{RegisteredTool, ToolCall, ToolService};

/// Count.
#[derive(Debug, Tool)]
struct Count {
    #[allow(dead_code)]
    n: u32,
}

fn names(service: &ToolService) -> Vec<String> {
    let definitions = service.definitions();
    definitions
        .iter()
        .map(|tool| tool.name().to_owned())
        .collect()
}

#[test]
fn lists_tools_in_registration_order() {
    let scripted = Scripted::default();
    let tool = |name| scripted.tool(name, Annotations::new());
    let service = service(["b", "a", "c"].map(tool)).unwrap();
    assert_eq!(names(&service), ["b", "a", "c"]);
    assert_eq!(service.get("a").unwrap().definition().name(), "a");
    assert_eq!(service.get("a").unwrap().kind(), "custom");
    assert!(service.get("A").is_none(), "only an equal name matches");

    assert_eq!(service.remove("a").unwrap().definition().name(), "a");
    assert!(service.remove("a").is_none());
    assert_eq!(names(&service), ["b", "c"]);
    service.register(tool("a")).unwrap();
    assert_eq!(names(&service), ["b", "c", "a"]);
}

#[test]
fn failed_registration_changes_nothing() {
    let scripted = Scripted::default();
    let tool = |name| scripted.tool(name, Annotations::new());
    let service = service([tool("read_file")]).unwrap();

    let error = service.register(tool("read_file")).unwrap_err();
    assert_snapshot!(error, @r#"two tools have the name "read_file"; rename one"#);
    let error = service.register(tool("ReadFile")).unwrap_err();
    assert_snapshot!(error, @r#"the names "read_file" and "ReadFile" differ only in case and style; rename one"#);
    let error = service.register(tool("..")).unwrap_err();
    assert_snapshot!(error, @r#"the name ".." contains no letter or digit; rename it"#);
    let needs_state = |_: State<u8>, _: Count| Ok::<_, String>(());
    let error = service.register(needs_state).unwrap_err();
    assert_snapshot!(error, @"the service has no state of type `u8`; add it with `ToolService::builder().state(..)`");
    assert_eq!(names(&service), ["read_file"]);
}

#[test]
fn every_registered_name_is_exported_to_some_provider() {
    let names = [
        "a",
        "A-1",
        "1a",
        "files.read",
        "files:read",
        "_",
        "é",
        "a b",
        "a/b",
        "🙂",
    ];
    let longer = [64, 65, 128, 129].map(|length| "a".repeat(length));
    let mut registered = Vec::new();
    for name in names.into_iter().chain(longer.iter().map(String::as_str)) {
        let tool = Scripted::default().tool(name, Annotations::new());
        let definition = tool.definition().clone();
        let mut all = targets().into_iter();
        let is_exported = all.any(|(_, target)| definition.export(target).is_ok());
        let is_registered = ToolService::new().register(tool).is_ok();
        // The export may use an alias, also for a name that cannot be registered.
        assert!(is_exported || !is_registered, "{name}");
        registered.extend(is_registered.then_some(name.len()));
    }
    assert_eq!(registered, [1, 3, 2, 10, 10, 2, 3, 3, 64, 65, 128, 129]);
}

/// Most providers reject `/` in a name, and show an alias of the tool.
#[tokio::test]
async fn runs_the_tool_of_an_alias() {
    let tool = Scripted::default().tool("files/read", Annotations::new());
    let export = tool.definition().export(OpenAi::chat()).unwrap();
    let service = service([tool]).unwrap();
    let by_name = ran(&service, "files/read", r#"{"n": 1}"#).await;
    let alias = export.alias().unwrap();
    assert_eq!(ran(&service, alias, r#"{"n": 1}"#).await, by_name);
    assert_eq!(by_name.1, "");
}

#[test]
fn accepts_an_empty_description() {
    let schema =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]});
    let definition = Definition::new("read", "", schema).unwrap();
    let read = async |_: Value| Ok::<_, String>("");
    let tool = RegisteredTool::function(definition.clone(), read);
    ToolService::new().register(tool).unwrap();
    for (name, target) in targets() {
        let export = definition.export(target).unwrap();
        let found = tests::violations(name, export.tool());
        assert!(found.is_empty(), "{name}: {found:?}");
    }
}

#[test]
fn rejects_an_invalid_definition() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "text"}}});
    let error = Definition::new("read", "Reads.", schema).unwrap_err();
    assert_snapshot!(error, @"the schema of tool `read` cannot be used: `type` at `/properties/a`: expected the name of a type, or several; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
}

#[test]
fn registers_from_many_tasks() {
    let service = ToolService::new();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let service = service.clone();
            scope.spawn(move || {
                for number in 0..20 {
                    let name = format!("tool_{thread}_{number}");
                    let tool = Scripted::default().tool(&name, Annotations::new());
                    service.register(tool).unwrap();
                    assert!(service.get(&name).is_some());
                    if number % 2 == 0 {
                        service.remove(&name).unwrap();
                    }
                }
            });
        }
    });
    assert_eq!(service.definitions().as_slice().len(), 80);
}

#[tokio::test]
async fn removal_does_not_affect_running_calls() {
    let (begun, begins) = oneshot::channel();
    let (go_on, goes_on) = oneshot::channel();
    let channels = std::sync::Mutex::new(Some((begun, goes_on)));
    let count = move |_: Count| {
        let channels = channels.lock().unwrap().take();
        async move {
            let (begun, goes_on) = channels.unwrap();
            begun.send(()).unwrap();
            goes_on.await.map(|()| "counted")
        }
    };
    let service = ToolService::new();
    service.register(count).unwrap();

    let other = service.clone();
    let call = tokio::spawn(async move { ran(&other, "count", r#"{"n": 1}"#).await });
    begins.await.unwrap();
    service.remove("count").unwrap();
    assert_eq!(ran(&service, "count", "{}").await.1, "UnknownToolError");
    go_on.send(()).unwrap();
    assert_eq!(call.await.unwrap().0, "counted");
}

#[test]
fn returns_its_tools() {
    let service = service([Scripted::default().tool("a", Annotations::new())]).unwrap();
    assert_snapshot!(format!("{service:?}"), @r#"ToolService { tools: ["a"], .. }"#);
    assert_eq!(counter("a", Annotations::new()).name(), "a");
    let call = ToolCall::new("a", json!({"n": 1}));
    assert_snapshot!(format!("{call:?}"), @r#"ToolCall { id: None, name: "a", arguments: Value(Object {"n": Number(1)}), finish: Unknown }"#);
}

/// Values dropped with a tool may access the service.
#[tokio::test]
async fn a_dropped_tool_may_access_the_service() {
    struct Looking(ToolService);

    impl Drop for Looking {
        fn drop(&mut self) {
            assert!(self.0.get("count").is_some());
        }
    }

    let service = ToolService::new();
    let count = |held: Option<Looking>| {
        let held = std::sync::Arc::new(held);
        move |_: Count| {
            let held = std::sync::Arc::clone(&held);
            async move { Ok::<_, String>(held.is_some()) }
        }
    };
    service.register(count(None)).unwrap();
    let refused = service.register(count(Some(Looking(service.clone()))));
    assert!(refused.is_err());
}
