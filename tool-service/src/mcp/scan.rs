//! Finds the request that a line answers where the line cannot be read as a message.

use rmcp::model::RequestId;

/// Keys and ids of more bytes are none that are looked for.
const MAX_TOKEN: usize = 256;

/// What is known of a line, of which no more than a key and an id are kept. The line may be of
/// any length and depth, cut off, or no JSON from some point on.
#[derive(Default)]
pub(super) struct Scan {
    depth: usize,
    in_string: bool,
    is_escaped: bool,
    /// The bytes of the string or number that is read now, if it is a key or value of the message.
    token: Vec<u8>,
    /// The last key of the message itself, until its value ends.
    key: Option<Vec<u8>>,
    id: Option<Vec<u8>>,
    /// Whether it is an answer and no request, once it is known to be of JSON-RPC.
    is_answer: Option<bool>,
}

impl Scan {
    pub(super) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.step(byte);
        }
    }

    /// The request that the line answers.
    pub(super) fn answered_id(&self) -> Option<RequestId> {
        let id = self.id.as_ref().filter(|_| self.is_answer == Some(true))?;
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

    /// A value of the message itself has ended.
    fn end_value(&mut self) {
        let value = std::mem::take(&mut self.token);
        if self.key.take().is_some_and(|key| key == br#""id""#) {
            self.id = Some(value);
        }
    }
}
