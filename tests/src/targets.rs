use tool_core::provider::{
    Anthropic, Azure, Bedrock, Cohere, DeepSeek, Gemini, Groq, Mcp, Mistral, Ollama, OpenAi,
    Target, Vertex, XAi,
};

/// Every target there is, by its name; those that are strict end in ` strict`.
#[must_use]
pub fn targets() -> Vec<(&'static str, Target)> {
    vec![
        ("openai", OpenAi::chat()),
        ("openai strict", OpenAi::chat().strict()),
        ("openai responses", OpenAi::responses()),
        ("openai responses strict", OpenAi::responses().strict()),
        ("azure", Azure::chat()),
        ("azure strict", Azure::chat().strict()),
        ("azure responses", Azure::responses()),
        ("azure responses strict", Azure::responses().strict()),
        ("anthropic", Anthropic::messages()),
        ("anthropic strict", Anthropic::messages().strict()),
        ("bedrock", Bedrock::converse()),
        ("bedrock strict", Bedrock::converse().strict()),
        ("gemini", Gemini::json_schema()),
        ("gemini parameters", Gemini::parameters()),
        ("gemini interactions", Gemini::interactions()),
        ("vertex", Vertex::json_schema()),
        ("vertex parameters", Vertex::parameters()),
        ("mistral", Mistral::chat()),
        ("mistral conversations", Mistral::conversations()),
        ("groq", Groq::chat()),
        ("cohere", Cohere::chat()),
        ("cohere strict", Cohere::chat().strict()),
        ("deepseek", DeepSeek::chat()),
        ("deepseek strict", DeepSeek::chat().strict()),
        ("xai chat", XAi::chat()),
        ("xai", XAi::responses()),
        ("ollama", Ollama::chat()),
        ("mcp", Mcp::tools_list()),
        ("mcp 2026-07-28", Mcp::tools_list_2026_07_28()),
    ]
}

/// The target of a name.
///
/// # Panics
///
/// If the name does not exist.
#[track_caller]
pub fn target(name: &str) -> Target {
    let mut all = targets().into_iter();
    let found = all.find(|(of, _)| *of == name);
    found.unwrap_or_else(|| panic!("no target {name}")).1
}
