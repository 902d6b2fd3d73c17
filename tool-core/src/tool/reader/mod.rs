mod chain;
mod checks;
mod leniency;
mod parsed;
mod refuse;

pub use leniency::Leniency;

use serde::de::{DeserializeOwned, Deserializer, Error};
use serde_json::Value;

use super::error::Read;
use super::source::Source;
use crate::finish::Finish;
use crate::limits::Limits;
use crate::tool::{Arguments, Definition, Issues, Reading, ToolArgError};
use crate::tree::{Sent, sent};

/// Reads the arguments of one tool, with settings.
///
/// ```
/// use tool_core::{Finish, Leniency, Tool};
///
/// /// Wait a while.
/// #[derive(Debug, Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// let reader = Wait::definition().reader().finish(Finish::Complete);
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
    finish: Finish,
    leniency: Leniency,
    limits: Limits,
}

impl<'d> Reader<'d> {
    pub(super) fn new(definition: &'d Definition) -> Self {
        Self {
            definition,
            finish: Finish::default(),
            leniency: definition.leniency(),
            limits: Limits::default(),
        }
    }

    /// Says how the model's output ended.
    pub fn finish(mut self, finish: Finish) -> Self {
        self.finish = finish;
        self
    }

    /// Says how far reading may go from what was sent; otherwise, the tool says it.
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = leniency;
        self
    }

    /// Says how much the reader takes on.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Whether reading may go nowhere from what was sent.
    pub(crate) fn is_strict(&self) -> bool {
        self.leniency == Leniency::Strict
    }

    /// Reads raw model output.
    ///
    /// `T` is the tool itself, [`serde_json::Value`], or any other type that
    /// the schema describes.
    ///
    /// # Errors
    ///
    /// All faults at once; the text of the error is the instruction for the model.
    pub fn read<T: DeserializeOwned + 'static>(
        &self,
        raw: &str,
    ) -> Result<Reading<T>, ToolArgError> {
        self.read_source(Source::Text(raw))
    }

    /// Reads arguments that came as a JSON value.
    ///
    /// # Errors
    ///
    /// As for [`Reader::read`].
    pub fn read_value<T: DeserializeOwned + 'static>(
        &self,
        arguments: &Value,
    ) -> Result<Reading<T>, ToolArgError> {
        self.read_source(Source::Value(arguments))
    }

    /// Reads arguments in whichever form they came.
    ///
    /// # Errors
    ///
    /// As for [`Reader::read`].
    pub fn read_arguments<T: DeserializeOwned + 'static>(
        &self,
        arguments: &Arguments,
    ) -> Result<Reading<T>, ToolArgError> {
        self.read_source(Source::of(arguments))
    }

    /// The error of arguments that were read and do not fit all the same: for what shows
    /// only where they are used. It is told as what a [check](Issues) of the tool finds.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Arguments, Definition, Issues};
    ///
    /// let schema = json!({"type": "object", "properties": {"city": {"type": "string"}}});
    /// let weather = Definition::new("weather", "The weather of a city.", schema)?;
    ///
    /// let arguments = Arguments::from(json!({"city": "Atlantis"}));
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
    /// All issues that were added; none is no error.
    pub fn refuse(&self, arguments: &Arguments, issues: Issues) -> Result<(), ToolArgError> {
        self.told(Source::of(arguments), issues, 0)
    }

    /// The tool whose arguments it reads.
    #[must_use]
    pub fn definition(&self) -> &'d Definition {
        self.definition
    }

    /// Reads arguments from any self-describing format. The outer error is
    /// that of the format itself, untouched: hosts tell its syntax errors from
    /// others. A format that is not self-describing gets a sentence of ours.
    pub(super) fn read_from<'de, T: DeserializeOwned + 'static, D: Deserializer<'de>>(
        &self,
        deserializer: D,
    ) -> Result<Result<Reading<T>, ToolArgError>, D::Error> {
        let readable = deserializer.is_human_readable();
        let mut intake = self.intake();
        let read = sent(deserializer, &mut intake);
        let describes_itself = readable || intake.entered;
        let issues = intake.issues;
        match read {
            Ok(sent) => {
                let source = match &sent {
                    Sent::Text(text) => Source::Text(text),
                    Sent::Written(text) => Source::Written(text),
                };
                // It is in memory already.
                let limits = self.limits.bytes(usize::MAX);
                Ok(self.limits(limits).read_source(source))
            }
            Err(error) if issues.is_empty() && describes_itself => Err(error),
            Err(error) if issues.is_empty() => Err(D::Error::custom(format_args!(
                "the arguments of a tool are read from a self-describing format such as JSON: {error}"
            ))),
            Err(_) => {
                let source = Source::Value(&Value::Null);
                Ok(Err(self.error(source, issues, 0, Read::Nothing)))
            }
        }
    }
}
