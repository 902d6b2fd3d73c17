//! Flattened fields that read the same key. Serde gives the key to the first field that removes it
//! from the object. Later fields do not see it.

use std::any::type_name;
use std::collections::HashSet;

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Value, json};

use super::close::close;
use super::hints::{REFUSED, REQUIRED_BY_TYPE, TAKES, meet, write};
use super::keyword::FORMS;
use super::lookup::Lookup;
use super::shorten_name;

/// Marks the schema of a type that removes its properties from the object that it is flattened
/// into. This transform applies to a struct without flattened fields and to an externally or
/// adjacently tagged enum. Serde shows all other types a copy of the object.
pub fn takes(schema: &mut Schema) {
    write(schema, TAKES, true.into());
}

/// Closes an object and marks it as removing its properties. Combines `close` and `takes` in one
/// transform.
pub fn close_taking(schema: &mut Schema) {
    close(schema);
    takes(schema);
}

/// Rejects a flattened type that needs a key that an earlier field removes. This is a transform of
/// the schema of a struct or variant. Fields that are not flattened come first, as in serde.
#[derive(Debug, Default)]
pub struct Apart(Vec<FieldKeys>);

/// The keys that a field reads.
#[derive(Debug)]
enum FieldKeys {
    Key(&'static str),
    /// The properties of the type with this name.
    Properties(&'static str),
}

impl Apart {
    /// Creates an empty list of fields.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a field that reads one key.
    #[must_use]
    pub fn key(mut self, key: &'static str) -> Self {
        self.0.push(FieldKeys::Key(key));
        self
    }

    /// Adds a flattened field.
    #[must_use]
    pub fn flattened<T: ?Sized>(mut self) -> Self {
        self.0.push(FieldKeys::Properties(type_name::<T>()));
        self
    }

    /// Returns the reason why serde cannot read the fields, if there is a conflict.
    fn find_fault(&self) -> Option<String> {
        let mut taken: Vec<(String, String)> = Vec::new();
        for reads in &self.0 {
            let of = match reads {
                FieldKeys::Key(key) => {
                    taken.push(((*key).to_owned(), format!("the field `{key}`")));
                    continue;
                }
                FieldKeys::Properties(of) => *of,
            };
            let Some(properties) = meet(|met| met.flattened.get(of).cloned()).flatten() else {
                continue;
            };
            let name = format!("`{}`", shorten_name(of));
            if let Some((key, by)) = taken
                .iter()
                .find(|(key, _)| properties.needed.contains(key))
            {
                return Some(format!(
                    "{by} and {name} read the key `{key}`, but serde passes it only to {by}"
                ));
            }
            if properties.takes == Some(true) {
                let names = properties.names.into_iter();
                taken.extend(names.map(|key| (key, name.clone())));
            }
        }
        None
    }
}

impl Apart {
    /// Returns whether serde passes a key to all fields that read it: all but the last are known to
    /// leave it in the object.
    fn is_passed_on(&self, key: &str) -> bool {
        let takes = self.0.iter().filter_map(|reads| match reads {
            FieldKeys::Key(own) => (*own == key).then_some(Some(true)),
            FieldKeys::Properties(of) => {
                let properties = meet(|met| met.flattened.get(of).cloned()).flatten()?;
                properties.names.contains(key).then_some(properties.takes)
            }
        });
        let mut takes: Vec<_> = takes.collect();
        takes.pop();
        takes.iter().all(|takes| *takes == Some(false))
    }

    /// Removes repeated names from `required`. A name that stays twice is an error of the plan.
    fn join_required(&self, schema: &mut Schema) {
        let Some(Value::Array(required)) = schema.get_mut("required") else {
            return;
        };
        let mut known: HashSet<Value> = HashSet::new();
        required.retain(|name| {
            known.insert(name.clone()) || !name.as_str().is_some_and(|key| self.is_passed_on(key))
        });
    }
}

impl Transform for Apart {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(reason) = self.find_fault() {
            write(schema, REFUSED, json!(["flatten", reason]));
        }
        self.join_required(schema);
        // Serde shows such a type a copy of the object.
        write(schema, TAKES, false.into());
    }
}

/// Adds the keys that a value of a schema may need.
pub(super) fn add_needed(schema: &Value, to: &mut HashSet<String>) {
    to.extend(schema.names("required").map(str::to_owned));
    for (name, property) in schema.entries("properties") {
        if property.get(REQUIRED_BY_TYPE).is_some() {
            to.insert(name.clone());
        }
    }
    for form in FORMS.iter().flat_map(|keyword| schema.list(keyword)) {
        add_needed(form, to);
    }
}
