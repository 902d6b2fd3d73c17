//! What is certain of arguments while they arrive.

mod builder;
mod escape;
mod nodes;
mod paths;

pub(super) use builder::Builder;
pub(super) use nodes::Nodes;
pub(super) use paths::{Paths, Piece};

use serde_json::{Map, Value};

use nodes::Content;

/// A value as far as it is certain, for a user interface: never for running a tool.
///
/// A string that is open shows what has arrived of it, up to its last whole character.
/// An array or object that is open shows the items that are certain. A number, a
/// word (`true`, `null`) or a key shows once its end has arrived, since `1` may become `12`.
/// In text that leaves JSON nothing more is certain from there on.
///
/// Looking costs nothing: the value is made while the text arrives, in time linear in
/// the text. [`Partial::to_value`] copies.
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
/// assert_eq!(arguments.to_value(), serde_json::json!({"path": "/a", "text": "Once up"}));
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
    /// The value at the root; nothing while none is certain.
    pub(super) fn root(nodes: &'a Nodes) -> Option<Self> {
        nodes.root().map(|node| Self { nodes, node })
    }

    /// Whether the value is closed: nothing can be added to it.
    #[must_use]
    pub fn is_complete(self) -> bool {
        self.nodes.is_complete(self.node)
    }

    /// The text of a string, as far as it has arrived.
    #[must_use]
    pub fn as_str(self) -> Option<&'a str> {
        match self.nodes.content(self.node) {
            Content::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of that key of an object; the last one, if a model repeats the key.
    #[must_use]
    pub fn get(self, key: &str) -> Option<Self> {
        self.entries()
            .rev()
            .find(|(name, _)| *name == key)?
            .1
            .into()
    }

    /// The keys of an object and their values, in order; none if it is no object.
    #[must_use]
    pub fn entries(self) -> impl DoubleEndedIterator<Item = (&'a str, Self)> {
        let entries = match self.nodes.content(self.node) {
            Content::Object(entries) => entries.as_slice(),
            _ => &[],
        };
        let at = move |(key, node): &'a (String, usize)| (key.as_str(), self.at(*node));
        entries.iter().map(at)
    }

    /// The items of an array; none if it is no array.
    #[must_use]
    pub fn items(self) -> impl DoubleEndedIterator<Item = Self> {
        let items = match self.nodes.content(self.node) {
            Content::Array(items) => items.as_slice(),
            _ => &[],
        };
        items.iter().map(move |node| self.at(*node))
    }

    /// A copy as a JSON value, without the marks.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self.nodes.content(self.node) {
            Content::Null => Value::Null,
            Content::Boolean(value) => Value::Bool(*value),
            Content::Number(text) => text.parse().map_or(Value::Null, Value::Number),
            Content::Text(text) => Value::String(text.clone()),
            Content::Array(_) => self.items().map(Self::to_value).collect(),
            Content::Object(_) => {
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
