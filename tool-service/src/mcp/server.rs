use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fmt;
use std::time::Duration;

use reqwest::Url;
use reqwest::header::{AUTHORIZATION, HeaderName};
use tokio::process::Command;
use tool_core::Annotations;

use super::headers::SecretHeader;
use super::http::Endpoint;
use super::process::Program;
use crate::{Failure, Options, Secret, ToolError};

/// An MCP server, and which of its tools are used, how.
///
/// ```
/// use std::time::Duration;
/// use tool_service::mcp::McpServer;
///
/// let server = McpServer::http("github", "https://api.githubcopilot.com/mcp/")?
///     .bearer("ghp_secret")?
///     .only(["get_me", "search_code"])
///     .timeout(Duration::from_secs(10));
/// assert!(!format!("{server:?}").contains("ghp_secret"));
/// # Ok::<(), tool_service::ToolError>(())
/// ```
#[must_use]
pub struct McpServer {
    pub(super) name: String,
    pub(super) reach: Reach,
    pub(super) options: Options,
    pub(super) startup: Duration,
    untouched: HashSet<String>,
    annotations: HashMap<String, Annotations>,
    only: Option<HashSet<String>>,
    except: HashSet<String>,
    keep_names: bool,
}

/// The headers that the client of the protocol sets.
const OF_THE_PROTOCOL: [&str; 5] = [
    "accept",
    "content-type",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
];

/// How a server is reached.
pub(super) enum Reach {
    Process(Program),
    Http(Endpoint),
}

impl McpServer {
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
    /// use tool_service::mcp::McpServer;
    ///
    /// let mut command = Command::new("npx");
    /// command.args(["-y", "@modelcontextprotocol/server-github"]);
    /// command.env("GITHUB_PERSONAL_ACCESS_TOKEN", "ghp_secret");
    /// let server = McpServer::child_process("github", command).pass_env(["HTTPS_PROXY"]);
    /// # let _ = server;
    /// ```
    pub fn child_process(name: impl Into<String>, command: Command) -> Self {
        Self::new(name.into(), Reach::Process(Program::new(command)))
    }

    /// A server that is reached by streamable HTTP.
    ///
    /// Redirects are followed within the same origin, and only those that keep the method
    /// (307 and 308). Proxies are those of the environment.
    ///
    /// # Errors
    ///
    /// [`ToolError::Configuration`] if the URL cannot be parsed or is not of `http` or `https`,
    /// or if it is of `https` and the feature `tls` is off.
    pub fn http(name: impl Into<String>, url: impl AsRef<str>) -> Result<Self, ToolError> {
        let name = name.into();
        let wrong =
            |reason: &str| misconfigured(format!("the URL of the MCP server {name:?} {reason}"));
        let url = Url::parse(url.as_ref());
        let url = url.map_err(|error| wrong(&format!("cannot be parsed: {error}")))?;
        match url.scheme() {
            "https" if !cfg!(feature = "tls") => {
                return Err(wrong("uses https, which needs the feature `tls`"));
            }
            "http" | "https" => {}
            scheme => {
                let reason = format!("has the scheme {scheme:?}; use http or https");
                return Err(wrong(&reason));
            }
        }
        Ok(Self::new(name, Reach::Http(Endpoint::new(url))))
    }

    fn new(name: String, reach: Reach) -> Self {
        Self {
            name,
            reach,
            options: Options::new(),
            startup: Duration::from_secs(30),
            untouched: HashSet::new(),
            annotations: HashMap::new(),
            only: None,
            except: HashSet::new(),
            keep_names: false,
        }
    }

