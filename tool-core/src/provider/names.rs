use super::Reason;
use super::error::Unexportable;

/// The names that a provider accepts.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameRule {
    /// The rule as a regular expression.
    pattern: &'static str,
    first: fn(char) -> bool,
    rest: fn(char) -> bool,
    most: usize,
}

impl NameRule {
    /// Up to 64 letters, digits, `_` and `-`. Almost all providers use this rule.
    pub(super) const COMMON: Self = Self {
        pattern: "^[a-zA-Z0-9_-]{1,64}$",
        first: is_common,
        rest: is_common,
        most: 64,
    };

    /// The rule of Gemini: the first character is a letter or `_`.
    pub(super) const GEMINI: Self = Self {
        pattern: "^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$",
        first: is_letter,
        rest: |c| is_common(c) || matches!(c, '.' | ':'),
        most: 128,
    };

    /// The rule of the Model Context Protocol.
    pub(super) const MCP: Self = Self {
        pattern: "^[a-zA-Z0-9_.-]{1,128}$",
        first: |c| is_common(c) || c == '.',
        rest: |c| is_common(c) || c == '.',
        most: 128,
    };

    /// The rule of Anthropic for names of properties.
    pub(super) const ANTHROPIC_PROPERTY: Self = Self {
        pattern: "^[a-zA-Z0-9_.-]{1,64}$",
        first: |c| is_common(c) || c == '.',
        rest: |c| is_common(c) || c == '.',
        most: 64,
    };

    /// The rule for names of properties in Gemini's own schema format.
    pub(super) const GEMINI_PROPERTY: Self = Self {
        pattern: "^[a-zA-Z_][a-zA-Z0-9_]{0,63}$",
        first: is_letter,
        rest: |c| is_letter(c) || c.is_ascii_digit(),
        most: 64,
    };

    /// Checks the name of a tool.
    pub(super) fn check(&self, name: &str) -> Result<(), Unexportable> {
        let allowed = self.pattern;
        if self.takes(name) {
            return Ok(());
        }
        Err(Unexportable::new("", None, Reason::Name { allowed }))
    }

    /// Checks the name of the property at `path`.
    pub(super) fn check_property(&self, name: &str, path: &str) -> Result<(), Unexportable> {
        let allowed = self.pattern;
        if self.takes(name) {
            return Ok(());
        }
        Err(Unexportable::new(
            path,
            None,
            Reason::PropertyName { allowed },
        ))
    }

    /// Returns whether the provider accepts the name.
    pub(super) fn takes(&self, name: &str) -> bool {
        let mut chars = name.chars();
        chars.next().is_some_and(self.first)
            && chars.all(self.rest)
            // All of these characters are ASCII.
            && name.len() <= self.most
    }
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_common(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
