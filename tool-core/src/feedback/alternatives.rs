//! The alternatives of a union: all of them, if there is room.

use std::fmt::{self, Write};

use super::cut::fits;
use super::got::{self, Detail};
use super::required::{list_unknown_keys, quote_keys};
use crate::issue::{Alternatives, JsonType, Received};

/// Maximum number of members that are all listed. Of a longer list, only the first are shown.
const LISTED: usize = 12;
const FIRST: usize = 5;

/// `expected integer, "auto" or {"percent": number}, got "50%"`
///
/// If this is too long, the text drops the received value, then the hint, then members from the
/// end, then forms from the end. It keeps at least one alternative if one fits.
pub(super) fn describe(
    alternatives: &Alternatives,
    received: Option<&Received>,
    detail: Detail,
    characters: usize,
) -> String {
    let got = describe_got(alternatives, received, detail);
    let hint = describe_hint(alternatives, received, detail);
    let unknown = list_unknown_keys(&alternatives.unknown)
        .map_or_else(String::new, |text| format!("; {text}"));
    let unknown = unknown + &describe_mixed_keys(&alternatives.mixed);
    // The unknown keys come before the hint about them.
    let both = format!("{unknown}{hint}");
    let all = alternatives.members.len();
    let most = if all > LISTED { FIRST } else { all };
    let whole = list_alternatives(alternatives, most, str::to_owned);
    let short = list_alternatives(alternatives, most, shorten_form);
    let fewer = (0..most).rev();
    let fewer = fewer.map(|members| list_alternatives(alternatives, members, shorten_form));
    let fewer = fewer.map(|shown| format!("expected {shown}{hint}"));
    [
        format!("expected {whole}{got}{both}"),
        format!("expected {whole}{both}"),
        format!("expected {short}{got}{both}"),
        format!("expected {short}{both}"),
        format!("expected {short}{hint}"),
    ]
    .into_iter()
    .chain(fewer)
    .find(|text| fits(text, characters))
    .or_else(|| list_kinds(alternatives, most, characters))
    .or_else(|| list_first(alternatives, most, characters))
    .unwrap_or_else(|| format!("expected one of {} forms", all + alternatives.forms.len()))
}

/// `matches {"a": integer} and {"c": integer}, but must match one form; leave out "a" or "c"`
///
/// If this is too long, the text shortens the forms, then drops the forms, and then keys.
pub(super) fn describe_several(
    forms: &[String],
    leave_out: &[String],
    add: &[String],
    characters: usize,
) -> String {
    let hint = |most: usize| match (leave_out, add) {
        ([], []) => String::new(),
        ([], add) => format!("; add {}", quote_keys(add, most, "or", "one of ")),
        (leave_out, _) => format!(
            "; leave out {}",
            quote_keys(leave_out, most, "or", "one of ")
        ),
    };
    let brief: Vec<String> = forms.iter().map(|form| shorten_form(form)).collect();
    let all = [forms.join(" and "), brief.join(" and ")];
    let named = all.into_iter().filter(|_| forms.len() > 1);
    let named =
        named.map(|forms| format!("matches {forms}, but must match one form{}", hint(FIRST)));
    let without = |most| format!("matches several forms, but must match one{}", hint(most));
    let fewer = (1..=FIRST).rev().map(without);
    named
        .chain(fewer)
        .find(|text| fits(text, characters))
        .unwrap_or_else(|| without(1))
}

/// `must not have "a" and "b" together; leave one of them out`
pub(super) fn describe_together(properties: &[String], characters: usize) -> String {
    let write = |most| {
        let names = quote_keys(properties, most, "and", "");
        format!("must not have {names} together; leave one of them out")
    };
    let mut fewer = (1..=FIRST).rev().map(write);
    fewer
        .find(|text| fits(text, characters))
        .unwrap_or_else(|| write(1))
}

/// `; "a" and "c" belong to different forms`
fn describe_mixed_keys(names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!(
        "; {} belong to different forms",
        quote_keys(names, FIRST, "and", "")
    )
}

/// Returns the first alternatives that fit, and the number of the others.
fn list_first(alternatives: &Alternatives, members: usize, characters: usize) -> Option<String> {
    let parts = collect_parts(alternatives, members, shorten_form);
    let all = alternatives.members.len() + alternatives.forms.len();
    let texts = (1..parts.len()).map(|shown| {
        let listed = join_alternatives(parts[..shown].to_vec(), all - shown);
        format!("expected {listed}")
    });
    texts.take_while(|text| fits(text, characters)).last()
}

