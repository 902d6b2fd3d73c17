use schemars::JsonSchema;
use serde::Deserialize;

use crate::plan::SchemaError;
use crate::tool::{AsInput, Definition, Report, Slot, ToolArgError, verify};

/// A tool whose arguments are a Rust struct. Implement it with the derive.
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

    /// Returns the definition: name, description and schema, and the reader.
    ///
    /// The definition is built on first use, once per program.
    ///
    /// # Panics
    ///
    /// Panics if an attribute results in an unusable schema, such as an invalid regular
    /// expression. A test that calls this for each tool finds such attributes.
    /// [`Tool::try_definition`] returns the error instead.
    #[must_use]
    fn definition() -> &'static Definition {
        Self::__slot().definition()
    }

    /// Returns the definition, or the error of the schema.
    ///
    /// # Errors
    ///
    /// Returns an error if an attribute results in an unusable schema.
    fn try_definition() -> Result<&'static Definition, SchemaError> {
        Self::__slot().try_definition()
    }

    /// Verifies the tool, for a test. Builds the definition and reads arguments that are
    /// generated from its schema: minimal ones, full ones, and ones for each form of a union.
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
    /// Returns the report if there is a problem: [`Report::problems`].
    /// [`Report::deny_warnings`] turns warnings into errors, too.
    fn verify() -> Result<Report, Report> {
        verify(Self::__slot(), &|reader, text| {
            reader.read::<Self>(text).map(drop)
        })
        .into_result()
    }

    /// Reads arguments with the leniency of the tool.
    ///
    /// [`Definition::reader`] accepts other settings, and also returns the repairs.
    ///
    /// # Errors
    ///
    /// Returns all issues at once. The text of the error is the instruction for the model.
    fn parse(input: impl AsInput) -> Result<Self, ToolArgError> {
        Self::definition().reader().value(input.as_input())
    }
}

/// The bound on the result of a tool's function: the type of `#[tool(output = ..)]`, or any
/// type if the attribute is absent.
#[diagnostic::on_unimplemented(
    message = "the tool `{Self}` declares another output than `{O}`",
    note = "return the type of `#[tool(output = \"..\")]`, or a `tool_service::ToolOutput`"
)]
pub trait Returns<O> {}
