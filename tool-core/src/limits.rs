//! The bounds of the crate.
//!
//! A host sets the bounds of one call: [`Limits`]. The constants below protect the stack, time and
//! memory in more than one module, or are named in an error. Each bound has one name here, so that
//! modules that follow the same thing stop at the same place.
//!
//! A bound of one function stays in its file as a named constant: how many names a sentence lists,
//! how far a search in prose looks, how long a tag may be, how many steps one algorithm may take,
//! from how many entries a hash map is faster. The limits of a provider's API are in its file in
//! `provider`.

use crate::issue::Limit;

/// Levels of arrays and objects in a value. `serde_json` stops at 127 by itself. A recursive reader
/// uses a small part of a thread's stack at this depth.
pub(crate) const VALUE_DEPTH: usize = 128;

/// Levels of schemas, along the references that are followed. A value of [`VALUE_DEPTH`] levels
/// needs no more, unless schemas are only nested in `allOf` or `not`.
pub(crate) const SCHEMA_DEPTH: usize = 128;

/// Levels of schemas along references that the crate `jsonschema` checks. It has no limit of its
/// own, and checks what the plan leaves out, so this is more than [`SCHEMA_DEPTH`].
#[cfg(feature = "full-schema")]
pub(crate) const FULL_SCHEMA_DEPTH: usize = 500;

/// Levels of schemas during an export, along references. Each pass may wrap a schema of
/// [`SCHEMA_DEPTH`] once, in a union with `null` or an object for a map.
#[cfg(feature = "providers")]
pub(crate) const EXPORT_DEPTH: usize = 300;

/// Length of a chain of definitions that only refer to the next one. Types of Rust make chains of
/// two or three. Longer chains are left as they are.
pub(crate) const REFERENCE_CHAIN: usize = 16;

/// Number of times that a type is written inside itself if it is flattened into itself. Its schema
/// would be infinite; schemars writes a definition of another type only once.
pub(crate) const SELF_NESTING: usize = 64;

/// Levels of a type that are shown to a reader: in a prompt, in a table of arguments, in an empty
/// example. Deeper levels are cut, because readers skip them.
pub(crate) const SHOWN_DEPTH: usize = 8;

/// Schemas that a declaration or a prompt shows of one tool. With references, a type of a few lines
/// can have billions.
#[cfg(feature = "providers")]
pub(crate) const SHOWN_SCHEMAS: usize = 2_000;

/// Nodes of a plan. A larger schema is treated as an attempt to exhaust the memory.
pub(crate) const PLAN_NODES: usize = 100_000;

/// Schemas in an exported definition, and each kind of step that can multiply them: references that
/// are inlined, merges, branches of unions. No model reads more.
#[cfg(feature = "providers")]
pub(crate) const EXPORT_SCHEMAS: usize = 10_000;

/// Branches of nested unions to visit for one union. A schema may refer to a large union in many
/// places.
pub(crate) const UNION_BRANCHES: usize = 256;

/// Undeclared keys of one object that are compared with its properties. Each comparison takes time,
/// and a call with more unknown keys has another fault.
pub(crate) const COMPARED_KEYS: usize = 32;

/// Encodings around one value: a string of JSON, a code fence, an array of one item. Each may hold
/// the next.
pub(crate) const ENCODING_LAYERS: usize = 3;

/// Bytes of text that are parsed again only to write a better hint.
pub(crate) const HINT_BYTES: usize = 64 * 1024;

/// Characters of a tool name that every provider accepts.
pub const TOOL_NAME: usize = 64;

/// Bytes of a text. Strings from the text are never longer, so that half of the range of `u32`
/// holds each position.
const TEXT_BYTES: usize = (u32::MAX / 2) as usize;

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

impl Default for Limits {
    /// Returns limits of 128 levels, 16 MiB of text, 1,000,000 values and 100 issues. Patterns
    /// have 2 MiB and 4,000,000,000 steps, which take less than a second.
    fn default() -> Self {
        Self {
            depth: VALUE_DEPTH,
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
        self.depth = if levels < VALUE_DEPTH {
            levels
        } else {
            VALUE_DEPTH
        };
        self
    }

    /// Sets the maximum size of the text, in bytes of UTF-8. Maximum: 2 GiB, half
    /// of the range of the 32-bit positions in the text.
    pub const fn bytes(mut self, bytes: usize) -> Self {
        self.bytes = if bytes < TEXT_BYTES {
            bytes
        } else {
            TEXT_BYTES
        };
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
