//! Tests tool-service against real third-party packages. `judges/service/run` installs them and
//! passes their paths.

mod everything;
mod httpbin;

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

use tool_service::ToolError;

/// Returns the value that `run` has set for an environment variable.
fn read_variable(variable: &str) -> String {
    let value = std::env::var(variable);
    value.unwrap_or_else(|_| panic!("`judges/service/run` sets {variable}"))
}

/// Creates an empty directory for one test.
fn directory(test: &str) -> PathBuf {
    let directory = PathBuf::from(read_variable("SERVICE_JUDGES")).join(test);
    if directory.exists() {
        std::fs::remove_dir_all(&directory).unwrap();
    }
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// Returns the error for the host: its class, its message and its sources.
fn for_host(error: &ToolError) -> String {
    if let ToolError::Validation(_) = error {
        // The model reads the same message.
        return error.class().to_string();
    }
    let mut text = format!("{}: {error}", error.class());
    let mut source = error.source();
    while let Some(cause) = source {
        write!(text, " <- {cause}").unwrap();
        source = cause.source();
    }
    text
}
