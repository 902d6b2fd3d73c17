use serde_json::{Value, json};

use super::drop_keywords_of_other_types;
use super::merge::{merge, write_out};
use super::references::find_target;
use crate::issue::JsonType;
use crate::limits::EXPORT_SCHEMAS;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::keywords::has_role;
use crate::provider::loss::Kept;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::{KeywordValue, Schema};
use crate::provider::view::{PassResult, View};
use crate::schema::keyword::{Role, UNIONS};
use crate::schema::{Lookup, ObjectTraits, are_disjoint};

/// Moves the keywords next to `anyOf` or `oneOf` into each branch, for providers that need a
/// complete schema in each branch.
pub(in crate::provider) fn distribute_unions(view: &mut View<'_>) -> PassResult {
    let definitions = view.definitions();
    let mut left = EXPORT_SCHEMAS;
    view.for_each(|schema, _| {
        let mut unions = ["oneOf", "anyOf"].into_iter();
        let Some(union) = unions.find(|union| schema.has(union)) else {
            return Ok(());
        };
        let siblings = find_siblings(schema, union);
        if siblings.is_any() {
            return Ok(());
        }
        let failed = Unexportable::at(schema, Some(union), Reason::AllOf);
        let of_union = Schema::in_place_of(schema);
        let branches = schema.schemas_mut(union).ok_or_else(|| failed.clone())?;
        for branch in branches {
            left = left.checked_sub(1).ok_or_else(|| failed.clone())?;
            write_out(branch, &definitions, &mut left)?;
            let mut whole = siblings.clone();
            let closing = whole.remove("unevaluatedProperties");
            // The annotations and the place come from the branch.
            if !merge(&mut whole, std::mem::take(branch)) {
                return Err(failed);
            }
            if let Some(closing) = closing {
                let keyword = if whole.has_any(&UNIONS) {
                    "unevaluatedProperties"
                } else {
                    "additionalProperties"
                };
                whole.insert_absent(keyword, closing);
            }
            merge(&mut whole, of_union.clone());
            *branch = whole;
        }
        schema.keywords.retain(|keyword, _| !siblings.has(keyword));
        Ok(())
    })?;
    drop_keywords_of_other_types(view)
}

/// Returns the constraints next to a union.
fn find_siblings(schema: &Schema, union: &str) -> Schema {
    let mut siblings = Schema::default();
    for (keyword, held) in schema.keywords.iter() {
        if keyword != union && keyword != "$defs" && !has_role(keyword, Role::Annotation) {
            siblings.insert(keyword, held.clone());
        }
    }
    // Each branch repeats a type that has no other constraint.
    let mut branches = schema.schemas(union).iter();
    if siblings.keywords.len() == 1 && siblings.has("type") && branches.all(|one| one.has("type")) {
        siblings.remove("type");
    }
    siblings
}

/// Maximum number of branches that are compared.
const MAX_COMPARED: usize = 1_000;

/// Replaces each `oneOf` with `anyOf`. If a value may match two branches, the reader enforces
/// `oneOf`.
pub(in crate::provider) fn turn_one_of_into_any_of(view: &mut View<'_>) -> PassResult {
    let definitions = view.definitions();
    view.for_each(|schema, ledger| {
        let Some(KeywordValue::List(branches)) = schema.keywords.get("oneOf") else {
            return Ok(());
        };
        let traits = branches
            .iter()
            .map(|branch| traits_of(branch, &definitions));
        let traits: Vec<_> = traits.collect();
        let mut numbered = traits.iter().enumerate();
        let exclude_each_other = traits.len() <= MAX_COMPARED
            && numbered.all(|(index, one)| traits[..index].iter().all(|other| one.excludes(other)));
        if !exclude_each_other || schema.has("anyOf") {
            ledger.lose(schema, "oneOf", Kept::Reading);
        }
        if let Some(branches) = schema.remove("oneOf") {
            // If a schema has both, both apply. The reader enforces the other one.
            schema.insert_absent("anyOf", branches);
        }
        Ok(())
    })
}

