//! Finds the request id of a line that is not a readable message.

use rmcp::model::RequestId;

/// Maximum size of relevant keys and ids, in bytes.
const MAX_TOKEN: usize = 256;

/// An incremental scanner that stores only one key and one id. The line may have any length and
/// depth, may be truncated, and may contain invalid JSON.
#[derive(Default)]
pub(crate) struct Scan {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// Bytes of the current string or number, if it is a key or value of the message itself.
    token: Vec<u8>,
    /// The last key of the message itself, until its value ends.
    key: Option<Vec<u8>>,
    id: Option<Vec<u8>>,
    /// `true` for an answer and `false` for a request, once the line is known to be JSON-RPC.
    is_answer: Option<bool>,
}

impl Scan {
    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.step(byte);
        }
    }

    /// Returns the id of the answered request.
    pub(crate) fn answered_id(&self) -> Option<RequestId> {
        let id = self.id.as_ref().filter(|_| self.is_answer == Some(true))?;
        serde_json::from_slice(id).ok()
    }

    /// Returns the id of the request that the line is.
    pub(crate) fn requested_id(&self) -> Option<RequestId> {
        let id = self.id.as_ref().filter(|_| self.is_answer == Some(false))?;
        serde_json::from_slice(id).ok()
    }

    fn step(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => self.depth += 1,
            b':' if self.depth == 1 => {
                let key = std::mem::take(&mut self.token);
                match key.as_slice() {
                    br#""jsonrpc""# => self.is_answer = self.is_answer.or(Some(true)),
                    br#""method""# => self.is_answer = Some(false),
                    _ => {}
                }
                self.key = Some(key);
            }
            b',' | b'}' | b']' => {
                if self.depth == 1 {
                    self.end_value();
                }
                if byte != b',' {
                    self.depth = self.depth.saturating_sub(1);
                }
            }
            _ if byte.is_ascii_whitespace() => {}
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        if self.depth == 1 && self.token.len() < MAX_TOKEN {
            self.token.push(byte);
        }
    }

    /// Handles the end of a value of the message itself.
    fn end_value(&mut self) {
        let value = std::mem::take(&mut self.token);
        if self.key.take().is_some_and(|key| key == br#""id""#) {
            self.id = Some(value);
        }
    }
}
