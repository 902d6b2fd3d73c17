//! The text that asks the model for an answer in a format.

use serde_json::Value;

/// `Answer with one JSON object and no other text. A place. JSON Schema of the object: {..}`
pub(crate) fn write_answer_format(description: &str, schema: &Value) -> String {
    let description = description.trim();
    let separator = match description.chars().last() {
        None => "",
        Some('.' | '!' | '?') => " ",
        Some(_) => ". ",
    };
    format!(
        "Answer with one JSON object and no other text. {description}{separator}\
         JSON Schema of the object: {schema}"
    )
}
