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
//! cannot be done is an error whose text is for the model. What takes long grows with the
//! arguments alone, and what is given back is bounded by them, or by a limit of its own.

mod calculator;
mod quantity;

pub use calculator::{Calculation, Calculator, CalculatorError};
