//! Aliases of unit variants that are the keys of a map.

use serde_json::Value;

use super::hints::{ALIASES, meet};
use super::lookup::Lookup;
use super::walk::{SchemaMap, for_each_schema};
use crate::issue::sort;

/// Records the aliases of an enum of unit variants, since the enum may be the key of a map.
/// Schemars copies only the names of the variants to the properties of the map.
pub(super) fn keep_aliases(folded: &SchemaMap) {
    let Some(aliases) = folded.object(ALIASES) else {
        return;
    };
    let mut members: Vec<String> = folded.names("enum").map(str::to_owned).collect();
    sort(&mut members, Ord::cmp);
    meet(|met| {
        met.write_aliases = Some(write_aliases_of_keys);
        match met.keys.iter_mut().find(|(known, _)| *known == members) {
            Some((_, kept)) => add_aliases(kept, aliases),
            None => met.keys.push((members, aliases.clone())),
        }
    });
}

/// Adds the aliases of another enum whose variants have the same names.
fn add_aliases(kept: &mut SchemaMap, more: &SchemaMap) {
    for (name, more) in more {
        match (kept.get_mut(name), more) {
            (Some(Value::Array(kept)), Value::Array(more)) => {
                for alias in more {
                    if !kept.contains(alias) {
                        kept.push(alias.clone());
                    }
                }
            }
            _ => _ = kept.insert(name.clone(), more.clone()),
        }
    }
}

/// Writes the aliases to the properties of each map whose keys are such an enum. Properties of
/// other fields may be in the same object.
fn write_aliases_of_keys(schema: &mut SchemaMap) {
    for_each_schema(schema, &mut |schema| {
        let required = schema.list("required").to_vec();
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            for (name, aliases) in find_aliases_of_keys(properties, &required) {
                if let Some(Value::Object(property)) = properties.get_mut(&name).map(as_object) {
                    property.insert(ALIASES.to_owned(), aliases);
                }
            }
        }
    });
}

/// Returns the aliases of the keys of a map. The properties of such a map are all optional and have
/// one schema.
fn find_aliases_of_keys(properties: &SchemaMap, required: &[Value]) -> Vec<(String, Value)> {
    let is_map = |members: &[String]| {
        let mut schemas = members.iter().map(|name| properties.get(name));
        let first = schemas.next().flatten();
        let is_required = |name: &String| required.iter().any(|other| other == name);
        first.is_some() && schemas.all(|schema| schema == first) && !members.iter().any(is_required)
    };
    let mut aliases = Vec::new();
    meet(|met| {
        for (members, of_members) in &met.keys {
            if is_map(members) {
                aliases.extend(of_members.clone());
            }
        }
    });
    aliases
}

/// Replaces `true` by the empty object, which can contain a hint.
fn as_object(schema: &mut Value) -> &mut Value {
    if *schema == Value::Bool(true) {
        *schema = SchemaMap::new().into();
    }
    schema
}
