//! The names that a server's tools are registered by.

use std::collections::HashMap;

/// The most that every provider takes as the name of a tool.
pub(super) const MAX_NAME: usize = 64;

/// A name that a tool may be registered by, and the one to take if that is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) first: String,
    pub(super) hashed: String,
}

/// The names of the tools of a server, in their order, each behind the prefix. A tool that was
/// listed before (`known`) keeps its name.
///
/// New tools whose names differ in nothing that a model would keep apart all bear a hash, so
/// that none of their names depends on the order in which the server lists them.
pub(super) fn assign_names<'a>(
    prefix: &str,
    tools: impl Iterator<Item = &'a str>,
    known: impl Fn(&str) -> Option<&'a str>,
) -> Vec<Name> {
    let mut alike = HashMap::<String, usize>::new();
    let tools = tools.map(|tool| {
        let (known, mut name) = (known(tool), name(prefix, tool));
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

fn name(prefix: &str, tool: &str) -> Name {
    let full = format!("{prefix}{tool}");
    // A character outside of these, as `.` and `/`, is refused by one provider or another.
    let kept = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '-');
    let letters = full.chars();
    let plain: String = letters
        .map(|letter| if kept(letter) { letter } else { '_' })
        .collect();
    let hash = format!("_{:08x}", hash(&full));
    // All of it is ASCII, so that each byte is a letter.
    let begin = &plain[..plain.len().min(MAX_NAME - hash.len())];
    let hashed = format!("{begin}{hash}");
    let first = if plain.len() > MAX_NAME {
        hashed.clone()
    } else {
        plain
    };
    Name { first, hashed }
}

/// The name without what a set of tools does not keep names apart by.
pub(super) fn fold(name: &str) -> String {
    let letters = name.chars().filter(|letter| !matches!(letter, '_' | '-'));
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

/// FNV-1a, which is the same in each run and on each machine.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
