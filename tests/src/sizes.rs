use tool_core::feedback::TextLimits;

use crate::Entropy;

/// The numbers of [`TextLimits`], at least as large as it allows.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// Issues.
    pub issues: usize,
    /// Characters of an issue.
    pub characters: usize,
    /// Characters of the annotated arguments.
    pub echo: usize,
    /// Characters of the shape.
    pub shape: usize,
}

impl Default for Sizes {
    fn default() -> Self {
        Self::new(5, 100, 2_000, 1_000)
    }
}

impl Sizes {
    /// Creates sizes, raised to the least ones.
    #[must_use]
    pub fn new(issues: usize, characters: usize, echo: usize, shape: usize) -> Self {
        Self {
            issues: issues.max(1),
            characters: characters.max(20),
            echo: echo.max(200),
            shape: shape.max(100),
        }
    }

    /// Picks the default sizes, or others.
    #[must_use]
    pub fn pick(entropy: &mut Entropy<'_>) -> Self {
        if entropy.once_in(3) {
            let (issues, characters) = (entropy.below(12), entropy.below(150));
            let (echo, shape) = (entropy.below(256) * 8, entropy.below(256) * 4);
            Self::new(issues, characters, echo, shape)
        } else {
            Self::default()
        }
    }

    /// Returns the limits.
    pub fn limits(self) -> TextLimits {
        TextLimits::default()
            .issues(self.issues)
            .characters(self.characters)
            .echo(self.echo)
            .shape(self.shape)
    }
}
