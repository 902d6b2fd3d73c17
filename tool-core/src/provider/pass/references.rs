use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::at_most;
use super::reader::SchemaReader;
use crate::limits::{EXPORT_DEPTH, EXPORT_SCHEMAS};
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::{KeywordValue, Schema};
use crate::provider::view::{PassResult, View, visit_schemas};
use crate::schema::walk::escape;
use crate::schema::{Lookup, References, find_referred, remove_malformed, unescape};

/// Makes each reference lead to the root (`#`) or to a definition (`#/$defs/Name`). Moves other
/// targets to definitions, and renames definitions whose name needs an escape, because
/// providers escape differently. Removes a reference without a target, except from a strict
/// export.
pub(super) fn normalize(view: &mut View<'_>, source: &Value, strict: bool) -> PassResult {
    let mut lift = Lift {
        source,
        strict,
        broken: Vec::new(),
        references: References::of(source),
        names: HashMap::new(),
        taken: view
            .schema
            .named("$defs")
            .keys()
            .map(str::to_owned)
            .collect(),
        open: Vec::new(),
    };
    visit_schemas(&mut view.schema, &mut |schema| lift.normalize(schema))?;
    let mut schemas = 0;
    while let Some((name, mut schema)) = lift.open.pop() {
        visit_schemas(&mut schema, &mut |schema| {
            schemas += 1;
            at_most("schemas that become definitions", schemas, EXPORT_SCHEMAS)?;
            lift.normalize(schema)
        })?;
        view.schema
            .insert_absent("$defs", KeywordValue::Named(OrderedMap::default()));
        if let Some(definitions) = view.schema.named_mut("$defs") {
            definitions.insert(name, schema);
        }
    }
    for (path, keyword) in lift.broken {
        view.ledger.lose_at(&path, keyword);
    }
    Ok(())
}

/// Makes definitions of the targets of references.
struct Lift<'v> {
    source: &'v Value,
    strict: bool,
    /// The places of references without a target, each with its keyword.
    broken: Vec<(String, &'static str)>,
    references: References<'v>,
    /// The names of the new definitions, by the pointers to their targets.
    names: HashMap<String, String>,
    taken: HashSet<String>,
    open: Vec<(String, Schema)>,
}

impl Lift<'_> {
    fn normalize(&mut self, schema: &mut Schema) -> PassResult {
        for keyword in ["$dynamicRef", "$recursiveRef"] {
            if schema.has(keyword) {
                self.remove_broken(schema, keyword)?;
            }
        }
        if !schema.has("$ref") {
            return Ok(());
        }
        let pointer = schema
            .text("$ref")
            .and_then(|to| self.references.pointer(to));
        let reference = match pointer.as_deref() {
            Some("") => Some("#".to_owned()),
            Some(pointer) => {
                let name = self.lift(pointer)?;
                name.map(|name| format!("#/$defs/{}", escape(&name)))
            }
            None => None,
        };
        match reference {
            Some(reference) => schema.insert("$ref", Value::from(reference)),
            None => self.remove_broken(schema, "$ref")?,
        }
        Ok(())
    }

    fn remove_broken(&mut self, schema: &mut Schema, keyword: &'static str) -> PassResult {
        if self.strict {
            return Err(Unexportable::at(schema, Some(keyword), Reason::Reference));
        }
        schema.remove(keyword);
        self.broken.push((schema.origin().to_owned(), keyword));
        Ok(())
    }

    /// Returns the name of the definition at a pointer.
    fn lift(&mut self, pointer: &str) -> Result<Option<String>, Unexportable> {
        let target = self.source.pointer(pointer);
        let Some(target) = target.filter(|target| target.is_object() || target.is_boolean()) else {
            return Ok(None);
        };
        let name = pointer.strip_prefix("/$defs/");
        if let Some(name) = name.filter(|name| is_plain(name)) {
            return Ok(Some(name.to_owned()));
        }
        if let Some(name) = self.names.get(pointer) {
            return Ok(Some(name.clone()));
        }
        let last = pointer.rsplit('/').next().unwrap_or_default();
        let name = self.find_free_name(&make_plain(last));
        self.taken.insert(name.clone());
        self.names.insert(pointer.to_owned(), name.clone());
        let mut target = target.clone();
        // The target of a pointer may be outside the known keywords.
        remove_malformed(&mut target);
        let target = SchemaReader::new(self.source).read(&target, pointer)?;
        self.open.push((name.clone(), target));
        Ok(Some(name))
    }

    fn find_free_name(&self, wanted: &str) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while self.taken.contains(&name) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        name
    }
}

