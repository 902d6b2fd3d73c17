//! Lines of a child process, one JSON-RPC message each.

use std::io;

use rmcp::RoleClient;
use rmcp::model::RequestId;
use rmcp::service::RxJsonRpcMessage;
use tokio::process::ChildStdout;

use super::readable::read_message;
use crate::lines::{Line, Lines, Scan};

/// A message or a fault.
pub(super) enum LineRead {
    Message(Box<RxJsonRpcMessage<RoleClient>>),
    /// An answer to this request that is not a valid message.
    Unreadable(RequestId),
    /// A line that is too long, with the id of the request that it answers, if it has one.
    Oversized(Option<RequestId>),
}

/// Reads the next message or fault. Returns `None` at the end of the output. Other lines, such as log
/// output, are skipped. Cancelling a read loses no data.
pub(super) async fn next(lines: &mut Lines<ChildStdout>) -> io::Result<Option<LineRead>> {
    loop {
        let read = match lines.next().await? {
            None => return Ok(None),
            Some(Line::Oversized { scan, is_ended }) => {
                let answered = scan.answered_id().filter(|_| is_ended);
                Some(LineRead::Oversized(answered))
            }
            Some(Line::Whole { bytes, is_ended }) => {
                // A process may exit within a line.
                let is_known = |read: &LineRead| is_ended || matches!(read, LineRead::Message(_));
                read(&bytes).filter(is_known)
            }
        };
        if read.is_some() {
            return Ok(read);
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
