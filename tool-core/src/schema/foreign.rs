//! Objects of types that do not derive `ToolArg`. They are open and without aliases by default, not
//! by the author's decision.

use schemars::Schema;
use serde_json::Value;

use super::hints::{MAP, OWN, is_building};
use super::keyword::{CLOSING, Keyword};
use super::lookup::Lookup;
use super::walk::{SchemaMap, for_each_schema, subschemas};

/// Marks the objects of a derived type that the author left open. This is a transform of the type's
/// schema.
pub fn own(schema: &mut Schema) {
    if is_building()
        && let Some(object) = schema.as_object_mut()
    {
        for_each_schema(object, &mut |object| {
            if object.contains_key("properties") {
                object.insert(OWN.to_owned(), true.into());
            }
        });
    }
}

/// An object that was not closed by a derive.
#[derive(Debug)]
pub(crate) struct ForeignObject {
    /// Location in the schema, as a JSON Pointer.
    pub(crate) path: String,
    /// The name of its type, if it has one.
    pub(crate) name: Option<String>,
}

/// Returns the objects inside a schema with hints that no derive closed.
pub(crate) fn find_foreign_objects(schema: &Value) -> Vec<ForeignObject> {
    let mut found = Vec::new();
    if let Some(root) = schema.as_object() {
        look_inside(root, "", is_closed(root), &mut found);
    }
    found
}

fn look_inside(object: &SchemaMap, path: &str, in_closed: bool, found: &mut Vec<ForeignObject>) {
    for (step, inside) in subschemas(object) {
        let Some(inside) = inside.as_object() else {
            continue;
        };
        let path = format!("{path}{step}");
        // A closed object also closes its forms.
        let is_form = Keyword::named(step.keyword()).is_some_and(Keyword::is_in_place);
        let in_closed = is_closed(inside) || is_form && in_closed;
        if !in_closed && declares_properties(inside) && !is_of_std(inside) {
            found.push(ForeignObject {
                name: path.strip_prefix("/$defs/").map(str::to_owned),
                path: path.clone(),
            });
        }
        look_inside(inside, &path, in_closed, found);
    }
}

fn is_closed(object: &SchemaMap) -> bool {
    object.has_any(&CLOSING) || object.has_any(&[MAP, OWN])
}

fn declares_properties(object: &SchemaMap) -> bool {
    object.entries("properties").next().is_some()
}

/// Returns whether schemars writes this object for a type of the standard library.
fn is_of_std(object: &SchemaMap) -> bool {
    const OF_STD: &[&[&str]] = &[
        &["secs", "nanos"],
        &["secs_since_epoch", "nanos_since_epoch"],
        &["start", "end"],
        &["Included"],
        &["Excluded"],
        &["Ok"],
        &["Err"],
    ];
    object.object("properties").is_some_and(|properties| {
        OF_STD.iter().any(|names| {
            names.len() == properties.len()
                && names.iter().all(|name| properties.contains_key(*name))
        })
    })
}
