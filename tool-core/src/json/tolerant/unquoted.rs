//! Strings without quotes, as a guess.

use super::state::TolerantParser;
use super::structure::{is_blank, trim_end_while, trim_start_while};
use std::borrow::Cow;

use super::ParseSource;
use crate::issue::{PathStack, Rule};
use crate::json::lenient::TextKind;
use crate::tree::Tree;

/// Literals of some language, in lower case.
const LITERALS: [&str; 9] = [
    "true",
    "false",
    "null",
    "none",
    "nil",
    "undefined",
    "nan",
    "infinity",
    "inf",
];

/// Returns whether a text may contain unquoted values: it must consist of the arguments. Braces in
/// prose mostly contain prose, and braces in a value contain code.
pub(super) fn may_stand_in(source: ParseSource<'_, '_>) -> bool {
    let text = source.text.trim();
    source.tolerance.text == TextKind::Arguments
        && ["{", "[{", "```"].iter().any(|head| text.starts_with(head))
        && text.trim_end_matches('`').trim_end().ends_with(['}', ']'])
}

impl<'a> TolerantParser<'a, '_> {
    /// Reads the unquoted string at the current position, up to the structure.
    pub(super) fn parse_unquoted(&mut self, chain: &PathStack<'_>) -> Option<Tree<'a>> {
        if !self.guesses(Rule::UnquotedString) || !self.is_due(chain) {
            return None;
        }
        let text = find_string_before_structure(self.rest())?;
        let end = self.at + text.len();
        let is_value = match chain {
            // In an array, each comma separates two items.
            PathStack::Index { .. } => matches!(self.peek_at(self.skip_space(end)), b',' | b']'),
            _ => self.follows_value(end, chain),
        };
        if !is_value {
            return None;
        }
        let start = std::mem::replace(&mut self.at, end);
        self.repair(chain, Rule::UnquotedString, start, |_| Some(text.into()));
        Some(Tree::String(Cow::Borrowed(text)))
    }
}

/// Returns the string at the start of a text, if structure may follow it. The search is limited to
/// the length of a string. Otherwise each of many values would be followed to the end of the text.
fn find_string_before_structure(rest: &str) -> Option<&str> {
    let scheme = ["http://", "https://"]
        .iter()
        .find(|scheme| rest.starts_with(**scheme));
    let begins = scheme.map_or(0, |scheme| scheme.len());
    let is_part = match scheme {
        Some(_) => is_part_of_address,
        None => is_part_of_words,
    };
    let length = begins + rest[begins..].find(|c| !is_part(c))?;
    let text = trim_end_while(&rest[..length], is_blank);
    let behind = trim_start_while(&rest[text.len()..], is_blank);
    let is_string = match scheme {
        Some(_) => text.len() > begins,
        None => is_words(text),
    };
    (is_string && behind.starts_with([',', '}', ']', '\n', '\r'])).then_some(text)
}

fn is_part_of_address(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-._~:/?#@!$&*+;=%".contains(c)
}

fn is_part_of_words(c: char) -> bool {
    c.is_alphanumeric() || " _-./~@!?&+".contains(c)
}

/// Returns whether the text consists of words and paths, without code, comments and numbers.
fn is_words(text: &str) -> bool {
    let path = text.trim_start_matches('.').strip_prefix('/');
    let begins = |c: char| c.is_alphabetic() || matches!(c, '_' | '~' | '/');
    let is_word = |word: &str| word.contains(char::is_alphanumeric);
    (path.is_some() || text.starts_with(begins))
        // Operators are separate words.
        && text.split(' ').filter(|word| !word.is_empty()).all(is_word)
        && !text.contains("//")
        && !is_like_literal(text)
}

/// Returns whether a text is a literal, begins with a complete literal, or is a truncated literal.
fn is_like_literal(text: &str) -> bool {
    let text = text.to_lowercase();
    let letters = text
        .find(|c: char| !c.is_alphabetic())
        .map_or(&*text, |end| &text[..end]);
    // `no` is an ordinary word.
    let is_cut = |literal: &str| literal.starts_with(&text) && text != "no";
    LITERALS.contains(&letters) || LITERALS.iter().any(|literal| is_cut(literal))
}
