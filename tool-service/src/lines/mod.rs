//! Lines of JSON-RPC messages, with a limit of their length.

mod scan;

use std::{io, mem};

use tokio::io::{AsyncBufReadExt, AsyncRead, BufReader};

pub(crate) use scan::Scan;

/// Maximum length of a line in bytes. The limit also applies to a message over HTTP.
pub(crate) const MAX_LINE: usize = 16 << 20;

/// Maximum number of bytes of one line that are skipped. The rest of a longer line would look like
/// new lines.
const MAX_SKIPPED: usize = 4 * MAX_LINE;

/// A line. `is_ended` is `false` if its end is missing: at the end of the input, or because it is
/// much too long.
pub(crate) enum Line {
    Whole { bytes: Vec<u8>, is_ended: bool },
    Oversized { scan: Scan, is_ended: bool },
}

/// The lines of a reader. Cancelling a read loses no data.
pub(crate) struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    /// State of an oversized line, and its length so far.
    oversized: Option<(Scan, usize)>,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(crate) fn new(input: R) -> Self {
        Self {
            input: BufReader::new(input),
            line: Vec::new(),
            oversized: None,
        }
    }

    /// Reads the next line. Returns `None` at the end of the input.
    pub(crate) async fn next(&mut self) -> io::Result<Option<Line>> {
        loop {
            let part = self.input.fill_buf().await?;
            if part.is_empty() {
                return Ok(self.take(false));
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
            self.input.consume(length);
            let is_too_long = self.oversized.as_ref().is_some_and(|of| of.1 > MAX_SKIPPED);
            if end.is_some() || is_too_long {
                return Ok(self.take(end.is_some()));
            }
        }
    }

    fn take(&mut self, is_ended: bool) -> Option<Line> {
        if let Some((scan, _)) = self.oversized.take() {
            return Some(Line::Oversized { scan, is_ended });
        }
        let bytes = mem::take(&mut self.line);
        (is_ended || !bytes.is_empty()).then_some(Line::Whole { bytes, is_ended })
    }
}
