use std::any::{Any, TypeId};
use std::collections::HashMap;

/// The values that tools share, by their types.
///
/// ```
/// use tool_service::extract::States;
/// use tool_service::{IntoTool, RegisterError, RegisteredTool};
///
/// /// A tool that takes its values from the states.
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
#[derive(Debug, Default)]
pub struct States(HashMap<TypeId, Box<dyn Any + Send + Sync>>);

impl States {
    pub(crate) fn insert<T: Clone + Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Box::new(value));
    }

    /// Returns the value of this type, if the service has one.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        self.0.get(&TypeId::of::<T>())?.downcast_ref()
    }
}
