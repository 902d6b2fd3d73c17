//! Repairs schemas that people wrote by hand or that generators got wrong: keywords with a value of
//! the wrong form.

use serde::Serialize;
use serde_json::{Number, Value, json};

use super::keyword::{FORMS, Holds, Keyword, Role, UNIONS};
use super::walk::{SchemaMap, SchemaStep, iter_objects, subschemas, subschemas_mut};
use super::{Lookup as _, OrderedMapExt as _};
use crate::issue::JsonType;
use crate::limits::SCHEMA_DEPTH;

/// A change to a malformed keyword of a schema: see
/// [`Definition::schema_repairs`](crate::Definition::schema_repairs).
///
/// ```
/// use tool_core::{Definition, json};
///
/// let ttl = json!({"type": "integer", "minimum": 0, "exclusiveMinimum": true});
/// let schema = json!({"type": "object", "properties": {"ttl": ttl}});
/// let cache = Definition::new("cache", "Store a value.", schema)?;
///
/// let repair = &cache.schema_repairs()[0];
/// assert_eq!((repair.path.as_str(), repair.keyword.as_str()), ("/properties/ttl", "exclusiveMinimum"));
/// assert_eq!((&repair.before, &repair.after), (&json!(true), &Some(json!(0))));
/// assert_eq!(repair.to_string(), "`exclusiveMinimum` at `/properties/ttl`: true became 0");
/// # Ok::<(), tool_core::SchemaError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SchemaRepair {
    /// The place of the schema, as a JSON Pointer. Empty for the root. It begins with
    /// `/outputSchema` for a place in the output schema.
    pub path: String,
    /// The keyword. For a value in the place of a schema, the keyword that holds it.
    pub keyword: String,
    /// The value as given.
    pub before: Value,
    /// The new value. `None` if the keyword was removed.
    pub after: Option<Value>,
}

/// Returns a path in the output schema as a path in the definition of the tool.
pub(crate) fn path_of_output(path: &str) -> String {
    format!("/outputSchema{path}")
}

impl SchemaRepair {
    /// Removes a value that is no schema from the place of the output schema.
    pub(crate) fn no_output(before: Value) -> Self {
        Self {
            path: String::new(),
            keyword: "outputSchema".to_owned(),
            before,
            after: None,
        }
    }

    /// Makes a repair of the output schema from the repair of a schema.
    pub(crate) fn of_output(mut self) -> Self {
        self.path = path_of_output(&self.path);
        self
    }
}

impl std::fmt::Display for SchemaRepair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            keyword, before, ..
        } = self;
        match self.path.as_str() {
            "" => write!(f, "`{keyword}` at the root: {before} ")?,
            path => write!(f, "`{keyword}` at `{path}`: {before} ")?,
        }
        match &self.after {
            Some(after) => write!(f, "became {after}"),
            None => f.write_str("was removed"),
        }
    }
}

/// Returns whether each value in the place of a schema is a schema, and each keyword has a value
/// of its form.
#[cfg(feature = "providers")]
pub(crate) fn is_well_formed(schema: &Value) -> bool {
    schema
        .as_object()
        .is_none_or(|schema| is_well_formed_at(schema, 0))
}

fn is_well_formed_at(schema: &SchemaMap, depth: usize) -> bool {
    find_malformed_at(schema, depth).is_none()
}

/// Finds the first malformed keyword of a schema: the path of its place, and its name.
pub(crate) fn find_malformed(schema: &Value) -> Option<(String, String)> {
    find_malformed_at(schema.as_object()?, 0)
}

fn find_malformed_at(schema: &SchemaMap, depth: usize) -> Option<(String, String)> {
    if depth > SCHEMA_DEPTH {
        return None;
    }
    let mut own = schema
        .iter()
        .filter(|(name, value)| is_malformed(name, value));
    if let Some((name, _)) = own.next() {
        return Some((String::new(), name.clone()));
    }
    subschemas(schema).into_iter().find_map(|(step, inside)| {
        let (path, keyword) = match inside {
            Value::Object(inside) => find_malformed_at(inside, depth + 1)?,
            Value::Bool(_) => return None,
            _ => (String::new(), step.keyword().to_owned()),
        };
        Some((format!("{step}{path}"), keyword))
    })
}

