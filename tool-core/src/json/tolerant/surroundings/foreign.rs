//! Detects an object that belongs to other text: an argument in another call syntax, a part of a
//! record, or code.

use super::marks::{is_nothing_but_marks, opens_argument};
use super::prose::{find_directly_before, trim_start};
use super::sentence::is_mentioned;
use crate::issue::contains_word;
use crate::json::tolerant::structure::{is_blank, trim_end, trim_end_while, trim_start_while};
use crate::prose::is_label_of_other;

/// Words before a colon in prose or before all arguments. They are not keys.
const LABELS: [&str; 24] = [
    "action",
    "answer",
    "args",
    "arguments",
    "call",
    "calling",
    "example",
    "function",
    "functools",
    "here",
    "input",
    "json",
    "kwargs",
    "object",
    "ok",
    "okay",
    "output",
    "parameters",
    "params",
    "response",
    "sure",
    "this",
    "tool",
    "yes",
];

/// Words before a colon at the beginning of a line that name parts of an answer.
const PARTS: [&str; 16] = [
    "action",
    "assistant",
    "explanation",
    "function",
    "goal",
    "name",
    "next",
    "note",
    "plan",
    "question",
    "reason",
    "reasoning",
    "step",
    "thought",
    "tool",
    "user",
];

/// Words of code before a brace.
const CODE_WORDS: [&str; 14] = [
    "await", "catch", "default", "do", "else", "export", "finally", "new", "return", "then",
    "throw", "try", "typeof", "yield",
];
const HEADS_OF_BLOCKS: [&str; 6] = ["if", "for", "while", "switch", "catch", "match"];

/// Endings of code before a value.
const OPERATORS: [&str; 13] = [
    "=", "=>", "->", "+", "&", "|", "?", "$", "@", "%", "~", "^", "\\",
];

/// Returns whether the surrounding text makes the object a part of something else.
pub(super) fn is_argument(before: &str, after: &str) -> bool {
    let directly = find_directly_before(before);
    ends_in_key(directly)
        || ends_in_code(directly)
        || ends_in_name(before)
        || before.contains("to=assistant")
        || is_in_call(before)
        || opens_argument(before)
        || is_preamble(before, after)
        || is_quoted(before, after)
        || is_in_program(before)
        || is_shown(before)
        || is_in_fence_of_examples(before)
        || is_mentioned(before)
}

pub(super) fn find_label(before: &str) -> Option<&str> {
    let text = find_directly_before(before).strip_suffix(':')?;
    let text = trim_end(trim_end_while(text, |c| c == '*'));
    let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let word = &text[trim_end_while(text, is_of_key).len()..];
    (!word.is_empty()).then_some(word)
}

/// Maximum number of names to search for around an object.
const MAX_NAMES: usize = 64;

/// Finds words around an object that have a separate value: `dry_run: true`, `dry_run=1`,
/// `--dry-run`. Excludes words of tags and of the parts of an answer.
pub(super) fn find_names_outside(text: &str) -> Vec<&str> {
    let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let mut names = Vec::new();
    let mut is_in_tag = false;
    for (at, c) in text.char_indices() {
        let (before, after) = (&text[..at], &text[at + c.len_utf8()..]);
        match c {
            '<' => is_in_tag = true,
            '>' | '\n' => is_in_tag = false,
            ':' | '=' if !is_in_tag && !after.starts_with(['/', ':', '=']) => {
                let before = trim_end_while(before, |c| " \t*`\"'\\".contains(c));
                let name = &before[trim_end_while(before, is_of_key).len()..];
                let name = trim_start_while(name, |c| c == '-');
                let is_other = is_part_of_answer(name) || is_recipient(name, &text[at..]);
                if !name.is_empty() && !is_other && !after.trim_start().is_empty() {
                    names.push(name);
                }
            }
            '-' if before.ends_with(" -") || before == "-" => {
                let end = after.find(|c| !is_of_key(c)).unwrap_or(after.len());
                names.push(&after[..end]);
            }
            _ => {}
        }
        if names.len() >= MAX_NAMES {
            break;
        }
    }
    names
}

/// Returns whether a word before a colon names a part of an answer.
pub(super) fn is_part_of_answer(name: &str) -> bool {
    let name = name.to_lowercase();
    contains_word(&LABELS, &name) || contains_word(&PARTS, &name)
}

