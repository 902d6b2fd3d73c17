use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::LitStr;

use super::arguments::Arguments;
use super::prelude::mentions;
use super::{checks, forms, is_own};
use crate::model::{Body, Model, Tagging, Variant};

// Whether serde's derive needs a renamed copy: the type has checks, or is a tagged enum, whose
// paths are traced.
pub(super) fn needs_copy(model: &Model) -> bool {
    !forms::are_tried(model) && (checks::are_run(model) || tag_keys(model).is_some())
}

// The copies: their names, and the words of the type's attributes that each does without. The
// second is externally tagged, and finds the path of what a type inside rejects.
pub(super) fn copies(model: &Model) -> Vec<(Ident, &'static [&'static str])> {
    let mut copies: Vec<(Ident, &'static [&'static str])> = vec![(copy(), &["crate"])];
    if tag_keys(model).is_some() {
        copies.push((traced(), &["tag", "content", "crate"]));
    }
    copies
}

fn copy() -> Ident {
    Ident::new("__Copy", Span::call_site())
}

fn traced() -> Ident {
    Ident::new("__Traced", Span::call_site())
}

// The keys of the tag and the content of an enum whose content serde buffers. Its buffer does
// not know paths. Of generic enums nothing is traced: serde would find other bounds.
fn tag_keys(model: &Model) -> Option<Vec<LitStr>> {
    let Body::Enum(variants) = &model.body else {
        return None;
    };
    let foreign = &model.foreign;
    let skip = model.skip();
    let is_ours = !skip.deserialize && !skip.json_schema && is_own(model);
    let refuses_keys = foreign.says("content") && foreign.serde_says("deny_unknown_fields");
    let of_serde = |variant: &Variant| {
        let has_tuple = variant.fields.len() > 1 && variant.fields[0].name().is_none();
        has_tuple && variant.tagging == Tagging::Internal || variant.foreign.serde_says("other")
    };
    let is_generic = model.original.generics.type_params().next().is_some();
    if !is_ours
        || is_generic
        || refuses_keys
        || foreign.says("remote")
        || variants.iter().any(of_serde)
    {
        return None;
    }
    let mut keys = vec![foreign.text("tag")?];
    keys.extend(foreign.text("content"));
    Some(keys)
}

// `#[serde(remote = "Inner")]`: serde's derive gives the copy a function that reads the
// user's type.
pub(super) fn remote(model: &Model) -> TokenStream {
    let remote = model.original.ident.to_string();
    quote!(#[serde(remote = #remote)])
}

// The tokens with the user's type in place of `Self`, which means another type in the copy.
pub(super) fn without_self(model: &Model, tokens: TokenStream) -> TokenStream {
    let mut replaced = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "Self" => {
                let ident = &model.original.ident;
                let (_, of_type, _) = model.original.generics.split_for_impl();
                quote!(#ident #of_type).to_tokens(&mut replaced);
            }
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), without_self(model, group.stream()));
                inside.set_span(group.span());
                inside.to_tokens(&mut replaced);
            }
            token => token.to_tokens(&mut replaced),
        }
    }
    replaced
}

// Expands to:
//
//     impl<'de> Deserialize<'de> for Inner {
//         fn deserialize<D>(deserializer: D) -> Result<Self, D::Error> {
//             let read = if are_paths_traced() {
//                 read_tagged(deserializer, &["kind"], |content| __Traced::deserialize(content))
//             } else {
//                 __Copy::deserialize(deserializer)
//             };
//             match read {
//                 Ok(value) => checked(value, |value, issues| { .. }),
//                 ..
//             }
//         }
//     }
pub(super) fn expand(model: &Model, arguments: &Arguments) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let ident = &original.ident;
    let (_, of_type, _) = original.generics.split_for_impl();
    let turbofish = of_type.as_turbofish();
    let predicates = arguments.where_clause(&original.generics).map(|clause| {
        let predicates = clause.predicates.into_iter();
        quote!(#(#predicates,)*)
    });
    let bounds = bounds(model);
    let mut generics = original.generics.clone();
    generics.params.insert(0, syn::parse_quote!('de));
    let (of_impl, ..) = generics.split_for_impl();
    let result = quote!(#private::core::result::Result);
    let (copy, traced) = (copy(), traced());
    // Serde requires `Default` of the copy, but takes the default from the user's type.
    let default = model.foreign.serde_says("default").then(|| {
        let (of_impl, _, of_where) = original.generics.split_for_impl();
        quote! {
            impl #of_impl #private::core::default::Default for #copy #of_type #of_where {
                fn default() -> Self {
                    #private::core::unreachable!()
                }
            }
        }
    });
    let checked = checks::value(model, &quote!(value));
    let mut read = quote!(#copy #turbofish::deserialize(__deserializer));
    if let Some(keys) = tag_keys(model) {
        read = quote! {
            if #private::are_paths_traced() {
                #private::read_tagged(__deserializer, &[#(#keys),*], |content| {
                    #traced #turbofish::deserialize(content)
                })
            } else {
                #read
            }
        };
    }
    quote! {
        #default
        #[automatically_derived]
        impl #of_impl #private::serde::Deserialize<'de> for #ident #of_type
        where #predicates #bounds
        {
            fn deserialize<__D>(__deserializer: __D) -> #result<Self, __D::Error>
            where
                __D: #private::serde::Deserializer<'de>,
            {
                let __read = #read;
                match __read {
                    #result::Ok(value) => #checked,
                    #result::Err(error) => #result::Err(error),
                }
            }
        }
    }
}

// What serde's derive asks of the type parameters, or what the user wrote in its place.
fn bounds(model: &Model) -> TokenStream {
    let private = &model.private;
    if let Some(bound) = model.foreign.text("bound")
        && let Ok(bound) = bound
            .value()
            .trim_end_matches([',', ' '])
            .parse::<TokenStream>()
    {
        return if bound.is_empty() {
            bound
        } else {
            quote!(#bound,)
        };
    }
    let fields = model.fields();
    let has_default = |param: &Ident| {
        fields.iter().any(|(_, field)| {
            let is_meant = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == param || word == "Self");
            let is_bare = field.foreign.serde_says("default") && field.foreign.text("default").is_none();
            is_bare && mentions(field.original.ty.to_token_stream(), &is_meant)
        })
    };
    let mut bounds = TokenStream::new();
    for param in model.original.generics.type_params() {
        let param = &param.ident;
        quote!(#param: #private::serde::Deserialize<'de>,).to_tokens(&mut bounds);
        if has_default(param) {
            quote!(#param: #private::core::default::Default,).to_tokens(&mut bounds);
        }
    }
    bounds
}
