use std::borrow::Cow;
use std::cell::RefCell;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::apart::add_needed;
use super::forms::keep_forms;
use super::hints::{FlattenedProperties, REQUIRED_BY_TYPE, TAKES, Variants, meet, write};
use super::keyword::{CLOSING, FORMS, UNIONS};
use super::lookup::Lookup;
use super::reference::find_referred;
use super::units::{note_followed, write_unit_variants};
use super::walk::subschemas;
use crate::limits::REFERENCE_CHAIN;
use crate::limits::SELF_NESTING;

/// Replaces the type of a flattened field during schema generation, to record the names of its
/// properties.
#[derive(Debug)]
pub struct Flattened<T>(PhantomData<T>);

impl<T: JsonSchema> JsonSchema for Flattened<T> {
    fn inline_schema() -> bool {
        T::inline_schema()
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        T::json_schema(generator)
    }

    fn _schemars_private_non_optional_json_schema(generator: &mut SchemaGenerator) -> Schema {
        let name = std::any::type_name::<T>();
        let Some(_depth) = Depth::enter(name) else {
            meet(|met| met.endless = Some(name));
            return Schema::default();
        };
        let mut schema = T::_schemars_private_non_optional_json_schema(generator);
        follow(&mut schema, generator);
        let is_option = T::_schemars_private_is_option();
        let is_newtype_of_option = !is_option && take_null(&mut schema);
        follow(&mut schema, generator);
        if let Some(object) = schema.as_object_mut() {
            for name in write_unit_variants(object, generator.definitions()) {
                note_followed(name);
            }
        }
        keep(name, &schema, is_option || is_newtype_of_option, generator);
        schema.remove(TAKES);
        if is_option || is_newtype_of_option {
            mark_required(&mut schema);
            allow_none_of_unions(&mut schema, is_newtype_of_option);
        }
        if is_newtype_of_option {
            schema.remove("required");
        }
        schema
    }

    fn _schemars_private_is_option() -> bool {
        T::_schemars_private_is_option()
    }
}

