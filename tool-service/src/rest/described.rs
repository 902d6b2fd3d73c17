//! Finds properties of a value that its schema does not declare.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::{Map, Value, json};
use tool_core::issue::Path;
use tool_core::{Definition, Issues, Leniency};

use super::RestError;

/// Message for an undeclared argument.
pub(super) const NO_ARGUMENT: &str = "is not an argument of this tool";

/// Keywords whose schemas apply to the same value.
const IN_PLACE: [&str; 6] = ["allOf", "anyOf", "oneOf", "if", "then", "else"];

/// Keywords with one schema per property name that apply to the same value.
const IN_PLACE_BY_NAME: [&str; 2] = ["dependentSchemas", "dependencies"];

/// Keywords whose schemas apply to the items of an array.
const OF_ITEMS: [&str; 5] = [
    "items",
    "prefixItems",
    "additionalItems",
    "unevaluatedItems",
    "contains",
];

/// Keywords whose schema applies to all other properties.
const OF_OTHERS: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

/// The patterns of a schema's `patternProperties`. Each is a tool with one property of that
/// pattern. This way the reader decides which names match.
#[derive(Debug, Default)]
pub(super) struct PropertyPatterns(HashMap<String, Definition>);

impl PropertyPatterns {
    /// Compiles the patterns of a schema.
    pub(super) fn of(schema: &Value) -> Result<Self, RestError> {
        let mut patterns = Self::default();
        patterns.collect(schema)?;
        Ok(patterns)
    }

    fn collect(&mut self, value: &Value) -> Result<(), RestError> {
        match value {
            Value::Object(entries) => {
                let patterns = entries.get("patternProperties").and_then(Value::as_object);
                for pattern in patterns.into_iter().flat_map(Map::keys) {
                    let schema = json!({
                        "type": "object",
                        "properties": {"name": {"type": "string", "pattern": pattern}},
                    });
                    let definition = Definition::new("name", "", schema).map_err(|_| {
                        RestError::new(format!(
                            "the pattern `{pattern}` in `patternProperties` cannot be used: correct \
                             it, or send undeclared arguments with `Endpoint::pass_undeclared`"
                        ))
                    })?;
                    self.0.insert(pattern.clone(), definition);
                }
                entries.values().try_for_each(|value| self.collect(value))
            }
            Value::Array(items) => items.iter().try_for_each(|value| self.collect(value)),
            _ => Ok(()),
        }
    }

    fn matches(&self, pattern: &str, name: &str) -> bool {
        let arguments = json!({"name": name});
        self.0.get(pattern).is_some_and(|definition| {
            let reader = definition.reader().leniency(Leniency::Strict);
            reader.read::<Value>(&arguments).is_ok()
        })
    }
}

/// The schemas that describe one value.
pub(super) struct Described<'a> {
    tool: &'a Definition,
    schemas: Vec<&'a Map<String, Value>>,
    /// `true` if a reference cannot be resolved. The missing schema could describe the value
    /// further.
    is_partly_unknown: bool,
}

impl<'a> Described<'a> {
    /// Collects the schemas of a tool's arguments.
    pub(super) fn root(tool: &'a Definition) -> Self {
        Self::by(tool, vec![tool.schema()])
    }

    /// Collects these schemas, their reference targets, and their in-place subschemas.
    fn by(tool: &'a Definition, mut left: Vec<&'a Value>) -> Self {
        let mut schemas = Vec::new();
        let mut is_partly_unknown = false;
        let mut seen = HashSet::new();
        while let Some(schema) = left.pop() {
            let Some(keywords) = schema.as_object() else {
                continue;
            };
            if !seen.insert(std::ptr::from_ref(keywords)) {
                continue;
            }
            schemas.push(keywords);
            for keyword in ["$ref", "$dynamicRef"] {
                let Some(reference) = keywords.get(keyword).and_then(Value::as_str) else {
                    continue;
                };
                let target = tool.referenced(reference);
                is_partly_unknown |= target.is_none();
                left.extend(target);
            }
            for keyword in IN_PLACE {
                left.extend(list_one_or_many(keywords.get(keyword)));
            }
            for keyword in IN_PLACE_BY_NAME {
                let by_name = keywords.get(keyword).and_then(Value::as_object);
                left.extend(by_name.into_iter().flat_map(Map::values));
            }
        }
        Self {
            tool,
            schemas,
            is_partly_unknown,
        }
    }

