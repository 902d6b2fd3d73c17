use std::marker::PhantomData;

use schemars::transform::Transform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

use super::foreign::own;
use super::hints::{ALIASES, MAP, is_building};
use super::keys::keep_aliases;
use super::keyword::{CLOSING, FORMS, UNIONS};
use super::lookup::Lookup;
use super::walk::SchemaMap;
use crate::schema::OrderedMapExt as _;

/// Closes an object of a derived type. This is a transform of the schema of a struct, or of a
/// variant that is an object.
///
/// The derive applies it only to schemas of the type itself, never to the schema of another type.
/// An object with a flattened map stays open because it declares a schema for its further keys.
pub fn close(schema: &mut Schema) {
    if let Some(object) = schema.as_object_mut() {
        close_object(object);
    }
}

/// Declares the tag of `#[serde(tag = "..")]` on a struct, with its only value. This is a transform
/// of the struct's schema. Serde writes the tag but does not require it.
#[derive(Clone, Copy, Debug)]
pub struct StructTag(pub &'static str, pub &'static str);

impl Transform for StructTag {
    fn transform(&mut self, schema: &mut Schema) {
        let Self(tag, name) = *self;
        let properties = schema
            .ensure_object()
            .entry("properties")
            .or_insert_with(|| SchemaMap::new().into());
        if let Value::Object(properties) = properties
            && !properties.contains_key(tag)
        {
            let others = std::mem::take(properties);
            properties.insert(tag.to_owned(), json!({"type": "string", "const": name}));
            properties.extend(others);
        }
    }
}

/// Makes the content of an adjacently tagged newtype variant optional if its type `T` is an
/// `Option`. This is a transform of the variant's schema. Schemars always requires the content, but
/// serde reads missing content as `None`.
pub struct OptionalContent<T: ?Sized> {
    key: &'static str,
    of: PhantomData<T>,
}

impl<T: ?Sized> OptionalContent<T> {
    /// Creates the transform for the content with this key.
    #[must_use]
    pub fn new(key: &'static str) -> Self {
        let of = PhantomData;
        Self { key, of }
    }
}

impl<T: JsonSchema + ?Sized> Transform for OptionalContent<T> {
    fn transform(&mut self, schema: &mut Schema) {
        let required = schema.get_mut("required").and_then(Value::as_array_mut);
        if let Some(required) = required.filter(|_| T::_schemars_private_is_option()) {
            required.retain(|key| key != self.key);
        }
    }
}

/// Closes the content of an externally or adjacently tagged struct variant. The content is the only
/// object among the properties of the variant's schema.
pub fn close_content(schema: &mut Schema) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    let contents = properties.into_iter().flatten();
    for content in contents.filter_map(|(_, content)| content.as_object_mut()) {
        close_object(content);
    }
}

/// Closes an internally tagged newtype variant whose content is an enum.
///
/// Schemars inlines closed content to add the tag to it, and references open content, which stays
/// open. When it inlines an enum, it opens the branches. This transform therefore closes the object
/// around them.
fn close_union(schema: &mut Schema) {
    if let Some(object) = schema.as_object_mut()
        && !object.contains_key("$ref")
        && object.has_any(&FORMS)
    {
        close_object(object);
    }
}

/// Closes an internally tagged newtype variant of a `T`, like `close_union`. Also closes it if `T`
/// is `()` or a unit struct: serde then rejects all keys except the tag.
pub fn close_newtype<T: JsonSchema + ?Sized>(schema: &mut Schema) {
    let is_tag_alone = |object: &SchemaMap| {
        object.entries("properties").count() == 1 && !object.contains_key("$ref")
    };
    if schema.as_object().is_some_and(is_tag_alone)
        && T::json_schema(&mut SchemaGenerator::default()).get("type") == Some(&json!("null"))
    {
        close(schema);
    }
    if T::json_schema(&mut SchemaGenerator::default())
        .get("type")
        .and_then(Value::as_str)
        .is_some_and(|name| name != "object")
    {
        // It has no object to close.
        own(schema);
    }
    close_union(schema);
}

