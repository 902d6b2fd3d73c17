//! Tools that come with the service: calculation, time, and work on strings, arrays and
//! objects, which models do badly in their heads.
//!
//! Each is a struct with `#[derive(Tool)]` and a method `run`, so that it can be used without
//! the service as well:
//!
//! ```
//! use tool_core::Tool;
//! use tool_service::builtin::Calculator;
//!
//! let call = Calculator::parse(r#"{"expression": "2 * (x + 1)", "variables": {"x": 20}}"#)?;
//! assert_eq!(call.run()?.result, 42.into());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! None reads or changes anything but its arguments and the clock, and none panics: what
//! cannot be done is an error whose text is for the model, and repeats at most a few hundred
//! characters of the arguments. What takes long grows with the
//! arguments alone, and what is given back is bounded by them, or by a limit of its own.

mod array;
mod calculator;
mod date_time;
mod object;
mod pointer;
mod quantity;
mod quoted;
mod range;
mod register;
mod string;
mod values;

pub use array::{Aggregate, ArrayError, ArrayOperation, ArrayTool, Comparison};
pub use calculator::{Calculation, Calculator, CalculatorError};
pub use date_time::{DateTime, DateTimeError, DateTimeOperation, DateTimeResult, LargestUnit};
pub use object::{ObjectError, ObjectOperation, ObjectTool};
pub use string::{LetterCase, StringError, StringOperation, StringTool};
