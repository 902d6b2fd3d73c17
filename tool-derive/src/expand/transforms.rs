use proc_macro2::TokenStream;
use quote::quote;
use syn::Fields;
use syn::ext::IdentExt as _;

use super::{checks, forms};
use crate::constraint;
use crate::model::{Body, Field, Model, Tagging, Variant};
use crate::name;

// Returns the schemars transforms that adapt the schema of each node to a tool. They run in the
// order written.

pub(crate) fn of_container(model: &Model) -> Vec<TokenStream> {
    let private = &model.private;
    let mut transforms = Vec::new();
    if model.attrs.open.is_some() {
        transforms.push(quote!(#private::own));
    }
    match &model.body {
        Body::Struct(Fields::Named(_), _)
            if model.is_own() && !model.foreign.says("transparent") =>
        {
            // If serde denies unknown fields, it also rejects the tag.
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
            if takes(model) {
                transforms.extend(open_or(model, quote!(#private::close_taking)));
            } else {
                transforms.extend(close(model));
            }
        }
        Body::Enum(_) if folds(model) => {
            transforms.push(quote!(#private::fold_unit_variants));
        }
        _ => {}
    }
    // The same transform handles the properties of a closed struct.
    if takes(model) && (model.attrs.open.is_some() || matches!(model.body, Body::Enum(_))) {
        transforms.push(quote!(#private::takes));
    }
    if let Body::Struct(_, fields) = &model.body {
        transforms.extend(find_apart(model, None, fields));
    }
    if checks::are_run(model) {
        transforms.push(quote!(#private::has_checks));
    }
    if let Body::Enum(variants) = &model.body
        && variants.iter().any(|variant| variant.attrs.other.is_some())
    {
        transforms.push(quote!(#private::name_others));
    }
    if model.tries_forms() {
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

// Closes the objects of a variant one by one. In the finished schema of the enum, they cannot be
// distinguished from the objects of other types.
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
            // Serde reads missing content as `None`.
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
    if variant.attrs.other.is_some() {
        transforms.push(quote!(#private::other_variant));
    }
    transforms.extend(find_apart(model, Some(variant), &variant.fields));
    if model.tries_forms()
        && let Some(number) = forms::find_number(model, variant)
    {
        transforms.push(quote!(#private::Form(#number)));
    }
    transforms
}

// Returns whether serde removes the properties of the type from the object that it is flattened
// into.
fn takes(model: &Model) -> bool {
    let is_flattened = |field: &Field| field.foreign.says("flatten");
    model.is_own()
        && match &model.body {
            Body::Struct(Fields::Named(_), fields) => {
                !model.foreign.says("transparent") && !fields.iter().any(is_flattened)
            }
            Body::Enum(variants) => {
                let mut taggings = variants.iter().map(|variant| variant.tagging);
                taggings.all(|tagging| matches!(tagging, Tagging::External | Tagging::Adjacent))
            }
            _ => false,
        }
}

// `Apart::new().key("id").flattened::<Page>()`: the fields of a struct or variant with flattened
// fields.
fn find_apart(model: &Model, variant: Option<&Variant>, fields: &[Field]) -> Option<TokenStream> {
    let private = &model.private;
    let mut keys = TokenStream::new();
    let mut flattened = TokenStream::new();
    for field in fields {
        if model.sees_through(field) {
            let ty = &field.original.ty;
            flattened.extend(quote!(.flattened::<#ty>()));
        } else if let Some(ident) = field.name()
            && !field.is_skipped()
            && !field.foreign.says("flatten")
        {
            let key = name::of_field(model, variant, field, ident);
            keys.extend(quote!(.key(#key)));
        }
    }
    let is_needed = !flattened.is_empty();
    is_needed.then(|| quote!(#private::Apart::new() #keys #flattened))
}

fn close(model: &Model) -> Option<TokenStream> {
    let private = &model.private;
    open_or(model, quote!(#private::close))
}

fn open_or(model: &Model, transform: TokenStream) -> Option<TokenStream> {
    (model.attrs.open.is_none()).then_some(transform)
}

// Returns whether a unit variant in an `enum` schema has an alias. All unit variants then get
// separate schemas, and another transform puts them back in order.
fn folds(model: &Model) -> bool {
    let Body::Enum(variants) = &model.body else {
        return false;
    };
    model.is_own()
        && variants.iter().any(|variant| {
            variant.tagging == Tagging::External
                && matches!(variant.original.fields, Fields::Unit)
                && !variant.foreign.read_aliases().is_empty()
        })
}
