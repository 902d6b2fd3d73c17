use std::borrow::Cow;

use super::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::plan::Choice;
use crate::tree::{Tree, as_integer, is_number};

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::EnumMember,
        condition: "exactly one member is the same but for case, spaces, `-`, `_` (but between \
                    two digits), quotes around it, an array around it, or quotes around a whole \
                    number",
        examples: &[
            Example::read(
                r#"{"enum": ["in_progress", "done"]}"#,
                r#"" In-Progress ""#,
                r#""in_progress""#,
            ),
            Example::read(
                r#"{"enum": ["read", "write"]}"#,
                r#""\"read\"""#,
                r#""read""#,
            ),
            Example::read(r#"{"enum": ["read", "write"]}"#, r#"["read"]"#, r#""read""#),
            Example::read(r#"{"enum": [1, 2]}"#, r#""2""#, "2"),
            Example::refused(r#"{"enum": ["a_b", "a-b"]}"#, r#""a b""#),
            Example::refused(r#"{"enum": ["1-0", "2-0"]}"#, r#""10""#),
            Example::refused(r#"{"enum": ["name", "size"]}"#, r#""-name""#),
            Example::refused(r#"{"enum": ["read", "write"]}"#, r#""reed""#),
            Example::refused(r#"{"enum": ["read", "write"]}"#, r#""read only""#),
            Example::refused(r#"{"enum": ["Straße", "Weg"]}"#, r#""Strasse""#),
        ],
    },
    reads: TypeSet::STRING.union(TypeSet::ARRAY),
    makes: TypeSet::ALL,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let choice = place.choice()?;
    match tree {
        Tree::Array(items) => match items.as_slice() {
            [item @ (Tree::String(_) | Tree::Number(_) | Tree::Bool(_))] => {
                if choice.holds(item) {
                    Some(item.clone())
                } else {
                    member(choice, item)
                }
            }
            _ => None,
        },
        tree => member(choice, tree),
    }
}

/// The text that names a member: without an array or quotes around it.
pub(crate) fn member_name<'v>(tree: &'v Tree<'_>) -> Option<&'v str> {
    match tree {
        Tree::String(text) => Some(unquoted(text.trim())),
        Tree::Array(items) => match items.as_slice() {
            [Tree::String(text)] => Some(unquoted(text.trim())),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a value is one of the members, or is read as one.
pub(crate) fn names_member(choice: &Choice, tree: &Tree<'_>) -> bool {
    choice.holds(tree) || member(choice, tree).is_some()
}

fn member(choice: &Choice, tree: &Tree<'_>) -> Option<Tree<'static>> {
    let Tree::String(text) = tree else {
        return None;
    };
    let member = choice
        .by_alias(text)
        .or_else(|| choice.by_style(unquoted(text.trim())))
        .or_else(|| choice.by_integer(&integer(text)?))?;
    Some(member.tree.clone())
}

fn integer(text: &str) -> Option<Cow<'_, str>> {
    let text = text.trim();
    is_number(text).then(|| as_integer(text)).flatten()
}

/// The text inside one pair of quotes.
pub(super) fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}
