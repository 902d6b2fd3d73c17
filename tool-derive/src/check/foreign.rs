use syn::{Path, Type};

use crate::ctxt::Ctxt;
use crate::model::{Field, Model};

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
        // `::serde_with::As::<DurationSeconds<u64>>`, which `#[serde_as]` writes.
        if text.contains("serde_with") {
            cx.error(
                &path,
                "schemars knows no schema of this; write `#[serde_as(schemars = true)]` above the \
                 derive, with the feature `schemars_1` of `serde_with`",
            );
        }
        return;
    };
    let last = module.segments.last().map(|last| last.ident.to_string());
    if last.is_some_and(|last| last.starts_with(|first: char| first.is_lowercase())) {
        cx.error(
            &path,
            "schemars needs the type that the JSON holds; write it beside this, as \
             `#[schemars(with = \"i64\")]`",
        );
    }
}

// With a function of its own serde requires an `Option`, and the schema does not.
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
            "with `{reads}` serde requires the field, and the schema says that it is optional; \
             write `#[serde(default)]` beside it"
        );
        cx.error(&foreign.tokens(reads), &message);
    }
}

// A flattened field has no value of its own to constrain.
pub(super) fn check_constraints(field: &Field, cx: &Ctxt) {
    if !field.foreign.says("flatten") {
        return;
    }
    for word in ["range", "length", "regex", "pattern", "contains", "inner"] {
        if field.foreign.schemars_says_any(&[word]) {
            let message = format!(
                "`{word}` has no effect on a flattened field, which is no value of its own; put it \
                 on the fields inside"
            );
            cx.error(&field.foreign.tokens(word), &message);
        }
    }
}

pub(crate) fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_option(&group.elem),
        Type::Paren(paren) => is_option(&paren.elem),
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Option"),
        _ => false,
    }
}
