use crate::issue::RuleClass;

/// How far reading may go from what was sent.
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
    /// Nowhere: arguments are JSON that the schema accepts.
    Strict,
    /// Where one reading exists.
    #[default]
    Standard,
    /// Guesses as well: see [`RuleClass::Generous`].
    Generous,
}

impl Leniency {
    /// The rules that are on: those of that class, and those that are surer.
    pub(super) fn class(self) -> Option<RuleClass> {
        match self {
            Self::Strict => None,
            Self::Standard => Some(RuleClass::Standard),
            Self::Generous => Some(RuleClass::Generous),
        }
    }
}
