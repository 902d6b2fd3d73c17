use super::escape::{EscapeStep, PartialEscape};
use super::nodes::{NodeContent, Nodes};
use crate::limits::VALUE_DEPTH;

/// Parses JSON text incrementally. Reads each character once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Builder {
    nodes: Nodes,
    /// The open arrays and objects, the outermost first.
    open: Vec<usize>,
    state: BuilderState,
    /// The received part of the key of the next value.
    key: String,
    /// The received part of a number or a word.
    scalar: String,
    escape: PartialEscape,
}

#[derive(Clone, Copy, Debug, Default)]
enum BuilderState {
    #[default]
    Value,
    FirstItem,
    FirstKey,
    Key,
    Colon,
    Next,
    /// In a key.
    InKey,
    /// In the string of this node.
    InText(usize),
    /// After a backslash in a key, or in the string of this node.
    InEscape(Option<usize>),
    /// After the first half of a surrogate pair.
    Half(Option<usize>),
    InScalar,
    /// After the end, or after a syntax error.
    Over,
}

impl Builder {
    pub(crate) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// Returns whether the text ends in a string or in a key.
    #[cfg(feature = "answers")]
    pub(crate) fn is_in_string(&self) -> bool {
        use BuilderState::{Half, InEscape, InKey, InText};
        matches!(self.state, InKey | InText(_) | InEscape(_) | Half(_))
    }

    pub(crate) fn push(&mut self, text: &str) {
        for c in text.chars() {
            self.state = self.step(c);
            if matches!(self.state, BuilderState::Over) {
                break;
            }
        }
    }

    fn step(&mut self, c: char) -> BuilderState {
        match self.state {
            BuilderState::InKey => self.in_string(c, None),
            BuilderState::InText(node) => self.in_string(c, Some(node)),
            BuilderState::InEscape(node) => self.in_escape(c, node),
            BuilderState::Half(node) if c == '\\' => BuilderState::InEscape(node),
            BuilderState::InScalar if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                self.scalar.push(c);
                BuilderState::InScalar
            }
            BuilderState::InScalar => {
                self.state = self.end_scalar();
                self.read_between(c)
            }
            BuilderState::Half(_) | BuilderState::Over => BuilderState::Over,
            _ => self.read_between(c),
        }
    }

    /// Handles a character outside strings, numbers and words.
    fn read_between(&mut self, c: char) -> BuilderState {
        match (self.state, c) {
            (state, ' ' | '\t' | '\n' | '\r') => state,
            (BuilderState::FirstItem, ']')
            | (BuilderState::FirstKey, '}')
            | (BuilderState::Next, ']' | '}') => self.close(c),
            (BuilderState::Value | BuilderState::FirstItem, _) => self.begin(c),
            (BuilderState::FirstKey | BuilderState::Key, '"') => BuilderState::InKey,
            (BuilderState::Colon, ':') => BuilderState::Value,
            (BuilderState::Next, ',') => match self.innermost() {
                Some(NodeContent::Object(_)) => BuilderState::Key,
                Some(_) => BuilderState::Value,
                None => BuilderState::Over,
            },
            _ => BuilderState::Over,
        }
    }

    fn begin(&mut self, c: char) -> BuilderState {
        match c {
            '{' => self.open(NodeContent::Object(Vec::new()), BuilderState::FirstKey),
            '[' => self.open(NodeContent::Array(Vec::new()), BuilderState::FirstItem),
            '"' => BuilderState::InText(self.add(NodeContent::Text(String::new()), false)),
            _ => {
                self.scalar.push(c);
                BuilderState::InScalar
            }
        }
    }

    fn open(&mut self, content: NodeContent, state: BuilderState) -> BuilderState {
        if self.open.len() == VALUE_DEPTH {
            return BuilderState::Over;
        }
        let node = self.add(content, false);
        self.open.push(node);
        state
    }

    fn close(&mut self, c: char) -> BuilderState {
        if matches!(self.innermost(), Some(NodeContent::Object(_))) != (c == '}') {
            return BuilderState::Over;
        }
        match self.open.pop() {
            Some(node) => {
                self.nodes.complete(node);
                BuilderState::Next
            }
            None => BuilderState::Over,
        }
    }

    fn in_string(&mut self, c: char, node: Option<usize>) -> BuilderState {
        match (c, node) {
            ('"', None) => BuilderState::Colon,
            ('"', Some(node)) => {
                self.nodes.complete(node);
                BuilderState::Next
            }
            ('\\', _) => BuilderState::InEscape(node),
            _ => self.take(c, node),
        }
    }

    fn in_escape(&mut self, c: char, node: Option<usize>) -> BuilderState {
        match self.escape.push(c) {
            EscapeStep::Open => BuilderState::InEscape(node),
            EscapeStep::Half => BuilderState::Half(node),
            EscapeStep::Done(c) => self.take(c, node),
            EscapeStep::Invalid => BuilderState::Over,
        }
    }

    /// Adds a character to the key, or to the string of this node.
    fn take(&mut self, c: char, node: Option<usize>) -> BuilderState {
        let Some(node) = node else {
            self.key.push(c);
            return BuilderState::InKey;
        };
        if let NodeContent::Text(text) = self.nodes.content_mut(node) {
            text.push(c);
        }
        BuilderState::InText(node)
    }

    fn end_scalar(&mut self) -> BuilderState {
        let text = std::mem::take(&mut self.scalar);
        let content = match text.as_str() {
            "null" => NodeContent::Null,
            "true" => NodeContent::Boolean(true),
            "false" => NodeContent::Boolean(false),
            _ if text.parse::<serde_json::Number>().is_ok() => NodeContent::Number(text),
            _ => return BuilderState::Over,
        };
        self.add(content, true);
        BuilderState::Next
    }

    /// Adds a value to the innermost open container.
    fn add(&mut self, content: NodeContent, complete: bool) -> usize {
        let node = self.nodes.add(content, complete);
        if let Some(&container) = self.open.last() {
            match self.nodes.content_mut(container) {
                NodeContent::Object(entries) => {
                    entries.push((std::mem::take(&mut self.key), node));
                }
                NodeContent::Array(items) => items.push(node),
                _ => {}
            }
        }
        node
    }

    fn innermost(&self) -> Option<&NodeContent> {
        self.open.last().map(|node| self.nodes.content(*node))
    }
}
