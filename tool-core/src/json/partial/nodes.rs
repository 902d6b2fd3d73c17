use crate::json::write_string;

/// The values of partial arguments in one list, by index, so an open value can grow in place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Nodes(Vec<PartialNode>);

#[derive(Clone, Debug)]
struct PartialNode {
    content: NodeContent,
    complete: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum NodeContent {
    Null,
    Boolean(bool),
    /// A JSON number as sent.
    Number(String),
    Text(String),
    Array(Vec<usize>),
    Object(Vec<(String, usize)>),
}

impl Nodes {
    pub(crate) fn root(&self) -> Option<usize> {
        (!self.0.is_empty()).then_some(0)
    }

    pub(crate) fn add(&mut self, content: NodeContent, complete: bool) -> usize {
        self.0.push(PartialNode { content, complete });
        self.0.len() - 1
    }

    pub(crate) fn content(&self, node: usize) -> &NodeContent {
        &self.0[node].content
    }

    pub(crate) fn content_mut(&mut self, node: usize) -> &mut NodeContent {
        &mut self.0[node].content
    }

    #[cfg(feature = "answers")]
    pub(crate) fn is_complete(&self, node: usize) -> bool {
        self.0[node].complete
    }

    pub(crate) fn complete(&mut self, node: usize) {
        self.0[node].complete = true;
    }

    /// Marks all values as complete, at the end of the output.
    #[cfg(feature = "answers")]
    pub(crate) fn complete_all(&mut self) {
        for node in &mut self.0 {
            node.complete = true;
        }
    }

    /// Writes the value as JSON text, with each number as sent.
    pub(crate) fn write(&self, node: usize, text: &mut String) {
        match self.content(node) {
            NodeContent::Null => text.push_str("null"),
            NodeContent::Boolean(value) => text.push_str(if *value { "true" } else { "false" }),
            NodeContent::Number(number) => text.push_str(number),
            NodeContent::Text(content) => write_string(content, text),
            NodeContent::Array(items) => {
                text.push('[');
                for (at, item) in items.iter().enumerate() {
                    text.push_str(if at == 0 { "" } else { "," });
                    self.write(*item, text);
                }
                text.push(']');
            }
            NodeContent::Object(entries) => {
                text.push('{');
                for (at, (key, value)) in entries.iter().enumerate() {
                    text.push_str(if at == 0 { "" } else { "," });
                    write_string(key, text);
                    text.push(':');
                    self.write(*value, text);
                }
                text.push('}');
            }
        }
    }
}
