use super::gemini;
use super::spec::Provider;
use super::target::Target;

/// Google's Vertex AI, which takes what the Gemini API takes.
///
/// ```
/// use serde_json::json;
/// use tool_core::Definition;
/// use tool_core::provider::Vertex;
///
/// let schema = json!({"type": "object", "properties": {"seconds": {"type": "integer"}}});
/// let wait = Definition::new("wait", "Wait a while.", schema)?;
/// let exports = Vertex::json_schema().export_all([&wait]).unwrap();
/// assert_eq!(exports.tools()[0]["functionDeclarations"][0]["name"], "wait");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Vertex;

impl Vertex {
    /// A function declaration with `parametersJsonSchema`.
    pub const fn json_schema() -> Target {
        Target::of(&JSON_SCHEMA)
    }

    /// A function declaration with `parameters`.
    pub const fn parameters() -> Target {
        Target::of(&PARAMETERS)
    }
}

static JSON_SCHEMA: Provider = Provider {
    name: "Vertex AI",
    ..gemini::JSON_SCHEMA
};

static PARAMETERS: Provider = Provider {
    name: "Vertex AI (parameters)",
    ..gemini::PARAMETERS
};
