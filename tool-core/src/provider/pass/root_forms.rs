use serde_json::{Value, json};

use super::describe::describe;
use super::distinguishable::{is_closed, refuse_maps, refuse_null_discriminator};
use super::merge::{merge, merge_parts, write_out};
use crate::provider::Reason;
use crate::provider::error::Unexportable;
use crate::provider::loss::Kept;
use crate::provider::ordered_map::OrderedMap;
use crate::provider::schema::Schema;
use crate::provider::view::{PassResult, View};
use crate::schema::Lookup;

/// Maximum number of forms.
const MAX_FORMS: usize = 100;
/// Keywords that no mode allows at the root of a tool's schema.
const NOT_AT_ROOT: &[&str] = &["enum", "const", "not", "if", "then", "else"];

/// Merges several forms of the arguments into one object, because no provider supports `oneOf`,
/// `anyOf` or `allOf` at the root. The object has the properties of all forms, and requires the
/// properties that all forms require. The description lists the forms.
pub(in crate::provider) fn join_root_forms(view: &mut View<'_>) -> PassResult {
    join_forms(view, |_, _| Ok(()))
}

/// Does the same for a closed object. Rejects a form that is a map with properties.
pub(in crate::provider) fn join_closed_root_forms(view: &mut View<'_>) -> PassResult {
    join_forms(view, |forms, _| refuse_maps(forms))
}

/// Does the same for an object that also requires each property. The properties of other forms
/// are null, so forms that differ only by null are rejected.
pub(in crate::provider) fn join_required_root_forms(view: &mut View<'_>) -> PassResult {
    join_forms(view, |forms, definitions| {
        refuse_maps(forms)?;
        refuse_null_discriminator(forms, definitions)
    })
}

type Check = fn(&[Schema], &OrderedMap<Schema>) -> PassResult;

fn join_forms(view: &mut View<'_>, check: Check) -> PassResult {
    let definitions = view.definitions();
    let mut left = MAX_FORMS;
    if view.schema.has("allOf") {
        merge_parts(&mut view.schema, &definitions, &mut left)?;
    }
    for keyword in NOT_AT_ROOT {
        describe(&mut view.ledger, &mut view.schema, keyword);
    }
    for keyword in ["oneOf", "anyOf"] {
        if view.schema.has(keyword) {
            view.ledger.lose(&view.schema, keyword, Kept::Description);
            join(&mut view.schema, keyword, &definitions, check)?;
        }
    }
    Ok(())
}

fn join(
    root: &mut Schema,
    keyword: &str,
    definitions: &OrderedMap<Schema>,
    check: Check,
) -> PassResult {
    let refused = || Unexportable::new("", Some(keyword), Reason::RootForms);
    let mut forms = Vec::new();
    let mut left = MAX_FORMS;
    for form in root.remove_schemas(keyword).unwrap_or_default() {
        expand(form, definitions, &mut left, &mut forms).map_err(|_| refused())?;
    }
    // The arguments are an object.
    forms.retain(|form| !form.has("type") || form.names_type("object"));
    if forms.is_empty() {
        return Err(refused());
    }
    check(&forms, definitions)?;
    let closes = is_closed(root) || forms.iter().all(is_closed);
    root.remove("unevaluatedProperties");
    if closes {
        root.insert("additionalProperties", json!(false));
    }
    if forms.len() > 1 {
        let forms: Vec<String> = forms.iter().map(describe_form).collect();
        root.words.push(format!("one of {}", forms.join(" | ")));
    }
    let properties = root.declare_properties().ok_or_else(refused)?;
    for (name, property) in forms.iter().flat_map(|form| form.properties().iter()) {
        let joined = match properties.get(name) {
            Some(known) => join_values(known, property),
            None => property.clone(),
        };
        properties.insert(name.to_owned(), joined);
    }
    require_common(root, &forms);
    Ok(())
}

