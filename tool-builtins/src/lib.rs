//! Tools for what models do badly in their heads: calculation, time, and work on strings, arrays
//! and objects.
//!
//! Each tool is a struct with `#[derive(Tool)]` and a method `run`. `tool-service` registers all of
//! them with `with_builtins()` (feature `builtins`).
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
//! The tools read nothing but their arguments and the clock, and change nothing. They do not panic.
//! An error is a text for the model and repeats at most a few hundred characters of the arguments.
//! Running time grows with the size of the arguments. The arguments, or a fixed limit, bound the
//! size of the result.

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

/// A part of the arguments in an error, in quotes. A long text is truncated.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (start, rest) = truncate(self.0);
        write!(f, "{start:?}{rest}")
    }
}

/// The same without quotes.
struct Shortened<'a>(&'a str);

impl Display for Shortened<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (start, rest) = truncate(self.0);
        write!(f, "{start}{rest}")
    }
}

/// Returns the first 100 characters of a text, and the mark for the rest.
fn truncate(text: &str) -> (&str, &str) {
    match text.char_indices().nth(100) {
        Some((end, _)) => (&text[..end], "..."),
        None => (text, ""),
    }
}
