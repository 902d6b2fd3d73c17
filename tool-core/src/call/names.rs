use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

use super::server::{Owner, Server, begins_with, find_qualifier, has_same_server};
use super::spelling::{fold_name, is_name, letters, list_readings};
use super::{CallError, NotACall, SetError, UnknownTool};
use crate::issue::{ComparedName, Path, Repair, Rule, may_differ_in_meaning};
use crate::tool::{Input, Reader, find_free_alias, has_alias_form, is_portable, list_aliases};

/// Maximum number of similar names in an error.
const MAX_NEAREST: usize = 5;

/// Maximum number of letters of a name that is compared with the names of the tools. A longer name
/// is similar to none.
const MAX_LETTERS: usize = 256;

/// Maps names to tools. The numbers are indices of definitions.
#[derive(Clone, Debug, Default)]
pub(super) struct ToolNames {
    exact: HashMap<String, usize, foldhash::fast::RandomState>,
    /// By folded alias: a name under which a provider may see a tool. `None` if two tools have the
    /// alias, because a call must not reach the wrong one. A tool's own name comes first.
    aliases: HashMap<String, Option<NamedTool>>,
    /// By folded name. Two tools never have the same one.
    folded: HashMap<String, NamedTool>,
    servers: Vec<Server>,
}

/// A tool and its exact name.
#[derive(Clone, Debug)]
struct NamedTool {
    name: String,
    tool: usize,
}

/// The tool for the name of a call.
///
/// ```
/// use tool_core::{Definition, Definitions, json};
///
/// let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
/// let tools = Definitions::new([Definition::new("read_file", "Read a file.", schema)?])?;
/// let resolved = tools.resolve("readFile")?;
/// assert_eq!(resolved.reader.definition().name(), "read_file");
/// assert_eq!(resolved.repair.unwrap().before, "readFile");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Resolved<'d> {
    /// The reader for the arguments of the tool.
    pub reader: Reader<'d>,
    /// The repair of the name, if the name was not exact. Its path is the root.
    pub repair: Option<Repair>,
}