/// Adds a form, or the forms inside it.
fn expand(
    mut form: Schema,
    definitions: &OrderedMap<Schema>,
    left: &mut usize,
    forms: &mut Vec<Schema>,
) -> PassResult {
    let refused = || Unexportable::new("", None, Reason::RootForms);
    *left = left.checked_sub(1).ok_or_else(refused)?;
    write_out(&mut form, definitions, left)?;
    merge_parts(&mut form, definitions, left)?;
    let mut unions = ["oneOf", "anyOf"].into_iter();
    let Some(union) = unions.find(|union| form.has(union)) else {
        forms.push(form);
        return Ok(());
    };
    for mut branch in form.remove_schemas(union).unwrap_or_default() {
        write_out(&mut branch, definitions, left)?;
        let mut whole = form.clone();
        if !merge(&mut whole, branch) {
            return Err(refused());
        }
        expand(whole, definitions, left, forms)?;
    }
    Ok(())
}

/// Requires the properties that the root requires, and those that all forms require.
fn require_common(root: &mut Schema, forms: &[Schema]) {
    let mut required = root.list("required").to_vec();
    root.remove("required");
    for name in forms[0].list("required") {
        let mut forms = forms.iter();
        if forms.all(|form| form.list("required").contains(name)) && !required.contains(name) {
            required.push(name.clone());
        }
    }
    if !required.is_empty() {
        root.insert("required", Value::Array(required));
    }
}

/// Returns a schema that allows the values of both.
fn join_values(one: &Schema, other: &Schema) -> Schema {
    if one == other {
        return one.clone();
    }
    let joined = Schema::in_place_of(one);
    if let (Some(ours), Some(theirs)) = (find_members_alone(one), find_members_alone(other)) {
        let mut all = ours.to_vec();
        all.extend(
            theirs
                .iter()
                .filter(|member| !ours.contains(member))
                .cloned(),
        );
        return if all.iter().all(Value::is_string) {
            joined
                .with("type", json!("string"))
                .with("enum", json!(all))
        } else {
            joined.with("enum", json!(all))
        };
    }
    let mut branches = match one.schemas("anyOf") {
        [] => vec![one.clone()],
        branches if one.keywords.len() == 1 && one.words.is_empty() => branches.to_vec(),
        _ => vec![one.clone()],
    };
    if !branches.contains(other) {
        branches.push(other.clone());
    }
    joined.with("anyOf", branches)
}

/// Returns the members of a schema without other constraints.
fn find_members_alone(schema: &Schema) -> Option<&[Value]> {
    let mut keywords = schema.keywords.keys();
    let is_alone = keywords.all(|keyword| matches!(keyword, "type" | "const" | "enum"));
    let is_one = !(schema.has("const") && schema.has("enum"));
    schema
        .members()
        .filter(|_| is_alone && is_one && schema.words.is_empty())
}

/// Describes a form: `{kind: "create", path, mode?}`, its description, and its other
/// constraints.
fn describe_form(form: &Schema) -> String {
    let properties = form.properties();
    let declared = properties
        .iter()
        .map(|(name, property)| match property.value("const") {
            Some(constant) => format!("{name}: {constant}"),
            None if form.requires(name) => name.to_owned(),
            None => format!("{name}?"),
        });
    let missing = form
        .names("required")
        .filter(|name| properties.get(name).is_none());
    let all: Vec<String> = declared.chain(missing.map(str::to_owned)).collect();
    let shape = format!("{{{}}}", all.join(", "));
    let mut described = form.clone();
    for (keyword, held) in form.keywords.iter() {
        let says_more = match keyword {
            "type" | "properties" | "required" | "title" | "description" | "$defs" => false,
            "additionalProperties" | "unevaluatedProperties" => !form.is_false(keyword),
            _ => true,
        };
        if says_more {
            let words = format!("{keyword}: {}", held.clone().into_value());
            described.words.push(words);
        }
    }
    let description = described.full_description().unwrap_or_default();
    match description.trim_end_matches('.') {
        "" => shape,
        words => format!("{shape}: {words}"),
    }
}
