//! Marks around the arguments: special tokens, tags, fences.

use super::prose::trim_start;
use crate::issue::contains_word;
use crate::json::tolerant::structure::trim_start_while;
use crate::marks::{STARTS_OF_ANSWERS, TURNS, is_wrapper, parse_reasoning_mark};

/// A mark at the start of a text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark<'t> {
    /// `<|call|>`, `<｜tool▁sep｜>`, `<|tool_call>`, `<eos>`, `<br/>`
    Token(&'t str),
    /// `<name>`, `<name=..>`, `<name key="..">`
    Open { name: &'t str, has_attributes: bool },
    /// `</name>`
    Close { name: &'t str },
}

/// Names of tags that mark the beginning or the end of a text.
const TOKENS: [&str; 4] = ["s", "bos", "eos", "pad"];
const TOKEN_HEADS: [&str; 3] = ["start_", "end_", "begin_"];

/// Maximum nesting of the tags of a call.
const MAX_OPEN: usize = 64;

pub(super) fn parse_mark(rest: &str) -> Option<(Mark<'_>, usize)> {
    let inside = rest.strip_prefix('<')?;
    let (inside, closes) = match inside.strip_prefix('/') {
        Some(inside) => (inside, true),
        None => (inside, false),
    };
    let opens_with_bar = inside.starts_with(is_bar);
    let bare = inside.trim_start_matches(is_bar);
    let word = &bare[..bare.find(|c| !is_of_name(c)).unwrap_or(bare.len())];
    let behind = &bare[word.len()..];
    let length = |behind: &str| rest.len() - behind.len();
    if let Some(behind) = behind.strip_prefix(is_bar) {
        // `<|call|>`, `<tool_call|>`
        if let Some(behind) = behind.strip_prefix('>') {
            return Some((Mark::Token(word), length(behind)));
        }
        // `<｜DSML｜invoke name="f">`
        return if opens_with_bar {
            parse_named_mark(behind, closes, rest.len() - behind.len())
        } else {
            None
        };
    }
    if opens_with_bar {
        // `<|tool_call>`, `<|"|>`
        let end = bare.find(['>', '<', '\n', ' '])?;
        let behind = bare[end..].strip_prefix('>')?;
        return Some((Mark::Token(&bare[..end]), length(behind)));
    }
    parse_named_mark(inside, closes, rest.len() - inside.len())
}

/// Parses a tag from its name. `before` is the number of bytes before the name.
fn parse_named_mark(inside: &str, closes: bool, before: usize) -> Option<(Mark<'_>, usize)> {
    let end = inside.find(|c| !is_of_name(c)).unwrap_or(inside.len());
    let (name, behind) = inside.split_at(end);
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return None;
    }
    let first = behind.chars().next()?;
    if !matches!(first, '>' | '=' | '/') && !first.is_whitespace() {
        return None;
    }
    let stop = behind.find(['>', '<', '\n'])?;
    let attributes = behind[..stop].trim();
    let has_attributes = attributes.contains('=');
    // A tag without its end must be a known tag.
    let is_whole = behind[stop..].starts_with('>');
    if !is_whole && !has_attributes || first == '/' && attributes != "/" {
        return None;
    }
    let length = before + end + stop + usize::from(is_whole);
    let is_token = attributes == "/" || is_token(name);
    let mark = match (closes, is_token) {
        (true, _) => Mark::Close { name },
        (false, true) => Mark::Token(name),
        (false, false) => Mark::Open {
            name,
            has_attributes,
        },
    };
    Some((mark, length))
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '｜')
}

pub(super) fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '▁')
}

fn is_token(name: &str) -> bool {
    contains_word(&TOKENS, name) || TOKEN_HEADS.iter().any(|head| name.starts_with(head))
}

/// Returns whether a tag describes a call, rather than an argument of it.
fn is_header(name: &str) -> bool {
    let name = name.replace(['_', '-'], "").to_lowercase();
    matches!(
        &*name,
        "name" | "toolname" | "functionname" | "id" | "callid" | "toolcallid"
    )
}

