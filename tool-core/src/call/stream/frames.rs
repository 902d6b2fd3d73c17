/// Finds the events in the bytes of a body: server-sent events (`data: {..}`, ended by
/// an empty line), or one JSON object a line.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    /// The line that has not ended.
    line: Vec<u8>,
    /// The data of the event that has not ended.
    data: Option<String>,
}

impl Frames {
    /// The events that end in these bytes.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<String> {
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

    /// What is left when the bytes are at an end.
    pub(super) fn rest(&mut self) -> Option<String> {
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
        // Other lines name the event, or are comments.
        None
    }
}
