//! Finds the tool of an object by the text before it.

use super::marks::{Mark, is_nothing_but_marks, is_of_name, parse_bracket_token, parse_mark};
use super::prose::find_directly_before;
use crate::issue::contains_word;
use crate::marks::is_wrapper;

/// Words next to the name of a tool, in the head of a call.
const HEADS: [&str; 14] = [
    "assistant",
    "call",
    "code",
    "commentary",
    "function",
    "functions",
    "json",
    "model",
    "python",
    "tool",
    "tool_call",
    "tool_calls",
    "tools",
    "xml",
];

/// First words of lines that name a tool.
const NAMES: [&str; 15] = [
    "action",
    "call",
    "function",
    "function call",
    "function name",
    "function to call",
    "function_name",
    "name",
    "recipient",
    "tool",
    "tool call",
    "tool name",
    "tool to call",
    "tool to use",
    "tool_name",
];

/// First words of lines with arguments.
const ARGUMENTS: [&str; 6] = [
    "action input",
    "args",
    "arguments",
    "input",
    "parameters",
    "params",
];

/// Finds the name of the tool before the arguments: `functions.read:0
/// <|tool_call_argument_begin|>`, `read[ARGS]`, `to=read <|message|>`, `<invoke name="read">`,
/// `<tool_call>read`, `Action: read`.
pub(super) fn find_callee(before: &str) -> Option<&str> {
    find_recipient(before)
        .or_else(|| find_before_separator(before))
        .or_else(|| find_in_tag(before))
        .or_else(|| find_in_header(before))
        .or_else(|| find_in_heading(before))
        .or_else(|| find_among_marks(before))
        .or_else(|| find_alone(before))
        .or_else(|| find_in_prose(before))
        .filter(|name| !name.is_empty())
}

/// `to=functions.read <|message|>`
fn find_recipient(before: &str) -> Option<&str> {
    let at = before.rfind("to=")?;
    let is_word = at == 0 || before[..at].ends_with(|c: char| c.is_whitespace() || c == '>');
    let name = name_of(&before[at + "to=".len()..]);
    let is_last = before[at + "to=".len() + name.len()..].trim().is_empty();
    let is_header = is_word && (before.contains("<|") || is_last);
    (is_header || name.starts_with("functions.")).then_some(name)
}

/// `read[ARGS]`, `read<|tool_sep|>`
fn find_before_separator(before: &str) -> Option<&str> {
    let before = before.trim_end();
    let start = before.rfind(['<', '['])?;
    let (mark, name) = (&before[start..], before[..start].trim_end());
    let separates = ["arg", "sep", "invoke_tool"]
        .iter()
        .any(|word| mark.to_lowercase().contains(word));
    if !separates || !mark.ends_with(['>', ']']) {
        return None;
    }
    // `read[CALL_ID]123[ARGS]`
    let name = match name.rsplit_once("[CALL_ID]") {
        Some((name, id)) if id.chars().all(is_of_name) => name,
        _ => name,
    };
    let word_at = name.trim_end_matches(is_of_name).len();
    Some(name_of(&name[word_at..])).filter(|name| !name.is_empty())
}

/// `<invoke name="read">`, `<function=read>`, `<name>read</name>`
fn find_in_tag(before: &str) -> Option<&str> {
    let mut named = None;
    for (at, _) in before.match_indices('<') {
        let rest = &before[at..];
        let Some((
            Mark::Open {
                name,
                has_attributes,
            },
            length,
        )) = parse_mark(rest)
        else {
            continue;
        };
        if has_attributes && is_wrapper(name) {
            let tag = &rest[..length];
            let value = match tag.find("name=") {
                Some(at) => &tag[at + "name=".len()..],
                None => tag.split_once('=').map_or("", |(_, value)| value),
            };
            named = Some(name_of(value.trim_start_matches(['"', '\''])));
        } else if matches!(name, "name" | "tool_name" | "function_name") {
            named = Some(name_of(rest[length..].trim_start()));
        } else if matches!(name, "action" | "function" | "recipient" | "tool") {
            let inside = rest[length..].trim_start();
            let word = name_of(inside);
            let is_closed = inside[word.len()..].trim_start().starts_with("</");
            named = Some(word)
                .filter(|_| is_closed && !word.is_empty())
                .or(named);
        }
    }
    named
}

/// `Action: read`, `### read`, `**Tool:** read`: the header directly above the arguments. Lines that
/// only announce arguments may stand between them.
fn find_in_header(before: &str) -> Option<&str> {
    let mut lines = before.lines().rev().map(str::trim);
    let header = lines.find(|line| !line.is_empty() && !is_head_of_arguments(line))?;
    parse_header(header)
}

