use std::any::type_name;

use super::States;
use crate::executor::ExecutionContext;
use crate::{Failure, RegisterError, ToolError};

/// A value of the call, set by [`CallOptions::extension`](crate::CallOptions::extension), such as
/// the user, the tenant or the headers of a request. A tool takes it before its arguments. In
/// contrast, a [`State`](crate::extract::State) is one value for all calls.
///
/// A call without a value of the type does not run and fails with [`ToolError::Configuration`]. A
/// tool takes `Option<Extension<T>>` if the value is optional.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::extract::Extension;
/// use tool_service::{CallOptions, ToolCall, ToolService};
///
/// #[derive(Clone)]
/// struct User(String);
///
/// /// Name the user.
/// #[derive(Debug, Tool)]
/// struct WhoAmI {}
///
/// async fn who_am_i(Extension(user): Extension<User>, _: WhoAmI) -> Result<String, std::fmt::Error> {
///     Ok(user.0)
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let service = ToolService::new();
/// service.register(who_am_i)?;
///
/// let options = CallOptions::new().extension(User("ada".to_owned()));
/// let result = service.execute(ToolCall::new("who_am_i", "{}"), options.clone()).await;
/// assert_eq!(result.text(), "ada");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extension<T>(pub T);

/// A parameter that a function may take before its arguments. It combines a part shared by all
/// calls with data of the call. Implementations: [`State`](super::State), [`Extension`],
/// [`CallContext`](super::CallContext).
///
/// ```
/// use tool_service::executor::ExecutionContext;
/// use tool_service::extract::{FromCall, States};
/// use tool_service::{RegisterError, ToolError};
///
/// /// The id that the provider gave the call.
/// struct CallId(Option<String>);
///
/// impl FromCall for CallId {
///     type Shared = ();
///
///     fn prepare(_: &States) -> Result<(), RegisterError> {
///         Ok(())
///     }
///
///     fn from_call((): &(), context: &ExecutionContext<'_>) -> Result<Self, ToolError> {
///         Ok(Self(context.call.id.clone()))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter before the arguments of a tool",
    note = "take shared values as `State<T>`, and values of the call as `Extension<T>`"
)]
pub trait FromCall: Sized + Send + 'static {
    /// The part that all calls of the tool share.
    type Shared: Clone + Send + Sync + 'static;

    /// Creates the shared part when the tool is registered.
    ///
    /// # Errors
    ///
    /// Fails if the service lacks a value.
    fn prepare(states: &States) -> Result<Self::Shared, RegisterError>;

    /// Creates the parameter for one attempt of a call.
    ///
    /// # Errors
    ///
    /// Fails if the call lacks a required value. Then the tool does not run.
    fn from_call(shared: &Self::Shared, context: &ExecutionContext<'_>) -> Result<Self, ToolError>;
}

impl<T: Clone + Send + Sync + 'static> FromCall for Extension<T> {
    type Shared = ();

    fn prepare(_: &States) -> Result<(), RegisterError> {
        Ok(())
    }

    fn from_call((): &(), context: &ExecutionContext<'_>) -> Result<Self, ToolError> {
        let value = context.extensions.get::<T>().cloned();
        value.map(Self).ok_or_else(|| {
            let message = format!(
                "the call has no value of type `{}`; add it with `CallOptions::extension`",
                type_name::<T>()
            );
            ToolError::Configuration(Failure::new(message).not_run())
        })
    }
}

impl<T: Clone + Send + Sync + 'static> FromCall for Option<Extension<T>> {
    type Shared = ();

    fn prepare(_: &States) -> Result<(), RegisterError> {
        Ok(())
    }

    fn from_call((): &(), context: &ExecutionContext<'_>) -> Result<Self, ToolError> {
        Ok(context.extensions.get().cloned().map(Extension))
    }
}
