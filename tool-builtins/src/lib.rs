//! Tools for tasks that models do badly: calculation, time, and operations on strings, arrays and
//! objects.
//!
//! Each tool is a struct with `#[derive(Tool)]` and a method `run`. `tool-service` registers all
//! tools with `with_builtins()` (feature `builtins`).
//!
//! ```
//! use tool_builtins::Calculator;
//! use tool_core::Tool;
//!
//! let call = Calculator::parse(r#"{"expression": "2 * (x + 1)", "variables": {"x": 20}}"#)?;
//! assert_eq!(call.run()?["result"], 42);
//!
//! let call = Calculator::parse(r#"{"expression": "1 / 0"}"#)?;
//! assert_eq!(call.run().unwrap_err().to_string(), "division by zero");
//! # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
//! ```
//!
//! The tools read only their arguments and the clock, and have no effects. They do not panic. An
//! error is a text for the model and quotes at most a few hundred characters of the arguments.
//! Running time grows with the size of the arguments. The size of the result is bounded by the size
//! of the arguments or by a fixed limit.

mod array;
mod calculator;
mod date_time;
mod object;
mod pointer;
mod quantity;
mod string;
mod values;

pub use array::ArrayTool;
pub use calculator::Calculator;
pub use date_time::DateTime;
pub use object::ObjectTool;
pub use string::StringTool;

use std::error::Error;
use std::fmt::{self, Display, Formatter};

use serde_json::Value;

/// The result of a tool.
type Output = Result<Value, Box<dyn Error + Send + Sync>>;

/// A part of the arguments in an error, in quotes. Long text is truncated.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (start, rest) = truncate(self.0);
        write!(f, "{start:?}{rest}")
    }
}

/// Like [`Quoted`], without quotes.
struct Shortened<'a>(&'a str);

impl Display for Shortened<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (start, rest) = truncate(self.0);
        write!(f, "{start}{rest}")
    }
}

/// Returns the first 100 characters of a text, and a mark if the rest is omitted.
fn truncate(text: &str) -> (&str, &str) {
    match text.char_indices().nth(100) {
        Some((end, _)) => (&text[..end], "..."),
        None => (text, ""),
    }
}
