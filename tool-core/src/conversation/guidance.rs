use std::borrow::Cow;
use std::fmt;

/// Text about argument errors for the system prompt. It asks the model to correct its call
/// instead of asking the user or giving up.
///
/// `Display` writes the text. The default takes 90 tokens of `o200k_base`, counted by `cargo
/// run -p benches -- tokens`. It quotes the first words of the texts of
/// [`feedback`](crate::feedback) and [`CallError`](crate::CallError). If a host uses other
/// texts, it replaces [`GuidanceSection::Analyse`] and [`GuidanceSection::Name`].
///
/// ```
/// use tool_core::conversation::{Guidance, GuidanceSection};
///
/// let guidance = Guidance::new();
/// assert_eq!(
///     guidance.to_string(),
///     "A tool result that starts with \"Please rewrite the input\", \"Invalid arguments\" or \
///      \"Nothing was run\" says which arguments are wrong; the tool was not run. Fix each of \
///      them. Do not guess or make up arguments. Call the tool again with all arguments, not only \
///      those that you fixed. After \"Unknown tool\", call a tool that it lists. Try this at \
///      least 2 times. Do not ask the user before that.",
/// );
///
/// let guidance = guidance
///     .attempts(3)
///     .without(GuidanceSection::User)
///     .with(GuidanceSection::Fix, "Fix them all at once.");
/// assert_eq!(
///     guidance.to_string(),
///     "A tool result that starts with \"Please rewrite the input\", \"Invalid arguments\" or \
///      \"Nothing was run\" says which arguments are wrong; the tool was not run. Fix them \
///      all at once. Do not guess or make up arguments. Call the tool again with all arguments, not \
///      only those that you fixed. After \"Unknown tool\", call a tool that it lists. Try \
///      this at least 3 times.",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct Guidance {
    parts: [Cow<'static, str>; GuidanceSection::ALL.len()],
}

/// A section of the [`Guidance`], in the order of the text.
///
/// ```
/// use tool_core::conversation::{Guidance, GuidanceSection};
///
/// let one = GuidanceSection::ALL.into_iter().filter(|part| *part != GuidanceSection::Fix);
/// let guidance = one.fold(Guidance::new(), Guidance::without);
/// assert_eq!(guidance.to_string(), "Fix each of them.");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum GuidanceSection {
    /// The description of an argument error.
    Analyse,
    /// The request to correct what the error names.
    Fix,
    /// The request not to make up arguments.
    Invent,
    /// The request to send the whole call again.
    CallAgain,
    /// The correction of an unknown name.
    Name,
    /// The number of attempts.
    Attempts,
    /// The request not to ask the user first.
    User,
}

impl GuidanceSection {
    /// All sections, in the order of the text.
    pub const ALL: [Self; 7] = [
        Self::Analyse,
        Self::Fix,
        Self::Invent,
        Self::CallAgain,
        Self::Name,
        Self::Attempts,
        Self::User,
    ];
}

impl Default for Guidance {
    fn default() -> Self {
        Self {
            parts: [
                Cow::Borrowed(
                    "A tool result that starts with \"Please rewrite the input\", \
                     \"Invalid arguments\" or \"Nothing was run\" says which arguments are \
                     wrong; the tool was not run.",
                ),
                Cow::Borrowed("Fix each of them."),
                Cow::Borrowed("Do not guess or make up arguments."),
                Cow::Borrowed(
                    "Call the tool again with all arguments, not only those that you fixed.",
                ),
                Cow::Borrowed("After \"Unknown tool\", call a tool that it lists."),
                describe_attempts(2),
                Cow::Borrowed("Do not ask the user before that."),
            ],
        }
    }
}

impl Guidance {
    /// Creates the text with all its sections.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the minimum number of attempts before the model gives up. Default: 2.
    ///
    /// A [`RetryBudget`](super::RetryBudget) must allow as many retries.
    pub fn attempts(self, times: usize) -> Self {
        self.with(GuidanceSection::Attempts, describe_attempts(times))
    }

    /// Replaces the text of a section.
    pub fn with(mut self, part: GuidanceSection, text: impl Into<Cow<'static, str>>) -> Self {
        self.parts[part as usize] = text.into();
        self
    }

    /// Removes a section.
    pub fn without(self, part: GuidanceSection) -> Self {
        self.with(part, "")
    }
}

impl fmt::Display for Guidance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = self.parts.iter().filter(|part| !part.is_empty());
        for (index, part) in told.enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(part)?;
        }
        Ok(())
    }
}

fn describe_attempts(times: usize) -> Cow<'static, str> {
    Cow::Owned(match times {
        1 => "Try this at least once.".to_owned(),
        times => format!("Try this at least {times} times."),
    })
}
