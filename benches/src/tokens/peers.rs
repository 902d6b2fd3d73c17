//! The same tools in the schemas of other libraries. `benches/peers` writes their file.

use std::fs;

use serde_json::Value;

use super::tokens;

/// A tool of [`SUBJECTS`](super::exports) in the schema that another library sends.
pub(super) struct Peer {
    /// The library and its version.
    pub(super) name: String,
    pub(super) tool: String,
    /// The tokens of its schema.
    pub(super) schema: usize,
}

/// The peers of a file: a JSON object `{peer, version, tool, schema}` in each line.
///
/// # Errors
///
/// If the file cannot be read, is empty, or has a line of another form.
pub(super) fn read(path: &str) -> Result<Vec<Peer>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let peers: Option<Vec<_>> = text.lines().map(peer).collect();
    match peers {
        Some(peers) if !peers.is_empty() => Ok(peers),
        _ => Err(format!(
            "{path}: not lines of peer, version, tool and schema"
        )),
    }
}

fn peer(line: &str) -> Option<Peer> {
    let line: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| line.get(key)?.as_str().map(str::to_owned);
    Some(Peer {
        name: format!("{} {}", text("peer")?, text("version")?),
        tool: text("tool")?,
        schema: tokens(&line.get("schema")?.to_string()),
    })
}
