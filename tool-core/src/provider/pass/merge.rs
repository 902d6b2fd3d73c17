use serde_json::Value;

use super::references::find_target;
use crate::limits::EXPORT_SCHEMAS;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::keywords::has_role;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::{KeywordValue, Schema};
use crate::provider::view::{PassResult, View};
use crate::schema::keyword::Role;
use crate::schema::{Lookup, MergedValue, merge_values};

/// Merges the second schema, which applies to the same values, into the first. Returns `false`
/// if there is no such schema. The first schema may then contain a part of it.
pub(super) fn merge(schema: &mut Schema, other: Schema) -> bool {
    if !closings_agree(schema, &other) {
        return false;
    }
    add_new(&mut schema.origins, other.origins);
    add_new(&mut schema.words, other.words);
    for (keyword, value) in other.keywords {
        let Some(own) = schema.keywords.get_mut(&keyword) else {
            schema.keywords.push(keyword, value);
            continue;
        };
        if *own == value {
            continue;
        }
        if keyword == "description" {
            join_texts(own, &value);
        }
        if !has_role(&keyword, Role::Annotation) && !merge_keyword(&keyword, own, value) {
            return false;
        }
    }
    true
}

fn add_new<T: PartialEq>(own: &mut Vec<T>, further: Vec<T>) {
    let further = further.into_iter();
    let further: Vec<_> = further.filter(|one| !own.contains(one)).collect();
    own.extend(further);
}

fn merge_keyword(keyword: &str, own: &mut KeywordValue, further: KeywordValue) -> bool {
    match (keyword, own, further) {
        ("properties", KeywordValue::Named(own), KeywordValue::Named(further)) => {
            further.into_iter().all(|(name, property)| {
                if let Some(own) = own.get_mut(&name) {
                    return merge(own, property);
                }
                own.push(name, property);
                true
            })
        }
        (
            "required",
            KeywordValue::Data(Value::Array(own)),
            KeywordValue::Data(Value::Array(further)),
        ) => {
            add_new(own, further);
            true
        }
        (keyword, KeywordValue::Data(own), KeywordValue::Data(further)) => {
            match merge_values(keyword, own, &further) {
                MergedValue::One(both) => *own = both,
                MergedValue::Never | MergedValue::Unmergeable => return false,
            }
            true
        }
        _ => false,
    }
}

/// Returns whether each closed object or map declares the properties of the other. Otherwise it
/// would apply to properties to which it did not apply before. `unevaluatedProperties` of the
/// first applies to the merged properties.
fn closings_agree(schema: &Schema, other: &Schema) -> bool {
    let covers = |one: &Schema, closings: &[&str], of: &Schema| {
        let mut names = of.properties().keys();
        !one.has_any(closings) || names.all(|name| one.properties().get(name).is_some())
    };
    let seeing = ["additionalProperties", "patternProperties"];
    let of_part = [seeing[0], seeing[1], "unevaluatedProperties"];
    covers(schema, &seeing, other) && covers(other, &of_part, schema)
}

fn join_texts(own: &mut KeywordValue, further: &KeywordValue) {
    let further = match further {
        KeywordValue::Data(further) => further.as_str(),
        _ => None,
    };
    if let (KeywordValue::Data(own), Some(further)) = (own, further)
        && let Some(text) = own.as_str()
    {
        *own = Value::from(format!("{text} {further}").trim());
    }
}

/// Merges the schemas of an `allOf`, and a reference with the constraints next to it.
pub(in crate::provider) fn merge_all_of(view: &mut View<'_>) -> PassResult {
    let definitions = view.definitions();
    let mut left = EXPORT_SCHEMAS;
    view.for_each(|schema, _| merge_parts(schema, &definitions, &mut left))
}

/// Merges all schemas that apply to one value.
pub(super) fn merge_parts(
    schema: &mut Schema,
    definitions: &OrderedMap<Schema>,
    left: &mut usize,
) -> PassResult {
    loop {
        let keyword = if schema.has("allOf") {
            "allOf"
        } else if schema.has("$ref") && !is_bare(schema, &["$ref", "$defs"]) {
            "$ref"
        } else {
            close_evaluated(schema);
            return Ok(());
        };
        let failed = Unexportable::at(schema, Some(keyword), Reason::AllOf);
        spend(left, schema, keyword)?;
        let parts = if keyword == "allOf" {
            schema.remove_schemas("allOf")
        } else {
            let target = find_target(schema, definitions).cloned();
            schema.remove("$ref");
            target.map(|target| vec![target])
        };
        for mut part in parts.ok_or_else(|| failed.clone())? {
            // A definition is inlined if its reference cannot stay.
            if part.has("$ref") && !is_bare(schema, &["$defs"]) {
                write_out(&mut part, definitions, left)?;
            }
            if !merge(schema, part) {
                return Err(failed);
            }
        }
    }
}

fn spend(left: &mut usize, schema: &Schema, keyword: &str) -> PassResult {
    let refused = || Unexportable::at(schema, Some(keyword), Reason::Recursion);
    *left = left.checked_sub(1).ok_or_else(refused)?;
    Ok(())
}

/// Replaces a reference with its definition.
pub(super) fn write_out(
    schema: &mut Schema,
    definitions: &OrderedMap<Schema>,
    left: &mut usize,
) -> PassResult {
    while schema.has("$ref") {
        let failed = Unexportable::at(schema, Some("$ref"), Reason::AllOf);
        spend(left, schema, "$ref")?;
        let target = find_target(schema, definitions).cloned();
        schema.remove("$ref");
        if !target.is_some_and(|target| merge(schema, target)) {
            return Err(failed);
        }
    }
    Ok(())
}

/// Returns whether a schema has only annotations and these other keywords.
fn is_bare(schema: &Schema, others: &[&str]) -> bool {
    let mut keywords = schema.keywords.keys();
    keywords.all(|keyword| others.contains(&keyword) || has_role(keyword, Role::Annotation))
}

/// Replaces `unevaluatedProperties` with `additionalProperties` if one schema evaluates all
/// properties.
fn close_evaluated(schema: &mut Schema) {
    let elsewhere = ["anyOf", "oneOf", "if", "dependentSchemas", "$ref"];
    if !schema.has_any(&elsewhere)
        && let Some(rest) = schema.remove("unevaluatedProperties")
    {
        schema.insert_absent("additionalProperties", rest);
    }
}

/// Replaces a union of one branch with that branch, if both can be merged.
pub(in crate::provider) fn flatten_union_of_one(schema: &mut Schema) {
    if let [one] = schema.schemas("anyOf") {
        let one = one.clone();
        let mut whole = schema.clone();
        whole.remove("anyOf");
        if merge(&mut whole, one) {
            *schema = whole;
        }
    }
}
