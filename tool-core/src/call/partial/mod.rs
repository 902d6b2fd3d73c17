//! The known part of arguments while they arrive.

mod paths;
mod typed;

pub(super) use paths::Paths;
pub use typed::PartialTool;

use serde_json::{Map, Value};

use crate::json::{Builder, NodeContent, Nodes};

/// The known part of a value, for a user interface. Never run a tool with it.
///
/// An open string contains its received part, up to the last complete character. An open array
/// or object contains its known entries. A number, a word (`true`, `null`) or a key appears
/// after its end has arrived, since `1` may become `12`. After a syntax error, nothing more is
/// known.
///
/// Access is free: the value is built while the text arrives, in time linear in the text.
/// [`Partial::to_value`] copies.
///
/// ```
/// use tool_core::call::{Api, Assembler};
///
/// let mut stream = Assembler::new(Api::Anthropic);
/// stream.push(r#"{"type": "content_block_start", "index": 0, "content_block":
///     {"type": "tool_use", "id": "toolu_1", "name": "write", "input": {}}}"#)?;
/// stream.push(r#"{"type": "content_block_delta", "index": 0, "delta":
///     {"type": "input_json_delta", "partial_json": "{\"path\": \"/a\", \"text\": \"Once up"}}"#)?;
/// let call = stream.partial().next().unwrap();
/// let arguments = call.arguments.unwrap();
/// assert_eq!(arguments.to_value(), tool_core::json!({"path": "/a", "text": "Once up"}));
/// assert!(arguments.get("path").unwrap().is_complete());
/// assert!(!arguments.get("text").unwrap().is_complete());
/// # Ok::<(), tool_core::call::WireError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Partial<'a> {
    nodes: &'a Nodes,
    node: usize,
}

impl<'a> Partial<'a> {
    /// Returns the value at the root. `None` if it is not known yet.
    pub(crate) fn root(nodes: &'a Nodes) -> Option<Self> {
        nodes.root().map(|node| Self { nodes, node })
    }

    /// Returns whether the value is complete: it cannot grow.
    #[must_use]
    pub fn is_complete(self) -> bool {
        self.nodes.is_complete(self.node)
    }

    /// Returns the received part of a string.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        match self.nodes.content(self.node) {
            NodeContent::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the value of this key in an object. If a key is repeated, returns the last one.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.entries()
            .rev()
            .find(|(name, _)| *name == key)?
            .1
            .into()
    }

    /// Returns the keys and values of an object, in order. Empty for any other value.
    #[must_use]
    pub fn entries(self) -> impl DoubleEndedIterator<Item = (&'a str, Self)> {
        let entries = match self.nodes.content(self.node) {
            NodeContent::Object(entries) => entries.as_slice(),
            _ => &[],
        };
        let at = move |(key, node): &'a (String, usize)| (key.as_str(), self.at(*node));
        entries.iter().map(at)
    }

    /// Returns the items of an array. Empty for any other value.
    #[must_use]
    pub fn items(self) -> impl DoubleEndedIterator<Item = Self> {
        let items = match self.nodes.content(self.node) {
            NodeContent::Array(items) => items.as_slice(),
            _ => &[],
        };
        items.iter().map(move |node| self.at(*node))
    }

    /// Copies the value as JSON, without the marks of open parts.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self.nodes.content(self.node) {
            NodeContent::Null => Value::Null,
            NodeContent::Boolean(value) => Value::Bool(*value),
            NodeContent::Number(text) => text.parse().map_or(Value::Null, Value::Number),
            NodeContent::Text(text) => Value::String(text.clone()),
            NodeContent::Array(_) => self.items().map(Self::to_value).collect(),
            NodeContent::Object(_) => {
                let entries = self.entries();
                let entries = entries.map(|(key, value)| (key.to_owned(), value.to_value()));
                Value::Object(entries.collect::<Map<_, _>>())
            }
        }
    }

    fn at(self, node: usize) -> Self {
        Self { node, ..self }
    }
}

/// The known part of a JSON object in text that arrives in pieces. Skips the text before the first
/// `{`, such as the start of a code block.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObjectInText {
    builder: Builder,
    has_begun: bool,
}

impl ObjectInText {
    pub(crate) fn push(&mut self, text: &str) {
        let start = if self.has_begun {
            Some(0)
        } else {
            text.find('{')
        };
        if let Some(start) = start {
            self.has_begun = true;
            self.builder.push(&text[start..]);
        }
    }

    /// Returns the known part. `None` before the object has begun.
    pub(crate) fn get(&self) -> Option<Partial<'_>> {
        Partial::root(self.builder.nodes())
    }
}
