//! Forms of the arguments that one closed object cannot contain or distinguish.

use std::collections::HashMap;

use super::maps::map_keyword;
use super::nullable::takes_null;
use super::unions::have_other_tags;
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::Schema;
use crate::provider::view::PassResult;
use crate::schema::Lookup;
use crate::schema::keyword::CLOSING;

/// Rejects a form that is a map: a closed object has no place for its keys.
pub(super) fn refuse_maps(forms: &[Schema]) -> PassResult {
    match forms.iter().find_map(map_keyword) {
        Some(keyword) => Err(Unexportable::new("", Some(keyword), Reason::Map)),
        None => Ok(()),
    }
}

/// Rejects two forms if one keeps a null that the other drops, and an object may match both.
pub(super) fn refuse_null_discriminator(
    forms: &[Schema],
    definitions: &OrderedMap<Schema>,
) -> PassResult {
    let forms = forms.iter().map(|form| RootForm::new(form, definitions));
    let forms: Vec<RootForm<'_>> = forms.collect();
    for (number, form) in forms.iter().enumerate() {
        for other in &forms[..number] {
            if !form.is_distinguishable_from(other) && (form.differs(other) || other.differs(form))
            {
                return Err(Unexportable::new("", None, Reason::FormsByNull));
            }
        }
    }
    Ok(())
}

pub(super) fn is_closed(form: &Schema) -> bool {
    CLOSING.iter().any(|keyword| form.is_false(keyword))
}

struct RootForm<'s> {
    schema: &'s Schema,
    is_closed: bool,
    /// The properties, and whether each takes null.
    properties: HashMap<&'s str, bool>,
    /// The required properties that do not take null.
    present: Vec<&'s str>,
}

impl<'s> RootForm<'s> {
    fn new(schema: &'s Schema, definitions: &OrderedMap<Schema>) -> Self {
        let properties = schema.properties().iter();
        let properties: HashMap<&str, bool> = properties
            .map(|(name, property)| (name, takes_null(property, definitions)))
            .collect();
        let required = schema.names("required");
        Self {
            schema,
            is_closed: is_closed(schema),
            present: required
                .filter(|name| properties.get(name) != Some(&true))
                .collect(),
            properties,
        }
    }

    /// Returns whether each of its objects has a property that is null in all objects of the
    /// other.
    fn has_own(&self, other: &Self) -> bool {
        let mut names = self.present.iter();
        names.any(|name| !other.properties.contains_key(name))
    }

    fn is_distinguishable_from(&self, other: &Self) -> bool {
        // An open form accepts the properties of the other.
        let are_own = match (self.has_own(other), other.has_own(self)) {
            (true, true) => true,
            (true, false) => other.is_closed,
            (false, true) => self.is_closed,
            (false, false) => false,
        };
        are_own || have_other_tags(self.schema, other.schema)
    }

    /// Returns whether it keeps a null that the other drops.
    fn differs(&self, other: &Self) -> bool {
        let drops = |name: &str| other.properties.get(name) != Some(&true);
        let mut properties = self.properties.iter();
        !self.is_closed || properties.any(|(name, takes_null)| *takes_null && drops(name))
    }
}
