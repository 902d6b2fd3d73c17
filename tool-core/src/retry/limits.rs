/// How long the texts of [`instruction`](crate::retry::instruction) and
/// [`list`](crate::retry::list) may grow.
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
}

impl Default for TextLimits {
    /// 5 issues of 100 characters each.
    fn default() -> Self {
        Self {
            issues: 5,
            characters: 100,
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
    /// 20: with fewer, nothing could be said.
    #[must_use]
    pub const fn characters(mut self, characters: usize) -> Self {
        self.characters = if characters > 20 { characters } else { 20 };
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
}
