use crate::issue::Limit;

/// Limits of the reader. Input beyond a limit is an issue that names the limit.
///
/// ```
/// use tool_core::Limits;
///
/// let limits = Limits::default().depth(32).bytes(64 * 1024);
/// assert_ne!(limits, Limits::default());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    depth: usize,
    bytes: usize,
    nodes: usize,
    issues: usize,
    pattern_size: usize,
    /// `None` if the limit grows with the input.
    pattern_work: Option<usize>,
}

/// Maximum size of a text. Strings from the text are never longer.
const MAX_BYTES: usize = (u32::MAX / 2) as usize;

impl Default for Limits {
    /// Returns limits of 128 levels, 16 MiB of text, 1,000,000 values and 100 issues. Patterns
    /// have 2 MiB and 4,000,000,000 steps, which take less than a second.
    fn default() -> Self {
        Self {
            depth: 128,
            bytes: 16 << 20,
            nodes: 1_000_000,
            issues: 100,
            pattern_size: 2 << 20,
            pattern_work: None,
        }
    }
}

impl Limits {
    /// Sets the maximum depth of arrays and objects. A flat object has depth 1. Maximum: 128,
    /// which protects the stack.
    pub const fn depth(mut self, levels: usize) -> Self {
        self.depth = if levels < 128 { levels } else { 128 };
        self
    }

    /// Sets the maximum size of the text, in bytes of UTF-8. Maximum: 2 GiB, half
    /// of the range of the 32-bit positions in the text.
    pub const fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = if bytes < MAX_BYTES { bytes } else { MAX_BYTES };
        self
    }

    /// Sets the maximum number of values (scalars, arrays, objects) in the arguments.
    pub const fn nodes(mut self, values: usize) -> Self {
        self.nodes = values;
        self
    }

    /// Sets the maximum number of issues. Further issues are counted.
    pub const fn issues(mut self, issues: usize) -> Self {
        self.issues = issues;
        self
    }

    /// Sets the maximum size of all compiled patterns of a schema, in bytes. A schema with
    /// larger patterns is an error. See
    /// [`DefinitionBuilder::limits`](crate::definition::DefinitionBuilder::limits).
    ///
    /// ```
    /// use tool_core::{Definition, Limits, json};
    ///
    /// let text = json!({"type": "string", "pattern": "(x{0,200}){0,200}y"});
    /// let schema = json!({"type": "object", "properties": {"text": text}});
    /// let error = Definition::new("t", "A tool.", schema.clone()).unwrap_err();
    /// assert_eq!(error.keyword(), Some("pattern"));
    ///
    /// let larger = Limits::default().pattern_size(8 << 20);
    /// assert!(Definition::builder("t", "A tool.", schema).limits(larger).build().is_ok());
    /// ```
    pub const fn pattern_size(mut self, bytes: usize) -> Self {
        self.pattern_size = bytes;
        self
    }

    /// Sets the maximum work of the patterns in one call: the bytes of a compiled pattern times
    /// the bytes of its text, summed over all texts. By default, the maximum grows with the call,
    /// so that every valid call is read.
    ///
    /// ```
    /// use tool_core::issue::Limit;
    /// use tool_core::issue::IssueKind;
    /// use tool_core::{Definition, Limits, Value, json};
    ///
    /// let schema = json!({"type": "object", "properties": {"text": {"pattern": "^x*$"}}});
    /// let definition = Definition::new("t", "A tool.", schema)?;
    /// let limits = Limits::default().pattern_work(1_000_000);
    /// let call = json!({"text": "x".repeat(10_000)}).to_string();
    /// let error = definition.reader().limits(limits).read::<Value>(&call).unwrap_err();
    /// let reached = IssueKind::Limit { limit: Limit::PatternWork, maximum: 1_000_000 };
    /// assert_eq!(error.issues()[0].kind, reached);
    /// # Ok::<(), tool_core::SchemaError>(())
    /// ```
    pub const fn pattern_work(mut self, steps: usize) -> Self {
        self.pattern_work = Some(steps);
        self
    }

    pub(crate) const fn max_depth(&self) -> usize {
        self.depth
    }

    pub(crate) const fn max_bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) const fn max_nodes(&self) -> usize {
        self.nodes
    }

    pub(crate) const fn max_issues(&self) -> usize {
        self.issues
    }

    pub(crate) const fn max_pattern_size(&self) -> usize {
        self.pattern_size
    }

    pub(crate) const fn max_pattern_work(&self) -> Option<usize> {
        self.pattern_work
    }

    /// Returns the maximum of a limit.
    pub(crate) fn maximum(&self, limit: Limit) -> usize {
        match limit {
            Limit::Depth => self.depth,
            Limit::Bytes => self.bytes,
            _ => self.nodes,
        }
    }
}
