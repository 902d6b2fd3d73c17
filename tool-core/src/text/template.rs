//! Formats that a host adds. Owns the builder, and the proof that the reader finds the calls that
//! the templates describe. The rows are made in `syntax`.

use serde_json::{Value, json};

use super::{Format, TemplateError, TextOptions, TextReader, read_text};
use crate::call::Definitions;
use crate::finish::Finish;
use crate::syntax::{Templates, add_format};
use crate::tool::Definition;

/// Describes the calls of a model that [`Format`] does not list, by templates of what it writes.
///
/// [`into_format`](Self::into_format) returns a [`Format`] for [`TextOptions::format`] and
/// [`ModelFormats`](super::ModelFormats). Only a reader with this format selected looks for its
/// markers, and the rules on quotations, reasoning and truncated calls hold for it, too. Such a
/// format has no prompt and no grammar. [`neutralize`](super::neutralize) knows its markers.
///
/// # Templates
///
/// | template of a call | a call |
/// |---|---|
/// | `[[CALL]]{call}[[/CALL]]` | JSON with `name` and `arguments`, or a list of such objects |
/// | `[[CALL:{name}]]{arguments}[[/CALL]]` | the arguments as JSON behind the name; an `{id}` may be before the name |
/// | `<call name="{name}">{arguments}</call>` with [`argument`](Self::argument) | each argument in a tag; the schema types the values |
///
/// White space between these parts is ignored.
///
/// ```
/// use tool_core::text::{CallTemplate, TextOptions, read_text};
/// use tool_core::{Definition, Definitions, json};
///
/// let acme = CallTemplate::new("<call to=\"{name}\">{arguments}</call>")
///     .argument("<arg key=\"{key}\">{value}</arg>")
///     .section("<calls>", "</calls>")
///     .into_format("acme")?;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let tools = Definitions::new([Definition::new("wait", "Waits.", schema)?])?;
/// let text = "<calls><call to=\"wait\"><arg key=\"seconds\">5</arg></call></calls>";
/// let answer = read_text(text, &tools, &TextOptions::new().format(acme));
/// assert_eq!(answer.calls[0].raw, r#"{"seconds": 5}"#);
/// assert_eq!(answer.format, Some(acme));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use]
pub struct CallTemplate {
    call: String,
    argument: Option<String>,
    section: (String, String),
}

impl CallTemplate {
    /// Creates the template of a call.
    pub fn new(call: impl Into<String>) -> Self {
        Self {
            call: call.into(),
            argument: None,
            section: (String::new(), String::new()),
        }
    }

    /// Sets the template of one argument: a tag with `{key}`, and its `{value}`. One line break
    /// before and after the value belongs to the tags if the template has both.
    pub fn argument(mut self, argument: impl Into<String>) -> Self {
        self.argument = Some(argument.into());
        self
    }

    /// Sets the texts before the first and after the last call. They may be missing in an output.
    pub fn section(mut self, open: impl Into<String>, close: impl Into<String>) -> Self {
        self.section = (open.into(), close.into());
        self
    }

    /// Makes the format and reads samples of it, whole and in pieces. The format stays in memory
    /// until the program ends, so make each format once.
    ///
    /// # Errors
    ///
    /// Returns [`TemplateError`] if the name is not new or not `snake_case`, if the templates have
    /// other placeholders than the table above, if a marker is short or belongs to another purpose,
    /// or if the reader does not find the calls of the samples.
    ///
    /// ```
    /// use tool_core::text::CallTemplate;
    ///
    /// let error = CallTemplate::new("<think>{call}</think>").into_format("acme").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "`<think>` already marks reasoning, a message or a quotation in other formats",
    /// );
    /// ```
    pub fn into_format(self, name: &str) -> Result<Format, TemplateError> {
        let is_part = |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_');
        if name.is_empty() || !name.chars().all(is_part) || name.parse::<Format>().is_ok() {
            return Err(TemplateError::Name(name.to_owned()));
        }
        let format = add_format(
            name,
            Templates {
                call: &self.call,
                argument: self.argument.as_deref(),
                section: (&self.section.0, &self.section.1),
            },
        )?;
        self.prove(format)?;
        Ok(format)
    }

    /// Reads samples with one and two calls, with and without prose before them.
    fn prove(&self, format: Format) -> Result<(), TemplateError> {
        let arguments = [
            json!({"path": "a \"b\" [c] <d> é\nf", "lines": 5}),
            json!({"path": "true", "lines": -1}),
        ];
        for count in 1..=arguments.len() {
            for prose in ["", "I look it up.\n"] {
                let calls: Vec<_> = arguments[..count].iter().map(|it| self.write(it)).collect();
                let (open, close) = &self.section;
                let sample = format!("{prose}{open}{}{close}", calls.join("\n"));
                if !reads_back(&sample, prose, &arguments[..count], format) {
                    return Err(TemplateError::Unreadable(sample));
                }
            }
        }
        Ok(())
    }

    /// Writes a call as the templates describe it.
    fn write(&self, arguments: &Value) -> String {
        let whole = json!({"name": SAMPLE_TOOL, "arguments": arguments}).to_string();
        let inside = match &self.argument {
            None => arguments.to_string(),
            Some(template) => {
                let members = arguments.as_object().into_iter().flatten();
                let write = |(key, value): (&String, &Value)| {
                    let text = value
                        .as_str()
                        .map_or_else(|| value.to_string(), str::to_owned);
                    template.replace("{key}", key).replace("{value}", &text)
                };
                members.map(write).collect()
            }
        };
        let header = self
            .call
            .replace("{call}", &whole)
            .replace("{id}", "call_1");
        header
            .replace("{name}", SAMPLE_TOOL)
            .replace("{arguments}", &inside)
    }
}

const SAMPLE_TOOL: &str = "read_lines";

/// Returns whether the reader finds these calls and no other text than the prose, in the whole
/// sample and in pieces of it.
fn reads_back(sample: &str, prose: &str, arguments: &[Value], format: Format) -> bool {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "lines": {"type": "integer"}},
    });
    let tool = Definition::new(SAMPLE_TOOL, "Reads lines.", schema);
    let Ok(tools) = tool
        .map_err(drop)
        .and_then(|tool| Definitions::new([tool]).map_err(drop))
    else {
        return false;
    };
    let options = TextOptions::new().format(format).finish(Finish::Complete);
    let whole = read_text(sample, &tools, &options);
    let is_right = whole.format == Some(format)
        && whole.dropped.is_empty()
        && whole.content.trim() == prose.trim()
        && whole.calls.len() == arguments.len()
        && whole.calls.iter().zip(arguments).all(|(call, arguments)| {
            call.name == SAMPLE_TOOL
                && serde_json::from_str::<Value>(&call.raw).is_ok_and(|raw| raw == *arguments)
        });
    is_right
        && (1..8).all(|size| {
            let mut reader = TextReader::new(&tools, options);
            let signs: Vec<char> = sample.chars().collect();
            for piece in signs.chunks(size) {
                reader.push(&String::from_iter(piece));
            }
            reader.finish(Finish::Complete) == whole
        })
}
