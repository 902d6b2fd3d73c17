//! Decides whether a call may run, by its tool and its parsed arguments.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::Extensions;
use serde_json::Value;

use crate::{Failure, RegisteredTool, ToolCall, ToolError};

/// A call that waits for an authorization. Its tool was found and its arguments were parsed.
///
/// `tool` is the tool that would run, whichever name the model wrote. It runs with exactly these
/// `arguments`.
///
/// ```
/// use tool_service::approval::{Decision, Proposal};
///
/// /// Allows read-only tools.
/// fn decide(proposal: &Proposal) -> Decision {
///     let definition = proposal.tool.definition();
///     if definition.annotations().read_only == Some(true) {
///         return Decision::Allow;
///     }
///     Decision::Deny(format!("{} may not be called.", definition.name()))
/// }
/// # let _ = decide;
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct Proposal {
    /// The tool that would run: its [definition](RegisteredTool::definition), which includes the
    /// annotations, and its [kind](RegisteredTool::kind).
    pub tool: RegisteredTool,
    /// The arguments: an object that satisfies the schema of the tool. Defaults of the Rust type of
    /// a native tool are not included.
    ///
    /// A schema may be unchecked: see [`Definition::unchecked`](tool_core::Definition::unchecked),
    /// and MCP tools whose schema cannot be compiled. Then the arguments are the unvalidated input
    /// of the model. Undeclared keys keep their values. A nested type that does not derive
    /// `ToolArg` may read such a key as an alias.
    pub arguments: Value,
    /// The call as the model sent it.
    pub call: ToolCall,
    /// Values of the call: see [`CallOptions::extension`](crate::CallOptions::extension).
    pub extensions: Extensions,
}

/// Omits the arguments, which may contain the values of variables.
impl fmt::Debug for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proposal")
            .field("tool", &self.tool.definition().name())
            .field("kind", &self.tool.kind())
            .field("id", &self.call.id)
            .finish_non_exhaustive()
    }
}

/// The decision of an authorization.
///
/// ```
/// use serde_json::json;
/// use tool_service::approval::{Decision, Proposal};
///
/// /// Limits a search to ten results.
/// fn decide(proposal: &Proposal) -> Decision {
///     let mut arguments = proposal.arguments.clone();
///     if arguments["limit"].as_u64().is_some_and(|limit| limit > 10) {
///         arguments["limit"] = json!(10);
///         return Decision::Change(arguments);
///     }
///     Decision::Allow
/// }
/// # let _ = decide;
/// ```
///
/// [`ToolServiceBuilder::authorize`](crate::ToolServiceBuilder::authorize) takes a function that
/// returns it.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Decision {
    /// The call runs if the other authorizations also allow it.
    Allow,
    /// The call does not run. The model gets this text.
    Deny(String),
    /// A person decides. The call does not run; its error is a [`ToolError::ApprovalRequired`],
    /// unless another authorization denies it. See
    /// [`ToolServiceBuilder::approvals`](crate::ToolServiceBuilder::approvals).
    Ask,
    /// The call runs with these arguments instead. The service reads them like arguments of the
    /// model. Then all authorizations decide again, until none changes the arguments.
    Change(Value),
}

/// Omits the arguments, which may contain the values of variables.
impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Allow => f.write_str("Allow"),
            Self::Ask => f.write_str("Ask"),
            Self::Deny(words) => f.debug_tuple("Deny").field(words).finish(),
            Self::Change(_) => f.write_str("Change(..)"),
        }
    }
}

type Authorize = dyn Fn(Proposal) -> BoxFuture<'static, Decision> + Send + Sync;

/// The authorizations of a service, in the order of registration.
#[derive(Clone, Default)]
pub(crate) struct Authorizations(Vec<Arc<Authorize>>);

/// The combined decision of all authorizations.
pub(crate) enum Verdict {
    Allowed,
    Asked,
    Changed(Value),
}

impl Authorizations {
    pub(crate) fn add<F, R>(&mut self, authorize: F)
    where
        F: Fn(Proposal) -> R + Send + Sync + 'static,
        R: Future<Output = Decision> + Send + 'static,
    {
        self.0
            .push(Arc::new(move |proposal| authorize(proposal).boxed()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Calls each authorization, up to the first that denies the call or changes it. `read` parses
    /// changed arguments.
    pub(crate) async fn decide(
        &self,
        proposal: &Proposal,
        read: impl Fn(Value) -> Result<Value, ToolError>,
    ) -> Result<Verdict, ToolError> {
        let mut verdict = Verdict::Allowed;
        for authorize in &self.0 {
            match authorize(proposal.clone()).await {
                Decision::Allow => {}
                Decision::Ask => verdict = Verdict::Asked,
                Decision::Deny(words) => {
                    let failure = Failure::new("an authorization denied the call");
                    return Err(ToolError::Permission(
                        failure.with_model_message(words).not_run(),
                    ));
                }
                Decision::Change(arguments) => {
                    let arguments = read(arguments)?;
                    // Equal arguments are already decided on.
                    if arguments != proposal.arguments {
                        return Ok(Verdict::Changed(arguments));
                    }
                }
            }
        }
        Ok(verdict)
    }
}

impl fmt::Debug for Authorizations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Authorizations")
            .field(&self.0.len())
            .finish()
    }
}
