use serde_json::{Map, Number, Value};

use super::SchemaError;
use crate::issue::{JsonType, TypeSet};
use crate::schema::Lookup;
use crate::schema::keyword::{Holds, Keyword};

/// The schema object that is being compiled, and its path. Each getter reads a keyword and reports
/// the keyword if its value has the wrong form.
#[derive(Clone, Copy)]
pub(super) struct Keywords<'s> {
    pub(super) map: &'s Map<String, Value>,
    pub(super) path: &'s str,
}

impl<'s> Keywords<'s> {
    pub(super) fn get(self, keyword: &str) -> Option<&'s Value> {
        self.map.get(keyword)
    }

    pub(super) fn has_any(self, keywords: &[&str]) -> bool {
        self.map.has_any(keywords)
    }

    /// Returns the keywords that constrain values. This excludes annotations and keywords that
    /// every value satisfies.
    pub(super) fn constraints(self) -> impl Iterator<Item = &'s str> {
        self.map
            .keys()
            .map(String::as_str)
            .filter(move |keyword| !is_annotation(keyword) && !self.is_vacuous(keyword))
    }

    /// Returns whether the reader of text checks every constraint on values of a type. Keywords
    /// that it does not know go to the walk, so a new keyword is never skipped in silence.
    pub(super) fn are_read_directly(self, json_type: JsonType) -> bool {
        let is_about = |keyword: &str| {
            let about = Keyword::named(keyword).and_then(|keyword| keyword.about);
            about.is_none_or(|about| about == json_type)
        };
        self.constraints()
            .all(|keyword| READ_DIRECTLY.contains(&keyword) || !is_about(keyword))
    }

    /// Returns whether every value satisfies the keyword, as for
    /// `propertyNames: {"type": "string"}`.
    fn is_vacuous(self, keyword: &str) -> bool {
        let alone = |others: &[&str]| !self.has_any(others);
        match keyword {
            "propertyNames" => self.get(keyword).is_some_and(takes_every_string),
            "not" => self.get(keyword) == Some(&Value::Bool(false)),
            "then" | "else" => alone(&["if"]),
            "minContains" | "maxContains" => alone(&["contains"]),
            "unevaluatedItems" => self.get(keyword).is_some_and(takes_everything),
            "additionalItems" => !matches!(self.get("items"), Some(Value::Array(_))),
            "dependentRequired" | "dependentSchemas" | "dependencies" => {
                let dependent = self.get(keyword).and_then(Value::as_object);
                dependent.is_some_and(|dependent| dependent.values().all(asks_for_nothing))
            }
            _ => {
                Keyword::named(keyword).is_some_and(|keyword| keyword.holds == Holds::Flag)
                    && self.get(keyword) == Some(&Value::Bool(false))
            }
        }
    }

    pub(super) fn error(self, keyword: &str, reason: impl Into<String>) -> SchemaError {
        SchemaError::new(self.path, Some(keyword), reason)
    }

    /// Returns the error for a keyword that the plan does not check here.
    pub(super) fn gap(self, keyword: &str, reason: impl Into<String>) -> SchemaError {
        SchemaError::gap(self.path, Some(keyword), reason)
    }

    pub(super) fn count(self, keyword: &str) -> Result<Option<u64>, SchemaError> {
        self.read(keyword, "a whole number of at least 0", |value| {
            value.as_u64().or_else(|| to_whole(value.as_f64()?))
        })
    }

    pub(super) fn number(self, keyword: &str) -> Result<Option<&'s Number>, SchemaError> {
        self.read(keyword, "a number", |value| match value {
            Value::Number(number) => Some(number),
            _ => None,
        })
    }

    pub(super) fn text(self, keyword: &str) -> Result<Option<&'s str>, SchemaError> {
        self.read(keyword, "a string", Value::as_str)
    }

    pub(super) fn list(self, keyword: &str) -> Result<Option<&'s Vec<Value>>, SchemaError> {
        self.read(keyword, "an array", Value::as_array)
    }

    pub(super) fn object(
        self,
        keyword: &str,
    ) -> Result<Option<&'s Map<String, Value>>, SchemaError> {
        self.read(keyword, "an object", Value::as_object)
    }

    pub(super) fn flag(self, keyword: &str) -> Result<bool, SchemaError> {
        Ok(self
            .read(keyword, "true or false", Value::as_bool)?
            .unwrap_or(false))
    }

    pub(super) fn names(self, keyword: &str) -> Result<Vec<&'s str>, SchemaError> {
        let names = self.read(keyword, "an array of strings", |value| {
            value.as_array()?.iter().map(Value::as_str).collect()
        })?;
        Ok(names.unwrap_or_default())
    }

    /// Returns the strings and numbers that `not` excludes: `{"const": 0}`, `{"enum": ["a"]}`. Empty
    /// if it excludes anything else.
    pub(super) fn excluded_constants(self) -> Vec<&'s Value> {
        let Some(Value::Object(map)) = self.get("not") else {
            return Vec::new();
        };
        let path = self.path;
        let excluded = Keywords { map, path };
        let mut constraints = excluded.constraints();
        let mut members = match (map.get("enum"), map.get("const")) {
            (Some(Value::Array(members)), None) => members.iter().collect(),
            (None, Some(constant)) => vec![constant],
            _ => return Vec::new(),
        };
        let Ok(types) = excluded.declared_types() else {
            return Vec::new();
        };
        let is_scalar = |member: &&Value| member.is_string() || member.is_number();
        let says_only = constraints.all(|one| matches!(one, "enum" | "const" | "type"));
        if !says_only || !members.iter().all(is_scalar) {
            return Vec::new();
        }
        members.retain(|member| {
            let is_number = member.is_number() && types.contains(JsonType::Number);
            is_number || types.contains(JsonType::of(member))
        });
        members
    }

    /// Returns whether `not` excludes everything. Schemars writes `false` this way if the schema
    /// has a description.
    pub(super) fn excludes_all(self) -> bool {
        match self.get("not") {
            Some(Value::Bool(all)) => *all,
            Some(Value::Object(map)) => Keywords {
                map,
                path: self.path,
            }
            .constraints()
            .next()
            .is_none(),
            _ => false,
        }
    }

    /// Returns the types in `type`, or all types if the keyword is absent, without those that `not`
    /// excludes.
    pub(super) fn types(self) -> Result<TypeSet, SchemaError> {
        Ok(self.declared_types()?.without(self.excluded_types()))
    }

    /// Returns the types that `not` excludes: `{"type": "array"}`. Without numbers, there are no
    /// integers either.
    pub(super) fn excluded_types(self) -> TypeSet {
        let Some(Value::Object(map)) = self.get("not") else {
            return TypeSet::EMPTY;
        };
        let path = self.path;
        let excluded = Keywords { map, path };
        let types = excluded.declared_types().unwrap_or(TypeSet::EMPTY);
        let integer = TypeSet::of(JsonType::Integer);
        let says_only = excluded.has_any(&["type"]) && excluded.constraints().count() == 1;
        match (
            types.contains(JsonType::Number),
            types.contains(JsonType::Integer),
        ) {
            _ if !says_only => TypeSet::EMPTY,
            (true, _) => types.union(integer),
            // A plan has no numbers without integers.
            (false, true) => TypeSet::EMPTY,
            (false, false) => types,
        }
    }

    fn declared_types(self) -> Result<TypeSet, SchemaError> {
        let types = self.read(
            "type",
            "the name of a type, or several",
            |value| match value {
                Value::String(name) => JsonType::from_name(name).map(TypeSet::of),
                Value::Array(names) => names
                    .iter()
                    .map(|name| JsonType::from_name(name.as_str()?))
                    .collect(),
                _ => None,
            },
        )?;
        Ok(types.unwrap_or(TypeSet::ALL))
    }

    fn read<T>(
        self,
        keyword: &str,
        wanted: &str,
        read: impl FnOnce(&'s Value) -> Option<T>,
    ) -> Result<Option<T>, SchemaError> {
        match self.get(keyword) {
            None => Ok(None),
            Some(value) => read(value).map(Some).ok_or_else(|| {
                let advice = advise(keyword, value);
                self.error(keyword, format!("expected {wanted}{advice}"))
            }),
        }
    }
}

