use super::escape::{Escape, Step};
use super::nodes::{Content, DEPTH, Nodes};

/// Parses JSON text incrementally. Reads each character once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Builder {
    nodes: Nodes,
    /// The open arrays and objects, the outermost first.
    open: Vec<usize>,
    state: State,
    /// The received part of the key of the next value.
    key: String,
    /// The received part of a number or a word.
    scalar: String,
    escape: Escape,
}

#[derive(Clone, Copy, Debug, Default)]
enum State {
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

    pub(crate) fn push(&mut self, text: &str) {
        for c in text.chars() {
            self.state = self.step(c);
            if matches!(self.state, State::Over) {
                break;
            }
        }
    }

    fn step(&mut self, c: char) -> State {
        match self.state {
            State::InKey => self.in_string(c, None),
            State::InText(node) => self.in_string(c, Some(node)),
            State::InEscape(node) => self.in_escape(c, node),
            State::Half(node) if c == '\\' => State::InEscape(node),
            State::InScalar if c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.') => {
                self.scalar.push(c);
                State::InScalar
            }
            State::InScalar => {
                self.state = self.end_scalar();
                self.between(c)
            }
            State::Half(_) | State::Over => State::Over,
            _ => self.between(c),
        }
    }

    /// Handles a character outside strings, numbers and words.
    fn between(&mut self, c: char) -> State {
        match (self.state, c) {
            (state, ' ' | '\t' | '\n' | '\r') => state,
            (State::FirstItem, ']') | (State::FirstKey, '}') | (State::Next, ']' | '}') => {
                self.close(c)
            }
            (State::Value | State::FirstItem, _) => self.begin(c),
            (State::FirstKey | State::Key, '"') => State::InKey,
            (State::Colon, ':') => State::Value,
            (State::Next, ',') => match self.innermost() {
                Some(Content::Object(_)) => State::Key,
                Some(_) => State::Value,
                None => State::Over,
            },
            _ => State::Over,
        }
    }

    fn begin(&mut self, c: char) -> State {
        match c {
            '{' => self.open(Content::Object(Vec::new()), State::FirstKey),
            '[' => self.open(Content::Array(Vec::new()), State::FirstItem),
            '"' => State::InText(self.add(Content::Text(String::new()), false)),
            _ => {
                self.scalar.push(c);
                State::InScalar
            }
        }
    }

    fn open(&mut self, content: Content, state: State) -> State {
        if self.open.len() == DEPTH {
            return State::Over;
        }
        let node = self.add(content, false);
        self.open.push(node);
        state
    }

    fn close(&mut self, c: char) -> State {
        if matches!(self.innermost(), Some(Content::Object(_))) != (c == '}') {
            return State::Over;
        }
        match self.open.pop() {
            Some(node) => {
                self.nodes.complete(node);
                State::Next
            }
            None => State::Over,
        }
    }

    fn in_string(&mut self, c: char, node: Option<usize>) -> State {
        match (c, node) {
            ('"', None) => State::Colon,
            ('"', Some(node)) => {
                self.nodes.complete(node);
                State::Next
            }
            ('\\', _) => State::InEscape(node),
            _ => self.take(c, node),
        }
    }

    fn in_escape(&mut self, c: char, node: Option<usize>) -> State {
        match self.escape.push(c) {
            Step::Open => State::InEscape(node),
            Step::Half => State::Half(node),
            Step::Done(c) => self.take(c, node),
            Step::Invalid => State::Over,
        }
    }

    /// Adds a character to the key, or to the string of this node.
    fn take(&mut self, c: char, node: Option<usize>) -> State {
        let Some(node) = node else {
            self.key.push(c);
            return State::InKey;
        };
        if let Content::Text(text) = self.nodes.content_mut(node) {
            text.push(c);
        }
        State::InText(node)
    }

    fn end_scalar(&mut self) -> State {
        let text = std::mem::take(&mut self.scalar);
        let content = match text.as_str() {
            "null" => Content::Null,
            "true" => Content::Boolean(true),
            "false" => Content::Boolean(false),
            _ if text.parse::<serde_json::Number>().is_ok() => Content::Number(text),
            _ => return State::Over,
        };
        self.add(content, true);
        State::Next
    }

    /// Adds a value to the innermost open container.
    fn add(&mut self, content: Content, complete: bool) -> usize {
        let node = self.nodes.add(content, complete);
        if let Some(&container) = self.open.last() {
            match self.nodes.content_mut(container) {
                Content::Object(entries) => {
                    entries.push((std::mem::take(&mut self.key), node));
                }
                Content::Array(items) => items.push(node),
                _ => {}
            }
        }
        node
    }

    fn innermost(&self) -> Option<&Content> {
        self.open.last().map(|node| self.nodes.content(*node))
    }
}
