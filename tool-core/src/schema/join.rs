use schemars::Schema;
use serde_json::Value;

use super::keyword::{CLOSING, FORMS};
use super::lookup::Lookup;
use super::merge::{MergedValue, merge_values};
use super::reference::find_referred;
use super::walk::{SchemaMap, for_each_schema};
use crate::limits::REFERENCE_CHAIN;
use crate::schema::OrderedMapExt as _;

const APPLICATORS: [&str; 6] = ["oneOf", "anyOf", "allOf", "if", "then", "else"];

/// Inlines an object that is referenced next to further properties, if the object is closed or
/// contains a map.
///
/// Schemars does this for a flattened field and for the content of an internally tagged variant. It
/// does not do this for a newtype struct around such an object, or for a map. A closed object
/// rejects the properties next to the reference, and a map requires them to be its values. No
/// arguments would be valid.
///
/// A union whose forms are all closed is inlined too, and the object around it is closed.
///
/// `joined` contains the names of definitions that were inlined earlier.
pub(crate) fn join_references(schema: &mut Schema, mut joined: Vec<String>) {
    let defs = schema.get("$defs").and_then(Value::as_object);
    let defs = defs.cloned().unwrap_or_default();
    let Some(root) = schema.as_object_mut() else {
        return;
    };
    for_each_schema(root, &mut |object| {
        join(object, &defs, &mut joined, 0);
        if has_own_properties(object) {
            open_forms(object, &defs, &mut joined, &[], 0);
        }
    });
    // Removing a definition may leave its own references unused.
    while let Some(unused) = joined.iter().position(|name| !is_used(root, name)) {
        remove_definition(root, &joined.swap_remove(unused));
    }
}

/// Returns whether forms are combined with the properties of other schemas or with a map. This is
/// the case for a flattened enum and for an enum with a separate tag. The object around such forms
/// is closed. A form with a tag may contain further forms.
fn has_own_properties(object: &SchemaMap) -> bool {
    let is_map = |key: &&str| object.get(*key).is_some_and(|rest| *rest != false);
    let has_properties = object.entries("properties").next().is_some();
    let mut forms = FORMS.iter().flat_map(|key| object.list(key));
    let has_tagged_forms =
        forms.any(|form| form.get("properties").is_some() && form.has_any(&FORMS));
    object.has_any(&FORMS)
        && (CLOSING.iter().any(is_map)
            || object.contains_key("unevaluatedProperties")
                && (has_properties || object.list("allOf").len() > 1 || has_tagged_forms))
}

/// Opens the forms, since the closed object around them sees all properties. Closed forms and maps
/// are inlined because other places use their definitions unchanged.
///
/// A form that is a map does not see the properties around it and would treat them as its values.
/// The function therefore declares their names in the form.
fn open_forms(
    object: &mut SchemaMap,
    defs: &SchemaMap,
    joined: &mut Vec<String>,
    beside: &[String],
    depth: usize,
) {
    if depth == REFERENCE_CHAIN {
        return;
    }
    let mut names = beside.to_vec();
    names.extend(object.entries("properties").map(|(name, _)| name.clone()));
    for key in FORMS {
        let forms = object.get_mut(key).and_then(Value::as_array_mut);
        for form in forms.into_iter().flatten().filter_map(Value::as_object_mut) {
            write_out(form, defs, joined);
            for key in CLOSING {
                match form.get(key) {
                    Some(Value::Bool(false)) => {
                        form.remove_key(key);
                    }
                    Some(Value::Object(_)) => declare(form, &names),
                    _ => {}
                }
            }
            open_forms(form, defs, joined, &names, depth + 1);
        }
    }
}

fn declare(form: &mut SchemaMap, names: &[String]) {
    let properties = form
        .entry("properties")
        .or_insert_with(|| SchemaMap::new().into());
    if let Value::Object(properties) = properties {
        for name in names {
            properties
                .entry(name.clone())
                .or_insert_with(|| Value::Bool(true));
        }
    }
}

