mod form;
mod kinds;

use serde_json::{Value, json};
use tool_core::issue::Issue;
use tool_core::provider::{Export, Kept};
use tool_core::{Definition, Leniency};

use super::{Exception, Verdict, given};
use crate::{Entropy, as_json_schema, close_open, schema, targets_and_server, valid};
use form::{count_forms, filled, form, has_open_form, is_nothing_but_fillers, without_nulls};
use kinds::kinds;

/// For every export of every target, each value that the export accepts reads into the type. Each
/// value of the type has a form in the export that reads back equal. The losses explain each
/// exception. Exports a derived type or a given schema. The law does not apply to a text.
///
/// # Errors
///
/// If the law is violated or does not apply.
pub fn round_trip(text: &str, choices: &[u8]) -> Verdict {
    given(text.is_empty())?;
    let mut entropy = Entropy::new(choices);
    let outcome = if entropy.once_in(2) {
        let kinds = kinds();
        let kind = entropy.pick(&kinds);
        there_and_back(kind.definition, &kind.read, &mut entropy)
    } else {
        let mut schema = schema(&mut entropy);
        if entropy.once_in(3) && schema.get("properties").is_some() {
            schema["properties"]["free"] = json!({"type": "object", "additionalProperties": true});
        }
        let definition = Definition::new("tool", "A tool.", schema)
            .map_err(|error| Exception::Broken(error.to_string()))?;
        let read = |raw: &str, leniency| dynamic(&definition, raw, leniency);
        let outcome = there_and_back(&definition, &read, &mut entropy);
        outcome.map_err(|what| format!("{what}\n{:#}", definition.schema()))
    };
    outcome.map_err(Exception::Broken)
}

fn dynamic(definition: &Definition, raw: &str, leniency: Leniency) -> Result<String, Vec<Issue>> {
    let read = definition.reader().leniency(leniency).read::<Value>(raw);
    // In the forms of a union the keys keep their order.
    let sorted = |mut value: Value| {
        value.sort_all_objects();
        value.to_string()
    };
    read.map(|reading| sorted(without_nulls(reading.value)))
        .map_err(|error| error.issues().to_vec())
}

type Read<'r> = &'r dyn Fn(&str, Leniency) -> Result<String, Vec<Issue>>;

/// Checks both directions for each target. Returns the violation, if any.
fn there_and_back(
    definition: &Definition,
    read: Read<'_>,
    entropy: &mut Entropy<'_>,
) -> Result<(), String> {
    // The law excludes keys that a schema neither declares nor forbids.
    let mut own = definition.schema().clone();
    close_open(&mut own);
    for (name, target) in targets_and_server() {
        let Ok(export) = definition.export(target) else {
            continue;
        };
        let shown = as_json_schema(name, export.schema());
        let mut closed = shown.clone();
        close_open(&mut closed);
        let view = jsonschema::options()
            .should_validate_formats(true)
            .build(&shown)
            .map_err(|error| format!("{name}: {error}"))?;
        for _ in 0..3 {
            let sent = valid(&closed, &closed, entropy);
            if view.is_valid(&sent)
                && let Err(issues) = read(&sent.to_string(), Leniency::Standard)
                && let Some(issue) = issues.iter().find(|issue| !explains(&export, issue))
            {
                return Err(format!(
                    "{name}: {sent} is refused: {issue:?}\n{shown:#}\n{:#?}",
                    export.losses()
                ));
            }
            let value = valid(&own, &own, entropy);
            let Ok(meant) = read(&value.to_string(), Leniency::Strict) else {
                continue;
            };
            let mut form = form(&value, &shown, &shown, 0);
            // A value with only fillers may match any form.
            if !has_open_form(definition.schema())
                && !is_nothing_but_fillers(&value)
                && count_forms(&own, &value) <= 1
            {
                form = form.map(|form| {
                    let filled = filled(form.clone(), &value, &shown, &own, entropy);
                    // With fillers it may be a value of another form of the type.
                    let sent = without_nulls(filled.clone());
                    let is_another = read(&sent.to_string(), Leniency::Strict)
                        .is_ok_and(|it| it != meant)
                        || sent != value && count_forms(&own, &sent) > 0;
                    if is_another { form } else { filled }
                });
            }
            let Some(form) = form.filter(|form| view.is_valid(form)) else {
                if export.losses().is_empty() {
                    return Err(format!("{name}: {value} has no form in\n{shown:#}"));
                }
                continue;
            };
            match read(&form.to_string(), Leniency::Standard) {
                Ok(back) if back == meant => {}
                other => {
                    return Err(format!(
                        "{name}: {value} goes out as {form} and comes back as {other:?}\n{shown:#}"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Returns true if a loss explains the rejection of a value of the export.
fn explains(export: &Export, issue: &Issue) -> bool {
    let code = json!(issue.kind);
    let own_keyword = to_camel_case(code["code"].as_str().unwrap_or_default());
    let bounds = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "format",
        "not",
    ];
    let lengths = [
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "propertyNames",
        "patternProperties",
    ];
    let counts = [
        "minItems",
        "maxItems",
        "uniqueItems",
        "minProperties",
        "maxProperties",
        "prefixItems",
    ];
    let forms = [
        "anyOf",
        "oneOf",
        "allOf",
        "prefixItems",
        "patternProperties",
        "dependentRequired",
    ];
    // The forms of a union may differ in each keyword.
    let all = [&bounds[..], &lengths, &counts, &forms].concat();
    let counts_and_lengths;
    let keywords: &[&str] = match code["code"].as_str().unwrap_or_default() {
        "minimum" | "maximum" | "multiple_of" | "excluded" | "out_of_range" => &bounds,
        "min_length" | "max_length" | "pattern" | "format" => &lengths,
        "min_items" | "max_items" | "unique_items" | "min_properties" | "max_properties" => {
            // An empty text that a lost constraint rejects counts as absent.
            counts_and_lengths = [&counts[..], &lengths].concat();
            &counts_and_lengths
        }
        // A map that is exported as entries may have duplicate keys.
        "duplicate_key" => &["additionalProperties", "patternProperties"],
        "union" => &all,
        _ => &forms,
    };
    export.losses().iter().any(|loss| {
        let is_closed = loss.keyword == "additionalProperties" && loss.value == json!(false);
        let is_key_told = loss.keyword == "required";
        let are_forms_told = matches!(loss.keyword.as_str(), "anyOf" | "oneOf")
            && loss.path.is_empty()
            && loss.kept == Kept::Description;
        // The export has such schemas only in the description, which no validator reads.
        let holds_schemas = ["additionalProperties", "patternProperties", "prefixItems"];
        let check_texts =
            holds_schemas.contains(&loss.keyword.as_str()) && loss.kept == Kept::Description;
        check_texts
            || are_forms_told
            || keywords.contains(&loss.keyword.as_str())
            || loss.keyword == own_keyword
            || is_closed && code["code"] == "unknown_key"
            || is_key_told && code["code"] == "required"
            || loss.keyword == "enum" && (code["code"] == "enum" || code["code"] == "union")
    })
}

/// Returns the keyword of a kind: `maxItems` for `max_items`.
fn to_camel_case(code: &str) -> String {
    let mut words = code.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        text + &word[..1].to_uppercase() + &word[1..]
    })
}
