//! Forms of the arguments that one closed object cannot hold, or not so that they can be told apart.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::maps::map_keyword;
use super::nullable::takes_null;
use super::one_of::have_other_tags;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::Outcome;
use crate::schema::walk::Schema;

/// Refuses a form that is a map: a closed object has no place for its keys.
pub(super) fn refuse_maps(forms: &[Schema]) -> Outcome {
    match forms.iter().find_map(map_keyword) {
        Some(keyword) => Err(Refusal::new("", Some(keyword), Reason::Map)),
        None => Ok(()),
    }
}

/// Refuses two forms of which one keeps a null that the other drops, if an object may be of both.
pub(super) fn refuse_told_by_null(forms: &[Schema], definitions: &Map<String, Value>) -> Outcome {
    let forms: Vec<Form<'_>> = forms
        .iter()
        .map(|form| Form::new(form, definitions))
        .collect();
    for (number, form) in forms.iter().enumerate() {
        for other in &forms[..number] {
            if !form.is_told_from(other) && (form.differs(other) || other.differs(form)) {
                return Err(Refusal::new("", None, Reason::FormsByNull));
            }
        }
    }
    Ok(())
}

pub(super) fn is_closed(form: &Schema) -> bool {
    let closing = ["additionalProperties", "unevaluatedProperties"];
    let mut closing = closing.iter();
    closing.any(|keyword| form.get(*keyword) == Some(&json!(false)))
}

struct Form<'s> {
    schema: &'s Schema,
    is_closed: bool,
    /// The properties, and whether each takes null.
    properties: HashMap<&'s str, bool>,
    /// The required properties that do not take null.
    there: Vec<&'s str>,
}

impl<'s> Form<'s> {
    fn new(schema: &'s Schema, definitions: &Map<String, Value>) -> Self {
        let properties = schema.get("properties").and_then(Value::as_object);
        let takes_null = |property: &Value| {
            let property = property.as_object();
            property.is_some_and(|property| takes_null(property, definitions))
        };
        let named = properties.into_iter().flatten();
        let properties: HashMap<&str, bool> = named
            .map(|(name, property)| (name.as_str(), takes_null(property)))
            .collect();
        let required = schema.get("required").and_then(Value::as_array);
        let required = required.into_iter().flatten().filter_map(Value::as_str);
        let there = required.filter(|name| properties.get(name) != Some(&true));
        Self {
            schema,
            is_closed: is_closed(schema),
            there: there.collect(),
            properties,
        }
    }

    /// Whether each of its objects has a property that is null in those of the other.
    fn has_own(&self, other: &Self) -> bool {
        let mut names = self.there.iter();
        names.any(|name| !other.properties.contains_key(name))
    }

    fn is_told_from(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.has_own(other), other.has_own(self));
        // An open form takes what is the other's own.
        let are_own = match (ours, theirs) {
            (true, true) => true,
            (true, false) => other.is_closed,
            (false, true) => self.is_closed,
            (false, false) => false,
        };
        are_own || have_other_tags(self.schema, other.schema)
    }

    /// Whether it keeps a null that the other drops.
    fn differs(&self, other: &Self) -> bool {
        let drops = |name: &str| other.properties.get(name) != Some(&true);
        let mut properties = self.properties.iter();
        !self.is_closed || properties.any(|(name, takes_null)| *takes_null && drops(name))
    }
}
