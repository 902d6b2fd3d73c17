//! Walks the nested schemas of a schema.
//!
//! The names under `properties` are not keywords, and the values of `enum`, `const`, `default` and
//! `examples` are data.

use std::fmt;

use serde_json::{Map, Value};

use super::keyword::{Holds, Keyword};

/// The keywords of a schema that is an object.
pub(crate) type SchemaMap = Map<String, Value>;

/// The step from a schema to a directly nested one.
#[derive(Clone, Copy, Debug)]
pub(crate) enum SchemaStep<'s> {
    Keyword(&'s str),
    Item(&'s str, usize),
    Name(&'s str, &'s str),
}

impl<'s> SchemaStep<'s> {
    pub(crate) fn keyword(self) -> &'s str {
        match self {
            Self::Keyword(keyword) | Self::Item(keyword, _) | Self::Name(keyword, _) => keyword,
        }
    }
}

/// Writes the step as a JSON Pointer.
impl fmt::Display for SchemaStep<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keyword(keyword) => write!(f, "/{keyword}"),
            Self::Item(keyword, index) => write!(f, "/{keyword}/{index}"),
            Self::Name(keyword, name) => write!(f, "/{keyword}/{}", escape(name)),
        }
    }
}

macro_rules! steps_inside {
    ($schema:expr, $iter:ident) => {{
        let mut steps = Vec::new();
        for (keyword, value) in $schema.$iter() {
            let Some(Keyword { holds, .. }) = Keyword::named(keyword) else {
                continue;
            };
            match (holds, value) {
                (Holds::SchemasByName | Holds::Dependencies, Value::Object(named)) => {
                    // Lists of property names are not schemas.
                    let schemas = named
                        .$iter()
                        .filter(|(_, inside)| *holds == Holds::SchemasByName || !inside.is_array());
                    steps.extend(schemas.map(|(name, one)| (SchemaStep::Name(keyword, name), one)));
                }
                (Holds::Schemas | Holds::Items | Holds::Schema, Value::Array(list)) => {
                    let schemas = list.$iter().enumerate();
                    steps.extend(
                        schemas.map(|(index, one)| (SchemaStep::Item(keyword, index), one)),
                    );
                }
                (Holds::Items | Holds::Schema, one) => {
                    steps.push((SchemaStep::Keyword(keyword), one))
                }
                _ => {}
            }
        }
        steps
    }};
}

/// Returns the directly nested schemas.
pub(crate) fn subschemas(schema: &SchemaMap) -> Vec<(SchemaStep<'_>, &Value)> {
    steps_inside!(schema, iter)
}

pub(crate) fn subschemas_mut(schema: &mut SchemaMap) -> Vec<(SchemaStep<'_>, &mut Value)> {
    steps_inside!(schema, iter_mut)
}

/// Returns the directly nested schemas that are objects.
pub(crate) fn iter_objects(schema: &SchemaMap) -> impl Iterator<Item = &SchemaMap> {
    let steps = subschemas(schema).into_iter();
    steps.filter_map(|(_, inside)| inside.as_object())
}

pub(crate) fn iter_objects_mut(schema: &mut SchemaMap) -> impl Iterator<Item = &mut SchemaMap> {
    let steps = subschemas_mut(schema).into_iter();
    steps.filter_map(|(_, inside)| inside.as_object_mut())
}

/// Visits a schema, and then its nested schemas.
pub(crate) fn for_each_schema(schema: &mut SchemaMap, visit: &mut dyn FnMut(&mut SchemaMap)) {
    visit(schema);
    for inside in iter_objects_mut(schema) {
        for_each_schema(inside, visit);
    }
}

/// Writes a name as a segment of a JSON Pointer.
pub(crate) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{subschemas, subschemas_mut};

    #[test]
    fn passes_over_names_and_data() {
        let schema = json!({
            "type": "object",
            "properties": {"type": {"const": {"not": {}}}, "$ref": {}, "a/b": true},
            "default": {"properties": {"x": {}}},
            "enum": [{"items": {}}],
            "examples": [{"anyOf": [{}]}],
            "anyOf": [{}],
            "additionalProperties": false,
            "required": ["type"],
        });
        let Value::Object(mut schema) = schema else {
            unreachable!("it is an object")
        };
        let steps = subschemas_mut(&mut schema).into_iter();
        let pointers: Vec<String> = steps.map(|(step, _)| step.to_string()).collect();
        assert_eq!(
            pointers,
            [
                "/properties/type",
                "/properties/$ref",
                "/properties/a~1b",
                "/anyOf/0",
                "/additionalProperties"
            ]
        );
        assert_eq!(subschemas(&schema).len(), pointers.len());
    }
}
