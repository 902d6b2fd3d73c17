use proc_macro2::Ident;
use syn::ext::IdentExt as _;

use crate::model::{Field, Model, Variant};

const MAX_LEN: usize = 64;

// `EditFile` → `edit_file`, `HTTPGet` → `http_get`, `EditFile2` → `edit_file2`
pub(crate) fn to_snake_case(ident: &Ident) -> String {
    let chars: Vec<char> = ident.unraw().to_string().chars().collect();
    let mut name = String::new();
    for (i, c) in chars.iter().enumerate() {
        if c.is_uppercase() && i > 0 && chars[i - 1] != '_' {
            let word_before = !chars[i - 1].is_uppercase();
            let word_after = chars.get(i + 1).is_some_and(|next| next.is_lowercase());
            if word_before || word_after {
                name.push('_');
            }
        }
        name.push(*c);
    }
    name.to_lowercase()
}

pub(crate) fn of_field(
    model: &Model,
    variant: Option<&Variant>,
    field: &Field,
    ident: &Ident,
) -> String {
    if let Some(name) = field.foreign.text("rename") {
        return name.value();
    }
    let rule = match variant {
        Some(variant) => variant
            .foreign
            .text("rename_all")
            .or_else(|| model.foreign.text("rename_all_fields")),
        None => model.foreign.text("rename_all"),
    };
    let name = ident.unraw().to_string();
    match rule.map(|rule| rule.value()).as_deref() {
        // Serde assumes that a field is in snake case.
        Some("lowercase") | None => name,
        Some("UPPERCASE") => name.to_ascii_uppercase(),
        Some("camelCase") => uncapitalize(&to_pascal_case(&name)),
        Some(rule) => in_case(rule, &name),
    }
}

pub(crate) fn of_variant(model: &Model, variant: &Variant) -> String {
    if let Some(name) = variant.foreign.text("rename") {
        return name.value();
    }
    let name = variant.original.ident.unraw().to_string();
    let rule = model.foreign.text("rename_all").map(|rule| rule.value());
    match rule.as_deref() {
        None | Some("PascalCase") => name,
        Some("lowercase") => name.to_ascii_lowercase(),
        Some("UPPERCASE") => name.to_ascii_uppercase(),
        Some("camelCase") => uncapitalize(&name),
        Some(rule) => in_case(rule, &split_variant(&name)),
    }
}

// `GetURL` → `get_u_r_l`, as in serde.
fn split_variant(name: &str) -> String {
    let mut words = String::new();
    for (i, c) in name.char_indices() {
        if i > 0 && c.is_uppercase() {
            words.push('_');
        }
        words.push(c.to_ascii_lowercase());
    }
    words
}

// Converts a name in snake case by a rule of serde's `rename_all`.
fn in_case(rule: &str, name: &str) -> String {
    match rule {
        "PascalCase" => to_pascal_case(name),
        "SCREAMING_SNAKE_CASE" => name.to_ascii_uppercase(),
        "kebab-case" => name.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => name.to_ascii_uppercase().replace('_', "-"),
        _ => name.to_owned(),
    }
}

pub(crate) fn to_pascal_case(name: &str) -> String {
    let words = name.split('_');
    words
        .map(|word| with_first(word, char::to_ascii_uppercase))
        .collect()
}

fn uncapitalize(word: &str) -> String {
    with_first(word, char::to_ascii_lowercase)
}

fn with_first(word: &str, change: fn(&char) -> char) -> String {
    let mut chars = word.chars();
    let first = chars.next().map(|first| change(&first));
    first.into_iter().chain(chars).collect()
}

// Returns why providers would reject the name. All of them accept `^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$`.
pub(crate) fn find_fault(name: &str) -> Option<String> {
    let first = name.chars().next()?;
    if let Some(odd) = name
        .chars()
        .find(|c| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '-'))
    {
        return Some(format!(
            "it contains {odd:?}; use letters from a to z, digits, `_` and `-`"
        ));
    }
    if !first.is_ascii_alphabetic() && first != '_' {
        return Some(format!(
            "it starts with {first:?}; start it with a letter or `_`"
        ));
    }
    (name.len() > MAX_LEN)
        .then(|| format!("it has {} characters; the maximum is {MAX_LEN}", name.len()))
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Ident, Span};

    use super::{find_fault, to_snake_case};

    #[test]
    fn snake_cases() {
        for (ident, name) in [
            ("EditFile", "edit_file"),
            ("HTTPGet", "http_get"),
            ("GetHTTP", "get_http"),
            ("EditFile2", "edit_file2"),
            ("Sha256Sum", "sha256_sum"),
            ("A", "a"),
            ("already_snake", "already_snake"),
            ("Half_Snake", "half_snake"),
            ("_Private", "_private"),
        ] {
            assert_eq!(to_snake_case(&Ident::new(ident, Span::call_site())), name);
        }
        let raw = Ident::new_raw("type", Span::call_site());
        assert_eq!(to_snake_case(&raw), "type");
    }

    #[test]
    fn the_rule_of_the_providers() {
        for name in ["a", "_", "edit-file", "Edit_File2", &"x".repeat(64)] {
            assert_eq!(find_fault(name), None, "{name}");
        }
        for name in ["2fa", "-x", "a.b", "a b", "größe", &"x".repeat(65)] {
            assert!(find_fault(name).is_some(), "{name}");
        }
    }
}
