//! Names that contain the server of a tool: `mcp__github__edit`, `github.edit`, `github:edit`,
//! `mcp.github.edit`.

use std::collections::HashMap;

use super::spelling::{fold_name, is_style, letters};
use crate::issue::to_lower;

/// Separators between server and tool, after `mcp__` and elsewhere.
const UNDERSCORES: &[&str] = &["__"];
const SIGNS: &[&str] = &[".", ":"];

/// The tools of one server. All names are folded.
#[derive(Clone, Debug)]
pub(super) struct Server {
    name: String,
    folded: String,
    pub(super) tools: HashMap<String, usize>,
}

impl Server {
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            folded: fold_name(name),
            tools: HashMap::new(),
        }
    }

    pub(super) fn is_named(&self, name: &str) -> bool {
        letters(name).eq(self.folded.chars())
    }

    pub(super) fn owner<'s>(&'s self, tool: &'s str) -> Owner<'s> {
        Owner {
            server: &self.name,
            tool,
        }
    }

    /// Returns the tools that a name with this server may refer to.
    pub(super) fn find_tools_in<'n>(&'n self, name: &'n str) -> impl Iterator<Item = usize> + 'n {
        let named = find_tools(&self.name, name);
        named.filter_map(|tool| self.tools.get(&fold_name(tool)).copied())
    }
}

/// The server of a tool.
pub(super) struct Owner<'n> {
    pub(super) server: &'n str,
    pub(super) tool: &'n str,
}

impl<'n> Owner<'n> {
    /// Returns the server in a name like `mcp__github__edit`.
    pub(super) fn in_name(name: &'n str) -> Option<Self> {
        let (server, tool) = strip_mcp(name)?.split_once("__")?;
        Some(Self { server, tool })
    }

    /// Returns the server in a name like `mcp__github__edit`, `mcp.github.edit` or
    /// `mcp:github:edit`.
    fn parse_marked(name: &'n str) -> Option<Self> {
        let with_signs = || {
            let (server, tool) = strip_mcp_sign(name)?.split_once(['.', ':'])?;
            Some(Self { server, tool })
        };
        Self::in_name(name).or_else(with_signs)
    }

    /// Returns the part of a name to compare with this tool's name, if the name may refer to a
    /// tool of this server: the name without the server. A name with another server or another
    /// prefix refers to no tool here.
    pub(super) fn without_server<'s>(&self, sent: &'s str) -> Option<&'s str> {
        if let Some(tool) = find_tools(self.server, sent).next() {
            return Some(tool);
        }
        if find_qualifier(sent).is_some() {
            return None;
        }
        let server = fold_name(self.server);
        let behind = |start: &str| skip_letters(sent, start).map(|end| &sent[end..]);
        let rest = behind(&format!("mcp{server}")).or_else(|| behind(&server));
        let rest = rest.filter(|rest| rest.starts_with([' ', '-', '_']));
        if let Some(rest) = rest.filter(|rest| letters(rest).next().is_some()) {
            return Some(rest);
        }
        let (sent_letters, tool) = (fold_name(sent), fold_name(self.tool));
        let stands_behind = sent_letters.find(&tool).is_some_and(|at| at > 0);
        (!stands_behind).then_some(sent)
    }
}

/// Returns whether two names with equal folded forms belong to the same server.
pub(super) fn has_same_server(left: &str, right: &str) -> bool {
    match (Owner::parse_marked(left), Owner::parse_marked(right)) {
        (Some(left), Some(right)) => letters(left.server).eq(letters(right.server)),
        _ => true,
    }
}

/// Returns the part before the tool, if a name contains its server.
pub(super) fn find_qualifier(name: &str) -> Option<&str> {
    if let Some(owner) = Owner::in_name(name) {
        return Some(owner.server);
    }
    let rest = strip_mcp_sign(name).unwrap_or(name);
    let (qualifier, tool) = rest.split_once(['.', ':'])?;
    let says = |text: &str| letters(text).next().is_some();
    (says(qualifier) && says(tool)).then_some(qualifier)
}

/// Returns whether a name begins with these letters, in any case and style.
pub(super) fn begins_with(name: &str, start: &str) -> bool {
    skip_letters(name, start).is_some()
}

/// Returns the possible names of the tool, if the name contains this server.
fn find_tools<'n>(server: &str, name: &'n str) -> impl Iterator<Item = &'n str> {
    let ways = [
        strip_mcp(name).map(|rest| (rest, UNDERSCORES)),
        strip_mcp_sign(name).map(|rest| (rest, SIGNS)),
        Some((name, SIGNS)),
    ];
    let ways = ways.into_iter().flatten();
    ways.filter_map(move |(rest, ends)| strip_server(server, rest, ends))
}

/// Returns the text after the server, if the text begins with the server in any case and style
/// and a separator follows. Only the name of the server may contain such a separator.
fn strip_server<'n>(server: &str, text: &'n str, ends: &[&str]) -> Option<&'n str> {
    let end = skip_letters(text, server)?;
    let (sent, rest) = text.split_at(end);
    let holds_end = ends.iter().any(|end| sent.contains(end));
    let is_one = !holds_end || sent.eq_ignore_ascii_case(server);
    let rest = ends.iter().find_map(|end| rest.strip_prefix(end));
    rest.filter(|_| is_one)
}

/// Returns the text after `mcp__`, in any case.
fn strip_mcp(name: &str) -> Option<&str> {
    let (start, rest) = name.split_at_checked("mcp__".len())?;
    start.eq_ignore_ascii_case("mcp__").then_some(rest)
}

/// Returns the text after `mcp.` or `mcp:`, in any case.
fn strip_mcp_sign(name: &str) -> Option<&str> {
    let (start, rest) = name.split_at_checked("mcp".len())?;
    let rest = rest.strip_prefix(['.', ':'])?;
    start.eq_ignore_ascii_case("mcp").then_some(rest)
}

/// Returns the end of this name, if the text begins with it in any case and style.
fn skip_letters(text: &str, start: &str) -> Option<usize> {
    let mut rest = start.chars().filter(|c| !is_style(*c)).peekable();
    for (at, c) in text.char_indices() {
        let Some(next) = rest.peek() else {
            return letters(&text[..at]).eq(letters(start)).then_some(at);
        };
        if is_style(c) {
            continue;
        }
        if to_lower(c) != to_lower(*next) {
            return None;
        }
        rest.next();
    }
    None
}
