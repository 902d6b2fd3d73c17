//! The names of targets.

use std::fmt;
use std::str::FromStr;

use super::spec::Provider;
use super::{Strict, TARGETS, Target};
use crate::unknown_name::{UnknownName, fold};

impl Target {
    /// Returns all targets. A strict target follows the plain target of its API, if the API has a
    /// strict mode.
    ///
    /// ```
    /// use tool_core::provider::Target;
    ///
    /// let names: Vec<String> = Target::all().map(|target| target.to_string()).collect();
    /// assert_eq!(names[..2], ["OpenAI Chat", "OpenAI Chat (strict)"]);
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        let strict = |target: Self| target.has_strict_mode().then(|| target.strict());
        TARGETS
            .iter()
            .flat_map(move |target| [Some(*target), strict(*target)])
            .flatten()
    }

    /// Returns the name of the provider and its API, without the mode: `OpenAI Chat`.
    ///
    /// ```
    /// use tool_core::provider::Anthropic;
    ///
    /// assert_eq!(Anthropic::messages().strict().name(), "Anthropic");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        let Provider { name, .. } = self.provider();
        name
    }

    /// Returns the stable name of the API of the answers. Empty if no model answers.
    #[cfg(feature = "answers")]
    pub(crate) fn answers(self) -> &'static str {
        self.provider().answers
    }

    /// Returns whether the provider can enforce the schema of a tool.
    ///
    /// ```
    /// use tool_core::provider::{Anthropic, Gemini};
    ///
    /// assert!(Anthropic::messages().has_strict_mode());
    /// assert!(!Gemini::json_schema().has_strict_mode());
    /// ```
    #[must_use]
    pub fn has_strict_mode(self) -> bool {
        self.provider().strict.is_some()
    }
}

/// Writes the name and the mode: `Anthropic (strict)`.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        f.write_str(match self.mode() {
            Strict::Never => "",
            Strict::Always => " (strict)",
            Strict::Auto => " (strict if possible)",
        })
    }
}

impl FromStr for Target {
    type Err = UnknownName;

    /// Reads the text of a target of [`Target::all`], in any case and style:
    /// `anthropic_strict`, `openai-responses`.
    ///
    /// ```
    /// use tool_core::provider::{Anthropic, Target};
    ///
    /// assert_eq!("anthropic_strict".parse(), Ok(Anthropic::messages().strict()));
    /// assert!("gemini_strict".parse::<Target>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let folded = fold(name);
        let found = Self::all().find(|target| fold(&target.to_string()) == folded);
        found.ok_or_else(|| UnknownName::new("target", name, "`Target::all` lists the targets"))
    }
}
