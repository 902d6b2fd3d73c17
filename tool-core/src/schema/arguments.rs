//! The names and types of arguments, for calls whose values are text.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use serde_json::Value;

use super::{Lookup, Schemas};
use crate::issue::TypeSet;

/// The arguments that a schema declares.
#[derive(Debug)]
pub(crate) struct ArgumentTypes {
    /// `None` if the schema declares no arguments.
    declared: Option<Vec<Argument>>,
    /// The numbers of the arguments by name, if there are many.
    index: Option<HashMap<String, usize>>,
    /// The types of undeclared arguments.
    others: TypeSet,
    /// The room that the JSON of a call probably needs.
    pub(crate) room: usize,
}

/// A declared argument.
#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) name: String,
    /// A comma, the name as JSON, and a colon.
    pub(crate) written: String,
    pub(crate) types: TypeSet,
}

/// The text before a key in JSON.
pub(crate) const COMMA: &str = ", ";
/// The text after a key.
pub(crate) const COLON: &str = ": ";

/// Writes a key of a JSON object, after a comma.
pub(crate) fn write_key(key: &str) -> String {
    format!("{COMMA}{}{COLON}", Value::from(key))
}

/// Maximum number of arguments that are compared one by one.
const LINEAR: usize = 16;

impl ArgumentTypes {
    /// The arguments of an unknown tool.
    pub(crate) const UNKNOWN: Self = Self {
        declared: None,
        index: None,
        others: TypeSet::EMPTY,
        room: 256,
    };

    /// The room for a short value.
    const ROOM_OF_VALUE: usize = 32;

    pub(crate) fn of(schema: &Value) -> Self {
        let schemas = Schemas::of(Some(schema));
        let mut arguments = Self {
            others: Schemas::types(&schemas.other_members(schemas.root())),
            ..Self::UNKNOWN
        };
        let mut index = HashMap::new();
        let objects = schemas.root().iter();
        for properties in objects.filter_map(|form| form.object("properties")) {
            let declared = arguments.declared.get_or_insert_default();
            for name in properties.keys() {
                if let Entry::Vacant(free) = index.entry(name.clone()) {
                    free.insert(declared.len());
                    declared.push(Argument {
                        name: name.clone(),
                        written: write_key(name),
                        types: Schemas::types(&schemas.argument(name)),
                    });
                }
            }
        }
        if let Some(declared) = &arguments.declared {
            let rooms = declared
                .iter()
                .map(|argument| argument.written.len() + Self::ROOM_OF_VALUE);
            arguments.room = rooms.sum::<usize>().min(2 * arguments.room);
        }
        arguments.index = Some(index).filter(|index| index.len() > LINEAR);
        arguments
    }

    /// Returns the argument with this name. Checks the argument at `expected` first because models
    /// send arguments in the order of the schema.
    #[inline]
    pub(crate) fn find(&self, name: &str, expected: usize) -> Option<&Argument> {
        let declared = self.declared.as_deref()?;
        match declared.get(expected) {
            Some(argument) if argument.name == name => Some(argument),
            _ => self.look_up(name, declared),
        }
    }

    fn look_up<'d>(&self, name: &str, declared: &'d [Argument]) -> Option<&'d Argument> {
        match &self.index {
            Some(index) => declared.get(*index.get(name)?),
            None => declared.iter().find(|argument| argument.name == name),
        }
    }

    /// Returns whether a condition holds for all declared names. `None` if the schema declares none.
    pub(crate) fn all_declared(&self, has: impl Fn(&str) -> bool) -> Option<bool> {
        let declared = self.declared.as_ref()?;
        Some(declared.iter().all(|argument| has(&argument.name)))
    }

    /// Returns whether the schema declares an argument of this name. Returns `None` if it declares
    /// none.
    pub(crate) fn declares(&self, name: &str) -> Option<bool> {
        self.declared.as_ref()?;
        Some(self.find(name, 0).is_some())
    }

    /// Returns the types of an argument.
    pub(crate) fn types(&self, name: &str) -> TypeSet {
        let declared = self.find(name, 0);
        declared.map_or(self.others, |argument| argument.types)
    }

    /// Returns the types of undeclared arguments.
    pub(crate) fn others(&self) -> TypeSet {
        self.others
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::issue::JsonType;

    #[test]
    fn finds_the_arguments_of_all_forms() {
        let types = ArgumentTypes::of(&json!({
            "anyOf": [
                {"properties": {"a": {"type": "integer"}, "b": {"$ref": "#/$defs/flag"}}},
                {"properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "null"}},
            ],
            "$defs": {"flag": {"type": "boolean"}},
        }));
        assert_eq!(
            types.types("a"),
            TypeSet::of(JsonType::Integer).union(TypeSet::STRING)
        );
        assert_eq!(types.types("b"), TypeSet::BOOLEAN);
        assert_eq!(
            (types.types("c"), types.others()),
            (TypeSet::NULL, TypeSet::NULL)
        );
        assert_eq!(
            (types.declares("b"), types.declares("c")),
            (Some(true), Some(false))
        );
    }

    #[test]
    fn declares_nothing_without_properties() {
        for types in [ArgumentTypes::UNKNOWN, ArgumentTypes::of(&json!({}))] {
            assert_eq!(
                (types.declares("a"), types.types("a")),
                (None, TypeSet::EMPTY)
            );
        }
        let types = ArgumentTypes::of(&json!({"properties": {}}));
        assert_eq!(types.declares("a"), Some(false));
    }

    #[test]
    fn finds_each_of_many_arguments_at_any_position() {
        for count in [1, LINEAR, LINEAR + 1, 3 * LINEAR] {
            let names: Vec<_> = (0..count).map(|number| format!("k{number}")).collect();
            let properties = names
                .iter()
                .map(|name| (name.clone(), json!({"type": "integer"})));
            let properties: serde_json::Map<_, _> = properties.collect();
            let types = ArgumentTypes::of(&json!({"properties": properties}));
            for (name, expected) in names.iter().zip((0..count).rev()) {
                let found = types.find(name, expected).expect("it is declared");
                assert_eq!(
                    (&found.name, found.types),
                    (name, TypeSet::of(JsonType::Integer))
                );
                assert_eq!(found.written, format!(", \"{name}\": "));
            }
            assert!(types.find("k", 0).is_none());
        }
    }
}
