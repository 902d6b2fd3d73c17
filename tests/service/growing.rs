//! Tools move to replicas of an MCP server without a change for the caller.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::Request;
use insta::assert_snapshot;
use service_tests::ran;
use tokio::net::TcpListener;
use tool_core::Tool;
use tool_service::extract::State;
use tool_service::mcp::{HttpOptions, McpServerBuilder, McpServerConfig};
use tool_service::{ForModel, ToolService};
use tower::ServiceExt;

/// State shared by the replicas, like an external database.
type Notes = Arc<Mutex<BTreeMap<String, String>>>;

/// Write a note.
#[derive(Debug, Tool)]
#[tool(idempotent)]
struct WriteNote {
    name: String,
    #[schemars(length(max = 20))]
    text: String,
}

/// Read a note.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct ReadNote {
    name: String,
}

async fn write_note(State(notes): State<Notes>, note: WriteNote) -> Result<usize, String> {
    let mut notes = notes.lock().unwrap();
    notes.insert(note.name, note.text);
    Ok(notes.len())
}

async fn read_note(
    State(notes): State<Notes>,
    note: ReadNote,
) -> Result<String, ForModel<&'static str>> {
    let notes = notes.lock().unwrap();
    let text = notes.get(&note.name).cloned();
    text.ok_or(ForModel("there is no such note"))
}

fn tools(notes: &Notes) -> ToolService {
    let service = ToolService::builder().state(Arc::clone(notes)).build();
    service.register(write_note).unwrap();
    service.register(read_note).unwrap();
    service
}

/// Starts replicas behind a round-robin balancer. Returns its address and the number of requests
/// per replica.
async fn replicas(count: usize) -> (String, Vec<Arc<AtomicUsize>>) {
    let notes = Notes::default();
    let replica = |_| McpServerBuilder::new(&tools(&notes)).http(HttpOptions::new().stateless());
    let replicas: Vec<_> = (0..count).map(replica).collect();
    let counts: Vec<_> = (0..count).map(|_| Arc::<AtomicUsize>::default()).collect();
    let (next, seen) = (Arc::new(AtomicUsize::new(0)), counts.clone());
    let balancer = Router::new().fallback(move |request: Request| {
        let turn = next.fetch_add(1, Ordering::Relaxed) % count;
        seen[turn].fetch_add(1, Ordering::Relaxed);
        replicas[turn].clone().oneshot(request)
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/", listener.local_addr().unwrap());
    tokio::spawn(async move { axum::serve(listener, balancer).await });
    (address, counts)
}

const CALLS: &[(&str, &str)] = &[
    ("writeNote", r#"{"name": "a", "text": "one"}"#),
    ("write_note", r#"{"name": "b", "text": 2}"#),
    ("read_note", r#"{"name": "a"}"#),
    ("read_note", r#"{"name": "b"}"#),
    ("read_note", r#"{"name": "c"}"#),
    ("read_note", "{}"),
    (
        "write_note",
        r#"{"name": "a", "text": "far more than twenty letters"}"#,
    ),
    ("delete_note", r#"{"name": "a"}"#),
];

async fn outcome(service: &ToolService) -> String {
    let mut lines = Vec::new();
    for (name, raw) in CALLS {
        let (text, _, attempts) = ran(service, name, raw).await;
        lines.push(format!("{name} {raw} ({attempts})\n  {text}"));
    }
    lines.join("\n")
}

#[tokio::test]
async fn replicas_look_like_one_server() {
    let before = outcome(&tools(&Notes::default())).await;

    let (address, counts) = replicas(3).await;
    let service = ToolService::new();
    let server = McpServerConfig::http("notes", &address)
        .unwrap()
        .keep_names();
    let connection = service.connect(server).await.unwrap();
    let after = outcome(&service).await;

    assert_snapshot!(before, @r#"
    writeNote {"name": "a", "text": "one"} (1)
      1
    write_note {"name": "b", "text": 2} (1)
      2
    read_note {"name": "a"} (1)
      one
    read_note {"name": "b"} (1)
      2
    read_note {"name": "c"} (1)
      there is no such note
    read_note {} (0)
      Please rewrite the input with valid arguments. Errors: name: Required (the arguments are empty)
    write_note {"name": "a", "text": "far more than twenty letters"} (0)
      Please rewrite the input with valid arguments. Errors: text: expected at most 20 characters, got 28
    delete_note {"name": "a"} (0)
      Unknown tool requested by model: delete_note. Call one of: write_note, read_note
    "#);
    assert_eq!(before, after);
    for count in counts {
        assert!(count.load(Ordering::Relaxed) > 0, "each replica answered");
    }
    connection.disconnect().await;
    assert!(service.definitions().as_slice().is_empty());
}
