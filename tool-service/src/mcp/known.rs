//! The tools of a server, as its connection knows them.

use std::collections::HashMap;

use super::list::MAX_TOOLS;
use crate::RegisteredTool;
use crate::service::Tools;

/// Maximum number of tools that a server may list during the life of a connection.
const MAX_KNOWN: usize = 2 * MAX_TOOLS;

/// The tools of a server, by their names on the server. Includes tools that the server stopped
/// listing, since the host may have removed or refused them.
#[derive(Default)]
pub(super) struct KnownTools {
    tools: HashMap<String, KnownTool>,
    /// Marks of the last registered list, unless a tool of it was left out.
    list: Option<Vec<u64>>,
    /// `true` after the first list was registered.
    pub(super) is_listed: bool,
}

pub(super) struct KnownTool {
    /// Name in the service.
    pub(super) name: String,
    /// Mark of the entry, and the tool, while it is registered.
    pub(super) current: Option<(u64, RegisteredTool)>,
    /// The tool as it was last registered, even if the server no longer lists it.
    pub(super) last: Option<RegisteredTool>,
    /// Mark of the entry that the host last refused.
    pub(super) refused: Option<u64>,
    /// `true` if the host removed the tool from the service. It then stays removed.
    pub(super) is_removed: bool,
}

/// The outcome of registering a listed tool.
pub(super) struct Placement {
    /// Name of the tool on the server.
    pub(super) tool: String,
    pub(super) name: String,
    pub(super) mark: u64,
    /// `None` if the host refused the tool.
    pub(super) registered: Option<RegisteredTool>,
}

impl KnownTools {
    /// Returns the number of tools that can still be added. Entries are never removed: a tool that
    /// the host removed stays removed if the server lists it again.
    pub(super) fn room(&self) -> usize {
        MAX_KNOWN.saturating_sub(self.tools.len())
    }

    pub(super) fn get(&self, tool: &str) -> Option<&KnownTool> {
        self.tools.get(tool)
    }

    /// Returns the names of registered tools on the server and in the service.
    pub(super) fn current_names(&self) -> impl Iterator<Item = (&str, &str)> {
        let tools = self
            .tools
            .iter()
            .filter(|(_, known)| known.current.is_some());
        tools.map(|(tool, known)| (tool.as_str(), known.name.as_str()))
    }

    /// Returns the names and marks of registered tools.
    pub(super) fn list_registered(&self) -> HashMap<String, u64> {
        let tools = self.tools.values();
        let tools = tools.filter_map(|tool| Some((tool.name.clone(), tool.current.as_ref()?.0)));
        tools.collect()
    }

    /// Records which tools the host removed from the service or replaced.
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

    /// Returns the number of registered tools if they match the list.
    pub(super) fn count_unchanged(&self, list: &[u64]) -> Option<usize> {
        let known = self.list.as_ref().filter(|known| *known == list);
        known.map(|_| self.list_registered().len())
    }

    /// Updates the state after a registration.
    pub(super) fn update(&mut self, placed: Vec<Placement>, list: Option<Vec<u64>>) {
        for tool in self.tools.values_mut() {
            tool.current = None;
        }
        for Placement {
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
