use super::Reason;
use super::error::Unexportable;

/// Which names a provider takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct NameRule {
    /// The rule, as a regular expression.
    pattern: &'static str,
    first: fn(char) -> bool,
    rest: fn(char) -> bool,
    most: usize,
}

impl NameRule {
    /// Letters, digits, `_` and `-`, up to 64 of them: what nearly all take.
    pub(super) const COMMON: Self = Self {
        pattern: "^[a-zA-Z0-9_-]{1,64}$",
        first: is_common,
        rest: is_common,
        most: 64,
    };

    /// Gemini's, where a letter or `_` stands first.
    pub(super) const GEMINI: Self = Self {
        pattern: "^[a-zA-Z_][a-zA-Z0-9_.:-]{0,127}$",
        first: is_letter,
        rest: |c| is_common(c) || matches!(c, '.' | ':'),
        most: 128,
    };

    /// That of the Model Context Protocol.
    pub(super) const MCP: Self = Self {
        pattern: "^[a-zA-Z0-9_.-]{1,128}$",
        first: |c| is_common(c) || c == '.',
        rest: |c| is_common(c) || c == '.',
        most: 128,
    };

    /// Names of properties that Anthropic takes.
    pub(super) const ANTHROPIC_PROPERTY: Self = Self {
        pattern: "^[a-zA-Z0-9_.-]{1,64}$",
        first: |c| is_common(c) || c == '.',
        rest: |c| is_common(c) || c == '.',
        most: 64,
    };

    /// Names of properties in Gemini's own form of a schema.
    pub(super) const GEMINI_PROPERTY: Self = Self {
        pattern: "^[a-zA-Z_][a-zA-Z0-9_]{0,63}$",
        first: is_letter,
        rest: |c| is_letter(c) || c.is_ascii_digit(),
        most: 64,
    };

    /// Returns whether the name of a tool is one of these.
    pub(super) fn check(&self, name: &str) -> Result<(), Unexportable> {
        let allowed = self.pattern;
        if self.takes(name) {
            return Ok(());
        }
        Err(Unexportable::new("", None, Reason::Name { allowed }))
    }

    /// Returns whether the name of a property is one of these; `path` leads to it.
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

    fn takes(&self, name: &str) -> bool {
        let mut chars = name.chars();
        chars.next().is_some_and(self.first)
            && chars.all(self.rest)
            // All of them are ASCII here.
            && name.len() <= self.most
    }
}

/// Returns whether some provider accepts the name of a tool. No export of a tool with another name
/// succeeds.
///
/// ```
/// use tool_core::provider::is_tool_name;
///
/// assert!(is_tool_name("read_file") && is_tool_name("files.read"));
/// assert!(!is_tool_name("read file") && !is_tool_name(""));
/// ```
#[must_use]
pub fn is_tool_name(name: &str) -> bool {
    let rules = [NameRule::COMMON, NameRule::GEMINI, NameRule::MCP];
    rules.iter().any(|rule| rule.takes(name))
}

fn is_letter(c: char) -> bool {
    c.is_ascii_alphabetic() || c == '_'
}

fn is_common(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
