use serde_json::Value;

use super::schema::inside;
use super::tables::Limits;

/// The size of a schema.
#[derive(Default)]
struct Size {
    properties: usize,
    optional: usize,
    unions: usize,
    members: usize,
    levels: usize,
}

/// Lists the limits that a schema exceeds.
pub(super) fn over(limits: &Limits, schema: &Value) -> Vec<String> {
    let mut size = Size::default();
    add(schema, 0, &mut size);
    let counts = [
        ("properties", size.properties, limits.properties),
        ("optional properties", size.optional, limits.optional),
        ("properties of several types", size.unions, limits.unions),
        ("members", size.members, limits.members),
        ("levels", size.levels, limits.levels),
    ];
    let over = counts.into_iter().filter(|(_, count, most)| count > most);
    over.map(|(what, _, most)| format!(": more than {most} {what}"))
        .collect()
}

fn add(schema: &Value, level: usize, size: &mut Size) {
    let level = level + usize::from(schema.get("properties").is_some());
    size.levels = size.levels.max(level);
    size.members += schema["enum"].as_array().map_or(0, Vec::len);
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let required = schema["required"].as_array();
        let is_required = required.is_some_and(|all| all.iter().any(|one| one == name));
        let is_union = property.get("anyOf").is_some() || property["type"].is_array();
        size.properties += 1;
        size.optional += usize::from(!is_required);
        size.unions += usize::from(is_union);
    }
    for (_, inside) in inside(schema, "") {
        add(inside, level, size);
    }
}
