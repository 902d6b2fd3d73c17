//! A call as a model sends it.

use serde_json::Value;
use tool_core::issue::Segment;

/// A call of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    /// The call as the model thinks of it.
    pub value: Value,
    /// The text, if it is not the JSON text of the value.
    pub raw: Option<String>,
    /// A bare word in the text, and its place.
    pub bare: Option<(Vec<Segment>, String)>,
}

impl Sent {
    /// A call in valid JSON.
    #[must_use]
    pub fn of(value: Value) -> Self {
        Self {
            value,
            raw: None,
            bare: None,
        }
    }

    /// A call in a text.
    #[must_use]
    pub fn of_text(value: Value, raw: &str) -> Self {
        Self {
            value,
            raw: Some(raw.to_owned()),
            bare: None,
        }
    }

    /// The text of the call.
    #[must_use]
    pub fn text(&self) -> String {
        self.raw.clone().unwrap_or_else(|| self.value.to_string())
    }
}
