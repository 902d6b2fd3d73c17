use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::at_most;
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::view::{Outcome, View, each_schema, origin};
pub(super) use crate::schema::referred;
use crate::schema::walk::{Schema, escape, inside};
use crate::schema::{References, unescape};

/// Has each reference lead to the root (`#`) or to a definition (`#/$defs/Name`):
/// what it leads to elsewhere becomes a definition of its own, and so does one whose
/// name has to be escaped, since not all providers escape alike.
pub(super) fn normalize(view: &mut View<'_>) -> Outcome {
    let document = Value::Object(view.schema.clone());
    let mut lift = Lift {
        document: &document,
        references: References::of(&document),
        names: HashMap::new(),
        taken: view.definitions().keys().cloned().collect(),
        open: Vec::new(),
    };
    each_schema(&mut view.schema, &mut |schema| lift.reference(schema))?;
    let mut schemas = 0;
    while let Some((name, mut schema)) = lift.open.pop() {
        each_schema(&mut schema, &mut |schema| {
            schemas += 1;
            at_most("schemas that become definitions", schemas, MOST_LIFTED)?;
            lift.reference(schema)
        })?;
        let definitions = view
            .schema
            .entry("$defs")
            .or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(definitions) = definitions {
            definitions.insert(name, Value::Object(schema));
        }
    }
    Ok(())
}

/// How many schemas may become definitions, those inside of them counted for each.
const MOST_LIFTED: usize = 10_000;

/// What is referred to and is no definition yet.
struct Lift<'v> {
    document: &'v Value,
    references: References<'v>,
    /// The names of what became a definition, by the pointers that led there.
    names: HashMap<String, String>,
    taken: HashSet<String>,
    open: Vec<(String, Schema)>,
}

impl Lift<'_> {
    fn reference(&mut self, schema: &mut Schema) -> Outcome {
        let refused = |schema: &Schema, keyword: &str| {
            Refusal::new(origin(schema), Some(keyword), Reason::Reference)
        };
        for keyword in ["$dynamicRef", "$recursiveRef"] {
            if schema.contains_key(keyword) {
                return Err(refused(schema, keyword));
            }
        }
        let Some(reference) = schema.get("$ref") else {
            return Ok(());
        };
        let target = reference.as_str();
        let target = target.and_then(|reference| self.references.pointer(reference));
        let name = match target {
            Some(pointer) if pointer.is_empty() => Some("#".to_owned()),
            Some(pointer) => self.definition(&pointer).map(|name| reference_to(&name)),
            None => None,
        };
        let name = name.ok_or_else(|| refused(schema, "$ref"))?;
        schema.insert("$ref".to_owned(), name.into());
        Ok(())
    }

    /// The name of the definition that a pointer leads to.
    fn definition(&mut self, pointer: &str) -> Option<String> {
        let target = self.document.pointer(pointer)?.as_object()?;
        let name = pointer.strip_prefix("/$defs/");
        if let Some(name) = name.filter(|name| is_plain(name)) {
            return Some(name.to_owned());
        }
        if let Some(name) = self.names.get(pointer) {
            return Some(name.clone());
        }
        let last = pointer.rsplit('/').next().unwrap_or_default();
        let name = self.free_name(&plain(last));
        self.taken.insert(name.clone());
        self.names.insert(pointer.to_owned(), name.clone());
        self.open.push((name.clone(), target.clone()));
        Some(name)
    }

    fn free_name(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while self.taken.contains(&name) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }
}

/// Whether a name reads the same in a reference, whoever decodes it.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_plain_character)
}

fn is_plain_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// The name of a definition that is nearest to a segment of a pointer.
fn plain(segment: &str) -> String {
    let name = unescape(segment);
    if name.is_empty() {
        return "definition".to_owned();
    }
    name.replace(|c| !is_plain_character(c), "_")
}

/// The reference to a definition.
pub(super) fn reference_to(name: &str) -> String {
    format!("#/$defs/{}", escape(name))
}

/// The definition that a schema refers to.
pub(super) fn target<'d>(
    schema: &Schema,
    definitions: &'d Map<String, Value>,
) -> Option<&'d Schema> {
    definitions.get(&referred(schema)?)?.as_object()
}

/// Refuses a schema that refers to itself.
pub(in crate::provider) fn refuse_recursion(view: &mut View<'_>) -> Outcome {
    Follow::new(view, |_, _| true).root(view)
}

/// Refuses a schema that refers to itself where no property on the way can be
/// left out.
pub(in crate::provider) fn refuse_needed_recursion(view: &mut View<'_>) -> Outcome {
    let is_required = |schema: &Schema, name: &str| {
        let required = schema.get("required").and_then(Value::as_array);
        required.is_some_and(|required| required.iter().any(|one| one == name))
    };
    Follow::new(view, is_required).root(view)
}

/// How many references may lead on from one another.
const DEEPEST: usize = 200;

/// A walk along the references.
struct Follow {
    definitions: Map<String, Value>,
    /// Whether the walk goes into a property.
    goes_into: fn(&Schema, &str) -> bool,
    on_the_way: Vec<String>,
    settled: HashSet<String>,
}

impl Follow {
    fn new(view: &View<'_>, goes_into: fn(&Schema, &str) -> bool) -> Self {
        Self {
            definitions: view.definitions(),
            goes_into,
            on_the_way: Vec::new(),
            settled: HashSet::new(),
        }
    }

    fn root(&mut self, view: &View<'_>) -> Outcome {
        let mut root = view.schema.clone();
        root.shift_remove("$defs");
        self.schema(&root)
    }

    fn schema(&mut self, schema: &Schema) -> Outcome {
        if schema.contains_key("$ref") {
            self.reference(schema)?;
        }
        let properties = schema.get("properties").and_then(Value::as_object);
        for (name, property) in properties.into_iter().flatten() {
            if let (true, Value::Object(property)) = ((self.goes_into)(schema, name), property) {
                self.schema(property)?;
            }
        }
        let mut others = schema.clone();
        others.shift_remove("properties");
        for inside in inside(&others) {
            self.schema(inside)?;
        }
        Ok(())
    }

    fn reference(&mut self, schema: &Schema) -> Outcome {
        let refused = || Refusal::new(origin(schema), Some("$ref"), Reason::Recursion);
        // What refers to the root is inside of it.
        let name = referred(schema).ok_or_else(refused)?;
        if self.on_the_way.contains(&name) {
            return Err(refused());
        }
        at_most("references in one another", self.on_the_way.len(), DEEPEST)?;
        if let Some(target) = target(schema, &self.definitions).cloned()
            && self.settled.insert(name.clone())
        {
            self.on_the_way.push(name);
            self.schema(&target)?;
            self.on_the_way.pop();
        }
        Ok(())
    }
}
