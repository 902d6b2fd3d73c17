//! Prepares the text of a response for reading.

use crate::call::Api;
use crate::call::wire::WireFields;

/// Removes a byte order mark.
pub(crate) fn without_mark(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// Returns whether a body is an array of the events of a stream.
pub(crate) fn is_list_of_events(body: &str) -> bool {
    let list = body.trim_start().strip_prefix('[');
    list.is_some_and(|items| items.trim_start().starts_with('{'))
}

/// Paths to a body inside the line of a batch: of `OpenAI` and Mistral, of Anthropic, and of
/// Gemini.
const IN_BATCH: [&[&str]; 4] = [
    &["response", "body"],
    &["result", "message"],
    &["result", "error"],
    &["response"],
];

/// Returns the body of a response inside the line of a batch. `None` for any other text.
pub(super) fn find_in_batch(line: WireFields<'_>) -> Option<&str> {
    let may_be_line = line.has("response") || line.has("result");
    if !may_be_line || BODY_MEMBERS.iter().any(|key| line.has(key)) {
        return None;
    }
    IN_BATCH.iter().find_map(|path| {
        let (last, outer) = path.split_last()?;
        let holder = outer.iter().fold(line, |at, key| at.fields(key));
        let body = holder.get(last)?.source();
        body.starts_with('{').then_some(body)
    })
}

/// Members that only the body of a response has, and not the line of a batch.
const BODY_MEMBERS: [&str; 7] = [
    "choices",
    "output",
    "content",
    "candidates",
    "steps",
    "message",
    "outputs",
];

/// Returns whether an event of a stream is the body of a whole response. Servers that do not
/// stream send it. `has` returns whether the event has a member.
pub(crate) fn is_whole_body(api: Api, has: impl Fn(&str) -> bool) -> bool {
    // Members of which each body has one, and a member that only events have.
    let (of_body, of_event) = match api {
        Api::OpenAiResponses => (&["output"][..], "type"),
        Api::Anthropic => (&["content"][..], "index"),
        Api::GeminiInteractions => (&["steps", "outputs"][..], "event_type"),
        Api::Bedrock => (&["output"][..], "contentBlockIndex"),
        Api::Cohere => (&["message"][..], "type"),
        Api::MistralConversations => (&["outputs"][..], "type"),
        // An event has the form of a body, or nearly so.
        Api::OpenAiChat | Api::Gemini | Api::Ollama => return false,
    };
    of_body.iter().any(|key| has(key)) && !has(of_event)
}
