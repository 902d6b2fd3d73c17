//! Rules for the arguments as a whole: none, a wrapper, or the only list.

use serde_json::Value;

use super::envelope::{is_name, is_name_in_type, is_wrapper, read_object};
use super::keys::{find_meant_property, names_property};
use super::{Apply, RuleContext, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet, contains_word, fold};
use crate::limits::Limits;
use crate::plan::{Node, Plan, Property};
use crate::rules::info::{RuleInfo, keeps_text, reads_text, refuses, refuses_text};
use crate::rules::schemas::{CLOSED_A, NEEDS_A, NO_PROPERTIES, OBJECT, OPTIONAL_A, REQUIRED_A};
use crate::tree::{Entry, Tree};

/// Blank text is not a value, so the text reader applies this rule to it.
pub(super) const NO_ARGUMENTS: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::NULL,
    makes: TypeSet::OBJECT,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::NoArguments,
            condition: "Reads blank text, or `null` in place of all arguments, as `{}` if \
                        no argument is required. Blank text is rejected if the output was \
                        truncated.",
            examples: &[
                reads_text(NO_PROPERTIES, "", "{}"),
                reads_text(OPTIONAL_A, " \n", "{}"),
                reads_text(OBJECT, "null", "{}"),
                refuses_text(NEEDS_A, ""),
                refuses_text(NEEDS_A, "null"),
                refuses(OBJECT, "null"),
            ],
        },
        Apply::Value(read_as_none),
    )
};

fn read_as_none<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    match tree {
        Tree::Null if context.is_root => Some(Tree::Object(Vec::new())),
        _ => None,
    }
}

