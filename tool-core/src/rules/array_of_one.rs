use super::arguments::{ROWS, may_be_arguments};
use super::keys::find_meant_property;
use super::packed::strip_closing_tags;
use super::several::is_one_item;
use super::{Apply, RuleContext, ValueRule, names_member};
use crate::issue::{JsonType, Rule};
use crate::plan::Node;
use crate::rules::info::{RuleInfo, reads, reads_text, refuses, refuses_text};
use crate::rules::schemas::{
    INTEGER, INTEGERS, OBJECT_LIST, OPTIONAL_A, REQUIRED_A, STRING, STRINGS,
};
use crate::tree::{Entry, Tree, is_kept_by_float};

pub(super) const ARRAY_OF_ONE: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::ArrayOfOne,
        condition: "Reads one value as an array of that value, or an array of one item \
                    as that item. Other standard rules may then repair the item, except this \
                    rule and `scalar_to_string`.\n\n\
                    Wraps a value in an array:\n\n\
                    - A string that equals a member of the items' enum is one item.\n\
                    - Any other string must not look like JSON or like an XML element. It must \
                    not contain a separator: a comma, a line break, a tab, a semicolon, \
                    `|`, or a separator of another script.\n\
                    - It must not be a placeholder, such as `none`, `none of them`, \
                    `not applicable`, `n/a`, `tbd`, `?`, a dash or an empty string.\n\
                    - It must not begin with a bullet or a list number. It must not be in \
                    quotes.\n\
                    - It must not look like several items at its spaces. A command line does: \
                    it has an option such as `-l`, `--all` or `/s`, an operator such as `&&`, a \
                    redirection, or an argument in quotes. Other examples are several numbers, addresses, \
                    paths, URLs, `#tags`, assignments, or members of the items' enum. A phrase \
                    is one item.\n\
                    - An object must not be another form of an array, such as \
                    `{\"item\": ..}` or `{\"0\": ..}`. It must have a key that the \
                    items declare.\n\n\
                    Reads an array as its item:\n\n\
                    - The array must have exactly one item.\n\
                    - If the schema expects a map, the item must not be an object that \
                    may be one entry of that map.\n\
                    - In place of all arguments, the item must have a declared property, if \
                    the tool declares any.",
        examples: &[
            reads(INTEGERS, "5", "[5]"),
            reads(INTEGERS, r#""5""#, "[5]"),
            reads(STRINGS, r#""vegan""#, r#"["vegan"]"#),
            reads(STRINGS, r#""Tennis Court""#, r#"["Tennis Court"]"#),
            reads(
                r#"{"type": "array", "items": {"enum": ["MO", "TU"]}}"#,
                r#""mo""#,
                r#"["MO"]"#,
            ),
            reads(OBJECT_LIST, r#"{"old": 5}"#, r#"[{"old": "5"}]"#),
            reads(INTEGER, "[5]", "5"),
            reads(INTEGER, r#"["5"]"#, "5"),
            reads_text(REQUIRED_A, "[{\"a\": 1}]<|call|>", r#"{"a": 1}"#),
            reads_text(
                ROWS,
                r#"[{"rows": [{"a": 1}], "n": 3}]"#,
                r#"{"rows": [{"a": 1}], "n": 3}"#,
            ),
            refuses_text(OPTIONAL_A, r#"[{"b": 1}]"#),
            refuses(INTEGERS, r#""five""#),
            refuses(STRINGS, r#""a, b""#),
            refuses(STRINGS, r#""N/A""#),
            refuses(STRINGS, r#""none of them""#),
            refuses(STRINGS, r#""[a""#),
            refuses(STRINGS, r#""a|b""#),
            refuses(STRINGS, r#""<item>a</item>""#),
            refuses(STRINGS, r#""ls -la""#),
            refuses(STRINGS, r#""cd x && make""#),
            refuses(STRINGS, r#""--verbose""#),
            refuses(STRINGS, r##""#bug #ui""##),
            refuses(STRINGS, r#""- vegan""#),
            refuses(STRINGS, r#""'vegan'""#),
            refuses(INTEGERS, r#""80 443""#),
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
                OBJECT_LIST,
                r#"{"edits": [{"old": "a"}, {"old": "b"}], "count": 2}"#,
            ),
        ],
    },
    Apply::Value(wrap_or_unwrap),
);

fn wrap_or_unwrap<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    if context.child.is_alone || context.allowed.contains(tree.json_type()) {
        return None;
    }
    match tree {
        Tree::Array(items) => match items.as_slice() {
            [Tree::Object(entries)] if context.takes_entries() && may_be_entry(entries) => None,
            [Tree::Number(number)] if is_exact_text(number, context) => None,
            [Tree::Object(entries)]
                if context.is_root && !may_be_arguments(entries, context.plan) =>
            {
                None
            }
            [item] => Some(item.clone()),
            _ => None,
        },
        Tree::Null => None,
        Tree::String(_) if context.child.beside_constants => None,
        Tree::String(text) if context.is_xml(text) => None,
        Tree::String(text) if !is_item_of(tree, text, context) => None,
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

/// Returns whether a number is one that only a string holds exactly, and the schema allows one.
fn is_exact_text(number: &str, context: &RuleContext<'_>) -> bool {
    context.allowed.contains(JsonType::String) && !is_kept_by_float(number)
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

/// Returns the schema of the items, if the schema is an array, or a union with one array.
fn find_item<'p>(context: &RuleContext<'p>) -> Option<&'p Node> {
    let node = match context.plan.node(context.child.node) {
        Node::Union(union) => union.only(JsonType::Array)?.node,
        _ => context.child.node,
    };
    match context.plan.node(node) {
        Node::Array(array) => Some(context.plan.node(array.item(0).node)),
        _ => None,
    }
}

/// Returns whether an object has a property that the items of the array declare. `{"edits":
/// [..]}` contains the items; it is not one of them.
fn has_declared_key(entries: &[Entry<'_>], context: &RuleContext<'_>) -> bool {
    let Some(Node::Object(item)) = find_item(context) else {
        return true;
    };
    let is_declared = |key: &str| item.declares(key) || find_meant_property(item, key).is_some();
    item.properties().is_empty() || entries.iter().any(|entry| is_declared(&entry.key))
}

/// Returns whether a string is one item of the array, by its looks.
fn is_item_of(tree: &Tree<'_>, text: &str, context: &RuleContext<'_>) -> bool {
    let Some(Node::Choice(choice)) = find_item(context) else {
        let takes_text = context
            .plan
            .item_types(context.child.node)
            .contains(JsonType::String);
        let is_tagged = strip_closing_tags(text, context.property).is_some();
        return !(takes_text && is_tagged) && is_one_item(text, |_| false);
    };
    let is_member = |part: &str| names_member(choice, &Tree::String(part.into()));
    choice.holds(tree) || is_one_item(text, is_member)
}