fn is_malformed(name: &str, value: &Value) -> bool {
    let is_empty = || value.as_array().is_some_and(Vec::is_empty);
    Keyword::named(name).is_some_and(|keyword| match keyword.holds {
        // An empty union allows nothing.
        Holds::Schemas if UNIONS.contains(&name) && is_empty() => false,
        Holds::Schema => !value.is_object() && !value.is_boolean(),
        Holds::Items => !value.is_object() && !value.is_boolean() && !value.is_array(),
        holds => !holds.accepts(value),
    })
}

/// Returns the malformed keywords of a schema.
fn list_malformed(schema: &SchemaMap) -> Vec<String> {
    let malformed = schema
        .iter()
        .filter(|(name, value)| is_malformed(name, value));
    malformed.map(|(name, _)| name.clone()).collect()
}

/// Repairs the malformed keywords that have exactly one meaning, such as the boolean
/// `exclusiveMinimum` of draft 4.
pub(crate) fn repair_malformed(schema: &mut Value) -> Vec<SchemaRepair> {
    run(schema, false)
}

/// Does the same, and removes all other malformed keywords.
pub(crate) fn remove_malformed(schema: &mut Value) -> Vec<SchemaRepair> {
    run(schema, true)
}

fn run(schema: &mut Value, removes: bool) -> Vec<SchemaRepair> {
    let Value::Object(schema) = schema else {
        return Vec::new();
    };
    let mut repairer = Repairer {
        removes,
        has_tuples: follows_older_draft(schema),
        tuples: Vec::new(),
        repairs: Vec::new(),
    };
    if !is_well_formed_at(schema, 0) || !repairer.has_tuples && has_tuples_at(schema, 0) {
        repairer.schema(schema, "", 0);
    }
    if !repairer.tuples.is_empty() {
        repairer.move_references(schema, "", 0);
    }
    repairer.repairs
}

/// Returns whether a schema declares a draft in which `items` may be a list.
fn follows_older_draft(schema: &SchemaMap) -> bool {
    let draft = schema.text("$schema").unwrap_or_default();
    let older = ["draft-07", "draft-06", "draft-04"];
    older.iter().any(|older| draft.contains(older))
}

fn has_tuples_at(schema: &SchemaMap, depth: usize) -> bool {
    depth <= SCHEMA_DEPTH
        && (is_tuple(schema) || iter_objects(schema).any(|inside| has_tuples_at(inside, depth + 1)))
}

/// Returns whether a schema has a list of items as older drafts write it.
fn is_tuple(schema: &SchemaMap) -> bool {
    schema.get("items").is_some_and(Value::is_array) && !schema.contains_key("prefixItems")
}

struct Repairer {
    /// `true` if keywords without exactly one meaning are removed.
    removes: bool,
    /// `true` if the draft of the schema allows a list in `items`.
    has_tuples: bool,
    /// The paths of the schemas whose list in `items` was replaced, the outer ones first.
    tuples: Vec<String>,
    repairs: Vec<SchemaRepair>,
}

