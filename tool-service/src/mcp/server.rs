use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use tokio::process::Command;
use tool_core::definition::Annotations;

use super::http::Endpoint;
use super::process::Program;
use super::review::{Review, ToolChange, ToolReview};
use crate::CallOptions;

/// An MCP server and the settings of its tools.
///
/// ```
/// use std::time::Duration;
/// use tool_service::CallOptions;
/// use tool_service::mcp::McpServerConfig;
///
/// let server = McpServerConfig::http("github", "https://api.githubcopilot.com/mcp/")?
///     .bearer("ghp_secret")?
///     .include(["get_me", "search_code"])
///     .options(CallOptions::new().timeout(Duration::from_secs(10)));
/// assert!(!format!("{server:?}").contains("ghp_secret"));
/// # Ok::<(), tool_service::ToolError>(())
/// ```
#[must_use]
pub struct McpServerConfig {
    pub(super) name: String,
    pub(super) transport: ServerTransport,
    pub(super) options: CallOptions,
    pub(super) startup: Duration,
    passthrough: HashSet<String>,
    annotations: HashMap<String, Annotations>,
    only: Option<HashSet<String>>,
    except: HashSet<String>,
    keep_names: bool,
    pub(super) review: Option<Review>,
}

/// How a server is reached.
pub(super) enum ServerTransport {
    Process(Box<Program>),
    Http(Endpoint),
}

impl McpServerConfig {
    /// A server that is started as a child process, and spoken to by its standard input
    /// and output. What it writes to its standard error goes where `command` says: to that
    /// of this process, unless it says otherwise; what is piped is thrown away.
    ///
    /// It is started in a process group of its own on Unix, so that what it starts is ended
    /// with it. When the connection is given up its input is closed; after 2 seconds it is
    /// told to end (`SIGTERM`), and after 2 more it is killed.
    ///
    /// Of the environment of this process it gets only the variables that the official SDKs
    /// pass: `HOME`, `LOGNAME`, `PATH`, `SHELL`, `TERM` and `USER`; on Windows `APPDATA`,
    /// `HOMEDRIVE`, `HOMEPATH`, `LOCALAPPDATA`, `PATH`, `PROCESSOR_ARCHITECTURE`,
    /// `PROGRAMFILES`, `SYSTEMDRIVE`, `SYSTEMROOT`, `TEMP`, `USERNAME` and `USERPROFILE`.
    /// Values that begin with `()` are left out, since a shell may take them for functions.
    /// The variables that `command` sets (`Command::env`) are added, and those that it removes
    /// (`Command::env_remove`) are left out. `Command::env_clear` leaves no trace: the server
    /// gets the variables above all the same. [`pass_env`](Self::pass_env) and
    /// [`inherit_env`](Self::inherit_env) add more.
    ///
    /// `name` tells servers apart: give each its own.
    ///
    /// ```
    /// use tokio::process::Command;
    /// use tool_service::mcp::McpServerConfig;
    ///
    /// let mut command = Command::new("npx");
    /// command.args(["-y", "@modelcontextprotocol/server-github"]);
    /// command.env("GITHUB_PERSONAL_ACCESS_TOKEN", "ghp_secret");
    /// let server = McpServerConfig::child_process("github", command).pass_env(["HTTPS_PROXY"]);
    /// # let _ = server;
    /// ```
    pub fn child_process(name: impl Into<String>, command: Command) -> Self {
        Self::new(
            name.into(),
            ServerTransport::Process(Box::new(Program::new(command))),
        )
    }

    pub(super) fn new(name: String, transport: ServerTransport) -> Self {
        Self {
            name,
            transport,
            options: CallOptions::new(),
            startup: Duration::from_secs(30),
            passthrough: HashSet::new(),
            annotations: HashMap::new(),
            only: None,
            except: HashSet::new(),
            keep_names: false,
            review: None,
        }
    }