/// Returns whether all decoders read a name in a reference in the same way.
fn is_plain(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_plain_character)
}

fn is_plain_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// Converts a segment of a pointer to a plain name.
fn make_plain(segment: &str) -> String {
    let name = unescape(segment);
    if name.is_empty() {
        return "definition".to_owned();
    }
    name.replace(|c| !is_plain_character(c), "_")
}

/// Returns the definition that a schema refers to.
pub(super) fn find_target<'d>(
    schema: &Schema,
    definitions: &'d OrderedMap<Schema>,
) -> Option<&'d Schema> {
    definitions.get(&find_referred(schema)?)
}

/// Drops unused definitions.
#[expect(clippy::unnecessary_wraps, reason = "it is a pass like the others")]
pub(in crate::provider) fn drop_unused(view: &mut View<'_>) -> PassResult {
    let definitions = view.schema.remove("$defs");
    let Some(KeywordValue::Named(mut definitions)) = definitions else {
        return Ok(());
    };
    let mut used = HashSet::new();
    let mut open = vec![&view.schema];
    while let Some(schema) = open.pop() {
        if let Some(name) = find_referred(schema)
            && let Some(definition) = definitions.get(&name)
            && used.insert(name)
        {
            open.push(definition);
        }
        open.extend(schema.children().map(|(_, inside)| inside));
    }
    definitions.retain(|name, _| used.contains(name));
    if !definitions.is_empty() {
        view.schema.insert("$defs", definitions);
    }
    Ok(())
}

/// Wraps a reference in an `anyOf` if it has keywords next to it, for providers that allow none
/// there.
pub(in crate::provider) fn wrap_references(view: &mut View<'_>) -> PassResult {
    view.for_each(|schema, _| {
        let is_beside = |keyword: &str| !matches!(keyword, "$ref" | "$defs");
        if (schema.keywords.keys().any(is_beside) || !schema.words.is_empty())
            && let Some(reference) = schema.remove("$ref")
        {
            schema.insert("anyOf", vec![Schema::default().with("$ref", reference)]);
        }
        Ok(())
    })
}

/// Rejects a recursive schema.
pub(in crate::provider) fn refuse_recursion(view: &mut View<'_>) -> PassResult {
    Follow::new(view, |_, _| true).follow(&view.schema)
}

/// Rejects a recursive schema if each property on the cycle is required.
pub(in crate::provider) fn refuse_needed_recursion(view: &mut View<'_>) -> PassResult {
    Follow::new(view, Schema::requires).follow(&view.schema)
}

/// Follows the references of a schema.
struct Follow<'v> {
    definitions: &'v OrderedMap<Schema>,
    /// Returns whether to follow a property.
    goes_into: fn(&Schema, &str) -> bool,
    on_the_way: Vec<String>,
    /// Levels of schemas above this one, along the references on the way.
    depth: usize,
    settled: HashSet<String>,
}

impl<'v> Follow<'v> {
    fn new(view: &'v View<'_>, goes_into: fn(&Schema, &str) -> bool) -> Self {
        Self {
            definitions: view.schema.named("$defs"),
            goes_into,
            on_the_way: Vec::new(),
            depth: 0,
            settled: HashSet::new(),
        }
    }

    fn follow(&mut self, schema: &Schema) -> PassResult {
        // A chain of references has fewer levels than the text that defines it, so the depth of the
        // definitions does not bound the recursion.
        at_most("levels of schemas", self.depth, EXPORT_DEPTH)?;
        self.depth += 1;
        if schema.has("$ref") {
            self.follow_reference(schema)?;
        }
        for (name, property) in schema.properties().iter() {
            if (self.goes_into)(schema, name) {
                self.follow(property)?;
            }
        }
        for (keyword, inside) in schema.children() {
            if !matches!(keyword, "properties" | "$defs") {
                self.follow(inside)?;
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn follow_reference(&mut self, schema: &Schema) -> PassResult {
        let refused = || Unexportable::at(schema, Some("$ref"), Reason::Recursion);
        // A reference to the root is recursive.
        let name = find_referred(schema).ok_or_else(refused)?;
        if self.on_the_way.contains(&name) {
            return Err(refused());
        }
        if let Some(target) = self.definitions.get(&name)
            && self.settled.insert(name.clone())
        {
            self.on_the_way.push(name);
            self.follow(target)?;
            self.on_the_way.pop();
        }
        Ok(())
    }
}
