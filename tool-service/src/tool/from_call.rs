use std::any::type_name;

use crate::{Context, Failure, FromStates, RegisterError, States, ToolError};

/// A value of the call, given by [`Options::extension`](crate::Options::extension): the user, the
/// tenant, the headers of a request. A tool takes it before its arguments, as it takes a
/// [`State`](crate::State), which is one value for all calls.
///
/// A call without a value of the type is not run: [`ToolError::Configuration`]. A tool that can do
/// without it takes `Option<Extension<T>>`.
///
/// ```
/// use tool_core::Tool;
/// use tool_service::{Extension, Options, ToolCall, ToolService};
///
/// #[derive(Clone)]
/// struct User(String);
///
/// /// Say who asks.
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
/// let options = Options::new().extension(User("ada".to_owned()));
/// let result = service.execute(ToolCall::new("who_am_i", "{}"), &options).await;
/// assert_eq!(result.text(), "ada");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extension<T>(pub T);

/// What a native tool may take before its arguments: what is made once, when the tool is
/// registered ([`FromStates`]), or what is of the call ([`Extension`]).
///
/// ```
/// use tool_service::{Context, FromCall, RegisterError, States, ToolError};
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
///     fn from_call((): &(), context: &Context<'_>) -> Result<Self, ToolError> {
///         Ok(Self(context.call.id.clone()))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken before the arguments of a tool",
    note = "shared values are taken as `State<T>`, values of the call as `Extension<T>`"
)]
pub trait FromCall: Sized + Send + 'static {
    /// What all calls of the tool share.
    type Shared: Clone + Send + Sync + 'static;

    /// Makes what all calls share, when the tool is registered.
    ///
    /// # Errors
    ///
    /// If the service was not given it.
    fn prepare(states: &States) -> Result<Self::Shared, RegisterError>;

    /// Makes it for one attempt of a call.
    ///
    /// # Errors
    ///
    /// If the call lacks it: the tool is not run.
    fn from_call(shared: &Self::Shared, context: &Context<'_>) -> Result<Self, ToolError>;
}

impl<T: FromStates> FromCall for T {
    type Shared = T;

    fn prepare(states: &States) -> Result<T, RegisterError> {
        T::from_states(states)
    }

    fn from_call(shared: &T, _: &Context<'_>) -> Result<T, ToolError> {
        Ok(shared.clone())
    }
}

impl<T: Clone + Send + Sync + 'static> FromCall for Extension<T> {
    type Shared = ();

    fn prepare(_: &States) -> Result<(), RegisterError> {
        Ok(())
    }

    fn from_call((): &(), context: &Context<'_>) -> Result<Self, ToolError> {
        let value = context.extensions.get::<T>().cloned();
        value.map(Self).ok_or_else(|| {
            let message = format!(
                "the call has no value of the type `{}`; give it by `Options::extension`",
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

    fn from_call((): &(), context: &Context<'_>) -> Result<Self, ToolError> {
        Ok(context.extensions.get().cloned().map(Extension))
    }
}

macro_rules! tuples {
    ($($part:ident),*) => {
        #[allow(non_snake_case, reason = "the types' names are those of the values")]
        impl<$($part: FromCall,)*> FromCall for ($($part,)*) {
            type Shared = ($($part::Shared,)*);

            fn prepare(_states: &States) -> Result<Self::Shared, RegisterError> {
                Ok(($($part::prepare(_states)?,)*))
            }

            fn from_call(
                ($($part,)*): &Self::Shared,
                _context: &Context<'_>,
            ) -> Result<Self, ToolError> {
                Ok(($($part::from_call($part, _context)?,)*))
            }
        }
    };
}

tuples!();
tuples!(S1);
tuples!(S1, S2);
tuples!(S1, S2, S3);
tuples!(S1, S2, S3, S4);
