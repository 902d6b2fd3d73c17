use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::plan::Node;
use crate::tree::{Entry, Tree};

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::ArrayOfOne,
        condition: "the only step at that place: the item passes as it stands; a string is wrapped \
                    only if it does not look like JSON or an XML element, holds no separator \
                    (comma, newline, tab, semicolon, `|`, those of other scripts too) and is no placeholder, an \
                    object only if it is no other form of an array and holds a key that the items \
                    declare, an item of an array only if it is its only one, and no object that \
                    may be one entry where a map is expected",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                "5",
                "[5]",
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""vegan""#,
                r#"["vegan"]"#,
            ),
            Example::read(r#"{"type": "integer"}"#, "[5]", "5"),
            Example::text(
                r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
                "[{\"a\": 1}]<|call|>",
                r#"{"a": 1}"#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""5""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""a, b""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""N/A""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""[a""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""a|b""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""<item>a</item>""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "array", "items": {"type": "number"}}}"#,
                "[1.5, 2.5]",
            ),
            Example::refused(r#"{"type": "array"}"#, r#"{"item": ["a"]}"#),
            Example::refused(r#"{"type": "string"}"#, r#"["a", "b"]"#),
            Example::refused(
                r#"{"type": "object", "additionalProperties": {"type": "string"}}"#,
                r#"[{"name": "Accept", "value": "json"}]"#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "object", "properties": {"old": {"type": "string"}}}}"#,
                r#"{"edits": [{"old": "a"}, {"old": "b"}], "count": 2}"#,
            ),
        ],
    },
    reads: TypeSet::ALL,
    makes: TypeSet::ALL,
    apply,
    alone: true,
};

/// What stands between the items of a list, in other scripts too.
const SEPARATORS: &[char] = &[
    ',', '\n', ';', '|', '\t', '，', '、', '；', '،', '؛', '\u{2028}', '\u{2029}',
];

const PLACEHOLDERS: &[&str] = &["none", "null", "n/a", "unknown", "undefined", ""];

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    if place.allowed.contains(tree.json_type()) {
        return None;
    }
    match tree {
        Tree::Array(items) => match items.as_slice() {
            [Tree::Object(entries)] if place.takes_entries() && may_be_entry(entries) => None,
            [item] => Some(item.clone()),
            _ => None,
        },
        Tree::Null => None,
        Tree::String(_) if place.child.beside_constants => None,
        Tree::String(text) if !is_one_item(text) || place.is_xml(text) => None,
        Tree::Object(entries) if !is_one_object(entries) || !has_declared_key(entries, place) => {
            None
        }
        // A row of values for a list of rows: one row, or many of one value?
        _ if place.child.one_of_many => None,
        tree if place.types.contains(JsonType::Array) => Some(Tree::Array(vec![tree.clone()])),
        _ => None,
    }
}

/// Whether an object may be one entry of a map, by whatever names, and not the map.
fn may_be_entry(entries: &[Entry<'_>]) -> bool {
    const WORDS: [&str; 8] = ["field", "header", "id", "k", "key", "name", "v", "value"];
    match entries {
        [only] => WORDS.contains(&&*only.key.to_lowercase()),
        entries => !entries.is_empty(),
    }
}

/// Not the form that arrays get elsewhere: `{}`, `{"item": ..}`, `{"0": ..}`.
fn is_one_object(entries: &[Entry<'_>]) -> bool {
    let is_index = |entry: &Entry<'_>| entry.key.bytes().all(|byte| byte.is_ascii_digit());
    match entries {
        [] => false,
        [only] if matches!(&*only.key, "item" | "items") => false,
        entries => !entries.iter().all(is_index),
    }
}

/// Whether an object holds a property that the items of the array declare: `{"edits": [..]}` is
/// what holds the items, and not one of them.
fn has_declared_key(entries: &[Entry<'_>], place: &Place<'_>) -> bool {
    let node = match place.plan.node(place.child.node) {
        Node::Union(union) => union.only(JsonType::Array).map(|only| only.node),
        _ => Some(place.child.node),
    };
    let item = match node.map(|node| place.plan.node(node)) {
        Some(Node::Array(array)) => place.plan.object(array.item(0).node),
        _ => None,
    };
    item.is_none_or(|item| {
        item.properties().is_empty() || entries.iter().any(|entry| item.declares(&entry.key))
    })
}

fn is_one_item(text: &str) -> bool {
    let text = text.trim();
    let is_placeholder = PLACEHOLDERS
        .iter()
        .any(|word| text.eq_ignore_ascii_case(word));
    !is_placeholder
        && !text.starts_with(['[', '{', '"'])
        && !text.contains(SEPARATORS)
        && !is_like_xml(text)
}

/// Whether a text begins with a tag.
fn is_like_xml(text: &str) -> bool {
    let is_name = |c: char| c.is_alphabetic() || matches!(c, '/' | '!' | '?' | '_');
    let inside = text.strip_prefix('<');
    inside.is_some_and(|inside| inside.starts_with(is_name) && inside.contains('>'))
}
