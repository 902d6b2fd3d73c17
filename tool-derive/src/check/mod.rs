mod arg;
mod constraints;
mod field;
mod foreign;
mod names;
mod set;
mod tool;

use syn::{Fields, GenericParam, Path};

use crate::ctxt::Ctxt;
use crate::model::{Body, Field, Kind, Model};
use crate::word::WordValue;

// Checks rules that involve several attributes.
pub(crate) fn check(model: &Model, cx: &Ctxt) {
    check_generics(model, cx);
    match model.kind {
        Kind::Tool => {
            tool::check_shape(model, cx);
            tool::check_name(model, cx);
            tool::check_description(model, cx);
            tool::check_annotations(model, cx);
            tool::check_partial(model, cx);
        }
        Kind::ToolArg => arg::check_words_of_tools(model, cx),
        Kind::ToolSet => return set::check(model, cx),
    }
    check_open(model, cx);
    check_other(model, cx);
    check_catch_all(model, cx);
    check_of_type(model, cx);
    names::check(model, cx);
    foreign::check_words(model, cx);
    for (variant, field) in model.fields() {
        field::check_texts(model, variant, field, cx);
        field::check_generous(model, variant, field, cx);
        field::check_preprocess(model, variant, field, cx);
        field::check_default(model, variant, field, cx);
        check_of_field(model, field, cx);
        field::check_alias(field, cx);
        field::check_reference(model, variant, field, cx);
        foreign::check_with(model, field, cx);
        foreign::check_optional(model, field, cx);
        foreign::check_constraints(field, cx);
        constraints::check(model, field, cx);
    }
}

fn check_generics(model: &Model, cx: &Ctxt) {
    for param in &model.original.generics.params {
        match (model.kind, param) {
            (Kind::Tool, _) => cx.error(
                param,
                "a tool cannot have type, const or lifetime parameters, because its definition is \
                 one `static`; write the type out (`String` for `&str`), or derive `Tool` on one \
                 struct per type",
            ),
            (Kind::ToolSet, _) => cx.error(
                param,
                "a set of tools cannot have type, const or lifetime parameters, because its \
                 definitions are one `static`",
            ),
            (Kind::ToolArg, GenericParam::Lifetime(_)) => cx.error(
                param,
                "arguments cannot have lifetimes, because they own their data; use `String` for \
                 `&str`, and `Vec<T>` for `&[T]`",
            ),
            (Kind::ToolArg, GenericParam::Type(_) | GenericParam::Const(_)) => {}
        }
    }
}

// The schema lists the names of all variants, and the reader rejects other names. `other` would
// never match.
fn check_other(model: &Model, cx: &Ctxt) {
    let Body::Enum(variants) = &model.body else {
        return;
    };
    if model.skip().json_schema || !model.is_own() {
        return;
    }
    for variant in variants {
        if variant.foreign.serde_says("other") {
            cx.error(
                &variant.foreign.find_tokens("other"),
                "`other` of serde has no effect: the schema lists the variants, and the reader \
                 rejects every other name; drop it, or let a variant `#[tool(other)] Other(String)` \
                 take any other text",
            );
        }
    }
}

// `#[tool(other)]` of a variant.
fn check_catch_all(model: &Model, cx: &Ctxt) {
    let Body::Enum(variants) = &model.body else {
        return;
    };
    let mut is_said = false;
    for variant in variants {
        let Some(said) = &variant.attrs.other else {
            continue;
        };
        if model.kind != Kind::ToolArg {
            cx.error(said, "`other` is only for an enum that derives `ToolArg`");
        } else if model.foreign.says_any(&["tag", "untagged"]) {
            cx.error(
                said,
                "`other` takes other texts than the names of the variants, but here the variants \
                 are objects; drop it, or drop `tag` and `untagged` of the enum",
            );
        } else if !variant.is_newtype() {
            cx.error(
                said,
                "`other` needs a variant that holds the text; write `Other(String)`",
            );
        } else if is_said {
            cx.error(said, "another variant has `other`; remove one");
        }
        is_said = true;
    }
}

fn check_open(model: &Model, cx: &Ctxt) {
    let Some(open) = &model.attrs.open else {
        return;
    };
    if model.foreign.says("deny_unknown_fields") {
        cx.error(open, "`open` contradicts `deny_unknown_fields`; remove one");
    }
    if model.skip().json_schema {
        cx.error(
            open,
            "`open` requires the derived schema, but `skip(JsonSchema)` omits it; remove one",
        );
    }
    if let Body::Struct(Fields::Unnamed(_) | Fields::Unit, _) = model.body
        && model.kind == Kind::ToolArg
    {
        cx.error(
            open,
            "`open` applies only to objects: structs with named fields, and enums",
        );
    }
}

// `check` of a type. A tool runs the check itself if the type cannot.
fn check_of_type(model: &Model, cx: &Ctxt) {
    if let Some(said) = &model.attrs.check
        && model.kind == Kind::ToolArg
    {
        refuse_without_impls(model, said, cx);
    }
}

fn check_of_field(model: &Model, field: &Field, cx: &Ctxt) {
    let Some(said) = &field.attrs.check else {
        return;
    };
    if field.is_skipped() {
        cx.error(
            &said.word,
            "`check` on a skipped field never runs; remove one",
        );
    }
    refuse_without_impls(model, said, cx);
}

// The check runs in the type's `Deserialize`, and the schema records the check.
fn refuse_without_impls(model: &Model, said: &WordValue<Path>, cx: &Ctxt) {
    let skip = model.skip();
    if skip.deserialize || skip.json_schema {
        cx.error(
            &said.word,
            "`check` requires the derived `Deserialize` and `JsonSchema`; remove `skip` or `check`",
        );
    } else if model.foreign.says("remote") {
        cx.error(
            &said.word,
            "`check` is not supported with `remote`: the derive implements no `Deserialize` for \
             this type; put the check on the fields of the other type",
        );
    }
}
