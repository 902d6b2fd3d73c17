//! Gives text values the type that the schema of the tool expects.

use std::collections::HashSet;

use crate::json::write_string;
use serde_json::Value;

use super::item::read_tolerantly;
use super::literal::{self, Literal};
use crate::schema::{Lookup, References};
use crate::tool::Definition;
use crate::tree::Tree;

/// The types that a schema accepts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Types(u8);

impl Types {
    const NULL: Self = Self(1);
    const INTEGER: Self = Self(2);
    const NUMBER: Self = Self(4);
    const BOOLEAN: Self = Self(8);
    const OBJECT: Self = Self(16);
    const ARRAY: Self = Self(32);
    const STRING: Self = Self(64);
    /// The schema does not tell the type.
    const UNKNOWN: Self = Self(0);

    pub(super) fn contain(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns whether a text of any form fits.
    pub(super) fn may_be_text(self) -> bool {
        self == Self::UNKNOWN || self.contain(Self::STRING)
    }

    /// Returns the empty array or object, if one of them fits.
    pub(super) fn empty(self) -> Option<&'static str> {
        if self.contain(Self::ARRAY) {
            Some("[]")
        } else {
            self.contain(Self::OBJECT).then_some("{}")
        }
    }

    /// Returns whether undeclared tags of this name inside a value are the items of an array. The
    /// tag is usually `item`, and any tag if only an array fits.
    pub(super) fn has_items_named(self, name: &str) -> bool {
        match name {
            "item" => self.contain(Self::ARRAY) || !self.contain(Self::OBJECT),
            _ => self.contain(Self::ARRAY) && !self.contain(Self::OBJECT),
        }
    }

    /// Returns whether only a text fits.
    pub(super) fn is_text(self) -> bool {
        self == Self::STRING || self == Self::STRING.or(Self::NULL)
    }

    fn named(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "boolean" => Self::BOOLEAN,
            "object" => Self::OBJECT,
            "array" => Self::ARRAY,
            "string" => Self::STRING,
            _ => Self::UNKNOWN,
        }
    }

    fn of_value(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) if number.is_f64() => Self::NUMBER,
            Value::Number(_) => Self::INTEGER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }
}

/// The mark of a value that a format writes with its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marked {
    /// The format writes no types.
    No,
    /// The value is marked as a string.
    String,
    /// The value is marked as JSON.
    Json,
}

/// Finds the schemas of the arguments of one tool.
pub(super) struct Schemas<'d> {
    root: Option<&'d Value>,
    /// The forms of the arguments.
    forms: SchemaForms<'d>,
}

/// The forms of one value: its schema, the targets of references, and the alternatives.
pub(super) type SchemaForms<'d> = Vec<&'d Value>;

impl<'d> Schemas<'d> {
    pub(super) fn of(tool: Option<&'d Definition>) -> Self {
        let root = tool.map(Definition::schema);
        let mut schemas = Self {
            root,
            forms: Vec::new(),
        };
        schemas.forms = schemas.list_forms(root);
        schemas
    }

    /// Returns whether the tool declares an argument of this name. Returns `None` if the
    /// arguments of the tool are not known.
    pub(super) fn declares(&self, name: &str) -> Option<bool> {
        Self::declares_member(&self.forms, name)
    }

