//! Text around a value in a string: tags that close a call, quotes, a code fence.

use std::borrow::Cow;

use crate::json::value_of;
use crate::limits::ENCODING_LAYERS;
use crate::tree::Tree;

/// XML tags that close a call. Models add them after the text of a parameter.
const CLOSING_TAGS: &[&str] = &[
    "parameter",
    "parameters",
    "arguments",
    "arg_value",
    "invoke",
    "function",
    "function_call",
    "function_calls",
    "tool_call",
    "tool_calls",
];

/// Removes the tags that close a call, or the property with this name, from the end of a text.
/// Returns `None` if there are none.
pub(super) fn strip_closing_tags<'t>(text: &'t str, property: Option<&str>) -> Option<&'t str> {
    let mut rest = text.trim_end();
    let mut is_stripped = false;
    while let Some((before, name)) = rest
        .strip_suffix('>')
        .and_then(|inside| inside.rsplit_once("</"))
    {
        let name = name.trim_end();
        let local = name.rsplit_once(':').map_or(name, |(_, name)| name);
        if !CLOSING_TAGS.contains(&local) && property != Some(name) {
            break;
        }
        is_stripped = true;
        rest = before.trim_end();
    }
    is_stripped.then_some(rest)
}

/// Returns the JSON text of an array or object in a string: without closing tags, quotes of another
/// encoding, and a code fence. Returns `None` if the string contains another text.
pub(super) fn find_container<'t>(text: &'t str, property: Option<&str>) -> Option<Cow<'t, str>> {
    let mut found = Cow::Borrowed(text.trim());
    for _ in 0..=ENCODING_LAYERS {
        if let Some(rest) = strip_closing_tags(&found, property)
            && rest.ends_with([']', '}', '"', '`'])
        {
            found = Cow::Owned(rest.to_owned());
        }
        if found.starts_with(['[', '{']) {
            if !is_escaped(&found) {
                return Some(found);
            }
            found = Cow::Owned(decode(&format!("\"{found}\""))?);
        } else if found.starts_with('"') {
            found = Cow::Owned(decode(&found)?.trim().to_owned());
        } else {
            found = Cow::Owned(open_fence(&found)?.to_owned());
        }
    }
    None
}

fn decode(text: &str) -> Option<String> {
    match value_of(text)? {
        Tree::String(inside) => Some(inside.into_owned()),
        _ => None,
    }
}

/// Returns whether the first quote of an array or object is still escaped.
fn is_escaped(text: &str) -> bool {
    let inside = text.trim_start_matches(|c: char| c.is_whitespace() || "[{".contains(c));
    inside.starts_with("\\\"")
}

/// Returns the text inside a code fence. The fence may name its language.
fn open_fence(text: &str) -> Option<&str> {
    let inside = text.strip_prefix("```")?.strip_suffix("```")?;
    let language = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
    let inside = if language.starts_with(char::is_whitespace) || inside.starts_with("json") {
        language
    } else {
        inside
    };
    let inside = inside.trim();
    inside.starts_with(['[', '{', '"']).then_some(inside)
}
