use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use tokio::process::Command;
use tool_core::definition::Annotations;

use super::http::HttpEndpoint;
use super::process::Program;
use super::review::{Review, ToolChange, ToolReview};
use crate::CallOptions;

/// Configuration of an MCP server and its tools.
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
    any_output: HashSet<String>,
    annotations: HashMap<String, Annotations>,
    only: Option<HashSet<String>>,
    except: HashSet<String>,
    keep_names: bool,
    names: HashMap<String, String>,
    pub(super) review: Option<Review>,
}

/// The transport of a server.
pub(super) enum ServerTransport {
    Process(Box<Program>),
    Http(HttpEndpoint),
}

impl McpServerConfig {
    /// Creates the configuration of a server in a child process, which communicates over its
    /// standard input and output. Its standard error goes to the standard error of this process,
    /// unless `command` redirects it. Piped standard error is discarded.
    ///
    /// On Unix, the server runs in a separate process group, and the whole group is terminated with
    /// the server. Closing the connection closes the input of the server. After 2 seconds the group
    /// gets `SIGTERM`, and after 2 more seconds it is killed.
    ///
    /// The process gets only the environment variables that the official SDKs pass: `HOME`,
    /// `LOGNAME`, `PATH`, `SHELL`, `TERM` and `USER`. On Windows: `APPDATA`, `HOMEDRIVE`,
    /// `HOMEPATH`, `LOCALAPPDATA`, `PATH`, `PROCESSOR_ARCHITECTURE`, `PROGRAMFILES`, `SYSTEMDRIVE`,
    /// `SYSTEMROOT`, `TEMP`, `USERNAME` and `USERPROFILE`. Values that begin with `()` are omitted,
    /// since a shell may run them as functions. Variables set by `Command::env` are added, and
    /// variables removed by `Command::env_remove` are omitted. `Command::env_clear` has no effect
    /// on the variables above. [`pass_env`](Self::pass_env) and [`inherit_env`](Self::inherit_env)
    /// add more variables.
    ///
    /// `name` identifies the server and must be unique.
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
            any_output: HashSet::new(),
            annotations: HashMap::new(),
            only: None,
            except: HashSet::new(),
            keep_names: false,
            names: HashMap::new(),
            review: None,
        }
    }

    /// Passes these additional variables of this process to a child process, with their values at
    /// the start of the process. Variables that the command sets or removes take precedence. A
    /// server over HTTP ignores this setting.
    pub fn pass_env<T: Into<OsString>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        if let ServerTransport::Process(program) = &mut self.transport {
            program.environment.pass(names.into_iter().map(Into::into));
        }
        self
    }

    /// Passes all variables of this process to a child process, including secrets. Variables that
    /// the command removes are omitted. A server over HTTP ignores this setting.
    pub fn inherit_env(mut self) -> Self {
        if let ServerTransport::Process(program) = &mut self.transport {
            program.environment.inherit();
        }
        self
    }

    /// Sets the options of calls of the server's tools. The options of a call override them.
    pub fn options(mut self, options: CallOptions) -> Self {
        self.options = options;
        self
    }

    /// Sets the maximum time for connecting and listing the tools. Default: 30 seconds.
    pub fn startup_timeout(mut self, all: Duration) -> Self {
        self.startup = all;
        self
    }

    /// Passes the arguments of these tools on without validation and coercion. `tools` are names on
    /// the server.
    pub fn passthrough<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.passthrough.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Accepts the output of these tools even if it violates their output schemas. Otherwise such a
    /// call fails, as the protocol requires, and its text is lost. `tools` are names on the server.
    pub fn any_output<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.any_output.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Sets the annotations of a tool, in place of the server's annotations. They affect retries
    /// and concurrency. `tool` is the name on the server.
    pub fn annotate(mut self, tool: impl Into<String>, annotations: Annotations) -> Self {
        self.annotations.insert(tool.into(), annotations);
        self
    }

    /// Registers the tools under their names on the server, without the prefix `mcp__SERVER__`. Use
    /// this after moving tools to your own server. Characters that providers reject are still
    /// replaced.
    pub fn keep_names(mut self) -> Self {
        self.keep_names = true;
        self
    }

    /// Sets the registered names of tools, by their names on the server. Use this with the stored
    /// result of [`Connection::names`](super::Connection::names): approvals, policies and histories
    /// then find each tool in every process, in whatever order the server lists its tools.
    ///
    /// ```
    /// use tool_service::mcp::McpServerConfig;
    ///
    /// let stored = [("read".to_owned(), "mcp__notes__read".to_owned())];
    /// let server = McpServerConfig::http("notes", "http://localhost:8080/mcp")?.names(stored);
    /// # let _ = server;
    /// # Ok::<(), tool_service::ToolError>(())
    /// ```
    pub fn names(mut self, names: impl IntoIterator<Item = (String, String)>) -> Self {
        self.names.extend(names);
        self
    }

    /// Registers only these tools. `tools` are names on the server.
    pub fn include<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        let only = self.only.get_or_insert_default();
        only.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Excludes these tools. `tools` are names on the server.
    pub fn exclude<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.except.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Sets a function that reviews each new or changed tool, in the first list and in later lists.
    /// Default: all tools are accepted.
    ///
    /// A refused tool is not registered, and
    /// [`Event::ToolRejected`](crate::event::Event::ToolRejected) names it. The function reviews
    /// each version of a tool once. A changed tool gets its new definition only after the function
    /// accepts it. If the function panics, the registered tools stay unchanged.
    ///
    /// The function runs on a thread for blocking work. It may wait for a person for up to the
    /// [`startup_timeout`](Self::startup_timeout).
    ///
    /// ```
    /// use std::collections::HashMap;
    /// use tool_service::mcp::{McpServerConfig, ToolReview};
    ///
    /// // Descriptions that a person has reviewed.
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

    /// Returns the prefix of the registered names.
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

    /// Returns the name that the host has set for a tool.
    pub(super) fn name_of(&self, tool: &str) -> Option<&str> {
        self.names.get(tool).map(String::as_str)
    }

    pub(super) fn annotations_of(&self, tool: &str) -> Option<Annotations> {
        self.annotations.get(tool).copied()
    }

    pub(super) fn accepts_any_output(&self, tool: &str) -> bool {
        self.any_output.contains(tool)
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
