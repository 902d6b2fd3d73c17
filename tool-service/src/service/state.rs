use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::hooks::Hooks;
use super::registry::{Registry, Tools};
use crate::CallOptions;
use crate::approval::Approvals;
use crate::approval::authorization::Authorizations;
use crate::event::EventSender;
use crate::executor::Stack;
use crate::extract::States;
use crate::results::Results;

/// The state that clones of a service share.
pub(crate) struct ServiceState {
    pub(crate) registry: Registry,
    pub(crate) states: States,
    pub(crate) hooks: Hooks,
    pub(crate) authorizations: Authorizations,
    pub(crate) approvals: Option<Approvals>,
    pub(crate) results: Option<Results>,
    /// Middleware of all tools.
    pub(crate) middleware: Stack,
    pub(crate) options: CallOptions,
    /// At least 1.
    pub(crate) concurrency: usize,
    /// `true` if calls that are not read-only run alone.
    pub(crate) runs_in_order: bool,
    pub(crate) events: EventSender,
    pub(crate) begun: AtomicU64,
}

impl ServiceState {
    pub(crate) fn next_call(&self) -> u64 {
        self.begun.fetch_add(1, Ordering::Relaxed) + 1
    }

    #[inline]
    pub(crate) fn tools(&self) -> Arc<Tools> {
        self.registry.tools()
    }
}
