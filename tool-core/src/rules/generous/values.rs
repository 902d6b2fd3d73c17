//! Guesses for booleans, strings and objects.

use std::borrow::Cow;

use crate::issue::{JsonType, Rule, TypeSet};
use crate::json::parse_value_at;
use crate::rules::info::{RuleInfo, keeps, reads, reads_text, refuses, refuses_text};
use crate::rules::schemas::{
    BOOLEAN, INTEGER, OBJECT, PATH, REQUIRED_A, STRING, STRING_OR_INTEGER, STRING_OR_NULL, STRINGS,
};
use crate::rules::{Apply, RuleContext, ValueRule};
use crate::tree::{Entry, Tree};

pub(super) const BOOLEAN_LETTER: ValueRule<RuleInfo> = ValueRule {
    makes: TypeSet::BOOLEAN,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::BooleanLetter,
            condition: "Reads `t` or `f` in a string as a boolean, in any case and trimmed, \
                        if the schema allows a boolean.",
            examples: &[
                reads(BOOLEAN, r#""t""#, "true"),
                reads(BOOLEAN, r#"" F ""#, "false"),
                keeps(STRING, r#""t""#),
                refuses(BOOLEAN, r#""tr""#),
                refuses(INTEGER, r#""t""#),
            ],
        },
        Apply::Text(read_letter),
    )
};

fn read_letter(text: &str, _: &RuleContext<'_>) -> Option<Tree<'static>> {
    match text.trim() {
        "t" | "T" => Some(Tree::Bool(true)),
        "f" | "F" => Some(Tree::Bool(false)),
        _ => None,
    }
}

pub(super) const OBJECT_TO_STRING: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::OBJECT,
    makes: TypeSet::STRING,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::ObjectToString,
            condition: "Reads an object as a string if the schema allows only a string (or \
                        null). The string is the source text of the object, or its compact \
                        JSON if the source text is unknown. An object that `value_box` \
                        reads as a string is rejected.",
            examples: &[
                reads(
                    STRING,
                    r#"{"name": "app", "version": 1.50}"#,
                    r#""{\"name\": \"app\", \"version\": 1.50}""#,
                ),
                reads(
                    STRING_OR_NULL,
                    r#"{"a": [true, null]}"#,
                    r#""{\"a\": [true, null]}""#,
                ),
                keeps(r#"{"type": ["string", "object"]}"#, r#"{"a": 1}"#),
                refuses(STRING, r#"["a", "b"]"#),
                refuses(STRING_OR_INTEGER, r#"{"a": 1}"#),
            ],
        },
        Apply::Value(write_object),
    )
};

fn write_object<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let others = context.allowed.without(TypeSet::of(JsonType::Null));
    let Tree::Object(entries) = tree else {
        return None;
    };
    if others != TypeSet::STRING || is_boxed_string(entries) || !has_digits(tree, context) {
        return None;
    }
    let sent = context
        .source
        .and_then(|source| find_source_text(tree, entries, source));
    let text = sent.map_or_else(|| tree.to_json(), str::to_owned);
    Some(Tree::String(Cow::Owned(text)))
}

/// Returns the source text of an object if its first key borrows from the source. Returns `None`
/// for a repaired object, which differs from its source text.
fn find_source_text<'s>(
    tree: &Tree<'_>,
    entries: &[Entry<'_>],
    source: &'s str,
) -> Option<&'s str> {
    let Cow::Borrowed(key) = entries.first()?.key else {
        return None;
    };
    let at = key.as_ptr().addr().checked_sub(source.as_ptr().addr())?;
    let before = source.get(..at)?.strip_suffix('"')?;
    let start = before.trim_end().strip_suffix('{')?.len();
    let (sent, end) = parse_value_at(source, start)?;
    sent.is_same(tree).then(|| source.get(start..end))?
}

fn is_boxed_string(entries: &[Entry<'_>]) -> bool {
    let holds = |key: &str, is_such: fn(&Tree<'_>) -> bool| {
        let mut entries = entries.iter();
        entries.any(|entry| entry.key == key && is_such(&entry.value))
    };
    entries.len() == 2
        && holds(
            "type",
            |kind| matches!(kind, Tree::String(name) if name == "string"),
        )
        && holds("value", |value| matches!(value, Tree::String(_)))
}

/// Returns whether the digits of all numbers are known.
fn has_digits(tree: &Tree<'_>, context: &RuleContext<'_>) -> bool {
    match tree {
        Tree::Number(text) => context.has_digits_of(text),
        Tree::Array(items) => items.iter().all(|item| has_digits(item, context)),
        Tree::Object(entries) => entries
            .iter()
            .all(|entry| has_digits(&entry.value, context)),
        _ => true,
    }
}

pub(super) const VALUE_BOX: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::OBJECT,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::ValueBox,
            condition: "Reads an object with exactly the keys `type` and `value` as its \
                        value. `type` must be the name of a JSON type. The schema must not \
                        allow an object, or the object that it allows must declare neither \
                        key.",
            examples: &[
                reads(INTEGER, r#"{"type": "integer", "value": 5}"#, "5"),
                reads(STRINGS, r#"{"type": "array", "value": ["a"]}"#, r#"["a"]"#),
                reads(
                    REQUIRED_A,
                    r#"{"type": "object", "value": {"a": 1}}"#,
                    r#"{"a": 1}"#,
                ),
                reads(STRING, r#"{"type": "string", "value": "a"}"#, r#""a""#),
                keeps(OBJECT, r#"{"type": "integer", "value": 5}"#),
                refuses(INTEGER, r#"{"value": 5}"#),
                refuses(INTEGER, r#"{"type": "integer", "value": 5, "unit": "m"}"#),
                refuses(INTEGER, r#"{"type": 1, "value": 5}"#),
                refuses(INTEGER, r#"{"type": "percent", "value": 5}"#),
                refuses(
                    r#"{"type": "object", "properties": {"type": {"type": "string"}}, "required": ["type", "a"]}"#,
                    r#"{"type": "object", "value": {"type": "x", "a": 1}}"#,
                ),
            ],
        },
        Apply::Value(open_box),
    )
};

fn open_box<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    let is_strange = match context.object() {
        Some(object) => !object.declares("type") && !object.declares("value"),
        None => !context.allowed.contains(JsonType::Object),
    };
    let (kind, value) = match entries.as_slice() {
        [kind, value] | [value, kind] if kind.key == "type" && value.key == "value" => {
            (kind, value)
        }
        _ => return None,
    };
    let is_type = matches!(&kind.value, Tree::String(name) if JsonType::from_name(name).is_some());
    (is_strange && is_type).then(|| value.value.clone())
}

pub(super) const BARE_SCALAR: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::STRING
        .union(TypeSet::NUMBER)
        .union(TypeSet::BOOLEAN),
    makes: TypeSet::OBJECT,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::BareScalar,
            condition: "Reads a string, number or boolean in place of all arguments as the \
                        only property that the tool declares. A string that is blank or \
                        begins like JSON is rejected.",
            examples: &[
                reads_text(PATH, r#""a""#, r#"{"path": "a"}"#),
                reads_text(
                    r#"{"type": "object", "properties": {"limit": {"type": "integer"}}}"#,
                    "5",
                    r#"{"limit": 5}"#,
                ),
                refuses_text(
                    r#"{"type": "object", "properties": {"path": {"type": "string"}, "limit": {}}, "required": ["path"]}"#,
                    r#""a""#,
                ),
                refuses_text(PATH, r#""{\"path\": ""#),
                refuses(
                    r#"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
                    r#""a""#,
                ),
            ],
        },
        Apply::Value(wrap_in_object),
    )
};

fn wrap_in_object<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let object = context.object().filter(|_| context.is_root)?;
    let [only] = object.properties() else {
        return None;
    };
    let is_scalar = match tree {
        Tree::String(text) => {
            let text = text.trim();
            !text.is_empty() && !text.starts_with(['{', '[', '"'])
        }
        Tree::Number(_) | Tree::Bool(_) => true,
        _ => false,
    };
    is_scalar.then(|| {
        Tree::Object(vec![Entry {
            key: Cow::Owned(only.name.clone()),
            value: tree.clone(),
        }])
    })
}
