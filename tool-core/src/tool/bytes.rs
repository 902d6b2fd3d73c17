//! Raw output that may not even be text.

use serde::de::DeserializeOwned;

use super::error::Read;
use super::source::Source;
use crate::conform::Findings;
use crate::issue::{Issue, Path};
use crate::json::not_utf8;
use crate::tool::{Reader, Reading, ToolArgError};

impl Reader<'_> {
    /// Reads raw model output that is still bytes, of UTF-8.
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::Definition;
    ///
    /// let definition = Definition::new("t", "A tool.", json!({"type": "object"}))?;
    /// let error = definition.reader().read_bytes::<serde_json::Value>(b"{\"a\": \"\xff\"}");
    /// assert_eq!(
    ///     error.unwrap_err().to_string(),
    ///     "Please rewrite the input with valid arguments. Errors: \
    ///      the arguments are not valid JSON: expected text in UTF-8 after \"{\\\"a\\\": \\\"\"",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`Reader::read`]. Bytes that are not UTF-8 are an issue that says
    /// where, whatever the leniency; output that ends within a character was cut
    /// off. The arguments as received have a `U+FFFD` for what is not UTF-8.
    pub fn read_bytes<T: DeserializeOwned + 'static>(
        &self,
        raw: &[u8],
    ) -> Result<Reading<T>, ToolArgError> {
        let fault = match std::str::from_utf8(raw) {
            Ok(text) => return self.read(text),
            Err(fault) => fault,
        };
        let text = String::from_utf8_lossy(raw);
        let found = Findings {
            issues: vec![Issue::new(Path::root(), not_utf8(&text, fault), None)],
            ..Findings::default()
        };
        Err(self.failed(Source::Text(&text), Read::Nothing, found))
    }
}
