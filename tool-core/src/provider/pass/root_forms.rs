use serde_json::{Map, Value, json};

use super::all_of::{merged, written_out};
use super::merge::{merge, names};
use super::told_apart::{is_closed, refuse_maps, refuse_told_by_null};
use crate::provider::Reason;
use crate::provider::error::Refusal;
use crate::provider::loss::Kept;
use crate::provider::view::{
    ORIGIN, Outcome, View, bare, is_of_passes, mark_of, say, tell, told_keyword,
};
use crate::schema::walk::Schema;

/// So many forms are told apart before they are too many to tell.
const MOST_FORMS: usize = 100;
/// What may not stand at the root of a tool's schema, even where it is not strict,
/// and is told in the description.
const TOLD: &[&str] = &["enum", "const", "not", "if", "then", "else"];

/// Makes one object of arguments that are of several forms, since no provider
/// takes `oneOf`, `anyOf` or `allOf` at the root: with the properties of all
/// forms, of which those are required that all require. The description tells
/// the forms.
pub(in crate::provider) fn join_root_forms(view: &mut View<'_>) -> Outcome {
    join_forms(view, |_, _| Ok(()))
}

/// The same where the object is closed: a form that is a map beside its properties is refused.
pub(in crate::provider) fn join_closed_root_forms(view: &mut View<'_>) -> Outcome {
    join_forms(view, |forms, _| refuse_maps(forms))
}

/// The same where the object requires each property as well: null stands for the properties of
/// other forms, so that forms which null alone tells apart are refused.
pub(in crate::provider) fn join_required_root_forms(view: &mut View<'_>) -> Outcome {
    join_forms(view, |forms, definitions| {
        refuse_maps(forms)?;
        refuse_told_by_null(forms, definitions)
    })
}

type Check = fn(&[Schema], &Map<String, Value>) -> Outcome;

fn join_forms(view: &mut View<'_>, check: Check) -> Outcome {
    let definitions = view.definitions();
    let mut left = MOST_FORMS;
    if view.schema.contains_key("allOf") {
        merged(&mut view.schema, &definitions, &mut left)?;
    }
    for keyword in TOLD {
        view.ledger.describe(&mut view.schema, keyword);
    }
    for keyword in ["oneOf", "anyOf"] {
        if view.schema.contains_key(keyword) {
            view.ledger.lose(&view.schema, keyword, Kept::Description);
            join(&mut view.schema, keyword, &definitions, check)?;
        }
    }
    Ok(())
}

fn join(
    root: &mut Schema,
    keyword: &str,
    definitions: &Map<String, Value>,
    check: Check,
) -> Outcome {
    let refused = || Refusal::new("", Some(keyword), Reason::RootForms);
    let mut forms = Vec::new();
    let mut left = MOST_FORMS;
    for form in list(root.shift_remove(keyword)) {
        expand(form, definitions, &mut left, &mut forms).map_err(|_| refused())?;
    }
    // What is no object is no form of the arguments.
    forms.retain(takes_object);
    if forms.is_empty() {
        return Err(refused());
    }
    check(&forms, definitions)?;
    close(root, &forms);
    if let Some(words) = told(&forms) {
        say(root, words);
    }
    let properties = root.entry("properties").or_insert_with(|| json!({}));
    let Value::Object(properties) = properties else {
        return Err(refused());
    };
    for form in &forms {
        for (name, property) in object(form.get("properties")) {
            let joined = match properties.get(&name) {
                Some(known) => either(known, &property),
                None => property,
            };
            properties.insert(name, joined);
        }
    }
    require(root, &forms);
    Ok(())
}

/// The forms that one of the list stands for: itself, or those inside of it.
fn expand(
    form: Value,
    definitions: &Map<String, Value>,
    left: &mut usize,
    forms: &mut Vec<Schema>,
) -> Outcome {
    let refused = || Refusal::new("", None, Reason::RootForms);
    *left = left.checked_sub(1).ok_or_else(refused)?;
    let Value::Object(mut form) = form else {
        return Err(refused());
    };
    written_out(&mut form, definitions, left)?;
    merged(&mut form, definitions, left)?;
    let Some(keyword) = ["oneOf", "anyOf"]
        .into_iter()
        .find(|keyword| form.contains_key(*keyword))
    else {
        forms.push(form);
        return Ok(());
    };
    for branch in list(form.shift_remove(keyword)) {
        let Value::Object(mut branch) = branch else {
            return Err(refused());
        };
        written_out(&mut branch, definitions, left)?;
        let mut whole = form.clone();
        if !merge(&mut whole, &mut branch) {
            return Err(refused());
        }
        expand(Value::Object(whole), definitions, left, forms)?;
    }
    Ok(())
}

