//! Request bodies that can be inspected after they were read.

use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::{Buf, Bytes};
use http_body::{Body, Frame, SizeHint};

/// The part of a body that was read, or `None` before the first read.
#[derive(Clone, Default)]
pub(super) struct BodyRecord(Arc<Mutex<Option<Vec<Bytes>>>>);

impl BodyRecord {
    pub(super) fn take(&self) -> Option<Vec<u8>> {
        let mut record = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        record.take().map(|parts| parts.concat())
    }

    fn begin(&self) {
        let mut record = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        record.get_or_insert_default();
    }

    fn add(&self, part: Bytes) {
        let mut record = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        record.get_or_insert_default().push(part);
    }
}

/// A body that records the data read from it.
pub(super) struct RecordedBody<B> {
    pub(super) body: Pin<Box<B>>,
    pub(super) record: BodyRecord,
}

impl<B: Body> Body for RecordedBody<B> {
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        self.record.begin();
        let frame = self.body.as_mut().poll_frame(cx);
        frame.map_ok(|frame| {
            frame.map_data(|mut data| {
                // Copies no data if it is already `Bytes`, as in hyper.
                let part = data.copy_to_bytes(data.remaining());
                self.record.add(part.clone());
                part
            })
        })
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
