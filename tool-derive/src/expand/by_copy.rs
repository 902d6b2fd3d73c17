use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::LitStr;

use super::arguments::ArgumentTypes;
use super::bounds::Bounds;
use super::checks;
use crate::model::{Body, Field, Model, Tagging, Variant};

// Returns whether serde's derive needs a renamed copy. This is the case for a type with checks, for
// a tagged enum (its paths are traced), and for a type with flattened fields (they need the keys
// next to the type).
pub(super) fn needs_copy(model: &Model) -> bool {
    let is_changed =
        checks::are_run(model) || find_tag_keys(model).is_some() || has_flattened(model);
    !model.tries_forms() && is_changed
}

fn has_flattened(model: &Model) -> bool {
    let mut fields = model.fields().into_iter();
    !model.foreign.says("remote") && fields.any(|(_, field)| model.sees_through(field))
}

// Returns the names of the copies, and the words of the type's attributes that each copy omits.
// `#[serde(remote = "..")]` makes each copy read the user's type. The second copy is externally
// tagged, and finds the path of an error in an inner type.
pub(super) fn list_copies(model: &Model) -> Vec<(Ident, &'static [&'static str])> {
    let mut copies: Vec<(Ident, &'static [&'static str])> = vec![(copy(), &["crate"])];
    if find_tag_keys(model).is_some() {
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

// Returns the keys of the tag and the content of an enum whose content serde buffers. The buffer
// loses paths.
fn find_tag_keys(model: &Model) -> Option<Vec<LitStr>> {
    let Body::Enum(variants) = &model.body else {
        return None;
    };
    let foreign = &model.foreign;
    let refuses_keys = foreign.says("content") && foreign.serde_says("deny_unknown_fields");
    let of_serde = |variant: &Variant| {
        let has_tuple = variant.fields.len() > 1 && variant.fields[0].name().is_none();
        has_tuple && variant.tagging == Tagging::Internal || variant.foreign.serde_says("other")
    };
    if !model.is_derived()
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

pub(super) fn replace_self(model: &Model, tokens: TokenStream) -> TokenStream {
    let mut replaced = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(word) if word == "Self" => {
                let ident = &model.original.ident;
                let (_, of_type, _) = model.original.generics.split_for_impl();
                quote!(#ident #of_type).to_tokens(&mut replaced);
            }
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), replace_self(model, group.stream()));
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
//             let read = take_others(|| if reads_trees() {
//                 read_tagged(deserializer, &["kind"], |content| __Traced::deserialize(content))
//             } else {
//                 __Copy::deserialize(deserializer)
//             });
//             match read {
//                 Ok(__value) => checked(__value, |__value, __issues| { .. }),
//                 ..
//             }
//         }
//     }
pub(super) fn expand(model: &Model, arguments: &ArgumentTypes) -> TokenStream {
    let private = &model.private;
    let result = quote!(#private::core::result::Result);
    let read = read(model);
    let checked = checks::check_value(model, &quote!(__value));
    let body = quote! {
        let __read = #read;
        match __read {
            #result::Ok(__value) => #checked,
            #result::Err(__error) => #result::Err(__error),
        }
    };
    deserialize(model, arguments, &model.original.ident, &body)
}

pub(super) fn deserialize(
    model: &Model,
    arguments: &ArgumentTypes,
    ident: &Ident,
    body: &TokenStream,
) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let (_, of_type, _) = original.generics.split_for_impl();
    let predicates = arguments.where_clause(&original.generics).map(|clause| {
        let predicates = clause.predicates.into_iter();
        quote!(#(#predicates,)*)
    });
    let bounds = Bounds::new(model).collect_predicates();
    let mut generics = original.generics.clone();
    generics.params.insert(0, syn::parse_quote!('de));
    let (of_impl, ..) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #of_impl #private::serde::Deserialize<'de> for #ident #of_type
        where #predicates #bounds
        {
            fn deserialize<__D>(__deserializer: __D) -> #private::core::result::Result<Self, __D::Error>
            where
                __D: #private::serde::Deserializer<'de>,
            {
                #body
            }
        }
    }
}

// Reads the copy. If paths are traced, an error has the whole path. Serde's reader of internally
// tagged enums cannot pass on the keys next to the enum.
pub(super) fn read(model: &Model) -> TokenStream {
    let private = &model.private;
    let (_, of_type, _) = model.original.generics.split_for_impl();
    let turbofish = of_type.as_turbofish();
    let (copy, traced) = (copy(), traced());
    let keys = find_tag_keys(model);
    let mut read = quote!(#copy #turbofish::deserialize(__deserializer));
    if let Some(keys) = &keys {
        read = quote! {
            if #private::reads_trees() {
                #private::read_tagged(__deserializer, &[#(#keys),*], |__content| {
                    #traced #turbofish::deserialize(__content)
                })
            } else {
                #read
            }
        };
    }
    // The content of other enums is a separate object. The reader of an externally tagged enum
    // handles this.
    let is_beside = !matches!(model.body, Body::Enum(_)) || is_internally_tagged(model);
    match (is_beside, keys.is_some()) {
        (true, is_tagged) if is_tagged || has_flattened(model) => {
            quote!(#private::take_others(|| #read))
        }
        (false, true) => quote!(#private::leave_others(|| #read)),
        _ => read,
    }
}

fn is_internally_tagged(model: &Model) -> bool {
    model.foreign.says("tag") && !model.foreign.says("content")
}

// `#[serde(deserialize_with = "..")]` for a flattened field that our code reads. Its path contains
// the types of the other flattened fields. Serde's derive infers no bound for such a field, and the
// copy has the bounds as an attribute.
pub(super) fn look_through(model: &Model, field: &Field, all: &[Field]) -> Option<TokenStream> {
    if !model.sees_through(field) {
        return None;
    }
    let mut beside = quote!(());
    for other in all.iter().rev() {
        let ty = replace_self(model, other.original.ty.to_token_stream());
        // Some types that a macro wrote cannot be parsed from text. The field then also sees the
        // properties of such a type, as in serde.
        let is_text = syn::parse_str::<syn::Type>(&ty.to_string()).is_ok();
        if is_text && !std::ptr::eq(other, field) && model.sees_through(other) {
            beside = quote!((#ty, #beside));
        }
    }
    let flatten = write_path(&model.private, "flatten");
    let path = format!("{flatten}::<_, _, {beside}>");
    Some(quote!(#[serde(deserialize_with = #path)]))
}

// `::tool_core::__private::serde` as the text of a literal.
pub(super) fn write_path(private: &syn::Path, last: &str) -> String {
    let mut path = private.clone();
    path.segments
        .push(Ident::new(last, Span::call_site()).into());
    let mut text = path.to_token_stream().to_string();
    text.retain(|c| c != ' ');
    text
}
