//! The shape of the arguments: `{"path": string, "limit"?: integer 0..20}`.

#[cfg(feature = "providers")]
use serde_json::Value;

use super::cut::{fits, join_lines, keep_start};
use crate::schema::render::{Extent, Surroundings, TypeWriter};
use crate::tool::ToolArgError;

/// Writes the shape of the tool's arguments in at most this many characters. `None` if the
/// schema contains almost no information.
///
/// If the whole shape is too long, objects without an issue become `{…}`, the deepest first. Then
/// optional properties are left out.
pub(super) fn write_skeleton(error: &ToolArgError, characters: usize) -> Option<String> {
    let schema = error.schema()?;
    let paths = error.issues().iter().map(|issue| issue.path.segments());
    let mut around = Surroundings::default();
    around.faults.extend(paths);
    let mut text = String::new();
    for scope in SCOPES {
        let mut writer = TypeWriter::of_shapes(schema, scope, MAX_SCHEMAS);
        let shape = writer.shape(schema, &around);
        if shape.is_vague() && shape.text != "{}" {
            return None;
        }
        text = join_lines(shape.text);
        if writer.left > 0 && fits(&text, characters) {
            break;
        }
    }
    Some(keep_start(text, characters))
}

/// Writes the shape of a place in a schema. Objects below this many levels become `{…}`.
#[cfg(feature = "providers")]
pub(crate) fn write_shape(root: &Value, schema: &Value, levels: usize) -> String {
    let mut writer = TypeWriter::of_shapes(root, scope(levels, true), MAX_SCHEMAS_OF_A_PLACE);
    join_lines(writer.shape(schema, &Surroundings::default()).text)
}

const SCOPES: [Extent; 6] = [
    scope(16, true),
    scope(4, true),
    scope(3, true),
    scope(2, true),
    scope(1, true),
    scope(1, false),
];

const fn scope(levels: usize, optional: bool) -> Extent {
    Extent { levels, optional }
}

/// Maximum number of schemas in a shape, because chains of references may be very long.
const MAX_SCHEMAS: usize = 5_000;
/// The same for one place of a document, because a document has many places.
#[cfg(feature = "providers")]
const MAX_SCHEMAS_OF_A_PLACE: usize = 300;
