use super::event_stream::EventStream;

/// Finds the events in the bytes of a body: server-sent events (`data: {..}`, ended by an
/// empty line), one JSON object per line, or Amazon's binary frames.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frames {
    /// The binary frames, if the body begins with one.
    binary: Option<EventStream>,
    has_begun: bool,
    /// The unfinished line.
    line: Vec<u8>,
    /// The data of the unfinished event.
    data: Option<String>,
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
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            self.line.extend_from_slice(&rest[..end]);
            rest = &rest[end + 1..];
            events.extend(self.end_line());
        }
        self.line.extend_from_slice(rest);
        events
    }

    /// Returns the last event, after the end of the bytes.
    pub(crate) fn rest(&mut self) -> Option<String> {
        self.end_line().or_else(|| self.data.take())
    }

    fn end_line(&mut self) -> Option<String> {
        let line = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(line.strip_suffix(b"\r").unwrap_or(&line));
        if line.is_empty() {
            return self.data.take();
        }
        if let Some(data) = line.strip_prefix("data:") {
            let data = data.strip_prefix(' ').unwrap_or(data);
            match &mut self.data {
                Some(before) => {
                    before.push('\n');
                    before.push_str(data);
                }
                None => self.data = Some(data.to_owned()),
            }
        } else if line.starts_with('{') {
            return Some(line.into_owned());
        }
        // Other lines name the event or are comments.
        None
    }
}
