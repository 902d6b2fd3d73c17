//! What a connection knows of the tools of its server.

use std::collections::HashMap;

use super::list::MAX_TOOLS;
use crate::RegisteredTool;
use crate::service::Tools;

/// The most tools that a server may list in the life of a connection.
const MAX_KNOWN: usize = 2 * MAX_TOOLS;

/// The tools of a server, by the names that the server has for them. Tools that the server lists
/// no more are among them, since a tool keeps its name for the life of the connection.
#[derive(Default)]
pub(super) struct Known {
    tools: HashMap<String, KnownTool>,
    /// The marks of the list that was registered last, unless a tool of it was left out.
    list: Option<Vec<u64>>,
    /// Whether a list was registered at all.
    pub(super) is_listed: bool,
}

pub(super) struct KnownTool {
    /// The name that it is registered by.
    pub(super) name: String,
    /// The mark of its entry and the tool, while it is registered.
    pub(super) current: Option<(u64, RegisteredTool)>,
    /// The tool as it was registered last, also while the server does not list it.
    pub(super) last: Option<RegisteredTool>,
    /// The mark of the entry that the host refused last.
    pub(super) refused: Option<u64>,
    /// Whether the host took it out of the service, so that it stays out.
    pub(super) is_removed: bool,
}

/// What became of a tool of a list.
pub(super) struct Placed {
    /// The name that the server has for it.
    pub(super) tool: String,
    pub(super) name: String,
    pub(super) mark: u64,
    /// Nothing if the host refused it.
    pub(super) registered: Option<RegisteredTool>,
}

impl Known {
    /// How many more tools it takes. It never forgets one, so that no other gets its name.
    pub(super) fn room(&self) -> usize {
        MAX_KNOWN.saturating_sub(self.tools.len())
    }

    pub(super) fn get(&self, tool: &str) -> Option<&KnownTool> {
        self.tools.get(tool)
    }

    /// The names that tools have or had.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.values().map(|tool| tool.name.as_str())
    }

    /// The names and marks of the tools that are registered.
    pub(super) fn registered(&self) -> HashMap<String, u64> {
        let tools = self.tools.values();
        let tools = tools.filter_map(|tool| Some((tool.name.clone(), tool.current.as_ref()?.0)));
        tools.collect()
    }

    /// Notes which tools the host took out of the service, or put others in the place of.
    pub(super) fn note_removed(&mut self, tools: &Tools) {
        for known in self.tools.values_mut() {
            let is_removed = known.current.as_ref().is_some_and(|(_, tool)| {
                let registered = tools.get(&known.name);
                registered.is_none_or(|registered| !registered.is_same(tool))
            });
            if is_removed {
                known.current = None;
                known.is_removed = true;
            }
        }
    }

    /// The number of tools that are registered, if they are those of that list.
    pub(super) fn unchanged(&self, list: &[u64]) -> Option<usize> {
        let known = self.list.as_ref().filter(|known| *known == list);
        known.map(|_| self.registered().len())
    }

    /// Takes over what is registered now of a list.
    pub(super) fn update(&mut self, placed: Vec<Placed>, list: Option<Vec<u64>>) {
        for tool in self.tools.values_mut() {
            tool.current = None;
        }
        for Placed {
            tool,
            name,
            mark,
            registered,
        } in placed
        {
            let refused = registered.is_none().then_some(mark);
            let before = || self.tools.get(&tool)?.last.clone();
            let known = KnownTool {
                name,
                last: registered.clone().or_else(before),
                current: registered.map(|registered| (mark, registered)),
                refused,
                is_removed: false,
            };
            drop(self.tools.insert(tool, known));
        }
        self.list = list;
        self.is_listed = true;
    }
}
