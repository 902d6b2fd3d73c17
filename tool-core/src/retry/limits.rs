use super::expected::PATTERN;
use crate::issue::{Issue, IssueKind};

/// How long the texts of [`retry`](crate::retry) may grow, but for
/// [`numbered`](crate::retry::numbered) and [`payload`](crate::retry::payload),
/// which hold everything.
///
/// ```
/// use tool_core::retry::TextLimits;
///
/// let limits = TextLimits::default().issues(3).characters(60);
/// assert_eq!(limits.max_issues(), 3);
/// assert_eq!(limits.max_characters(), 60);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextLimits {
    issues: usize,
    characters: usize,
    echo: usize,
    shape: usize,
}

impl Default for TextLimits {
    /// 5 issues of 100 characters each, an echo of 2,000 characters, a shape of 1,000.
    fn default() -> Self {
        Self {
            issues: 5,
            characters: 100,
            echo: 2_000,
            shape: 1_000,
        }
    }
}

impl TextLimits {
    /// How many issues are told, at least 1; the others are counted.
    #[must_use]
    pub const fn issues(mut self, issues: usize) -> Self {
        self.issues = if issues > 1 { issues } else { 1 };
        self
    }

    /// How many Unicode characters one issue may take with its path, at least
    /// 20: with fewer, nothing could be said. With the default or more, a pattern of up to 200
    /// characters that a string has to match does not count.
    #[must_use]
    pub const fn characters(mut self, characters: usize) -> Self {
        self.characters = if characters > 20 { characters } else { 20 };
        self
    }

    /// How many Unicode characters the whole of an
    /// [annotated echo](crate::retry::annotated) may take, at least 200.
    #[must_use]
    pub const fn echo(mut self, characters: usize) -> Self {
        self.echo = if characters > 200 { characters } else { 200 };
        self
    }

    /// How many Unicode characters the shape may take that
    /// [`list_again`](crate::retry::list_again) adds, at least 100.
    #[must_use]
    pub const fn shape(mut self, characters: usize) -> Self {
        self.shape = if characters > 100 { characters } else { 100 };
        self
    }

    /// See [`TextLimits::issues`].
    #[must_use]
    pub const fn max_issues(&self) -> usize {
        self.issues
    }

    /// See [`TextLimits::characters`].
    #[must_use]
    pub const fn max_characters(&self) -> usize {
        self.characters
    }

    /// The characters that the line of an issue may take. A pattern that is cut is of no use.
    pub(super) fn room(&self, issue: &Issue) -> usize {
        let faults = match &issue.kind {
            IssueKind::Several { faults } => faults,
            IssueKind::Key { fault } => std::slice::from_ref(&**fault),
            kind => std::slice::from_ref(kind),
        };
        let pattern = faults.iter().find_map(|fault| match fault {
            IssueKind::Pattern { pattern } => Some(pattern.chars().count()),
            _ => None,
        });
        let is_ample = self.characters >= Self::default().characters;
        let extra = pattern.filter(|length| is_ample && *length <= PATTERN);
        self.characters.saturating_add(extra.unwrap_or(0))
    }

    /// See [`TextLimits::echo`].
    #[must_use]
    pub const fn max_echo(&self) -> usize {
        self.echo
    }

    /// See [`TextLimits::shape`].
    #[must_use]
    pub const fn max_shape(&self) -> usize {
        self.shape
    }
}
