use std::str::FromStr;

use crate::unknown_name::{UnknownName, fold};

/// The API that defines the shape of a response or a stream.
///
/// Compatible providers and servers share a shape: Azure, Mistral, Groq, `DeepSeek`, xAI,
/// `OpenRouter`, Together, Fireworks, Cerebras, Moonshot, Z.ai, Alibaba, vLLM, llama.cpp and
/// LM Studio are read as [`Api::OpenAiChat`].
///
/// ```
/// use tool_core::call::Api;
///
/// assert_eq!("openai-responses".parse(), Ok(Api::OpenAiResponses));
/// assert_eq!("Mistral".parse(), Ok(Api::OpenAiChat));
/// assert_eq!(Api::Gemini.as_str(), "gemini");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Api {
    /// `OpenAI` Chat Completions.
    OpenAiChat,
    /// `OpenAI` Responses.
    OpenAiResponses,
    /// Anthropic Messages.
    Anthropic,
    /// Gemini `generateContent`, of the Gemini API and of Vertex AI.
    Gemini,
    /// Gemini Interactions.
    GeminiInteractions,
    /// Amazon Bedrock Converse.
    Bedrock,
    /// Ollama `/api/chat`.
    Ollama,
    /// Cohere `/v2/chat`.
    Cohere,
    /// Mistral Conversations.
    MistralConversations,
}

/// The stable name of each API, and its other names: those of the providers that speak it, too. The
/// other names are in lower case, with letters and digits only.
const NAMES: [(Api, &str, &str); 9] = [
    (
        Api::OpenAiChat,
        "openai_chat",
        "openai openaichatcompletions openaicompletions chat chatcompletions azure \
         azureopenai mistral groq deepseek xai openrouter vllm together togetherai \
         fireworks fireworksai cerebras moonshot moonshotai kimi zai zhipu alibaba \
         dashscope qwen llamacpp lmstudio perplexity sglang nvidia huggingface github \
         githubmodels githubcopilot databricks deepinfra grok hyperbolic litellm minimax \
         nebius novita sambanova siliconflow vercel alibabacloud baseten cloudflare \
         heroku mistralai openaicompatible ovhcloud snowflake tgi",
    ),
    (Api::OpenAiResponses, "openai_responses", "responses"),
    (Api::Anthropic, "anthropic", "anthropicmessages claude"),
    (
        Api::Gemini,
        "gemini",
        "google googlegemini googlegenai googlegenerativeai googlegla googlevertex \
         generatecontent vertex vertexai",
    ),
    (
        Api::GeminiInteractions,
        "gemini_interactions",
        "interactions googleinteractions",
    ),
    (
        Api::Bedrock,
        "bedrock",
        "awsbedrock amazonbedrock bedrockconverse converse",
    ),
    (Api::Ollama, "ollama", ""),
    (Api::Cohere, "cohere", "coherev2"),
    (
        Api::MistralConversations,
        "mistral_conversations",
        "conversations",
    ),
];

impl Api {
    /// Returns all APIs.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        NAMES.into_iter().map(|(api, ..)| api)
    }

    /// Returns the stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        let found = NAMES.iter().find(|(api, ..)| *api == self);
        found.map_or("", |(_, name, _)| name)
    }
}

impl FromStr for Api {
    type Err = UnknownName;

    /// Reads the stable name, or another name of the API or of a provider that speaks it, in
    /// any case and style. With the feature `providers`, it also reads the names of all targets.
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let folded = fold(name);
        let found = NAMES.iter().find(|(_, stable, others)| {
            stable.replace('_', "") == folded || others.split(' ').any(|other| other == folded)
        });
        let found = found.map(|(api, ..)| *api);
        #[cfg(feature = "providers")]
        let found = found.or_else(|| {
            let mut targets = crate::provider::Target::all();
            let answers = targets
                .find(|target| fold(target.name()) == folded)?
                .answers();
            Self::all().find(|api| api.as_str() == answers)
        });
        found
            .filter(|_| !folded.is_empty())
            .ok_or_else(|| UnknownName::new("API", name, list_names()))
    }
}

fn list_names() -> String {
    let [names @ .., (_, last, _)] = NAMES;
    let names = names.map(|(_, name, _)| name).join(", ");
    format!("expected {names} or {last}")
}
