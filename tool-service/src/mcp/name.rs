//! The names of MCP tools in the service.

use std::collections::{HashMap, HashSet};

pub(super) use tool_core::__private::TOOL_NAME;
use tool_core::__private::{is_kept, make_alias};

/// The preferred name of a tool, and an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PreferredName {
    pub(super) first: String,
    pub(super) hashed: String,
}

/// Returns the names of a server's tools, in order, with the prefix. A tool with a `known` name
/// keeps it: it was listed before, or the host has stored its name.
///
/// Of several new tools whose names are too similar for a model, the only one in `snake_case` keeps
/// its name, and each other gets a hash. The order of the list therefore changes no name. If two of
/// them would have the same name, all get a hash: no tool gets the former name of another.
pub(super) fn assign_names<'a>(
    prefix: &str,
    tools: impl Iterator<Item = &'a str>,
    known: impl Fn(&str) -> Option<&'a str>,
) -> Vec<PreferredName> {
    let tools: Vec<_> = tools.collect();
    let taken: HashSet<_> = tools
        .iter()
        .filter_map(|tool| known(tool))
        .map(fold)
        .collect();
    let names: Vec<_> = tools.iter().map(|tool| build_name(prefix, tool)).collect();
    let mut similar: HashMap<String, Similar<'_>> = HashMap::new();
    for (tool, name) in tools.iter().zip(&names) {
        if known(tool).is_none() {
            similar
                .entry(fold(&name.first))
                .or_default()
                .add(tool, &name.first);
        }
    }
    let chosen = tools.iter().zip(&names).map(|(tool, name)| {
        let folded = fold(&name.first);
        let keeps = || {
            similar
                .get(&folded)
                .is_some_and(|similar| similar.keeps(tool))
        };
        let first = match known(tool) {
            Some(known) => known,
            None if !taken.contains(&folded) && keeps() => &name.first,
            None => &name.hashed,
        };
        PreferredName {
            first: first.to_owned(),
            hashed: name.hashed.clone(),
        }
    });
    chosen.collect()
}

/// New tools whose names a model could confuse.
#[derive(Default)]
struct Similar<'a> {
    count: usize,
    in_snake_case: Vec<&'a str>,
    names: HashSet<&'a str>,
}

impl<'a> Similar<'a> {
    fn add(&mut self, tool: &'a str, name: &'a str) {
        let is_of_case = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '_');
        self.count += 1;
        self.names.insert(name);
        if tool.chars().all(is_of_case) {
            self.in_snake_case.push(tool);
        }
    }

    fn keeps(&self, tool: &str) -> bool {
        let is_only = self.in_snake_case == [tool] && self.names.len() == self.count;
        self.count == 1 || is_only
    }
}

fn build_name(prefix: &str, tool: &str) -> PreferredName {
    let full = format!("{prefix}{tool}");
    // Some providers reject other characters, such as `.` and `/`.
    let letters = full.chars();
    let plain: String = letters
        .map(|letter| if is_kept(letter) { letter } else { '_' })
        .collect();
    let hashed = make_alias(&full, 0);
    let first = if plain.len() > TOOL_NAME {
        hashed.clone()
    } else {
        plain
    };
    PreferredName { first, hashed }
}

/// Normalizes a name. A tool set rejects two names with the same normal form.
pub(super) fn fold(name: &str) -> String {
    let letters = name.chars().filter(|letter| !matches!(letter, '_' | '-'));
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}
