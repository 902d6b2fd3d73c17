use std::fmt;

use super::functions;
use crate::builtin::quoted::Quoted;

/// Why an expression has no value. Its text is for the model.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::builtin::{Calculator, CalculatorError};
///
/// let call = Calculator::parse(r#"{"expression": "1 / 0"}"#)?;
/// assert_eq!(call.run().unwrap_err(), CalculatorError::DivisionByZero);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CalculatorError {
    /// Something else should stand at a place.
    Unexpected {
        /// What should.
        expected: &'static str,
        /// What does; nothing at the end.
        found: Option<String>,
        /// Where, in characters from 1.
        position: usize,
    },
    /// A name has no value.
    UnknownName {
        /// The name.
        name: String,
    },
    /// A function does not exist.
    UnknownFunction {
        /// Its name.
        name: String,
    },
    /// A function takes another number of arguments.
    ArgumentCount {
        /// Its name.
        function: String,
        /// What it takes.
        takes: &'static str,
        /// How many arguments there are.
        got: usize,
    },
    /// A function takes integers only, of a certain range.
    NotAnInteger {
        /// Its name.
        function: String,
        /// What it takes.
        takes: &'static str,
    },
    /// Something is divided by zero.
    DivisionByZero,
    /// An operation has no result that is real and finite.
    NotFinite {
        /// The operation with its operands.
        operation: String,
    },
    /// The expression is nested too deep, or too long.
    TooLarge {
        /// How many it may have.
        limit: usize,
        /// Of what.
        of: &'static str,
    },
    /// The expression cannot be read for another reason.
    Unreadable {
        /// The reason, in the words of `exmex`.
        reason: String,
    },
}

impl CalculatorError {
    pub(super) fn not_finite(operation: impl Into<String>) -> Self {
        let operation = operation.into();
        Self::NotFinite { operation }
    }

    pub(super) fn too_large(limit: usize, of: &'static str) -> Self {
        Self::TooLarge { limit, of }
    }

    pub(super) fn not_an_integer(function: &str, takes: &'static str) -> Self {
        let function = function.to_owned();
        Self::NotAnInteger { function, takes }
    }
}

impl fmt::Display for CalculatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected {
                expected,
                found: Some(found),
                position,
            } => write!(
                f,
                "expected {expected}, but found {found:?} at character {position}"
            ),
            Self::Unexpected { expected, .. } => {
                write!(f, "expected {expected}, but the expression ends")
            }
            Self::UnknownName { name } => {
                write!(
                    f,
                    "unknown name {}; give its value in `variables`",
                    Quoted(name)
                )
            }
            Self::UnknownFunction { name } => {
                let known = functions::NAMES.join(", ");
                write!(f, "unknown function {}; use one of: {known}", Quoted(name))
            }
            Self::ArgumentCount {
                function,
                takes,
                got,
            } => write!(f, "{function} takes {takes}, got {got}"),
            Self::NotAnInteger { function, takes } => write!(f, "{function} takes {takes}"),
            Self::DivisionByZero => f.write_str("division by zero"),
            Self::NotFinite { operation } => {
                write!(
                    f,
                    "{operation} is not a real number, or too large for a 64-bit float"
                )
            }
            Self::TooLarge { limit, of } => write!(
                f,
                "more than {limit} {of}; calculate a part of the expression first"
            ),
            Self::Unreadable { reason } => write!(f, "the expression cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for CalculatorError {}
