use std::collections::HashMap;

use serde_json::Value;

use super::SetError;
use super::server::{Owner, Server, begins_with, has_same_server, qualifier};
use super::spelling::readings;
use crate::issue::{Path, Repair, Rule, is_separator, letters_without, nearness};
use crate::tool::Reader;

/// So many near names are told.
const NEAREST: usize = 5;

/// Which tool a name is that of: the numbers are those of the definitions.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    exact: HashMap<String, usize>,
    /// By the name without its case and style, which no two tools share.
    folded: HashMap<String, Known>,
    servers: Vec<Server>,
}

/// A tool by the name that it was added by.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    tool: usize,
}

/// What a name was found to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) tool: usize,
    /// Whether the name was sent to the letter.
    pub(super) is_exact: bool,
}

impl Found {
    pub(super) fn exact(tool: usize) -> Self {
        let is_exact = true;
        Self { tool, is_exact }
    }

    /// The one tool of which all readings of a name are that name.
    pub(super) fn only(mut tools: impl Iterator<Item = usize>) -> Option<Self> {
        let tool = tools.next()?;
        let is_exact = false;
        let is_one = tools.all(|other| other == tool);
        is_one.then_some(Self { tool, is_exact })
    }

    /// The number of the tool and its reader, and how the name was read; nothing where
    /// it was not sent to the letter, and the reader is strict.
    pub(super) fn read_by<'d>(
        self,
        reader: Reader<'d>,
        sent: &str,
    ) -> Option<((usize, Reader<'d>), Option<Repair>)> {
        if self.is_exact {
            return Some(((self.tool, reader), None));
        }
        if reader.is_strict() {
            return None;
        }
        let repair = Repair {
            path: Path::root(),
            rule: Rule::ToolName,
            before: Value::from(sent),
            after: Some(Value::from(reader.definition().name())),
        };
        Some(((self.tool, reader), Some(repair)))
    }
}

impl Names {
    /// Adds the name of the tool with that number.
    pub(super) fn add(
        &mut self,
        name: &str,
        tool: usize,
        server: Option<&str>,
    ) -> Result<(), SetError> {
        for name in server.into_iter().chain([name]) {
            if !name.contains(char::is_alphanumeric) {
                let name = name.to_owned();
                return Err(SetError::NoName { name });
            }
        }
        let folded = fold_name(name);
        if let Some(known) = self.folded.get(&folded) {
            return Err(SetError::SameName {
                first: known.name.clone(),
                second: name.to_owned(),
            });
        }
        if let Some(server) = server {
            self.server(server).tools.insert(folded.clone(), tool);
        }
        let name = name.to_owned();
        self.exact.insert(name.clone(), tool);
        self.folded.insert(folded, Known { name, tool });
        Ok(())
    }

    /// The tool of exactly that name.
    pub(super) fn exact(&self, name: &str) -> Option<usize> {
        self.exact.get(name).copied()
    }

    /// The one tool that a name can be read as.
    pub(super) fn find(&self, sent: &str) -> Option<Found> {
        if let Some(tool) = self.exact(sent) {
            return Some(Found::exact(tool));
        }
        Found::only(readings(sent).into_iter().flat_map(|name| {
            self.in_other_style(name)
                .into_iter()
                .chain(self.of_servers(name))
        }))
    }

    fn in_other_style(&self, name: &str) -> Option<usize> {
        let known = self.folded.get(&fold_name(name))?;
        has_same_server(name, &known.name).then_some(known.tool)
    }

    /// `mcp__github__edit` or `github.edit`, where the server `github` has a tool `edit`.
    fn of_servers<'n>(&'n self, name: &'n str) -> impl Iterator<Item = usize> + 'n {
        let servers = self.servers.iter();
        servers.flat_map(|server| server.tools_in(name))
    }

    fn server(&mut self, name: &str) -> &mut Server {
        let known = self.servers.iter().position(|server| server.is_named(name));
        let number = known.unwrap_or_else(|| {
            self.servers.push(Server::new(name));
            self.servers.len() - 1
        });
        &mut self.servers[number]
    }

    /// The names that what was sent is near to, the nearest first.
    pub(super) fn nearest<'n>(
        &self,
        sent: &str,
        names: impl Iterator<Item = &'n str>,
    ) -> Vec<String> {
        nearest(sent, names, |name| {
            let folded = fold_name(name);
            let mut servers = self.servers.iter();
            let server = servers.find(|server| server.tools.contains_key(&folded));
            server.map(|server| server.owner(name))
        })
    }
}

/// The names that what was sent is near to, the nearest first; `owner_of` knows servers
/// that are not in a tool's name. A name that says whose tool it is, is never near to that
/// of another.
pub(super) fn nearest<'n, 's>(
    sent: &str,
    names: impl Iterator<Item = &'n str>,
    owner_of: impl Fn(&'n str) -> Option<Owner<'s>>,
) -> Vec<String>
where
    'n: 's,
{
    // Without a namespace, if there is one, which is near to no tool.
    let sent = readings(sent).last().copied().unwrap_or(sent);
    let near = |name: &'n str| match Owner::in_name(name).or_else(|| owner_of(name)) {
        Some(owner) => nearness(owner.without_server(sent)?, owner.tool),
        None if qualifier(sent).is_some_and(|whose| !begins_with(name, whose)) => None,
        None => nearness(sent, name),
    };
    let mut ranked: Vec<((usize, usize), &str)> =
        names.filter_map(|name| Some((near(name)?, name))).collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let nearest = ranked.into_iter().take(NEAREST);
    nearest.map(|(_, name)| name.to_owned()).collect()
}

/// Whether a tool of the one name is found by the other, without a table of the names.
pub(super) fn is_other_style(name: &str, sent: &str) -> bool {
    let has_letters = letters(sent).next().is_some();
    has_letters && letters(name).eq(letters(sent)) && has_same_server(name, sent)
}

pub(super) fn fold_name(name: &str) -> String {
    letters(name).collect()
}

/// A name without case and style.
pub(super) fn letters(name: &str) -> impl Iterator<Item = char> {
    letters_without(name, is_style)
}

/// Dots are style in names of tools, too.
pub(super) fn is_style(c: char) -> bool {
    is_separator(c) || c == '.'
}
