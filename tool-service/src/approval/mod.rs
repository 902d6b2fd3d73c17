//! Calls that wait for the approval of a person.

pub(crate) mod authorization;
mod binding;
mod policy;
mod store;

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::future::BoxFuture;
use http::Extensions;
use serde_json::Value;

use crate::pending::TokenKey;
use crate::{BoxError, Failure, ToolError};

pub use crate::call::Principal;
pub use crate::pending::Pending;
pub use policy::ask_before_effects;
pub use store::{ApprovalStore, DirectoryApprovals, MemoryApprovals};

pub use authorization::{Decision, Proposal};
pub(crate) use binding::call_of;

/// Configures pending calls: the key that authenticates a [`Pending`], and the store that lets each
/// call run at most once.
///
/// An authorization requests approval with [`Decision::Ask`]. The call does not run, and its
/// [`ToolResult::error`](crate::ToolResult::error) is a [`ToolError::ApprovalRequired`] with a
/// [`Pending`]. The host stores the `Pending`, shows it to a person, and passes the answer to
/// [`ToolService::resume`](crate::ToolService::resume). It may do so after a restart of the
/// program.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::approval::{Approval, Approvals, MemoryApprovals, Pending, ask_before_effects};
/// use tool_service::{CallOptions, ToolCall, ToolError, ToolService};
///
/// /// Delete a file.
/// #[derive(Debug, Tool)]
/// #[tool(destructive)]
/// struct DeleteFile {
///     path: String,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // The key comes from the secrets of the host.
/// let approvals = Approvals::new([7; 32], MemoryApprovals::new());
/// let service = ToolService::builder()
///     .approvals(approvals)
///     .authorize(ask_before_effects)
///     .build();
/// service.register(async |delete: DeleteFile| Ok::<_, String>(format!("deleted {}", delete.path)))?;
///
/// let options = CallOptions::new();
/// let call = ToolCall::new("Delete-File", "{'Path': '/tmp/a'}").id("call_1");
/// let result = service.execute(call, options.clone()).await;
/// assert_eq!(result.text(), "The call of delete_file waits for the approval of a person. It was not run.");
///
/// let Some(ToolError::ApprovalRequired(pending)) = result.error else {
///     panic!("it was run");
/// };
/// assert_eq!(pending.to_string(), r#"delete_file {"path":"/tmp/a"}"#);
///
/// // It is text, which a database can store.
/// let stored = serde_json::to_string(&pending)?;
/// let pending: Pending = serde_json::from_str(&stored)?;
/// let result = service.resume(&pending, Approval::Granted, options.clone()).await;
/// assert_eq!((result.text().as_str(), result.id.as_deref()), ("deleted /tmp/a", Some("call_1")));
///
/// // It runs at most once.
/// let again = service.resume(&pending, Approval::Granted, options).await;
/// assert_eq!(again.text(), "The call of delete_file was answered before. It was not run again.");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[must_use]
pub struct Approvals {
    key: TokenKey,
    store: Arc<dyn AnyApprovalStore>,
    lifetime: Duration,
}

/// The answer of a person to a [`Pending`].
///
/// ```
/// use serde_json::Value;
/// use tool_service::approval::Approval;
///
/// /// Parses the answer: `y`, changed arguments as JSON, or a reason to refuse.
/// fn answer(line: &str) -> Approval {
///     match serde_json::from_str::<Value>(line) {
///         _ if line == "y" => Approval::Granted,
///         Ok(arguments) => Approval::Changed(arguments),
///         Err(_) => Approval::Refused(format!("The user does not want this: {line}")),
///     }
/// }
/// assert!(matches!(answer(r#"{"path": "/tmp/b"}"#), Approval::Changed(_)));
/// ```
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Approval {
    /// The call runs with the tool and the arguments that the person saw.
    Granted,
    /// The call runs with other arguments. The service reads them like arguments of the model and
    /// authorizes the call again. An authorization may request approval again, with a new
    /// [`Pending`] that shows these arguments.
    Changed(Value),
    /// The call does not run. The model gets this text.
    Refused(String),
}

/// Omits the arguments, which may be secret.
impl fmt::Debug for Approval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Granted => f.write_str("Granted"),
            Self::Changed(_) => f.write_str("Changed(..)"),
            Self::Refused(words) => f.debug_tuple("Refused").field(words).finish(),
        }
    }
}

