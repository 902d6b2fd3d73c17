use serde_json::Value;

use super::merge::names;
use super::references::target;
use super::types::type_of;
use crate::provider::loss::Kept;
use crate::provider::view::{Outcome, View};
use crate::schema::walk::Schema;

/// Of more branches it is not known whether they exclude each other.
const MOST_COMPARED: usize = 1_000;

/// Makes `anyOf` of each `oneOf`. Nothing is lost where no value is of two of the
/// branches; else it is the reader that takes one alone.
pub(in crate::provider) fn one_of_to_any_of(view: &mut View<'_>) -> Outcome {
    let definitions = view.definitions();
    view.each(|schema, ledger| {
        let Some(Value::Array(branches)) = schema.get("oneOf") else {
            return Ok(());
        };
        let values: Vec<_> = branches
            .iter()
            .map(|branch| told_by(branch, &definitions))
            .collect();
        let disjoint = values.len() <= MOST_COMPARED
            && values
                .iter()
                .enumerate()
                .all(|(index, one)| values[..index].iter().all(|other| one.excludes(other)));
        if !disjoint || schema.contains_key("anyOf") {
            ledger.lose(schema, "oneOf", Kept::Reading);
        }
        if let Some(branches) = schema.shift_remove("oneOf") {
            // Both hold where both are there: the reader sees to the other.
            schema.entry("anyOf").or_insert(branches);
        }
        Ok(())
    })
}

/// What a branch is told by: its members, those of its required properties, or
/// its types.
struct ToldBy {
    members: Option<Vec<Value>>,
    types: Vec<String>,
    tags: Vec<(String, Vec<Value>)>,
    required: Vec<String>,
    closed_names: Option<Vec<String>>,
}

impl ToldBy {
    /// Whether no value is told by both.
    fn excludes(&self, other: &Self) -> bool {
        if let (Some(ours), Some(theirs)) = (&self.members, &other.members) {
            return !ours.iter().any(|member| theirs.contains(member));
        }
        let overlap = |name: &String| {
            other.types.contains(name)
                || name == "integer" && other.types.iter().any(|other| other == "number")
                || name == "number" && other.types.iter().any(|other| other == "integer")
        };
        if !self.types.is_empty() && !other.types.is_empty() && !self.types.iter().any(overlap) {
            return true;
        }
        self.has_other_tag(other) || self.lacks_required_of(other) || other.lacks_required_of(self)
    }

    /// Whether a property that both require has constants in each that the other has not.
    fn has_other_tag(&self, other: &Self) -> bool {
        self.tags.iter().any(|(name, ours)| {
            let theirs = other.tags.iter().find(|(other, _)| other == name);
            theirs.is_some_and(|(_, theirs)| !ours.iter().any(|member| theirs.contains(member)))
        })
    }

    /// Whether the other requires a property that this one has no place for.
    fn lacks_required_of(&self, other: &Self) -> bool {
        let Some(names) = &self.closed_names else {
            return false;
        };
        other.required.iter().any(|name| !names.contains(name))
    }
}

/// Whether a tag tells two objects apart.
pub(super) fn have_other_tags(one: &Schema, other: &Schema) -> bool {
    told_by_keywords(one).has_other_tag(&told_by_keywords(other))
}

fn told_by(branch: &Value, definitions: &Schema) -> ToldBy {
    let empty = Schema::new();
    let schema = branch.as_object().unwrap_or(&empty);
    told_by_keywords(target(schema, definitions).unwrap_or(schema))
}

fn told_by_keywords(schema: &Schema) -> ToldBy {
    let empty = Schema::new();
    let members = members(schema);
    let types = match (&members, schema.get("type")) {
        (Some(members), _) => members
            .iter()
            .map(|member| type_of(member).to_owned())
            .collect(),
        (None, Some(types)) => names(types),
        (None, None) => Vec::new(),
    };
    let strings = |value: Option<&Value>| -> Vec<String> {
        let list = value.and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    };
    let required = strings(schema.get("required"));
    let properties = schema
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let tag = |name: &String| {
        Some((
            name.clone(),
            self::members(properties.get(name)?.as_object()?)?,
        ))
    };
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false))
        && !schema.contains_key("patternProperties");
    // What is told by its properties is no object where the type is not said.
    let is_object = types == ["object"];
    ToldBy {
        members,
        tags: if is_object {
            required.iter().filter_map(tag).collect()
        } else {
            Vec::new()
        },
        closed_names: (closed && is_object).then(|| properties.keys().cloned().collect()),
        required: if is_object { required } else { Vec::new() },
        types,
    }
}

fn members(schema: &Schema) -> Option<Vec<Value>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(member), _) => Some(vec![member.clone()]),
        (None, Some(Value::Array(members))) => Some(members.clone()),
        _ => None,
    }
}