/// The transform of each unit variant that [`fold_unit_variants`] folds. It changes nothing, but
/// schemars then writes a separate schema for the variant.
pub fn unit_variant(_: &mut Schema) {}

/// Puts unit variants that schemars wrote as separate schemas back into one `enum`. The hint of an
/// alias makes schemars write a `const` branch.
///
/// While a definition is built, the aliases stay with that `enum`, as a map from member to aliases:
/// `"x-tool-aliases": {"ascending": ["asc"]}`.
pub fn fold_unit_variants(schema: &mut Schema) {
    let Some(object) = schema.as_object_mut() else {
        return;
    };
    for key in UNIONS {
        let Some(Value::Array(branches)) = object.get_mut(key) else {
            continue;
        };
        let Some(folded) = fold(branches) else {
            return;
        };
        if branches.is_empty() {
            keep_aliases(&folded);
            object.remove_key(key);
            let rest = std::mem::replace(object, folded);
            object.extend(rest);
        } else {
            branches.insert(0, folded.into());
        }
        return;
    }
}

/// Removes the plain `const` branches and returns one `enum` of them.
fn fold(branches: &mut Vec<Value>) -> Option<SchemaMap> {
    let mut members = Vec::new();
    let mut aliases = SchemaMap::new();
    branches.retain(|branch| {
        let Some(member) = find_plain_const(branch) else {
            return true;
        };
        members.push(member.clone());
        if let (Some(member), Some(names)) = (member.as_str(), branch.get(ALIASES)) {
            aliases.insert(member.to_owned(), names.clone());
        }
        false
    });
    if members.is_empty() {
        return None;
    }
    let mut folded = SchemaMap::new();
    folded.insert("type".to_owned(), json!("string"));
    folded.insert("enum".to_owned(), Value::Array(members));
    if !aliases.is_empty() {
        folded.insert(ALIASES.to_owned(), Value::Object(aliases));
    }
    Some(folded)
}

/// Returns the `const` of a branch without further constraints.
fn find_plain_const(branch: &Value) -> Option<&Value> {
    let known = |key: &str| matches!(key, "type" | "const" | ALIASES);
    let branch = branch.as_object()?;
    let is_plain = branch.get("type")? == "string" && branch.keys().all(|key| known(key));
    branch.get("const").filter(|_| is_plain)
}

fn close_object(object: &mut SchemaMap) {
    if object.text("type") != Some("object") {
        return;
    }
    match CLOSING.iter().find_map(|key| object.get(*key)) {
        // Puts the keyword last. Schemars writes it first, and the model would read it before the
        // properties.
        Some(Value::Bool(false)) => {
            for key in CLOSING {
                if let Some(value) = object.remove_key(key) {
                    object.insert(key.to_owned(), value);
                }
            }
        }
        Some(_) => {
            if is_building() {
                object.insert(MAP.to_owned(), true.into());
            }
        }
        None => {
            object.insert(choose_closing_keyword(object).to_owned(), false.into());
        }
    }
}

/// Returns the keyword that closes the object. `additionalProperties` applies only to adjacent
/// properties, but the properties of a flattened enum are in branches.
fn choose_closing_keyword(object: &SchemaMap) -> &'static str {
    if object.has_any(&FORMS) || object.has_any(&["if", "$ref"]) {
        "unevaluatedProperties"
    } else {
        "additionalProperties"
    }
}

#[cfg(test)]
mod tests {
    use schemars::{Schema, json_schema};
    use serde_json::Value;

    use super::super::hints::with_hints;
    use super::{close, close_content, close_union, fold_unit_variants};

    #[track_caller]
    fn check(transform: fn(&mut Schema), mut before: Schema, after: &Schema) {
        transform(&mut before);
        // Compares the text, since the order of the keywords matters.
        let text = |schema: &Schema| Value::from(schema.clone()).to_string();
        assert_eq!(text(&before), text(after));
    }