/// Returns whether a name and the text behind it are the recipient of a call:
/// `to=functions.search`.
pub(super) fn is_recipient(name: &str, behind: &str) -> bool {
    name.eq_ignore_ascii_case("to") && behind.starts_with('=')
}

/// Returns whether a text ends in a key, rather than in a sentence or a heading with a colon.
fn ends_in_key(text: &str) -> bool {
    let Some(key) = text.strip_suffix(':') else {
        return false;
    };
    let key = trim_end(trim_end_while(key, |c| c == '*'));
    let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
    let start = trim_end_while(key, is_of_key).len();
    let (before, key) = key.split_at(start);
    let lower = key.to_lowercase();
    if key.is_empty() {
        return false;
    }
    let line = before.rsplit('\n').next().unwrap_or(before);
    let line = line.trim_start_matches([' ', '\t', '-', '*', '#', '>', '•']);
    let earlier = &before[..before.len() - line.len()];
    if contains_word(&LABELS, &lower) {
        // A label in small letters below the entries of a record is one of them.
        return line.is_empty() && key == lower && earlier.lines().any(is_entry);
    }
    let subject = line.trim().to_lowercase();
    if is_label_of_other(&lower) && matches!(&*subject, "" | "tool" | "function") {
        return true;
    }
    if !line.is_empty() {
        let before = trim_end_while(line, is_blank);
        return before.ends_with(['{', '(', '[', '=', '<', '>', '|', '"', '\''])
            || before
                .strip_suffix([',', ';'])
                .is_some_and(|value| ends_in_value(value) || value.contains([':', '=']));
    }
    let mut letters = key.chars();
    let is_word = letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase);
    !is_word || earlier.lines().any(is_entry)
}

fn ends_in_value(text: &str) -> bool {
    trim_end(text).ends_with(|c: char| {
        c.is_ascii_digit() || matches!(c, '"' | '\'' | '}' | ']' | ')' | '>' | '”' | '’')
    })
}

fn is_entry(line: &str) -> bool {
    let Some((key, value)) = line.split_once(':') else {
        return false;
    };
    let key = key.trim_matches([' ', '\t', '-', '*', '#', '>', '•']);
    let is_of_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$');
    let lower = key.to_lowercase();
    !key.is_empty()
        && key.chars().all(is_of_key)
        && !value.trim().is_empty()
        && !contains_word(&LABELS, &lower)
        && !contains_word(&PARTS, &lower)
}

/// Returns whether a text ends in a name: `call:f{..}`, `Point{..}`.
fn ends_in_name(before: &str) -> bool {
    let word = &before[trim_end_while(before, |c| c.is_alphanumeric() || c == '_').len()..];
    !word.is_empty() && !before.ends_with(&format!("```{word}")) && !contains_word(&LABELS, word)
}

fn ends_in_code(text: &str) -> bool {
    if OPERATORS.iter().any(|operator| text.ends_with(operator)) {
        return true;
    }
    if let Some(inside) = text.strip_suffix(')') {
        return is_head_of_block(inside);
    }
    let is_of_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let word = &text[trim_end_while(text, is_of_word).len()..];
    let flag = word.trim_start_matches('-');
    contains_word(&CODE_WORDS, word) || flag.len() < word.len() && !flag.is_empty()
}

