//! The findings of the reader: an [`Issue`] rejects a call, and a [`Repair`] does not. Both are
//! data; [`feedback`](crate::feedback) formats them as text.

mod details;
mod edits;
mod fold;
mod json_type;
mod kind;
mod known_words;
mod nearest;
mod opposites;
mod path;
mod repair;
pub(crate) mod rule;
mod sort;

pub use details::{Alternatives, Hint, Missing, Received};
pub(crate) use fold::{
    contains_word, fold, fold_spelling, folds_alike, folds_to_any, has_same_signs,
    separates_digits_alike, without_namespace,
};
#[cfg(feature = "answers")]
pub(crate) use fold::{is_separator, letters_without, to_lower};
pub use json_type::{JsonType, TypeSet};
pub use kind::{IssueKind, Limit};
pub(crate) use nearest::{
    ComparedName, find_inner_name, find_nearest, find_nearest_member, is_part, measure_nearness,
};
pub(crate) use opposites::{are_opposites, may_differ_in_meaning};
pub(crate) use path::PathStack;
pub use path::{Path, Segment};
pub use repair::{Ignored, Repair};
pub(crate) use rule::{GUESSES, Guesses, Rule, RuleClass};
pub(crate) use sort::sort;

use serde::Serialize;

/// The start of each instruction. The reader removes it from the message of an `Args` inside
/// the arguments, because the text already starts with it.
pub(crate) const INSTRUCTION: &str = "Please rewrite the input with valid arguments. Errors: ";

/// The start of the instruction about an invalid answer, which is no call.
pub(crate) const ANSWER_INSTRUCTION: &str = "Please answer again with one JSON object. Errors: ";

/// One problem at one path of the arguments.
///
/// ```
/// use tool_core::Tool;
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let error = Wait::parse(r#"{"seconds": "ten"}"#).unwrap_err();
/// let issue = &error.issues()[0];
/// assert_eq!(issue.path.to_string(), "seconds");
/// assert_eq!(issue.received.as_ref().unwrap().text, r#""ten""#);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Issue {
    /// The path of the value.
    pub path: Path,
    /// The kind of the problem.
    #[serde(flatten)]
    pub kind: IssueKind,
    /// The received value. `None` for an absent property and for a text that cannot be parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub received: Option<Received>,
    /// The form that a tag selects, if the value has several forms: `kind "create"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The shape of the array or object that the place accepts, for a value of another type:
    /// `array of {start: integer}`. For an undeclared key, the types of the similar property. For a
    /// string that does not match its pattern, an example from the schema.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// `true` if the place also accepts null, and the issue is a constraint of another type.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub takes_null: bool,
    /// Where an undeclared key belongs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    /// `true` if the value is an answer, and not the arguments of a call.
    #[serde(skip)]
    pub(crate) is_of_answer: bool,
}

impl Issue {
    pub(crate) fn new(path: Path, kind: IssueKind, received: Option<Received>) -> Self {
        Self {
            path,
            kind,
            received,
            branch: None,
            shape: None,
            takes_null: false,
            hint: None,
            is_of_answer: false,
        }
    }
}