    /// Passes these variables of this process to a child process as well. Each keeps the value
    /// that it has when the process starts. Variables that the command sets or removes itself
    /// take precedence. A server over HTTP ignores them.
    pub fn pass_env<T: Into<OsString>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        if let Reach::Process(program) = &mut self.reach {
            program.environment.pass(names.into_iter().map(Into::into));
        }
        self
    }

    /// Passes all variables of this process to a child process, secrets included, but for those
    /// that the command removes. A server over HTTP ignores it.
    pub fn inherit_env(mut self) -> Self {
        if let Reach::Process(program) = &mut self.reach {
            program.environment.inherit();
        }
        self
    }

    /// Sends `Authorization: Bearer TOKEN` with each request over HTTP. A token that changes is a
    /// [`Secret::from_provider`]. For a child process, set a variable on its command instead.
    ///
    /// ```
    /// use tool_service::Secret;
    /// use tool_service::mcp::McpServer;
    ///
    /// /// Logs in at the host's identity provider.
    /// async fn log_in() -> std::io::Result<String> {
    ///     Ok("t0ken".to_owned())
    /// }
    ///
    /// let server = McpServer::http("travel", "http://localhost:8080/mcp")?
    ///     .bearer(Secret::from_provider(log_in))?;
    /// # let _ = server;
    /// # Ok::<(), tool_service::ToolError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`ToolError::Configuration`] if a header cannot hold the token, or if the server is a
    /// child process.
    pub fn bearer(self, token: impl Into<Secret>) -> Result<Self, ToolError> {
        self.secret_header(AUTHORIZATION, token.into(), true)
    }

    /// Sends a header with each request over HTTP. Its value is never printed. A value that
    /// changes is a [`Secret::from_provider`].
    ///
    /// # Errors
    ///
    /// [`ToolError::Configuration`] if the name or the value is invalid, if the protocol has a
    /// header of that name itself, or if the server is a child process.
    pub fn header(
        self,
        name: impl AsRef<str>,
        value: impl Into<Secret>,
    ) -> Result<Self, ToolError> {
        let (name, server) = (name.as_ref(), &self.name);
        let header = HeaderName::from_bytes(name.as_bytes()).map_err(|_| {
            misconfigured(format!(
                "invalid header name {name:?} for the MCP server {server:?}; use letters, digits, `-` and `_`"
            ))
        })?;
        if OF_THE_PROTOCOL.contains(&header.as_str()) {
            return Err(misconfigured(format!(
                "the header {name:?} cannot be set for the MCP server {server:?}: the protocol sets it"
            )));
        }
        self.secret_header(header, value.into(), false)
    }

    fn secret_header(
        mut self,
        name: HeaderName,
        secret: Secret,
        is_bearer: bool,
    ) -> Result<Self, ToolError> {
        let server = &self.name;
        let Reach::Http(endpoint) = &mut self.reach else {
            return Err(misconfigured(format!(
                "the MCP server {server:?} is a child process, which takes no header; pass secrets in its environment"
            )));
        };
        let header = SecretHeader {
            name,
            secret,
            is_bearer,
        };
        if let Some(Err(_)) = header.secret.fixed().map(|given| header.value(given)) {
            let name = header.name.as_str();
            return Err(misconfigured(format!(
                "invalid value of the header {name:?} for the MCP server {server:?}; use visible ASCII characters and spaces"
            )));
        }
        endpoint.headers.retain(|other| other.name != header.name);
        endpoint.headers.push(header);
        Ok(self)
    }

    /// How long one attempt of a call may take: short for [`Options::timeout`].
    pub fn timeout(mut self, attempt: Duration) -> Self {
        self.options = self.options.timeout(attempt);
        self
    }

    /// How calls of its tools are run, where the caller says nothing else. It takes the
    /// place of a [`timeout`](Self::timeout) that was given before.
    pub fn options(mut self, options: Options) -> Self {
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
    pub fn untouched<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.untouched.extend(tools.into_iter().map(Into::into));
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
    pub fn only<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        let only = self.only.get_or_insert_default();
        only.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Leaves these of its tools out.
    pub fn except<T: Into<String>>(mut self, tools: impl IntoIterator<Item = T>) -> Self {
        self.except.extend(tools.into_iter().map(Into::into));
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

    pub(super) fn leaves_untouched(&self, tool: &str) -> bool {
        self.untouched.contains(tool)
    }
}

impl fmt::Debug for McpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reach = match self.reach {
            Reach::Process(_) => "child process",
            Reach::Http(_) => "http",
        };
        f.debug_struct("McpServer")
            .field("name", &self.name)
            .field("reach", &reach)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

fn misconfigured(message: String) -> ToolError {
    ToolError::Configuration(Failure::new(message).not_run())
}
