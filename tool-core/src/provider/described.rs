//! A server with one of OpenAI's APIs that the host describes. It knows no server by name.

use super::openai::{COMPATIBLE, RESPONSES_FORMAT, STRICT, build_responses_tool};
use super::openai_choice::write_flat_choice;
use super::spec::Provider;
use super::target::Target;

/// A server that accepts tools in the format of an OpenAI API, described by the host.
///
/// Without further facts, the tools are those of [`OpenAi::chat`](super::OpenAi::chat) in plain
/// mode: JSON Schema below an object at the root. Read the answers as those of the same API.
///
/// ```
/// use tool_core::provider::OpenAiCompatible;
/// use tool_core::{Definition, json};
///
/// static LOCAL: OpenAiCompatible = OpenAiCompatible::chat("the local server")
///     .max_tools(32)
///     .without_keywords(&["pattern", "$ref"]);
///
/// let code = json!({"type": "string", "pattern": "^[A-Z]+$"});
/// let schema = json!({
///     "type": "object",
///     "properties": {"code": {"$ref": "#/$defs/Code"}},
///     "$defs": {"Code": code},
/// });
/// let find = Definition::new("find", "Find a product.", schema)?;
/// let export = find.export(LOCAL.target())?;
/// let code = &export.schema()["properties"]["code"];
/// assert_eq!(*code, json!({"type": "string", "description": "(pattern: \"^[A-Z]+$\")"}));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct OpenAiCompatible(Provider);

impl OpenAiCompatible {
    /// Describes a server with OpenAI's Chat Completions. The name is for error messages, and
    /// targets with one name are equal.
    pub const fn chat(name: &'static str) -> Self {
        Self(Provider { name, ..COMPATIBLE })
    }

    /// Describes a server with OpenAI's Responses.
    pub const fn responses(name: &'static str) -> Self {
        Self(Provider {
            name,
            answers: "openai_responses",
            tool: build_responses_tool,
            choice: write_flat_choice,
            format: Some(RESPONSES_FORMAT),
            ..COMPATIBLE
        })
    }

    /// Adds the strict mode of OpenAI: a tool with `"strict": true` follows its rules for schemas.
    pub const fn with_strict_mode(mut self) -> Self {
        self.0.strict = Some(STRICT);
        self
    }

    /// Sets the maximum number of tools in a request.
    pub const fn max_tools(mut self, tools: usize) -> Self {
        self.0.limits.tools = Some(tools);
        self
    }

    /// Lists the keywords that the server rejects or ignores.
    ///
    /// An export replaces `$ref`, `allOf`, `oneOf`, `const` and `prefixItems` by keywords with the same meaning; an
    /// `allOf` without such keywords is an error. A recursive schema gets its first levels. Each
    /// other keyword becomes text in the description, and the reader enforces it.
    /// [`Export::losses`](super::Export::losses) lists them.
    pub const fn without_keywords(mut self, keywords: &'static [&'static str]) -> Self {
        self.0.without = keywords;
        self
    }

    /// Returns the target. The description has to be a `static` or a constant.
    pub const fn target(&'static self) -> Target {
        Target::of(&self.0)
    }
}
