//! Stores results that are too long for a model, which can then read them in parts.

mod read;
mod store;

use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use http::Extensions;

use crate::BoxError;
use crate::call::Principal;
use crate::random::{hash, random_id};

pub use store::{DirectoryResults, ResultStore, StoredPart};

/// The store of a service.
#[derive(Clone)]
pub(crate) struct Results(Arc<dyn AnyResultStore>);

impl Results {
    pub(crate) fn new(store: impl ResultStore) -> Self {
        Self(Arc::new(store))
    }

    /// Stores a text. Returns the ID that lets the same principal read it.
    pub(crate) async fn keep(
        &self,
        text: String,
        extensions: &Extensions,
    ) -> Result<String, BoxError> {
        let id = random_id()?;
        self.0.write(make_key(&id, extensions), text).await?;
        Ok(id)
    }
}

/// Returns the key of a text. The key depends on the principal, which separates their texts.
fn make_key(id: &str, extensions: &Extensions) -> String {
    match extensions.get::<Principal>() {
        Some(Principal(principal)) => format!("{id}-{}", hash(principal)),
        None => id.to_owned(),
    }
}

impl fmt::Debug for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Results").finish_non_exhaustive()
    }
}

/// An object-safe [`ResultStore`].
trait AnyResultStore: Send + Sync {
    fn write(&self, key: String, text: String) -> BoxFuture<'_, Result<(), BoxError>>;

    fn read(
        &self,
        key: String,
        start: u64,
        length: usize,
    ) -> BoxFuture<'_, Result<Option<StoredPart>, BoxError>>;
}

impl<S: ResultStore> AnyResultStore for S {
    fn write(&self, key: String, text: String) -> BoxFuture<'_, Result<(), BoxError>> {
        Box::pin(ResultStore::write(self, key, text))
    }

    fn read(
        &self,
        key: String,
        start: u64,
        length: usize,
    ) -> BoxFuture<'_, Result<Option<StoredPart>, BoxError>> {
        Box::pin(ResultStore::read(self, key, start, length))
    }
}