/// Returns whether a line only begins the arguments: a code fence, a mark, `Action Input:`.
fn is_head_of_arguments(line: &str) -> bool {
    let label = line.trim_end_matches([':', '*', ' ', '`']);
    let label = label
        .trim_start_matches(['*', '#', ' ', '`'])
        .to_lowercase();
    let label = label.strip_suffix(':').unwrap_or(&label);
    let last = label.rsplit(' ').next().unwrap_or(label);
    contains_word(&ARGUMENTS, label)
        || matches!(label, "" | "json" | "xml")
        || line.ends_with(':') && contains_word(&ARGUMENTS, last)
        || label.ends_with(" are") && line.ends_with(':')
        || is_nothing_but_marks(line)
}

/// Returns the name of the tool in a line that names nothing else: `Tool: read`, `**read**`,
/// `[read]`, `call read`.
pub(super) fn parse_header(line: &str) -> Option<&str> {
    let is_name = |name: &str| !name.is_empty() && name.chars().all(is_of_name);
    let separator = line.find([':', '=']).or_else(|| line.find(" - "));
    if let Some(at) = separator {
        let key = trim(&line[..at]).to_lowercase();
        let name = trim(line[at..].trim_start_matches([':', '=', ' ', '-']));
        let name = name.strip_suffix("()").unwrap_or(name);
        let is_known = contains_word(&HEADS, name) || contains_word(&NO_NAMES, name);
        let names_tool = contains_word(&NAMES, &key) && is_name(name) && !is_known;
        return names_tool.then(|| name_of(name));
    }
    let inside = line
        .strip_prefix('[')
        .and_then(|line| line.strip_suffix(']'));
    let word = trim(inside.unwrap_or(line));
    let word = word.strip_prefix("call ").unwrap_or(word);
    let number = word
        .find(". ")
        .filter(|at| word[..*at].bytes().all(|byte| byte.is_ascii_digit()));
    let word = trim(number.map_or(word, |at| &word[at + 2..]));
    let is_marked = word.len() < line.len() && !line.starts_with("```");
    let is_plain = word
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '_'));
    let is_known = contains_word(&HEADS, word)
        || contains_word(&NO_NAMES, word)
        || contains_word(&ARGUMENTS, word)
        || word.len() < 3
        || is_wrapper(word);
    let is_identifier = is_identifier(word);
    (is_name(word) && (is_identifier || is_marked && is_plain && !is_known)).then(|| name_of(word))
}

/// Removes emphasis, quotes and the marks of headings and lists around a word.
fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, '*' | '#' | '`' | '"' | '\'' | '-')
    })
}

/// Returns whether a word is an identifier of several words.
fn is_identifier(word: &str) -> bool {
    let is_camel = word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.contains(|c: char| c.is_ascii_uppercase());
    let has_parts = word.trim_matches('_').contains('_') || is_camel;
    word.chars().all(is_of_name) && has_parts && !is_wrapper(word)
}

/// Returns the name behind an arrow: `{..} -> read`.
pub(super) fn find_behind_arrow(after: &str) -> Option<&str> {
    let line = after.trim_start().lines().next()?;
    let behind = line
        .strip_prefix("->")
        .or_else(|| line.strip_prefix("=>"))?;
    let name = trim(behind);
    let name = name.strip_suffix("()").unwrap_or(name);
    let is_name = !name.is_empty() && name.chars().all(is_of_name);
    (is_name && !contains_word(&NO_NAMES, name)).then(|| name_of(name))
}

/// Returns the name in a closing tag behind the arguments: `</read>`, `</function=read>`. Ignores
/// the tags of known parts of a call.
pub(super) fn find_in_closing_tag(after: &str) -> Option<&str> {
    const PARTS: [&str; 22] = [
        "answer",
        "arg",
        "arg_value",
        "argument",
        "assistant",
        "body",
        "code",
        "content",
        "div",
        "final",
        "message",
        "output",
        "p",
        "param",
        "parameter",
        "pre",
        "response",
        "result",
        "root",
        "s",
        "think",
        "value",
    ];
    let mut rest = after.trim_start();
    for _ in 0..MAX_WORDS {
        let (mark, length) = parse_mark(rest)?;
        if let Mark::Close { name } = mark {
            let inside = &rest[..length];
            if let Some((_, value)) = inside.split_once('=') {
                return Some(name_of(value.trim_start_matches(['"', '\''])));
            }
            let last = name.rsplit(':').next().unwrap_or(name);
            let is_tool = name.starts_with("tool:") || !is_wrapper(name);
            let is_plain = last
                .chars()
                .all(|c| c.is_ascii_lowercase() || matches!(c, '_' | '-'));
            let is_part =
                contains_word(&PARTS, last) || last.contains("name") || last.contains("call");
            if is_tool && !is_part && (is_plain && last.len() > 2 || is_identifier(last)) {
                return Some(last);
            }
        }
        rest = rest[length..].trim_start();
    }
    None
}

/// `functions.read {..}`
fn find_in_heading(before: &str) -> Option<&str> {
    let line = find_directly_before(before).lines().next_back()?;
    let word = line.split_whitespace().next_back()?;
    if word.starts_with("functions.") {
        return Some(name_of(word));
    }
    None
}

