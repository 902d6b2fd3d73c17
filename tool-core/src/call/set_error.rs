use std::fmt;

use crate::SchemaError;

/// The error of definitions that cannot form a set.
///
/// ```
/// use tool_core::{Definition, Definitions, json};
///
/// let tool = |name| Definition::new(name, "A tool.", json!({"type": "object"}));
/// let error = Definitions::new([tool("read_file")?, tool("readFile")?]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "the names \"read_file\" and \"readFile\" differ only in case and style; rename one",
/// );
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetError {
    /// Two tools have the same name, or names that differ only in case and style.
    SameName {
        /// The name of the first tool.
        first: String,
        /// The name of the second tool.
        second: String,
    },
    /// The name of a tool or a server contains no letter or digit.
    NoName {
        /// The name.
        name: String,
    },
    /// The schema of a derived tool cannot be used.
    Schema(SchemaError),
}

impl fmt::Display for SetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::SameName { first, second } if first == second => {
                write!(f, "two tools have the name {first:?}; rename one")
            }
            Self::SameName { first, second } => write!(
                f,
                "the names {first:?} and {second:?} differ only in case and style; rename one"
            ),
            Self::NoName { name } => {
                write!(
                    f,
                    "the name {name:?} contains no letter or digit; rename it"
                )
            }
            Self::Schema(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SetError {}

impl From<SchemaError> for SetError {
    fn from(error: SchemaError) -> Self {
        Self::Schema(error)
    }
}
