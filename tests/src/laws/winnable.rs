use serde_json::{Value, json};
use tool_core::Leniency;
use tool_core::issue::{Issue, IssueKind};
use tool_core::issue::{Path, Segment};

use super::{Case, Verdict, given, holds};
use crate::{inject, near, target_of, text_with_faults, valid};

/// As many issues as the texts show.
const SHOWN: usize = 5;

/// More calls than any of the generated values needs.
const MOST_CALLS: usize = 40;

/// A model that only fixes what a retry text names succeeds: each call differs from the previous
/// one, and the last one is accepted. If a text names types or members without the wanted value,
/// the model sends the first of them. If no rule accepts the wrong value, the accepted value is the
/// wanted one. A text about a union may suggest another form than the wanted one. That call is
/// valid, too.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn winnable(text: &str, choices: &[u8]) -> Verdict {
    given(text.is_empty())?;
    let mut case = Case::with_value(choices)?;
    let wanted = valid(&case.schema, &case.schema, &mut case.entropy);
    let is_read = case.read_again(&wanted.to_string(), Leniency::Strict);
    given(case.takes(&wanted) && is_read.is_ok())?;
    let mut sent = wanted.clone();
    let is_injected = case.entropy.once_in(2);
    if is_injected {
        let faults = inject(&case.schema, &case.schema, &mut sent, &mut case.entropy);
        given(!faults.is_empty())?;
    } else {
        sent = near(&wanted, &mut case.entropy);
    }
    let (mut is_led_away, mut is_in_other_form) = (false, false);
    for call in 0..MOST_CALLS {
        let error = match case.read_again(&text_with_faults(&sent), Leniency::Standard) {
            Ok(reading) => {
                given(call > 0)?;
                let is_wanted = case.takes(&reading.value)
                    && (!is_injected && !is_led_away || are_equal(&reading.value, &wanted));
                return holds(is_wanted, || {
                    format!("{} for {wanted}: {}", reading.value, case.describe())
                });
            }
            Err(error) => error,
        };
        let before = sent.clone();
        for issue in error.issues().iter().take(SHOWN) {
            if !follow(&mut sent, &wanted, issue) {
                let is_in_union = is_in_union(&case.schema, &case.schema, issue);
                is_led_away |= !is_in_union;
                is_in_other_form |= is_in_union;
            }
        }
        // The nearest form of a union is not always the wanted one.
        let in_union = |issue: &Issue| is_in_union(&case.schema, &case.schema, issue);
        given(sent != before || is_injected || !error.issues().iter().any(in_union))?;
        holds(sent != before, || {
            format!(
                "{error} leaves {sent} as it is, for {wanted}: {}",
                case.describe()
            )
        })?;
    }
    given(is_injected || is_led_away || !is_in_other_form)?;
    holds(false, || {
        format!("{sent} for {wanted}: {}", case.describe())
    })
}

/// Applies the fix that an issue suggests. Returns false if the suggestion is not the wanted value.
fn follow(sent: &mut Value, wanted: &Value, issue: &Issue) -> bool {
    let mut aim = wanted.clone();
    let mut is_admitted = true;
    if let Some(place) = place(&mut aim, issue.path.segments()) {
        is_admitted = admits(&issue.kind, place);
        if let (false, Some(first)) = (is_admitted, first_named(&issue.kind)) {
            *place = first;
        }
    }
    correct(sent, Some(&aim), issue.path.segments());
    // Either of two equal items may be the one to change.
    if let (IssueKind::UniqueItems { .. }, Some((_, array))) =
        (&issue.kind, issue.path.segments().split_last())
    {
        correct(sent, Some(wanted), array);
    }
    if let IssueKind::Required { missing, .. } = &issue.kind {
        let beside = issue.path.segments().split_last();
        let parent: Path = beside
            .map_or(&[][..], |(_, parent)| parent)
            .iter()
            .cloned()
            .collect();
        let further = missing
            .unknown
            .iter()
            .map(|name| parent.join(name.as_str()));
        for path in missing.sent_as.iter().cloned().chain(further) {
            correct(sent, Some(wanted), path.segments());
        }
    }
    is_admitted
}

/// The value at a path, if there is one.
fn place<'v>(value: &'v mut Value, path: &[Segment]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Segment::Key(key) => value.get_mut(key),
        Segment::Index(index) => value.get_mut(*index),
    })
}

/// Returns true if the value matches the types, members or forms that an issue names.
fn admits(kind: &IssueKind, value: &Value) -> bool {
    let is_in = |members: &[Value]| members.iter().any(|member| are_equal(member, value));
    match kind {
        IssueKind::Type { expected, .. } => expected.iter().any(|of| is_of(of.as_str(), value)),
        IssueKind::Enum { members, .. } => is_in(members),
        IssueKind::Union { alternatives, .. } => {
            is_in(&alternatives.members)
                || alternatives.forms.iter().any(|form| has_form(form, value))
        }
        _ => true,
    }
}

