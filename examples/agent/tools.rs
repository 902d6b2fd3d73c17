//! The tools: their arguments, and their bodies.

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use reqwest::Client;
use tempfile::TempDir;
use tokio::process::Command;
use tool_core::{Tool, ToolArg, ToolSet};

/// All tools of the agent.
#[derive(Debug, ToolSet)]
pub(crate) enum Tools {
    ReadFile(ReadFile),
    WriteFile(WriteFile),
    EditFile(EditFile),
    Bash(Bash),
    Grep(Grep),
    Fetch(Fetch),
    Todo(Todo),
    SubTask(SubTask),
}

/// Read a text file of the workspace.
#[derive(Debug, Tool)]
#[tool(read_only)]
pub(crate) struct ReadFile {
    /// Path within the workspace.
    path: String,
    /// Number of lines. Default: all.
    #[schemars(range(min = 1))]
    limit: Option<usize>,
}

/// Create a file of the workspace, or replace its text.
#[derive(Debug, Tool)]
#[tool(destructive, partial)]
pub(crate) struct WriteFile {
    /// Path within the workspace.
    pub(crate) path: String,
    text: String,
}

/// Replace exact texts in a file of the workspace.
#[derive(Debug, Tool)]
#[tool(destructive)]
pub(crate) struct EditFile {
    /// Path within the workspace.
    path: String,
    /// The replacements, in order.
    #[tool(json_string)]
    #[schemars(length(min = 1))]
    edits: Vec<Edit>,
}

#[derive(Debug, ToolArg)]
struct Edit {
    /// Text to find. It must occur exactly once.
    #[schemars(length(min = 1))]
    old: String,
    new: String,
}

/// Run a shell command in the workspace.
#[derive(Debug, Tool)]
#[tool(destructive, open_world)]
pub(crate) struct Bash {
    command: String,
    /// Seconds before the command is stopped.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 60))]
    timeout: u64,
}

fn ten() -> u64 {
    10
}

/// Find the lines of the workspace that contain a text.
#[derive(Debug, Tool)]
#[tool(read_only)]
pub(crate) struct Grep {
    #[schemars(length(min = 1))]
    pattern: String,
}

/// Get the text of a page.
#[derive(Debug, Tool)]
#[tool(read_only, open_world)]
pub(crate) struct Fetch {
    #[schemars(url)]
    url: String,
}

/// Replace the list of open tasks.
#[derive(Debug, Tool)]
pub(crate) struct Todo {
    #[tool(json_string)]
    items: Vec<Item>,
}

#[derive(Debug, ToolArg)]
struct Item {
    text: String,
    done: bool,
}

/// Give a task to another agent, which has the same tools and does not know this conversation.
#[derive(Debug, Tool)]
pub(crate) struct SubTask {
    pub(crate) task: String,
}

/// A temporary folder with the files of the agent.
pub(crate) struct Workspace {
    folder: TempDir,
}

type Outcome = Result<String, Box<dyn Error>>;

impl Workspace {
    pub(crate) fn new() -> Result<Self, Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        std::fs::write(folder.path().join("hello.txt"), "Helo, world\n")?;
        Ok(Self { folder })
    }

    pub(crate) async fn run(&self, tool: Tools, http: &Client) -> Outcome {
        match tool {
            Tools::ReadFile(ReadFile { path, limit }) => {
                let text = self.read(&path)?;
                let lines = text.lines().take(limit.unwrap_or(usize::MAX));
                Ok(lines.collect::<Vec<_>>().join("\n"))
            }
            Tools::WriteFile(WriteFile { path, text }) => {
                tokio::fs::write(self.locate(&path)?, &text).await?;
                Ok(format!("Wrote {} bytes.", text.len()))
            }
            Tools::EditFile(edit) => self.edit(&edit).await,
            Tools::Bash(bash) => self.run_command(&bash).await,
            Tools::Grep(Grep { pattern }) => self.find(&pattern),
            Tools::Fetch(Fetch { url }) => {
                let page = http.get(url).send().await?.error_for_status()?;
                Ok(page.text().await?)
            }
            Tools::Todo(Todo { items }) => {
                let open = items.iter().filter(|item| !item.done);
                let open: Vec<_> = open.map(|item| item.text.as_str()).collect();
                Ok(format!("Open: {}", open.join(", ")))
            }
            Tools::SubTask(_) => Err("the agent runs sub-tasks itself".into()),
        }
    }

    pub(crate) fn read(&self, path: &str) -> Outcome {
        let text = std::fs::read_to_string(self.locate(path)?);
        text.map_err(|error| format!("{path}: {error}").into())
    }

    /// Returns the path in the folder. Rejects a path that leaves the folder.
    fn locate(&self, path: &str) -> Result<PathBuf, Box<dyn Error>> {
        let mut parts = Path::new(path).components();
        if !parts.all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Err(format!("{path} is not a path within the workspace").into());
        }
        Ok(self.folder.path().join(path))
    }

    async fn edit(&self, EditFile { path, edits }: &EditFile) -> Outcome {
        let mut text = self.read(path)?;
        for Edit { old, new } in edits {
            match text.matches(old.as_str()).count() {
                1 => text = text.replacen(old.as_str(), new, 1),
                times => return Err(format!("{old:?} occurs {times} times in {path}").into()),
            }
        }
        tokio::fs::write(self.locate(path)?, text).await?;
        Ok(format!("Replaced {} texts.", edits.len()))
    }

    async fn run_command(&self, Bash { command, timeout }: &Bash) -> Outcome {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(self.folder.path());
        shell.stdin(Stdio::null()).kill_on_drop(true);
        let output = tokio::time::timeout(Duration::from_secs(*timeout), shell.output()).await;
        let output = output.map_err(|_| format!("stopped after {timeout} s"))??;
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text += &String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            Ok(text)
        } else {
            Err(format!("{}\n{text}", output.status).into())
        }
    }

    fn find(&self, pattern: &str) -> Outcome {
        let mut found = String::new();
        for entry in std::fs::read_dir(self.folder.path())? {
            let name = entry?.file_name().to_string_lossy().into_owned();
            let text = self.read(&name).unwrap_or_default();
            for (at, line) in text.lines().enumerate() {
                if line.contains(pattern) {
                    writeln!(found, "{name}:{}: {line}", at + 1)?;
                }
            }
        }
        Ok(found)
    }
}
