use serde_json::Value;
use tool_core::{Tool, ToolArg};

use crate::Output;
use crate::values::resolve_range;

/// Maximum size in bytes of the result of a replacement or a split of a shorter text.
const MAX_BYTES: usize = 1_000_000;

/// Work on a string: change its case, cut it, replace, count. Positions and lengths are in
/// Unicode characters.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(name = "string", read_only, idempotent, open_world = false)]
#[tool(example = r#"{"text": "a, b", "operation": "split", "separator": ", "}"#)]
pub struct StringTool {
    /// The string to work on.
    text: String,
    /// The operation.
    #[serde(flatten)]
    operation: StringOperation,
}

#[derive(Clone, Debug, PartialEq, Eq, ToolArg)]
#[serde(tag = "operation", rename_all = "snake_case")]
enum StringOperation {
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
        /// Separator of the parts; "" splits into characters.
        separator: String,
    },
    /// Replace every occurrence.
    Replace {
        /// The exact text to find.
        #[schemars(length(min = 1))]
        find: String,
        /// Replacement text.
        with: String,
    },
    /// Count the occurrences of a text, without overlaps.
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
enum LetterCase {
    Upper,
    Lower,
    Title,
}

impl StringTool {
    /// Runs the operation. Returns a string, a number or an array of strings.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_builtins::StringTool;
    ///
    /// let call = StringTool::parse(r#"{"text": "a, b", "operation": "split", "separator": ", "}"#)?;
    /// assert_eq!(call.run()?.to_string(), r#"["a","b"]"#);
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the result of a replacement or a split would exceed 1,000,000 bytes.
    pub fn run(self) -> Output {
        let text = self.text;
        Ok(match self.operation {
            StringOperation::Length => text.chars().count().into(),
            StringOperation::Case { to } => change_case(&text, to).into(),
            StringOperation::Trim => text.trim().into(),
            StringOperation::Reverse => text.chars().rev().collect::<String>().into(),
            StringOperation::Split { separator } if separator.is_empty() => {
                split(&text, text.chars().map(String::from))?
            }
            StringOperation::Split { separator } => split(&text, text.split(&separator))?,
            StringOperation::Replace { find, with } => replace(&text, &find, &with)?.into(),
            StringOperation::Count { find } => text.matches(&find).count().into(),
            StringOperation::Slice { start, end } => {
                let range = resolve_range(start, end, text.chars().count());
                let characters = text.chars().skip(range.start).take(range.len());
                characters.collect::<String>().into()
            }
        })
    }
}

fn replace(text: &str, find: &str, with: &str) -> Result<String, String> {
    let added = with.len().saturating_sub(find.len());
    let added = text.matches(find).count().saturating_mul(added);
    // A result that is not longer than its input is always allowed.
    if added > 0 && text.len().saturating_add(added) > MAX_BYTES {
        return Err(too_long());
    }
    Ok(text.replace(find, with))
}

fn split<P>(text: &str, parts: impl Iterator<Item = P>) -> Result<Value, String>
where
    P: AsRef<str> + Into<Value>,
{
    let mut made = 0_usize;
    let parts = parts.map(|part| {
        // Counts the quotes and the comma.
        made = made.saturating_add(part.as_ref().len() + 3);
        // The limit grows with the text.
        if made > MAX_BYTES.max(text.len().saturating_mul(2)) {
            return Err(too_long());
        }
        Ok(part.into())
    });
    parts.collect()
}

fn change_case(text: &str, case: LetterCase) -> String {
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
                // Keeps "don't" as one word.
                inside = character.is_alphanumeric() || (inside && "'’".contains(character));
            }
            titled
        }
    }
}

fn too_long() -> String {
    format!("the result would be longer than {MAX_BYTES} bytes; work on a part of the text")
}
