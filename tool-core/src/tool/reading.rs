use serde::Serialize;
use serde_json::{Map, Value};

use crate::issue::{Ignored, Repair};
use crate::tool::Arguments;

/// The value of the arguments, and the repairs.
///
/// ```
/// use tool_core::{Reading, Tool};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let reading: Reading<Wait> = Wait::definition().reader().read(r#"{"seconds": "5"}"#)?;
/// assert_eq!(reading.value.seconds, 5);
/// assert!(!reading.is_exact());
/// assert_eq!(reading.repairs[0].path.to_string(), "seconds");
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Reading<T> {
    /// The value.
    pub value: T,
    /// All changes to the received arguments, in the order in which the reader made them.
    pub repairs: Vec<Repair>,
    /// The undeclared keys of open objects.
    pub ignored: Vec<Ignored>,
    /// The values of the [keys for the host](crate::definition::DefinitionBuilder::host_key), as
    /// they were sent.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub host: Map<String, Value>,
}

impl<T> Reading<T> {
    /// Returns whether the arguments were valid without a repair.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.repairs.is_empty()
    }

    /// Replaces the values in the repairs with the values of other arguments. A host uses this if
    /// it resolves variables in the arguments before it reads them, as with
    /// [`ToolArgError::as_sent`](crate::ToolArgError::as_sent).
    ///
    /// A repair of a resolved value keeps its rule and contains the original value; its result
    /// is `null`. A key that is absent from the new arguments is omitted. The value of the
    /// reading does not change.
    ///
    /// ```
    /// use tool_core::{Arguments, Tool, json};
    ///
    /// /// Connect to a server.
    /// #[derive(Debug, Tool)]
    /// struct Connect {
    ///     port: u16,
    /// }
    ///
    /// let sent = Arguments::from(r#"{"port": "$PORT"}"#);
    /// let reading = Connect::definition().reader().read::<Connect>(r#"{"port": "4711"}"#)?;
    /// let reading = reading.as_sent(&sent);
    /// assert_eq!(reading.value.port, 4711);
    /// assert_eq!(reading.repairs[0].before, json!("$PORT"));
    /// assert_eq!(reading.repairs[0].after, Some(json!(null)));
    /// # Ok::<(), tool_core::ToolArgError>(())
    /// ```
    #[must_use]
    pub fn as_sent(mut self, arguments: &Arguments) -> Self {
        let sent = Value::Object(arguments.to_object());
        for repair in &mut self.repairs {
            repair.report_as_sent(&sent);
        }
        let was_sent = |key: &Ignored| key.path.follow(&sent).0 == key.path;
        self.ignored.retain(was_sent);
        self
    }

    /// Converts the value of the reading.
    #[must_use]
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Reading<U> {
        Reading {
            value: make(self.value),
            repairs: self.repairs,
            ignored: self.ignored,
            host: self.host,
        }
    }
}
