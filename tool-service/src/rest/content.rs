use base64::prelude::{BASE64_STANDARD, Engine};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::Value;

use crate::{Content, ToolOutput};

/// What the body of an answer is, by its `Content-Type`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MediaType(String);

impl MediaType {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let value = headers.get(CONTENT_TYPE);
        let value = value.and_then(|value| value.to_str().ok()).unwrap_or("");
        let name = value.split(';').next().unwrap_or("").trim();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/+-._".contains(&byte);
        let is_name = name.len() <= 100 && name.bytes().all(is_plain);
        Self(if is_name {
            name.to_ascii_lowercase()
        } else {
            String::new()
        })
    }

    pub(super) fn is_json(&self) -> bool {
        self.0.ends_with("/json") || self.0.ends_with("+json")
    }

    pub(super) fn is_plain_text(&self) -> bool {
        self.0 == "text/plain"
    }

    fn is_text(&self) -> bool {
        let name = self.0.as_str();
        name.starts_with("text/") || name.ends_with("/xml") || name.ends_with("+xml")
    }

    /// The name, for people.
    pub(super) fn name(&self) -> &str {
        if self.0.is_empty() {
            "an unknown type"
        } else {
            &self.0
        }
    }

    /// An answer of that type as an output; nothing where it is of a type that a model
    /// cannot be shown.
    pub(super) fn output(&self, body: Vec<u8>) -> Option<ToolOutput> {
        if body.is_empty() {
            return Some(ToolOutput::default());
        }
        if self.is_json() {
            return Some(json(lossy(body)));
        }
        if self.is_text() {
            return Some(ToolOutput::text(lossy(body)));
        }
        let mime_type = self.0.clone();
        if self.0.starts_with("image/") {
            let data = BASE64_STANDARD.encode(body);
            return Some(ToolOutput::new([Content::Image { data, mime_type }]));
        }
        if self.0.starts_with("audio/") {
            let data = BASE64_STANDARD.encode(body);
            return Some(ToolOutput::new([Content::Audio { data, mime_type }]));
        }
        // Types that are text by their content: YAML, JavaScript, or none at all.
        let text = String::from_utf8(body).ok()?;
        let is_text = |c: char| !c.is_control() || c.is_whitespace();
        text.chars().all(is_text).then(|| ToolOutput::text(text))
    }
}

/// The text as it was sent, each digit of it; what says that it is JSON and is none, as
/// well.
fn json(text: String) -> ToolOutput {
    match serde_json::from_str(&text) {
        Ok(Value::Null) => ToolOutput::default(),
        Ok(Value::String(text)) => ToolOutput::text(text),
        Ok(value @ Value::Object(_)) => ToolOutput::text(text).structured(value),
        _ => ToolOutput::text(text),
    }
}

pub(super) fn lossy(body: Vec<u8>) -> String {
    let text = match String::from_utf8(body) {
        Ok(text) => text,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    };
    match text.strip_prefix('\u{feff}') {
        Some(text) => text.to_owned(),
        None => text,
    }
}
