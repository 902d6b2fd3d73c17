//! Documentation: a definition as people read it, and as a declaration that a model
//! reads in few tokens.

mod markdown;
mod signature;

use crate::tool::Definition;

impl Definition {
    /// A page on the tool in Markdown: what it does, and its arguments in a table,
    /// those inside of others by their paths (`edits[].old`).
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

    /// The tool as a declaration that reads like TypeScript: for a prompt that tells
    /// of tools in text.
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