/// A value of the first member, type or form that an issue names.
fn first_named(kind: &IssueKind) -> Option<Value> {
    match kind {
        IssueKind::Type { expected, .. } => of_type(expected.iter().next()?.as_str()),
        IssueKind::Enum { members, .. } => members.first().cloned(),
        IssueKind::Union { alternatives, .. } => {
            let forms = || alternatives.forms.iter().map(|form| type_of_form(form));
            let first_type = forms().find(|of| *of != "object" && *of != "null");
            first_type
                .and_then(of_type)
                .or_else(|| alternatives.members.first().cloned())
                .or_else(|| of_type(forms().next()?))
        }
        _ => None,
    }
}

fn of_type(name: &str) -> Option<Value> {
    let examples = [
        json!(""),
        json!(0),
        json!(false),
        json!([]),
        json!({}),
        json!(null),
    ];
    examples.into_iter().find(|example| is_of(name, example))
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "string" => value.is_string(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => false,
    }
}

/// `integer at least 10` is an integer, `[string]` an array, `{"a": integer}` an object.
fn type_of_form(form: &str) -> &str {
    match form.chars().next() {
        Some('{') => "object",
        Some('[') => "array",
        _ => form.split(' ').next().unwrap_or_default(),
    }
}

/// Returns true if a value has the form. The form of an object is its first named key, if that key
/// is required.
fn has_form(form: &str, value: &Value) -> bool {
    let first = form.strip_prefix("{\"");
    let first = first.and_then(|rest| rest.split_once('"'));
    let has_key = first.is_none_or(|(key, behind)| {
        let constant = behind.strip_prefix(": \"");
        let constant = constant
            .and_then(|rest| rest.split_once('"'))
            .filter(|(_, behind)| behind.starts_with([',', '}']));
        let is_constant = |inside: &Value| constant.is_none_or(|(text, _)| inside == text);
        behind.starts_with('?') || value.get(key).is_some_and(is_constant)
    });
    is_of(type_of_form(form), value) && has_key
}

/// Returns true if the schema has a union on the path to an issue.
fn is_in_union(schema: &Value, root: &Value, issue: &Issue) -> bool {
    let mut schema = schema;
    for step in issue.path.segments() {
        if let Some(pointer) = schema["$ref"].as_str() {
            schema = target_of(pointer, root).unwrap_or(schema);
        }
        if schema.get("anyOf").is_some() || schema.get("oneOf").is_some() {
            return true;
        }
        schema = match step {
            Segment::Key(key) => schema["properties"]
                .get(key)
                .unwrap_or(&schema["additionalProperties"]),
            Segment::Index(index) => match schema.get("prefixItems") {
                Some(items) => &items[*index],
                None => &schema["items"],
            },
        };
    }
    false
}

/// Sets the wanted value at a path, or removes an unwanted value.
fn correct(sent: &mut Value, wanted: Option<&Value>, path: &[Segment]) {
    let Some((step, rest)) = path.split_first() else {
        if let Some(wanted) = wanted {
            *sent = wanted.clone();
        }
        return;
    };
    if let Some(wanted) = wanted
        && (wanted.is_object(), wanted.is_array()) != (sent.is_object(), sent.is_array())
    {
        *sent = wanted.clone();
        return;
    }
    let inside = wanted.and_then(|wanted| match step {
        Segment::Key(key) => wanted.get(key),
        Segment::Index(index) => wanted.get(*index),
    });
    match (&mut *sent, step, inside) {
        (Value::Object(entries), Segment::Key(key), None) => {
            entries.retain(|sent, _| folded(sent) != folded(key));
        }
        (Value::Object(entries), Segment::Key(key), Some(inside)) if rest.is_empty() => {
            entries.retain(|sent, _| folded(sent) != folded(key));
            entries.insert(key.clone(), inside.clone());
        }
        (Value::Object(entries), Segment::Key(key), Some(inside)) => {
            let is_sent = |sent: &String| sent == key || folded(sent) == folded(key);
            let sent_key = entries.keys().find(|sent| is_sent(sent)).cloned();
            let value = entries.entry(sent_key.unwrap_or_else(|| key.clone()));
            correct(value.or_insert(Value::Null), Some(inside), rest);
        }
        (Value::Array(items), Segment::Index(index), Some(inside)) if *index < items.len() => {
            correct(&mut items[*index], Some(inside), rest);
        }
        (Value::Array(items), Segment::Index(index), None) if *index < items.len() => {
            items.remove(*index);
        }
        (sent, _, _) => *sent = wanted.cloned().unwrap_or_default(),
    }
}

/// A path has the declared name of a key that was sent in another style.
fn folded(key: &str) -> String {
    let letters = key.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}

/// Returns true if two values are equal in JSON, where `0.0` is `0`.
fn are_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| are_equal(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let is_in = |(key, value): (&String, &Value)| {
                other.get(key).is_some_and(|other| are_equal(value, other))
            };
            one.len() == other.len() && one.iter().all(is_in)
        }
        _ => one == other,
    }
}
