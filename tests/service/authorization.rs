//! Authorization of the tools and arguments that run.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex};

use insta::assert_snapshot;
use serde_json::{Value, json};
use service_tests::ran;
use tool_core::call::InvalidCallTool;
use tool_core::{Leniency, Tool, ToolArg};
use tool_service::approval::{Decision, Proposal};
use tool_service::layer::ToolRequest;
use tool_service::{CallOptions, RegisteredTool, ToolCall, ToolError, ToolService};
use tower::ServiceExt;

/// Delete a file or a folder.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "its `Debug` shows the fields")]
struct DeleteFile {
    path: String,
    #[serde(default)]
    recursive: bool,
    #[serde(default)]
    #[tool(json_string)]
    tags: Vec<String>,
}

/// Read a file.
#[derive(Debug, Tool)]
struct ReadFile {
    path: String,
}

type Ran = Arc<Mutex<Vec<String>>>;

/// A service with two tools, and the arguments of their runs.
fn files<F, R>(authorize: F) -> (ToolService, Ran)
where
    F: Fn(Proposal) -> R + Send + Sync + 'static,
    R: Future<Output = Decision> + Send + 'static,
{
    let service = ToolService::builder().authorize(authorize).build();
    let runs = Ran::default();
    let (deleted, read) = (Arc::clone(&runs), Arc::clone(&runs));
    service
        .register(move |delete: DeleteFile| {
            deleted.lock().unwrap().push(format!("{delete:?}"));
            Ok::<_, String>("deleted")
        })
        .unwrap();
    service
        .register(move |file: ReadFile| {
            read.lock().unwrap().push(format!("{file:?}"));
            Ok::<_, String>("read")
        })
        .unwrap();
    (service, runs)
}

fn runs(ran: &Ran) -> Vec<String> {
    std::mem::take(&mut *ran.lock().unwrap())
}

/// Denies `delete_file`, and all paths that contain `/etc`.
async fn deny(proposal: Proposal) -> Decision {
    if proposal.tool.definition().name() == "delete_file" {
        return Decision::Deny("Nothing may be deleted.".to_owned());
    }
    let path = proposal.arguments["path"].as_str().unwrap_or_default();
    // A space or a quote may belong to the path.
    if path.contains("/etc") {
        return Decision::Deny(format!("{path} may not be read."));
    }
    Decision::Allow
}

async fn allow(_: Proposal) -> Decision {
    Decision::Allow
}

/// Spellings of the name of a tool.
fn spellings_of_name(name: &str) -> Vec<String> {
    let words: Vec<&str> = name.split('_').collect();
    let title = |word: &&str| word[..1].to_uppercase() + &word[1..];
    let pascal: String = words.iter().map(title).collect();
    let camel = pascal[..1].to_lowercase() + &pascal[1..];
    let mut names = vec![
        name.to_owned(),
        name.to_uppercase(),
        words.join("-"),
        words.join(" "),
        words.join("."),
        words.concat(),
        words.iter().map(title).collect::<Vec<_>>().join("-"),
        words.iter().map(title).collect::<Vec<_>>().join("_"),
        pascal,
        camel,
        format!(" {name} "),
        format!("{name}\n"),
        format!("`{name}`"),
        format!("\"{name}\""),
        format!("{name}()"),
        format!("_{name}_"),
        format!("{name}<|channel|>commentary"),
        format!("functions.{name}:0"),
        format!("[TOOL_CALLS]{name}[ARGS]"),
        format!("<tool_call>{name}"),
    ];
    let prefixes = [
        "functions.",
        "functions:",
        "tools.",
        "default_api:",
        "default_api.",
        "mcp__files__",
        "files.",
        "/",
    ];
    let plain: Vec<String> = names[..10].to_vec();
    for prefix in prefixes {
        names.extend(plain.iter().map(|name| format!("{prefix}{name}")));
    }
    names
}