impl ToolNames {
    /// Creates the table of tools with these names, numbered in their order. A tool whose name
    /// cannot be [added](Self::add) only matches its exact name.
    pub(super) fn new<'n>(tools: impl Iterator<Item = &'n str>) -> Self {
        let mut names = Self::default();
        for (number, tool) in tools.enumerate() {
            if names.add(tool, number, None).is_err() && names.find_exact(tool).is_none() {
                names.exact.insert(tool.to_owned(), number);
                names.add_aliases(tool, number, None);
            }
        }
        names
    }

    /// Adds the name of the tool with this number.
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
        self.add_aliases(&name, tool, server);
        self.folded.insert(folded, NamedTool { name, tool });
        Ok(())
    }

    /// Adds the names under which a provider sees a tool if it rejects the tool's own name.
    fn add_aliases(&mut self, name: &str, tool: usize, server: Option<&str>) {
        if is_portable(name) {
            return;
        }
        for name in list_aliases(name) {
            let folded = fold_name(&name);
            if let Some(server) = server {
                let tools = &mut self.server(server).tools;
                tools.entry(folded.clone()).or_insert(tool);
            }
            let known = self.aliases.entry(folded);
            known
                .and_modify(|known| *known = None)
                .or_insert(Some(NamedTool { name, tool }));
        }
    }

    /// Returns the tool with exactly this name.
    pub(super) fn find_exact(&self, name: &str) -> Option<usize> {
        self.exact.get(name).copied()
    }

    fn find_exact_alias(&self, name: &str) -> Option<usize> {
        if self.aliases.is_empty() {
            return None;
        }
        let known = self.aliases.get(&fold_name(name))?.as_ref()?;
        (known.name == name).then_some(known.tool)
    }

    /// Returns the number of the only tool that the name matches, and its reader. A strict
    /// reader only accepts the exact name, or an alias: a provider shows it instead of the name.
    pub(super) fn resolve<'d>(
        &self,
        name: &str,
        reader_of: impl FnOnce(usize) -> Reader<'d>,
    ) -> Option<(usize, Resolved<'d>)> {
        if let Some(tool) = self
            .find_exact(name)
            .or_else(|| self.find_exact_alias(name))
        {
            let reader = reader_of(tool);
            return Some((
                tool,
                Resolved {
                    reader,
                    repair: None,
                },
            ));
        }
        let mut tools = list_readings(name).into_iter().flat_map(|reading| {
            self.in_other_style(reading)
                .into_iter()
                .chain(self.of_servers(reading))
        });
        let tool = tools.next()?;
        let reader = reader_of(tool);
        if reader.is_strict() || tools.any(|other| other != tool) {
            return None;
        }
        let repair = Repair {
            path: Path::root(),
            rule: Rule::ToolName,
            before: Value::from(name),
            after: Some(Value::from(reader.definition().name())),
        };
        let repair = Some(repair);
        Some((tool, Resolved { reader, repair }))
    }

    fn in_other_style(&self, name: &str) -> Option<usize> {
        let folded = fold_name(name);
        let own = self.folded.get(&folded);
        let known = own.or_else(|| self.aliases.get(&folded)?.as_ref())?;
        has_same_server(name, &known.name).then_some(known.tool)
    }

    /// Returns the tools for names such as `mcp__github__edit` or `github.edit`, if the server
    /// `github` has a tool `edit`.
    fn of_servers<'n>(&'n self, name: &'n str) -> impl Iterator<Item = usize> + 'n {
        let servers = self.servers.iter();
        servers.flat_map(|server| server.find_tools_in(name))
    }

    fn server(&mut self, name: &str) -> &mut Server {
        let known = self.servers.iter().position(|server| server.is_named(name));
        let number = known.unwrap_or_else(|| {
            self.servers.push(Server::new(name));
            self.servers.len() - 1
        });
        &mut self.servers[number]
    }

    /// Returns the server of the tool with this name.
    pub(super) fn find_server<'s>(&'s self, tool: &'s str) -> Option<&'s str> {
        self.owner(tool).map(|owner| owner.server)
    }

    /// Returns the error of a name that matches no tool, or more than one.
    #[cold]
    pub(super) fn report_unknown<'n>(
        &self,
        name: &str,
        input: Input<'_>,
        tools: impl Iterator<Item = &'n str>,
    ) -> CallError {
        let received = input.to_arguments();
        if !is_name(name) {
            return CallError::NotACall(Box::new(NotACall {
                name: name.to_owned(),
                tools: tools.map(str::to_owned).collect(),
                received,
            }));
        }
        let tools: Vec<Cow<'_, str>> = if has_alias_form(name) {
            tools.map(|tool| self.show_as(tool)).collect()
        } else {
            tools.map(Cow::Borrowed).collect()
        };
        CallError::UnknownTool(Box::new(UnknownTool {
            nearest: self.find_nearest(name, &tools),
            tools: tools.into_iter().map(Cow::into_owned).collect(),
            name: name.to_owned(),
            received,
        }))
    }

    /// Returns the name of a tool for a model that sees aliases.
    fn show_as<'n>(&self, tool: &'n str) -> Cow<'n, str> {
        let is_taken = |alias: &str| self.exact.contains_key(alias);
        let alias = (!is_portable(tool)).then(|| find_free_alias(tool, is_taken));
        alias.flatten().map_or(Cow::Borrowed(tool), Cow::Owned)
    }

    /// Returns the tools with a similar name, the most similar first. A name with a server is
    /// never similar to the tool of another server.
    fn find_nearest(&self, sent: &str, tools: &[Cow<'_, str>]) -> Vec<String> {
        // Removes the namespace, which would prevent a match.
        let sent = list_readings(sent).last().copied().unwrap_or(sent);
        if letters(sent).nth(MAX_LETTERS).is_some() {
            return Vec::new();
        }
        let (whole, qualifier) = (ComparedName::new(sent), find_qualifier(sent));
        // Returns the parts of both names to compare.
        let pair = |name| match Owner::in_name(name).or_else(|| self.owner(name)) {
            Some(owner) => Some((owner.without_server(sent)?, owner.tool)),
            None if qualifier.is_some_and(|server| !begins_with(name, server)) => None,
            None => Some((sent, name)),
        };
        let names = tools.iter().map(AsRef::as_ref);
        let ranks = names.filter_map(|name| {
            let (part, tool) = pair(name)?;
            let rank = if part.len() == sent.len() {
                whole.measure_similar(tool)
            } else {
                ComparedName::new(part).measure_similar(tool)
            };
            Some((rank?, part, tool, name))
        });
        let mut ranked: Vec<_> = ranks.collect();
        ranked.sort_by_key(|(rank, ..)| *rank);
        // A comparison of meanings takes longer than one of letters, so it comes last.
        let is_meant = |(rank, part, tool, _): &((usize, usize), &str, &str, &str)| {
            rank.0 == 0 || !may_differ_in_meaning(part, tool)
        };
        let nearest = ranked.into_iter().filter(is_meant).take(MAX_NEAREST);
        nearest.map(|(.., name)| name.to_owned()).collect()
    }

    fn owner<'s>(&'s self, name: &'s str) -> Option<Owner<'s>> {
        if self.servers.is_empty() {
            return None;
        }
        let folded = fold_name(name);
        let mut servers = self.servers.iter();
        let server = servers.find(|server| server.tools.contains_key(&folded))?;
        Some(server.owner(name))
    }
}
