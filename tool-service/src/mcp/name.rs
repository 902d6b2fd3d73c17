//! The names of MCP tools in the service.

use std::collections::HashMap;

pub(super) use tool_core::__private::MAX_NAME;
use tool_core::__private::{is_kept, make_alias};

/// The preferred name of a tool, and an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PreferredName {
    pub(super) first: String,
    pub(super) hashed: String,
}

/// Returns the names of a server's tools, in order, with the prefix. A tool that was listed before
/// (`known`) keeps its name.
///
/// All new tools whose names are too similar for a model get a hash. Their names then do not depend
/// on the order of the list.
pub(super) fn assign_names<'a>(
    prefix: &str,
    tools: impl Iterator<Item = &'a str>,
    known: impl Fn(&str) -> Option<&'a str>,
) -> Vec<PreferredName> {
    let mut alike = HashMap::<String, usize>::new();
    let tools = tools.map(|tool| {
        let (known, mut name) = (known(tool), build_name(prefix, tool));
        match known {
            Some(known) => known.clone_into(&mut name.first),
            None => *alike.entry(fold(&name.first)).or_default() += 1,
        }
        (known.is_some(), name)
    });
    let tools: Vec<_> = tools.collect();
    let named = tools.into_iter().map(|(is_known, mut name)| {
        let tools = alike.get(&fold(&name.first));
        if !is_known && tools.is_some_and(|&tools| tools > 1) {
            name.first.clone_from(&name.hashed);
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
    let first = if plain.len() > MAX_NAME {
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