/// Start and end marks of messages that are not in [`TURNS`].
const OTHERS: [(&str, &str); 3] = [
    ("to=self<|", "<|eom|>"),
    ("to=user<|", "<|eom|>"),
    ("<start_of_turn>user", "<start_of_turn>model"),
];

/// Returns whether the turn of another speaker or of a tool is open at the end of a text.
fn is_in_other(before: &str) -> bool {
    OTHERS.iter().chain(TURNS).any(|(open, end)| {
        let behind = before.rsplit_once(open).map(|(_, behind)| behind);
        let answers = |behind: &str| STARTS_OF_ANSWERS.iter().any(|mark| behind.contains(mark));
        behind.is_some_and(|behind| !behind.contains(end) && !answers(behind))
    })
}

/// Returns whether an object after the text is not a call of the model: a result, a comment.
fn is_of_another(before: &str) -> bool {
    const ROLES: [&str; 7] = [
        "analysis",
        "developer",
        "final",
        "ipython",
        "system",
        "tool",
        "user",
    ];
    const HEADS: [&str; 4] = [
        "<|channel|>",
        "<|im_start|>",
        "<|start_header_id|>",
        "<|start|>",
    ];
    let line = before.rsplit('\n').next().unwrap_or(before).trim();
    let before = before.trim_end();
    let is_comment = ["//", "/*", "<!--"]
        .iter()
        .any(|mark| before.ends_with(mark))
        || ["#", "--"].contains(&line)
        || line.starts_with("//");
    let last_head = HEADS
        .iter()
        .filter_map(|head| Some(before.rfind(head)? + head.len()))
        .max();
    let role = last_head.map(|at| before[at..].trim_start());
    let has_role = role.is_some_and(|role| {
        let end = role.find(|c| !is_of_name(c)).unwrap_or(role.len());
        contains_word(&ROLES, &role[..end])
    });
    is_comment || has_role || is_in_other(before)
}

fn is_result(token: &str) -> bool {
    let token = token.to_lowercase();
    token.contains("tool")
        && ["output", "response", "result"]
            .iter()
            .any(|word| token.contains(word))
        && !token.contains("end")
}

/// Returns whether the text before an object leaves a tag open that surrounds a part of a call, or
/// contains a key and a value in a form of calls.
pub(super) fn opens_argument(before: &str) -> bool {
    if is_of_another(before) {
        return true;
    }
    let mut open: Vec<(&str, bool)> = Vec::new();
    for piece in split_pieces(before) {
        match piece {
            MarkupPiece::Assignment => return true,
            MarkupPiece::Mark(Mark::Token(name)) => {
                if is_result(name) {
                    return true;
                }
            }
            MarkupPiece::Mark(Mark::Open {
                name,
                has_attributes,
            }) => {
                let wraps = is_wrapper(name);
                if has_attributes && !wraps || open.len() == MAX_OPEN {
                    return true;
                }
                open.push((name, wraps));
            }
            MarkupPiece::Mark(Mark::Close { name }) => {
                let Some(at) = open.iter().rposition(|(opened, _)| *opened == name) else {
                    continue;
                };
                open.truncate(at);
                let is_argument = !is_wrapper(name) && !is_header(name);
                if is_argument && open.iter().any(|(_, wraps)| *wraps) {
                    return true;
                }
            }
        }
    }
    open.iter().any(|(_, wraps)| !wraps)
}

