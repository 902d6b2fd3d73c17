use super::gemini::{JSON_SCHEMA, PARAMETERS};
use super::spec::Provider;
use super::target::Target;

/// Google's Vertex AI, which accepts the same two forms as Gemini.
///
/// ```
/// use tool_core::{Definition, json};
/// use tool_core::provider::Vertex;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let exports = Vertex::json_schema().export_all([&wait]).complete().unwrap();
/// assert_eq!(exports.tools()[0]["functionDeclarations"][0]["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vertex;

impl Vertex {
    /// Returns the target for function declarations with `parametersJsonSchema`.
    pub const fn json_schema() -> Target {
        Target::of(&VERTEX_JSON_SCHEMA)
    }

    /// Returns the target for function declarations with `parameters`.
    pub const fn parameters() -> Target {
        Target::of(&VERTEX_PARAMETERS)
    }
}

static VERTEX_JSON_SCHEMA: Provider = Provider {
    name: "Vertex AI",
    // Only the Live API of Gemini documents `behavior`.
    extra: &[],
    ..JSON_SCHEMA
};

static VERTEX_PARAMETERS: Provider = Provider {
    name: "Vertex AI (parameters)",
    // Only the Live API of Gemini documents `behavior`.
    extra: &[],
    ..PARAMETERS
};
