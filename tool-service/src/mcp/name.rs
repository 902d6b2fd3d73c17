//! The names of MCP tools in the service.

use std::collections::HashMap;

pub(super) use tool_core::__private::TOOL_NAME;
use tool_core::__private::{is_kept, make_alias};

/// The preferred name of a tool, and an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PreferredName {
    pub(super) first: String,
    pub(super) hashed: String,
}

/// Returns the names of a server's tools, in order, with the prefix. A tool keeps the name that the
/// host has `stored` for it.
///
/// The names depend only on the set of tools, and not on its order or on earlier lists. Of several
/// tools whose names are too similar for a model, each gets a hash of its name on the server: a name
/// without a hash would be one that another of them has in a smaller set.
pub(super) fn assign_names<'a>(
    prefix: &str,
    tools: impl Iterator<Item = &'a str>,
    stored: impl Fn(&str) -> Option<&'a str>,
) -> Vec<PreferredName> {
    let tools = tools.map(|tool| (stored(tool), build_name(prefix, tool)));
    let tools: Vec<_> = tools.collect();
    let mut similar: HashMap<String, usize> = HashMap::new();
    for (stored, name) in &tools {
        *similar
            .entry(fold(stored.unwrap_or(&name.first)))
            .or_default() += 1;
    }
    let chosen = tools.into_iter().map(|(stored, name)| match stored {
        Some(stored) => PreferredName {
            first: stored.to_owned(),
            ..name
        },
        None if similar[&fold(&name.first)] > 1 => PreferredName {
            first: name.hashed.clone(),
            ..name
        },
        None => name,
    });
    chosen.collect()
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