/// Returns whether the text after an object continues with another argument, takes a part of the
/// object (`{..}["path"]`, `{..}.path`), or says that something is left out (`{..}...`).
pub(super) fn goes_on(after: &str) -> bool {
    let mut signs = after.chars();
    let continues = match (signs.next(), signs.next()) {
        (Some('…'), _) | (Some('.'), Some('.')) => true,
        (Some('['), Some(next)) => matches!(next, '"' | '\'') || next.is_ascii_digit(),
        (Some('.'), Some(next)) => next.is_ascii_lowercase(),
        _ => false,
    };
    if continues {
        return true;
    }
    let argument = |piece: &MarkupPiece<'_>| match piece {
        MarkupPiece::Assignment => true,
        MarkupPiece::Mark(Mark::Open {
            name,
            has_attributes,
        }) => *has_attributes && !is_wrapper(name),
        MarkupPiece::Mark(_) => false,
    };
    let mut rest = trim_start(after);
    while let Some((mark, length)) = parse_mark(rest) {
        if let Mark::Open { name, .. } = mark
            && !is_wrapper(name)
            && parse_reasoning_mark(rest).is_none()
        {
            return true;
        }
        rest = trim_start(&rest[length..]);
    }
    split_pieces(after).any(|piece| argument(&piece))
}

pub(super) fn is_nothing_but_marks(text: &str) -> bool {
    skip_marks(text).is_empty()
}

pub(super) fn skip_marks(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = trim_start_while(rest, |c| matches!(c, '\u{feff}' | ' ' | '\n' | '\r' | '\t'));
        let length = match rest.chars().next() {
            None => return rest,
            Some('<') => parse_mark(rest).map(|(_, length)| length),
            Some('[') => parse_bracket_token(rest),
            Some('`') => Some(parse_fence(rest)),
            Some('"') => rest.starts_with("\"\"").then_some(2),
            Some(_) => None,
        };
        match length {
            Some(length) => rest = &rest[length..],
            None => return rest,
        }
    }
}

/// Returns a text without the marks of calls at its end.
pub(super) fn skip_marks_at_end(text: &str) -> &str {
    let mut text = text;
    for _ in 0..MAX_OPEN {
        let trimmed = text.trim_end_matches([' ', '\n', '\r', '\t']);
        let Some(start) = trimmed.rfind('<').filter(|_| trimmed.ends_with('>')) else {
            break;
        };
        match parse_mark(&trimmed[start..]) {
            Some((_, length)) if start + length == trimmed.len() => text = &trimmed[..start],
            _ => break,
        }
    }
    text
}

/// Returns the length of a token in brackets: `[TOOL_CALLS]`. The search for the closing bracket is
/// limited.
pub(super) fn parse_bracket_token(rest: &str) -> Option<usize> {
    let name = rest.strip_prefix('[')?.trim_start_matches('/');
    let is_of_token = |c: char| c.is_ascii_uppercase() || c == '_';
    let behind = trim_start_while(name, is_of_token);
    let is_token = behind.len() < name.len() && behind.starts_with(']');
    is_token.then_some(rest.len() - behind.len() + 1)
}

/// Returns the length of a fence, or of a quote around code, with its language.
fn parse_fence(rest: &str) -> usize {
    let behind = trim_start_while(rest, |c| c == '`');
    let language = trim_start_while(behind, |c| c.is_ascii_alphanumeric());
    let ends = language.is_empty() || language.starts_with(['\n', '\r', ' ', '{', '[', '"']);
    rest.len() - if ends { language } else { behind }.len()
}

/// A relevant piece of the text around an object.
enum MarkupPiece<'t> {
    Mark(Mark<'t>),
    /// `key="`
    Assignment,
}

/// Splits a text into its marks, except the marks of thoughts, and the keys that are assigned a
/// string.
fn split_pieces(text: &str) -> impl Iterator<Item = MarkupPiece<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let found = at + text.get(at..)?.find(['<', '='])?;
            at = found + 1;
            let rest = &text[found..];
            if let Some(value) = rest.strip_prefix('=') {
                let is_set = text[..found].ends_with(|c: char| c.is_alphanumeric() || c == '_');
                if is_set && value.starts_with(['"', '\'']) {
                    return Some(MarkupPiece::Assignment);
                }
            } else if parse_reasoning_mark(rest).is_none()
                && let Some((mark, length)) = parse_mark(rest)
            {
                at = found + length;
                return Some(MarkupPiece::Mark(mark));
            }
        }
    })
}
