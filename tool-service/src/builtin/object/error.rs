use std::fmt;

use crate::builtin::quoted::{Quoted, Shortened};

/// Why an operation on an object has no result. Its text is for the model.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::builtin::{ObjectTool, ObjectError};
///
/// let call = ObjectTool::parse(r#"{"object": {"a": 1}, "operation": "get", "path": "b"}"#)?;
/// let error = call.run().unwrap_err();
/// assert!(matches!(error, ObjectError::NotFound { keys, .. } if keys == ["a"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObjectError {
    /// There is nothing at a path.
    NotFound {
        /// The path, as far as there is nothing.
        path: String,
        /// What is one step before.
        within: &'static str,
        /// How many items or entries that has.
        length: Option<usize>,
        /// The first of the keys there are instead.
        keys: Vec<String>,
    },
    /// A value has nothing inside.
    NotAContainer {
        /// Where it is.
        path: String,
        /// What it is.
        found: &'static str,
    },
    /// An index of an array is none, or beyond its end.
    BadIndex {
        /// The path with the index.
        path: String,
        /// How many items there are.
        length: usize,
    },
    /// The path is that of the whole object.
    WholeObject,
    /// A path has too many steps.
    TooDeep {
        /// How many it may have.
        deepest: usize,
    },
}

impl fmt::Display for ObjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound {
                path,
                within,
                length,
                keys,
            } => {
                write!(
                    f,
                    "nothing at {}; before the last step is {within}",
                    Quoted(path)
                )?;
                if let Some(length) = length {
                    write!(f, " of {length}")?;
                }
                if keys.is_empty() {
                    return Ok(());
                }
                for (index, key) in keys.iter().enumerate() {
                    let before = if index == 0 { ": " } else { ", " };
                    write!(f, "{before}{}", Shortened(key))?;
                }
                match length.unwrap_or_default().saturating_sub(keys.len()) {
                    0 => Ok(()),
                    more => write!(f, " and {more} more"),
                }
            }
            Self::NotAContainer { path, found } => write!(
                f,
                "{0} is {found}, in which nothing can be set; set {0} itself",
                Quoted(path)
            ),
            Self::BadIndex { path, length } => write!(
                f,
                "{} is no item of the {length} there are; \
                 use an index below {length}, or - to append",
                Quoted(path)
            ),
            Self::WholeObject => f.write_str("the path is empty; give a key or a JSON Pointer"),
            Self::TooDeep { deepest } => write!(f, "the path has more than {deepest} steps"),
        }
    }
}

impl std::error::Error for ObjectError {}
