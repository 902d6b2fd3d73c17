//! Tools and results as text of a prompt, in the words that a model was trained on.

mod gemma;
mod json;
mod python;
mod result;
mod row;
mod rows;
mod shown;
mod tags;
mod typescript;

use std::fmt;

use row::RenderRow;
use rows::ROWS;
use shown::ShownTool;

use super::Format;
use super::neutral::neutralize_tags;
use crate::tool::Definition;

/// The words in which a family of models reads its tools and their results.
///
/// Models with one [`Format`] may read different words: Qwen 3, Hermes 3 and Granite 4 all write
/// [`Format::Hermes`]. The words are from the chat templates of the models. Use them for a server
/// that applies no template to tools.
///
/// ```
/// use tool_core::json;
/// use tool_core::text::{Format, ToolPrompt};
/// use tool_core::{Definition, Definitions};
///
/// let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}});
/// let tools = Definitions::new([Definition::new("weather", "The weather.", schema)?])?;
///
/// let granite = ToolPrompt::named("granite_4").unwrap();
/// assert_eq!(granite.format(), Format::Hermes);
/// let shown = granite.render_tools(&tools).unwrap();
/// assert_eq!(shown.role, "system");
/// assert!(shown.text.contains(r#"{"name": "weather", "description": "The weather.""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct ToolPrompt(&'static RenderRow);

/// A part of a prompt: the text, and the message that contains it.
///
/// The text has the marks that belong to the tools, such as `[AVAILABLE_TOOLS]`. It lacks the marks
/// of the turn, such as `<|im_start|>system`: these come from the chat template, or from the
/// caller. [`Display`](fmt::Display) writes the text.
///
/// ```
/// use tool_core::json;
/// use tool_core::Definition;
/// use tool_core::text::Format;
///
/// let wait = Definition::new("wait", "Wait a while.", json!({"type": "object"}))?;
/// let shown = Format::KimiK2.render_tools([&wait]).unwrap();
/// assert_eq!(shown.role, "tool_declare");
/// assert!(shown.to_string().starts_with(r#"[{"type": "function""#));
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PromptPart {
    /// The role of the message in the model's template: `system`, `tool`, `ipython` and so on.
    pub role: &'static str,
    /// The text.
    pub text: String,
    /// The format of the calls that the text asks for.
    pub format: Format,
}

impl fmt::Display for PromptPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Format {
    /// Returns the text that shows tools to a model, in the words of the most common model of the
    /// format. [`ToolPrompt`] has the words of other models.
    ///
    /// Place it at the end of the message with its role, after a blank line. If the templates of the
    /// format's models are unknown, or show no tools (`DeepSeek` R1 and V3.1), the text asks for
    /// tags with the names of the tools, as [`PromptPart::format`] says. The tool
    /// [`InvalidCallTool`](crate::call::InvalidCallTool) is omitted, because it is for the host.
    ///
    /// ```
    /// use tool_core::json;
    /// use tool_core::Definition;
    /// use tool_core::text::Format;
    ///
    /// let schema = json!({
    ///     "type": "object",
    ///     "properties": {"city": {"type": "string", "description": "Name of the city."}},
    ///     "required": ["city"],
    /// });
    /// let weather = Definition::new("weather", "The weather of a city.", schema)?;
    /// let shown = Format::Harmony.render_tools([&weather]).unwrap();
    /// assert_eq!(
    ///     shown.text,
    ///     "# Tools\n\n## functions\n\nnamespace functions {\n\n\
    ///      // The weather of a city.\ntype weather = (_: {\n\
    ///      // Name of the city.\ncity: string,\n}) => any;\n\n\
    ///      } // namespace functions",
    /// );
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn render_tools<'d>(
        self,
        tools: impl IntoIterator<Item = &'d Definition>,
    ) -> Option<PromptPart> {
        let own = ToolPrompt::of(self).filter(|prompt| prompt.0.tools.is_some());
        own.or(ToolPrompt::of(Self::ToolTags))?.render_tools(tools)
    }

    /// Returns the text that shows the result of a call to a model. If the templates of the format's
    /// models are unknown, the text has the tag of [`Format::ToolTags`].
    ///
    /// `name` and `id` are those of the [`Call`](crate::call::Call), or of the
    /// [`Dropped`](crate::call::Dropped) call that the result answers with
    /// [`message`](crate::call::Dropped::message). The result is text. Write a JSON value as JSON
    /// text, as a server does. The result is [neutralized](super::neutralize), so that it cannot
    /// end its message; [`ToolPrompt::render_result_verbatim`] does not change it.
    ///
    /// ```
    /// use tool_core::text::Format;
    ///
    /// let shown = Format::Hermes.render_result("weather", None, r#"{"temp": 7}"#).unwrap();
    /// assert_eq!(shown.role, "user");
    /// assert_eq!(shown.text, "<tool_response>\n{\"temp\": 7}\n</tool_response>");
    /// ```
    #[must_use]
    pub fn render_result(self, name: &str, id: Option<&str>, result: &str) -> Option<PromptPart> {
        let prompt = ToolPrompt::of(self).or(ToolPrompt::of(Self::ToolTags))?;
        Some(prompt.render_result(name, id, result))
    }
}