    /// Passes these variables of this process to a child process as well. Each keeps the value
    /// that it has when the process starts. Variables that the command sets or removes itself
    /// take precedence. A server over HTTP ignores them.
    pub fn pass_env<T: Into<OsString>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        if let ServerTransport::Process(program) = &mut self.transport {
            program.environment.pass(names.into_iter().map(Into::into));
        }
        self
    }

    /// Passes all variables of this process to a child process, secrets included, but for those
    /// that the command removes. A server over HTTP ignores it.
    pub fn inherit_env(mut self) -> Self {
        if let ServerTransport::Process(program) = &mut self.transport {
            program.environment.inherit();
        }
        self
    }

    /// Sets the options of the calls of its tools. The options of a call override them.
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = options;
        self
    }

    /// How long it may take until the server is there and has listed its tools: 30 seconds.
    pub fn startup_timeout(mut self, all: Duration) -> Self {
        self.startup = all;
        self
    }

    /// Passes the arguments of these tools as they are, neither checked nor coerced. Tools
    /// are told by the names that the server has for them.
    pub fn passthrough<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.passthrough.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Sets the annotations of a tool, in the place of those that the server gives it. They decide
    /// on retries and on which calls run together. The tool is named as the server names it.
    pub fn annotate(mut self, tool: impl Into<String>, annotations: Annotations) -> Self {
        self.annotations.insert(tool.into(), annotations);
        self
    }

    /// Registers its tools by the names that the server has for them, without `mcp__` and
    /// the server: where tools moved to a server of your own, say. What no provider takes
    /// in a name is replaced all the same.
    pub fn keep_names(mut self) -> Self {
        self.keep_names = true;
        self
    }

    /// Registers these of its tools, and no others.
    pub fn include<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        let only = self.only.get_or_insert_default();
        only.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Leaves these of its tools out.
    pub fn exclude<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.except.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Asks a function about each tool that is new or has changed: in the first list, and each
    /// time the server lists its tools again. Default: all are accepted.
    ///
    /// A tool that is refused is not registered, and [`Event::ToolRejected`](crate::event::Event::ToolRejected)
    /// names it. The function is asked once for each entry of a tool; it is asked again when the
    /// entry changes. A tool that changes has its new definition only after the function has
    /// accepted it. If the function panics, the tools stay as they are.
    ///
    /// It runs on a thread for blocking work, and may wait for a person as long as
    /// [`startup_timeout`](Self::startup_timeout) allows.
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use tool_service::mcp::{McpServerConfig, ToolReview};
    ///
    /// // The descriptions that a person has read.
    /// let pinned = HashMap::from([("mcp__notes__read", "Read a note.")]);
    /// let server = McpServerConfig::http("notes", "http://localhost:8080/mcp")?.review(move |change| {
    ///     let tool = change.definition;
    ///     match pinned.get(tool.name()) {
    ///         Some(description) if *description == tool.description() => ToolReview::Accept,
    ///         _ => ToolReview::Refuse,
    ///     }
    /// });
    /// # let _ = server;
    /// # Ok::<(), tool_service::ToolError>(())
    /// ```
    pub fn review<F>(mut self, review: F) -> Self
    where
        F: Fn(&ToolChange<'_>) -> ToolReview + Send + Sync + 'static,
    {
        self.review = Some(Review::new(review));
        self
    }

    /// What stands before the name of each of its tools.
    pub(super) fn prefix(&self) -> String {
        if self.keep_names {
            String::new()
        } else {
            format!("mcp__{}__", self.name)
        }
    }

    pub(super) fn takes(&self, tool: &str) -> bool {
        let only = self.only.as_ref();
        only.is_none_or(|only| only.contains(tool)) && !self.except.contains(tool)
    }

    pub(super) fn annotations_of(&self, tool: &str) -> Option<Annotations> {
        self.annotations.get(tool).copied()
    }

    pub(super) fn passes_through(&self, tool: &str) -> bool {
        self.passthrough.contains(tool)
    }
}

impl fmt::Debug for McpServerConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let transport = match self.transport {
            ServerTransport::Process(_) => "child process",
            ServerTransport::Http(_) => "http",
        };
        f.debug_struct("McpServerConfig")
            .field("name", &self.name)
            .field("transport", &transport)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
