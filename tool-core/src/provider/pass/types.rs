use serde_json::{Value, json};

use super::maps::map_keyword;
use crate::issue::JsonType;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ledger::Ledger;
use crate::provider::loss::Kept;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::Lookup;
use crate::schema::keyword::{FORMS, Keyword};

/// The types with their own keywords.
const TYPES: [JsonType; 4] = [
    JsonType::Object,
    JsonType::Array,
    JsonType::String,
    JsonType::Number,
];

/// Drops the keywords and members of types that a schema does not list.
pub(in crate::provider) fn drop_keywords_of_other_types(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        let types: Vec<String> = schema.types().into_iter().map(str::to_owned).collect();
        if types.is_empty() {
            return Ok(());
        }
        for of in TYPES
            .into_iter()
            .filter(|of| !types.iter().any(|name| is_about(*of, name)))
        {
            // A format is an annotation for any type.
            for keyword in Keyword::about(of).filter(|keyword| *keyword != "format") {
                ledger.drop(schema, keyword, Kept::Nowhere);
            }
        }
        drop_members_of_other_types(schema, &types, ledger)
    })
}

/// Returns whether the keywords of a type apply to the named type.
fn is_about(of: JsonType, name: &str) -> bool {
    name == of.as_str() || name == "integer" && of == JsonType::Number
}

fn drop_members_of_other_types(
    schema: &mut Schema,
    types: &[String],
    ledger: &mut Ledger<'_>,
) -> PassResult {
    let is_other = |member: &Value| !types.iter().any(|name| is_of(member, name));
    if !schema.list("enum").iter().any(is_other) {
        return Ok(());
    }
    ledger.lose(schema, "enum", Kept::Nowhere);
    if let Some(members) = schema.list_mut("enum") {
        members.retain(|member| !is_other(member));
        if members.is_empty() {
            return Err(Unexportable::at(schema, Some("enum"), Reason::NoValue));
        }
    }
    Ok(())
}

/// Returns whether a value has a type. A number without a fraction is an integer.
fn is_of(value: &Value, name: &str) -> bool {
    let is_whole = || value.as_f64().is_some_and(|number| number.fract() == 0.0);
    match JsonType::of(value).as_str() {
        "integer" => matches!(name, "integer" | "number"),
        "number" => name == "number" || name == "integer" && is_whole(),
        of => of == name,
    }
}

/// Gives each schema a type: the type of its members, or of its keywords. Rejects a schema that
/// allows any type.
pub(in crate::provider) fn infer_types(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, ledger| {
        if schema.has_any(&["type", "$ref"])
            || schema.has_any(&FORMS)
            || infer_type_of_members(schema)
        {
            return Ok(());
        }
        let mut types = TYPES.into_iter();
        let Some(of) = types.find(|of| Keyword::about(*of).any(|keyword| schema.has(keyword)))
        else {
            // If the definition has a type there, it belongs to the array.
            let keyword = ledger.find(schema, "type").map(|_| "items");
            return Err(Unexportable::at(schema, keyword, Reason::AnyValue));
        };
        ledger.lose(schema, "type", Kept::Nowhere);
        schema.insert("type", json!(of.as_str()));
        Ok(())
    })
}

/// Gives a schema the types of its members. Returns whether it has members.
pub(in crate::provider) fn infer_type_of_members(schema: &mut Schema) -> bool {
    let mut types = Vec::new();
    for member in schema.members().unwrap_or_default() {
        let name = JsonType::of(member).as_str();
        if !types.contains(&name) {
            types.push(name);
        }
    }
    match types.as_slice() {
        [] => return false,
        [one] => schema.insert_absent("type", json!(one)),
        types => schema.insert_absent("type", json!(types)),
    }
    true
}

/// Replaces a schema with several types, including objects or arrays, with a union.
pub(in crate::provider) fn split_types(view: &mut View<'_>) -> PassResult {
    split_where(view, |schema| {
        schema.names_type("object") || schema.names_type("array")
    })
}

/// Replaces each schema with several types with a union.
pub(in crate::provider) fn split_all_types(view: &mut View<'_>) -> PassResult {
    split_where(view, |_| true)
}

/// Replaces a map that may have other types, too, with a union.
pub(in crate::provider) fn split_types_of_maps(view: &mut View<'_>) -> PassResult {
    split_where(view, |schema| {
        schema.names_type("object") && map_keyword(schema).is_some()
    })
}

fn split_where(view: &mut View<'_>, splits: fn(&Schema) -> bool) -> PassResult {
    view.for_each(|schema, _| {
        let types: Vec<String> = schema.types().into_iter().map(str::to_owned).collect();
        if let [one] = types.as_slice() {
            schema.insert("type", json!(one));
        }
        if types.len() < 2 || !splits(schema) {
            return Ok(());
        }
        let mut whole = std::mem::take(schema);
        whole.move_words(schema);
        schema.origins.clone_from(&whole.origins);
        for keyword in ["$defs", "default", "deprecated", "examples"] {
            if let Some(held) = whole.remove(keyword) {
                schema.insert(keyword, held);
            }
        }
        let branches = types.iter().filter_map(|name| narrow_to(&whole, name));
        let branches: Vec<Schema> = branches.collect();
        if branches.is_empty() {
            return Err(Unexportable::at(schema, None, Reason::NoValue));
        }
        schema.insert("anyOf", branches);
        Ok(())
    })
}

/// Narrows a schema to the values of one type. `None` if no member has this type.
fn narrow_to(schema: &Schema, name: &str) -> Option<Schema> {
    let mut branch = schema.clone();
    branch.keywords.retain(|keyword, _| {
        let about = Keyword::named(keyword).and_then(|keyword| keyword.about);
        about.is_none_or(|of| is_about(of, name))
    });
    branch.insert("type", json!(name));
    if let Some(members) = branch.list_mut("enum") {
        members.retain(|member| {
            let of = JsonType::of(member).as_str();
            of == name || of == "integer" && name == "number"
        });
        if members.is_empty() {
            return None;
        }
        // The type `null` has one value.
        if name == "null" {
            branch.remove("enum");
        }
    }
    Some(branch)
}
