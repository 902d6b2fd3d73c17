use std::sync::{Arc, OnceLock, Weak};

use super::ServiceState;
use crate::ToolService;

/// A handle to a [`ToolService`] that does not keep it alive. Use it in functions that the service
/// holds: hooks, authorizations, middleware and tools. A clone of the service in such a function
/// creates a reference cycle, and the service and the child processes of its MCP servers would live
/// forever.
///
/// [`ToolServiceBuilder::handle`](crate::ToolServiceBuilder::handle) returns a handle before the
/// service is built, and [`ToolService::downgrade`] afterwards.
///
/// ```
/// use tool_service::approval::{Decision, Proposal};
/// use tool_service::{ToolService, WeakToolService};
///
/// let builder = ToolService::builder();
/// let handle: WeakToolService = builder.handle();
/// assert!(handle.upgrade().is_none(), "there is no service yet");
/// let service = builder
///     .authorize(move |_: Proposal| {
///         let handle = handle.clone();
///         async move {
///             match handle.upgrade() {
///                 Some(service) if service.definitions().as_slice().len() < 100 => Decision::Allow,
///                 _ => Decision::Deny("There are too many tools.".to_owned()),
///             }
///         }
///     })
///     .build();
/// let handle = service.downgrade();
/// assert!(handle.upgrade().is_some());
/// drop(service);
/// assert!(handle.upgrade().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct WeakToolService(Arc<OnceLock<Weak<ServiceState>>>);

impl WeakToolService {
    /// Creates the handle of a service that is not built yet.
    pub(super) fn empty() -> Self {
        Self(Arc::default())
    }

    pub(super) fn of(service: &Arc<ServiceState>) -> Self {
        let handle = Self::empty();
        handle.set(service);
        handle
    }

    pub(super) fn set(&self, service: &Arc<ServiceState>) {
        // A builder builds one service and sets the handle once.
        let _ = self.0.set(Arc::downgrade(service));
    }

    /// Returns the service, or `None` before it is built or after its last clone is dropped.
    #[must_use]
    pub fn upgrade(&self) -> Option<ToolService> {
        let inner = self.0.get()?.upgrade()?;
        Some(ToolService { inner })
    }
}

impl ToolService {
    /// Returns a handle that does not keep the service alive.
    #[must_use]
    pub fn downgrade(&self) -> WeakToolService {
        WeakToolService::of(&self.inner)
    }
}
