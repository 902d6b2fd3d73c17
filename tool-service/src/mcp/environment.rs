//! The environment of a child process.

use std::ffi::{OsStr, OsString};

use tokio::process::Command;

/// Variables of the host that a child process gets by default. The official SDKs use the same list.
#[cfg(not(windows))]
const DEFAULT: &[&str] = &["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
#[cfg(windows)]
const DEFAULT: &[&str] = &[
    "APPDATA",
    "HOMEDRIVE",
    "HOMEPATH",
    "LOCALAPPDATA",
    "PATH",
    "PROCESSOR_ARCHITECTURE",
    "PROGRAMFILES",
    "SYSTEMDRIVE",
    "SYSTEMROOT",
    "TEMP",
    "USERNAME",
    "USERPROFILE",
];

/// The environment of a child process: variables of the host and variables of its command.
pub(super) struct Environment {
    /// Variables that the command sets (`Some`) or removes (`None`).
    explicit: Vec<(OsString, Option<OsString>)>,
    passed: Vec<OsString>,
    inherits: bool,
}

impl Environment {
    pub(super) fn of(command: &Command) -> Self {
        let explicit = command.as_std().get_envs();
        let explicit = explicit.map(|(name, value)| (name.into(), value.map(Into::into)));
        Self {
            explicit: explicit.collect(),
            passed: Vec::new(),
            inherits: false,
        }
    }

    pub(super) fn inherit(&mut self) {
        self.inherits = true;
    }

    pub(super) fn pass(&mut self, names: impl Iterator<Item = OsString>) {
        self.passed.extend(names);
    }

    /// Sets the environment of the next process that `command` starts.
    pub(super) fn apply(&self, command: &mut Command) {
        if self.inherits {
            return;
        }
        command.env_clear();
        let passed = self.passed.iter().map(OsString::as_os_str);
        for name in DEFAULT.iter().map(OsStr::new).chain(passed) {
            if let Some(value) = std::env::var_os(name).filter(|value| !is_function(value)) {
                command.env(name, value);
            }
        }
        for (name, value) in &self.explicit {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
    }
}

/// Returns whether a shell could run the value as an exported function.
fn is_function(value: &OsStr) -> bool {
    value.as_encoded_bytes().starts_with(b"()")
}
