mod ignored;
mod levels;
mod options;
mod output;
mod principal;
mod progress;
mod response;
mod result;
mod truncate;
mod variables;

use tool_core::call::Call;
use tool_core::{Arguments, Finish, Input};

pub(crate) use ignored::describe_ignored;
pub(crate) use levels::{Merged, run_unless_cancelled};
pub use options::CallOptions;
pub(crate) use options::TimeLimits;
pub use output::{Content, IntoOutput, OutputOf, ToolOutput};
pub use principal::Principal;
pub use progress::Progress;
pub(crate) use progress::ProgressListener;
pub(crate) use response::Response;
pub use result::ToolResult;
pub(crate) use truncate::READ_RESULT;

/// A call as the model sent it.
///
/// ```
/// use serde_json::json;
/// use tool_service::ToolCall;
///
/// let text = ToolCall::new("read_file", r#"{"path": "/etc/hosts"}"#).id("toolu_1");
/// let value = ToolCall::new("read_file", json!({"path": "/etc/hosts"}));
/// assert_eq!((text.name, text.id.as_deref()), (value.name, Some("toolu_1")));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
#[non_exhaustive]
pub struct ToolCall {
    /// Id that the provider gave the call. The provider expects it in the answer.
    pub id: Option<String>,
    /// Name of the tool as the model sent it.
    pub name: String,
    /// Arguments as the model sent them.
    pub arguments: Arguments,
    /// End of the model's output: complete or truncated.
    pub finish: Finish,
}

impl ToolCall {
    /// Creates a call of a tool. The arguments are raw text or a JSON value.
    pub fn new(name: impl Into<String>, arguments: impl Into<Arguments>) -> Self {
        Self {
            id: None,
            name: name.into(),
            arguments: arguments.into(),
            finish: Finish::default(),
        }
    }

    /// Sets the id that the provider gave the call.
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Sets the end of the model's output: complete or truncated.
    pub fn finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    pub(crate) fn input(&self) -> Input<'_> {
        Input::from(&self.arguments).finish(self.finish)
    }
}

/// Converts a call that [`tool_core::call`] found in a response, a stream or text.
impl From<Call> for ToolCall {
    fn from(call: Call) -> Self {
        Self {
            finish: call.finish(),
            id: call.id,
            name: call.name,
            arguments: Arguments::Text(call.raw),
        }
    }
}

/// A call with its options: the request of the service as a [`tower::Service`].
///
/// ```
/// use std::time::Duration;
/// use tool_service::layer::ToolRequest;
/// use tool_service::{CallOptions, ToolCall};
///
/// let call = ToolCall::new("read_note", r#"{"name": "a"}"#);
/// let plain = ToolRequest::from(call.clone());
/// let quick = ToolRequest::new(call, CallOptions::new().timeout(Duration::from_secs(1)));
/// assert_eq!(plain.call, quick.call);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ToolRequest {
    /// The call.
    pub call: ToolCall,
    /// The options of the call.
    pub options: CallOptions,
}

impl ToolRequest {
    /// Creates a request from a call and its options.
    #[must_use]
    pub fn new(call: impl Into<ToolCall>, options: CallOptions) -> Self {
        Self {
            call: call.into(),
            options,
        }
    }
}

impl<C: Into<ToolCall>> From<C> for ToolRequest {
    fn from(call: C) -> Self {
        Self::new(call, CallOptions::new())
    }
}