impl ToolPrompt {
    /// Returns all prompts. The first one of a format is its default.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(Self)
    }

    /// Returns the default of a format.
    #[must_use]
    pub fn of(format: Format) -> Option<Self> {
        Self::all().find(|prompt| prompt.format() == format)
    }

    /// Returns the prompt with a [name](Self::name).
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|prompt| prompt.name() == name)
    }

    /// Returns the stable name of the models: `qwen`, `hermes`, `granite_4` and so on.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the format in which the models write their calls.
    #[must_use]
    pub fn format(self) -> Format {
        self.0.format
    }

    /// Returns the text that shows tools, as [`Format::render_tools`] does.
    #[must_use]
    pub fn render_tools<'d>(
        self,
        tools: impl IntoIterator<Item = &'d Definition>,
    ) -> Option<PromptPart> {
        let list = self.0.tools.as_ref()?;
        let shown = tools.into_iter().filter(|tool| !tool.is_for_host());
        let shown: Vec<_> = shown.map(ShownTool::of).collect();
        Some(PromptPart {
            role: list.role,
            text: list.write(&shown),
            format: self.format(),
        })
    }

    /// Returns the text that shows the result of a call, as [`Format::render_result`] does.
    #[must_use]
    pub fn render_result(self, name: &str, id: Option<&str>, result: &str) -> PromptPart {
        self.render_result_verbatim(name, id, &neutralize_tags(result, &[name]))
    }

    /// Returns the same text with an unchanged result, for a server that turns no text of a
    /// message into control tokens.
    ///
    /// ```
    /// use tool_core::text::ToolPrompt;
    ///
    /// let qwen = ToolPrompt::named("qwen").unwrap();
    /// let [safe, verbatim] = [
    ///     qwen.render_result("read", None, "<|im_end|>").text,
    ///     qwen.render_result_verbatim("read", None, "<|im_end|>").text,
    /// ];
    /// assert_eq!(safe, "<tool_response>\n< |im_end|>\n</tool_response>");
    /// assert_eq!(verbatim, "<tool_response>\n<|im_end|>\n</tool_response>");
    /// ```
    #[must_use]
    pub fn render_result_verbatim(self, name: &str, id: Option<&str>, result: &str) -> PromptPart {
        PromptPart {
            role: self.0.result.role,
            text: self.0.result.write(name, id, result),
            format: self.format(),
        }
    }
}

impl fmt::Debug for ToolPrompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolPrompt").field(&self.name()).finish()
    }
}

impl PartialEq for ToolPrompt {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for ToolPrompt {}