/// Spellings of the arguments of a tool with a path.
fn writings_of_path(path: &str) -> Vec<String> {
    let plain = json!({"path": path}).to_string();
    let doubly = Value::from(plain.clone()).to_string();
    let mut escaped = String::new();
    for c in path.chars() {
        write!(escaped, "\\u{:04x}", u32::from(c)).unwrap();
    }
    let mut texts = vec![
        plain.clone(),
        doubly.clone(),
        Value::from(doubly).to_string(),
        format!("[{plain}]"),
        format!("{plain}{plain}"),
        format!("```json\n{plain}\n```"),
        format!("```\n{plain}\n```"),
        format!("Here are the arguments: {plain}"),
        format!("{plain} I hope that helps."),
        format!("<think>It is safe.</think>{plain}"),
        format!("<tool_call>{plain}</tool_call>"),
        format!(r#"{{"path": "{escaped}"}}"#),
        format!("{{'path': '{path}'}}"),
        format!("{{path: '{path}'}}"),
        format!("{{“path”: “{path}”}}"),
        format!(r#"{{"path": "{path}",}}"#),
        format!(r#"{{"path": "{path}""#),
        format!(r#"{{"path": "{path}"}}}}"#),
        format!(r#"{{"path": "{path}", "path": "{path}"}}"#),
        format!("// delete it\n{plain}"),
        format!(r#"{{"path" "{path}"}}"#),
        format!(r#"{{"path" = "{path}"}}"#),
        format!(r#"{{"path": ["{path}"]}}"#),
        format!(r#"{{"path": {{"path": "{path}"}}}}"#),
        format!(r#"{{"path": {{"value": "{path}"}}}}"#),
        format!(r#"{{"path": "\"{path}\""}}"#),
        format!(r#"{{"path": " {path} "}}"#),
        format!(r#"{{"path": "{path}", "recursive": "true"}}"#),
        format!(r#"{{"path": "{path}", "recursive": 1}}"#),
        format!(r#"{{"path": "{path}", "tags": "[\"a\"]"}}"#),
        format!(r#"{{"path": "{path}", "undeclared": true}}"#),
        format!("delete_file({plain})"),
        format!("delete_file(path=\"{path}\")"),
        format!("<path>{path}</path>"),
        format!("[TOOL_CALLS]delete_file[ARGS]{plain}"),
        format!(
            "<|channel|>commentary to=functions.delete_file <|constrain|>json<|message|>{plain}"
        ),
        format!(r#"<tool_call>{{"name": "delete_file", "arguments": {plain}}}</tool_call>"#),
        format!(r#"<tool_call>{{"name": "read_file", "arguments": {plain}}}</tool_call>"#),
        format!("<function=read_file>{plain}</function>"),
        path.to_owned(),
        Value::from(path).to_string(),
    ];
    for key in [
        "Path",
        "PATH",
        " path ",
        "path ",
        "\u{feff}path",
        "_path",
        "path_",
        "\\\"path\\\"",
    ] {
        texts.push(format!(r#"{{"{key}": "{path}"}}"#));
    }
    for envelope in [
        "arguments",
        "args",
        "input",
        "parameters",
        "params",
        "kwargs",
        "delete_file",
        "read_file",
        "tool_input",
    ] {
        texts.push(format!(r#"{{"{envelope}": {plain}}}"#));
        texts.push(json!({envelope: plain}).to_string());
    }
    for name in ["delete_file", "read_file"] {
        texts.push(json!({"name": name, "arguments": {"path": path}}).to_string());
        texts.push(json!({"name": name, "arguments": plain}).to_string());
        texts.push(
            json!({"type": "function", "function": {"name": name, "arguments": plain}}).to_string(),
        );
        texts
            .push(json!({"tool_calls": [{"name": name, "arguments": {"path": path}}]}).to_string());
    }
    texts
}

/// All names with some arguments, and all arguments with some names.
fn attacks() -> Vec<(String, String)> {
    let path = "/etc/passwd";
    let writings = writings_of_path(path);
    let mut calls = Vec::new();
    for name in spellings_of_name("delete_file") {
        calls.extend(
            writings[..4]
                .iter()
                .map(|text| (name.clone(), text.clone())),
        );
    }
    for name in ["delete_file", "deleteFile", "read_file", "ReadFile"] {
        calls.extend(writings.iter().map(|text| (name.to_owned(), text.clone())));
    }
    calls
}

#[tokio::test]
async fn no_spelling_bypasses_a_denial() {
    let attacks = attacks();
    assert!(attacks.len() >= 600, "{}", attacks.len());
    for leniency in [tool_core::Leniency::Strict, tool_core::Leniency::Generous] {
        let (denying, denied) = files(deny);
        let (allowing, allowed) = files(allow);
        let options = CallOptions::new().leniency(leniency);
        for (name, arguments) in &attacks {
            let call = ToolCall::new(name, arguments.as_str());
            denying.execute(call.clone(), options.clone()).await;
            assert_eq!(runs(&denied), [""; 0], "{name} {arguments}");
            allowing.execute(call, options.clone()).await;
        }
        // Many of these calls run without a denial.
        let ran = runs(&allowed).len();
        let least = if leniency == tool_core::Leniency::Strict {
            10
        } else {
            300
        };
        assert!(ran >= least, "{leniency:?}: {ran} of {}", attacks.len());
    }
}

#[tokio::test]
async fn authorizes_every_way_to_run_a_tool() {
    let (service, ran_with) = files(deny);
    let call = || ToolCall::new("deleteFile", r#"{"path": "/tmp/a"}"#);
    let options = CallOptions::new();
    let one = service.execute(call(), options.clone()).await;
    assert!(matches!(one.error, Some(ToolError::Permission(_))));
    assert_eq!(
        (one.text().as_str(), one.attempts),
        ("Nothing may be deleted.", 0)
    );
    assert!(!one.error.is_some_and(|error| error.may_have_run()));
    for result in service.execute_all([call(), call()], options.clone()).await {
        assert_eq!(result.text(), "Nothing may be deleted.");
    }
    let layered = tower::ServiceBuilder::new()
        .layer(tool_service::layer::ErrorsAsResultsLayer::new())
        .service(service.clone());
    let Ok(result) = layered.oneshot(ToolRequest::from(call())).await;
    assert_eq!(result.text(), "Nothing may be deleted.");
    assert_eq!(runs(&ran_with), [""; 0]);

    let (_, outcome, _) = ran(&service, "read_file", r#"{"path": "/tmp/a"}"#).await;
    assert!(outcome.is_empty());
    assert_eq!(runs(&ran_with), [r#"ReadFile { path: "/tmp/a" }"#]);
}

#[tokio::test]
async fn authorizes_the_tool_for_invalid_calls() {
    let service = ToolService::builder()
        .authorize(
            async |proposal: Proposal| match proposal.tool.definition().name() {
                "invalid" => Decision::Deny("No.".to_owned()),
                _ => Decision::Allow,
            },
        )
        .build();
    service
        .register(async |_: InvalidCallTool| Ok::<_, String>("of the tool"))
        .unwrap();
    service
        .register(async |file: ReadFile| Ok::<_, String>(file.path))
        .unwrap();
    let result = service
        .execute(ToolCall::new("read_file", "{}"), CallOptions::new())
        .await;
    assert_snapshot!(result.text(), @"Please rewrite the input with valid arguments. Errors: path: Required (the arguments are empty)");
}

#[tokio::test]
async fn runs_with_the_authorized_arguments() {
    let proposed = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&proposed);
    let (service, ran_with) = files(move |mut proposal: Proposal| {
        let Proposal {
            tool,
            arguments,
            call,
            ..
        } = &mut proposal;
        seen.lock()
            .unwrap()
            .push((tool.kind(), call.name.clone(), arguments.to_string()));
        arguments["path"] = json!("/tmp/a");
        let changed = arguments.clone();
        async { Decision::Change(changed) }
    });
    let call = ToolCall::new(
        "deleteFile",
        "{'Path': ['/etc'], 'recursive': 'yes', 'tags': '[\"x\"]'}",
    );
    let result = service.execute(call, CallOptions::new()).await;
    assert_eq!(result.text(), "deleted");
    assert_eq!(
        runs(&ran_with),
        [r#"DeleteFile { path: "/tmp/a", recursive: true, tags: ["x"] }"#]
    );
    let proposed = proposed.lock().unwrap();
    // Authorized again after the change.
    assert_eq!(proposed.len(), 2);
    assert_eq!(
        proposed[0],
        (
            "native",
            "deleteFile".to_owned(),
            r#"{"path":"/etc","recursive":true,"tags":["x"]}"#.to_owned()
        )
    );
}

#[tokio::test]
async fn authorizes_changed_arguments_again() {
    // One function denies a value that the other inserts.
    let service = ToolService::builder()
        .authorize(async |proposal: Proposal| {
            if proposal.arguments["path"] == "/tmp/a" {
                return Decision::Change(json!({"path": "/etc"}));
            }
            Decision::Allow
        })
        .authorize(deny)
        .build();
    service
        .register(async |file: ReadFile| Ok::<_, String>(file.path))
        .unwrap();
    let text = async |path: &str| {
        let call = ToolCall::new("read_file", json!({"path": path}));
        service.execute(call, CallOptions::new()).await
    };
    assert_eq!(text("/tmp/a").await.text(), "/etc may not be read.");
    assert_eq!(text("/tmp/b").await.text(), "/tmp/b");
}

#[tokio::test]
async fn rejects_an_invalid_change() {
    let (service, ran_with) = files(async |_| Decision::Change(json!({"path": []})));
    let call = ToolCall::new("read_file", r#"{"path": "a"}"#);
    let result = service.execute(call, CallOptions::new()).await;
    assert_eq!(runs(&ran_with), [""; 0]);
    assert_snapshot!(result.text(), @"The tool read_file failed.");
    assert_snapshot!(result.error.unwrap(), @"tool execution: the arguments of an authorization are invalid for the tool");
}

#[tokio::test]
async fn rejects_endless_changes() {
    let (service, ran_with) = files(async |proposal: Proposal| {
        let path = proposal.arguments["path"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        Decision::Change(json!({"path": path + "/a"}))
    });
    let call = ToolCall::new("read_file", r#"{"path": "a"}"#);
    let result = service.execute(call, CallOptions::new()).await;
    assert_eq!(runs(&ran_with), [""; 0]);
    assert_snapshot!(result.error.unwrap(), @"tool execution: authorizations changed the arguments more than 8 times");
}

#[tokio::test]
async fn a_panicking_authorization_prevents_the_run() {
    let (service, ran_with) = files(|_| async { panic!("no policy") });
    let call = ToolCall::new("read_file", r#"{"path": "a"}"#);
    let result = service.execute(call, CallOptions::new()).await;
    assert_eq!(runs(&ran_with), [""; 0]);
    let error = result.error.unwrap();
    assert!(!error.may_have_run());
    assert_snapshot!(error, @"tool execution: code before the tool panicked: no policy");
}

#[tokio::test]
async fn rejects_values_beyond_json_types() {
    /// Take a number.
    #[derive(Debug, Tool)]
    struct Take {
        number: u128,
    }
    let service = ToolService::builder().authorize(allow).build();
    service
        .register(async |take: Take| Ok::<_, String>(take.number.to_string()))
        .unwrap();
    for number in [u128::from(u64::MAX), u128::MAX] {
        let call = ToolCall::new("take", format!(r#"{{"number": {number}}}"#));
        let result = service.execute(call, CallOptions::new()).await;
        assert!(
            result.is_error || result.text() == number.to_string(),
            "{result:?}"
        );
    }
}

/// Open a file or a link.
#[derive(Debug, Tool)]
#[tool(open)]
struct OpenFile {
    #[serde(default, alias = "file")]
    path: String,
}

/// A dropped null enables the alias next to it.
#[tokio::test]
async fn authorizes_fully_repaired_arguments() {
    let proposed = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&proposed);
    let service = ToolService::builder()
        .authorize(move |proposal: Proposal| {
            seen.lock()
                .unwrap()
                .push(proposal.arguments["path"].clone());
            allow(proposal)
        })
        .build();
    service
        .register(async |open: OpenFile| Ok::<_, String>(open.path))
        .unwrap();
    let call = ToolCall::new("open_file", r#"{"path": null, "file": "/etc/passwd"}"#);
    let result = service.execute(call, CallOptions::new()).await;
    let proposed = proposed.lock().unwrap();
    assert_eq!(*proposed, [json!(result.text())], "{result:?}");
    assert_eq!(result.text(), "/etc/passwd");
}

/// Values of an authorization appear neither in errors for the model nor for the host.
#[tokio::test]
async fn hides_values_inserted_by_an_authorization() {
    let change = |value: Value| {
        let service = ToolService::builder()
            .authorize(move |_| {
                let value = value.clone();
                async { Decision::Change(value) }
            })
            .build();
        service
            .register(async |file: ReadFile| {
                let nested = json!({"path": [[file.path]]});
                ReadFile::parse(&nested).map(|file| file.path)
            })
            .unwrap();
        service
    };
    for value in [
        json!({"path": "SECRET"}),
        json!({"path": ["SECRET", "SECRET"]}),
    ] {
        let call = ToolCall::new("read_file", r#"{"path": "sent"}"#);
        let result = change(value).execute(call, CallOptions::new()).await;
        assert!(result.is_error);
        let outcome = format!("{result:?} {}", result.text());
        assert!(!outcome.contains("SECRET"), "{outcome}");
    }
}

/// A function that always normalizes the arguments does not change them forever.
#[tokio::test]
async fn an_equal_change_is_not_authorized_again() {
    let (service, ran_with) = files(async |proposal: Proposal| {
        let path = proposal.arguments["path"].clone();
        Decision::Change(json!({"Path": [path], "recursive": "true"}))
    });
    let call = ToolCall::new("delete_file", r#"{"path": "/tmp/a"}"#);
    let result = service.execute(call, CallOptions::new()).await;
    assert_eq!(result.text(), "deleted");
    assert_eq!(
        runs(&ran_with),
        [r#"DeleteFile { path: "/tmp/a", recursive: true, tags: [] }"#]
    );
}

/// An alias next to a map of other keys.
#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "its `Debug` shows the fields")]
struct Aliased {
    #[serde(default, alias = "file")]
    path: String,
}

/// Delete a file.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "its `Debug` shows the fields")]
struct FlatDelete {
    #[serde(flatten)]
    target: Aliased,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

/// Delete a file.
#[derive(Debug, Tool)]
#[tool(open)]
#[expect(dead_code, reason = "its `Debug` shows the fields")]
struct OpenDelete {
    #[serde(default, alias = "file")]
    path: String,
}

#[tokio::test]
async fn authorization_sees_aliases_as_properties() {
    let service = ToolService::builder()
        .authorize(
            async |proposal: Proposal| match proposal.arguments["path"].as_str() {
                Some(path) if path.starts_with("/etc") => Decision::Deny("No.".to_owned()),
                _ => Decision::Allow,
            },
        )
        .build();
    service
        .register(async |delete: FlatDelete| Ok::<_, String>(format!("{delete:?}")))
        .unwrap();
    service
        .register(async |delete: OpenDelete| Ok::<_, String>(format!("{delete:?}")))
        .unwrap();
    for leniency in [Leniency::Strict, Leniency::Standard, Leniency::Generous] {
        let options = CallOptions::new().leniency(leniency);
        for tool in ["flat_delete", "open_delete"] {
            for raw in [
                r#"{"file": "/etc/passwd"}"#,
                r#"{"path": null, "file": "/etc/passwd"}"#,
            ] {
                let result = service
                    .execute(ToolCall::new(tool, raw), options.clone())
                    .await;
                assert!(
                    result.is_error,
                    "{leniency:?} {tool} {raw}: {}",
                    result.text()
                );
            }
            let allowed = ToolCall::new(tool, r#"{"file": "/tmp/b"}"#);
            let result = service.execute(allowed, options.clone()).await;
            let is_read = result.text().contains(r#"path: "/tmp/b""#);
            assert_eq!(is_read, leniency != Leniency::Strict, "{}", result.text());
            // Other keys belong to the map.
            let other = ToolCall::new(tool, r#"{"path": "/tmp/a", "other": "/etc"}"#);
            let result = service.execute(other, options.clone()).await;
            assert!(result.text().contains("/tmp/a"), "{}", result.text());
        }
    }
}

/// `serde_json` gives some keys a special meaning.
#[tokio::test]
async fn private_keys_of_serde_json_do_not_bypass_the_schema() {
    let schema = json!({"type": "object", "properties": {
        "amount": {"type": "integer", "maximum": 10},
        "headers": {"type": "object", "additionalProperties": {"type": "string"}},
    }});
    let definition = tool_core::Definition::new("send", "Send it.", schema).unwrap();
    let service = ToolService::new();
    let send = async |arguments: Value| Ok::<_, String>(arguments.to_string());
    service
        .register(RegisteredTool::function(definition.clone(), send))
        .unwrap();
    let raw = "$serde_json::private::RawValue";
    let inner = json!({"amount": 1_000_000}).to_string();
    for arguments in [
        json!({raw: inner}),
        json!({raw: "[1, 2]"}),
        json!({"headers": {raw: r#"[{"a": null}]"#}}),
    ] {
        let text = arguments.to_string();
        for call in [
            ToolCall::new("send", text.as_str()),
            ToolCall::new("send", arguments.clone()),
        ] {
            let result = service.execute(call, CallOptions::new()).await;
            let is_as_sent = !result.is_error && result.text() == text;
            let is_told = result.text().ends_with(&format!("[{raw:?}]: unknown key"));
            assert!(is_told || is_as_sent, "{text}: {}", result.text());
        }
        let read = definition.parse(&text);
        assert!(
            read.as_ref().map_or(true, |read| *read == arguments),
            "{read:?}"
        );
    }
}
