//! Aliases of unit variants that are the keys of a map.

use std::collections::BTreeSet;

use serde_json::Value;

use super::hints::{ALIASES, meet};
use super::lookup::Lookup;
use super::walk::{SchemaMap, for_each_schema};

/// Records the aliases of an enum of unit variants, since the enum may be the key of a map.
/// Schemars copies only the names of the variants to the properties of the map.
pub(super) fn keep_aliases(folded: &SchemaMap) {
    let Some(aliases) = folded.object(ALIASES) else {
        return;
    };
    let members = folded.names("enum").map(str::to_owned).collect();
    meet(|met| {
        let kept = met.keys.entry(members).or_default();
        for name in aliases.keys() {
            let kept: &mut BTreeSet<_> = kept.entry(name.clone()).or_default();
            kept.extend(aliases.names(name).map(str::to_owned));
        }
    });
}

/// Writes the aliases to the properties of each map whose keys are such an enum. Properties of
/// other fields may be in the same object.
pub(super) fn write_aliases_of_keys(schema: &mut SchemaMap) {
    for_each_schema(schema, &mut |schema| {
        let required = schema.list("required").to_vec();
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            for (name, aliases) in aliases_of_keys(properties, &required) {
                if let Some(Value::Object(property)) = properties.get_mut(&name).map(as_object) {
                    property.insert(ALIASES.to_owned(), aliases.into_iter().collect());
                }
            }
        }
    });
}

/// Returns the aliases of the keys of a map. The properties of such a map are all optional and have
/// one schema.
fn aliases_of_keys(properties: &SchemaMap, required: &[Value]) -> Vec<(String, BTreeSet<String>)> {
    let is_map = |members: &BTreeSet<String>| {
        let mut schemas = members.iter().map(|name| properties.get(name));
        let first = schemas.next().flatten();
        let is_required = |name: &String| required.iter().any(|other| other == name);
        first.is_some() && schemas.all(|schema| schema == first) && !members.iter().any(is_required)
    };
    let aliases = meet(|met| {
        let of_map = met.keys.iter().filter(|(members, _)| is_map(members));
        of_map.flat_map(|(_, aliases)| aliases.clone()).collect()
    });
    aliases.unwrap_or_default()
}

/// Replaces `true` by the empty object, which can contain a hint.
fn as_object(schema: &mut Value) -> &mut Value {
    if *schema == Value::Bool(true) {
        *schema = SchemaMap::new().into();
    }
    schema
}