impl Repairer {
    fn schema(&mut self, schema: &mut SchemaMap, path: &str, depth: usize) {
        if depth > SCHEMA_DEPTH {
            return;
        }
        for keyword in list_malformed(schema) {
            self.keyword(schema, &keyword, path);
        }
        if !self.has_tuples && is_tuple(schema) {
            self.tuple(schema, path);
        }
        self.exclusive_bound(schema, "exclusiveMinimum", "minimum", path);
        self.exclusive_bound(schema, "exclusiveMaximum", "maximum", path);
        let mut required = Vec::new();
        for (step, inside) in subschemas_mut(schema) {
            let at = format!("{path}{step}");
            self.place(step, inside, &at);
            if let Value::Object(inside) = inside {
                required.extend(self.own_required(step, inside, &at));
                self.schema(inside, &at, depth + 1);
            }
        }
        require(schema, required);
        if self.removes {
            let mut malformed = list_malformed(schema);
            malformed.extend(list_unions_of_non_schemas(schema));
            for keyword in malformed {
                self.replace(schema, &keyword, None, path);
            }
        }
    }

    /// Repairs a keyword, if its value has exactly one meaning.
    fn keyword(&mut self, schema: &mut SchemaMap, keyword: &str, path: &str) {
        let (Some(row), Some(value)) = (Keyword::named(keyword), schema.get(keyword)) else {
            return;
        };
        if let Some(after) = find_meaning(row, value, schema) {
            self.replace(schema, keyword, after.into_value(), path);
        }
    }

    /// Replaces the list of an older draft. It has one meaning, since `items` of this draft takes
    /// no list.
    fn tuple(&mut self, schema: &mut SchemaMap, path: &str) {
        let further = schema.remove_key("additionalItems");
        let before = match further.clone() {
            Some(further) => schema.insert("items".to_owned(), further),
            None => schema.remove_key("items"),
        };
        let list = before.clone().unwrap_or_default();
        if list.as_array().is_some_and(|list| !list.is_empty()) {
            self.tuples.push(path.to_owned());
            schema.insert("prefixItems".to_owned(), list.clone());
            self.repairs.push(SchemaRepair {
                path: path.to_owned(),
                keyword: "prefixItems".to_owned(),
                before: Value::Null,
                after: Some(list),
            });
        }
        self.repairs.push(SchemaRepair {
            path: path.to_owned(),
            keyword: "items".to_owned(),
            before: before.unwrap_or_default(),
            after: further,
        });
    }

    /// Changes the references to the items of replaced lists: the items have another path now.
    fn move_references(&mut self, schema: &mut SchemaMap, path: &str, depth: usize) {
        if depth > SCHEMA_DEPTH {
            return;
        }
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let after = self
                .tuples
                .iter()
                .fold(reference.clone(), |reference, tuple| {
                    let index = reference.strip_prefix(&format!("#{tuple}/items/"));
                    match index.filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit())) {
                        Some(rest) => format!("#{tuple}/prefixItems/{rest}"),
                        None => reference,
                    }
                });
            if after != *reference {
                self.replace(schema, "$ref", Some(after.into()), path);
            }
        }
        for (step, inside) in subschemas_mut(schema) {
            let at = format!("{path}{step}");
            if let Value::Object(inside) = inside {
                self.move_references(inside, &at, depth + 1);
            }
        }
    }

    /// Replaces the boolean of draft 4 with the bound.
    fn exclusive_bound(
        &mut self,
        schema: &mut SchemaMap,
        exclusive: &str,
        inclusive: &str,
        path: &str,
    ) {
        let after = match schema.get(exclusive) {
            Some(Value::Bool(true)) => schema.get(inclusive).filter(|bound| bound.is_number()),
            Some(Value::Bool(false)) => None,
            _ => return,
        };
        let after = after.cloned();
        // Draft 4 ignores the boolean without a bound.
        if after.is_some() {
            schema.remove_key(inclusive);
        }
        self.replace(schema, exclusive, after, path);
    }

    /// Repairs a value in the place of a schema.
    fn place(&mut self, step: SchemaStep<'_>, value: &mut Value, path: &str) {
        // A form that allows any value would change the meaning of its union.
        let is_part = matches!(step, SchemaStep::Name(..));
        let after = match &*value {
            Value::Object(_) | Value::Bool(_) => return,
            Value::String(text) if find_types(text).is_some() => match find_types(text) {
                Some(NamedTypes::Types(types)) => json!({"type": write_types(&types)}),
                _ => json!({}),
            },
            Value::Null if is_part => json!({}),
            // PHP writes an empty object as an empty list.
            Value::Array(list) if is_part && list.is_empty() => json!({}),
            _ if self.removes && (is_part || is_item(step)) => json!({}),
            _ => return,
        };
        self.repairs.push(SchemaRepair {
            path: path.to_owned(),
            keyword: step.keyword().to_owned(),
            before: std::mem::replace(value, after.clone()),
            after: Some(after),
        });
    }

    /// Removes the boolean `required` of draft 3 from a schema. Returns the name of the property
    /// if it is required.
    fn own_required(
        &mut self,
        step: SchemaStep<'_>,
        schema: &mut SchemaMap,
        path: &str,
    ) -> Option<String> {
        let required = schema.get("required").and_then(|required| match required {
            Value::Bool(required) => Some(*required),
            Value::String(text) => text.parse().ok().filter(|_| !declares(schema, text)),
            _ => None,
        })?;
        let name = match step {
            SchemaStep::Name("properties", name) => Some(name.to_owned()),
            // An item that exists is there.
            SchemaStep::Keyword("items") => None,
            _ if required => return None,
            _ => None,
        };
        self.replace(schema, "required", None, path);
        name.filter(|_| required)
    }

    fn replace(&mut self, schema: &mut SchemaMap, keyword: &str, after: Option<Value>, path: &str) {
        let before = match &after {
            Some(after) => schema
                .get_mut(keyword)
                .map(|old| std::mem::replace(old, after.clone())),
            None => schema.remove_key(keyword),
        };
        self.repairs.push(SchemaRepair {
            path: path.to_owned(),
            keyword: keyword.to_owned(),
            before: before.unwrap_or_default(),
            after,
        });
    }
}

