//! Finds the schemas of arguments, and the types that they accept.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::typing::Types;
use crate::schema::{Lookup, References};
use crate::tool::Definition;

/// Finds the schemas of the arguments of one tool.
pub(super) struct Schemas<'d> {
    root: Option<&'d Value>,
    /// The forms of the arguments.
    forms: SchemaForms<'d>,
    /// The properties of the arguments, if they have one form.
    properties: Option<&'d Map<String, Value>>,
}

/// The forms of one value: its schema, the targets of references, and the alternatives.
#[derive(Debug, Default)]
pub(super) struct SchemaForms<'d> {
    /// Most values have one form, which needs no allocation.
    first: Option<&'d Value>,
    others: Vec<&'d Value>,
}

impl<'d> SchemaForms<'d> {
    fn iter(&self) -> impl Iterator<Item = &'d Value> + Clone {
        self.first.into_iter().chain(self.others.iter().copied())
    }

    fn get(&self, index: usize) -> Option<&'d Value> {
        match index.checked_sub(1) {
            None => self.first,
            Some(other) => self.others.get(other).copied(),
        }
    }

    fn push(&mut self, form: &'d Value) {
        match self.first {
            None => self.first = Some(form),
            Some(_) => self.others.push(form),
        }
    }
}

impl<'d> Schemas<'d> {
    pub(super) fn of(tool: Option<&'d Definition>) -> Self {
        let root = tool.map(Definition::schema);
        let mut schemas = Self {
            root,
            forms: SchemaForms::default(),
            properties: None,
        };
        let others = Vec::new();
        schemas.forms = schemas.complete(SchemaForms {
            first: root,
            others,
        });
        if schemas.forms.others.is_empty() {
            schemas.properties = root.and_then(find_properties);
        }
        schemas
    }

    /// Returns whether the tool declares an argument of this name. Returns `None` if the
    /// arguments of the tool are not known.
    pub(super) fn declares(&self, name: &str) -> Option<bool> {
        Self::declares_member(&self.forms, name)
    }

    /// Returns whether an object of these forms declares a member. Returns `None` if no form
    /// declares any.
    pub(super) fn declares_member(forms: &SchemaForms<'_>, name: &str) -> Option<bool> {
        let mut objects = forms
            .iter()
            .filter_map(|form| form.object("properties"))
            .peekable();
        objects.peek()?;
        Some(objects.any(|properties| properties.contains_key(name)))
    }

    /// Returns the forms of an argument.
    pub(super) fn argument(&self, name: &str) -> SchemaForms<'d> {
        self.member(&self.forms, name)
    }

    /// Returns the forms of a member of an object. Each form of the object may have its own.
    pub(super) fn member(&self, forms: &SchemaForms<'d>, name: &str) -> SchemaForms<'d> {
        let mut declared = SchemaForms::default();
        for properties in forms.iter().filter_map(find_properties) {
            if let Some(schema) = look_up(properties, name) {
                declared.push(schema);
            }
        }
        if declared.first.is_some() {
            return self.complete(declared);
        }
        let others = forms
            .iter()
            .filter_map(|form| form.value("additionalProperties"));
        self.list_forms(others.filter(|schema| schema.is_object()))
    }

    /// Returns the forms of an item of an array. Each form of the array may have its own.
    pub(super) fn item(&self, forms: &SchemaForms<'d>, index: usize) -> SchemaForms<'d> {
        let item_of = |form: &'d Value| {
            let items = || form.value("items").filter(|items| items.is_object());
            let first = form.list("prefixItems").get(index);
            first
                .or_else(|| form.list("items").get(index))
                .or_else(items)
        };
        self.list_forms(forms.iter().filter_map(item_of))
    }

    fn list_forms(&self, schemas: impl IntoIterator<Item = &'d Value>) -> SchemaForms<'d> {
        let mut forms = SchemaForms::default();
        for schema in schemas {
            forms.push(schema);
        }
        self.complete(forms)
    }

    /// Adds the targets of references and the alternatives to these schemas. Follows each
    /// reference once, because references may form a circle.
    fn complete(&self, mut forms: SchemaForms<'d>) -> SchemaForms<'d> {
        let mut targets = None;
        let mut next = 0;
        while let Some(form) = forms.get(next) {
            for (keyword, value) in form.as_object().into_iter().flatten() {
                match (keyword.as_str(), value) {
                    ("$ref", Value::String(reference)) => {
                        let targets = targets.get_or_insert_with(HashSet::new);
                        let root = self.root.map(References::of);
                        let target = root.and_then(|references| references.target(reference));
                        let is_new = |target: &&Value| targets.insert(std::ptr::from_ref(*target));
                        if let Some(target) = target.filter(is_new) {
                            forms.push(target);
                        }
                    }
                    ("anyOf" | "oneOf" | "allOf", Value::Array(schemas)) => {
                        for schema in schemas {
                            forms.push(schema);
                        }
                    }
                    _ => {}
                }
            }
            next += 1;
        }
        forms
    }

    /// Returns the types of an argument.
    pub(super) fn find_argument_types(&self, name: &str) -> Types {
        let declared = self.properties.and_then(|all| look_up(all, name));
        let plain = declared.and_then(read_plain_type);
        plain.unwrap_or_else(|| Self::types(&self.argument(name)))
    }

    /// Returns the types of a value with these forms.
    pub(super) fn types(forms: &SchemaForms<'_>) -> Types {
        let types = forms.iter().map(Self::types_of);
        types.fold(Types::UNKNOWN, Types::or)
    }

    /// Returns the types that a schema names itself.
    fn types_of(schema: &Value) -> Types {
        let named = match schema.as_object().and_then(|all| look_up(all, "type")) {
            Some(Value::String(name)) => Types::named(name),
            Some(Value::Array(names)) => {
                let names = names.iter().filter_map(Value::as_str).map(Types::named);
                names.fold(Types::UNKNOWN, Types::or)
            }
            _ => Types::UNKNOWN,
        };
        if named != Types::UNKNOWN {
            return named;
        }
        let constant = schema.value("const").map(Types::of_value);
        let members = schema.list("enum").iter().map(Types::of_value);
        let listed = members.chain(constant).fold(Types::UNKNOWN, Types::or);
        if listed != Types::UNKNOWN {
            return listed;
        }
        if schema.value("properties").is_some() {
            return Types::OBJECT;
        }
        if schema
            .value("items")
            .or(schema.value("prefixItems"))
            .is_some()
        {
            return Types::ARRAY;
        }
        Types::UNKNOWN
    }
}

/// Returns the type of a schema that names one type, and has neither references nor alternatives.
fn read_plain_type(schema: &Value) -> Option<Types> {
    let mut named = None;
    for (keyword, value) in schema.as_object()? {
        match keyword.as_str() {
            "type" => named = value.as_str().map(Types::named),
            "$ref" | "anyOf" | "oneOf" | "allOf" => return None,
            _ => {}
        }
    }
    named.filter(|types| *types != Types::UNKNOWN)
}

fn find_properties(schema: &Value) -> Option<&Map<String, Value>> {
    look_up(schema.as_object()?, "properties")?.as_object()
}

/// Returns the value of a key. In a small map, a comparison with each key costs less than a hash.
fn look_up<'d>(map: &'d Map<String, Value>, key: &str) -> Option<&'d Value> {
    if map.len() > 32 {
        return map.get(key);
    }
    // Most keys differ in their length or in their last byte.
    let last = key.as_bytes().last();
    let is_same = |known: &str| known.as_bytes().last() == last && known == key;
    let found = map.iter().find(|(known, _)| is_same(known));
    found.map(|(_, value)| value)
}