impl Approvals {
    /// Creates approvals that are authenticated with a key. Only the host may know the key. Use the
    /// same key after a restart, and in all processes that resume each other's calls.
    pub fn new(key: [u8; 32], store: impl ApprovalStore) -> Self {
        Self {
            key: TokenKey::new(key),
            store: Arc::new(store),
            lifetime: Duration::from_secs(24 * 60 * 60),
        }
    }

    /// Maximum time for the answer of a person. Default: 24 hours.
    pub fn lifetime(mut self, lifetime: Duration) -> Self {
        // Keeps the sum with the current time in range.
        const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
        self.lifetime = lifetime.min(CENTURY);
        self
    }

    /// Creates the pending call for a proposal.
    pub(crate) fn ask(&self, proposal: &Proposal, shown: Value) -> Result<Pending, ToolError> {
        let expires = SystemTime::now() + self.lifetime;
        let terms = binding::bind(&self.key, proposal, &shown, expires);
        let terms = terms.map_err(|error| {
            let failure = Failure::new("could not generate a random number").with_source(error);
            ToolError::ToolExecution(failure.not_run())
        })?;
        Ok(Pending::sign(&self.key, terms, shown))
    }

    /// Checks that this service created the pending call, and that the call has not expired.
    pub(crate) fn check(&self, pending: &Pending) -> Result<(), ToolError> {
        let tool = pending.tool();
        if !pending.is_signed_with(&self.key) {
            let words = format!("The approval of the call of {tool} is not valid. It was not run.");
            return Err(refuse("the pending call is not authentic", words));
        }
        if pending.expires() <= SystemTime::now() {
            let words = format!("The call of {tool} was not approved in time. It was not run.");
            return Err(refuse("the approval has expired", words));
        }
        Ok(())
    }

    /// Checks that the call would run as the person saw it, for the same principal.
    pub(crate) fn check_proposal(
        &self,
        pending: &Pending,
        proposal: &Proposal,
    ) -> Result<(), ToolError> {
        check_principal(pending, &proposal.extensions)?;
        if binding::binds(&self.key, pending, proposal) {
            return Ok(());
        }
        let tool = pending.tool();
        let words =
            format!("The call of {tool} would run otherwise than it was shown. It was not run.");
        Err(refuse(
            "the tool or its arguments differ from the approved ones",
            words,
        ))
    }

    /// Marks the call as answered in the store. This succeeds once.
    pub(crate) async fn claim(&self, pending: &Pending) -> Result<(), ToolError> {
        let claimed = self.store.claim(pending.id(), pending.expires()).await;
        let is_first = claimed.map_err(|error| {
            let failure = Failure::new("the answer could not be recorded").with_source(error);
            ToolError::ToolExecution(failure.not_run())
        })?;
        if is_first {
            // The call may have expired, and the store may have forgotten it.
            return self.check(pending);
        }
        let tool = pending.tool();
        Err(refuse(
            "the call was already answered",
            format!("The call of {tool} was answered before. It was not run again."),
        ))
    }
}

/// Checks that the principal is the same.
pub(crate) fn check_principal(pending: &Pending, extensions: &Extensions) -> Result<(), ToolError> {
    let principal = extensions.get::<Principal>();
    if pending.principal() == principal.map(|principal| principal.0.as_str()) {
        return Ok(());
    }
    let tool = pending.tool();
    let words = format!("The approval of the call of {tool} is not valid. It was not run.");
    Err(refuse(
        "the pending call belongs to another principal",
        words,
    ))
}

/// Creates the error of an invalid approval, with a text for the model.
fn refuse(message: &str, words: String) -> ToolError {
    ToolError::Permission(Failure::new(message).with_model_message(words).not_run())
}

impl fmt::Debug for Approvals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Approvals")
            .field("lifetime", &self.lifetime)
            .finish_non_exhaustive()
    }
}

/// An object-safe [`ApprovalStore`].
trait AnyApprovalStore: Send + Sync {
    fn claim<'a>(
        &'a self,
        id: &'a str,
        expires: SystemTime,
    ) -> BoxFuture<'a, Result<bool, BoxError>>;
}

impl<S: ApprovalStore> AnyApprovalStore for S {
    fn claim<'a>(
        &'a self,
        id: &'a str,
        expires: SystemTime,
    ) -> BoxFuture<'a, Result<bool, BoxError>> {
        Box::pin(ApprovalStore::claim(self, id, expires))
    }
}