/// The only meaning of a malformed value.
enum Meaning {
    /// The keyword has no effect.
    Absent,
    Value(Value),
}

impl Meaning {
    fn into_value(self) -> Option<Value> {
        match self {
            Self::Absent => None,
            Self::Value(value) => Some(value),
        }
    }
}

/// Returns the only meaning of a malformed value, if it has exactly one.
fn find_meaning(keyword: &Keyword, value: &Value, schema: &SchemaMap) -> Option<Meaning> {
    let accepted = |after: Value| {
        keyword
            .holds
            .accepts(&after)
            .then_some(Meaning::Value(after))
    };
    match (keyword.holds, value) {
        (_, Value::Null) => Some(Meaning::Absent),
        (Holds::Types, Value::String(text)) => Some(match find_types(text)? {
            NamedTypes::Any => Meaning::Absent,
            NamedTypes::Types(types) => Meaning::Value(write_types(&types)),
        }),
        (Holds::Types, Value::Array(names)) => find_listed_types(names),
        (Holds::Names, Value::Array(_)) => accepted(without_duplicates(value)),
        (Holds::Names, Value::String(name)) if declares(schema, name) => {
            Some(Meaning::Value(json!([name])))
        }
        // PHP writes an empty object as an empty list, and some libraries do the opposite.
        (Holds::Names, Value::Object(map)) if map.is_empty() => Some(Meaning::Absent),
        (Holds::SchemasByName | Holds::NamesByName | Holds::Dependencies, Value::Array(list))
            if list.is_empty() =>
        {
            Some(Meaning::Value(json!({})))
        }
        // Without parts, it constrains nothing.
        (Holds::Schemas, Value::Array(list)) if list.is_empty() => Some(Meaning::Absent),
        (Holds::Schema | Holds::Items, Value::String(text)) => {
            match (text.trim(), find_types(text)) {
                ("true" | "false", _) => Some(Meaning::Value(Value::Bool(text.trim() == "true"))),
                (_, Some(NamedTypes::Types(types))) => {
                    Some(Meaning::Value(json!({"type": write_types(&types)})))
                }
                (_, Some(NamedTypes::Any)) => Some(Meaning::Value(json!({}))),
                (_, None) => None,
            }
        }
        (Holds::List, Value::String(_) | Value::Number(_) | Value::Bool(_))
            if keyword.role == Role::Annotation =>
        {
            Some(Meaning::Value(json!([value])))
        }
        (
            Holds::LeastNumber
            | Holds::GreatestNumber
            | Holds::Step
            | Holds::LeastCount
            | Holds::GreatestCount
            | Holds::Count,
            Value::String(text),
        ) => accepted(Value::Number(text.trim().parse::<Number>().ok()?)),
        (Holds::Flag, Value::String(text)) => accepted(Value::Bool(text.trim().parse().ok()?)),
        _ => None,
    }
}

