//! The builtin tools: their results, their errors and their definitions.

mod array;
mod calculator;
mod calculator_laws;
mod date_time;
mod definitions;
mod laws;
mod object;
mod string;

use std::fmt::Display;

use serde::Serialize;
use tool_core::Tool;

/// Returns the result of each call of a tool: a line for the call, then the result or the error.
fn outcomes<T: Tool, R: Serialize, E: Display>(
    run: impl Fn(T) -> Result<R, E>,
    calls: &[&str],
) -> String {
    let outcome = |call: &&str| match T::parse(*call) {
        Err(error) => format!("{call}\n  refused: {error}"),
        Ok(tool) => match run(tool) {
            Ok(result) => format!("{call}\n  {}", serde_json::to_string(&result).unwrap()),
            Err(error) => format!("{call}\n  error: {error}"),
        },
    };
    calls.iter().map(outcome).collect::<Vec<_>>().join("\n")
}
