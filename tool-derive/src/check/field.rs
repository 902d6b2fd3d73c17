use proc_macro2::Ident;
use syn::{GenericArgument, PathArguments, Type};

use crate::ctxt::Ctxt;
use crate::model::{Field, Model, Tagging, Variant};
use crate::types::{find_references, name_owned};
use crate::word::Leniency;

// `json_string` and `xml_string`
pub(super) fn check_texts(model: &Model, variant: Option<&Variant>, field: &Field, cx: &Ctxt) {
    let words = [&field.attrs.json_string, &field.attrs.xml_string];
    for said in words.into_iter().flatten() {
        if check_hint(model, variant, field, &said.word, cx)
            && !field.is_replaced()
            && let Some(scalar) = find_scalar(&field.original.ty)
        {
            let message = format!(
                "`{}` has no effect on {scalar}; it applies to arrays and objects",
                said.word
            );
            cx.error(said, &message);
        }
    }
    if let Some(word) = &field.attrs.xml_string
        && !cfg!(feature = "xml")
    {
        cx.error(
            word,
            "`xml_string` requires the feature `xml` of `tool-core`; enable it in `Cargo.toml`",
        );
    }
}

pub(super) fn check_generous(model: &Model, variant: Option<&Variant>, field: &Field, cx: &Ctxt) {
    let Some(said) = &field.attrs.generous else {
        return;
    };
    check_hint(model, variant, field, &said.word, cx);
    if let Some(leniency) = &model.attrs.leniency
        && leniency.value == Leniency::Strict
    {
        cx.error(
            said,
            "`generous` contradicts `leniency = \"strict\"`, which disables every rule; remove one",
        );
    }
}

pub(super) fn check_preprocess(model: &Model, variant: Option<&Variant>, field: &Field, cx: &Ctxt) {
    if let Some(said) = &field.attrs.preprocess {
        check_hint(model, variant, field, &said.word, cx);
    }
}

pub(super) fn check_default(model: &Model, variant: Option<&Variant>, field: &Field, cx: &Ctxt) {
    let Some(said) = &field.attrs.default else {
        return;
    };
    if model.skip().deserialize {
        let message = "`default` requires the derived `Deserialize`, but `skip(Deserialize)` omits \
                       it; remove one";
        cx.error(&said.word, message);
    }
    check_hint(model, variant, field, &said.word, cx);
}

fn check_hint(
    model: &Model,
    variant: Option<&Variant>,
    field: &Field,
    word: &Ident,
    cx: &Ctxt,
) -> bool {
    if model.skip().json_schema {
        let message = format!(
            "`{word}` requires the derived schema, but `skip(JsonSchema)` omits it; remove one"
        );
        cx.error(word, &message);
    }
    let reason = if field.foreign.says("flatten") {
        "a flattened field has no separate value; put it on the fields inside"
    } else if field.is_skipped() {
        "serde skips this field"
    } else if variant.is_some_and(|v| v.tagging == Tagging::Internal && v.is_newtype()) {
        "the content of this variant is merged with the tag and has no separate value; put it \
         on the fields inside"
    } else {
        return true;
    };
    cx.error(word, &format!("`{word}` is not allowed here: {reason}"));
    false
}

pub(super) fn check_alias(field: &Field, cx: &Ctxt) {
    if field.foreign.says("flatten") && field.foreign.serde_says("alias") {
        cx.error(
            &field.foreign.find_tokens("alias"),
            "`alias` has no effect on a flattened field, which has no name in the arguments; put \
             it on the fields inside",
        );
    }
}

// Serde's derive accepts `&'static str`, and the error would appear at each use of the tool.
pub(super) fn check_reference(model: &Model, variant: Option<&Variant>, field: &Field, cx: &Ctxt) {
    // A lifetime parameter has its own error.
    let has_lifetime = model.original.generics.lifetimes().next().is_some();
    if has_lifetime || !model.reads(variant, field) {
        return;
    }
    let mut found = Vec::new();
    find_references(&field.original.ty, &mut found);
    for reference in found {
        let instead = name_owned(reference);
        let message = format!(
            "arguments cannot contain references, because they own their data; use {instead}"
        );
        cx.error(reference, &message);
    }
}

// Returns the type as written, if its name is that for a string, a number or a boolean.
fn find_scalar(ty: &Type) -> Option<String> {
    const SCALARS: &[&str] = &[
        "String", "str", "char", "bool", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16",
        "i32", "i64", "i128", "isize", "f32", "f64",
    ];
    const WRAPPERS: &[&str] = &["Option", "Box", "Cow", "Rc", "Arc"];
    match ty {
        Type::Reference(reference) => find_scalar(&reference.elem),
        Type::Paren(paren) => find_scalar(&paren.elem),
        Type::Group(group) => find_scalar(&group.elem),
        Type::Path(path) => {
            let last = path.path.segments.last()?;
            let name = last.ident.to_string();
            match &last.arguments {
                PathArguments::None if SCALARS.contains(&name.as_str()) => {
                    Some(format!("`{name}`"))
                }
                PathArguments::AngleBracketed(inner) if WRAPPERS.contains(&name.as_str()) => {
                    inner.args.iter().find_map(|arg| match arg {
                        GenericArgument::Type(ty) => find_scalar(ty),
                        _ => None,
                    })
                }
                _ => None,
            }
        }
        _ => None,
    }
}
