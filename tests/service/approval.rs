//! Calls that wait for the approval of a person.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use insta::assert_snapshot;
use serde_json::json;
use service_tests::Scripted;
use tool_core::definition::Annotations;
use tool_core::{Arguments, Definition, Leniency, Tool};
use tool_service::approval::{
    Approval, ApprovalStore, Approvals, Decision, DirectoryApprovals, MemoryApprovals, Pending,
    Principal, Proposal, ask_before_effects,
};
use tool_service::layer::ToolRequest;
use tool_service::{
    BoxError, CallOptions, RegisteredTool, ToolCall, ToolError, ToolResult, ToolService,
    ToolServiceBuilder,
};
use tower::ServiceExt;

/// Delete a file.
#[derive(Debug, Tool)]
struct DeleteFile {
    path: String,
    #[serde(default)]
    times: Option<f64>,
}

type Ran = Arc<Mutex<Vec<String>>>;

const KEY: [u8; 32] = [7; 32];

async fn ask(_: Proposal) -> Decision {
    Decision::Ask
}

fn approvals() -> Approvals {
    Approvals::new(KEY, MemoryApprovals::new())
}

/// A service with a tool, and the arguments of its runs.
fn files(builder: ToolServiceBuilder) -> (ToolService, Ran) {
    let service = builder.build();
    let runs = Ran::default();
    let deleted = Arc::clone(&runs);
    service
        .register(move |delete: DeleteFile| {
            let shown = match delete.times {
                Some(times) => format!("{} {times}", delete.path),
                None => delete.path,
            };
            deleted.lock().unwrap().push(shown);
            Ok::<_, String>("deleted")
        })
        .unwrap();
    (service, runs)
}

fn asking() -> (ToolService, Ran) {
    files(ToolService::builder().approvals(approvals()).authorize(ask))
}

fn delete(path: &str) -> ToolCall {
    ToolCall::new("Delete-File", json!({"Path": [path]})).id("call_1")
}

fn pending_of(result: &ToolResult) -> Pending {
    let Some(ToolError::ApprovalRequired(pending)) = &result.error else {
        panic!("{result:?}");
    };
    assert!(result.is_error);
    // Serialized as in the store of a host.
    serde_json::from_str(&serde_json::to_string(pending).unwrap()).unwrap()
}

/// Returns the text of a result and the class of its error.
fn outcome(result: &ToolResult) -> String {
    let class = result.error.as_ref().map(|error| error.class().to_string());
    format!("{}: {}", class.unwrap_or_default(), result.text())
}