    /// Returns the names of the declared properties.
    pub(super) fn names(&self) -> BTreeSet<&'a str> {
        let schemas = self.schemas.iter();
        let properties = schemas.filter_map(|schema| schema.get("properties")?.as_object());
        properties.flat_map(Map::keys).map(String::as_str).collect()
    }

    /// Returns whether the schemas list the properties of an object, or may do so in an unknown
    /// part.
    fn lists_properties(&self) -> bool {
        let mut keywords = ["properties", "patternProperties"].iter().chain(&OF_OTHERS);
        self.is_partly_unknown
            || keywords.any(|keyword| {
                self.schemas
                    .iter()
                    .any(|schema| schema.contains_key(*keyword))
            })
    }

    /// Returns the schemas of a property, or `None` if the property is not declared.
    fn property(&self, name: &str, patterns: &PropertyPatterns) -> Option<Vec<&'a Value>> {
        let mut found = Vec::new();
        let mut is_required = false;
        for schema in &self.schemas {
            let named = |keyword: &str| schema.get(keyword).and_then(Value::as_object);
            found.extend(named("properties").and_then(|all| all.get(name)));
            let matching = named("patternProperties").into_iter().flatten();
            let matching = matching.filter(|(pattern, _)| patterns.matches(pattern, name));
            found.extend(matching.map(|(_, schema)| schema));
            let required = schema.get("required").and_then(Value::as_array);
            is_required |= required.is_some_and(|names| names.iter().any(|other| other == name));
        }
        if found.is_empty() {
            let others = self.schemas.iter().flat_map(|schema| {
                let others = OF_OTHERS.iter().filter_map(|keyword| schema.get(*keyword));
                others.filter(|schema| **schema != Value::Bool(false))
            });
            found.extend(others);
        }
        let is_declared = is_required || !found.is_empty();
        is_declared.then_some(found)
    }

    fn items(&self) -> Vec<&'a Value> {
        let schemas = self.schemas.iter();
        let items = schemas.flat_map(|schema| OF_ITEMS.map(|keyword| schema.get(keyword)));
        items.flat_map(list_one_or_many).collect()
    }

    /// Adds an issue for each undeclared argument and each undeclared property inside an argument.
    /// An object whose schema lists no properties may have any properties.
    pub(super) fn refuse_others(
        &self,
        arguments: &Map<String, Value>,
        patterns: &PropertyPatterns,
        issues: &mut Issues,
    ) {
        self.refuse_in_object(arguments, patterns, &Path::root(), issues);
    }

    fn refuse_in_object(
        &self,
        object: &Map<String, Value>,
        patterns: &PropertyPatterns,
        at: &Path,
        issues: &mut Issues,
    ) {
        for (name, value) in object {
            match self.property(name, patterns) {
                Some(found) if is_container(value) => {
                    let property = Self::by(self.tool, found);
                    property.refuse_inside(value, patterns, &at.join(name.as_str()), issues);
                }
                Some(_) => {}
                None => issues.add(at.join(name.as_str()), NO_ARGUMENT),
            }
        }
    }

    fn refuse_inside(
        &self,
        value: &Value,
        patterns: &PropertyPatterns,
        at: &Path,
        issues: &mut Issues,
    ) {
        match value {
            Value::Object(object) if self.lists_properties() => {
                self.refuse_in_object(object, patterns, at, issues);
            }
            Value::Array(items) => {
                let inside = Self::by(self.tool, self.items());
                let containers = items.iter().enumerate();
                for (index, item) in containers.filter(|(_, item)| is_container(item)) {
                    inside.refuse_inside(item, patterns, &at.join(index), issues);
                }
            }
            _ => {}
        }
    }
}

fn is_container(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// Returns the schemas of a keyword that contains one schema or a list.
fn list_one_or_many(keyword: Option<&Value>) -> &[Value] {
    match keyword {
        Some(Value::Array(all)) => all,
        Some(one) => std::slice::from_ref(one),
        None => &[],
    }
}