/// Returns whether the open parenthesis at the end of a text belongs to a function or to a word
/// such as `if`.
fn is_head_of_block(text: &str) -> bool {
    let mut depth = 0_usize;
    for (at, character) in text.char_indices().rev() {
        match (character, depth) {
            (')', _) => depth += 1,
            ('(', 0) => {
                let before = &text[..at];
                let trimmed = trim_end(before);
                let word_at = trim_end_while(trimmed, char::is_alphanumeric).len();
                return is_callee(before) || contains_word(&HEADS_OF_BLOCKS, &trimmed[word_at..]);
            }
            ('(', _) => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Returns whether a call may open after a text: `f(`, `f!(`, `f()(`.
fn is_callee(before: &str) -> bool {
    before.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '!' | ')' | ']' | '$'))
}

/// Returns whether a call is open at the end of a text, with or without the parentheses in strings.
fn is_in_call(text: &str) -> bool {
    [true, false]
        .into_iter()
        .any(|skips| leaves_call_open(text, skips))
}

fn leaves_call_open(text: &str, skips_strings: bool) -> bool {
    let bytes = text.as_bytes();
    let mut open: Vec<bool> = Vec::new();
    let mut calls = 0_usize;
    let mut before = 0_u8;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let begins_value = matches!(before, b'=' | b':' | b',' | b'(' | b'[' | b'{');
        match byte {
            b'(' => {
                let is_call = text.get(..at).is_some_and(is_callee);
                open.push(is_call);
                calls += usize::from(is_call);
            }
            b')' => calls -= usize::from(open.pop() == Some(true)),
            b'"' | b'\'' | b'`' if skips_strings && begins_value => {
                match super::prose::find_string_end(bytes, at) {
                    Some(end) => at = end,
                    None => return calls > 0,
                }
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
        at += 1;
    }
    calls > 0
}

/// Returns whether an object is a message before a call in the same Harmony channel. It has no
/// recipient, and ends like a message.
fn is_preamble(before: &str, after: &str) -> bool {
    let head = before.rsplit_once("<|channel|>").map(|(_, head)| head);
    trim_start(after).starts_with("<|end|>")
        && head.is_some_and(|head| head.starts_with("commentary") && !head.contains("to="))
}

/// Languages of programs and commands in code fences.
const LANGUAGES: [&str; 20] = [
    "bash",
    "c",
    "console",
    "cpp",
    "go",
    "java",
    "javascript",
    "js",
    "kotlin",
    "php",
    "py",
    "python",
    "ruby",
    "rust",
    "sh",
    "shell",
    "sql",
    "ts",
    "typescript",
    "zsh",
];

/// Returns whether an object follows other text in the code fence of a program.
fn is_in_program(before: &str) -> bool {
    find_open_fence(before).is_some_and(|fence| {
        contains_word(&LANGUAGES, &fence.language.to_lowercase())
            && !fence.text.trim_start().is_empty()
    })
}

/// Returns whether a call with its marks is shown in a code fence within prose.
fn is_shown(before: &str) -> bool {
    find_open_fence(before).is_some_and(|fence| {
        fence.text.contains('<')
            && is_nothing_but_marks(fence.text)
            && !is_nothing_but_marks(fence.outside)
    })
}

/// Languages of code fences that show a call.
const EXAMPLES: [&str; 8] = [
    "bad", "diff", "error", "example", "invalid", "log", "output", "wrong",
];

fn is_in_fence_of_examples(before: &str) -> bool {
    find_open_fence(before)
        .is_some_and(|fence| contains_word(&EXAMPLES, &fence.language.to_lowercase()))
}

/// A code fence that is open at the end of a text.
struct OpenFence<'t> {
    /// Text before the fence.
    outside: &'t str,
    language: &'t str,
    /// Text inside the fence.
    text: &'t str,
}

fn find_open_fence(before: &str) -> Option<OpenFence<'_>> {
    let (outside, inside) = before.rsplit_once("```")?;
    let text = trim_start_while(inside, |c| c.is_ascii_alphanumeric());
    let is_open = outside.matches("```").count() % 2 == 0;
    is_open.then(|| OpenFence {
        outside,
        language: &inside[..inside.len() - text.len()],
        text,
    })
}

/// Returns whether an object is quoted in other text: as a string of a language, or as a part of a
/// sentence.
fn is_quoted(before: &str, after: &str) -> bool {
    let sentence = [('`', '`'), ('“', '”')].into_iter().any(|(open, close)| {
        let outside = before.strip_suffix(open).zip(after.strip_prefix(close));
        outside.is_some_and(|(before, after)| {
            !before.ends_with(open) && !is_nothing_but_marks(before) && !is_nothing_but_marks(after)
        })
    });
    if sentence {
        return true;
    }
    ['"', '\''].into_iter().any(|quote| {
        let outside = before.strip_suffix(quote).zip(after.strip_prefix(quote));
        outside.is_some_and(|(before, after)| {
            !is_nothing_but_marks(before) || !is_nothing_but_marks(after)
        })
    })
}
