use std::borrow::Cow;

use base64::prelude::{BASE64_STANDARD, Engine};
use encoding_rs::{Encoding, UTF_8};
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use serde_json::Value;

use crate::{Content, ToolOutput};

/// The media type of a response, from its `Content-Type`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MediaType {
    name: String,
    /// Encoding named by `charset`. Default: UTF-8.
    encoding: &'static Encoding,
}

impl MediaType {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        let value = headers.get(CONTENT_TYPE);
        let value = value.and_then(|value| value.to_str().ok()).unwrap_or("");
        let mut parts = value.split(';');
        let name = parts.next().unwrap_or("").trim();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/+-._".contains(&byte);
        let is_name = name.len() <= 100 && name.bytes().all(is_plain);
        let charset = parts
            .filter_map(|part| part.split_once('='))
            .find_map(|(key, charset)| {
                let is_charset = key.trim().eq_ignore_ascii_case("charset");
                is_charset.then(|| charset.trim().trim_matches('"'))
            });
        let encoding = charset.and_then(|charset| Encoding::for_label(charset.as_bytes()));
        Self {
            name: if is_name {
                name.to_ascii_lowercase()
            } else {
                String::new()
            },
            encoding: encoding.unwrap_or(UTF_8),
        }
    }

    /// Decodes a body. Also returns whether `U+FFFD` replaces invalid bytes. A byte order mark
    /// takes precedence over `charset`.
    pub(super) fn decode<'a>(&self, body: &'a [u8]) -> (Cow<'a, str>, bool) {
        let (text, _, is_faulty) = self.encoding.decode(body);
        (text, is_faulty)
    }

    pub(super) fn is_json(&self) -> bool {
        self.name.ends_with("/json") || self.name.ends_with("+json")
    }

    pub(super) fn is_plain_text(&self) -> bool {
        self.name == "text/plain"
    }

    fn is_text(&self) -> bool {
        let name = self.name.as_str();
        name.starts_with("text/") || name.ends_with("/xml") || name.ends_with("+xml")
    }

    /// Returns the name, for people.
    pub(super) fn name(&self) -> &str {
        if self.name.is_empty() {
            "an unknown type"
        } else {
            &self.name
        }
    }

    /// Converts a response into output. Returns `None` if a model cannot read this media type.
    pub(super) fn output(&self, body: &[u8]) -> Option<ToolOutput> {
        if body.is_empty() {
            return Some(ToolOutput::default());
        }
        if self.is_json() {
            return Some(parse_json(self.decode(body).0.into_owned()));
        }
        if self.is_text() {
            return Some(ToolOutput::text(self.decode(body).0));
        }
        let mime_type = self.name.clone();
        if self.name.starts_with("image/") {
            let data = BASE64_STANDARD.encode(body);
            return Some(ToolOutput::new([Content::Image { data, mime_type }]));
        }
        if self.name.starts_with("audio/") {
            let data = BASE64_STANDARD.encode(body);
            return Some(ToolOutput::new([Content::Audio { data, mime_type }]));
        }
        // Some text types are recognized by content: YAML, JavaScript, or a missing type.
        let (text, is_faulty) = self.decode(body);
        let is_text = |c: char| !c.is_control() || c.is_whitespace();
        (!is_faulty && text.chars().all(is_text)).then(|| ToolOutput::text(text))
    }
}

/// Keeps the text unchanged, including all digits. Invalid JSON becomes text.
fn parse_json(text: String) -> ToolOutput {
    match serde_json::from_str(&text) {
        Ok(Value::Null) => ToolOutput::default(),
        Ok(Value::String(text)) => ToolOutput::text(text),
        Ok(value @ Value::Object(_)) => ToolOutput::text(text).structured(value),
        _ => ToolOutput::text(text),
    }
}
