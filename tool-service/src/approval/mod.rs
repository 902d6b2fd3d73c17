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

use crate::pending::Key;
use crate::{BoxError, Failure, ToolError};

pub use crate::call::Principal;
pub use crate::pending::Pending;
pub use policy::ask_before_effects;
pub use store::{ApprovalStore, DirectoryApprovals, MemoryApprovals};

pub use authorization::{Decision, Proposal};
pub(crate) use binding::call_of;

/// How a service keeps calls that wait for a person: the key that authenticates a [`Pending`], and
/// the store that has each run at most once.
///
/// An authorization asks by [`Decision::Ask`]. The call is then not run, and
/// its [`ToolResult::error`](crate::ToolResult::error) is a
/// [`ToolError::ApprovalRequired`] with a [`Pending`]. The host keeps it wherever it likes, shows it
/// to a person, and gives the answer to [`ToolService::resume`](crate::ToolService::resume): now, or
/// after a restart of the program.
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
/// // It is text, so a database can keep it.
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
    key: Key,
    store: Arc<dyn AnyStore>,
    lifetime: Duration,
}

/// What a person answers to a [`Pending`].
///
/// ```
/// use serde_json::Value;
/// use tool_service::approval::Approval;
///
/// /// Reads a line: `y`, other arguments as JSON, or why not.
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
    /// The call runs as it was shown.
    Granted,
    /// The call is made with other arguments. They are read as arguments of the model are, and
    /// decided on again: where an authorization asks, there is a new [`Pending`] that shows them.
    Changed(Value),
    /// The call does not run. The model is told these words.
    Refused(String),
}

/// Without arguments, which may be secret.
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
    /// Approvals that are authenticated with a key, which nobody but the host knows. The key is
    /// the same after a restart, and for all processes that answer each other's calls.
    pub fn new(key: [u8; 32], store: impl ApprovalStore) -> Self {
        Self {
            key: Key::new(key),
            store: Arc::new(store),
            lifetime: Duration::from_secs(24 * 60 * 60),
        }
    }

    /// How long a person may take to answer: 24 hours.
    pub fn lifetime(mut self, lifetime: Duration) -> Self {
        // So that it can be added to the time.
        const CENTURY: Duration = Duration::from_secs(100 * 365 * 24 * 60 * 60);
        self.lifetime = lifetime.min(CENTURY);
        self
    }

    /// The call that waits.
    pub(crate) fn ask(&self, proposal: &Proposal, shown: Value) -> Result<Pending, ToolError> {
        let expires = SystemTime::now() + self.lifetime;
        let terms = binding::bind(&self.key, proposal, &shown, expires);
        let terms = terms.map_err(|error| {
            let failure = Failure::new("a random number could not be made").with_source(error);
            ToolError::ToolExecution(failure.not_run())
        })?;
        Ok(Pending::sign(&self.key, terms, shown))
    }

    /// Checks that this service made it, and that its time is not over.
    pub(crate) fn check(&self, pending: &Pending) -> Result<(), ToolError> {
        let tool = pending.tool();
        if !pending.is_signed_with(&self.key) {
            let words = format!("The approval of the call of {tool} is not valid. It was not run.");
            return Err(refuse("the pending call is not authentic", words));
        }
        if pending.expires() <= SystemTime::now() {
            let words = format!("The call of {tool} was not approved in time. It was not run.");
            return Err(refuse("the time to answer is over", words));
        }
        Ok(())
    }

    /// Checks that the call would run as it was shown, for the same principal.
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
            "the tool or its arguments are not those that were shown",
            words,
        ))
    }

    /// Has the store mark it as answered, which succeeds once.
    pub(crate) async fn claim(&self, pending: &Pending) -> Result<(), ToolError> {
        let claimed = self.store.claim(pending.id(), pending.expires()).await;
        let is_first = claimed.map_err(|error| {
            let failure = Failure::new("the answer could not be recorded").with_source(error);
            ToolError::ToolExecution(failure.not_run())
        })?;
        if is_first {
            // The time may be over meanwhile, and the store may forget it then.
            return self.check(pending);
        }
        let tool = pending.tool();
        Err(refuse(
            "the call was answered before",
            format!("The call of {tool} was answered before. It was not run again."),
        ))
    }
}

/// Checks that the same principal makes the call.
pub(crate) fn check_principal(pending: &Pending, extensions: &Extensions) -> Result<(), ToolError> {
    let principal = extensions.get::<Principal>();
    if pending.principal() == principal.map(|principal| principal.0.as_str()) {
        return Ok(());
    }
    let tool = pending.tool();
    let words = format!("The approval of the call of {tool} is not valid. It was not run.");
    Err(refuse("the pending call is of another principal", words))
}

/// The error of a call whose approval does not hold, with words for the model.
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

/// A store without its type.
trait AnyStore: Send + Sync {
    fn claim<'a>(
        &'a self,
        id: &'a str,
        expires: SystemTime,
    ) -> BoxFuture<'a, Result<bool, BoxError>>;
}

impl<S: ApprovalStore> AnyStore for S {
    fn claim<'a>(
        &'a self,
        id: &'a str,
        expires: SystemTime,
    ) -> BoxFuture<'a, Result<bool, BoxError>> {
        Box::pin(ApprovalStore::claim(self, id, expires))
    }
}
