//! Merges the options of a call, its tool and its service.

use std::future::poll_fn;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;

use futures_util::FutureExt;

use super::CallOptions;

/// The options of one level, or of several merged levels. A clone copies no options.
#[derive(Clone)]
pub(crate) enum Merged<'a> {
    One(&'a CallOptions),
    Several(Arc<CallOptions>),
}

impl Deref for Merged<'_> {
    type Target = CallOptions;

    fn deref(&self) -> &CallOptions {
        match self {
            Self::One(options) => options,
            Self::Several(options) => options,
        }
    }
}

impl CallOptions {
    /// Merges options; earlier levels override later ones. A cancelled token of any level cancels
    /// the call, see [`run_unless_cancelled`].
    pub(crate) fn merge<const N: usize>(levels: [&Self; N]) -> Merged<'_> {
        // Most calls have options on at most one level. Those are not copied.
        let mut set = levels.into_iter().filter(|options| !options.is_empty());
        let first = set.next().unwrap_or(levels[N - 1]);
        let Some(second) = set.next() else {
            return Merged::One(first);
        };
        let merged = set.fold(first.over(second), |merged, lower| merged.over(lower));
        Merged::Several(Arc::new(merged))
    }
}

/// Runs the future. Returns `None` if a token of these options is cancelled first.
pub(crate) async fn run_unless_cancelled<F: Future, const N: usize>(
    levels: [&CallOptions; N],
    mut future: Pin<&mut F>,
) -> Option<F::Output> {
    if levels.iter().all(|level| level.cancellation().is_none()) {
        return Some(future.await);
    }
    let tokens = levels.into_iter().filter_map(CallOptions::cancellation);
    let mut cancelled: Vec<_> = tokens.map(|token| Box::pin(token.cancelled())).collect();
    poll_fn(|context| {
        if cancelled
            .iter_mut()
            .any(|token| token.poll_unpin(context).is_ready())
        {
            return Poll::Ready(None);
        }
        future.as_mut().poll(context).map(Some)
    })
    .await
}