    /// Returns whether an object of these forms declares a member. Returns `None` if no form
    /// declares any.
    pub(super) fn declares_member(forms: &[&Value], name: &str) -> Option<bool> {
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
    pub(super) fn member(&self, forms: &[&'d Value], name: &str) -> SchemaForms<'d> {
        let objects = forms.iter().filter_map(|form| form.object("properties"));
        let declared: Vec<_> = objects
            .filter_map(|properties| properties.get(name))
            .collect();
        if declared.is_empty() {
            let others = forms
                .iter()
                .filter_map(|form| form.value("additionalProperties"));
            self.list_forms(others.filter(|schema| schema.is_object()))
        } else {
            self.list_forms(declared)
        }
    }

    /// Returns the forms of an item of an array. Each form of the array may have its own.
    pub(super) fn item(&self, forms: &[&'d Value], index: usize) -> SchemaForms<'d> {
        let item_of = |form: &&'d Value| {
            let items = || form.value("items").filter(|items| items.is_object());
            let first = form.list("prefixItems").get(index);
            first
                .or_else(|| form.list("items").get(index))
                .or_else(items)
        };
        self.list_forms(forms.iter().filter_map(item_of))
    }

    /// Returns the forms of these schemas. Follows each reference once, because references may form
    /// a circle.
    fn list_forms(&self, schemas: impl IntoIterator<Item = &'d Value>) -> SchemaForms<'d> {
        let mut forms: Vec<_> = schemas.into_iter().collect();
        let mut targets = HashSet::new();
        let mut next = 0;
        while let Some(form) = forms.get(next).copied() {
            let target = form
                .text("$ref")
                .zip(self.root)
                .and_then(|(reference, root)| References::of(root).target(reference));
            forms.extend(target.filter(|target| targets.insert(std::ptr::from_ref(*target))));
            for list in ["anyOf", "oneOf", "allOf"] {
                forms.extend(form.list(list));
            }
            next += 1;
        }
        forms
    }

    /// Returns the types of a value with these forms.
    pub(super) fn types(forms: &[&Value]) -> Types {
        let types = forms.iter().map(|form| Self::types_of(form));
        types.fold(Types::UNKNOWN, Types::or)
    }

    /// Returns the types that a schema names itself.
    fn types_of(schema: &Value) -> Types {
        let named = schema.types();
        if !named.is_empty() {
            return named
                .iter()
                .fold(Types::UNKNOWN, |all, name| all.or(Types::named(name)));
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

/// Returns the JSON text of a text value. A text that fits none of the types stays a string.
pub(super) fn to_json(text: &str, types: Types, marked: Marked) -> String {
    let json = match marked {
        Marked::String if types.may_be_text() => None,
        Marked::No | Marked::String => read_typed(text, types),
        Marked::Json => read_marked_json(text, types).or_else(|| read_typed(text, types)),
    };
    json.unwrap_or_else(|| {
        let mut string = String::new();
        write_string(text, &mut string);
        string
    })
}

/// Reads a value that the format marks as JSON, unless the schema contradicts.
fn read_marked_json(text: &str, types: Types) -> Option<String> {
    let value: Value = serde_json::from_str(text.trim()).ok()?;
    let own = Types::of_value(&value);
    let is_number = types.contain(Types::NUMBER.or(Types::INTEGER)) && value.is_number();
    let fits = types == Types::UNKNOWN || types.contain(own) || is_number;
    fits.then(|| text.trim().to_owned())
}

/// Reads the value as the first type that fits, in a fixed order.
fn read_typed(text: &str, types: Types) -> Option<String> {
    let value = text.trim();
    if types.contain(Types::NULL) {
        let is_none = value == "None" && !types.contain(Types::STRING);
        if value == "null" || is_none {
            return Some("null".to_owned());
        }
    }
    if types.contain(Types::INTEGER.or(Types::NUMBER)) && is_number(value) {
        let is_integer = !value.contains(['.', 'e', 'E']);
        let accepts = types.contain(Types::NUMBER) || is_integer || !types.contain(Types::STRING);
        if accepts {
            return Some(value.to_owned());
        }
    }
    if types.contain(Types::BOOLEAN) {
        for word in ["true", "false"] {
            if value.eq_ignore_ascii_case(word) {
                return Some(word.to_owned());
            }
        }
    }
    let container = |types: Types, bracket: char| {
        types.contain(Types::OBJECT) && bracket == '{'
            || types.contain(Types::ARRAY) && bracket == '['
    };
    match value.chars().next() {
        Some(bracket @ ('{' | '[')) if container(types, bracket) => read_container_json(value),
        // A tuple is a list.
        Some('(') if types.contain(Types::ARRAY) => read_container_json(value),
        _ => None,
    }
}

/// Returns the text of an array or object as JSON. Reads Python literals and JSON with faults.
fn read_container_json(value: &str) -> Option<String> {
    if serde_json::from_str::<serde::de::IgnoredAny>(value).is_ok() {
        return Some(value.to_owned());
    }
    if let Some(tree @ (Tree::Object(_) | Tree::Array(_))) = read_tolerantly(value) {
        return Some(tree.to_json());
    }
    let mut json = String::new();
    match literal::read(value, true, 0, &mut json) {
        Literal::At(end) if end == value.len() => Some(json),
        _ => None,
    }
}

/// Returns whether a text is a JSON number that is finite.
fn is_number(text: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(text)
        .is_ok_and(|_| text.parse::<f64>().is_ok_and(f64::is_finite))
}

/// Names of an argument that some models write around all arguments.
const WRAPPERS: [&str; 5] = ["arguments", "input", "parameters", "params", "args"];

/// Arguments while they are read: keys with their JSON text, each key once.
#[derive(Debug, Default)]
pub(super) struct CollectedArguments {
    entries: Vec<(String, String)>,
}

impl CollectedArguments {
    /// Adds an entry. The last value of a key counts.
    pub(super) fn insert(&mut self, key: &str, json: String) {
        let same = self.entries.iter_mut().find(|(known, _)| known == key);
        match same {
            Some((_, value)) => *value = json,
            None => self.entries.push((key.to_owned(), json)),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|(known, _)| known == key)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entries as a JSON object. If the only argument is an undeclared wrapper around
    /// all arguments, returns its content.
    pub(super) fn unwrap_arguments(&self, schemas: &Schemas<'_>) -> String {
        if let [(key, json)] = &self.entries[..]
            && WRAPPERS.contains(&&**key)
            && schemas.declares(key) == Some(false)
        {
            let inside = serde_json::from_str::<String>(json).unwrap_or_else(|_| json.clone());
            let object = read_container_json(inside.trim()).filter(|json| json.starts_with('{'));
            if let Some(object) = object {
                return object;
            }
        }
        self.to_json()
    }

    /// Returns the entries as a JSON object.
    pub(super) fn to_json(&self) -> String {
        let size = |(key, value): &(String, String)| key.len() + value.len() + 6;
        let mut json = String::with_capacity(2 + self.entries.iter().map(size).sum::<usize>());
        json.push('{');
        for (at, (key, value)) in self.entries.iter().enumerate() {
            if at > 0 {
                json.push_str(", ");
            }
            write_string(key, &mut json);
            json.push_str(": ");
            json.push_str(value);
        }
        json.push('}');
        json
    }
}