/// `<tool_call>read`, `[TOOL_CALLS]read`, `>>>read`: the single word after the last mark that
/// begins a call. Words after other marks are prose.
fn find_among_marks(before: &str) -> Option<&str> {
    let (mut rest, mut begins_call, mut named) = (before, false, None);
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '<' => parse_mark(rest).map(|(_, length)| length),
            '[' => parse_bracket_token(rest),
            '>' => rest.starts_with(">>>").then_some(3),
            _ => None,
        };
        if let Some(length) = length {
            let (mark, behind) = rest.split_at(length);
            if begins_a_call(mark) {
                (begins_call, named) = (true, None);
            }
            rest = behind;
            continue;
        }
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end.max(c.len_utf8()));
        rest = behind;
        if c.is_whitespace() || c == '`' || contains_word(&HEADS, &word.to_lowercase()) {
            continue;
        }
        let is_first = end > 0 && begins_call && named.is_none();
        named = is_first.then(|| name_of(word));
        // Several words are a sentence.
        begins_call = is_first;
    }
    named
}

/// `read_file` and no other text. Only an identifier of several words is not prose.
fn find_alone(before: &str) -> Option<&str> {
    let name = before.trim();
    let is_name = name.contains('_') && name.chars().all(is_of_name) && !is_wrapper(name);
    is_name.then(|| name_of(name))
}

/// `Calling read_file with`, `I use read_file:`, `function read:`: an identifier of several words, or a
/// word directly after the one for a call, in the clause directly before the object.
fn find_in_prose(before: &str) -> Option<&str> {
    let text = find_directly_before(before);
    let is_own_line = before.trim_end_matches([' ', '\t']).ends_with('\n');
    let line = text.lines().next_back().filter(|_| !text.is_empty())?;
    // A complete sentence above the object must call the tool that it names.
    let is_complete_above = is_own_line && !text.ends_with(':');
    let is_sign = |c: char| !is_of_name(c) || matches!(c, '.' | ':' | '-');
    let words: Vec<&str> = line
        .split_whitespace()
        .map(|word| word.trim_matches(is_sign))
        .filter(|word| !word.is_empty())
        .collect();
    let words = &words[words.len().saturating_sub(MAX_WORDS)..];
    if let Some(name) = words
        .iter()
        .rev()
        .find(|word| is_identifier(word) && !is_complete_above)
    {
        return Some(name_of(name));
    }
    if is_complete_above {
        let mut near = words
            .iter()
            .enumerate()
            .filter(|(_, word)| is_identifier(word));
        let found = near.find(|(at, _)| {
            let next = words.get(at + 1).map_or("", |word| *word);
            let before = words[..*at].iter().rev().take(2);
            let mut verbs = before.map(|word| word.to_lowercase());
            matches!(next, "tool" | "function")
                || verbs.any(|word| {
                    contains_word(&VERBS, &word)
                        || matches!(&*word, "use" | "using" | "run" | "running")
                })
        });
        return found.map(|(_, name)| name_of(name));
    }
    let (last, others) = words.split_last()?;
    let (verb, name) = match (*last, others) {
        ("with", [.., verb, name]) => (*verb, *name),
        (name, [.., verb]) if text.ends_with(':') => (*verb, name),
        _ => return None,
    };
    let is_call = contains_word(&VERBS, &verb.to_lowercase());
    let is_name = |name: &str| {
        name.chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            && !contains_word(&HEADS, name)
            && !contains_word(&NO_NAMES, name)
    };
    (is_call && is_name(name)).then_some(name)
}

/// Words directly before the name of a tool in a sentence.
const VERBS: [&str; 6] = ["call", "calling", "function", "invoke", "invoking", "tool"];

/// Words after such a word that do not name a tool.
const NO_NAMES: [&str; 23] = [
    "a",
    "again",
    "an",
    "are",
    "arguments",
    "as",
    "below",
    "following",
    "here",
    "input",
    "inputs",
    "is",
    "it",
    "me",
    "now",
    "object",
    "parameters",
    "params",
    "that",
    "the",
    "them",
    "this",
    "args",
];

/// Maximum number of words to look at.
const MAX_WORDS: usize = 24;

fn begins_a_call(text: &str) -> bool {
    match parse_mark(text) {
        Some((Mark::Open { name, .. }, _)) => is_wrapper(name),
        Some((Mark::Token(name), _)) => {
            let name = name.to_lowercase();
            let contains = |words: &[&str]| words.iter().any(|word| name.contains(word));
            // The name is before its end mark and before the arguments.
            contains(&["tool", "recipient", "function"]) && !contains(&["end", "argument"])
        }
        Some((Mark::Close { .. }, _)) => false,
        None => true,
    }
}

/// Returns the name at the start of a text, without the number of the call.
#[inline(never)]
fn name_of(text: &str) -> &str {
    let name = &text[..text.find(|c| !is_of_name(c)).unwrap_or(text.len())];
    match name.rsplit_once(':') {
        Some((name, number)) if number.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => name,
    }
}
