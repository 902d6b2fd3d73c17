//! The events in the bytes of a body. What an event means is not decided here.

mod event_stream;
mod json_text;

use serde::de::IgnoredAny;
use serde_json::{Value, json};

use event_stream::EventStream;
use json_text::JsonText;

/// Finds the events in the bytes of a body: server-sent events (`data: {..}`, ended by an
/// empty line), JSON (one object per line, an array of objects, or one object), or Amazon's binary
/// frames.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    /// The binary frames, if the body begins with one.
    binary: Option<EventStream>,
    has_begun: bool,
    /// The unfinished line.
    line: Vec<u8>,
    /// `true` if the last byte was a carriage return. A line feed after it ends the same line.
    is_after_return: bool,
    /// The data of the unfinished server-sent event.
    data: Option<String>,
    /// `true` if the name of the unfinished event is `error`.
    is_error: bool,
    json: JsonText,
}

impl Frames {
    /// Adds bytes, and returns the events that they complete.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Vec<String> {
        if !self.has_begun && !bytes.is_empty() {
            self.has_begun = true;
            self.binary = EventStream::is_begun_by(bytes).then(EventStream::default);
        }
        if let Some(binary) = &mut self.binary {
            return binary.push(bytes);
        }
        let mut events = Vec::new();
        let mut rest = bytes;
        if self.is_after_return {
            rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            self.is_after_return &= bytes.is_empty();
        }
        while let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) {
            self.line.extend_from_slice(&rest[..end]);
            events.extend(self.end_line());
            let is_return = rest[end] == b'\r';
            rest = &rest[end + 1..];
            if is_return {
                self.is_after_return = rest.is_empty();
                rest = rest.strip_prefix(b"\n").unwrap_or(rest);
            }
        }
        self.line.extend_from_slice(rest);
        events
    }

    /// Returns the last events, after the end of the bytes. Leaves out the one in which they end.
    pub(crate) fn rest(&mut self) -> Vec<String> {
        let mut events = self.end_line();
        events.extend(self.take_data());
        let is_cut = |event: &String| {
            let read = serde_json::from_str::<IgnoredAny>(event);
            read.is_err_and(|error| error.is_eof())
        };
        events.retain(|event| !is_cut(event));
        events
    }

    fn end_line(&mut self) -> Vec<String> {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&line);
        // A body may begin with a byte order mark.
        let line = line.trim_start_matches(['\u{feff}', ' ', '\t']);
        if let Some(data) = line.strip_prefix("data:") {
            self.json = JsonText::default();
            return self.add_data(data.strip_prefix(' ').unwrap_or(data));
        }
        if self.json.is_open() || line.starts_with(['{', '[', ',']) {
            return self.json.push_line(line);
        }
        if line.is_empty() {
            return self.take_data().into_iter().collect();
        }
        if let Some(name) = line.strip_prefix("event:") {
            self.is_error = name.trim() == "error";
            return Vec::new();
        }
        // Other lines name the event or are comments.
        read_error_line(line).into_iter().collect()
    }

    /// Returns the data of the current event.
    fn take_data(&mut self) -> Option<String> {
        let is_error = std::mem::take(&mut self.is_error);
        let data = self.data.take()?;
        Some(if is_error { to_error(&data) } else { data })
    }

    /// Adds a line of data to the current event. Some servers omit the empty line between events,
    /// so an object after a complete one begins another event.
    fn add_data(&mut self, data: &str) -> Vec<String> {
        let ended = self.data.take_if(|before| {
            let is_next = data.starts_with(['{', '[']);
            is_next && serde_json::from_str::<IgnoredAny>(before).is_ok()
        });
        match &mut self.data {
            Some(before) => {
                before.push('\n');
                before.push_str(data);
            }
            None => self.data = Some(data.to_owned()),
        }
        ended.into_iter().collect()
    }
}

/// Reads a line of llama.cpp's server that reports an error: `error: {"code", "message"}`.
fn read_error_line(line: &str) -> Option<String> {
    let error = line.strip_prefix("error:")?.trim();
    error
        .starts_with('{')
        .then(|| format!("{{\"error\": {error}}}"))
}

/// Returns the data of an event with the name `error` as an event with the member `error`. It is a
/// text, or an object with a message.
fn to_error(data: &str) -> String {
    match serde_json::from_str::<Value>(data) {
        Ok(Value::Object(object))
            if object.contains_key("message") && !object.contains_key("type") =>
        {
            json!({"error": object}).to_string()
        }
        Ok(Value::Object(_)) => data.to_owned(),
        Ok(Value::String(text)) => json!({"error": {"message": text}}).to_string(),
        _ => json!({"error": {"message": data}}).to_string(),
    }
}
