use serde_json::Value;
use tool_core::Reading;
use tool_core::issue::Path;

use super::case::LENIENT;
use super::plain::holds_float_beyond_integers;
use super::spelling::fold;
use super::{Case, Verdict, holds, plain};
use crate::target_of;

/// A result that differs from the input has a repair for the difference, and no other repair. No
/// integer is rounded, unless a schema has it as a number. Each key that an open object does not
/// declare is listed as ignored, and spells no absent property alone.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn honesty(text: &str, choices: &[u8]) -> Verdict {
    let case = Case::new(text, choices)?;
    let sent = plain(&case.sent);
    // JSON with a duplicate key or a number of many digits is excluded.
    let is_json = serde_json::from_str::<serde::de::IgnoredAny>(&case.sent).is_ok();
    for leniency in LENIENT {
        let Ok(reading) = case.read(leniency) else {
            continue;
        };
        let is_honest = match &sent {
            Some(sent) => reading.is_exact() == (reading.value == *sent),
            None => is_json || !reading.is_exact(),
        };
        holds(is_honest, || format!("{reading:?}\n{}", case.describe()))?;
        // A number is the nearest float, as for serde.
        let has_numbers = case.schema.to_string().contains("\"number\"");
        holds(
            has_numbers || !is_rounded(&reading.value, &case.sent),
            || format!("rounded: {}\n{}", reading.value, case.describe()),
        )?;
        if reading.is_exact() {
            let mut undeclared = Vec::new();
            collect_undeclared(
                &case.schema,
                &case.schema,
                &reading.value,
                &Path::root(),
                &mut undeclared,
            );
            let lost = undeclared.iter().find(|path| !is_ignored(&reading, path));
            holds(lost.is_none(), || {
                format!("{lost:?} is lost\n{}", case.describe())
            })?;
            let unread = find_unread_spelling(&case.schema, &reading.value);
            holds(unread.is_none(), || {
                format!("{unread:?} is not read\n{}", case.describe())
            })?;
        }
        // Invalid JSON is shown verbatim: `path` as "path", without quotes.
        let is_text = |before: &Value| sent.is_none() && before.is_string();
        let mut repairs = reading.repairs.iter();
        let says_nothing = repairs.find(|repair| {
            repair.after.as_ref() == Some(&repair.before) && !is_text(&repair.before)
        });
        holds(says_nothing.is_none(), || {
            format!("{says_nothing:?}\n{}", case.describe())
        })?;
    }
    Ok(())
}

/// Returns true if a value has a float that exceeds the integers of 64 bits, although all numbers
/// in the text are integers.
fn is_rounded(value: &Value, text: &str) -> bool {
    let is_written_as_float = text
        .split(|c: char| !(c.is_ascii_digit() || ".eE+-".contains(c)))
        .any(|number| {
            number.contains(|c: char| c.is_ascii_digit()) && number.contains(['.', 'e', 'E'])
        });
    !is_written_as_float && holds_float_beyond_integers(value)
}

fn is_ignored(reading: &Reading<Value>, path: &Path) -> bool {
    reading.ignored.iter().any(|key| key.path == *path)
}

/// Returns a key of the arguments that the schema does not declare, and that spells exactly one
/// absent property. Unions are left out.
fn find_unread_spelling(schema: &Value, value: &Value) -> Option<String> {
    let properties = schema["properties"].as_object()?;
    let says_more = [
        "additionalProperties",
        "patternProperties",
        "anyOf",
        "oneOf",
        "allOf",
        "if",
    ];
    if says_more
        .iter()
        .any(|keyword| schema.get(*keyword).is_some())
    {
        return None;
    }
    let entries = value.as_object()?;
    let unread = entries.keys().find(|key| {
        let spelt: Vec<_> = properties
            .keys()
            .filter(|name| fold(name) == fold(key))
            .collect();
        !properties.contains_key(*key) && matches!(spelt[..], [name] if !entries.contains_key(name))
    });
    unread.cloned()
}

/// The paths of the keys that objects with properties, open by silence, do not declare.
/// Unions are left out, since any of their forms may declare a key.
fn collect_undeclared(
    schema: &Value,
    root: &Value,
    value: &Value,
    path: &Path,
    to: &mut Vec<Path>,
) {
    if let Some(pointer) = schema.get("$ref").and_then(Value::as_str) {
        if let Some(target) = target_of(pointer, root) {
            collect_undeclared(target, root, value, path, to);
        }
        return;
    }
    if let Value::Array(items) = value
        && schema.get("prefixItems").is_none()
    {
        for (index, item) in items.iter().enumerate() {
            collect_undeclared(&schema["items"], root, item, &path.join(index), to);
        }
    }
    let keywords = ["type", "properties", "required", "minProperties", "$defs"];
    let mut asked = schema.as_object().into_iter().flatten();
    let is_open = asked.all(|(keyword, _)| keywords.contains(&keyword.as_str()));
    let Some(properties) = schema["properties"].as_object() else {
        return;
    };
    for (key, value) in value.as_object().into_iter().flatten() {
        let path = path.join(key.as_str());
        match properties.get(key) {
            Some(property) => collect_undeclared(property, root, value, &path, to),
            None if is_open => to.push(path),
            None => {}
        }
    }
}
