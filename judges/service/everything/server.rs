//! Starts the server as a process and connects to it.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tool_service::mcp::McpServerConfig;

use crate::read_variable;

/// Returns the path of the installed server.
fn script() -> PathBuf {
    let package = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    Path::new(&read_variable("SERVICE_JUDGES")).join(package)
}

/// Returns a command without the variables that child processes get by default. A tool of the
/// server prints all its variables.
fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.stderr(Stdio::null());
    for passed in ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"] {
        command.env_remove(passed);
    }
    command
}

/// Returns the server as a child process.
pub(super) fn over_stdio() -> McpServerConfig {
    let mut node = command(&read_variable("NODE"));
    node.arg(script()).arg("stdio").env("PORT", "0");
    McpServerConfig::child_process("everything", node)
}

/// Returns the server as a child process that a shell command starts. `$0` is Node.js, `$1` the
/// script and `$2` a file.
pub(super) fn by_shell(line: &str, file: &Path) -> McpServerConfig {
    let mut shell = command("/bin/sh");
    shell.env("PATH", read_variable("PATH")).args(["-c", line]);
    shell.arg(read_variable("NODE")).arg(script()).arg(file);
    McpServerConfig::child_process("everything", shell)
}

/// The server over HTTP. Dropping this value kills it.
pub(super) struct Served {
    port: u16,
    child: Child,
}

impl Served {
    /// Starts the server on a free port.
    pub(super) async fn start() -> Self {
        // Another program may take the port in the meantime. The test then tries another port.
        for _ in 0..5 {
            let free = TcpListener::bind("127.0.0.1:0").unwrap();
            let port = free.local_addr().unwrap().port();
            drop(free);
            if let Some(child) = listening(port).await {
                return Self { port, child };
            }
        }
        panic!("server-everything does not listen on any of five ports");
    }

    pub(super) fn over_http(&self) -> McpServerConfig {
        McpServerConfig::http("everything", format!("http://127.0.0.1:{}/mcp", self.port)).unwrap()
    }

    pub(super) async fn kill(&mut self) {
        self.child.kill().await.unwrap();
    }

    /// Restarts the server on the same port.
    pub(super) async fn start_again(&mut self) {
        let child = listening(self.port).await;
        self.child = child.expect("the port is free as before");
    }
}

/// Returns the server when it accepts connections on that port. Returns `None` if it has ended.
async fn listening(port: u16) -> Option<Child> {
    let mut node = command(&read_variable("NODE"));
    node.arg(script()).arg("streamableHttp");
    node.env_clear()
        .env("PORT", port.to_string())
        .stdout(Stdio::null())
        .kill_on_drop(true);
    let mut child = node.spawn().unwrap();
    for _ in 0..3000 {
        if child.try_wait().unwrap().is_some() {
            return None;
        }
        if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            return Some(child);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("server-everything does not listen within 30 seconds");
}
