//! The values that a text expects: `integer, "auto" or {"percent": number}`.

use serde_json::{Map, Value, json};

use super::text::{all_quoted, split_outside};
use super::tree::are_equal;

/// The beginnings of phrases that expect a number.
const NUMBERS: &[&str] = &[
    "number",
    "a number",
    "finite",
    "at least",
    "at most",
    "more than",
    "less than",
    "from ",
    "a multiple",
    "between",
];

/// The extent to which an expectation covers the intended value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    Yes,
    /// It names the type of a container, and not what belongs in it.
    Vague,
    No,
}

/// Returns whether an expectation covers a value.
pub(super) fn covers(expected: &str, value: &Value) -> Cover {
    let all = alternatives(expected);
    let covers = all.iter().map(|one| covers_one(one, value));
    let covers: Vec<Cover> = covers.collect();
    for cover in [Cover::Yes, Cover::Vague] {
        if covers.contains(&cover) {
            return cover;
        }
    }
    Cover::No
}

/// Returns the value that a model sends for the first alternative, in place of another value.
pub(super) fn example(expected: &str, sent: &Value) -> Value {
    let all = alternatives(expected);
    all.first().map_or(Value::Null, |one| example_of(one, sent))
}

fn alternatives(expected: &str) -> Vec<String> {
    let parts = split_outside(expected, ", ");
    let parts = parts.iter().flat_map(|part| split_outside(part, " or "));
    let parts = parts.flat_map(|part| split_outside(part, " | "));
    let parts = parts.map(|part| part.trim().trim_start_matches("or ").to_owned());
    parts.filter(|part| !part.is_empty()).collect()
}

/// The type of a phrase such as `at least 5 characters`.
fn type_of(phrase: &str) -> &'static str {
    const TYPES: &[(&str, &[&str])] = &[
        ("array", &["array", "[", "an array", "a list"]),
        ("object", &["object", "{", "an object"]),
        ("boolean", &["boolean"]),
        ("null", &["null"]),
        ("integer", &["integer", "an integer"]),
    ];
    for (name, starts) in TYPES {
        if starts.iter().any(|start| phrase.starts_with(start)) {
            return name;
        }
    }
    let ends = |words: &[&str]| words.iter().any(|word| phrase.ends_with(word));
    // `at least 1 item of the form integer`
    if ends(&["item", "items"]) || phrase.contains(" of the form ") {
        return "array";
    }
    if ends(&["property", "properties"]) {
        return "object";
    }
    // `at least 1 character and a URI such as https://example.com/a`
    if phrase.contains(" character") {
        return "string";
    }
    if NUMBERS.iter().any(|start| phrase.starts_with(start)) {
        return "number";
    }
    "string"
}

fn covers_one(phrase: &str, value: &Value) -> Cover {
    if phrase.starts_with("one of ") || phrase == "one more" {
        return Cover::Yes;
    }
    if let Ok(literal) = serde_json::from_str::<Value>(phrase)
        && !phrase.starts_with(['[', '{'])
    {
        return yes(are_equal(&literal, value));
    }
    match (type_of(phrase), value) {
        ("array", Value::Array(_)) if phrase == "array" => Cover::Vague,
        ("object", Value::Object(_)) if phrase == "object" => Cover::Vague,
        ("object", Value::Object(entries)) if phrase.starts_with('{') => {
            yes(covers_form(phrase, entries))
        }
        ("integer", Value::Number(number)) => {
            yes(number.as_f64().is_some_and(|number| number.fract() == 0.0))
        }
        ("array", Value::Array(_))
        | ("boolean", Value::Bool(_))
        | ("null", Value::Null)
        | ("object", Value::Object(_))
        | ("number", Value::Number(_))
        | ("string", Value::String(_)) => Cover::Yes,
        _ => Cover::No,
    }
}

fn yes(is_so: bool) -> Cover {
    if is_so { Cover::Yes } else { Cover::No }
}

/// The keys of a form, each with its value and whether it may be absent.
fn keys_of(form: &str) -> Vec<(String, String, bool)> {
    let inside = form.trim_start_matches('{');
    let inside = inside.strip_suffix('}').unwrap_or(inside);
    let mut keys = Vec::new();
    for part in split_outside(inside, ", ") {
        let mut halves = split_outside(part, ": ").into_iter();
        let name = halves.next().unwrap_or_default();
        let value = part.get(name.len() + 2..).unwrap_or_default();
        if name.starts_with(['[', '…']) || name.is_empty() {
            continue;
        }
        let is_optional = name.ends_with('?');
        let name = name.trim_end_matches('?');
        let name = all_quoted(name).pop().unwrap_or_else(|| name.to_owned());
        keys.push((name, value.to_owned(), is_optional));
    }
    keys
}

fn covers_form(form: &str, entries: &Map<String, Value>) -> bool {
    keys_of(form).iter().all(|(name, value, is_optional)| {
        let sent = entries.get(name);
        match (sent, serde_json::from_str::<Value>(value)) {
            (None, _) => *is_optional,
            // `["a"]` is an array of which each item is "a".
            (Some(sent), Ok(literal)) if !literal.is_null() && !literal.is_array() => {
                are_equal(sent, &literal)
            }
            _ => true,
        }
    })
}

fn example_of(phrase: &str, sent: &Value) -> Value {
    if let Ok(literal) = serde_json::from_str::<Value>(phrase) {
        return literal;
    }
    if let Some((_, example)) = phrase.split_once("such as ") {
        let literal = serde_json::from_str(example);
        return literal.unwrap_or_else(|_| json!(example));
    }
    let number = |text: &str| {
        let mut words = text.split([' ', ',']);
        words.find_map(|word| serde_json::from_str::<Value>(word).ok())
    };
    match type_of(phrase) {
        "array" if sent.is_array() => sent.clone(),
        "array" => json!([sent]),
        "object" if !phrase.starts_with('{') => json!({}),
        "object" => {
            let keys = keys_of(phrase);
            let needed = keys.iter().filter(|(_, _, is_optional)| !is_optional);
            let of_key = |(name, value, _): &(String, String, bool)| {
                (name.clone(), example_of(value, &Value::Null))
            };
            Value::Object(needed.map(of_key).collect())
        }
        "boolean" => json!(true),
        "null" => Value::Null,
        "integer" | "number" => number(phrase).unwrap_or(json!(1)),
        _ => json!("text"),
    }
}