fn takes_object(form: &Schema) -> bool {
    form.get("type")
        .is_none_or(|types| names(types).contains(&"object".to_owned()))
}

/// The object is closed where all its forms are.
fn close(root: &mut Schema, forms: &[Schema]) {
    let all = is_closed(root) || forms.iter().all(is_closed);
    root.shift_remove("unevaluatedProperties");
    if all {
        root.insert("additionalProperties".to_owned(), json!(false));
    }
}

/// Both that are required by the root and those that all forms require.
fn require(root: &mut Schema, forms: &[Schema]) {
    let mut required = list(root.shift_remove("required"));
    for name in list(forms[0].get("required").cloned()) {
        let by_all = forms
            .iter()
            .all(|form| list(form.get("required").cloned()).contains(&name));
        if by_all && !required.contains(&name) {
            required.push(name);
        }
    }
    if !required.is_empty() {
        root.insert("required".to_owned(), Value::Array(required));
    }
}

/// A schema that takes what one of both takes.
fn either(one: &Value, other: &Value) -> Value {
    if bare(one) == bare(other) {
        return one.clone();
    }
    let mark = one.as_object().map(mark_of).unwrap_or_default();
    if let (Some(mut ours), Some(theirs)) = (members(one), members(other)) {
        ours.extend(
            theirs
                .into_iter()
                .filter(|member| !ours.contains(member))
                .collect::<Vec<_>>(),
        );
        return if ours.iter().all(Value::is_string) {
            json!({ORIGIN: mark, "type": "string", "enum": ours})
        } else {
            json!({ORIGIN: mark, "enum": ours})
        };
    }
    let mut branches = match one.get("anyOf") {
        Some(Value::Array(branches)) if is_union_alone(one) => branches.clone(),
        _ => vec![one.clone()],
    };
    if !branches.iter().any(|branch| bare(branch) == bare(other)) {
        branches.push(other.clone());
    }
    json!({ORIGIN: mark, "anyOf": branches})
}

/// Whether a schema is a union and nothing else.
fn is_union_alone(schema: &Value) -> bool {
    bare(schema)
        .as_object()
        .is_some_and(|schema| schema.len() == 1)
}

/// The members that a schema names, if it says nothing else.
fn members(schema: &Value) -> Option<Vec<Value>> {
    let Value::Object(schema) = bare(schema) else {
        return None;
    };
    if !schema
        .keys()
        .all(|keyword| matches!(keyword.as_str(), "type" | "const" | "enum"))
    {
        return None;
    }
    match (schema.get("const"), schema.get("enum")) {
        (Some(member), None) => Some(vec![member.clone()]),
        (None, Some(Value::Array(members))) => Some(members.clone()),
        _ => None,
    }
}

/// The forms in words: `one of {kind: "create", path, mode?} | {kind: "delete"}`.
fn told(forms: &[Schema]) -> Option<String> {
    let form = |form: &Schema| {
        let required = list(form.get("required").cloned());
        let properties = object(form.get("properties"));
        let missing = required
            .iter()
            .filter_map(Value::as_str)
            .filter(|name| !properties.contains_key(*name));
        let declared = properties
            .iter()
            .map(|(name, property)| match property.get("const") {
                Some(constant) => format!("{name}: {constant}"),
                None if required.contains(&json!(name)) => name.clone(),
                None => format!("{name}?"),
            });
        let all: Vec<String> = declared.chain(missing.map(str::to_owned)).collect();
        let shape = format!("{{{}}}", all.join(", "));
        match told_beside(form) {
            Some(words) => format!("{shape}: {words}"),
            None => shape,
        }
    };
    let forms: Vec<String> = forms.iter().map(form).collect();
    (forms.len() > 1).then(|| format!("one of {}", forms.join(" | ")))
}

/// What else a form says: its description, and what it asks beside its properties.
fn told_beside(form: &Schema) -> Option<String> {
    let mut form = form.clone();
    let says_more = |keyword: &&String| match keyword.as_str() {
        "type" | "properties" | "required" | "title" | "description" | "$defs" => false,
        "additionalProperties" | "unevaluatedProperties" => form[*keyword] != json!(false),
        of => !is_of_passes(of),
    };
    let more: Vec<String> = form.keys().filter(says_more).cloned().collect();
    for keyword in more {
        let words = format!("{keyword}: {}", told_keyword(&keyword, &form[&keyword]));
        say(&mut form, words);
    }
    tell(&mut form);
    let words = form.get("description")?.as_str()?.trim_end_matches('.');
    (!words.is_empty()).then(|| words.to_owned())
}

fn list(value: Option<Value>) -> Vec<Value> {
    match value {
        Some(Value::Array(list)) => list,
        _ => Vec::new(),
    }
}

fn object(value: Option<&Value>) -> Map<String, Value> {
    value
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default()
}
