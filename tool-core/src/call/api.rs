use std::fmt;
use std::str::FromStr;

/// Whose shape a response or a stream has.
///
/// Providers that speak another's language are read as that one: Azure, Mistral,
/// Groq, `DeepSeek`, xAI, `OpenRouter` and vLLM as [`Api::OpenAiChat`].
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
    /// Amazon Bedrock Converse.
    Bedrock,
    /// Ollama `/api/chat`.
    Ollama,
}

impl Api {
    /// Its stable name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OpenAiChat => "openai_chat",
            Self::OpenAiResponses => "openai_responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Bedrock => "bedrock",
            Self::Ollama => "ollama",
        }
    }
}

/// A name that is no [`Api`]'s.
///
/// ```
/// use tool_core::call::Api;
///
/// let error = "telegraph".parse::<Api>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected openai_chat, openai_responses, anthropic, gemini, bedrock or ollama, \
///      got \"telegraph\"",
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownApi(String);

impl fmt::Display for UnknownApi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected openai_chat, openai_responses, anthropic, gemini, bedrock or ollama, got {:?}",
            self.0
        )
    }
}

impl std::error::Error for UnknownApi {}

impl FromStr for Api {
    type Err = UnknownApi;

    /// Reads a stable name, or a name by which the provider is known, in any case
    /// and style.
    fn from_str(name: &str) -> Result<Self, UnknownApi> {
        let letters = name.chars().filter(|c| c.is_alphanumeric());
        let folded = letters.collect::<String>().to_lowercase();
        Ok(match folded.as_str() {
            "openai"
            | "openaichat"
            | "openaichatcompletions"
            | "openaicompletions"
            | "chat"
            | "chatcompletions"
            | "azure"
            | "azureopenai"
            | "mistral"
            | "groq"
            | "deepseek"
            | "xai"
            | "openrouter"
            | "vllm" => Self::OpenAiChat,
            "openairesponses" | "responses" => Self::OpenAiResponses,
            "anthropic" | "anthropicmessages" | "claude" => Self::Anthropic,
            "gemini" | "google" | "googlegemini" | "vertex" | "vertexai" => Self::Gemini,
            "bedrock" | "awsbedrock" | "amazonbedrock" | "bedrockconverse" | "converse" => {
                Self::Bedrock
            }
            "ollama" => Self::Ollama,
            _ => return Err(UnknownApi(name.to_owned())),
        })
    }
}
