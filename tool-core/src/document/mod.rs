//! Documentation of a definition: a page for people, and a short declaration for a model.

mod markdown;
mod signature;

use crate::tool::Definition;

impl Definition {
    /// Returns a page about the tool in Markdown: its description, and a table of its
    /// arguments. Nested arguments have paths (`edits[].old`).
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Read a part of a file.
    /// #[derive(Debug, Tool)]
    /// struct ReadFile {
    ///     /// Absolute path of the file.
    ///     path: String,
    ///     #[schemars(range(max = 2000))]
    ///     limit: Option<u32>,
    /// }
    ///
    /// let page = ReadFile::definition().to_markdown();
    /// let lines: Vec<&str> = page.lines().filter(|line| !line.is_empty()).collect();
    /// assert_eq!(
    ///     lines,
    ///     [
    ///         "## `read_file`",
    ///         "Read a part of a file.",
    ///         "| argument | type | |",
    ///         "|---|---|---|",
    ///         "| `path` | string | Absolute path of the file. |",
    ///         "| `limit` (optional) | integer 0..2000 \\| null | |",
    ///     ],
    /// );
    /// ```
    #[must_use]
    pub fn to_markdown(&self) -> String {
        markdown::write_page(self)
    }

    /// Returns the tool as a declaration in the style of TypeScript, for a prompt that
    /// describes tools as text.
    ///
    /// ```
    /// use tool_core::Tool;
    ///
    /// /// Read a part of a file.
    /// #[derive(Debug, Tool)]
    /// struct ReadFile {
    ///     /// Absolute path of the file.
    ///     path: String,
    ///     limit: Option<u32>,
    /// }
    ///
    /// assert_eq!(
    ///     ReadFile::definition().to_signature(),
    ///     "\
    /// // Read a part of a file.
    /// function read_file(args: {
    ///   path: string, // Absolute path of the file.
    ///   limit?: integer | null, // (minimum: 0)
    /// })
    /// ",
    /// );
    /// ```
    #[must_use]
    pub fn to_signature(&self) -> String {
        signature::write_declaration(self)
    }
}
