//! Grammars that make an engine write only calls that the reader reads.

mod arguments;
mod entries;
mod envelope;
mod free_text;
mod integers;
mod look_alike;
mod losses;
mod nested;
mod notation;
mod possible;
mod rules;
mod tag;
mod tagged;
mod value;

use serde_json::Value;

use super::Format;
use crate::provider::Loss;
use crate::syntax::find_form;
use crate::tool::Definition;

/// A grammar for the calls of a format to a set of tools.
///
/// The grammar admits one or more calls, without text around them. A format with one call in a turn
/// admits one. Each call has the spelling in which the models were trained to write it: the order
/// of the properties is the order of the schema, and an object has only its declared properties.
/// A map has any keys. A value between tags contains none of the marks of the format. In nested
/// tags, a map is a JSON object.
///
/// Tags without types do not show whether `42` is a number or a text. If a union takes a text and
/// only some of the numbers, the grammar leaves out texts that consist of spaces and characters of
/// numbers, and also those that look like a boolean, `null`, an array or an object if the union
/// takes only some of these.
///
/// The reader reads each text of the grammar without a repair, if [`losses`](Self::losses) is
/// empty and [`TextOptions::format`](crate::text::TextOptions::format) selects the format. Without
/// it, a text in quotes is ambiguous in the tags of GLM. A grammar cannot exclude duplicate keys of
/// a map.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::text::Format;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {"days": {"type": "integer", "minimum": 1, "maximum": 7}},
///     "required": ["days"],
/// });
/// let weather = Definition::new("weather", "The weather.", schema)?;
/// let grammar = Format::Qwen3Coder.grammar([&weather]).unwrap();
/// assert_eq!(
///     grammar.gbnf(),
///     "root ::= calls\n\
///      calls ::= call (\"\\n\" call)*\n\
///      call ::= t0-call\n\
///      integer-1-to-7 ::= [1-7]\n\
///      t0-arguments ::= \"<parameter=days>\\n\" integer-1-to-7 \"\\n</parameter>\\n\"\n\
///      t0-call ::= \"<tool_call>\\n<function=weather>\\n\" t0-arguments \
///      \"</function>\\n</tool_call>\"\n",
/// );
/// assert!(grammar.losses().is_empty());
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Grammar {
    gbnf: String,
    trigger: &'static str,
    structural_tag: Option<Value>,
    losses: Vec<Loss>,
}

impl Grammar {
    /// Returns the grammar as GBNF, the notation of llama.cpp. The engine xgrammar reads it, too.
    #[must_use]
    pub fn gbnf(&self) -> &str {
        &self.gbnf
    }

    /// Returns the text at the start of each answer of the grammar. An engine that lets the model
    /// write prose first applies the grammar from this text on: for llama.cpp, `grammar_lazy` is
    /// `true` and `grammar_triggers` has this text. Without a trigger, the model can only write
    /// calls. Empty if a call has no mark at its start, as in [`Format::Llama3`].
    #[must_use]
    pub fn trigger(&self) -> &'static str {
        self.trigger
    }

    /// Returns the structural tag of xgrammar, for the engines vLLM and `SGLang`:
    /// `{"type": "structural_tag", "format": ..}`. It lets the model write prose between the calls.
    ///
    /// Arguments in JSON have the schema of the tool. Other arguments have a grammar.
    ///
    /// Returns `None` if a call has no mark at its start, or has a part that differs between calls,
    /// such as the number in [`Format::KimiK2`].
    #[must_use]
    pub fn structural_tag(&self) -> Option<&Value> {
        self.structural_tag.as_ref()
    }

    /// Returns the keywords that the grammar does not enforce: patterns, formats of strings, bounds
    /// of fractional numbers, unique items, large counts, and keywords such as `not`, `if` and
    /// `contains`. A rule counts up to 1000 items, and up to 1000 characters of a quoted string, but
    /// only 8 characters of a text between tags. The reader enforces all of them. The path of a
    /// loss starts with the name of the tool: `/weather/properties/city`.
    #[must_use]
    pub fn losses(&self) -> &[Loss] {
        &self.losses
    }
}

impl Format {
    /// Returns the grammar of calls to these tools.
    ///
    /// Returns `None` if no tool can be called in the format, and for two formats:
    /// [`Format::Cwm`] has one argument without marks, and the reader repairs the Python dicts of
    /// [`Format::Sarashina`]. The tool [`InvalidCallTool`](crate::call::InvalidCallTool) is omitted, because it
    /// is for the host.
    ///
    /// ```
    /// use tool_core::{Definition, json};
    /// use tool_core::text::Format;
    ///
    /// let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}});
    /// let weather = Definition::new("weather", "The weather.", schema)?;
    /// let grammar = Format::Hermes.grammar([&weather]).unwrap();
    /// assert!(grammar.gbnf().starts_with("root ::= calls\n"));
    /// let tag = grammar.structural_tag().unwrap();
    /// assert_eq!(tag["format"]["triggers"][0], "<tool_call>");
    /// assert!(Format::Cwm.grammar([&weather]).is_none());
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    #[must_use]
    pub fn grammar<'d>(self, tools: impl IntoIterator<Item = &'d Definition>) -> Option<Grammar> {
        let form = find_form(self)?;
        let tools = tools.into_iter().filter(|tool| !tool.is_for_host());
        let tools: Vec<_> = tools.collect();
        let max_length = form.arguments.max_length();
        let losses = tools.iter().flat_map(|tool| losses::of(tool, max_length));
        Some(Grammar {
            gbnf: form.write(&tools)?,
            trigger: form.trigger(),
            structural_tag: form.structural_tag(&tools),
            losses: losses.collect(),
        })
    }
}
