use serde_json::{Map, Value, json};

use crate::Entropy;

const NAMES: &[&str] = &[
    "path",
    "limit",
    "file_path",
    "oldText",
    "mode",
    "items",
    "note",
    "x",
    "y",
    "dry-run",
    "größe",
];

/// A schema of an object or of several, as the root of a tool's is.
pub fn schema(entropy: &mut Entropy<'_>) -> Value {
    let mut root = object(entropy, 3);
    if entropy.once_in(6) {
        root = root_union(root, entropy);
    }
    root["$defs"] = json!({
        "Two Words": {"type": "string", "minLength": 1},
        "Leaf": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false},
        "Tree": {
            "anyOf": [
                {"type": "integer"},
                {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
                {"type": "object", "properties": {"left": {"$ref": "#/$defs/Tree"}, "right": {"$ref": "#/$defs/Tree"}}, "required": ["left"]},
                {"$ref": "#/$defs/Leaf"}
            ]
        }
    });
    root
}

/// A union of that object and of others.
fn root_union(first: Value, entropy: &mut Entropy<'_>) -> Value {
    let mut branches = vec![first];
    for _ in 0..=entropy.below(2) {
        branches.push(object(entropy, 2));
    }
    let mut root = json!({"anyOf": branches});
    if entropy.once_in(2) {
        root["type"] = json!("object");
    }
    root
}

fn any_schema(entropy: &mut Entropy<'_>, depth: usize) -> Value {
    let kinds = if depth == 0 { 10 } else { 18 };
    match entropy.below(kinds) {
        0 => json!({"type": "string"}),
        1 => json!({"type": "integer"}),
        2 => number(entropy),
        3 => json!({"type": "boolean"}),
        4 => string(entropy),
        5 => integer(entropy),
        6 => json!({"enum": ["read", "write", "in_progress"]}),
        7 => enumeration(entropy),
        8 => nullable(entropy),
        9 => {
            json!({"$ref": *entropy.pick(&["#/$defs/Leaf", "#/$defs/Tree", "#/$defs/Two%20Words"])})
        }
        10 | 11 => object(entropy, depth - 1),
        12 | 13 => array(entropy, depth - 1),
        14 => tuple(entropy, depth - 1),
        15 => tagged(entropy, depth - 1),
        16 => external(entropy, depth - 1),
        _ => union(entropy, depth - 1),
    }
}

fn object(entropy: &mut Entropy<'_>, depth: usize) -> Value {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for _ in 0..=entropy.below(4) {
        let name = *entropy.pick(NAMES);
        if properties.contains_key(name) {
            continue;
        }
        properties.insert(name.to_owned(), any_schema(entropy, depth));
        if entropy.once_in(2) {
            required.push(name);
        }
    }
    let mut object = json!({"type": "object", "properties": properties, "required": required});
    match entropy.below(4) {
        0 | 1 => object["additionalProperties"] = json!(false),
        2 => object["additionalProperties"] = any_schema(entropy, 0),
        _ => {}
    }
    if entropy.once_in(8) {
        object["minProperties"] = json!(1);
    }
    object
}

fn array(entropy: &mut Entropy<'_>, depth: usize) -> Value {
    let mut array = json!({"type": "array", "items": any_schema(entropy, depth)});
    match entropy.below(5) {
        1 => array["minItems"] = json!(1),
        2 => array["maxItems"] = json!(2),
        3 => array["uniqueItems"] = json!(true),
        _ => {}
    }
    array
}

fn tuple(entropy: &mut Entropy<'_>, depth: usize) -> Value {
    json!({
        "type": "array",
        "prefixItems": [any_schema(entropy, depth), any_schema(entropy, depth)],
        "minItems": 2,
        "maxItems": 2,
    })
}

fn string(entropy: &mut Entropy<'_>) -> Value {
    match entropy.below(5) {
        0 => json!({"type": "string", "minLength": 1}),
        1 => json!({"type": "string", "maxLength": 3}),
        2 => json!({"type": "string", "pattern": "^[a-z]+$"}),
        3 => json!({"type": "string", "format": "date"}),
        _ => json!({"type": "string", "format": "uuid"}),
    }
}

fn integer(entropy: &mut Entropy<'_>) -> Value {
    match entropy.below(5) {
        0 => json!({"type": "integer", "minimum": 0, "maximum": 20}),
        1 => json!({"type": "integer", "exclusiveMinimum": -3}),
        2 => json!({"type": "integer", "multipleOf": 5}),
        3 => json!({"type": "integer", "enum": [1, 2, 3]}),
        _ => json!({"type": "integer", "maximum": 2.5}),
    }
}

fn number(entropy: &mut Entropy<'_>) -> Value {
    match entropy.below(3) {
        0 => json!({"type": "number"}),
        1 => json!({"type": "number", "minimum": -0.5}),
        _ => json!({"type": "number", "exclusiveMaximum": 100}),
    }
}

fn enumeration(entropy: &mut Entropy<'_>) -> Value {
    match entropy.below(4) {
        0 => json!({"type": "string", "const": "only"}),
        1 => json!({"type": ["string", "null"], "enum": ["a", "b", null]}),
        2 => json!({"oneOf": [{"const": "asc", "description": "Up."}, {"const": "desc"}]}),
        _ => json!({"enum": ["1", 1, true]}),
    }
}

fn nullable(entropy: &mut Entropy<'_>) -> Value {
    let name = *entropy.pick(&["integer", "string", "boolean", "number"]);
    json!({"type": [name, "null"]})
}

fn tagged(entropy: &mut Entropy<'_>, depth: usize) -> Value {
    let mut variant = |tag: &str| {
        let mut object = object(entropy, depth);
        object["properties"]["kind"] = json!({"type": "string", "const": tag});
        if let Value::Array(required) = &mut object["required"] {
            required.insert(0, json!("kind"));
        }
        object
    };
    json!({"oneOf": [variant("create"), variant("delete"), variant("move_to")]})
}

fn external(entropy: &mut Entropy<'_>, depth: usize) -> Value {
    let mut variant = |name: &str| {
        json!({
            "type": "object",
            "properties": {name: any_schema(entropy, depth)},
            "required": [name],
            "additionalProperties": false,
        })
    };
    json!({"oneOf": [{"type": "string", "enum": ["none", "all"]}, variant("some_of"), variant("range")]})
}

fn union(entropy: &mut Entropy<'_>, depth: usize) -> Value {
    let branches: Vec<_> = (0..2 + entropy.below(2))
        .map(|_| any_schema(entropy, depth))
        .collect();
    let keyword = if entropy.once_in(4) { "oneOf" } else { "anyOf" };
    json!({keyword: branches})
}

/// Returns the target of a `$ref` in a generated schema.
#[must_use]
pub fn target_of<'s>(reference: &str, root: &'s Value) -> Option<&'s Value> {
    root.pointer(&reference.strip_prefix('#')?.replace("%20", " "))
}
