//! Which members of the JSON of all APIs have output of the model.

use super::Node;

/// The members of all APIs that describe an answer or its request. Only the other members have output.
const DESCRIPTIONS: &str = "event role id event_id item_id response_id interaction_id model \
    modelVersion model_version index output_index content_index sequence_number object created \
    created_at createTime system_fingerprint service_tier usage usageMetadata usage_metadata \
    promptFeedback prompt_feedback status stop_reason finish_reason finishReason logprobs tools \
    tool_choice instructions metadata temperature top_p reasoning truncation";

/// Returns whether an event has output of the model: it names the type of a call, or has a text or a
/// number that does not only describe the answer.
pub(super) fn has_output(event: Node<'_>) -> bool {
    let is_call = |kind: Node<'_>| {
        let kind = kind.text().unwrap_or_default();
        kind.contains("tool") || kind.contains("call")
    };
    let mut members = event.entries();
    members.any(|(key, value)| {
        if key.is_one_of("type event_type") {
            is_call(value)
        } else {
            !key.is_one_of(DESCRIPTIONS) && has_value(value)
        }
    })
}

/// Returns whether a value may have output: it is not empty, and no flag.
pub(super) fn has_value(value: Node<'_>) -> bool {
    if value.is_object() {
        has_output(value)
    } else if value.is_array() {
        value.elements().any(has_value)
    } else {
        !matches!(value.source(), "" | "\"\"" | "null" | "true" | "false")
    }
}
