use proc_macro2::TokenStream;
use quote::quote;
use syn::Fields;
use syn::ext::IdentExt as _;

use super::{checks, forms};
use crate::constraint;
use crate::model::{Body, Field, Model, Tagging, Variant};

// The schemars transforms that make of each node's schema what a tool needs.
// They run in the order written.

pub(crate) fn of_container(model: &Model) -> Vec<TokenStream> {
    let private = &model.private;
    let mut transforms = Vec::new();
    if model.attrs.open.is_some() {
        transforms.push(quote!(#private::own));
    }
    match &model.body {
        Body::Struct(Fields::Named(_), _)
            if is_own(model) && !model.foreign.says("transparent") =>
        {
            // Where it denies unknown fields, serde refuses the tag, too.
            if let Some(tag) = model.foreign.text("tag")
                && !model.foreign.serde_says("deny_unknown_fields")
            {
                let ident = model.original.ident.unraw().to_string();
                let name = match model.foreign.text("rename") {
                    Some(name) => name.value(),
                    None => ident,
                };
                transforms.push(quote!(#private::StructTag(#tag, #name)));
            }
            transforms.extend(close(model));
        }
        Body::Enum(_) if folds(model) => {
            transforms.push(quote!(#private::fold_unit_variants));
        }
        _ => {}
    }
    if checks::are_run(model) {
        transforms.push(quote!(#private::has_checks));
    }
    if forms::are_tried(model) {
        transforms.push(quote!(#private::Forms(#private::core::any::type_name::<Self>())));
    }
    transforms
}

pub(crate) fn of_field(model: &Model, field: &Field) -> Vec<TokenStream> {
    let private = &model.private;
    let mut transforms = Vec::new();
    if field.attrs.json_string.is_some() {
        transforms.push(quote!(#private::json_string));
    }
    if field.attrs.xml_string.is_some() {
        transforms.push(quote!(#private::xml_string));
    }
    if let Some(said) = &field.attrs.preprocess {
        let path = &said.value;
        transforms.push(quote!(#private::Preprocess(#path)));
    }
    if !field.is_skipped() && !field.foreign.says("flatten") {
        transforms.extend(constraint::expand(&field.original.attrs, private));
    }
    transforms
}

// A variant's own objects are closed here, one by one, and not in the finished
// schema of the enum, where they cannot be told from those of other types.
pub(crate) fn of_variant(model: &Model, variant: &Variant) -> Vec<TokenStream> {
    let private = &model.private;
    let content = || open_or(model, quote!(#private::close_content));
    let is_struct = matches!(variant.original.fields, Fields::Named(_)) && !variant.is_replaced();
    let is_unit = matches!(variant.original.fields, Fields::Unit) && !variant.is_replaced();
    let mut transforms = Vec::new();
    match variant.tagging {
        Tagging::External if is_struct => transforms.extend(content()),
        Tagging::External if is_unit && folds(model) => {
            transforms.push(quote!(#private::unit_variant));
        }
        Tagging::Internal if is_struct || is_unit => transforms.extend(close(model)),
        Tagging::Internal if variant.is_newtype() && !variant.is_replaced() => {
            let ty = &variant.fields[0].original.ty;
            transforms.push(quote!(#private::write_units_of::<#ty>));
            transforms.extend(open_or(model, quote!(#private::close_newtype::<#ty>)));
        }
        Tagging::Adjacent => {
            transforms.extend(close(model));
            if is_struct {
                transforms.extend(content());
            }
            // Serde reads an absent content as `None`.
            if variant.is_newtype()
                && !variant.is_replaced()
                && let Some(content) = model.foreign.text("content")
            {
                let ty = &variant.fields[0].original.ty;
                transforms.push(quote!(#private::OptionalContent::<#ty>::new(#content)));
            }
        }
        Tagging::Untagged if is_struct => transforms.extend(close(model)),
        Tagging::External | Tagging::Internal | Tagging::Untagged => {}
    }
    if forms::are_tried(model)
        && let Some(number) = forms::number(model, variant)
    {
        transforms.push(quote!(#private::Form(#number)));
    }
    transforms
}

fn close(model: &Model) -> Option<TokenStream> {
    let private = &model.private;
    open_or(model, quote!(#private::close))
}

fn open_or(model: &Model, transform: TokenStream) -> Option<TokenStream> {
    (model.attrs.open.is_none()).then_some(transform)
}

// Whether the schema is made of the fields, and not that of another type.
pub(crate) fn is_own(model: &Model) -> bool {
    !model
        .foreign
        .says_any(&["from", "try_from", "with", "schema_with"])
}

// Whether a unit variant among the members of one `enum` has an alias. All of
// them are then written apart, so that they are put back in their order.
fn folds(model: &Model) -> bool {
    let Body::Enum(variants) = &model.body else {
        return false;
    };
    is_own(model)
        && variants.iter().any(|variant| {
            variant.tagging == Tagging::External
                && matches!(variant.original.fields, Fields::Unit)
                && !variant.foreign.aliases().is_empty()
        })
}
