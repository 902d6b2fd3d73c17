use serde_json::Value;
use tool_core::issue::Repair;
use tool_core::rules::Rule;
use tool_core::{Leniency, Reading};

use super::case::{Case, LENIENT};
use super::{Exception, Verdict, given, holds, plain};
use crate::Entropy;

/// The text around the arguments changes neither the value nor the repairs inside: a code fence, or
/// the tags of a call. The arguments have the most frequent faults: another key style, a comma too
/// many, a number or a boolean in quotes.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn surrounded(_: &str, choices: &[u8]) -> Verdict {
    let mut case = Case::with_value(choices)?;
    let value = plain(&case.sent).ok_or(Exception::OutOfScope)?;
    given(value.is_object())?;
    let mut text = String::new();
    write(&value, &mut case.entropy, &mut text);
    case.sent = text;
    let leniency = *case.entropy.pick(&LENIENT);
    let tagged = format!("<tool_call>{}</tool_call>", case.sent);
    let mut in_tags = read(&case, &tagged, leniency);
    let fenced = format!("```json\n{}\n```", case.sent);
    let in_fence = read(&case, &fenced, leniency);
    holds(in_fence == in_tags, || {
        format!("{in_fence:?}\n{in_tags:?}\n{fenced}\n{}", case.describe())
    })?;
    if let Some(in_tags) = &mut in_tags {
        in_tags.repairs.retain(|repair| !is_around(repair));
    }
    let alone = read(&case, &case.sent, leniency);
    holds(alone == in_tags, || {
        format!("{alone:?}\n{in_tags:?}\n{}", case.describe())
    })
}

/// Reads a text. The repairs of the text around the arguments stay in the list, without their text.
fn read(case: &Case<'_>, sent: &str, leniency: Leniency) -> Option<Reading<Value>> {
    let mut reading = case.read_again(sent, leniency).ok()?;
    for repair in &mut reading.repairs {
        if is_around(repair) {
            repair.before = Value::Null;
        }
    }
    Some(reading)
}

fn is_around(repair: &Repair) -> bool {
    repair.rule == Rule::SurroundingText
}

/// Writes a value with frequent faults.
fn write(value: &Value, entropy: &mut Entropy<'_>, text: &mut String) {
    match value {
        Value::Array(items) => {
            text.push('[');
            for (number, item) in items.iter().enumerate() {
                text.push_str(if number > 0 { ", " } else { "" });
                write(item, entropy, text);
            }
            text.push_str(if entropy.once_in(8) { ",]" } else { "]" });
        }
        Value::Object(entries) => {
            text.push('{');
            for (number, (key, item)) in entries.iter().enumerate() {
                text.push_str(if number > 0 { ", " } else { "" });
                text.push_str(&Value::from(restyled(key, entropy)).to_string());
                text.push_str(": ");
                write(item, entropy, text);
            }
            text.push_str(if entropy.once_in(8) { ",}" } else { "}" });
        }
        Value::Number(_) | Value::Bool(_) if entropy.once_in(5) => {
            text.push_str(&Value::from(value.to_string()).to_string());
        }
        scalar => text.push_str(&scalar.to_string()),
    }
}

fn restyled(key: &str, entropy: &mut Entropy<'_>) -> String {
    match entropy.below(16) {
        0 => key.to_uppercase(),
        1 => key.replace('_', "-"),
        2 => format!("_{key}"),
        3 => format!("\"{key}\""),
        _ => key.to_owned(),
    }
}