#[tokio::test]
async fn an_approved_call_runs_once() {
    let (service, runs) = asking();
    let result = service.execute(delete("/tmp/a"), CallOptions::new()).await;
    assert_snapshot!(outcome(&result), @"ApprovalRequiredError: The call of delete_file waits for the approval of a person. It was not run.");
    assert_snapshot!(result.error.as_ref().unwrap(), @"approval required: the call of delete_file waits for a person");
    assert_eq!(result.id.as_deref(), Some("call_1"));
    let pending = pending_of(&result);
    assert!(runs.lock().unwrap().is_empty());
    assert_snapshot!(pending, @r#"delete_file {"path":"/tmp/a"}"#);
    assert_eq!(pending.call_id(), Some("call_1"));
    assert_eq!(pending.arguments(), &json!({"path": "/tmp/a"}));

    let granted = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_eq!(
        (granted.text().as_str(), granted.id.as_deref()),
        ("deleted", Some("call_1"))
    );
    assert_eq!(*runs.lock().unwrap(), ["/tmp/a"]);

    for answer in [
        Approval::Granted,
        Approval::Refused("No.".to_owned()),
        Approval::Changed(json!({"path": "/tmp/b"})),
    ] {
        let again = service.resume(&pending, answer, CallOptions::new()).await;
        assert_eq!(
            outcome(&again),
            "PermissionError: The call of delete_file was answered before. It was not run again.",
        );
        assert!(!again.error.unwrap().may_have_run());
    }
    assert_eq!(runs.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn a_refusal_is_final() {
    let (service, runs) = asking();
    let pending = pending_of(&service.execute(delete("/tmp/a"), CallOptions::new()).await);
    let refused = Approval::Refused("Keep that file.".to_owned());
    let result = service.resume(&pending, refused, CallOptions::new()).await;
    assert_snapshot!(outcome(&result), @"PermissionError: Keep that file.");
    assert_eq!(
        (result.tool.as_str(), result.id.as_deref()),
        ("delete_file", Some("call_1"))
    );
    let late = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_eq!(late.error.unwrap().class(), "PermissionError");
    assert!(runs.lock().unwrap().is_empty());
}

#[tokio::test]
async fn authorizes_arguments_changed_by_a_person() {
    // A path outside /tmp needs an approval, and a path in /etc is denied.
    let policy = async |proposal: Proposal| match proposal.arguments["path"].as_str() {
        Some(path) if path.starts_with("/tmp/") => Decision::Allow,
        Some(path) if path.starts_with("/etc") => Decision::Deny("Never.".to_owned()),
        _ => Decision::Ask,
    };
    let builder = ToolService::builder().approvals(approvals());
    let (service, runs) = files(builder.authorize(policy));
    let options = CallOptions::new();
    let change = |arguments| Approval::Changed(arguments);
    let first = pending_of(&service.execute(delete("/home/a"), options.clone()).await);

    // Neither invalid nor denied arguments use the answer up.
    let unread = service
        .resume(&first, change(json!({"file": 1})), options.clone())
        .await;
    assert_eq!(unread.error.unwrap().class(), "ValidationError");
    let denied = service
        .resume(&first, change(json!({"path": "/etc/a"})), options.clone())
        .await;
    assert_eq!(denied.text(), "Never.");
    let asked = service
        .resume(&first, change(json!({"path": "/home/b"})), options.clone())
        .await;
    let second = pending_of(&asked);
    assert_eq!(second.arguments(), &json!({"path": "/home/b"}));
    let used_up = service
        .resume(&first, Approval::Granted, options.clone())
        .await;
    assert!(used_up.text().contains("was answered before"));
    assert!(runs.lock().unwrap().is_empty());

    let allowed = service
        .resume(&second, change(json!({"path": "/tmp/c"})), options.clone())
        .await;
    assert_eq!(
        (allowed.text().as_str(), allowed.id.as_deref()),
        ("deleted", Some("call_1"))
    );
    assert_eq!(*runs.lock().unwrap(), ["/tmp/c"]);
}

#[tokio::test]
async fn a_denial_overrides_an_approval() {
    let is_denied = Arc::new(Mutex::new(true));
    let says = Arc::clone(&is_denied);
    let deny = move |_| {
        let is_denied = *says.lock().unwrap();
        async move {
            if is_denied {
                Decision::Deny("Not today.".to_owned())
            } else {
                Decision::Allow
            }
        }
    };
    let builder = ToolService::builder().approvals(approvals());
    let (service, runs) = files(builder.authorize(ask).authorize(deny));
    let result = service.execute(delete("/tmp/a"), CallOptions::new()).await;
    assert_eq!(result.text(), "Not today.");

    *is_denied.lock().unwrap() = false;
    let pending = pending_of(&service.execute(delete("/tmp/a"), CallOptions::new()).await);
    *is_denied.lock().unwrap() = true;
    let denied = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_eq!(denied.text(), "Not today.");
    assert!(runs.lock().unwrap().is_empty());
    *is_denied.lock().unwrap() = false;
    let granted = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_eq!(granted.text(), "deleted");
}

#[tokio::test]
async fn runs_only_the_shown_arguments() {
    let (service, runs) = asking();
    let options = CallOptions::new();
    let pending = pending_of(&service.execute(delete("/tmp/a"), options.clone()).await);
    let stored = serde_json::to_value(&pending).unwrap();
    let token = stored.as_str().unwrap();

    // Each byte of the token counts.
    for at in 0..token.len() {
        let mut changed = token.as_bytes().to_vec();
        changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
        let changed = String::from_utf8(changed).unwrap();
        let Ok(forged) = serde_json::from_value::<Pending>(changed.into()) else {
            continue;
        };
        let result = service
            .resume(&forged, Approval::Granted, options.clone())
            .await;
        assert!(result.is_error, "{at}");
    }
    let (other, _) =
        files(ToolService::builder().approvals(Approvals::new([8; 32], MemoryApprovals::new())));
    let foreign = other
        .resume(&pending, Approval::Granted, options.clone())
        .await;
    assert_snapshot!(outcome(&foreign), @"PermissionError: The approval of the call of delete_file is not valid. It was not run.");

    // The tool has changed.
    let tool = service.remove("delete_file").unwrap();
    let schema = tool.definition().schema().clone();
    let described = Definition::new("delete_file", "Delete a file for good.", schema).unwrap();
    service
        .register(RegisteredTool::new(described, Scripted::default()))
        .unwrap();
    let changed = service
        .resume(&pending, Approval::Granted, options.clone())
        .await;
    assert_snapshot!(outcome(&changed), @"PermissionError: The call of delete_file would run otherwise than it was shown. It was not run.");
    service.remove("delete_file").unwrap();
    let gone = service
        .resume(&pending, Approval::Granted, options.clone())
        .await;
    assert_eq!(gone.error.unwrap().class(), "UnknownToolError");

    // The answer is still unused.
    service.register(tool).unwrap();
    assert!(runs.lock().unwrap().is_empty());
    let granted = service
        .resume(&pending, Approval::Granted, options.clone())
        .await;
    assert_eq!(granted.text(), "deleted");
}

#[tokio::test]
async fn a_pending_call_belongs_to_one_principal() {
    let (service, runs) = asking();
    let of = |name: &str| CallOptions::new().extension(Principal(name.to_owned()));
    let pending = pending_of(&service.execute(delete("/tmp/a"), of("ada")).await);
    assert_eq!(pending.principal(), Some("ada"));
    for other in [of("bob"), of(""), CallOptions::new()] {
        for answer in [
            Approval::Granted,
            Approval::Changed(json!({"path": "/tmp/b"})),
            Approval::Refused("No.".to_owned()),
        ] {
            let result = service.resume(&pending, answer, other.clone()).await;
            assert_eq!(
                outcome(&result),
                "PermissionError: The approval of the call of delete_file is not valid. It was not run.",
            );
        }
    }
    assert!(runs.lock().unwrap().is_empty());
    let granted = service.resume(&pending, Approval::Granted, of("ada")).await;
    assert_eq!(granted.text(), "deleted");
}

/// A refusal is also recorded if the principal comes from the options of the tool.
#[tokio::test]
async fn a_refusal_respects_the_principal_of_the_tool() {
    let (service, runs) = asking();
    let tool = service.remove("delete_file").unwrap();
    let of_tool = CallOptions::new().extension(Principal("ada".to_owned()));
    service.register(tool.options(of_tool)).unwrap();
    let options = CallOptions::new();
    let pending = pending_of(&service.execute(delete("/tmp/a"), options.clone()).await);
    assert_eq!(pending.principal(), Some("ada"));
    let refused = Approval::Refused("No.".to_owned());
    let result = service.resume(&pending, refused, options.clone()).await;
    assert_eq!(outcome(&result), "PermissionError: No.");
    let result = service
        .resume(&pending, Approval::Granted, options.clone())
        .await;
    assert!(result.is_error, "{}", result.text());
    assert!(runs.lock().unwrap().is_empty());
}

#[tokio::test]
async fn pending_calls_expire() {
    let approvals = approvals().lifetime(Duration::ZERO);
    let (service, runs) = files(ToolService::builder().approvals(approvals).authorize(ask));
    let pending = pending_of(&service.execute(delete("/tmp/a"), CallOptions::new()).await);
    let result = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_snapshot!(outcome(&result), @"PermissionError: The call of delete_file was not approved in time. It was not run.");
    assert!(runs.lock().unwrap().is_empty());
    // The longest lifetime does not overflow.
    let approvals = Approvals::new(KEY, MemoryApprovals::new()).lifetime(Duration::MAX);
    let (service, _) = files(ToolService::builder().approvals(approvals).authorize(ask));
    let pending = pending_of(&service.execute(delete("/tmp/a"), CallOptions::new()).await);
    let result = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_eq!(result.text(), "deleted");
}

#[tokio::test]
async fn does_not_run_a_pending_call_without_approvals() {
    let (service, runs) = files(ToolService::builder().authorize(ask));
    let result = service.execute(delete("/tmp/a"), CallOptions::new()).await;
    assert_snapshot!(outcome(&result), @"ConfigurationError: The tool delete_file is not set up correctly.");
    assert_snapshot!(result.error.unwrap(), @"configuration: approving calls requires `ToolServiceBuilder::approvals`");
    let (asking, _) = asking();
    let pending = pending_of(&asking.execute(delete("/tmp/a"), CallOptions::new()).await);
    let result = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_eq!(result.error.unwrap().class(), "ConfigurationError");
    assert!(runs.lock().unwrap().is_empty());
}

/// Returns a builder that resolves a variable.
fn resolving(secret: &'static str) -> ToolServiceBuilder {
    ToolService::builder().before(async move |mut call: ToolCall, _| {
        if let Arguments::Text(text) = &mut call.arguments {
            *text = text.replace("$HOME", secret);
        }
        Ok(call)
    })
}

#[tokio::test]
async fn pending_calls_contain_no_variable_values() {
    let limit = async |proposal: Proposal| {
        let mut arguments = proposal.arguments;
        arguments["times"] = json!(2.5);
        Decision::Change(arguments)
    };
    let builder = || {
        resolving("/home/secret")
            .approvals(approvals())
            .authorize(ask)
    };
    let call = ToolCall::new("delete_file", r#"{"path": "$HOME/a"}"#);

    let (service, runs) = files(builder().authorize(limit));
    let pending = pending_of(&service.execute(call, CallOptions::new()).await);
    assert_snapshot!(pending, @r#"delete_file {"path":"$HOME/a","times":2.5}"#);
    assert!(!format!("{pending:?}").contains("/home"));

    // The call is bound to the value of the variable.
    let (other, _) = files(
        resolving("/home/other")
            .approvals(approvals())
            .authorize(ask)
            .authorize(limit),
    );
    let result = other
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert!(result.text().contains("would run otherwise"));
    let result = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_eq!(result.text(), "deleted");
    assert_eq!(*runs.lock().unwrap(), ["/home/secret/a 2.5"]);
}

#[tokio::test]
async fn pending_calls_contain_no_values_of_hooks() {
    let schema = json!({
        "type": "object",
        "properties": {"port": {"type": "integer"}, "tokens": {"type": "array"}},
    });
    let definition = Definition::new("open", "Open a port.", schema).unwrap();
    let builder = ToolService::builder().before(async |mut call: ToolCall, _| {
        let text = match &call.arguments {
            Arguments::Text(text) => text.replace("$PORT", "80").replace("$TOKEN", "s3cret"),
            Arguments::Value(value) => value.to_string(),
        };
        let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
        value["key"] = json!("s3cret");
        call.arguments = value.into();
        Ok(call)
    });
    let change = async |proposal: Proposal| {
        let mut arguments = proposal.arguments;
        arguments["tokens"][0] = json!("changed");
        Decision::Change(arguments)
    };
    let builder = builder.approvals(approvals()).authorize(ask);
    let service = builder.authorize(change).build();
    let opened = Scripted::default();
    service
        .register(RegisteredTool::new(definition, opened.clone()))
        .unwrap();
    for sent in [
        r#"{"port": 80, "tokens": ["a", "$TOKEN"]}"#,
        // Invalid before the variables are resolved.
        r#"{"port": $PORT, "tokens": ["a", "$TOKEN"]}"#,
    ] {
        let result = service
            .execute(ToolCall::new("open", sent), CallOptions::new())
            .await;
        let pending = pending_of(&result);
        assert!(pending.to_string().contains("changed"), "{pending}");
        assert!(!pending.to_string().contains("s3cret"), "{pending}");
        assert_eq!(pending.arguments()["key"], "…");
        let granted = service
            .resume(&pending, Approval::Granted, CallOptions::new())
            .await;
        assert!(!granted.is_error, "{granted:?}");
        assert_eq!(opened.asked().last().unwrap()["key"], "s3cret");
    }
}

#[tokio::test]
async fn display_escapes_hidden_characters() {
    let (service, _) = asking();
    let path = "a\u{202e}txt.exe\u{200b}\u{2066}\u{e0041}\n\u{2028}\u{a0}é ü\u{1f600}\u{fe0f}\u{1d159}\u{fffc}\u{13441}\u{16fe4}";
    let pending = pending_of(&service.execute(delete(path), CallOptions::new()).await);
    assert_snapshot!(pending, @r#"delete_file {"path":"a\u{202e}txt.exe\u{200b}\u{2066}\u{e0041}\n\u{2028}\u{a0}é ü😀\u{fe0f}\u{1d159}\u{fffc}\u{13441}\u{16fe4}"}"#);
    assert_eq!(pending.arguments()["path"], path);
}

#[tokio::test]
async fn pending_calls_survive_serialization() {
    let schema = json!({"type": "object"});
    let any = Definition::new("any", "Take anything.", schema).unwrap();
    let service = ToolService::builder()
        .approvals(approvals())
        .authorize(ask)
        .build();
    let scripted = Scripted::default();
    service
        .register(RegisteredTool::new(any, scripted.clone()))
        .unwrap();
    let mut deep = json!(1);
    // The maximum depth.
    for _ in 0..126 {
        deep = json!([deep]);
    }
    let numbers: BTreeMap<String, f64> = (1..500_u32)
        .map(|n| (format!("z{n}"), f64::from(n).sqrt().exp() * 1e-7))
        .collect();
    let values = [
        json!({"b": 1, "a": {"d": [1.5, null, true], "c": "x"}}),
        json!({"numbers": numbers, "large": u64::MAX, "small": i64::MIN}),
        json!({"deep": deep}),
    ];
    for value in values {
        for call in [
            ToolCall::new("any", value.clone()),
            ToolCall::new("any", value.to_string()),
        ] {
            let pending = pending_of(&service.execute(call, CallOptions::new()).await);
            assert_eq!(pending.arguments(), &value);
            let result = service
                .resume(&pending, Approval::Granted, CallOptions::new())
                .await;
            assert!(!result.is_error, "{result:?}");
            assert_eq!(scripted.asked().last(), Some(&value));
        }
    }
}

/// A temporary folder.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("tool-service-{name}-{}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn one_of_many_concurrent_answers_counts() {
    let folder = Folder::new("at-once");
    let open = || DirectoryApprovals::open(&folder.0).unwrap();
    let stores: [fn(&Folder) -> Approvals; 2] = [
        |_| Approvals::new(KEY, MemoryApprovals::new()),
        |folder| Approvals::new(KEY, DirectoryApprovals::open(&folder.0).unwrap()),
    ];
    for store in stores {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(4)
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            let builder = ToolService::builder()
                .approvals(store(&folder))
                .authorize(ask);
            let (service, runs) = files(builder);
            for _ in 0..10 {
                let pending =
                    pending_of(&service.execute(delete("/tmp/a"), CallOptions::new()).await);
                let answers = (0..20).map(|_| {
                    let (service, pending) = (service.clone(), pending.clone());
                    tokio::spawn(async move {
                        service
                            .resume(&pending, Approval::Granted, CallOptions::new())
                            .await
                            .is_error
                    })
                });
                let mut ran = 0;
                for answer in answers.collect::<Vec<_>>() {
                    ran += usize::from(!answer.await.unwrap());
                }
                assert_eq!(ran, 1);
            }
            assert_eq!(runs.lock().unwrap().len(), 10);
        });
    }
    drop(open());
}

#[tokio::test]
async fn removes_expired_answers_after_a_day() {
    let folder = Folder::new("kept");
    let store = DirectoryApprovals::open(&folder.0).unwrap();
    let now = std::time::SystemTime::now();
    let day = Duration::from_secs(24 * 60 * 60);
    let (old, late) = ("0".repeat(32), "1".repeat(32));
    assert!(store.claim(&old, now - day - day).await.unwrap());
    assert!(
        store
            .claim(&late, now - Duration::from_secs(60))
            .await
            .unwrap()
    );
    std::fs::write(folder.0.join("notes.txt"), "").unwrap();

    let store = DirectoryApprovals::open(&folder.0).unwrap();
    assert!(!store.claim(&late, now).await.unwrap());
    assert!(folder.0.join("notes.txt").exists() && !folder.0.join(&old).exists());
    for id in ["", "../../../../etc/passwd", "/etc/passwd", "0/1"] {
        assert!(store.claim(id, now).await.is_err(), "{id}");
    }
}

/// A store that always fails.
struct Broken;

impl ApprovalStore for Broken {
    async fn claim(&self, _: &str, _: std::time::SystemTime) -> Result<bool, BoxError> {
        Err("the database is away".into())
    }
}

#[tokio::test]
async fn does_not_run_if_the_answer_cannot_be_recorded() {
    let approvals = Approvals::new(KEY, Broken);
    let (service, runs) = files(ToolService::builder().approvals(approvals).authorize(ask));
    let pending = pending_of(&service.execute(delete("/tmp/a"), CallOptions::new()).await);
    let result = service
        .resume(&pending, Approval::Granted, CallOptions::new())
        .await;
    assert_snapshot!(result.error.as_ref().unwrap(), @"tool execution: the answer could not be recorded");
    assert!(runs.lock().unwrap().is_empty() && !result.error.unwrap().may_have_run());
}

/// Names the step of a child process in the test below.
const STEP: &str = "APPROVAL_TEST_STEP";

#[tokio::test]
async fn approves_a_call_after_a_restart() {
    if let Ok(step) = std::env::var(STEP) {
        return run_step(&step).await;
    }
    let folder = Folder::new("restart");
    let step = |step: &str| {
        let output = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "approval::approves_a_call_after_a_restart",
                "--nocapture",
            ])
            .env(STEP, step)
            .env("APPROVAL_TEST_FOLDER", &folder.0)
            .output()
            .unwrap();
        let output = String::from_utf8(output.stdout).unwrap();
        let (_, outcome) = output
            .split_once("told ")
            .expect("what the process was told");
        outcome.lines().next().unwrap().to_owned()
    };
    let token = step("ask");
    assert_eq!(step(&format!("grant {token}")), "deleted, 1 run");
    assert_eq!(
        step(&format!("grant {token}")),
        "The call of delete_file was answered before. It was not run again., 0 run",
    );
}

/// Runs a step of a process: asks or answers.
async fn run_step(step: &str) {
    let folder = std::env::var("APPROVAL_TEST_FOLDER").unwrap();
    let approvals = Approvals::new(KEY, DirectoryApprovals::open(folder).unwrap());
    let (service, runs) = files(ToolService::builder().approvals(approvals).authorize(ask));
    let options = CallOptions::new().extension(Principal("ada".to_owned()));
    if let Some((_, token)) = step.split_once(' ') {
        let pending: Pending = serde_json::from_str(token).unwrap();
        let result = service
            .resume(&pending, Approval::Granted, options.clone())
            .await;
        println!("told {}, {} run", result.text(), runs.lock().unwrap().len());
    } else {
        let pending = pending_of(&service.execute(delete("/tmp/a"), options.clone()).await);
        println!("told {}", serde_json::to_string(&pending).unwrap());
    }
}

#[tokio::test]
async fn policy_uses_annotations() {
    let annotations = |read_only, destructive, open_world| {
        let mut annotations = Annotations::new();
        annotations.read_only = read_only;
        annotations.destructive = destructive;
        annotations.open_world = open_world;
        annotations
    };
    let (yes, no) = (Some(true), Some(false));
    let rows = [
        (annotations(None, None, None), false),
        (annotations(yes, None, None), true),
        (annotations(yes, None, no), true),
        (annotations(yes, yes, no), true),
        (annotations(yes, None, yes), false),
        (annotations(no, no, no), true),
        (annotations(None, no, no), true),
        (annotations(None, no, None), false),
        (annotations(None, no, yes), false),
        (annotations(no, yes, no), false),
        (annotations(None, None, no), false),
    ];
    for (annotations, runs) in rows {
        let service = ToolService::builder()
            .approvals(approvals())
            .authorize(ask_before_effects)
            .build();
        service
            .register(Scripted::default().tool("count", annotations))
            .unwrap();
        let result = service
            .execute(ToolCall::new("count", r#"{"n": 1}"#), CallOptions::new())
            .await;
        assert_eq!(!result.is_error, runs, "{annotations:?}");
    }
}

#[tokio::test]
async fn every_way_to_run_a_tool_requests_approval() {
    let (service, runs) = asking();
    let options = CallOptions::new();
    let results = service
        .execute_all([delete("/tmp/a"), delete("/tmp/b")], options.clone())
        .await;
    let first = pending_of(&results[0]);
    let second = pending_of(&results[1]);
    let layered = tower::ServiceBuilder::new()
        .layer(tool_service::layer::ErrorsAsResultsLayer::new())
        .service(service.clone());
    let Ok(result) = layered.oneshot(ToolRequest::from(delete("/tmp/c"))).await;
    pending_of(&result);
    assert!(runs.lock().unwrap().is_empty());
    // Another order of keys and another leniency give the same arguments.
    let generous = CallOptions::new().leniency(Leniency::Generous);
    for (pending, options) in [(&second, &generous), (&first, &options)] {
        let result = service
            .resume(pending, Approval::Granted, options.clone())
            .await;
        assert_eq!(result.text(), "deleted");
    }
    assert_eq!(*runs.lock().unwrap(), ["/tmp/b", "/tmp/a"]);

    // Arguments that are invalid when read again do not run and do not use the answer up.
    let third = pending_of(&service.execute(delete("/tmp/d"), options.clone()).await);
    let strict = CallOptions::new().leniency(Leniency::Strict);
    let result = service
        .resume(&third, Approval::Granted, strict.clone())
        .await;
    assert_eq!(result.error.unwrap().class(), "UnknownToolError");
    let result = service
        .resume(&third, Approval::Granted, options.clone())
        .await;
    assert_eq!(result.text(), "deleted");
}

#[test]
fn rejects_invalid_pending_calls() {
    for text in [
        "",
        ".",
        "a.b",
        "e30.e30",
        "e30",
        "bnVsbA.AA",
        "W10.",
        "%.%",
        "🙂.🙂",
    ] {
        let pending = serde_json::from_value::<Pending>(json!(text));
        assert_eq!(
            pending.unwrap_err().to_string(),
            "invalid pending call",
            "{text}"
        );
    }
    assert!(serde_json::from_value::<Pending>(json!({"id": 1})).is_err());
}