thread_local! {
    /// The types whose schemas are being generated.
    static MAKING: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// Guards the generation of the schema of a flattened type.
struct Depth;

impl Depth {
    fn enter(name: &'static str) -> Option<Self> {
        MAKING.with_borrow_mut(|making| {
            if making.iter().filter(|made| **made == name).count() == SELF_NESTING {
                return None;
            }
            making.push(name);
            Some(Self)
        })
    }
}

impl Drop for Depth {
    fn drop(&mut self) {
        MAKING.with_borrow_mut(Vec::pop);
    }
}

/// Marks the properties that an optional type requires, since schemars drops `required`.
fn mark_required(schema: &mut Schema) {
    let required = schema.as_value().names("required").map(str::to_owned);
    let required: Vec<String> = required.collect();
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    let Some(properties) = properties else {
        return;
    };
    for name in required {
        let property = properties.get_mut(&name).map(TryInto::try_into);
        if let Some(Ok::<&mut Schema, _>(property)) = property {
            write(property, REQUIRED_BY_TYPE, true.into());
        }
    }
}

/// Removes the `null` of a newtype around an `Option`. Returns whether there was one. The newtype
/// contains `None` if the input lacks all its properties.
fn take_null(schema: &mut Schema) -> bool {
    let Some(Value::Array(forms)) = schema.get_mut("anyOf") else {
        return false;
    };
    if forms.len() != 2
        || forms
            .pop_if(|form| *form == json!({"type": "null"}))
            .is_none()
    {
        return false;
    }
    let inner = forms.pop();
    schema.remove("anyOf");
    if let Some(Value::Object(inner)) = inner {
        schema.ensure_object().extend(inner);
    }
    true
}

/// Adds an empty form to each union of an optional type with several unions. Schemars adds it only
/// to an `Option` with one union.
fn allow_none_of_unions(schema: &mut Schema, is_newtype: bool) {
    let schema = schema.ensure_object();
    let is_one = !UNIONS.iter().all(|union| schema.contains_key(*union));
    if !schema.contains_key("allOf") && is_one && !is_newtype {
        return;
    }
    let mut members = match schema.remove("allOf") {
        Some(Value::Array(members)) => members,
        _ => Vec::new(),
    };
    for keyword in UNIONS {
        let union = schema.remove(keyword);
        members.extend(union.map(|forms| json!({keyword: forms})));
    }
    let optional = members
        .into_iter()
        .map(|member| json!({"anyOf": [member, {}]}));
    let optional: Vec<_> = optional.collect();
    if !optional.is_empty() {
        schema.insert("allOf".to_owned(), optional.into());
    }
}

/// Returns the JSON Pointers of the properties that an optional flattened type requires.
pub(crate) fn collect_required_by_types(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    collect_required(schema, "", &mut found);
    found
}

fn collect_required(schema: &Value, path: &str, found: &mut Vec<String>) {
    let Value::Object(schema) = schema else {
        return;
    };
    if schema.contains_key(REQUIRED_BY_TYPE) {
        found.push(path.to_owned());
    }
    for (step, inside) in subschemas(schema) {
        collect_required(inside, &format!("{path}{step}"), found);
    }
}

/// Replaces a reference of a newtype by its target. Schemars opens flattened types and makes the
/// properties of optional types optional, but it does not follow references.
fn follow(schema: &mut Schema, generator: &SchemaGenerator) {
    for _ in 0..REFERENCE_CHAIN {
        let Some(name) = find_referred(schema.as_value()) else {
            return;
        };
        let Some(target) = generator.definitions().object(&name) else {
            return;
        };
        note_followed(name);
        let mut followed = target.clone();
        if let Some(own) = schema.as_object() {
            let own = own.iter().filter(|(keyword, _)| *keyword != "$ref");
            followed.extend(own.map(|(keyword, value)| (keyword.clone(), value.clone())));
        }
        *schema = followed.into();
    }
}

fn keep(of: &'static str, schema: &Schema, is_optional: bool, generator: &SchemaGenerator) {
    meet(|met| {
        met.keep_forms = Some(keep_forms);
        met.flattened.get_or_insert_with(of, || {
            let mut properties = FlattenedProperties::default();
            let definitions = generator.definitions();
            collect(
                schema.as_value(),
                definitions,
                &mut properties,
                &mut Vec::new(),
            );
            properties.takes = schema.get(TAKES).and_then(Value::as_bool);
            properties.is_optional = is_optional;
            add_needed(schema.as_value(), &mut properties.needed);
            properties
        });
    });
}

/// Adds the properties that values of a schema may have.
fn collect(
    schema: &Value,
    definitions: &Map<String, Value>,
    to: &mut FlattenedProperties,
    met: &mut Vec<String>,
) {
    // Only `true` accepts any property. An empty object is the form of an absent optional union.
    if *schema == Value::Bool(true) {
        to.additional.push(true.into());
    }
    let Value::Object(schema) = schema else {
        return;
    };
    let additional = CLOSING.iter().filter_map(|keyword| schema.get(*keyword));
    // The keys of a map may be integers.
    let by_pattern = schema.entries("patternProperties").map(|(_, value)| value);
    let additional = additional
        .chain(by_pattern)
        .filter(|additional| **additional != Value::Bool(false));
    to.additional.extend(additional.cloned());
    let names = schema.entries("properties").map(|(name, _)| name.clone());
    to.names.extend(names);
    for keyword in FORMS {
        let mut variants = Variants::new();
        for schema in schema.list(keyword) {
            collect(schema, definitions, to, met);
            collect_variant(schema, definitions, &mut variants);
        }
        to.enums.extend((!variants.is_empty()).then_some(variants));
    }
    let names = &mut to.names;
    // A flattened unit variant is a property name.
    let members = schema.names("enum").chain(schema.text("const"));
    names.extend(members.map(str::to_owned));
    if let Some(name) = find_referred(schema)
        && !met.contains(&name)
        && let Some(target) = definitions.get(&name)
    {
        met.push(name);
        collect(target, definitions, to, met);
    }
}

/// Adds the properties of a variant of a tagged enum.
fn collect_variant(schema: &Value, definitions: &Map<String, Value>, to: &mut Variants) {
    let mut properties = schema.entries("properties");
    if let Some(tag) = properties.find_map(|(_, property)| property.text("const")) {
        let mut of_variant = FlattenedProperties::default();
        collect(schema, definitions, &mut of_variant, &mut Vec::new());
        let names = to.entry(tag.to_owned()).or_default();
        names.extend(of_variant.names);
    }
}
