use proc_macro2::TokenTree;
use quote::ToTokens as _;
use syn::{ExprPath, Lit, Path};

use crate::ctxt::Ctxt;
use crate::foreign::Foreign;
use crate::model::{Body, Field, Model};
use crate::suggest::find_nearest;
use crate::types::is_option;

const OF_SERDE: &[&str] = &[
    "alias",
    "borrow",
    "bound",
    "content",
    "crate",
    "default",
    "deny_unknown_fields",
    "deserialize_with",
    "expecting",
    "field_identifier",
    "flatten",
    "from",
    "getter",
    "into",
    "non_exhaustive",
    "other",
    "remote",
    "rename",
    "rename_all",
    "rename_all_fields",
    "serialize_with",
    "skip",
    "skip_deserializing",
    "skip_serializing",
    "skip_serializing_if",
    "tag",
    "transparent",
    "try_from",
    "untagged",
    "variant_identifier",
    "with",
];

// Words of schemars that serde lacks.
const OF_SCHEMARS: &[&str] = &[
    "contains",
    "description",
    "email",
    "example",
    "extend",
    "inline",
    "inner",
    "ip",
    "length",
    "pattern",
    "range",
    "regex",
    "required",
    "schema_with",
    "title",
    "transform",
    "url",
];

// Keywords of JSON Schema, with the attribute of schemars that sets them.
const OF_JSON_SCHEMA: &[(&[&str], &str)] = &[
    (&["minimum", "min"], "range(min = ...)"),
    (&["maximum", "max"], "range(max = ...)"),
    (
        &["minLength", "min_length", "minItems", "min_items"],
        "length(min = ...)",
    ),
    (
        &["maxLength", "max_length", "maxItems", "max_items"],
        "length(max = ...)",
    ),
    (
        &["exclusiveMinimum", "exclusive_minimum"],
        "extend(\"exclusiveMinimum\" = ...)",
    ),
    (
        &["exclusiveMaximum", "exclusive_maximum"],
        "extend(\"exclusiveMaximum\" = ...)",
    ),
    (
        &["multipleOf", "multiple_of"],
        "extend(\"multipleOf\" = ...)",
    ),
    (
        &["uniqueItems", "unique_items"],
        "extend(\"uniqueItems\" = true)",
    ),
    (&["format"], "extend(\"format\" = \"...\")"),
    (&["enum"], "extend(\"enum\" = [...])"),
    (&["examples"], "example = ..."),
];

// Words of serde whose value is a function.
const OF_FUNCTIONS: &[&str] = &[
    "default",
    "deserialize_with",
    "getter",
    "serialize_with",
    "skip_serializing_if",
];

