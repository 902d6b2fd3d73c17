//! Keys of the arguments that are not the model's arguments: properties with a preset value, and
//! keys for the host.

use std::fmt;

use serde_json::{Map, Value};

use crate::issue::{Ignored, Issue, IssueKind, Path, Segment};
use crate::plan::SchemaError;
use crate::schema::OrderedMapExt as _;
use crate::schema::walk::{SchemaStep, subschemas};
use crate::tree::{Entry, Tree};

/// Keywords that apply to the arguments themselves.
pub(super) const IN_PLACE: [&str; 12] = [
    "$ref",
    "$dynamicRef",
    "allOf",
    "anyOf",
    "oneOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "dependencies",
];

/// Keywords of a schema that has only the properties of the arguments.
const OF_PROPERTIES: [&str; 7] = [
    "$schema",
    "$id",
    "$defs",
    "definitions",
    "properties",
    "patternProperties",
    "propertyNames",
];

/// Replaces a message that could contain a preset value.
const PRIVATE: &str = "the host has set this tool up wrongly, so no arguments are right";

#[derive(Clone, Default)]
pub(super) struct Aside {
    /// Names and values of properties that the model does not see.
    presets: Vec<(String, Value)>,
    /// Names of keys for the host, each with its schema if the model sees it.
    host_keys: Vec<(String, Option<Value>)>,
}

/// Shows the names. The preset values may be secrets.
impl fmt::Debug for Aside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let presets: Vec<_> = self.presets.iter().map(|(name, _)| name).collect();
        f.debug_struct("Aside")
            .field("presets", &presets)
            .field("host_keys", &self.host_keys)
            .finish()
    }
}

impl Aside {
    pub(super) fn preset(&mut self, name: String, value: Value) {
        self.presets.retain(|(known, _)| *known != name);
        self.presets.push((name, value));
    }

    pub(super) fn add_host_key(&mut self, name: String, schema: Option<Value>) {
        self.host_keys.retain(|(known, _)| *known != name);
        self.host_keys.push((name, schema));
    }

    pub(super) fn is_empty(&self) -> bool {
        self.presets.is_empty() && self.host_keys.is_empty()
    }

    pub(super) fn presets(&self) -> &[(String, Value)] {
        &self.presets
    }

    pub(super) fn host_keys(&self) -> impl Iterator<Item = &str> {
        self.host_keys.iter().map(|(name, _)| name.as_str())
    }

    fn is_preset(&self, name: &str) -> bool {
        self.presets.iter().any(|(known, _)| known == name)
    }

    /// Removes the preset properties from the schema.
    pub(super) fn hide(&self, schema: &mut Value) -> Result<(), SchemaError> {
        for (name, _) in &self.presets {
            let root = schema.as_object_mut();
            let properties = root.and_then(|root| root.get_mut("properties")?.as_object_mut());
            if properties.is_none_or(|properties| properties.remove_key(name).is_none()) {
                let reason = format!("the arguments have no property {name:?} to hide");
                let error = SchemaError::new("", Some("properties"), reason);
                return Err(error.with_suggestion("hide a property of the arguments themselves"));
            }
            if let Some(Value::Array(required)) = schema.get_mut("required") {
                required.retain(|required| required != name);
            }
            let mentions =
                |keyword: &&str| schema.get(*keyword).is_some_and(|of| mentions(of, name));
            let counts = |keyword: &&str| schema.get(*keyword).is_some();
            let counted = ["minProperties", "maxProperties"].into_iter().find(counts);
            let mentioned = IN_PLACE.into_iter().find(|keyword| mentions(keyword));
            if let Some(keyword) = mentioned.or(counted) {
                let reason = format!("the keyword depends on the hidden property {name:?}");
                let error = SchemaError::new("", Some(keyword), reason);
                return Err(error.with_suggestion("remove the keyword with `edit_schema`"));
            }
        }
        Ok(())
    }

    /// Adds the keys for the host that the model sees.
    pub(super) fn show(&self, schema: &mut Value) -> Result<(), SchemaError> {
        for (name, shown) in &self.host_keys {
            let is_own = |schema: &Value| schema["properties"].get(name).is_some();
            if is_own(schema) || self.is_preset(name) {
                let reason = format!("the tool has a property {name:?} of its own");
                let error = SchemaError::new("", Some("properties"), reason);
                return Err(error.with_suggestion("use another host key for this tool"));
            }
            if let (Some(shown), Some(root)) = (shown, schema.as_object_mut()) {
                add_property(root, name, shown)?;
            }
        }
        Ok(())
    }

