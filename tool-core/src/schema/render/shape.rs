//! Objects and arrays in shape notation.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::scalar::write_notes;
use super::{Extent, Surroundings, Type, TypeNotation, TypeWriter};
use crate::issue::{JsonType, Segment};
use crate::schema::Lookup;
use crate::schema::keyword::CLOSING;

impl<'s> TypeWriter<'s> {
    /// Creates a writer of shapes that visits at most `left` schemas.
    pub(crate) fn of_shapes(root: &'s Value, scope: Extent, left: usize) -> Self {
        Self::new(root, TypeNotation::Shape(scope), left)
    }

    pub(crate) fn shape(&mut self, schema: &'s Value, around: &Surroundings<'_>) -> Type {
        self.write(schema, around)
    }

    /// Writes an object: `{"path": string, "limit"?: integer}`.
    pub(super) fn sketch_object(
        &mut self,
        keywords: &'s Map<String, Value>,
        scope: Extent,
        around: &Surroundings<'_>,
    ) -> String {
        let bounds = ["minProperties", "maxProperties"];
        let note = write_notes(keywords, JsonType::Object, bounds, "properties", None);
        let names = names(keywords);
        let maps = self.maps(keywords, around.level + 1);
        if names.is_empty() && maps.is_empty() {
            let is_closed = keywords.get("additionalProperties") == Some(&Value::Bool(false));
            let text = if is_closed { "{}" } else { "object" };
            return format!("{text}{note}");
        }
        if around.level >= scope.levels && around.faults.is_empty() {
            return format!("{{…}}{note}");
        }
        let (mut parts, mut is_short) = (Vec::new(), false);
        let required: HashSet<&str> = keywords.names("required").collect();
        let declared = keywords.object("properties");
        for name in names {
            let is_step = |segment: &Segment| matches!(segment, Segment::Key(key) if key == name);
            let inside = around.enter(around.level + 1, is_step);
            let required = required.contains(name);
            if !required && !scope.optional && inside.faults.is_empty() {
                is_short = true;
                continue;
            }
            let shape = match declared.and_then(|all| all.get(name)) {
                Some(schema) => self.write(schema, &inside).text,
                None => "any".to_owned(),
            };
            let mark = if required { "" } else { "?" };
            parts.push(format!("{}{mark}: {shape}", Value::from(name)));
        }
        if is_short {
            parts.push("…".to_owned());
        }
        parts.extend(maps);
        format!("{{{}}}{note}", parts.join(", "))
    }

    /// Writes the values of undeclared keys: `[key]: integer`.
    fn maps(&mut self, keywords: &'s Map<String, Value>, level: usize) -> Vec<String> {
        let around = Surroundings {
            level,
            ..Surroundings::default()
        };
        let mut maps = Vec::new();
        for (pattern, schema) in keywords.entries("patternProperties") {
            let shape = self.write(schema, &around).text;
            maps.push(format!("[key that matches {pattern}]: {shape}"));
        }
        for keyword in CLOSING {
            if let Some(schema @ Value::Object(_)) = keywords.get(keyword) {
                maps.push(format!("[key]: {}", self.write(schema, &around).text));
            }
        }
        maps
    }

    /// Writes an array: `[string]`, or `[string, integer]` for a tuple.
    pub(super) fn sketch_array(
        &mut self,
        keywords: &'s Map<String, Value>,
        around: &Surroundings<'_>,
    ) -> String {
        let mut items = Vec::new();
        for (index, schema) in keywords.list("prefixItems").iter().enumerate() {
            let inside = around.enter(around.level, |segment| *segment == Segment::Index(index));
            items.push(self.write(schema, &inside).text);
        }
        match keywords.get("items") {
            Some(Value::Bool(false)) => {}
            None if !items.is_empty() => {}
            None => return format!("array{}", notes(keywords)),
            Some(schema) => {
                let is_step = |segment: &Segment| matches!(segment, Segment::Index(_));
                let shape = self
                    .write(schema, &around.enter(around.level, is_step))
                    .text;
                items.push(if items.is_empty() {
                    shape
                } else {
                    format!("...[{shape}]")
                });
            }
        }
        format!("[{}]{}", items.join(", "), notes(keywords))
    }
}

/// Returns the declared properties, followed by those that are only required.
fn names(keywords: &Map<String, Value>) -> Vec<&str> {
    let declared = keywords
        .entries("properties")
        .map(|(name, _)| name.as_str());
    let is_declared = |name: &str| {
        let declared = keywords.object("properties");
        declared.is_some_and(|all| all.contains_key(name))
    };
    let required = keywords.names("required").filter(|name| !is_declared(name));
    declared.chain(required).collect()
}

fn notes(keywords: &Map<String, Value>) -> String {
    write_notes(
        keywords,
        JsonType::Array,
        ["minItems", "maxItems"],
        "items",
        None,
    )
}
