//! What decides whether a call may run, on what will run.

use std::fmt;
use std::future::Future;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::Extensions;
use serde_json::Value;

use crate::{Failure, RegisteredTool, ToolCall, ToolError};

/// A call whose tool was found and whose arguments were read: an authorization decides whether
/// it runs.
///
/// Whatever name the model wrote, `tool` is the one that would run, and `arguments` are what it
/// would run with. The tool is run with exactly these arguments.
///
/// ```
/// use tool_service::approval::{Decision, Proposal};
///
/// /// Allows what only reads.
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
    /// The tool that would run: its [definition](RegisteredTool::definition), with the
    /// annotations, and its [kind](RegisteredTool::kind).
    pub tool: RegisteredTool,
    /// The arguments that it would run with: an object that fits the schema of the tool. Defaults
    /// that the type of a native tool fills in are not in it. The arguments of a tool whose schema
    /// is not checked ([`Definition::unchecked`](tool_core::Definition::unchecked), a tool of an
    /// MCP server with a schema that cannot be planned) are whatever the model sent. Keys that a
    /// schema does not declare stay as they were sent: a nested type that does not derive `ToolArg`
    /// may read one as an alias.
    pub arguments: Value,
    /// The call as the model sent it.
    pub call: ToolCall,
    /// The values of the call: see [`CallOptions::extension`](crate::CallOptions::extension).
    pub extensions: Extensions,
}

/// Without the arguments, which may hold what variables stand for.
impl fmt::Debug for Proposal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Proposal")
            .field("tool", &self.tool.definition().name())
            .field("kind", &self.tool.kind())
            .field("id", &self.call.id)
            .finish_non_exhaustive()
    }
}

/// What an authorization decides.
///
/// ```
/// use serde_json::json;
/// use tool_service::approval::{Decision, Proposal};
///
/// /// Has a search give ten results at most.
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
/// [`ToolServiceBuilder::authorize`](crate::ToolServiceBuilder::authorize) takes such a function.
#[derive(Clone, PartialEq)]
#[non_exhaustive]
pub enum Decision {
    /// The call runs, if the other authorizations allow it as well.
    Allow,
    /// The call does not run. The model is told these words.
    Deny(String),
    /// A person decides: the call is not run, and its error is a
    /// [`ToolError::ApprovalRequired`], unless another authorization denies it. See
    /// [`ToolServiceBuilder::approvals`](crate::ToolServiceBuilder::approvals).
    Ask,
    /// The call runs with these arguments instead. They are read as arguments of the model are,
    /// and all authorizations decide again, until none changes the arguments.
    Change(Value),
}

/// Without arguments, which may hold what variables stand for.
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

/// The authorizations of a service, in the order in which they were given.
#[derive(Clone, Default)]
pub(crate) struct Authorizations(Vec<Arc<Authorize>>);

/// What all authorizations together decide.
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

    /// Asks each authorization, up to the first that denies the call or changes it. `read` reads the arguments that one puts in.
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
                    // The same arguments are no change: they were decided on.
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
