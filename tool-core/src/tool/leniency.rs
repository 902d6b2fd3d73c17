use crate::issue::RuleClass;

/// The extent to which the reader may change the received arguments.
///
/// ```
/// use tool_core::{Leniency, Tool};
///
/// /// Label a ticket.
/// #[derive(Debug, Tool)]
/// struct Label {
///     labels: Vec<String>,
/// }
///
/// let read = |leniency, raw| {
///     let reader = Label::definition().reader().leniency(leniency);
///     reader.read::<Label>(raw).is_ok()
/// };
/// let (text, list) = (r#"{"labels": "[\"a\"]"}"#, r#"{"labels": "a, b"}"#);
/// assert!(!read(Leniency::Strict, text) && read(Leniency::Standard, text));
/// assert!(!read(Leniency::Standard, list) && read(Leniency::Generous, list));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Leniency {
    /// No repairs, except `1.0` as an integer and the rules that a field requests, such as
    /// `#[tool(json_string)]`. A `preprocess` function also runs.
    Strict,
    /// Repairs of values with exactly one possible meaning.
    #[default]
    Standard,
    /// Guesses, too: see [`RuleClass::Generous`].
    Generous,
}

impl Leniency {
    /// Returns the class of rules that are on. It includes the classes that are more certain.
    pub(super) fn class(self) -> Option<RuleClass> {
        match self {
            Self::Strict => None,
            Self::Standard => Some(RuleClass::Standard),
            Self::Generous => Some(RuleClass::Generous),
        }
    }
}
