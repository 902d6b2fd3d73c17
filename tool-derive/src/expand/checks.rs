use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Index, Member, Path};

use crate::model::{Body, Field, Model, Tagging, Variant};
use crate::name;
use crate::types::is_option;

// Returns whether reading the type runs a check.
pub(crate) fn are_run(model: &Model) -> bool {
    let skip = model.skip();
    let fields = model.fields();
    let mut checks = fields.iter().map(|(_, field)| &field.attrs.check);
    let is_ours = !skip.deserialize && !skip.json_schema;
    is_ours && (model.attrs.check.is_some() || checks.any(Option::is_some))
}

// Returns the result of reading a value: the value itself, or the issues of its checks.
pub(super) fn check_value<'m>(model: &'m Model<'m>, value: &TokenStream) -> TokenStream {
    let private = &model.private;
    if !are_run(model) {
        return quote!(#private::core::result::Result::Ok(#value));
    }
    let of_type = model.attrs.check.as_ref().map(|said| {
        let call = call_check(&said.value, "__value");
        quote!(#call;)
    });
    let mut of_fields = Vec::new();
    for (number, (variant, field)) in number_fields(model) {
        of_fields.extend(of_field(model, variant, number, field));
    }
    quote! {
        #private::checked(#value, |__value: &Self, __issues| {
            #of_type
            #(#of_fields)*
        })
    }
}

type Placed<'m> = (Option<&'m Variant<'m>>, &'m Field<'m>);

fn number_fields<'m>(model: &'m Model<'m>) -> Vec<(usize, Placed<'m>)> {
    let mut all = Vec::new();
    match &model.body {
        Body::Struct(_, fields) => {
            for (number, field) in fields.iter().enumerate() {
                all.push((number, (None, field)));
            }
        }
        Body::Enum(variants) => {
            for variant in variants {
                for (number, field) in variant.fields.iter().enumerate() {
                    all.push((number, (Some(variant), field)));
                }
            }
        }
        Body::Union => {}
    }
    all
}

// Expands to:
//
//     match __value {
//         Self::A { x: __field, .. } => check_field(__issues, [..], |__issues| check(__field, __issues)),
//         _ => {}
//     }
fn of_field<'m>(
    model: &'m Model<'m>,
    variant: Option<&'m Variant<'m>>,
    number: usize,
    field: &Field,
) -> Option<TokenStream> {
    let private = &model.private;
    let call = call_check(&field.attrs.check.as_ref()?.value, "__field");
    let member = match field.name() {
        Some(name) => Member::Named(name.clone()),
        None => Member::Unnamed(Index::from(number)),
    };
    let pattern = if let Some(variant) = variant {
        let variant = &variant.original.ident;
        quote!(Self::#variant)
    } else {
        quote!(Self)
    };
    let call = if is_option(&field.original.ty) {
        quote!(if let #private::core::option::Option::Some(__field) = __field { #call })
    } else {
        call
    };
    let run = if model.foreign.serde_says_any(&["from", "try_from"]) {
        quote!(#private::check_converted(__issues, |__issues| #call))
    } else {
        let path = build_path(model, variant, number, field);
        quote!(#private::check_field(__issues, [#(#private::Segment::from(#path)),*], |__issues| #call))
    };
    Some(quote! {
        match __value {
            #pattern { #member: __field, .. } => #run,
            #[allow(unreachable_patterns)]
            _ => {}
        }
    })
}

// `check(value, issues)` with the user's span, where rustc reports a wrong signature.
fn call_check(check: &Path, value: &str) -> TokenStream {
    let span = check.span().resolved_at(Span::call_site());
    let value = Ident::new(value, span);
    let issues = Ident::new("__issues", span);
    quote_spanned!(span=> #check(#value, #issues))
}

// Returns the path from the value of the type to a field, in the arguments.
fn build_path<'m>(
    model: &'m Model<'m>,
    variant: Option<&'m Variant<'m>>,
    number: usize,
    field: &Field,
) -> Vec<TokenStream> {
    let mut path = Vec::new();
    if let Some(variant) = variant {
        match variant.tagging {
            Tagging::External => {
                let name = name::of_variant(model, variant);
                path.push(quote!(#name));
            }
            Tagging::Adjacent => {
                let content = model.foreign.text("content");
                path.extend(content.map(|content| quote!(#content)));
            }
            Tagging::Internal | Tagging::Untagged => {}
        }
    }
    if let Some(ident) = field.name() {
        let is_its_own = field.foreign.says("flatten") || model.foreign.says("transparent");
        if !is_its_own {
            let name = name::of_field(model, variant, field, ident);
            path.push(quote!(#name));
        }
    } else if let siblings @ [_, _, ..] = list_siblings(model, variant)
        && !model.foreign.says("transparent")
    {
        // The JSON array has no item for a field that serde skips.
        let before = siblings.iter().take(number);
        let index = before.filter(|field| !field.is_skipped()).count();
        path.push(quote!(#index));
    }
    path
}

fn list_siblings<'m>(model: &'m Model<'m>, variant: Option<&'m Variant<'m>>) -> &'m [Field<'m>] {
    match (variant, &model.body) {
        (Some(variant), _) => &variant.fields,
        (None, Body::Struct(_, fields)) => fields,
        (None, _) => &[],
    }
}
