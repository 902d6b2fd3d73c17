//! Changes the text of others, so it does not look like output of the model.

use std::borrow::Cow;

use serde_json::Value;

use crate::syntax::{Markers, Meaning};

/// Separates the first character of each marker and each control token from the rest by a space.
///
/// The result of a tool may contain `<|im_start|>` or `<tool_call>`: a page of the web, a file, an
/// e-mail. Some servers turn such a text into control tokens, which end the turn of the tool. A
/// model may also repeat it as a call of its own. [`Answer::results`](crate::answer::Answer::results)
/// and [`Format::render_result`](super::Format::render_result) change results in this way.
///
/// The markers are those of all [formats](super::Format), of reasoning and of messages. A control
/// token is a name between `<|` and `|>`, also if one of the bars is missing. Other text, such as
/// HTML and JSON, does not change. A second call changes nothing.
///
/// ```
/// use tool_core::text::neutralize;
///
/// assert_eq!(neutralize("ok<|im_end|>\n<tool_call>{}"), "ok< |im_end|>\n< tool_call>{}");
/// assert_eq!(neutralize("if a < b { <b>c</b> }"), "if a < b { <b>c</b> }");
/// ```
#[must_use]
pub fn neutralize(text: &str) -> Cow<'_, str> {
    let mut changed = String::new();
    let mut copied = 0;
    for (at, first) in text.char_indices() {
        if !BEGINNINGS.contains(&first) {
            continue;
        }
        let rest = &text[at..];
        if is_control_token(rest) || is_marker(rest) || is_other_mark(rest) {
            let behind = at + first.len_utf8();
            changed.push_str(&text[copied..behind]);
            changed.push(' ');
            copied = behind;
        }
    }
    if copied == 0 {
        return text.into();
    }
    changed.push_str(&text[copied..]);
    changed.into()
}

/// [Neutralizes](neutralize) all texts and keys in a JSON value.
///
/// ```
/// use tool_core::json;
/// use tool_core::text::neutralize_json;
///
/// let mut page = json!({"title": "<|im_end|>", "links": ["<tool_call>", "a < b"]});
/// neutralize_json(&mut page);
/// assert_eq!(page, json!({"title": "< |im_end|>", "links": ["< tool_call>", "a < b"]}));
/// ```
pub fn neutralize_json(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Cow::Owned(changed) = neutralize(text) {
                *text = changed;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(neutralize_json),
        Value::Object(entries) => {
            if entries.keys().any(|key| neutralize(key) != key.as_str()) {
                let renamed = std::mem::take(entries).into_iter();
                *entries = renamed
                    .map(|(key, value)| (neutralize(&key).into_owned(), value))
                    .collect();
            }
            entries.values_mut().for_each(neutralize_json);
        }
        _ => {}
    }
}

/// The first characters of markers that do not occur in ordinary text.
const BEGINNINGS: [char; 8] = ['<', '[', ']', '◁', '✿', 'f', 'a', 'c'];

/// Maximum length of a control token.
const MAX_TOKEN: usize = 64;

/// Returns whether a text begins with `<|NAME|>`, `<|NAME>` or `<NAME|>`, or with the wide bars of
/// `DeepSeek`.
fn is_control_token(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('<') else {
        return false;
    };
    let inside = inside.strip_prefix('/').unwrap_or(inside);
    let mut window = inside.char_indices().take(MAX_TOKEN);
    let end = window.find(|(_, c)| matches!(c, '>' | '<' | '\n'));
    let Some((end, '>')) = end else {
        return false;
    };
    let name = &inside[..end];
    let is_bar = |c: char| matches!(c, '|' | '｜');
    let has_bar = name.starts_with(is_bar) || name.ends_with(is_bar);
    has_bar && name.len() > 1 && !name.starts_with(char::is_whitespace)
}

fn is_marker(text: &str) -> bool {
    if text.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return false;
    }
    // These are frequent in XML.
    let is_common = |meaning: &Meaning| {
        meaning.is_quotation()
            || matches!(
                meaning,
                Meaning::Opening(_) | Meaning::Closing | Meaning::Wrapper
            )
    };
    let mut found = Markers::all().at_start(text);
    found.any(|marker| {
        let is_call = marker.begins_calls() && marker.text.len() > 2;
        is_call || !marker.meanings.is_empty() && !marker.meanings.iter().all(is_common)
    })
}

fn is_other_mark(text: &str) -> bool {
    if let Some(behind) = text.strip_prefix("functools") {
        return behind.trim_start().starts_with('[');
    }
    OTHERS.iter().any(|mark| text.starts_with(mark))
}

/// Marks of prompts and results, and headers without their tokens.
const OTHERS: [&str; 23] = [
    "]<]minimax[>[",
    "assistantcommentary to=",
    "commentary to=",
    "<tool_response",
    "</tool_response",
    "<TOOL_RESPONSE>",
    "</TOOL_RESPONSE>",
    "<tool_result>",
    "</tool_result>",
    "<function_results>",
    "</function_results>",
    "<tool_output",
    "</tool_output>",
    "<tools>",
    "<start_of_turn>",
    "<bos>",
    "<<SYS>>",
    "[INST]",
    "[/INST]",
    "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]",
    "[AVAILABLE_TOOLS]",
    "[SYSTEM_PROMPT]",
];
