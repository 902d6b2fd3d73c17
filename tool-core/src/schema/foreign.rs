//! Objects of types that do not derive `ToolArg`: open, and without aliases, without anybody
//! having said so.

use schemars::Schema;
use serde_json::{Map, Value};

use super::hints::{MAP, OWN, building};
use super::subschemas::for_each_inside;

type Object = Map<String, Value>;

/// Marks the objects of a derived type that is open by its author's word: a transform of the
/// type's schema.
pub fn own(schema: &mut Schema) {
    if building()
        && let Some(object) = schema.as_object_mut()
    {
        mark(object);
    }
}

fn mark(object: &mut Object) {
    if object.contains_key("properties") {
        object.insert(OWN.to_owned(), true.into());
    }
    for_each_inside(object, &mut |_, inside| {
        if let Some(inside) = inside.as_object_mut() {
            mark(inside);
        }
    });
}

/// An object that was not closed by a derive.
#[derive(Debug)]
pub(crate) struct Foreign {
    /// Where it is in the schema, as a JSON Pointer.
    pub(crate) path: String,
    /// The name of its type, if it has one.
    pub(crate) name: Option<String>,
}

/// The objects inside of a schema with hints that no derive closed.
pub(crate) fn foreign_objects(schema: &mut Value) -> Vec<Foreign> {
    let mut found = Vec::new();
    if let Some(root) = schema.as_object_mut() {
        look_inside(root, "", is_closed(root), &mut found);
    }
    found
}

fn look_inside(object: &mut Object, path: &str, in_closed: bool, found: &mut Vec<Foreign>) {
    for_each_inside(object, &mut |step, inside| {
        let Some(inside) = inside.as_object_mut() else {
            return;
        };
        let path = format!("{path}{step}");
        let keyword = step.split('/').nth(1).unwrap_or_default();
        // The forms of a closed object are closed with it.
        let is_form = matches!(
            keyword,
            "allOf" | "anyOf" | "oneOf" | "if" | "then" | "else"
        );
        let in_closed = is_closed(inside) || is_form && in_closed;
        if !in_closed && declares_properties(inside) && !is_of_std(inside) {
            found.push(Foreign {
                name: path.strip_prefix("/$defs/").map(str::to_owned),
                path: path.clone(),
            });
        }
        look_inside(inside, &path, in_closed, found);
    });
}

fn is_closed(object: &Object) -> bool {
    let closing = ["additionalProperties", "unevaluatedProperties", MAP, OWN];
    closing.iter().any(|key| object.contains_key(*key))
}

fn declares_properties(object: &Object) -> bool {
    let properties = object.get("properties").and_then(Value::as_object);
    properties.is_some_and(|properties| !properties.is_empty())
}

/// Whether it is an object that schemars writes for a type of the standard library.
fn is_of_std(object: &Object) -> bool {
    const OF_STD: &[&[&str]] = &[
        &["secs", "nanos"],
        &["secs_since_epoch", "nanos_since_epoch"],
        &["start", "end"],
        &["Included"],
        &["Excluded"],
        &["Ok"],
        &["Err"],
    ];
    let properties = object.get("properties").and_then(Value::as_object);
    properties.is_some_and(|properties| {
        OF_STD.iter().any(|names| {
            names.len() == properties.len()
                && names.iter().all(|name| properties.contains_key(*name))
        })
    })
}
