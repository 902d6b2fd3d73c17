use tool_core::text::{TextOptions, TextReader, read_text};
use tool_core::{Definition, Definitions};

use super::case::finish;
use super::{Exception, Verdict, holds};
use crate::{Entropy, read_in_pieces, split_into_pieces};

/// For every text: no panic, the same answer for every split, and no call whose name is not in the
/// text. The text as a string of JSON calls nothing.
///
/// # Errors
///
/// If the law is violated.
pub fn in_text(text: &str, choices: &[u8]) -> Verdict {
    let mut entropy = Entropy::new(choices);
    let tools = tools().map_err(|error| Exception::Broken(error.to_string()))?;
    let finish = finish(&mut entropy);
    let size = entropy.below(16) + 1;
    let options = TextOptions::new().starts_in_reasoning(entropy.below(2) == 0);

    let whole = read_text(text, &tools, &options.finish(finish));
    let mut reader = TextReader::new(&tools, options);
    for piece in split_into_pieces(text, size) {
        reader.push(piece);
        let _ = reader.partial();
    }
    let pieces = reader.finish(finish);
    holds(pieces == whole, || format!("{whole:?}\n{pieces:?}\n{text}"))?;
    for call in &whole.calls {
        // A JSON string or an attribute may write the name with escapes.
        let is_written = text.contains(&call.name) || text.contains(['\\', '&']);
        holds(is_written, || format!("{call:?}\n{text}"))?;
        let _ = tools.parse(&call.name, call);
    }
    // A string of JSON calls nothing.
    let json = serde_json::json!([1, {"note": text, "b": []}]).to_string();
    let options = TextOptions::new();
    let whole = read_text(&json, &tools, &options.finish(finish));
    let pieces = read_in_pieces(&json, &tools, options, finish, size);
    holds(pieces == whole, || format!("{whole:?}\n{pieces:?}\n{json}"))?;
    let is_data = whole.calls.is_empty() && whole.dropped.is_empty() && whole.content == json;
    holds(is_data, || format!("{whole:?}\n{json}"))
}

fn tools() -> Result<Definitions, Box<dyn std::error::Error>> {
    let schema = serde_json::json!({"type": "object", "properties": {
        "b": {"type": "string"}, "n": {"type": ["integer", "null"]}, "o": {"type": "object"},
    }});
    let python = serde_json::json!({"type": "object", "properties": {"code": {"type": "string"}}});
    let tools = [
        Definition::new("a", "", schema)?,
        Definition::new("python", "", python)?,
    ];
    Ok(Definitions::new(tools)?)
}
