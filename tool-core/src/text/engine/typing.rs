//! Gives text values the type that the schema of the tool expects.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::{Map, Value};

use super::item::read_tolerantly;
use super::literal::{self, Literal};
use super::value_end::{find_shallow_json_end, is_short_integer};
use crate::json::{end_of_short_run, write_string};
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
        schemas.forms = schemas.add_forms(root.into_iter().collect());
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
        let declared = forms.iter().filter_map(|form| {
            let properties = look_up(form.as_object()?, "properties")?;
            look_up(properties.as_object()?, name)
        });
        let mut found: SchemaForms<'d> = declared.collect();
        if found.is_empty() {
            let others = forms
                .iter()
                .filter_map(|form| form.value("additionalProperties"));
            found.extend(others.filter(|schema| schema.is_object()));
        }
        self.add_forms(found)
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
        self.add_forms(forms.iter().filter_map(item_of).collect())
    }

    /// Adds the targets of the references of these schemas, and their alternatives. Follows each
    /// reference once, because references may form a circle.
    fn add_forms(&self, mut forms: SchemaForms<'d>) -> SchemaForms<'d> {
        let mut targets = HashSet::new();
        let mut next = 0;
        while let Some(form) = forms.get(next).copied() {
            for (keyword, value) in form.as_object().into_iter().flatten() {
                match (keyword.as_str(), value) {
                    ("$ref", Value::String(reference)) => {
                        let target = self
                            .root
                            .and_then(|root| References::of(root).target(reference));
                        let is_new = |target: &&Value| targets.insert(std::ptr::from_ref(*target));
                        forms.extend(target.filter(is_new));
                    }
                    ("anyOf" | "oneOf" | "allOf", Value::Array(schemas)) => forms.extend(schemas),
                    _ => {}
                }
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

/// Returns the value of a key. In a small map, a comparison with each key costs less than a hash.
fn look_up<'d>(map: &'d Map<String, Value>, key: &str) -> Option<&'d Value> {
    if map.len() > 16 {
        return map.get(key);
    }
    map.iter()
        .find(|(known, _)| *known == key)
        .map(|(_, value)| value)
}

/// Appends the JSON text of a text value. A text that fits none of the types stays a string.
pub(super) fn write_value(text: &str, types: Types, marked: Marked, json: &mut String) {
    let found = match marked {
        Marked::String if types.may_be_text() => None,
        Marked::No | Marked::String => read_typed(text, types),
        Marked::Json => read_marked_json(text, types).or_else(|| read_typed(text, types)),
    };
    match found {
        Some(found) => json.push_str(&found),
        None => write_string(text, json),
    }
}

/// Reads a value that the format marks as JSON, unless the schema contradicts.
fn read_marked_json(text: &str, types: Types) -> Option<Cow<'_, str>> {
    let text = text.trim();
    let own = match find_plain_type(text) {
        Some(own) => own,
        None => Types::of_value(&serde_json::from_str(text).ok()?),
    };
    let number = Types::NUMBER.or(Types::INTEGER);
    let is_number = types.contain(number) && number.contain(own);
    let fits = types == Types::UNKNOWN || types.contain(own) || is_number;
    fits.then_some(Cow::Borrowed(text))
}

/// Returns the type of JSON without escapes that is not deep. Other text has to be read.
fn find_plain_type(text: &str) -> Option<Types> {
    let is_container =
        || !text.contains('\\') && find_shallow_json_end(text, 0) == Some(text.len());
    match text.as_bytes() {
        b"null" => Some(Types::NULL),
        b"true" | b"false" => Some(Types::BOOLEAN),
        [b'{', ..] if is_container() => Some(Types::OBJECT),
        [b'[', ..] if is_container() => Some(Types::ARRAY),
        _ => is_short_integer(text).then_some(Types::INTEGER),
    }
}

/// Reads the value as the first type that fits, in a fixed order.
fn read_typed(text: &str, types: Types) -> Option<Cow<'_, str>> {
    if types == Types::STRING || types == Types::UNKNOWN {
        return None;
    }
    let value = text.trim();
    if types.contain(Types::NULL) {
        let is_none = value == "None" && !types.contain(Types::STRING);
        if value == "null" || is_none {
            return Some("null".into());
        }
    }
    if types.contain(Types::INTEGER.or(Types::NUMBER)) && is_number(value) {
        let is_integer = !value.contains(['.', 'e', 'E']);
        let accepts = types.contain(Types::NUMBER) || is_integer || !types.contain(Types::STRING);
        if accepts {
            return Some(value.into());
        }
    }
    if types.contain(Types::BOOLEAN) {
        for word in ["true", "false"] {
            if value.eq_ignore_ascii_case(word) {
                return Some(word.into());
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
fn read_container_json(value: &str) -> Option<Cow<'_, str>> {
    if serde_json::from_str::<serde::de::IgnoredAny>(value).is_ok() {
        return Some(value.into());
    }
    if let Some(tree @ (Tree::Object(_) | Tree::Array(_))) = read_tolerantly(value) {
        return Some(tree.to_json().into());
    }
    let mut json = String::new();
    match literal::read(value, true, 0, &mut json) {
        Literal::At(end) if end == value.len() => Some(json.into()),
        _ => None,
    }
}

/// Returns whether a text is a JSON number that is finite.
fn is_number(text: &str) -> bool {
    is_short_integer(text)
        || serde_json::from_str::<serde_json::Number>(text)
            .is_ok_and(|_| text.parse::<f64>().is_ok_and(f64::is_finite))
}

/// Names of an argument that some models write around all arguments.
const WRAPPERS: [&str; 5] = ["arguments", "input", "parameters", "params", "args"];

/// The size of most arguments, which need no more memory.
const MANY: usize = 256;

/// Arguments while they are read, as JSON text. Each key counts once.
#[derive(Debug, Default)]
pub(super) struct CollectedArguments {
    /// An object without its closing bracket, or nothing.
    json: String,
    entries: Vec<WrittenArgument>,
    /// `true` if the text has entries whose value another one replaced.
    has_replaced: bool,
}

/// The places of an argument in the text.
#[derive(Clone, Copy, Debug)]
struct WrittenArgument {
    /// The key, with its quotes.
    key: (usize, usize),
    value: (usize, usize),
}

impl CollectedArguments {
    /// Adds an entry, whose value `write` appends as JSON. The last value of a key counts.
    pub(super) fn insert(&mut self, key: &str, write: impl FnOnce(&mut String)) {
        let json = &mut self.json;
        if json.is_empty() {
            json.reserve(MANY);
            json.push('{');
        } else {
            json.push_str(", ");
        }
        let start = json.len();
        write_string(key, json);
        let key = (start, json.len());
        json.push_str(": ");
        let start = json.len();
        write(json);
        let value = (start, json.len());
        let written = &json.as_bytes()[key.0..key.1];
        let is_same = |known: &&mut WrittenArgument| {
            let known = &json.as_bytes()[known.key.0..known.key.1];
            // Most keys differ in their last letter.
            known.iter().nth_back(1) == written.iter().nth_back(1) && known == written
        };
        match self.entries.iter_mut().find(is_same) {
            Some(same) => {
                same.value = value;
                self.has_replaced = true;
            }
            None => self.entries.push(WrittenArgument { key, value }),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        let mut entries = self.entries.iter();
        if end_of_short_run(key.as_bytes(), 0) == key.len() {
            return entries.any(|known| self.text((known.key.0 + 1, known.key.1 - 1)) == key);
        }
        let mut written = String::new();
        write_string(key, &mut written);
        entries.any(|known| self.text(known.key) == written)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn text(&self, (start, end): (usize, usize)) -> &str {
        &self.json[start..end]
    }

    /// Returns the entries as a JSON object. If the only argument is an undeclared wrapper around
    /// all arguments, returns its content.
    pub(super) fn unwrap_arguments(self, schemas: &Schemas<'_>) -> String {
        if let [only] = self.entries[..]
            && let key = self.text((only.key.0 + 1, only.key.1 - 1))
            && WRAPPERS.contains(&key)
            && schemas.declares(key) == Some(false)
        {
            let json = self.text(only.value);
            let inside = serde_json::from_str::<String>(json);
            let inside = inside.map_or(Cow::Borrowed(json), Cow::Owned);
            let object = read_container_json(inside.trim()).filter(|json| json.starts_with('{'));
            if let Some(object) = object {
                return object.into_owned();
            }
        }
        self.into_json()
    }

    /// Returns the entries as a JSON object.
    pub(super) fn into_json(mut self) -> String {
        if self.has_replaced {
            let mut json = String::with_capacity(self.json.len());
            for entry in &self.entries {
                json.push_str(if json.is_empty() { "{" } else { ", " });
                json.push_str(self.text(entry.key));
                json.push_str(": ");
                json.push_str(self.text(entry.value));
            }
            self.json = json;
        } else if self.json.is_empty() {
            self.json.push('{');
        }
        self.json.push('}');
        self.json
    }
}
