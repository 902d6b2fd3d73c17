//! The names of MCP tools in the service.

use std::collections::HashSet;

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
/// Of several new tools whose names are too similar for a model, the first keeps its name, and each
/// other gets a hash. A tool that is added at the end of a list therefore renames no other, in this
/// process and in one that connects later.
pub(super) fn assign_names<'a>(
    prefix: &str,
    tools: impl Iterator<Item = &'a str>,
    known: impl Fn(&str) -> Option<&'a str>,
) -> Vec<PreferredName> {
    let tools: Vec<_> = tools.collect();
    let mut taken: HashSet<_> = tools
        .iter()
        .filter_map(|tool| known(tool))
        .map(fold)
        .collect();
    let named = tools.into_iter().map(|tool| {
        let mut name = build_name(prefix, tool);
        match known(tool) {
            Some(known) => known.clone_into(&mut name.first),
            None if taken.insert(fold(&name.first)) => {}
            None => name.first.clone_from(&name.hashed),
        }
        name
    });
    named.collect()
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
