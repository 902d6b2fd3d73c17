use tool_core::call::Api;

/// Returns the stop reason of each API for truncated output, and its other stop reasons.
#[must_use]
pub fn stop_reasons(api: Api) -> (&'static [&'static str], &'static [&'static str]) {
    match api {
        Api::OpenAiChat => (
            &["length", "model_length", "max_tokens", "content_filter"],
            &["tool_calls", "stop", "function_call", "error", "new"],
        ),
        Api::OpenAiResponses => (
            &["incomplete", "failed", "cancelled"],
            &["completed", "new"],
        ),
        Api::Anthropic => (
            &["max_tokens", "model_context_window_exceeded", "refusal"],
            &["tool_use", "end_turn", "stop_sequence", "new"],
        ),
        Api::Gemini => (
            &["MAX_TOKENS", "SAFETY", "RECITATION", "LANGUAGE", "SPII"],
            &["STOP", "OTHER", "new"],
        ),
        Api::Bedrock => (
            &["max_tokens", "guardrail_intervened", "content_filtered"],
            &["tool_use", "end_turn", "stop_sequence", "new"],
        ),
        _ => (&["length"], &["stop", "new"]),
    }
}
