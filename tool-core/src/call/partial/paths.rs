use std::collections::HashMap;

use crate::call::halves::{join_pairs, split_half};
use crate::json::{EscapeStep, NodeContent, Nodes, PartialEscape};
use crate::limits::VALUE_DEPTH;

/// Arguments that arrive as values at paths, in the streams of Gemini.
#[derive(Clone, Debug, Default)]
pub(in crate::call) struct Paths {
    nodes: Nodes,
    /// The value below another value, by the step between them.
    known: HashMap<(usize, PathStep), usize>,
    /// The first halves of characters at the end of open strings.
    halves: HashMap<usize, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum PathStep {
    Key(String),
    Index(usize),
}

impl Paths {
    pub(in crate::call) fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    /// Adds a value at a path (RFC 9535: `$.edits[0].old`, `$['a b']`). Joins strings at the
    /// same path. Without a value, the string at the path ends. Returns `None` if the value
    /// contradicts an earlier one.
    pub(in crate::call) fn push(
        &mut self,
        path: &str,
        piece: Option<NodeContent>,
        open: bool,
    ) -> Option<()> {
        let steps = parse_steps(path)?;
        let (last, above) = steps.split_last()?;
        if above.len() >= VALUE_DEPTH {
            return None;
        }
        let mut node = self.root();
        for (step, next) in above.iter().zip(&steps[1..]) {
            node = match self.known.get(&(node, step.clone())) {
                Some(node) => *node,
                None => self.add(node, step, next.container(), false)?,
            };
        }
        let there = match (self.known.get(&(node, last.clone())), &piece) {
            (Some(there), _) => *there,
            (None, Some(NodeContent::Text(_))) => {
                self.add(node, last, NodeContent::Text(String::new()), false)?
            }
            (None, _) => return self.add(node, last, piece?, true).map(drop),
        };
        self.grow(there, piece, open)
    }

    /// Completes the arguments after the provider has reported their end. Returns `None` if half a
    /// character is missing.
    pub(in crate::call) fn finish(&mut self) -> Option<()> {
        self.root();
        self.nodes.complete_all();
        self.halves.is_empty().then_some(())
    }

    pub(in crate::call) fn to_text(&self) -> String {
        let mut text = String::new();
        if let Some(root) = self.nodes.root() {
            self.nodes.write(root, &mut text);
        }
        text
    }

    fn root(&mut self) -> usize {
        let root = self.nodes.root();
        root.unwrap_or_else(|| self.nodes.add(NodeContent::Object(Vec::new()), false))
    }

    fn grow(&mut self, node: usize, piece: Option<NodeContent>, open: bool) -> Option<()> {
        if self.nodes.is_complete(node) {
            return None;
        }
        match (self.nodes.content_mut(node), piece) {
            (NodeContent::Text(text), Some(NodeContent::Text(more))) => {
                let more = self.halves.remove(&node).unwrap_or_default() + &more;
                let (more, half) = split_half(&more);
                text.push_str(&join_pairs(more)?);
                if !half.is_empty() {
                    self.halves.insert(node, half.to_owned());
                }
            }
            (NodeContent::Text(_), None) => {}
            _ => return None,
        }
        if !open && self.halves.contains_key(&node) {
            return None;
        }
        if !open {
            self.nodes.complete(node);
        }
        Some(())
    }

    fn add(
        &mut self,
        above: usize,
        step: &PathStep,
        content: NodeContent,
        done: bool,
    ) -> Option<usize> {
        let node = self.nodes.add(content, done);
        match (self.nodes.content_mut(above), step) {
            (NodeContent::Object(entries), PathStep::Key(key)) => entries.push((key.clone(), node)),
            // An item must directly follow the last one.
            (NodeContent::Array(items), PathStep::Index(at)) if *at == items.len() => {
                items.push(node);
            }
            _ => return None,
        }
        self.known.insert((above, step.clone()), node);
        Some(node)
    }
}

impl PathStep {
    /// Returns the empty container that this step needs.
    fn container(&self) -> NodeContent {
        match self {
            Self::Key(_) => NodeContent::Object(Vec::new()),
            Self::Index(_) => NodeContent::Array(Vec::new()),
        }
    }
}

fn parse_steps(path: &str) -> Option<Vec<PathStep>> {
    let mut rest = path.strip_prefix('$')?;
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let step;
        (step, rest) = match rest.strip_prefix('.') {
            Some(name) => {
                let end = name.find(['.', '[']).unwrap_or(name.len());
                (PathStep::Key(name[..end].to_owned()), &name[end..])
            }
            None => parse_bracket(rest.strip_prefix('[')?)?,
        };
        steps.push(step);
    }
    Some(steps)
}

/// Parses `0]` or `'a key']`. Returns the step and the rest.
fn parse_bracket(inside: &str) -> Option<(PathStep, &str)> {
    let Some(quote @ ('\'' | '"')) = inside.chars().next() else {
        let (index, rest) = inside.split_once(']')?;
        return Some((PathStep::Index(index.parse().ok()?), rest));
    };
    let mut key = String::new();
    let mut escape = None;
    for (at, c) in inside.char_indices().skip(1) {
        match (&mut escape, c) {
            (Some(_), '\'') => {
                key.push(c);
                escape = None;
            }
            (Some(open), _) => match PartialEscape::push(open, c) {
                EscapeStep::Open => {}
                EscapeStep::Done(c) => {
                    key.push(c);
                    escape = None;
                }
                EscapeStep::Half | EscapeStep::Invalid => return None,
            },
            (None, '\\') => escape = Some(PartialEscape::default()),
            (None, _) if c == quote => {
                return Some((PathStep::Key(key), inside[at + 1..].strip_prefix(']')?));
            }
            (None, _) => key.push(c),
        }
    }
    None
}
