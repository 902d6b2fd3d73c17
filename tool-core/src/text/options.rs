use crate::finish::Finish;
use crate::text::Format;

/// Settings for reading a text.
///
/// ```
/// use tool_core::Finish;
/// use tool_core::text::{Format, TextOptions};
///
/// let options = TextOptions::new()
///     .format(Format::for_model("Qwen/Qwen3-Coder-30B-A3B-Instruct"))
///     .finish(Finish::Complete)
///     .starts_in_reasoning(false);
/// # let _ = options;
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct TextOptions {
    pub(super) format: Option<Format>,
    pub(crate) finish: Finish,
    pub(super) starts_in_reasoning: bool,
}

impl TextOptions {
    /// Creates the default settings: the text shows the format, and its finish is unknown.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the format. With `None`, which is the default, the text shows the format.
    pub fn format(mut self, format: impl Into<Option<Format>>) -> Self {
        self.format = format.into();
        self
    }

    /// Sets the end of the output, as the server reported it. Default: [`Finish::Unknown`].
    ///
    /// The last call of a truncated text counts only if its end marker or other output follows.
    pub fn finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    /// Sets whether the prompt opened the reasoning. The text then begins inside the reasoning,
    /// and contains only the closing marker. Default: `false`.
    pub fn starts_in_reasoning(mut self, starts: bool) -> Self {
        self.starts_in_reasoning = starts;
        self
    }
}
