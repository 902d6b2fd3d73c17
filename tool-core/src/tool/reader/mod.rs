mod chain;
mod checks;
mod named_object;
mod parsed;
mod readings;
mod refuse;
#[cfg(feature = "answers")]
mod whole_call;

use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::Value;

use super::error::RepairedArguments;
use crate::limits::Limits;
use crate::tool::{AsInput, Definition, Input, Issues, Leniency, Reading, ToolArgError};
use crate::tree::{Sent, read_json_text};

/// Reads the arguments of one tool, with settings.
///
/// ```
/// use tool_core::{Leniency, Tool};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let reader = Wait::definition().reader();
/// let reading = reader.read::<Wait>(r#"{"seconds": "5"}"#)?;
/// assert_eq!(reading.value.seconds, 5);
/// assert_eq!(reading.repairs[0].rule.as_str(), "string_to_number");
///
/// let strict = reader.leniency(Leniency::Strict);
/// assert!(strict.read::<Wait>(r#"{"seconds": "5"}"#).is_err());
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Reader<'d> {
    definition: &'d Definition,
    leniency: Leniency,
    limits: Limits,
}

impl<'d> Reader<'d> {
    pub(super) fn new(definition: &'d Definition) -> Self {
        Self {
            definition,
            leniency: definition.leniency(),
            limits: Limits::default(),
        }
    }

    /// Sets the leniency. Default: the leniency of the tool.
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = leniency;
        self
    }

    /// Sets the limits. Default: [`Limits::default`].
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Returns whether the reader must not change the arguments.
    #[cfg(feature = "answers")]
    pub(crate) fn is_strict(&self) -> bool {
        self.leniency == Leniency::Strict
    }

    /// Reads arguments, and returns the value with its repairs.
    ///
    /// `T` is the tool, [`serde_json::Value`], or any other type that the schema describes.
    ///
    /// # Errors
    ///
    /// Returns all issues at once. The text of the error is the instruction for the model.
    pub fn read<T: DeserializeOwned + 'static>(
        &self,
        input: impl AsInput,
    ) -> Result<Reading<T>, ToolArgError> {
        self.read_input(input.as_input())
    }

    /// Returns the error for arguments that turn out to be wrong when the tool uses them. The
    /// error has the form of a failed [check](Issues) of the tool.
    ///
    /// ```
    /// use tool_core::{Definition, Issues, json};
    ///
    /// let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}});
    /// let weather = Definition::new("weather", "The weather of a city.", schema)?;
    ///
    /// let arguments = json!({"city": "Atlantis"});
    /// let mut issues = Issues::default();
    /// issues.add("city", "is no city of this country");
    /// let error = weather.reader().refuse(&arguments, issues).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "Please rewrite the input with valid arguments. \
    ///      Errors: city: is no city of this country",
    /// );
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns all added issues. Without an issue, returns `Ok`.
    pub fn refuse(&self, input: impl AsInput, issues: Issues) -> Result<(), ToolArgError> {
        self.fail_checks(input.as_input(), issues, 0)
    }

    /// Returns the tool whose arguments the reader reads.
    #[must_use]
    pub fn definition(&self) -> &'d Definition {
        self.definition
    }

    /// Reads arguments from any self-describing format. The outer error is the unchanged error
    /// of the format, so hosts can recognize its syntax errors. For a format that is not
    /// self-describing, the message is our own.
    pub(super) fn read_from<'de, T: DeserializeOwned + 'static, D: Deserializer<'de>>(
        &self,
        deserializer: D,
    ) -> Result<Result<Reading<T>, ToolArgError>, D::Error> {
        let readable = deserializer.is_human_readable();
        let mut intake = self.intake();
        let read = read_json_text(deserializer, &mut intake);
        let describes_itself = readable || intake.entered;
        let issues = intake.issues;
        match read {
            Ok(sent) => {
                let input = match &sent {
                    Sent::Text(text) => Input::from(&**text),
                    Sent::Written(text) => Input::written(text),
                };
                // The input is already in memory.
                let limits = self.limits.bytes(usize::MAX);
                Ok(self.limits(limits).read_input(input))
            }
            Err(error) if issues.is_empty() && describes_itself => Err(error),
            Err(error) if issues.is_empty() => Err(D::Error::custom(format_args!(
                "the arguments of a tool are read from a self-describing format such as JSON: {error}"
            ))),
            Err(_) => {
                let input = Input::from(&Value::Null);
                Ok(Err(self.error(
                    input,
                    issues,
                    0,
                    RepairedArguments::Nothing,
                )))
            }
        }
    }
}

impl Definition {
    /// Returns a reader with the settings of the tool. Its methods change them.
    pub fn reader(&self) -> Reader<'_> {
        Reader::new(self)
    }
}
