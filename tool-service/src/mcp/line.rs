//! Lines of a child process, one JSON-RPC message each.

use std::io;

use rmcp::RoleClient;
use rmcp::model::RequestId;
use rmcp::service::RxJsonRpcMessage;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::ChildStdout;

use super::readable::read_message;
use super::scan::Scan;

/// Maximum length of a line in bytes. The limit also applies to a message over HTTP.
pub(super) const MAX_LINE: usize = 16 << 20;

/// Maximum number of bytes of one line that are skipped. A longer line ends the session, because
/// the rest of it would look like new lines.
const MAX_SKIPPED: usize = 4 * MAX_LINE;

/// A message or a fault.
pub(super) enum LineRead {
    Message(Box<RxJsonRpcMessage<RoleClient>>),
    /// An answer to this request that is not a valid message.
    Unreadable(RequestId),
    /// A line that is too long, with the id of the request that it answers, if it has one.
    Oversized(Option<RequestId>),
}

/// The lines of a process. Cancelling a read loses no data.
pub(super) struct Lines {
    output: BufReader<ChildStdout>,
    line: Vec<u8>,
    /// State of an oversized line, and its length so far.
    oversized: Option<(Scan, usize)>,
}

impl Lines {
    pub(super) fn new(output: ChildStdout) -> Self {
        Self {
            output: BufReader::new(output),
            line: Vec::new(),
            oversized: None,
        }
    }

    /// Reads the next message or fault. Returns `None` at the end of the output. Other lines, such
    /// as log output, are skipped.
    pub(super) async fn next(&mut self) -> io::Result<Option<LineRead>> {
        loop {
            let part = self.output.fill_buf().await?;
            if part.is_empty() {
                return Ok(None);
            }
            let end = part.iter().position(|&byte| byte == b'\n');
            let length = end.map_or(part.len(), |end| end + 1);
            let part = &part[..length];
            if let Some((scan, read)) = &mut self.oversized {
                scan.feed(part);
                *read += length;
            } else if self.line.len() + length > MAX_LINE {
                let mut scan = Scan::default();
                scan.feed(&self.line);
                scan.feed(part);
                self.oversized = Some((scan, self.line.len() + length));
                self.line = Vec::new();
            } else {
                self.line.extend_from_slice(part);
            }
            self.output.consume(length);
            if let Some((scan, read)) = &self.oversized {
                if end.is_some() || *read > MAX_SKIPPED {
                    let answered = scan.answered_id().filter(|_| end.is_some());
                    self.oversized = None;
                    return Ok(Some(LineRead::Oversized(answered)));
                }
            } else if end.is_some() {
                let read = read(&self.line);
                self.line.clear();
                if read.is_some() {
                    return Ok(read);
                }
            }
        }
    }
}

fn read(line: &[u8]) -> Option<LineRead> {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    if let Ok(message) = serde_json::from_slice(line) {
        return Some(LineRead::Message(Box::new(message)));
    }
    if let Some(message) = read_message(line) {
        return Some(LineRead::Message(Box::new(message)));
    }
    let mut scan = Scan::default();
    scan.feed(line);
    scan.answered_id().map(LineRead::Unreadable)
}
