//! The environment of child processes.

use std::collections::BTreeMap;
use std::process::Stdio;

use serde_json::json;
use tokio::process::Command;
use tool_service::mcp::McpServerConfig;

use super::{call, command, connected};

const SAFE: [&str; 6] = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];

/// Cargo sets this variable for the tests.
const SECRET: &str = "CARGO_MANIFEST_DIR";

async fn environment(server: McpServerConfig) -> BTreeMap<String, String> {
    let (service, _connection) = connected(server).await;
    let result = call(&service, "echo", json!({"text": "environment"})).await;
    serde_json::from_str(&result.text()).unwrap()
}

fn server(change: impl FnOnce(&mut Command)) -> McpServerConfig {
    let mut command = command("", None);
    change(&mut command);
    McpServerConfig::child_process("peer", command)
}

#[tokio::test]
async fn a_child_process_gets_only_safe_and_explicit_variables() {
    assert!(std::env::var_os(SECRET).is_some());
    let server = server(|command| {
        command.env("API_KEY", "key").env("TERM", "own");
        command.env_remove("HOME");
    });
    let found = environment(server).await;
    assert_eq!(found["API_KEY"], "key");
    assert_eq!(found["TERM"], "own");
    assert_eq!(found["PATH"], std::env::var("PATH").unwrap());
    assert!(!found.contains_key("HOME"));
    let added = found.keys().filter(|name| !SAFE.contains(&name.as_str()));
    assert_eq!(added.collect::<Vec<_>>(), ["API_KEY"]);
}

#[tokio::test]
async fn passed_variables_are_added_unless_the_command_removes_them() {
    let found = environment(server(|_| {}).pass_env([SECRET, "NO_SUCH_VARIABLE"])).await;
    assert_eq!(found[SECRET], std::env::var(SECRET).unwrap());
    assert!(!found.contains_key("NO_SUCH_VARIABLE"));
    let removed = server(|command| {
        command.env_remove(SECRET);
    });
    assert!(
        !environment(removed.pass_env([SECRET]))
            .await
            .contains_key(SECRET)
    );
}

#[tokio::test]
async fn inherits_the_environment_except_removals() {
    let removed = server(|command| {
        command.env_remove(SECRET).env("TERM", "own");
    });
    let found = environment(removed.inherit_env()).await;
    assert_eq!(found["TERM"], "own");
    assert!(!found.contains_key(SECRET));
    assert!(found.contains_key("CARGO_PKG_NAME"));
}

/// Restarts this program as a host whose variables contain shell functions.
#[tokio::test]
async fn does_not_pass_shell_functions() {
    const FUNCTION: &str = "() { :; }; echo run";
    if std::env::var("USER").is_ok_and(|user| user == FUNCTION) {
        let found = environment(server(|_| {}).pass_env(["PASSED"])).await;
        assert!(
            !found.contains_key("USER") && !found.contains_key("PASSED"),
            "{found:?}"
        );
        return;
    }
    let mut host = Command::new(std::env::current_exe().unwrap());
    host.args(["--exact", "mcp::environment::does_not_pass_shell_functions"]);
    host.env("USER", FUNCTION).env("PASSED", FUNCTION);
    let ended = host.stdout(Stdio::piped()).output().await.unwrap();
    let output = String::from_utf8_lossy(&ended.stdout);
    assert!(
        ended.status.success() && output.contains("1 passed"),
        "{output}"
    );
}
