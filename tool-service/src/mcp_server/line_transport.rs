//! A client that sends one message per line.

use std::collections::VecDeque;
use std::future::Future;
use std::io;

use rmcp::RoleServer;
use rmcp::model::{ErrorCode, ErrorData, RequestId};
use rmcp::service::{RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::Transport;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, Empty};
use tokio::task::JoinHandle;

use crate::lines::{Line, Lines, MAX_LINE, Scan};

/// A transport of lines. It answers each request that it cannot read, since the client would wait for
/// an answer. The transport of `rmcp` skips such requests.
pub(super) struct LineTransport<R, W>
where
    W: AsyncWrite + Send + Unpin + 'static,
{
    lines: Lines<R>,
    /// Used for writing only.
    output: AsyncRwTransport<RoleServer, Empty, W>,
    /// The answers to unreadable requests that are not sent yet.
    refused: VecDeque<TxJsonRpcMessage<RoleServer>>,
    /// The answer that is being sent. Cancelling a read must not cut it off.
    sending: Option<JoinHandle<()>>,
    is_over: bool,
}

impl<R, W> LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    pub(super) fn new(input: R, output: W) -> Self {
        Self {
            lines: Lines::new(input),
            output: AsyncRwTransport::new_server(tokio::io::empty(), output),
            refused: VecDeque::new(),
            sending: None,
            is_over: false,
        }
    }

    /// Sends the answers to unreadable requests.
    async fn send_refused(&mut self) {
        loop {
            if let Some(sending) = &mut self.sending {
                // Fails if the client has closed its input.
                drop(sending.await);
                self.sending = None;
            }
            let Some(answer) = self.refused.pop_front() else {
                return;
            };
            let sent = self.output.send(answer);
            self.sending = Some(tokio::spawn(async move { drop(sent.await) }));
        }
    }
}

impl<R, W> Transport<RoleServer> for LineTransport<R, W>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        self.output.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            self.send_refused().await;
            if self.is_over {
                return None;
            }
            match self.lines.next().await {
                Ok(Some(Line::Whole { bytes, is_ended })) => match read(&bytes) {
                    Ok(message) => return Some(*message),
                    // The client exited within the last line.
                    Err(_) if !is_ended => {}
                    Err(answers) => self.refused.extend(answers),
                },
                Ok(Some(Line::Oversized { scan, is_ended })) => {
                    let words = format!("the message is longer than {MAX_LINE} bytes");
                    let answer = |id| refuse(ErrorCode::INVALID_REQUEST, words, Some(id));
                    self.refused.extend(scan.requested_id().map(answer));
                    self.is_over = !is_ended;
                }
                Ok(None) | Err(_) => self.is_over = true,
            }
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.output.close().await
    }
}

/// Reads a message. Otherwise returns the answers to the requests of the line.
fn read(
    line: &[u8],
) -> Result<Box<RxJsonRpcMessage<RoleServer>>, Vec<TxJsonRpcMessage<RoleServer>>> {
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    if let Ok(message) = serde_json::from_slice(line) {
        return Ok(Box::new(message));
    }
    if let Ok(messages) = serde_json::from_slice::<Vec<Value>>(line) {
        let words = "batches are not supported; send each message on a line of its own";
        let mut ids: Vec<_> = messages.iter().filter_map(read_id).map(Some).collect();
        if ids.is_empty() {
            ids.push(None);
        }
        let answers = ids.into_iter();
        let answers = answers.map(|id| refuse(ErrorCode::INVALID_REQUEST, words, id));
        return Err(answers.collect());
    }
    if let Ok(message) = serde_json::from_slice::<Value>(line) {
        let id = read_id(&message);
        // A notification has no answer.
        let is_notification = id.is_none() && message.get("method").is_some();
        let words = "the message is not a valid request";
        let answer = refuse(ErrorCode::INVALID_REQUEST, words, id);
        return Err(if is_notification {
            vec![]
        } else {
            vec![answer]
        });
    }
    let mut scan = Scan::default();
    scan.feed(line);
    let words = "the message is not valid JSON in UTF-8";
    // Without an id, the line may be an echo of an answer, whose answer would be echoed again.
    let answer = |id| refuse(ErrorCode::PARSE_ERROR, words, Some(id));
    Err(scan.requested_id().map(answer).into_iter().collect())
}

fn read_id(message: &Value) -> Option<RequestId> {
    message.get("method")?;
    serde_json::from_value(message.get("id")?.clone()).ok()
}

fn refuse(
    code: ErrorCode,
    words: impl Into<String>,
    id: Option<RequestId>,
) -> TxJsonRpcMessage<RoleServer> {
    TxJsonRpcMessage::<RoleServer>::error(ErrorData::new(code, words.into(), None), id)
}
