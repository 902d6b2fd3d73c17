use super::gemini;
use super::spec::Provider;
use super::target::Target;

/// Google's Vertex AI, which takes what the Gemini API takes.
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