/// Returns the fix for a value that is valid only in an older draft or another dialect.
fn advise(keyword: &str, value: &Value) -> &'static str {
    match (keyword, value) {
        ("exclusiveMinimum" | "exclusiveMaximum", Value::Bool(true)) => {
            "; drafts after 4 write the bound itself there, in the place of `minimum` or `maximum`"
        }
        ("required", Value::Bool(_)) => {
            "; the object around it lists the names of its required properties"
        }
        ("type", Value::String(name)) if name == "any" => "; leave it out, for any type",
        ("exclusiveMinimum" | "exclusiveMaximum", Value::Bool(false)) | (_, Value::Null) => {
            "; leave it out"
        }
        _ => "",
    }
}

/// Returns whether the keyword constrains no value. JSON Schema treats each keyword that no draft
/// knows as an annotation: `nullable`, `x-..`.
pub(super) fn is_annotation(keyword: &str) -> bool {
    Keyword::named(keyword).is_none_or(|keyword| !keyword.constrains())
}

/// Returns whether a schema accepts every value.
fn takes_everything(schema: &Value) -> bool {
    match schema {
        Value::Bool(all) => *all,
        Value::Object(map) => Keywords { map, path: "" }.constraints().next().is_none(),
        _ => false,
    }
}

/// Returns whether a schema accepts every string. Property names are always strings.
fn takes_every_string(schema: &Value) -> bool {
    let Value::Object(map) = schema else {
        return takes_everything(schema);
    };
    let keywords = Keywords { map, path: "" };
    let takes_strings = keywords
        .types()
        .is_ok_and(|types| types.contains(JsonType::String));
    takes_strings && keywords.constraints().all(|keyword| keyword == "type")
}

/// Returns whether the presence of a property implies no further requirement.
fn asks_for_nothing(dependent: &Value) -> bool {
    match dependent {
        Value::Array(names) => names.is_empty(),
        schema => takes_everything(schema),
    }
}

/// Converts a whole float to a count. JSON Schema allows a count to be written as `2.0`.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is checked to be whole and in range"
)]
fn to_whole(number: f64) -> Option<u64> {
    (number.fract() == 0.0 && (0.0..9e15).contains(&number)).then_some(number as u64)
}

/// The keywords of objects and arrays that the reader of text checks.
const READ_DIRECTLY: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "unevaluatedProperties",
    "minProperties",
    "maxProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
];

/// Keywords that apply other schemas to the same value.
pub(super) const REFERENCES: &[&str] = &["$ref", "allOf", "anyOf", "oneOf"];

/// Returns whether a schema may contain a reference. A `$ref` inside data also counts.
pub(super) fn has_reference(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => map.contains_key("$ref") || map.values().any(has_reference),
        Value::Array(items) => items.iter().any(has_reference),
        _ => false,
    }
}
