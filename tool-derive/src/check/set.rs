use syn::Data;

use crate::ctxt::Ctxt;
use crate::model::{Body, Model, Variant};
use crate::word::WordValue;

pub(super) fn check(model: &Model, cx: &Ctxt) {
    check_words(model, cx);
    match (&model.original.data, &model.body) {
        (_, Body::Enum(variants)) if variants.is_empty() => {
            cx.error(
                &model.original.ident,
                "a set of tools must contain at least one",
            );
        }
        (_, Body::Enum(variants)) => {
            for variant in variants {
                check_variant(variant, cx);
            }
        }
        (Data::Union(data), _) => cx.error(&data.union_token, NO_ENUM),
        (Data::Struct(data), _) => cx.error(&data.struct_token, NO_ENUM),
        _ => {}
    }
}

const NO_ENUM: &str = "expected an enum with one tool per variant";

fn check_variant(variant: &Variant, cx: &Ctxt) {
    let ident = &variant.original.ident;
    if !variant.is_newtype() {
        let message = format!(
            "expected a variant with one tool; write `{ident}({ident})`, and derive `Tool` on \
             that struct"
        );
        cx.error(variant.original, &message);
    }
    refuse(variant.attrs.other.as_ref(), cx);
    for field in &variant.fields {
        let attrs = &field.attrs;
        refuse(attrs.json_string.as_ref(), cx);
        refuse(attrs.xml_string.as_ref(), cx);
        refuse(attrs.generous.as_ref(), cx);
        refuse(attrs.preprocess.as_ref(), cx);
    }
}

fn check_words(model: &Model, cx: &Ctxt) {
    let attrs = &model.attrs;
    refuse(attrs.name.as_ref(), cx);
    refuse(attrs.description.as_ref(), cx);
    refuse(attrs.title.as_ref(), cx);
    refuse(attrs.check.as_ref(), cx);
    refuse(attrs.preprocess.as_ref(), cx);
    refuse(attrs.leniency.as_ref(), cx);
    refuse(attrs.open.as_ref(), cx);
    refuse(attrs.skip.as_ref(), cx);
}

fn refuse<T>(said: Option<&WordValue<T>>, cx: &Ctxt) {
    if let Some(said) = said {
        let word = &said.word;
        let message = format!("`{word}` is not allowed in a set; write it on the tool itself");
        cx.error(said, &message);
    }
}
