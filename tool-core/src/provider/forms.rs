//! The forms in which APIs take the choice of tools and the schema of an answer.

/// The members of a request for the choice of tools.
#[derive(Clone, Copy, Debug)]
pub(super) enum ChoiceForm {
    /// `tool_choice` of Chat Completions.
    Chat {
        /// `true` if a choice may list several tools.
        several: bool,
        /// `true` if the API has `parallel_tool_calls`.
        parallel: bool,
    },
    /// `tool_choice` of Responses.
    Responses {
        /// `true` if a choice may list several tools.
        several: bool,
    },
    /// `tool_choice` of Anthropic.
    Anthropic,
    /// `toolConfig.functionCallingConfig`.
    Gemini,
    /// `toolConfig.toolChoice`.
    Bedrock,
    /// `tool_choice` of Cohere, with `REQUIRED` and `NONE`.
    Cohere,
    /// The API has no choice of tools.
    Missing,
}

/// The members of a request for the schema of an answer.
#[derive(Clone, Copy, Debug)]
pub(super) enum AnswerForm {
    /// `response_format` of Chat Completions.
    Chat,
    /// `text.format` of Responses.
    Responses,
    /// `output_config.format` of Anthropic.
    Anthropic,
    /// `outputConfig.textFormat` of Bedrock, with the schema as text.
    Bedrock,
    /// `generationConfig` with the schema in this member.
    Gemini(&'static str),
    /// `response_format` of Cohere.
    Cohere,
    /// `format` of Ollama.
    Ollama,
    /// The API has no format for answers: a tool that the model must call.
    Tool,
    /// The target is not the API of a model.
    Missing,
}

impl AnswerForm {
    /// Returns whether the API has no plain form of the schema.
    pub(super) fn is_always_strict(self) -> bool {
        matches!(self, Self::Anthropic | Self::Bedrock | Self::Cohere)
    }
}
