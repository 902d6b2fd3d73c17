use std::collections::HashMap;

use serde_json::Value;

use super::SetError;
use super::spelling::readings;
use crate::issue::{Path, Repair, Rule, folded, near};
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

/// The tools of one server, both by their names without case and style.
#[derive(Clone, Debug)]
struct Server {
    name: String,
    folded: String,
    tools: HashMap<String, usize>,
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

    /// `mcp__github__edit`, where the server `github` has a tool `edit`.
    fn of_servers<'n>(&'n self, name: &'n str) -> impl Iterator<Item = usize> + 'n {
        let rest = behind_mcp(name);
        let servers = rest.map(|rest| self.servers.iter().map(move |server| (server, rest)));
        servers.into_iter().flatten().filter_map(|(server, rest)| {
            let tool = server.after(rest)?;
            server.tools.get(&fold_name(tool)).copied()
        })
    }

    fn server(&mut self, name: &str) -> &mut Server {
        let folded = fold_name(name);
        let known = self
            .servers
            .iter()
            .position(|server| server.folded == folded);
        let number = known.unwrap_or_else(|| {
            let tools = HashMap::new();
            let name = name.to_owned();
            self.servers.push(Server {
                name,
                folded,
                tools,
            });
            self.servers.len() - 1
        });
        &mut self.servers[number]
    }
}

impl Server {
    /// What stands after the server and `__`, if the text begins with the server, in
    /// whatever case and style. Only its own name may hold `__`, which else is an end.
    fn after<'n>(&self, text: &'n str) -> Option<&'n str> {
        let end = after_letters(text, &self.folded)?;
        let (server, rest) = text.split_at(end);
        let is_one = !server.contains("__") || server.eq_ignore_ascii_case(&self.name);
        rest.strip_prefix("__").filter(|_| is_one)
    }
}

/// What follows `mcp__`, in whatever case.
fn behind_mcp(name: &str) -> Option<&str> {
    let (start, rest) = name.split_at_checked("mcp__".len())?;
    start.eq_ignore_ascii_case("mcp__").then_some(rest)
}

/// Whether names that fold to the same are not of two servers.
fn has_same_server(left: &str, right: &str) -> bool {
    match (server_in(left), server_in(right)) {
        (Some(left), Some(right)) => letters(left).eq(letters(right)),
        _ => true,
    }
}

/// The server in a name like `mcp__github__edit`.
fn server_in(name: &str) -> Option<&str> {
    let (server, _) = behind_mcp(name)?.split_once("__")?;
    Some(server)
}

/// Where those letters end, if the text begins with them, in whatever case and style.
fn after_letters(text: &str, letters: &str) -> Option<usize> {
    let mut letters = letters.chars().peekable();
    for (at, c) in text.char_indices() {
        let Some(letter) = letters.peek() else {
            return Some(at);
        };
        match fold_name(c.encode_utf8(&mut [0; 4])).chars().next() {
            None => {}
            Some(sent) if sent == *letter => drop(letters.next()),
            Some(_) => return None,
        }
    }
    None
}

/// The names that what was sent is near to, the nearest first.
pub(super) fn nearest<'n>(sent: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    // Without a namespace, if there is one, which is near to no tool.
    let name = readings(sent).last().copied().unwrap_or(sent);
    let near = near(name, names).into_iter().take(NEAREST);
    near.map(str::to_owned).collect()
}

/// Whether a tool of the one name is found by the other, without a table of the names.
pub(super) fn is_other_style(name: &str, sent: &str) -> bool {
    let has_letters = letters(sent).next().is_some();
    has_letters && letters(name).eq(letters(sent)) && has_same_server(name, sent)
}

fn fold_name(name: &str) -> String {
    letters(name).collect()
}

/// A name without case and style; dots are style in names of tools.
fn letters(name: &str) -> impl Iterator<Item = char> {
    folded(name).filter(|c| *c != '.')
}
