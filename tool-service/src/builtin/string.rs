use std::fmt;

use serde_json::Value;
use tool_core::{Tool, ToolArg};

use super::range::in_range;

/// Maximum number of bytes of what a replacement or a split makes of a shorter text.
const LONGEST: usize = 1_000_000;

/// Work on a string: change its case, cut it, replace, count. Positions and lengths are in
/// Unicode characters.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(name = "string", read_only, idempotent, open_world = false)]
#[tool(example = r#"{"text": "a, b", "operation": "split", "separator": ", "}"#)]
pub struct StringTool {
    /// The string to work on.
    pub text: String,
    /// What to do.
    #[serde(flatten)]
    pub operation: StringOperation,
}

/// What a [`StringTool`] does.
#[derive(Clone, Debug, PartialEq, Eq, ToolArg)]
#[serde(tag = "operation", rename_all = "snake_case")]
#[non_exhaustive]
pub enum StringOperation {
    /// The number of characters.
    Length,
    /// Change the case of letters.
    Case {
        /// The case of letters.
        to: LetterCase,
    },
    /// Remove white space at both ends.
    Trim,
    /// Reverse the order of characters.
    Reverse,
    /// Split into an array.
    Split {
        /// What stands between the parts; "" splits into characters.
        separator: String,
    },
    /// Replace every occurrence.
    Replace {
        /// The exact text to find.
        #[schemars(length(min = 1))]
        find: String,
        /// What takes its place.
        with: String,
    },
    /// How often a text occurs, without overlaps.
    Count {
        /// The exact text to find.
        #[schemars(length(min = 1))]
        find: String,
    },
    /// The characters from `start` up to but without `end`.
    Slice {
        /// Position from 0; a negative one counts from the end.
        #[serde(default)]
        start: i64,
        /// As `start`; the end of the string if absent.
        end: Option<i64>,
    },
}

/// The case of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ToolArg)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it all")]
pub enum LetterCase {
    Upper,
    Lower,
    Title,
}

/// Why an operation on a string has no result. Its text is for the model.
///
/// ```
/// use tool_service::builtin::{StringError, StringOperation, StringTool};
///
/// let operation = StringOperation::Count { find: String::new() };
/// let call = StringTool { text: "a".to_owned(), operation };
/// assert_eq!(call.run().unwrap_err(), StringError::NothingToFind);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StringError {
    /// The text to find is empty.
    NothingToFind,
    /// The result would be too long.
    TooLong {
        /// How many bytes it may have.
        longest: usize,
    },
}

impl StringTool {
    /// Does the operation: a string, a number or an array of strings.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_service::builtin::StringTool;
    ///
    /// let call = StringTool::parse(r#"{"text": "a, b", "operation": "split", "separator": ", "}"#)?;
    /// assert_eq!(call.run()?.to_string(), r#"["a","b"]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text to find is empty, or a replacement or a split would make more than 1,000,000
    /// bytes.
    pub fn run(self) -> Result<Value, StringError> {
        let text = self.text;
        Ok(match self.operation {
            StringOperation::Length => text.chars().count().into(),
            StringOperation::Case { to } => in_case(&text, to).into(),
            StringOperation::Trim => text.trim().into(),
            StringOperation::Reverse => text.chars().rev().collect::<String>().into(),
            StringOperation::Split { separator } if separator.is_empty() => {
                split(&text, text.chars().map(String::from))?
            }
            StringOperation::Split { separator } => split(&text, text.split(&separator))?,
            StringOperation::Replace { find, with } => replace(&text, &find, &with)?.into(),
            StringOperation::Count { find } => occurrences(&text, &find)?.into(),
            StringOperation::Slice { start, end } => {
                let range = in_range(start, end, text.chars().count());
                let characters = text.chars().skip(range.start).take(range.len());
                characters.collect::<String>().into()
            }
        })
    }
}

fn occurrences(text: &str, find: &str) -> Result<usize, StringError> {
    if find.is_empty() {
        return Err(StringError::NothingToFind);
    }
    Ok(text.matches(find).count())
}

fn replace(text: &str, find: &str, with: &str) -> Result<String, StringError> {
    let added = with.len().saturating_sub(find.len());
    let added = occurrences(text, find)?.saturating_mul(added);
    // A text that was longer before is no explosion.
    if added > 0 && text.len().saturating_add(added) > LONGEST {
        return Err(StringError::TooLong { longest: LONGEST });
    }
    Ok(text.replace(find, with))
}

fn split<P>(text: &str, parts: impl Iterator<Item = P>) -> Result<Value, StringError>
where
    P: AsRef<str> + Into<Value>,
{
    let mut made = 0_usize;
    let parts = parts.map(|part| {
        // The quotes and the comma count as well.
        made = made.saturating_add(part.as_ref().len() + 3);
        // An array of the size of the text is no explosion.
        if made > LONGEST.max(text.len().saturating_mul(2)) {
            return Err(StringError::TooLong { longest: LONGEST });
        }
        Ok(part.into())
    });
    parts.collect()
}

fn in_case(text: &str, case: LetterCase) -> String {
    match case {
        LetterCase::Upper => text.to_uppercase(),
        LetterCase::Lower => text.to_lowercase(),
        LetterCase::Title => {
            let mut titled = String::with_capacity(text.len());
            let mut inside = false;
            for character in text.chars() {
                if inside {
                    titled.extend(character.to_lowercase());
                } else {
                    titled.extend(character.to_uppercase());
                }
                // "don't" is one word.
                inside = character.is_alphanumeric() || (inside && "'’".contains(character));
            }
            titled
        }
    }
}

impl fmt::Display for StringError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NothingToFind => f.write_str("`find` is empty; give the text to look for"),
            Self::TooLong { longest } => write!(
                f,
                "the result would be longer than {longest} bytes; work on a part of the text"
            ),
        }
    }
}

impl std::error::Error for StringError {}
