use std::borrow::Cow;
use std::fmt;

/// A name that cannot be parsed: of an API, a target or a format of calls.
///
/// Its text says what was expected, and shows the name.
///
/// ```
/// use tool_core::provider::Target;
///
/// let error = "telegraph".parse::<Target>().unwrap_err();
/// assert_eq!(error.name(), "telegraph");
/// assert_eq!(
///     error.to_string(),
///     "unknown target `telegraph`; `Target::all` lists the targets",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    kind: &'static str,
    name: String,
    /// What the caller can do: which names there are, or where they are listed.
    hint: Cow<'static, str>,
}

impl UnknownName {
    pub(crate) fn new(kind: &'static str, name: &str, hint: impl Into<Cow<'static, str>>) -> Self {
        let (name, hint) = (name.to_owned(), hint.into());
        Self { kind, name, hint }
    }

    /// Returns the name as it was received.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, name, hint } = self;
        write!(f, "unknown {kind} `{name}`; {hint}")
    }
}

impl std::error::Error for UnknownName {}

/// Returns the letters and digits of a name, in lower case.
#[cfg(any(feature = "providers", feature = "answers"))]
pub(crate) fn fold(name: &str) -> String {
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.collect::<String>().to_lowercase()
}
