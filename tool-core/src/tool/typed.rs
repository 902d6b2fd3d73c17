use schemars::JsonSchema;
use serde::Deserialize;

use crate::plan::SchemaError;
use crate::tool::{Definition, Input, Report, Slot, ToolArgError, verify};

/// A tool whose arguments are a Rust struct. Derive it.
///
/// ```
/// use tool_core::Tool;
///
/// /// Read a part of a file.
/// #[derive(Debug, Tool)]
/// struct ReadFile {
///     /// Absolute path of the file.
///     path: String,
///     /// How many lines to read.
///     limit: u32,
/// }
///
/// assert_eq!(ReadFile::definition().name(), "read_file");
///
/// let call = ReadFile::parse(r#"{"path": "/etc/hosts", "limit": "20"}"#)?;
/// assert_eq!(call.limit, 20);
///
/// let error = ReadFile::parse(r#"{"limit": "many"}"#).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "Please rewrite the input with valid arguments. \
///      Errors: path: Required; limit: expected integer, got string",
/// );
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    note = "put `#[derive(tool_core::Tool)]` on the struct",
    note = "a set of tools holds tools and no other set: list the tools of that set"
)]
pub trait Tool: Sized + 'static + JsonSchema + for<'de> Deserialize<'de> {
    #[doc(hidden)]
    const __NAME: &'static str;

    #[doc(hidden)]
    fn __slot() -> &'static Slot;

    /// The definition: name, description and schema, and what reads by it.
    ///
    /// It is built when it is first asked for, once in the run of a program.
    ///
    /// # Panics
    ///
    /// If an attribute made a schema that cannot be used: a pattern that is no
    /// regular expression, say. One test that calls this for each tool finds
    /// that; [`Tool::try_definition`] gives the error instead.
    #[must_use]
    fn definition() -> &'static Definition {
        Self::__slot().definition()
    }

    /// The definition, or why the schema cannot be used.
    ///
    /// # Errors
    ///
    /// If an attribute made a schema that cannot be used.
    fn try_definition() -> Result<&'static Definition, SchemaError> {
        Self::__slot().try_definition()
    }

    /// Verifies the tool, for a test: builds the definition, and reads arguments made from its
    /// schema, minimal and full ones and those of each form of a union.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Paint something.
    /// #[derive(Debug, Tool)]
    /// struct Paint {
    ///     /// Serde reads an object here, and a JSON object has text for its keys.
    ///     colors: std::collections::HashMap<Color, u8>,
    /// }
    ///
    /// #[derive(Debug, PartialEq, Eq, Hash, tool_core::ToolArg)]
    /// struct Color {
    ///     red: u8,
    /// }
    ///
    /// // In a test: `Paint::verify().unwrap();`
    /// let report = Paint::verify().unwrap_err();
    /// assert!(report.problems()[0].message.starts_with("the schema accepts what the type refuses"));
    /// ```
    ///
    /// # Errors
    ///
    /// If there is a problem: [`Report::problems`]. [`Report::deny_warnings`] makes an error of
    /// warnings, too.
    fn verify() -> Result<Report, Report> {
        verify(Self::__slot(), &|reader, text| {
            reader.read::<Self>(text).map(drop)
        })
        .into_result()
    }

    /// Reads arguments with the leniency of the tool.
    ///
    /// [`Definition::reader`] has settings, and returns the repairs as well.
    ///
    /// # Errors
    ///
    /// All issues at once; the text of the error is the instruction for the model.
    fn parse<'a>(input: impl Into<Input<'a>>) -> Result<Self, ToolArgError> {
        Self::definition().reader().value(input.into())
    }
}

/// What a function of the tool may return: the type of `#[tool(output = "..")]`, or any type where
/// there is none.
#[diagnostic::on_unimplemented(
    message = "the tool `{Self}` declares another output than `{O}`",
    note = "return the type of `#[tool(output = \"..\")]`, or a `tool_service::ToolOutput`"
)]
pub trait Returns<O> {}
