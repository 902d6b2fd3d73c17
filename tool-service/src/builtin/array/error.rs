use std::fmt;

use crate::builtin::quoted::Quoted;

/// Why an operation on an array has no result. Its text is for the model.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::builtin::{ArrayError, ArrayTool};
///
/// let call = ArrayTool::parse(r#"{"items": [], "operation": "aggregate", "function": "min"}"#)?;
/// let error = call.run().unwrap_err();
/// assert_eq!(error, ArrayError::Empty);
/// assert_eq!(error.to_string(), "the array is empty, so that there is no such value");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArrayError {
    /// An item has not the field.
    NoField {
        /// The index of the item, from 0.
        index: usize,
        /// The field as it was given.
        field: String,
    },
    /// A value has not the type that is needed.
    WrongType {
        /// The index of the item, from 0.
        index: usize,
        /// The field as it was given, if one was.
        field: Option<String>,
        /// What is needed.
        expected: &'static str,
        /// What is there.
        found: &'static str,
    },
    /// There is no least, greatest or mean of nothing.
    Empty,
    /// The sum of floats is too large.
    TooLarge,
    /// Chunks of no items.
    EmptyChunks,
    /// The result would be too long.
    TooLong {
        /// How many bytes it may have.
        longest: usize,
    },
}

impl fmt::Display for ArrayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoField { index, field } => write!(
                f,
                "items[{index}] has no {}; keep the items that have it first, or use another field",
                Quoted(field)
            ),
            Self::WrongType {
                index,
                field,
                expected,
                found,
            } => {
                write!(f, "items[{index}]")?;
                if let Some(field) = field {
                    write!(f, ", field {},", Quoted(field))?;
                }
                write!(f, " is {found}, but {expected} is needed")
            }
            Self::Empty => f.write_str("the array is empty, so that there is no such value"),
            Self::TooLarge => f.write_str("the sum is too large for a number"),
            Self::EmptyChunks => f.write_str("`size` is 0; give 1 or more"),
            Self::TooLong { longest } => write!(
                f,
                "the result would be longer than {longest} bytes; work on a part of the array"
            ),
        }
    }
}

impl std::error::Error for ArrayError {}
