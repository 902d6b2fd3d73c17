use serde::Serialize;
use serde_json::Value;

use crate::issue::{Ignored, Repair};
use crate::tool::Arguments;

/// Arguments that were read, and how.
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
    /// The arguments.
    pub value: T,
    /// Every departure from what was sent, in the order in which it was met.
    pub repairs: Vec<Repair>,
    /// Keys that open objects hold and the schema does not declare.
    pub ignored: Vec<Ignored>,
}

impl<T> Reading<T> {
    /// Whether the arguments were read to the letter, without a repair.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.repairs.is_empty()
    }

    /// The same reading, of arguments that were sent otherwise: for a host that resolves
    /// variables in the arguments before they are read, as
    /// [`ToolArgError::as_sent`](crate::ToolArgError::as_sent).
    ///
    /// A repair of a value that was not sent as it was read keeps its rule, and tells of
    /// the value that was sent; what that was read as is `null`. A key that was not sent
    /// is not told of. The value of the reading stays as it was read.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Arguments, Tool};
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

    /// The reading with another value made of this one.
    #[must_use]
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Reading<U> {
        Reading {
            value: make(self.value),
            repairs: self.repairs,
            ignored: self.ignored,
        }
    }
}