fn is_item(step: SchemaStep<'_>) -> bool {
    matches!(step.keyword(), "items" | "prefixItems")
}

/// Returns the unions that have a form which is not a schema.
fn list_unions_of_non_schemas(schema: &SchemaMap) -> Vec<String> {
    let is_schema = |form: &Value| form.is_object() || form.is_boolean();
    let unions = FORMS.iter().filter(|union| {
        let forms = schema.get(**union).and_then(Value::as_array);
        forms.is_some_and(|forms| !forms.iter().all(is_schema))
    });
    unions.map(|union| (*union).to_owned()).collect()
}

/// Returns whether a schema declares a property.
fn declares(schema: &SchemaMap, name: &str) -> bool {
    let properties = schema.get("properties").and_then(Value::as_object);
    properties.is_some_and(|properties| properties.contains_key(name))
}

/// Adds names to `required`.
fn require(schema: &mut SchemaMap, names: Vec<String>) {
    if names.is_empty() {
        return;
    }
    let required = schema.entry("required").or_insert_with(|| json!([]));
    if let Value::Array(required) = required {
        for name in names.into_iter().map(Value::from) {
            if !required.contains(&name) {
                required.push(name);
            }
        }
    }
}

fn without_duplicates(list: &Value) -> Value {
    let mut known: Vec<&Value> = Vec::new();
    for one in list.as_array().into_iter().flatten() {
        if !known.contains(&one) {
            known.push(one);
        }
    }
    json!(known)
}

/// The types that a text names.
enum NamedTypes {
    Any,
    Types(Vec<JsonType>),
}

/// Reads names of types in any case, and those of common languages: `OBJECT`, `str`,
/// `string | null`.
fn find_types(text: &str) -> Option<NamedTypes> {
    let mut types = Vec::new();
    for part in text.split('|') {
        let name = part.trim().to_ascii_lowercase();
        let named = match name.as_str() {
            "any" => return Some(NamedTypes::Any),
            "int" => Some(JsonType::Integer),
            "float" | "double" => Some(JsonType::Number),
            "str" => Some(JsonType::String),
            "bool" => Some(JsonType::Boolean),
            "list" => Some(JsonType::Array),
            "dict" => Some(JsonType::Object),
            name => JsonType::from_name(name),
        }?;
        if !types.contains(&named) {
            types.push(named);
        }
    }
    Some(NamedTypes::Types(types))
}

fn find_listed_types(names: &[Value]) -> Option<Meaning> {
    let mut types = Vec::new();
    for name in names {
        match find_types(name.as_str()?)? {
            NamedTypes::Any => return Some(Meaning::Absent),
            NamedTypes::Types(more) => {
                types.extend(
                    more.into_iter()
                        .filter(|one| !types.contains(one))
                        .collect::<Vec<_>>(),
                );
            }
        }
    }
    (!types.is_empty()).then(|| Meaning::Value(write_types(&types)))
}

fn write_types(types: &[JsonType]) -> Value {
    match types {
        [one] => json!(one.as_str()),
        several => several
            .iter()
            .map(|one| Value::from(one.as_str()))
            .collect(),
    }
}
