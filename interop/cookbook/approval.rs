//! Asks a person before a tool with an effect runs.

use tool_core::Tool;
use tool_service::approval::{Approval, Approvals, MemoryApprovals, Pending, ask_before_effects};
use tool_service::{BoxError, CallOptions, ForModel, ToolCall, ToolError, ToolService};

/// List the files of a folder.
#[derive(Debug, Tool)]
#[tool(read_only)]
struct ListFiles {
    folder: String,
}

/// Delete a file.
#[derive(Debug, Tool)]
#[tool(destructive)]
struct DeleteFile {
    path: String,
}

async fn list_files(list: ListFiles) -> Result<Vec<String>, ForModel<String>> {
    Ok(vec![
        format!("{}/a", list.folder),
        format!("{}/b", list.folder),
    ])
}

async fn delete_file(delete: DeleteFile) -> Result<String, ForModel<String>> {
    Ok(format!("deleted {}", delete.path))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), BoxError> {
    // A real host takes the key from its secrets. `DirectoryApprovals` survives a restart.
    let approvals = Approvals::new([7; 32], MemoryApprovals::new());
    let service = ToolService::builder()
        .approvals(approvals)
        .authorize(ask_before_effects)
        .build();
    service.register(list_files)?;
    service.register(delete_file)?;

    let calls = [
        ToolCall::new("list_files", r#"{"folder": "/tmp"}"#),
        ToolCall::new("deleteFile", r"{'Path': '/tmp/a'}"),
        ToolCall::new("delete_file", r#"{"path": "/etc/hosts"}"#),
    ];
    for result in service.execute_all(calls, CallOptions::new()).await {
        println!("for the model: {}", result.text());
        let Some(ToolError::ApprovalRequired(pending)) = result.error else {
            continue;
        };
        println!("for the user: run {pending}?");
        // The call can wait in a database: `Pending` is serializable.
        let stored = serde_json::to_string(&pending)?;
        let pending: Pending = serde_json::from_str(&stored)?;
        let answer = answer(&pending);
        let result = service.resume(&pending, answer, CallOptions::new()).await;
        println!("for the model: {}", result.text());
    }
    Ok(())
}

/// Answers in the place of a person: yes below `/tmp`, no elsewhere.
fn answer(pending: &Pending) -> Approval {
    if pending.to_string().contains("/tmp/") {
        println!("the user: yes");
        Approval::Granted
    } else {
        println!("the user: no");
        Approval::Refused("The user wants to keep this file.".to_owned())
    }
}
