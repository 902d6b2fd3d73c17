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
pub struct Limits {
    depth: usize,
    bytes: usize,
    nodes: usize,
    issues: usize,
    pattern_size: usize,
    pattern_work: usize,
}

/// What a text and the strings made of it, which are no longer, can take together.
const MAX_BYTES: usize = (u32::MAX / 2) as usize;

impl Default for Limits {
    /// Depth 128, 16 MiB of text, 1,000,000 values, 100 issues; patterns of 2 MiB, and
    /// 4,000,000,000 steps of them, which take less than a second.
    fn default() -> Self {
        Self {
            depth: 128,
            bytes: 16 << 20,
            nodes: 1_000_000,
            issues: 100,
            pattern_size: 2 << 20,
            pattern_work: 4_000_000_000,
        }
    }
}

impl Limits {
    /// How deep arrays and objects may nest: 1 is a flat object. At most 128,
    /// which keeps the reader clear of the end of the stack.
    #[must_use]
    pub const fn depth(mut self, levels: usize) -> Self {
        self.depth = if levels < 128 { levels } else { 128 };
        self
    }

    /// How many bytes of UTF-8 the text may have. At most 2 GiB, so that places in it
    /// take little room.
    #[must_use]
    pub const fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = if bytes < MAX_BYTES { bytes } else { MAX_BYTES };
        self
    }

    /// How many values (scalars, arrays, objects) the arguments may hold.
    #[must_use]
    pub const fn nodes(mut self, values: usize) -> Self {
        self.nodes = values;
        self
    }

    /// How many issues are kept; the others are counted.
    #[must_use]
    pub const fn issues(mut self, issues: usize) -> Self {
        self.issues = issues;
        self
    }

    /// How many bytes the compiled patterns of a schema may take together; a schema with
    /// larger ones is refused. See
    /// [`DefinitionBuilder::limits`](crate::definition::DefinitionBuilder::limits).
    ///
    /// ```
    /// use serde_json::json;
    /// use tool_core::{Definition, Limits};
    ///
    /// let text = json!({"type": "string", "pattern": "(x{0,200}){0,200}y"});
    /// let schema = json!({"type": "object", "properties": {"text": text}});
    /// let error = Definition::new("t", "A tool.", schema.clone()).unwrap_err();
    /// assert_eq!(error.keyword(), Some("pattern"));
    ///
    /// let larger = Limits::default().pattern_size(8 << 20);
    /// assert!(Definition::builder("t", "A tool.", schema).limits(larger).build().is_ok());
    /// ```
    #[must_use]
    pub const fn pattern_size(mut self, bytes: usize) -> Self {
        self.pattern_size = bytes;
        self
    }

    /// How much work patterns may make of one call: the bytes of a compiled pattern times
    /// the bytes of the text that it is matched against, over all texts.
    ///
    /// ```
    /// use serde_json::{Value, json};
    /// use tool_core::issue::Limit;
    /// use tool_core::issue::IssueKind;
    /// use tool_core::{Definition, Limits};
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
    #[must_use]
    pub const fn pattern_work(mut self, steps: usize) -> Self {
        self.pattern_work = steps;
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

    pub(crate) const fn max_pattern_work(&self) -> usize {
        self.pattern_work
    }

    /// What a limit of the text is set to.
    pub(crate) fn maximum(&self, limit: Limit) -> usize {
        match limit {
            Limit::Depth => self.depth,
            Limit::Bytes => self.bytes,
            _ => self.nodes,
        }
    }
}
