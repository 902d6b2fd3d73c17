use serde_json::{Map, Value, json};
use tool_core::Leniency;
use tool_core::rules::Rule;

use super::case::{Case, is_too_long};
use super::plain::same;
use super::{Exception, Verdict, given, holds, plain};
use crate::values::restyled;
use crate::{Entropy, target_of};

/// A valid value whose keys are sent in another style, or inside a wrapper, is read as the value.
/// Objects that say what other keys they accept are left as they are.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn spelling(_: &str, choices: &[u8]) -> Verdict {
    let mut case = Case::with_value(choices)?;
    let value = plain(&case.sent).ok_or(Exception::OutOfScope)?;
    given(case.takes(&value) && !spells_another(&case.schema, &value))?;
    let root = case.schema.clone();
    let mut sent = respelt(&root, &root, &value, &mut case.entropy);
    if case.entropy.once_in(3) && may_be_wrapped(&root, &value) {
        let wrapper = *case
            .entropy
            .pick(&["arguments", "Args", "INPUT", "params", "tool"]);
        sent = match case.entropy.below(3) {
            0 => json!({"name": "tool", "arguments": sent}),
            1 => json!({wrapper: sent.to_string()}),
            _ => json!({wrapper: sent}),
        };
    }
    given(sent != value)?;
    let reading = match case.read_again(&sent.to_string(), Leniency::Standard) {
        Ok(reading) => reading,
        Err(error) if is_too_long(&error) => return Err(Exception::OutOfScope),
        Err(error) => return holds(false, || format!("{sent}: {error}\n{}", case.describe())),
    };
    holds(same(&reading.value, &value), || {
        format!("{sent} was read as {}\n{}", reading.value, case.describe())
    })?;
    let without_repairs = case.definition.parse(&sent.to_string());
    holds(
        without_repairs.is_ok_and(|read| read == reading.value),
        || format!("{sent} differs without repairs\n{}", case.describe()),
    )?;
    let is_of_keys = |rule: Rule| {
        matches!(
            rule,
            Rule::PropertyName
                | Rule::Wrapper
                | Rule::Envelope
                | Rule::JsonString
                | Rule::FloatToInteger
        )
    };
    let mut rules = reading.repairs.iter().map(|repair| repair.rule);
    holds(rules.all(is_of_keys), || {
        format!("{sent}: {:?}\n{}", reading.repairs, case.describe())
    })
}

/// Returns true if an object that says nothing about other keys has an undeclared key that spells
/// a property, or wraps the arguments.
pub(super) fn spells_another(schema: &Value, value: &Value) -> bool {
    let is_wrapper = |key: &String| {
        let words = [
            "arguments",
            "args",
            "input",
            "parameters",
            "params",
            "kwargs",
            "tool",
        ];
        words.contains(&fold(key).as_str())
    };
    let mut keys = value.as_object().into_iter().flat_map(Map::keys);
    keys.any(is_wrapper) || has_other_spelling(value, &names_in(schema))
}

/// Collects the names of all properties of a schema.
fn names_in(schema: &Value) -> Vec<String> {
    match schema {
        Value::Object(keywords) => {
            let own = keywords.get("properties").and_then(Value::as_object);
            let own = own.into_iter().flat_map(Map::keys).cloned();
            own.chain(keywords.values().flat_map(names_in)).collect()
        }
        Value::Array(schemas) => schemas.iter().flat_map(names_in).collect(),
        _ => Vec::new(),
    }
}

fn has_other_spelling(value: &Value, names: &[String]) -> bool {
    match value {
        Value::Object(entries) => entries.iter().any(|(key, value)| {
            let spells = |name: &String| name != key && fold(name) == fold(key);
            names.iter().any(spells) || has_other_spelling(value, names)
        }),
        Value::Array(items) => items.iter().any(|item| has_other_spelling(item, names)),
        _ => false,
    }
}

pub(super) fn fold(name: &str) -> String {
    let letters = name.chars().filter(|c| !matches!(c, ' ' | '-' | '_'));
    letters.flat_map(char::to_lowercase).collect()
}

fn may_be_wrapped(root: &Value, value: &Value) -> bool {
    let names = root["properties"].as_object();
    let keys = || value.as_object().into_iter().flat_map(Map::keys);
    let has_property = keys().any(|key| names.is_some_and(|names| names.contains_key(key)));
    says_nothing_else(root) && (has_property || keys().next().is_none())
}

/// Returns true for a schema of one object that is closed, or says nothing about other keys.
fn says_nothing_else(schema: &Value) -> bool {
    let is_plain = |keyword: &&String| {
        let words = [
            "type",
            "properties",
            "required",
            "minProperties",
            "additionalProperties",
            "$defs",
            // Alone it says nothing. It makes the plan partial.
            "if",
        ];
        words.contains(&keyword.as_str())
    };
    let mut keywords = schema.as_object().into_iter().flat_map(Map::keys);
    let further = schema.get("additionalProperties");
    schema.get("properties").is_some()
        && keywords.all(|keyword| is_plain(&keyword))
        && further.is_none_or(|further| *further == json!(false))
}

/// Returns the value with keys in another style.
fn respelt(schema: &Value, root: &Value, value: &Value, entropy: &mut Entropy<'_>) -> Value {
    if let Some(pointer) = schema.get("$ref").and_then(Value::as_str) {
        let target = target_of(pointer, root).unwrap_or(&Value::Null);
        return respelt(target, root, value, entropy);
    }
    match value {
        Value::Array(items) if schema.get("items").is_some() => {
            let items = items.iter();
            items
                .map(|item| respelt(&schema["items"], root, item, entropy))
                .collect()
        }
        Value::Object(entries) if says_nothing_else(schema) => {
            let entries = entries.iter().map(|(key, value)| {
                let Some(property) = schema["properties"].get(key) else {
                    return (key.clone(), value.clone());
                };
                let value = respelt(property, root, value, entropy);
                let is_renamed = key.is_ascii() && entropy.once_in(2);
                let key = if is_renamed {
                    restyled(key)
                } else {
                    key.clone()
                };
                (key, value)
            });
            Value::Object(entries.collect())
        }
        value => value.clone(),
    }
}