/// Returns each kind of alternative, if they are of several kinds: `integer, "pi" or array`.
fn list_kinds(alternatives: &Alternatives, members: usize, characters: usize) -> Option<String> {
    let mut kinds = Alternatives {
        forms: Vec::new(),
        ..alternatives.clone()
    };
    for form in &alternatives.forms {
        let kind = find_kind(form);
        if !kinds.forms.iter().any(|known| known == kind) {
            kinds.forms.push(kind.to_owned());
        }
    }
    let is_one = kinds.forms.len() + usize::from(members > 0) < 2;
    if is_one {
        return None;
    }
    let lists = (0..=members)
        .rev()
        .map(|shown| list_alternatives(&kinds, shown, str::to_owned));
    lists
        .map(|list| format!("expected {list}"))
        .find(|text| fits(text, characters))
}

/// Returns the type of a form: `array` of `array of strings` and `[integer, string]`, `object` of
/// `{"path"}`.
fn find_kind(form: &str) -> &str {
    match form.as_bytes() {
        [b'{', ..] => JsonType::Object.as_str(),
        [b'[', ..] => JsonType::Array.as_str(),
        _ => form.split(' ').next().unwrap_or(form),
    }
}

/// Returns the types, up to `members` members, the shapes of objects, and null.
fn list_alternatives(
    alternatives: &Alternatives,
    members: usize,
    shape: fn(&str) -> String,
) -> String {
    let more = alternatives.members.len().saturating_sub(members);
    join_alternatives(collect_parts(alternatives, members, shape), more)
}

fn collect_parts(
    alternatives: &Alternatives,
    members: usize,
    shape: fn(&str) -> String,
) -> Vec<String> {
    let null = JsonType::Null.as_str();
    let forms = || alternatives.forms.iter().filter(|form| *form != null);
    let types = forms().filter(|form| !form.starts_with('{'));
    let mut texts: Vec<String> = types.cloned().collect();
    let shown = alternatives.members.iter().take(members);
    texts.extend(shown.map(ToString::to_string));
    let objects = forms().filter(|form| form.starts_with('{'));
    texts.extend(objects.map(|form| shape(form)));
    if alternatives.forms.iter().any(|form| form == null) {
        texts.push(null.to_owned());
    }
    texts
}

/// `a, b or one of 3 more`
fn join_alternatives(mut texts: Vec<String>, more: usize) -> String {
    match more {
        0 => {}
        1 => texts.push("one more".to_owned()),
        more => texts.push(format!("one of {more} more")),
    }
    let mut text = String::new();
    // Writing to a string never fails.
    let _ = list(&mut text, &texts);
    text
}

/// Returns the first key of an object, with its value if the key is a tag: `{"eq": …}`.
fn shorten_form(form: &str) -> String {
    let Some((key, value)) = form.split_once(": ") else {
        let first = form.split_once(", ");
        return first.map_or_else(|| form.to_owned(), |(key, _)| format!("{key}, …}}"));
    };
    if !value.starts_with('"') {
        return format!("{key}: …}}");
    }
    match value.split_once(", ") {
        Some((tag, _)) => format!("{key}: {tag}, …}}"),
        None => form.to_owned(),
    }
}

/// Adds `a, b or c`.
fn list(text: &mut String, parts: &[String]) -> fmt::Result {
    for (position, part) in parts.iter().enumerate() {
        text.write_str(match position {
            0 => "",
            _ if position + 1 == parts.len() => " or ",
            _ => ", ",
        })?;
        text.write_str(part)?;
    }
    Ok(())
}

/// Returns the received value, or only its type for an array or object. Returns no text if the
/// union expects such a container.
fn describe_got(
    alternatives: &Alternatives,
    received: Option<&Received>,
    detail: Detail,
) -> String {
    let Some(sent) = received.filter(|_| detail != Detail::Beside) else {
        return String::new();
    };
    let is_form = |start: &str| {
        alternatives
            .forms
            .iter()
            .any(|form| form.starts_with(start))
    };
    match sent.json_type {
        JsonType::Object if is_form("{") => String::new(),
        JsonType::Array if is_form("array") => String::new(),
        JsonType::Object | JsonType::Array => format!(", got {}", sent.json_type),
        _ => got::show_value(received).to_string(),
    }
}

/// Returns the hint for the one similar member. For a string, only if the list is incomplete.
fn describe_hint(
    alternatives: &Alternatives,
    received: Option<&Received>,
    detail: Detail,
) -> String {
    let is_text = received.is_some_and(|sent| sent.json_type == JsonType::String);
    let near = alternatives.nearest.as_ref();
    near.filter(|_| detail != Detail::Short || !is_text)
        .map_or_else(String::new, |near| format!("; did you mean {near}?"))
}
