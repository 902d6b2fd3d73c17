use super::expected::PATTERN;
use crate::issue::{Issue, IssueKind};

/// Maximum sizes of the texts of [`ToolArgError::render_within`]. They do not apply to
/// [`Style::Numbered`](super::Style::Numbered), which contains all issues.
///
/// [`ToolArgError::render_within`]: crate::ToolArgError::render_within
///
/// ```
/// use tool_core::feedback::TextLimits;
///
/// let limits = TextLimits::default().issues(3).characters(60);
/// assert_ne!(limits, TextLimits::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct TextLimits {
    issues: usize,
    characters: usize,
    echo: usize,
    shape: usize,
}

impl Default for TextLimits {
    /// Returns limits of 5 issues with 100 characters each, 2,000 characters of echo, and 1,000
    /// characters of shape.
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
    /// Sets the maximum number of issues. Minimum: 1. Further issues are counted. Keys that
    /// belong inside the same property are one issue, and so are items of one array with the same
    /// fault.
    pub const fn issues(mut self, issues: usize) -> Self {
        self.issues = if issues > 1 { issues } else { 1 };
        self
    }

    /// Sets the maximum number of Unicode characters of one issue with its path. Minimum: 20.
    /// With the default or a larger limit, a pattern of up to 200 characters is not counted.
    pub const fn characters(mut self, characters: usize) -> Self {
        self.characters = if characters > 20 { characters } else { 20 };
        self
    }

    /// Sets the maximum number of Unicode characters of
    /// [`Style::Annotated`](super::Style::Annotated). Minimum: 200.
    pub const fn echo(mut self, characters: usize) -> Self {
        self.echo = if characters > 200 { characters } else { 200 };
        self
    }

    /// Sets the maximum number of Unicode characters of the shape in
    /// [`Style::ListAgain`](super::Style::ListAgain). Minimum: 100.
    pub const fn shape(mut self, characters: usize) -> Self {
        self.shape = if characters > 100 { characters } else { 100 };
        self
    }

    pub(super) fn max_issues(&self) -> usize {
        self.issues
    }

    pub(super) fn max_characters(&self) -> usize {
        self.characters
    }

    /// Returns the maximum number of characters of the line of an issue. A cut pattern would be
    /// useless.
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

    pub(super) fn max_echo(&self) -> usize {
        self.echo
    }

    pub(super) fn max_shape(&self) -> usize {
        self.shape
    }
}