/// Replaces a reference to a form that limits additional properties by the form itself.
fn write_out(form: &mut SchemaMap, defs: &SchemaMap, joined: &mut Vec<String>) {
    join(form, defs, joined, 0);
    let Some((names, target)) = find_target(form, defs) else {
        return;
    };
    if !limits_further(&target, defs, 0) {
        return;
    }
    form.remove_key("$ref");
    for (key, value) in target {
        form.entry(key).or_insert(value);
    }
    joined.extend(names);
}

/// Returns whether an object, or a form of it, is closed or is a map of one type.
fn limits_further(object: &SchemaMap, defs: &SchemaMap, depth: usize) -> bool {
    CLOSING
        .iter()
        .filter_map(|key| object.get(*key))
        .any(|further| *further != Value::Bool(true))
        || depth < REFERENCE_CHAIN
            && forms_of(object).any(|form| match find_target(form, defs) {
                Some((_, target)) => limits_further(&target, defs, depth + 1),
                None => limits_further(form, defs, depth + 1),
            })
}

fn join(object: &mut SchemaMap, defs: &SchemaMap, joined: &mut Vec<String>, depth: usize) {
    if depth == REFERENCE_CHAIN || !object.get("properties").is_some_and(Value::is_object) {
        return;
    }
    let Some((names, mut target)) = find_target(object, defs) else {
        return;
    };
    join(&mut target, defs, joined, depth + 1);
    let is_object = target.get("type").is_some_and(|of| of == "object");
    let is_free = !target.has_any(&CLOSING);
    let is_union = !is_object && are_forms_closed(&target, defs, 0);
    let in_both = |key: &&str| object.contains_key(*key) && target.contains_key(*key);
    if (!is_object || is_free) && !is_union || APPLICATORS.iter().any(in_both) {
        return;
    }
    merge(object, target);
    if is_union {
        let further = object.entry("unevaluatedProperties");
        further.or_insert(Value::Bool(false));
    }
    joined.extend(names);
}

/// Returns whether each form of a union declares its additional properties.
fn are_forms_closed(object: &SchemaMap, defs: &SchemaMap, depth: usize) -> bool {
    let mut forms = forms_of(object).peekable();
    depth < REFERENCE_CHAIN
        && forms.peek().is_some()
        && forms.all(|form| {
            let target = find_target(form, defs).map(|(_, target)| target);
            let form = target.as_ref().unwrap_or(form);
            form.has_any(&CLOSING)
                || form.get("type").is_some_and(|of| of != "object")
                || are_forms_closed(form, defs, depth + 1)
        })
}

fn forms_of(object: &SchemaMap) -> impl Iterator<Item = &SchemaMap> {
    let forms = FORMS.iter().flat_map(|key| object.list(key));
    forms.filter_map(Value::as_object)
}

/// Returns the target of a reference and the names on the way. Follows definitions that only refer
/// to another one.
fn find_target(object: &SchemaMap, defs: &SchemaMap) -> Option<(Vec<String>, SchemaMap)> {
    let mut names = vec![find_referred(object)?];
    let mut target = defs.get(&names[0])?.as_object()?;
    while names.len() < REFERENCE_CHAIN && !target.contains_key("properties") {
        let Some(next) = find_referred(target) else {
            break;
        };
        target = defs.get(&next)?.as_object()?;
        names.push(next);
    }
    Some((names, target.clone()))
}

fn merge(object: &mut SchemaMap, target: SchemaMap) {
    object.remove_key("$ref");
    let holds_map = CLOSING
        .iter()
        .filter_map(|key| target.get(*key))
        .any(|of| of.as_bool() != Some(false));
    if holds_map {
        for key in CLOSING {
            object.remove_key(key);
        }
    }
    let own = object.has_any(&CLOSING);
    for (key, value) in target {
        match (key.as_str(), object.get_mut(&key), value) {
            ("properties", Some(Value::Object(own)), Value::Object(further)) => {
                for (name, property) in further {
                    own.entry(name).or_insert(property);
                }
            }
            ("required", Some(Value::Array(own)), Value::Array(further)) => {
                own.extend(further);
            }
            (key, None, value) if !(own && CLOSING.contains(&key)) => {
                object.insert(key.to_owned(), value);
            }
            (key, Some(own), value) => {
                if let MergedValue::One(both) = merge_values(key, own, &value) {
                    *own = both;
                }
            }
            _ => {}
        }
    }
    // Without applicators, `additionalProperties` has the same effect.
    if !object.has_any(&APPLICATORS)
        && let Some(rest) = object.remove_key("unevaluatedProperties")
    {
        object.entry("additionalProperties").or_insert(rest);
    }
}

