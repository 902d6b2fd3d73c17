//! Flattened fields that read one key. Serde gives the key to the first field that takes it out of
//! the object, and no later field sees it.

use std::any::type_name;
use std::collections::HashSet;

use schemars::Schema;
use schemars::transform::Transform;
use serde_json::{Value, json};

use super::close::close;
use super::hints::{REFUSED, REQUIRED_BY_TYPE, TAKES, meet, write};
use super::keyword::FORMS;
use super::lookup::Lookup;
use super::short_name;

/// Marks the schema of a type that takes its properties out of the object that it is flattened
/// into: a transform of a struct without flattened fields, or of an externally or adjacently tagged
/// enum. Serde shows all other types a copy of the object.
pub fn takes(schema: &mut Schema) {
    write(schema, TAKES, true.into());
}

/// Closes an object of a type that takes its properties, as `close` does: one transform for both.
pub fn close_taking(schema: &mut Schema) {
    close(schema);
    takes(schema);
}

/// Refuses a flattened type that needs a key that a field before it takes: a transform of the schema
/// of the struct or variant. The fields that are not flattened come first, as in serde.
#[derive(Debug, Default)]
pub struct Apart(Vec<FieldKeys>);

/// What a field reads.
#[derive(Debug)]
enum FieldKeys {
    Key(&'static str),
    /// The properties of a type, by its name.
    Properties(&'static str),
}

impl Apart {
    /// No field.
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

    /// Why the fields cannot be read.
    fn fault(&self) -> Option<String> {
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
            let name = format!("`{}`", short_name(of));
            if let Some((key, by)) = taken
                .iter()
                .find(|(key, _)| properties.needed.contains(key))
            {
                return Some(format!(
                    "{by} and {name} read the key `{key}`, but serde passes it only to {by}"
                ));
            }
            if properties.takes {
                let names = properties.names.into_iter();
                taken.extend(names.map(|key| (key, name.clone())));
            }
        }
        None
    }
}

impl Transform for Apart {
    fn transform(&mut self, schema: &mut Schema) {
        if let Some(reason) = self.fault() {
            write(schema, REFUSED, json!(["flatten", reason]));
        }
    }
}

/// Adds the keys that a value of a schema may have to have.
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