    #[test]
    fn objects_are_closed() {
        check(
            close,
            json_schema!({"type": "object", "properties": {"a": {"type": "object"}}}),
            &json_schema!({"type": "object", "properties": {"a": {"type": "object"}}, "additionalProperties": false}),
        );
        check(
            close,
            json_schema!({"type": "object", "oneOf": [{"type": "object"}]}),
            &json_schema!({"type": "object", "oneOf": [{"type": "object"}], "unevaluatedProperties": false}),
        );
    }

    #[test]
    fn other_schemas_are_left_alone() {
        for schema in [
            json_schema!({"$ref": "#/$defs/Other"}),
            json_schema!({"type": ["object", "null"]}),
            json_schema!({"type": "array"}),
            json_schema!({"type": "object", "additionalProperties": false}),
            json_schema!({"type": "object", "unevaluatedProperties": false}),
            json_schema!(true),
        ] {
            check(close, schema.clone(), &schema);
        }
    }

    #[test]
    fn maps_stay_open_and_are_marked_while_building() {
        let map = json_schema!({"type": "object", "additionalProperties": {"type": "string"}});
        check(close, map.clone(), &map);
        with_hints(|| {
            check(
                close,
                map,
                &json_schema!({"type": "object", "additionalProperties": {"type": "string"}, "x-tool-map": true}),
            );
        });
    }

    #[test]
    fn contents_are_closed_and_references_are_not() {
        check(
            close_content,
            json_schema!({"type": "object", "properties": {"tag": {"type": "string", "const": "A"}, "content": {"type": "object"}}}),
            &json_schema!({"type": "object", "properties": {"tag": {"type": "string", "const": "A"}, "content": {"type": "object", "additionalProperties": false}}}),
        );
        let reference =
            json_schema!({"type": "object", "properties": {"A": {"$ref": "#/$defs/Other"}}});
        check(close_content, reference.clone(), &reference);
    }

    #[test]
    fn unions_are_closed_around_their_branches() {
        check(
            close_union,
            json_schema!({"type": "object", "oneOf": [{}], "properties": {"tag": {}}}),
            &json_schema!({"type": "object", "oneOf": [{}], "properties": {"tag": {}}, "unevaluatedProperties": false}),
        );
        for schema in [
            json_schema!({"type": "object", "$ref": "#/$defs/Open", "properties": {"tag": {}}}),
            json_schema!({"type": "object", "properties": {"tag": {}}}),
        ] {
            check(close_union, schema.clone(), &schema);
        }
    }

    #[test]
    fn unit_variants_are_folded_in_their_order() {
        check(
            fold_unit_variants,
            json_schema!({"oneOf": [
                {"type": "string", "const": "a"},
                {"type": "object"},
                {"type": "string", "const": "b"},
                {"type": "string", "const": "c", "description": "Stays."},
            ]}),
            &json_schema!({"oneOf": [
                {"type": "string", "enum": ["a", "b"]},
                {"type": "object"},
                {"type": "string", "const": "c", "description": "Stays."},
            ]}),
        );
    }

    #[test]
    fn an_enum_of_unit_variants_is_plain_again() {
        check(
            fold_unit_variants,
            json_schema!({"oneOf": [{"type": "string", "const": "a"}, {"type": "string", "const": "b"}], "description": "Two."}),
            &json_schema!({"type": "string", "enum": ["a", "b"], "description": "Two."}),
        );
    }

    #[test]
    fn folding_keeps_the_aliases() {
        check(
            fold_unit_variants,
            json_schema!({"oneOf": [
                {"type": "string", "const": "a", "x-tool-aliases": ["x", "y"]},
                {"type": "string", "const": "b"},
            ]}),
            &json_schema!({"type": "string", "enum": ["a", "b"], "x-tool-aliases": {"a": ["x", "y"]}}),
        );
    }
}
