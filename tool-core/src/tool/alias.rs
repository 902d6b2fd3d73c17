//! Names of tools that every provider accepts.

use std::iter;

use crate::limits::TOOL_NAME;

/// Number of the aliases of one name. A name that needs more of them has none.
#[cfg(any(feature = "providers", feature = "answers"))]
const ATTEMPTS: u32 = 4;

/// Returns whether every provider accepts this name: `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`.
#[cfg(feature = "answers")]
pub(crate) fn is_portable(name: &str) -> bool {
    let starts = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(starts) && name.chars().all(is_kept) && name.len() <= TOOL_NAME
}

/// Returns the name under which a provider sees a tool if it rejects the tool's own name:
/// `files/read` → `files_read_d2acbc6d`.
///
/// The alias depends only on the name, so it is the same in every request and in every set of
/// tools. The hash of the name makes it different from the alias of a similar name. `attempt`
/// selects another alias, for a set whose tool already has the first one as its own name.
#[must_use]
pub fn make_alias(name: &str, attempt: u32) -> String {
    let letters = name.chars().map(|c| if is_kept(c) { c } else { '_' });
    let mut begin = match name.chars().next() {
        _ if !name.contains(|c: char| c.is_ascii_alphanumeric()) => "tool".to_owned(),
        Some('0'..='9' | '-') => iter::once('_').chain(letters).collect(),
        _ => letters.collect(),
    };
    let hash = format!("_{:08x}", hash(name, attempt));
    // The text is ASCII, so each byte is a character.
    begin.truncate(TOOL_NAME - hash.len());
    begin + &hash
}

/// Returns the aliases of a name. A name without a letter or digit has none.
#[cfg(any(feature = "providers", feature = "answers"))]
pub(crate) fn list_aliases(name: &str) -> impl Iterator<Item = String> {
    let attempts = if name.contains(char::is_alphanumeric) {
        ATTEMPTS
    } else {
        0
    };
    (0..attempts).map(move |attempt| make_alias(name, attempt))
}

/// Returns the first alias of a name that is not the name of another tool.
#[cfg(any(feature = "providers", feature = "answers"))]
pub(crate) fn find_free_alias(name: &str, is_taken: impl Fn(&str) -> bool) -> Option<String> {
    list_aliases(name).find(|alias| !is_taken(alias))
}

/// Returns whether a name has the form of an alias. A model that writes such a name sees aliases.
#[cfg(feature = "answers")]
pub(crate) fn has_alias_form(name: &str) -> bool {
    let is_hash = |end: &str| end.len() == 8 && end.bytes().all(|byte| byte.is_ascii_hexdigit());
    let parts = name.rsplit_once('_');
    parts.is_some_and(|(_, end)| is_hash(end))
}

/// Returns whether every provider accepts a character in a name.
#[must_use]
pub fn is_kept(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

/// Hashes with FNV-1a, which is stable across runs, machines and versions.
fn hash(name: &str, attempt: u32) -> u32 {
    let step = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    name.bytes().fold(0x811c_9dc5 ^ attempt, step)
}