/// Returns whether a tag distinguishes two objects.
pub(super) fn have_other_tags(one: &Schema, other: &Schema) -> bool {
    let definitions = OrderedMap::default();
    let one = traits_of(one, &definitions);
    one.object
        .has_other_tag(&traits_of(other, &definitions).object)
}

/// The properties of a branch that help to decide if two branches exclude each other.
struct BranchTraits<'s> {
    /// The members of an `enum`, or the value of a `const`.
    members: Option<Vec<&'s Value>>,
    /// The names of the types. Empty if they are unknown.
    types: Vec<&'s str>,
    object: ObjectTraits<'s>,
}

impl BranchTraits<'_> {
    /// Returns whether no value can match both branches.
    fn excludes(&self, other: &Self) -> bool {
        if let (Some(ours), Some(theirs)) = (&self.members, &other.members) {
            return are_disjoint(ours, theirs);
        }
        let overlaps = |name: &&str| {
            let is_number = |name| matches!(name, "integer" | "number");
            let mut others = other.types.iter();
            others.any(|other| other == name || is_number(other) && is_number(name))
        };
        !self.types.is_empty() && !other.types.is_empty() && !self.types.iter().any(overlaps)
            || self.object.has_other_tag(&other.object)
            || self.object.lacks_required_of(&other.object)
            || other.object.lacks_required_of(&self.object)
    }
}

fn traits_of<'s>(branch: &'s Schema, definitions: &'s OrderedMap<Schema>) -> BranchTraits<'s> {
    let schema = find_target(branch, definitions).unwrap_or(branch);
    let members: Option<Vec<&Value>> = schema.members().map(|members| members.iter().collect());
    let types = match &members {
        Some(members) => members
            .iter()
            .map(|member| JsonType::of(member).as_str())
            .collect(),
        None => schema.types(),
    };
    let mut object = ObjectTraits::default();
    // The properties have no effect if the type is unknown.
    if types == ["object"] {
        let properties = schema.properties();
        let is_closed = schema.is_false("additionalProperties") && !schema.has("patternProperties");
        object.closed_names = is_closed.then(|| properties.keys().collect());
        object.required = schema.names("required").collect();
        let tags = object.required.iter().filter_map(|name| {
            let members = properties.get(name)?.members()?;
            Some((*name, members.iter().collect()))
        });
        object.tags = tags.collect();
    }
    BranchTraits {
        members,
        types,
        object,
    }
}

/// Removes all keywords next to `anyOf`. The first branch gets the description, and each branch
/// allows null if the union does.
pub(in crate::provider) fn isolate_unions(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        let Some(mut branches) = schema.remove_schemas("anyOf") else {
            return Ok(());
        };
        ledger.drop(schema, "title", Kept::Nowhere);
        if schema.remove("nullable").is_some() {
            for branch in &mut branches {
                branch.insert("nullable", json!(true));
            }
        }
        if let Some(first) = branches.first_mut() {
            schema.prepend_words(first);
        }
        // A constraint of all branches that some of them could not contain.
        if !schema.keywords.is_empty() || !schema.words.is_empty() {
            return Err(Unexportable::at(schema, Some("anyOf"), Reason::AllOf));
        }
        schema.insert("anyOf", branches);
        Ok(())
    })
}

/// Moves the branches of a nested union to the outer one, for providers that need a type in
/// each branch. The outer union gets the description of the inner one.
pub(in crate::provider) fn join_nested_unions(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        let is_nested = |branch: &Schema| {
            let mut keywords = branch.keywords.keys();
            branch.has("anyOf")
                && keywords.all(|keyword| matches!(keyword, "anyOf" | "title" | "description"))
        };
        while let Some(branches) = schema.schemas_mut("anyOf")
            && let Some(at) = branches.iter().position(is_nested)
        {
            let mut inner = branches.remove(at);
            let forms = inner.remove_schemas("anyOf").unwrap_or_default();
            branches.splice(at..at, forms);
            ledger.drop(&mut inner, "title", Kept::Nowhere);
            schema.prepend_words(&mut inner);
            inner.move_words(schema);
        }
        Ok(())
    })
}