pub(super) const WRAPPER: RuleInfo = RuleInfo {
    rule: Rule::Wrapper,
    condition: "Reads arguments that are inside one extra key. The value of that key is the \
                object of the arguments, its JSON text, or a list with only this object.\n\n\
                - The key is `arguments`, `args`, `input`, `parameters`, `params` or `kwargs` \
                in any case, the name of the tool, the title of its schema, or `properties`.\n\
                - The object has no other key, except keywords of JSON Schema such as \
                `type`.\n\
                - The tool declares none of these keys.\n\
                - The inner object is valid. A copy of the schema, such as `{\"a\": \
                {\"type\": \"integer\"}}`, is rejected under `properties`.\n\n\
                If the schema accepts the outer object, this rule applies only if the schema \
                says nothing about other keys, and the inner object is empty or has a \
                declared property.",
    examples: &[
        reads_text(CLOSED_A, r#"{"arguments": {"a": 1}}"#, r#"{"a": 1}"#),
        reads_text(REQUIRED_A, r#"{"input": "{\"a\": \"1\"}"}"#, r#"{"a": 1}"#),
        reads_text(
            REQUIRED_A,
            r#"{"type": "object", "properties": {"a": 1}}"#,
            r#"{"a": 1}"#,
        ),
        reads_text(OPTIONAL_A, r#"{"Arguments": {"a": 1}}"#, r#"{"a": 1}"#),
        reads_text(CLOSED_A, r#"{"arguments": [{"a": 1}]}"#, r#"{"a": 1}"#),
        refuses_text(CLOSED_A, r#"{"arguments": [{"a": 1}, {"a": 2}]}"#),
        refuses_text(OPTIONAL_A, r#"{"arguments": "{\"a\": [1}"}"#),
        reads_text(OPTIONAL_A, r#"{"tool": {"a": 1}}"#, r#"{"a": 1}"#),
        keeps_text(OPTIONAL_A, r#"{"arguments": {"b": 1}}"#),
        keeps_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": true}"#,
            r#"{"arguments": {"a": 1}}"#,
        ),
        refuses_text(REQUIRED_A, r#"{"arguments": {"a": 1}, "b": 2}"#),
        refuses_text(REQUIRED_A, r#"{"payload": {"a": 1}}"#),
        refuses_text(REQUIRED_A, r#"{"type": "bug", "properties": {"a": 1}}"#),
        refuses_text(
            r#"{"type": "object", "properties": {"a": {}}, "required": ["a"]}"#,
            r#"{"type": "object", "properties": {"a": {"type": "integer"}}}"#,
        ),
        refuses_text(
            r#"{"type": "object", "properties": {"a": {"type": "integer"}, "input": {}}, "required": ["a"]}"#,
            r#"{"input": {"a": 1}}"#,
        ),
    ],
};

pub(super) const ARRAY_ARGUMENT: RuleInfo = RuleInfo {
    rule: Rule::ArrayArgument,
    condition: "Reads an array in place of all arguments as the only array among them.\n\n\
                - Exactly one property of the tool accepts arrays, and it is required.\n\
                - The array has at least one item.\n\
                - No item has a property of the tool that the items of the list do not \
                declare. Such an item is the arguments.\n\
                - The arguments with that property alone are valid.",
    examples: &[
        reads_text(PATHS, r#"["a", "b"]"#, r#"{"paths": ["a", "b"]}"#),
        reads_text(PATHS, r#"["a"]"#, r#"{"paths": ["a"]}"#),
        reads_text(ROWS, r#"[{"a": 1}]"#, r#"{"rows": [{"a": 1}]}"#),
        refuses_text(ROWS, r#"[{"n": 3}]"#),
        refuses_text(PATHS, "[]"),
        refuses_text(PATHS, "[1.5, {}]"),
        refuses_text(
            r#"{"type": "object", "properties": {"paths": {"type": "array"}}}"#,
            r#"["a"]"#,
        ),
        refuses_text(
            r#"{"type": "object", "properties": {"paths": {"type": "array"}, "more": {"type": "array"}}, "required": ["paths"]}"#,
            r#"["a", "b"]"#,
        ),
    ],
};

pub(super) const ROWS: &str = r#"{"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object"}}, "n": {"type": "integer"}}, "required": ["rows"]}"#;

const PATHS: &str = r#"{"type": "object", "properties": {"paths": {"type": "array", "items": {"type": "string"}}, "limit": {"type": "integer"}}, "required": ["paths"]}"#;

/// Returns the only property of the tool that accepts arrays, if it is required.
pub(crate) fn find_array_property(plan: &Plan) -> Option<&Property> {
    find_only_array(plan).filter(|property| property.required)
}

/// Returns the only property of the tool that accepts arrays.
pub(crate) fn find_only_array(plan: &Plan) -> Option<&Property> {
    let object = plan.object(plan.root().node)?;
    let takes_array =
        |property: &&Property| plan.types(property.child.node).contains(JsonType::Array);
    let mut arrays = object.properties().iter().filter(takes_array);
    let first = arrays.next()?;
    arrays.next().is_none().then_some(first)
}

/// Returns the arguments as an object with the required properties: `{"query": .., "tags": [..]}`. If
/// none is required, it has the list, or else the first property. Returns `None` if it is too long.
pub(crate) fn write_arguments_form(plan: &Plan, list: Option<&Property>) -> Option<String> {
    /// Maximum number of names and of their characters.
    const SHOWN: (usize, usize) = (4, 40);

    let object = plan.object(plan.root().node)?;
    let properties = || object.properties().iter();
    let required: Vec<&Property> = properties().filter(|property| property.required).collect();
    let shown = if required.is_empty() {
        list.or_else(|| properties().next()).into_iter().collect()
    } else {
        required
    };
    let size = shown
        .iter()
        .map(|property| property.name.len())
        .sum::<usize>();
    if shown.is_empty() || shown.len() > SHOWN.0 || size > SHOWN.1 {
        return None;
    }
    let members = shown.iter().map(|property| {
        let is_list = list.is_some_and(|list| list.name == property.name);
        let value = if is_list { "[..]" } else { ".." };
        format!("{}: {value}", Value::from(property.name.as_str()))
    });
    let members: Vec<String> = members.collect();
    Some(format!("{{{}}}", members.join(", ")))
}

/// Returns whether the items of a list name a property like this key. Items of any other keys, as
/// in a map, name none.
pub(crate) fn is_named_by_items(plan: &Plan, list: &Property, key: &str) -> bool {
    let lists = plan.with_branches(list.child.node).into_iter();
    let items = lists.filter_map(|node| match plan.node(node) {
        Node::Array(array) => Some(array.item(0).node),
        _ => None,
    });
    let mut objects = items
        .flat_map(|item| plan.with_branches(item))
        .filter_map(|node| plan.object(node));
    objects.any(|object| find_meant_property(object, key).is_some())
}

/// Returns whether an object in an array may be the arguments: it has a property of the tool. If
/// the items of the only list have the same property as the list, either reading is plausible.
pub(super) fn may_be_arguments(entries: &[Entry<'_>], plan: &Plan) -> bool {
    if entries.is_empty() || !plan.declares_properties() {
        return true;
    }
    let is_ambiguous = |list: &Property| is_named_by_items(plan, list, &list.name);
    entries.iter().any(|entry| names_property(plan, &entry.key))
        && !find_array_property(plan).is_some_and(is_ambiguous)
}

/// Keywords that an echoed schema has next to `properties`.
const SCHEMA_WORDS: &[&str] = &[
    "type",
    "required",
    "additionalProperties",
    "title",
    "description",
    "$schema",
    "$defs",
    "definitions",
];

pub(crate) fn unwrap_arguments<'t>(
    entries: &[Entry<'t>],
    plan: &Plan,
    limits: &Limits,
) -> Option<Tree<'t>> {
    let root = plan.root().node;
    if entries.iter().any(|entry| plan.declares(root, &entry.key)) {
        return None;
    }
    let is_schema_word = |entry: &Entry<'_>| contains_word(SCHEMA_WORDS, &entry.key);
    // Another `type` is data: `"type": "bug"`.
    let is_of_schema = |entry: &Entry<'_>| match &entry.value {
        Tree::String(name) => entry.key != "type" || JsonType::from_name(name).is_some(),
        _ => true,
    };
    let mut others = entries.iter().filter(|entry| !is_schema_word(entry));
    match (others.next(), others.next()) {
        (Some(only), None) if only.key == "properties" && !describes(&only.value) => {
            let is_schema = entries.iter().all(is_of_schema);
            is_schema.then(|| read_object(&only.value, limits))?
        }
        (Some(only), None) if is_wrapper(&only.key) || is_own_name(plan, &only.key) => {
            // A description or a name next to the arguments is not a part of a schema.
            let is_plain = |entry: &Entry<'_>| {
                let is_own = || matches!(&entry.value, Tree::String(name) if is_name(plan, name));
                let is_name = is_name_in_type(entry) && !is_own();
                entry.key == only.key || entry.key != "description" && !is_name
            };
            if !entries.iter().all(is_plain) {
                return None;
            }
            read_object(&only.value, limits)
        }
        _ => None,
    }
}

/// Returns whether a key is the name of the tool, or the title of its schema.
fn is_own_name(plan: &Plan, key: &str) -> bool {
    let is_title = |title: &str| !fold(title).is_empty() && fold(title) == fold(key.trim());
    is_name(plan, key) || plan.title().is_some_and(is_title)
}

/// Returns whether these properties describe arguments instead of containing them: the model
/// echoed the schema.
fn describes(properties: &Tree<'_>) -> bool {
    let Tree::Object(properties) = properties else {
        return false;
    };
    properties.iter().any(|property| match &property.value {
        Tree::Object(keywords) => keywords.iter().any(|keyword| match &keyword.value {
            Tree::String(name) => keyword.key == "type" && JsonType::from_name(name).is_some(),
            _ => false,
        }),
        _ => false,
    })
}