const RENAME_RULES: &[&str] = &[
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

// Reports misspelt words of serde and schemars. Their derives report these, too, but then write no
// impls, and each use of the type would be another error. A word without a similar known word is
// left to the derives: it may be newer than this list.
pub(super) fn check_words(model: &Model, cx: &Ctxt) {
    check_words_of(model, &model.foreign, "container", cx);
    if let Body::Enum(variants) = &model.body {
        for variant in variants {
            check_words_of(model, &variant.foreign, "variant", cx);
        }
    }
    for (_, field) in model.fields() {
        check_words_of(model, &field.foreign, "field", cx);
    }
}

fn check_words_of(model: &Model, foreign: &Foreign, place: &str, cx: &Ctxt) {
    let skip = model.skip();
    for (is_serde, token, rest) in foreign.find_words() {
        let is_judged_elsewhere = if is_serde {
            skip.deserialize
        } else {
            skip.json_schema
        };
        let word = token.to_string();
        let is_known =
            OF_SERDE.contains(&word.as_str()) || !is_serde && OF_SCHEMARS.contains(&word.as_str());
        if !is_serde && !is_judged_elsewhere && is_pattern_with_value(&word, rest) {
            let message = format!("`{word}` takes parentheses; write `regex(pattern = \"...\")`");
            cx.error(token, &message);
            continue;
        }
        if is_judged_elsewhere || is_known || word.starts_with('_') {
            continue;
        }
        let mut keywords = OF_JSON_SCHEMA.iter();
        if !is_serde
            && let Some((_, attribute)) = keywords.find(|(names, _)| names.contains(&word.as_str()))
        {
            let message =
                format!("schemars has no attribute `{word}`; write `#[schemars({attribute})]`");
            cx.error(token, &message);
            continue;
        }
        let mut near = find_nearest(&word, OF_SERDE);
        if !is_serde {
            near = find_nearest(&word, OF_SCHEMARS).or(near);
        }
        let Some(near) = near else {
            continue;
        };
        let what = if is_serde {
            format!("serde {place}")
        } else {
            "schemars".to_owned()
        };
        let message = format!("unknown {what} attribute `{word}`; did you mean `{near}`?");
        cx.error(token, &message);
    }
    if !skip.deserialize {
        check_texts(foreign, cx);
        check_rename_rules(foreign, cx);
    }
}

// `#[schemars(pattern = "..")]`
fn is_pattern_with_value(word: &str, rest: &[TokenTree]) -> bool {
    let has_value = matches!(rest, [TokenTree::Punct(is), ..] if is.as_char() == '=');
    has_value && matches!(word, "pattern" | "regex")
}

// `#[serde(default = 5)]`
fn check_texts(foreign: &Foreign, cx: &Ctxt) {
    for (is_serde, token, rest) in foreign.find_words() {
        let word = token.to_string();
        let [TokenTree::Punct(_), value] = rest else {
            continue;
        };
        if !is_serde || !OF_SERDE.contains(&word.as_str()) || word == "crate" {
            continue;
        }
        let is_function = OF_FUNCTIONS.contains(&word.as_str());
        let what = if is_function {
            "the path of a function"
        } else {
            "a string"
        };
        match syn::parse2::<Lit>(value.to_token_stream()) {
            Ok(Lit::Str(text)) if is_function && text.parse::<ExprPath>().is_err() => {
                let message = format!("expected the path of a function for serde's `{word}`");
                cx.error(&text, &message);
            }
            Ok(Lit::Str(_)) | Err(_) => {}
            Ok(_) => {
                let message =
                    format!("expected {what} for serde's `{word}`; write `{word} = \"...\"`");
                cx.error(value, &message);
            }
        }
    }
}

fn check_rename_rules(foreign: &Foreign, cx: &Ctxt) {
    for word in ["rename_all", "rename_all_fields"] {
        if let Some(rule) = foreign.text(word)
            && !RENAME_RULES.contains(&rule.value().as_str())
        {
            let message = format!(
                "unknown rule `{}` for `{word}`; use one of \"{}\"",
                rule.value(),
                RENAME_RULES.join("\", \""),
            );
            cx.error(&rule, &message);
        }
    }
}

// Serde reads `with = ".."` as a module, and schemars as a type.
pub(super) fn check_with(model: &Model, field: &Field, cx: &Ctxt) {
    let foreign = &field.foreign;
    let schema_is_said = foreign.schemars_says_any(&["with", "schema_with", "skip", "!with"]);
    if model.skip().json_schema || schema_is_said || field.is_skipped() {
        return;
    }
    let Some(path) = foreign.serde_text("with") else {
        return;
    };
    let text = path.value();
    let Ok(module) = path.parse_with(Path::parse_mod_style) else {
        // `::serde_with::As::<DurationSeconds<u64>>`, as written by `#[serde_as]`.
        if text.contains("serde_with") {
            cx.error(
                &path,
                "schemars has no schema for this type; write `#[serde_as(schemars = true)]` above \
                 the derive, and enable the feature `schemars_1` of `serde_with`",
            );
        }
        return;
    };
    let last = module.segments.last().map(|last| last.ident.to_string());
    if last.is_some_and(|last| last.starts_with(|first: char| first.is_lowercase())) {
        cx.error(
            &path,
            "schemars needs the type of the JSON value; add it, for example as \
             `#[schemars(with = \"i64\")]`",
        );
    }
}

// With a custom function, serde requires an `Option` field, but the schema does not.
pub(super) fn check_optional(model: &Model, field: &Field, cx: &Ctxt) {
    let foreign = &field.foreign;
    let reads = ["deserialize_with", "with"]
        .into_iter()
        .find(|word| foreign.serde_says(word));
    let has_default = foreign.serde_says("default") || model.foreign.serde_says("default");
    let schema_is_said =
        foreign.schemars_says_any(&["with", "schema_with", "required", "skip", "!with"]);
    let Some(reads) = reads else {
        return;
    };
    if is_option(&field.original.ty)
        && field.name().is_some()
        && !has_default
        && !schema_is_said
        && !field.is_skipped()
        && !foreign.says("flatten")
        && !model.skip().json_schema
    {
        let message = format!(
            "serde requires a field with `{reads}`, but the schema makes it optional; add \
             `#[serde(default)]`"
        );
        cx.error(&foreign.find_tokens(reads), &message);
    }
}

// A flattened field has no separate value to constrain.
pub(super) fn check_constraints(field: &Field, cx: &Ctxt) {
    if !field.foreign.says("flatten") {
        return;
    }
    for word in ["range", "length", "regex", "pattern", "contains", "inner"] {
        if field.foreign.schemars_says_any(&[word]) {
            let message = format!(
                "`{word}` has no effect on a flattened field, which has no separate value; put it \
                 on the fields inside"
            );
            cx.error(&field.foreign.find_tokens(word), &message);
        }
    }
}
