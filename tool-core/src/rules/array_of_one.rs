use super::{Apply, RuleContext, ValueRule};
use crate::issue::{JsonType, Rule};
use crate::plan::Node;
use crate::rules::info::{RuleInfo, reads, reads_text, refuses};
use crate::rules::schemas::{INTEGER, INTEGERS, REQUIRED_A, STRING, STRINGS};
use crate::tree::{Entry, Tree};

pub(super) const ARRAY_OF_ONE: ValueRule<RuleInfo> = ValueRule {
    is_alone: true,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::ArrayOfOne,
            condition: "Reads one value as an array of that value, or an array of one item \
                        as that item. The item must be valid as received, without another \
                        rule.\n\n\
                        Wraps a value in an array:\n\n\
                        - A string must not look like JSON or like an XML element. It must \
                        not contain a separator: a comma, a line break, a tab, a semicolon, \
                        `|`, or a separator of another script. It must not be a placeholder \
                        such as `none`, `n/a` or an empty string.\n\
                        - An object must not be another form of an array, such as \
                        `{\"item\": ..}` or `{\"0\": ..}`. It must have a key that the \
                        items declare.\n\n\
                        Reads an array as its item:\n\n\
                        - The array must have exactly one item.\n\
                        - If the schema expects a map, the item must not be an object that \
                        may be one entry of that map.",
            examples: &[
                reads(INTEGERS, "5", "[5]"),
                reads(STRINGS, r#""vegan""#, r#"["vegan"]"#),
                reads(INTEGER, "[5]", "5"),
                reads_text(REQUIRED_A, "[{\"a\": 1}]<|call|>", r#"{"a": 1}"#),
                refuses(INTEGERS, r#""5""#),
                refuses(STRINGS, r#""a, b""#),
                refuses(STRINGS, r#""N/A""#),
                refuses(STRINGS, r#""[a""#),
                refuses(STRINGS, r#""a|b""#),
                refuses(STRINGS, r#""<item>a</item>""#),
                refuses(
                    r#"{"type": "array", "items": {"type": "array", "items": {"type": "number"}}}"#,
                    "[1.5, 2.5]",
                ),
                refuses(r#"{"type": "array"}"#, r#"{"item": ["a"]}"#),
                refuses(STRING, r#"["a", "b"]"#),
                refuses(
                    r#"{"type": "object", "additionalProperties": {"type": "string"}}"#,
                    r#"[{"name": "Accept", "value": "json"}]"#,
                ),
                refuses(
                    r#"{"type": "array", "items": {"type": "object", "properties": {"old": {"type": "string"}}}}"#,
                    r#"{"edits": [{"old": "a"}, {"old": "b"}], "count": 2}"#,
                ),
            ],
        },
        Apply::Value(wrap_or_unwrap),
    )
};

/// Separators of list items, in several scripts.
const SEPARATORS: &[char] = &[
    ',', '\n', ';', '|', '\t', '，', '、', '；', '،', '؛', '\u{2028}', '\u{2029}',
];

const PLACEHOLDERS: &[&str] = &["none", "null", "n/a", "unknown", "undefined", ""];

fn wrap_or_unwrap<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    if context.allowed.contains(tree.json_type()) {
        return None;
    }
    match tree {
        Tree::Array(items) => match items.as_slice() {
            [Tree::Object(entries)] if context.takes_entries() && may_be_entry(entries) => None,
            [item] => Some(item.clone()),
            _ => None,
        },
        Tree::Null => None,
        Tree::String(_) if context.child.beside_constants => None,
        Tree::String(text) if !is_one_item(text) || context.is_xml(text) => None,
        Tree::Object(entries) if !is_one_object(entries) || !has_declared_key(entries, context) => {
            None
        }
        // For an array of arrays, a row of values is ambiguous: one row, or many rows of one
        // value.
        _ if context.child.one_of_many => None,
        tree if context.types.contains(JsonType::Array) => Some(Tree::Array(vec![tree.clone()])),
        _ => None,
    }
}

/// Returns whether an object may be one entry of a map, under any common key names.
fn may_be_entry(entries: &[Entry<'_>]) -> bool {
    const WORDS: [&str; 8] = ["field", "header", "id", "k", "key", "name", "v", "value"];
    match entries {
        [only] => WORDS.contains(&&*only.key.to_lowercase()),
        entries => !entries.is_empty(),
    }
}

/// Returns whether an object is not another form of an array: `{}`, `{"item": ..}` or `{"0":
/// ..}`.
fn is_one_object(entries: &[Entry<'_>]) -> bool {
    let is_index = |entry: &Entry<'_>| entry.key.bytes().all(|byte| byte.is_ascii_digit());
    match entries {
        [] => false,
        [only] if matches!(&*only.key, "item" | "items") => false,
        entries => !entries.iter().all(is_index),
    }
}

/// Returns whether an object has a property that the items of the array declare. `{"edits":
/// [..]}` contains the items; it is not one of them.
fn has_declared_key(entries: &[Entry<'_>], context: &RuleContext<'_>) -> bool {
    let node = match context.plan.node(context.child.node) {
        Node::Union(union) => union.only(JsonType::Array).map(|only| only.node),
        _ => Some(context.child.node),
    };
    let item = match node.map(|node| context.plan.node(node)) {
        Some(Node::Array(array)) => context.plan.object(array.item(0).node),
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

fn is_like_xml(text: &str) -> bool {
    let is_name = |c: char| c.is_alphabetic() || matches!(c, '/' | '!' | '?' | '_');
    let inside = text.strip_prefix('<');
    inside.is_some_and(|inside| inside.starts_with(is_name) && inside.contains('>'))
}
