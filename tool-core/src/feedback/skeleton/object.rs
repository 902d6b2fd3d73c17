//! Objects and arrays.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::{Faults, Sketch, list, scalar};
use crate::issue::Segment;

impl<'s> Sketch<'s> {
    /// `{"path": string, "limit"?: integer}`
    pub(super) fn object(
        &mut self,
        keywords: &'s Map<String, Value>,
        faults: &Faults<'_>,
        level: usize,
    ) -> String {
        let counts = scalar::count(keywords, "minProperties", "maxProperties");
        let note = counts.map_or_else(String::new, |range| format!(" ({range} properties)"));
        let names = names(keywords);
        let is_closed = keywords.get("additionalProperties") == Some(&Value::Bool(false));
        let maps = self.maps(keywords, level);
        if names.is_empty() && maps.is_empty() {
            let text = if is_closed { "{}" } else { "object" };
            return format!("{text}{note}");
        }
        if level >= self.scope.levels && faults.is_empty() {
            return format!("{{…}}{note}");
        }
        let mut parts = self.properties(keywords, &names, faults, level);
        parts.extend(maps);
        format!("{{{}}}{note}", parts.join(", "))
    }

    fn properties(
        &mut self,
        keywords: &'s Map<String, Value>,
        names: &[&'s str],
        faults: &Faults<'_>,
        level: usize,
    ) -> Vec<String> {
        let (mut parts, mut left_out) = (Vec::new(), false);
        let required: HashSet<&str> = list(keywords, "required")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        for name in names {
            let inside = below(
                faults,
                |segment| matches!(segment, Segment::Key(key) if key == name),
            );
            let required = required.contains(name);
            if !required && !self.scope.optional && inside.is_empty() {
                left_out = true;
                continue;
            }
            let declared = keywords.get("properties").and_then(|all| all.get(*name));
            let shape = declared.map_or_else(
                || "any".to_owned(),
                |schema| self.shape(schema, &inside, level + 1).text,
            );
            let mark = if required { "" } else { "?" };
            parts.push(format!("{}{mark}: {shape}", Value::from(*name)));
        }
        if left_out {
            parts.push("…".to_owned());
        }
        parts
    }

    /// `[key]: integer`: what the keys hold that are not declared by name.
    fn maps(&mut self, keywords: &'s Map<String, Value>, level: usize) -> Vec<String> {
        let mut maps = Vec::new();
        if let Some(Value::Object(patterns)) = keywords.get("patternProperties") {
            for (pattern, schema) in patterns {
                let shape = self.shape(schema, &Faults::new(), level + 1).text;
                maps.push(format!("[key that matches {pattern}]: {shape}"));
            }
        }
        for keyword in ["additionalProperties", "unevaluatedProperties"] {
            if let Some(schema @ Value::Object(_)) = keywords.get(keyword) {
                let shape = self.shape(schema, &Faults::new(), level + 1).text;
                maps.push(format!("[key]: {shape}"));
            }
        }
        maps
    }

    /// `[string]`, and `[string, integer]` for a tuple.
    pub(super) fn array(
        &mut self,
        keywords: &'s Map<String, Value>,
        faults: &Faults<'_>,
        level: usize,
    ) -> String {
        let mut items = Vec::new();
        for (index, schema) in list(keywords, "prefixItems").iter().enumerate() {
            let inside = below(faults, |segment| *segment == Segment::Index(index));
            items.push(self.shape(schema, &inside, level).text);
        }
        match keywords.get("items") {
            Some(Value::Bool(false)) => {}
            None if !items.is_empty() => {}
            None => return format!("array{}", notes(keywords)),
            Some(schema) => {
                let inside = below(faults, |segment| matches!(segment, Segment::Index(_)));
                let shape = self.shape(schema, &inside, level).text;
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

/// The declared properties, then those that are only required.
fn names(keywords: &Map<String, Value>) -> Vec<&str> {
    let declared = keywords.get("properties").and_then(Value::as_object);
    let mut names: Vec<&str> = declared
        .into_iter()
        .flat_map(Map::keys)
        .map(String::as_str)
        .collect();
    for name in list(keywords, "required").iter().filter_map(Value::as_str) {
        if declared.is_none_or(|all| !all.contains_key(name)) {
            names.push(name);
        }
    }
    names
}

/// The faults inside of a property or an item.
fn below<'e>(faults: &Faults<'e>, is_step: impl Fn(&Segment) -> bool) -> Faults<'e> {
    let inside = faults.iter().filter_map(|fault| fault.split_first());
    inside
        .filter(|(step, _)| is_step(step))
        .map(|(_, rest)| rest)
        .collect()
}

/// ` (1..5 items, all different)`
fn notes(keywords: &Map<String, Value>) -> String {
    // The length of a tuple is seen in its items.
    let is_tuple = keywords.contains_key("prefixItems");
    let count = scalar::count(keywords, "minItems", "maxItems").filter(|_| !is_tuple);
    let count = count.map(|range| format!("{range} items"));
    let different = keywords.get("uniqueItems") == Some(&Value::Bool(true));
    scalar::in_parentheses([count, different.then(|| "all different".to_owned())])
}