fn is_used(root: &SchemaMap, name: &str) -> bool {
    root.values().any(|value| refers(value, name))
}

fn remove_definition(root: &mut SchemaMap, name: &str) {
    if let Some(defs) = root.get_mut("$defs").and_then(Value::as_object_mut) {
        defs.remove_key(name);
        if defs.is_empty() {
            root.remove_key("$defs");
        }
    }
}

fn refers(value: &Value, name: &str) -> bool {
    match value {
        Value::Object(object) => {
            find_referred(object).as_deref() == Some(name) || is_used(object, name)
        }
        Value::Array(items) => items.iter().any(|item| refers(item, name)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use schemars::{Schema, json_schema};

    use super::join_references;

    #[track_caller]
    fn check(mut before: Schema, after: &Schema) {
        join_references(&mut before, Vec::new());
        // Compares the text, since the order of the keywords matters.
        let text = |schema: &Schema| schema.as_value().to_string();
        assert_eq!(text(&before), text(after));
    }

    #[test]
    fn a_newtype_around_a_closed_object_with_a_tag() {
        check(
            json_schema!({
                "oneOf": [{"$ref": "#/$defs/Newtype", "type": "object", "properties": {"tag": {"const": "A"}}, "required": ["tag"]}],
                "$defs": {
                    "Inner": {"type": "object", "properties": {"a": {}}, "required": ["a"], "additionalProperties": false},
                    "Newtype": {"$ref": "#/$defs/Inner"},
                },
            }),
            &json_schema!({
                "oneOf": [{"type": "object", "properties": {"tag": {"const": "A"}, "a": {}}, "required": ["tag", "a"], "additionalProperties": false}],
            }),
        );
    }

    #[test]
    fn a_map_with_a_tag() {
        check(
            json_schema!({
                "oneOf": [{"$ref": "#/$defs/Map", "type": "object", "properties": {"tag": {"const": "A"}}}],
                "$defs": {"Map": {"type": "object", "properties": {"a": {}}, "additionalProperties": {"type": "boolean"}, "x-tool-map": true}},
            }),
            &json_schema!({
                "oneOf": [{"type": "object", "properties": {"tag": {"const": "A"}, "a": {}}, "additionalProperties": {"type": "boolean"}, "x-tool-map": true}],
            }),
        );
    }

    #[test]
    fn a_flattened_newtype() {
        check(
            json_schema!({
                "type": "object", "properties": {"own": {}}, "$ref": "#/$defs/Inner", "unevaluatedProperties": false,
                "$defs": {"Inner": {"type": "object", "properties": {"a": {}}, "additionalProperties": false}},
            }),
            &json_schema!({
                "type": "object", "properties": {"own": {}, "a": {}}, "additionalProperties": false,
            }),
        );
    }

    #[test]
    fn open_objects_are_referred_to_still() {
        let schema = json_schema!({
            "oneOf": [{"$ref": "#/$defs/Open", "type": "object", "properties": {"tag": {"const": "A"}}}],
            "$defs": {"Open": {"type": "object", "properties": {"a": {}}}},
        });
        check(schema.clone(), &schema);
    }

    #[test]
    fn recursion_ends() {
        let schema = json_schema!({
            "$ref": "#/$defs/A", "properties": {},
            "$defs": {"A": {"$ref": "#/$defs/A"}},
        });
        check(schema.clone(), &schema);
    }
}
