use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;

use crate::RegisterError;

/// What tools share: one value of each type, given by
/// [`Builder::state`](crate::Builder::state), of which each call gets a clone.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU64, Ordering};
///
/// use tool_core::Tool;
/// use tool_service::{Options, State, ToolCall, ToolService};
///
/// /// Count on.
/// #[derive(Debug, Tool)]
/// struct Count {
///     by: u64,
/// }
///
/// fn count(State(total): State<Arc<AtomicU64>>, count: Count) -> Result<u64, String> {
///     Ok(total.fetch_add(count.by, Ordering::Relaxed) + count.by)
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), tool_service::RegisterError> {
/// let service = ToolService::builder().state(Arc::new(AtomicU64::new(40))).build();
/// service.register(count)?;
///
/// let result = service.execute(ToolCall::new("count", r#"{"by": "2"}"#), &Options::new()).await;
/// assert_eq!(result.text(), "42");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<T>(pub T);

/// The values that tools share, by their types.
///
/// ```
/// use tool_service::{IntoTool, RegisterError, RegisteredTool, States};
///
/// /// A tool that takes what it needs by itself.
/// struct Clock(RegisteredTool);
///
/// impl IntoTool<()> for Clock {
///     fn into_tool(self, states: &States) -> Result<RegisteredTool, RegisterError> {
///         let zone: Option<&String> = states.get();
///         println!("the zone is {}", zone.map_or("UTC", String::as_str));
///         Ok(self.0)
///     }
/// }
/// # let _ = Clock;
/// ```
#[derive(Default)]
pub struct States(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl States {
    pub(crate) fn insert<T: Clone + Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
    }

    /// The value of that type, if the service was given one.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}

impl fmt::Debug for States {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("States")
            .field("len", &self.0.len())
            .finish_non_exhaustive()
    }
}

/// What a native tool may take before its arguments, and what all its calls share. It is made once,
/// when the tool is registered, and each call gets a clone.
///
/// ```
/// use std::sync::Arc;
/// use tool_service::{FromStates, RegisterError, State, States};
///
/// /// The two that most tools of the program take.
/// #[derive(Clone)]
/// struct Shared {
///     name: Arc<str>,
///     limit: u32,
/// }
///
/// impl FromStates for Shared {
///     fn from_states(states: &States) -> Result<Self, RegisterError> {
///         let State(name) = State::from_states(states)?;
///         let State(limit) = State::from_states(states)?;
///         Ok(Self { name, limit })
///     }
/// }
/// # let _ = |shared: Shared| (shared.name, shared.limit);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be taken before the arguments of a tool",
    note = "shared values are taken as `State<T>`"
)]
pub trait FromStates: Clone + Send + Sync + 'static {
    /// Takes it out of what the service was given.
    ///
    /// # Errors
    ///
    /// If the service was not given it.
    fn from_states(states: &States) -> Result<Self, RegisterError>;
}

impl<T: Clone + Send + Sync + 'static> FromStates for State<T> {
    fn from_states(states: &States) -> Result<Self, RegisterError> {
        let value = states.get::<T>().cloned();
        value.map(State).ok_or(RegisterError::NoState {
            type_name: type_name::<T>(),
        })
    }
}
