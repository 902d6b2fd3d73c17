use super::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet, folds_alike};
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
    by_alias(choice, text)
        .or_else(|| by_fold(choice, text))
        .or_else(|| by_number(choice, text))
}

/// A further name that the type declares, to the letter.
fn by_alias(choice: &Choice, text: &str) -> Option<Tree<'static>> {
    let members = choice.members().iter();
    only(
        members
            .filter(|member| member.aliases.iter().any(|alias| alias == text))
            .map(|member| &member.tree),
    )
}

fn by_fold(choice: &Choice, text: &str) -> Option<Tree<'static>> {
    let text = unquoted(text.trim());
    let members = choice.members().iter().map(|member| &member.tree);
    only(members.filter(|tree| matches!(tree, Tree::String(name) if folds_alike(name, text))))
}

fn by_number(choice: &Choice, text: &str) -> Option<Tree<'static>> {
    let text = text.trim();
    if !is_number(text) {
        return None;
    }
    let integer = Tree::Number(as_integer(text)?);
    let members = choice.members().iter();
    only(
        members
            .map(|member| &member.tree)
            .filter(|tree| tree.same(&integer)),
    )
}

fn only<'c>(mut trees: impl Iterator<Item = &'c Tree<'static>>) -> Option<Tree<'static>> {
    let first = trees.next()?;
    trees.next().is_none().then(|| first.clone())
}

/// The text inside one pair of quotes.
pub(super) fn unquoted(text: &str) -> &str {
    let inside = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inside('"').or_else(|| inside('\'')).unwrap_or(text)
}