    /// Adds the preset values to arguments that conform to the schema without them. A value of the
    /// model is removed.
    pub(super) fn fill(&self, arguments: &mut Tree<'_>, ignored: &mut Vec<Ignored>) -> bool {
        let Tree::Object(entries) = arguments else {
            return false;
        };
        for (name, value) in &self.presets {
            let count = entries.len();
            entries.retain(|entry| entry.key != *name);
            let path: Path = std::iter::once(Segment::from(name.as_str())).collect();
            let is_listed = ignored.iter().any(|ignored| ignored.path == path);
            if entries.len() < count && !is_listed {
                let nearest = None;
                ignored.push(Ignored { path, nearest });
            }
            let (key, value) = (name.clone().into(), Tree::from(value).into_owned());
            entries.push(Entry { key, value });
        }
        !self.presets.is_empty()
    }

    /// Removes the preset values from arguments.
    pub(super) fn remove_presets(&self, arguments: &mut Value) {
        if let Value::Object(arguments) = arguments {
            arguments.retain(|name, _| !self.is_preset(name));
        }
    }

    /// Makes an issue say nothing of preset values.
    pub(super) fn keep_private(&self, issue: &mut Issue) {
        let (IssueKind::Refused { message } | IssueKind::Check { message }) = &issue.kind else {
            return;
        };
        let is_at_preset = match issue.path.segments().first() {
            Some(Segment::Key(key)) => self.is_preset(key),
            _ => false,
        };
        let tells = |value: &Value| match value {
            Value::String(text) => !text.is_empty() && message.contains(text.as_str()),
            _ => message.contains(&value.to_string()),
        };
        if is_at_preset || self.presets.iter().any(|(_, value)| tells(value)) {
            let message = PRIVATE.to_owned();
            *issue = Issue::new(Path::root(), IssueKind::Check { message }, None);
        }
    }
}

/// Returns a schema for an object that has only the property with this name.
pub(super) fn only_property(schema: &Value, name: &str) -> Value {
    let keywords = schema.as_object().into_iter().flatten();
    let kept = keywords.filter(|(keyword, _)| OF_PROPERTIES.contains(&keyword.as_str()));
    let mut only: Map<String, Value> = kept.map(|(key, of)| (key.clone(), of.clone())).collect();
    only.insert("type".to_owned(), "object".into());
    only.insert("required".to_owned(), vec![name].into());
    only.into()
}

fn mentions(value: &Value, name: &str) -> bool {
    match value {
        // The target of a reference may have the name.
        Value::String(text) => text == name || text.starts_with('#'),
        Value::Array(items) => items.iter().any(|item| mentions(item, name)),
        Value::Object(entries) => entries
            .iter()
            .any(|(key, value)| key == name || mentions(value, name)),
        _ => false,
    }
}

/// Adds an optional property to the arguments, and to each closed form of them.
fn add_property(
    schema: &mut Map<String, Value>,
    name: &str,
    shown: &Value,
) -> Result<(), SchemaError> {
    let is_of_arguments = |step: &SchemaStep<'_>| IN_PLACE.contains(&step.keyword());
    let steps = subschemas(schema);
    let referred = steps
        .iter()
        .any(|(step, form)| is_of_arguments(step) && form.get("$ref").is_some());
    if referred || schema.contains_key("$ref") {
        let reason = "a form of the arguments is a reference, so no key can be added to it";
        let error = SchemaError::new("", Some("$ref"), reason);
        return Err(error.with_suggestion("use a host key that the model does not see"));
    }
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let forms = schema.get_mut(keyword).and_then(Value::as_array_mut);
        for form in forms.into_iter().flatten() {
            if let Some(form) = form.as_object_mut().filter(|form| is_closed(form)) {
                add_property(form, name, shown)?;
            }
        }
    }
    let properties = schema.entry("properties");
    let properties = properties.or_insert_with(|| Map::new().into());
    if let Some(properties) = properties.as_object_mut() {
        properties.insert(name.to_owned(), shown.clone());
    }
    Ok(())
}

fn is_closed(form: &Map<String, Value>) -> bool {
    ["additionalProperties", "unevaluatedProperties"]
        .iter()
        .any(|keyword| form.contains_key(*keyword))
}
