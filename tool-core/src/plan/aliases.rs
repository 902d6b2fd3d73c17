//! The aliases of an enum's variant. The plan reads them at the property or the member that has the
//! variant's name, and these functions move them there.

use serde_json::{Map, Value};

use crate::schema::OrderedMapExt as _;
use crate::schema::{ALIASES, Lookup};

/// Returns the aliases of an enum's member. The hint maps members to lists.
pub(super) fn of_member(schema: &Map<String, Value>, member: &Value) -> Vec<String> {
    let (Some(lists), Some(name)) = (schema.object(ALIASES), member.as_str()) else {
        return Vec::new();
    };
    lists.names(name).map(str::to_owned).collect()
}

/// Returns a branch with its aliases moved to the name that they belong to.
pub(super) fn settle(branch: &Map<String, Value>) -> Map<String, Value> {
    let mut settled = branch.clone();
    let Some(names @ Value::Array(_)) = branch.get(ALIASES).cloned() else {
        return settled;
    };
    settled.remove_key(ALIASES);
    if let Some(name) = branch.text("const") {
        settled.insert(ALIASES.to_owned(), map_of(name, names));
    } else if let Some(Value::Object(properties)) = settled.get_mut("properties") {
        let tag = properties.values_mut().find_map(|property| {
            let property = property.as_object_mut()?;
            let name = property.text("const")?.to_owned();
            Some((property, name))
        });
        if let Some((property, name)) = tag {
            property.insert(ALIASES.to_owned(), map_of(&name, names));
        } else if let Some(Value::Object(property)) = properties.values_mut().next() {
            property.insert(ALIASES.to_owned(), names);
        }
    }
    settled
}

fn map_of(name: &str, names: Value) -> Value {
    Value::Object(Map::from_iter([(name.to_owned(), names)]))
}
