//! Guesses for arrays.

use std::borrow::Cow;

use super::numbers::join_groups;
use crate::issue::{JsonType, Rule, TypeSet};
use crate::rules::info::{RuleInfo, keeps, reads, refuses};
use crate::rules::schemas::{
    INTEGER, INTEGERS, NEEDS_A, OBJECT_OR_ARRAY, STRING, STRING_OR_ARRAY, STRINGS,
};
use crate::rules::{Apply, RuleContext, ValueRule};
use crate::tree::Tree;

pub(super) const LINE_LIST: ValueRule<RuleInfo> = ValueRule {
    makes: TypeSet::ARRAY,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::LineList,
            condition: "Reads a string of two or more lines as an array. Each line is an \
                        item, trimmed.\n\n\
                        - The string contains no double quotes, no brackets and no `://`.\n\
                        - No line is empty, ends with a separator, or begins with a single \
                        quote, a bullet or the number of a list.",
            examples: &[
                reads(
                    STRINGS,
                    r#""one, two\nthree\n""#,
                    r#"["one, two", "three"]"#,
                ),
                reads(INTEGERS, r#""1\n2""#, "[1, 2]"),
                keeps(STRING_OR_ARRAY, r#""a\nb""#),
                refuses(STRINGS, r#""a\n\nb""#),
                refuses(STRINGS, r#""a,\nb""#),
                refuses(STRINGS, r#""- a\n- b""#),
                refuses(STRINGS, r#""1. a\n2. b""#),
                refuses(STRINGS, r#""[\"a\"]{\n}""#),
                refuses(INTEGERS, r#""1\ntwo""#),
            ],
        },
        Apply::Text(split_lines),
    )
};

fn split_lines(text: &str, context: &RuleContext<'_>) -> Option<Tree<'static>> {
    if !takes_list(text, context) || text.lines().any(|line| is_marked(line.trim())) {
        return None;
    }
    collect_items(text.trim().lines())
}

/// Returns whether a line has more than its item: it belongs to a list in another notation.
fn is_marked(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.ends_with([',', ';'])
        || ["- ", "* ", "• "].iter().any(|mark| line.starts_with(mark))
        || number.len() < line.len() && (number.starts_with(". ") || number.starts_with(") "))
}

pub(super) const COMMA_LIST: ValueRule<RuleInfo> = ValueRule {
    makes: TypeSet::ARRAY,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::CommaList,
            condition: "Reads a string of two or more parts between commas as an array. \
                        Each part is an item, trimmed.\n\n\
                        - The string contains no double quotes, brackets, semicolons, line \
                        breaks or `://`, and no number in groups of three digits.\n\
                        - No part is empty or begins with a single quote.",
            examples: &[
                reads(INTEGERS, r#""1, 2""#, "[1, 2]"),
                reads(
                    STRINGS,
                    r#""red,green , blue""#,
                    r#"["red", "green", "blue"]"#,
                ),
                keeps(STRING_OR_ARRAY, r#""a, b""#),
                refuses(STRINGS, r#""a,""#),
                refuses(INTEGERS, r#""1,234""#),
                refuses(
                    r#"{"type": "array", "items": {"type": "number"}}"#,
                    r#""1,234.50, 5""#,
                ),
                refuses(STRINGS, r#""$1,234""#),
                refuses(STRINGS, r#""'a', 'b'""#),
                refuses(STRINGS, r#""a, (b, c)""#),
                refuses(STRINGS, r#""https://a.b/1,2""#),
                refuses(INTEGERS, r#""1, two""#),
                refuses(INTEGER, r#""1,2""#),
            ],
        },
        Apply::Text(split_at_commas),
    )
};

fn split_at_commas(text: &str, context: &RuleContext<'_>) -> Option<Tree<'static>> {
    if !takes_list(text, context) || text.contains(['\n', ';']) || holds_groups(text) {
        return None;
    }
    collect_items(text.split(','))
}

/// Returns whether a comma may group the digits of one number: `1,234.50, 5`, `$1,234`.
fn holds_groups(text: &str) -> bool {
    let is_no_digit = |c: char| !c.is_ascii_digit();
    let mut words = text.split_whitespace();
    words.any(|word| join_groups(word.trim_matches(is_no_digit)).is_some())
}

/// Returns whether the schema accepts a list here and the string has no other notation. In
/// another notation, a separator may be part of an item.
fn takes_list(text: &str, context: &RuleContext<'_>) -> bool {
    context.types.contains(JsonType::Array)
        && !context.allowed.contains(JsonType::String)
        && !text.contains(['"', '(', '[', '{'])
        // A URL may contain a comma.
        && !text.contains("://")
        && !context.is_xml(text)
}

/// Returns the parts as items if there are at least two and each is non-empty and unquoted.
fn collect_items<'t>(parts: impl Iterator<Item = &'t str>) -> Option<Tree<'static>> {
    let items: Vec<_> = parts
        .map(|part| Tree::String(Cow::Owned(part.trim().to_owned())))
        .collect();
    let is_none = |item: &Tree<'_>| match item {
        Tree::String(text) => text.is_empty() || text.starts_with(['\'', '`', '‘', '’', '“', '”']),
        _ => false,
    };
    (items.len() > 1 && !items.iter().any(is_none)).then_some(Tree::Array(items))
}

pub(super) const ITEM_LIST: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::OBJECT,
    makes: TypeSet::ARRAY,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::ItemList,
            condition: "Reads an object whose only key is `item` as the array under that \
                        key. The schema must allow an array, and must not allow an object.",
            examples: &[
                reads(STRINGS, r#"{"item": ["a", "b"]}"#, r#"["a", "b"]"#),
                reads(INTEGERS, r#"{"item": []}"#, "[]"),
                keeps(OBJECT_OR_ARRAY, r#"{"item": [1]}"#),
                refuses(STRINGS, r#"{"a": 1}"#),
                refuses(STRINGS, r#"{"item": ["a"], "more": true}"#),
                refuses(STRINGS, r#"{"item": {"a": 1}}"#),
            ],
        },
        Apply::Value(unwrap_items),
    )
};

fn unwrap_items<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    if !lacks_array(context) {
        return None;
    }
    match tree {
        Tree::Object(entries) => match entries.as_slice() {
            [only] if only.key == "item" && matches!(only.value, Tree::Array(_)) => {
                Some(only.value.clone())
            }
            _ => None,
        },
        _ => None,
    }
}

fn lacks_array(context: &RuleContext<'_>) -> bool {
    context.types.contains(JsonType::Array) && !context.allowed.contains(JsonType::Object)
}

pub(super) const INDEXED_LIST: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::OBJECT,
    makes: TypeSet::ARRAY,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::IndexedList,
            condition: "Reads an object as an array if its keys are the numbers from 0 on, \
                        in any order. The schema must allow an array, and must not allow an \
                        object.",
            examples: &[
                reads(STRINGS, r#"{"0": "a", "1": "b"}"#, r#"["a", "b"]"#),
                reads(INTEGERS, r#"{"1": 2, "0": "1"}"#, "[1, 2]"),
                keeps(OBJECT_OR_ARRAY, r#"{"0": 1}"#),
                refuses(STRINGS, r#"{"1": "a"}"#),
                refuses(STRINGS, r#"{"0": "a", "2": "b"}"#),
                refuses(STRINGS, r#"{"0": "a", "01": "b"}"#),
            ],
        },
        Apply::Value(order_by_index),
    )
};

fn order_by_index<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let Tree::Object(entries) = tree else {
        return None;
    };
    if !lacks_array(context) || entries.is_empty() {
        return None;
    }
    let mut items: Vec<Option<Tree<'t>>> = vec![None; entries.len()];
    for entry in entries {
        let index: usize = entry.key.parse().ok()?;
        if index.to_string() != entry.key {
            return None;
        }
        // The keys of an object are unique, so each index has one place.
        *items.get_mut(index)? = Some(entry.value.clone());
    }
    items.into_iter().collect::<Option<_>>().map(Tree::Array)
}

pub(super) const EMPTY_CONTAINER: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::CONTAINER,
    makes: TypeSet::CONTAINER,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::EmptyContainer,
            condition: "Reads `{}` as `[]` if the schema allows an array and does not allow \
                        an object. Reads `[]` as `{}` if the schema allows an object and \
                        does not allow an array.",
            examples: &[
                reads(STRINGS, "{}", "[]"),
                reads(r#"{"type": "object", "properties": {"a": {}}}"#, "[]", "{}"),
                keeps(OBJECT_OR_ARRAY, "{}"),
                refuses(
                    r#"{"type": "array", "items": {"type": "string"}, "minItems": 1}"#,
                    "{}",
                ),
                refuses(NEEDS_A, "[]"),
                refuses(STRING, "[]"),
            ],
        },
        Apply::Value(replace_empty),
    )
};

fn replace_empty<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let lacks = |wanted, sent| context.types.contains(wanted) && !context.allowed.contains(sent);
    match tree {
        Tree::Object(entries) if entries.is_empty() => {
            lacks(JsonType::Array, JsonType::Object).then(|| Tree::Array(Vec::new()))
        }
        Tree::Array(items) if items.is_empty() => {
            lacks(JsonType::Object, JsonType::Array).then(|| Tree::Object(Vec::new()))
        }
        _ => None,
    }
}
