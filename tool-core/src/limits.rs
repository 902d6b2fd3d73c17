use crate::issue::Limit;

/// How much the reader takes on. Over a limit is an issue that says which.
///
/// ```
/// use tool_core::Limits;
///
/// let limits = Limits::default().depth(32).bytes(64 * 1024);
/// assert_eq!(limits.max_depth(), 32);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    depth: usize,
    bytes: usize,
    nodes: usize,
    issues: usize,
}

/// What a text and the strings made of it, which are no longer, can take together.
const MOST_BYTES: usize = (u32::MAX / 2) as usize;

impl Default for Limits {
    /// Depth 128, 16 MiB of text, 1,000,000 values, 100 issues.
    fn default() -> Self {
        Self {
            depth: 128,
            bytes: 16 << 20,
            nodes: 1_000_000,
            issues: 100,
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
        self.bytes = if bytes < MOST_BYTES {
            bytes
        } else {
            MOST_BYTES
        };
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

    /// See [`Limits::depth`].
    #[must_use]
    pub const fn max_depth(&self) -> usize {
        self.depth
    }

    /// See [`Limits::bytes`].
    #[must_use]
    pub const fn max_bytes(&self) -> usize {
        self.bytes
    }

    /// See [`Limits::nodes`].
    #[must_use]
    pub const fn max_nodes(&self) -> usize {
        self.nodes
    }

    /// See [`Limits::issues`].
    #[must_use]
    pub const fn max_issues(&self) -> usize {
        self.issues
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
