// `#[tool(default = 10)]`: serde's attribute with the name of a function, and the function. The rest
// of the derive reads serde's attribute.

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Fields, Lit, Meta, parse_quote_spanned, parse2};

use super::by_copy::replace_self;
use crate::ctxt::Ctxt;
use crate::foreign::{Foreign, find_word, split};
use crate::model::{Field, Model};
use crate::types::{find_inner, is_option};

// Adds `#[serde(default = "__default_0")]` to each field with the word.
pub(super) fn name_functions(input: &mut DeriveInput, cx: &Ctxt) {
    let is_generic = input.generics.type_params().next().is_some();
    let mut count = 0;
    let mut name_in = |fields: &mut Fields| {
        for field in fields {
            let Some(word) = find_default(&field.attrs) else {
                continue;
            };
            let function = name_function(count).to_string();
            count += 1;
            if is_generic {
                cx.error(
                    &word,
                    "`default` requires a type without type parameters; write \
                     `#[serde(default = \"path::to::function\")]`",
                );
            } else if Foreign::new(&field.attrs).serde_says("default") {
                cx.error(&word, "`#[serde(default)]` is also here; remove one");
            } else {
                let span = word.span();
                let attr = parse_quote_spanned!(span=> #[serde(default = #function)]);
                field.attrs.push(attr);
            }
        }
    };
    match &mut input.data {
        Data::Struct(data) => name_in(&mut data.fields),
        Data::Enum(data) => {
            for variant in &mut data.variants {
                name_in(&mut variant.fields);
            }
        }
        Data::Union(_) => {}
    }
}

fn find_default(attrs: &[Attribute]) -> Option<Ident> {
    let mut of_tool = attrs.iter().filter(|attr| attr.path().is_ident("tool"));
    of_tool.find_map(|attr| {
        let Meta::List(list) = &attr.meta else {
            return None;
        };
        let items = split(list.tokens.clone());
        let mut items = items.iter().filter(|item| find_word(item) == "default");
        match items.next()?.first()? {
            TokenTree::Ident(word) => Some(word.clone()),
            _ => None,
        }
    })
}

fn name_function(number: usize) -> Ident {
    format_ident!("__default_{number}")
}

// Expands to a function for each field with the word:
//
//     fn __default_0() -> Option<String> {
//         Some(Into::into("fast"))
//     }
pub(super) fn expand(model: &Model) -> TokenStream {
    let mut functions = TokenStream::new();
    let mut count = 0;
    for (_, field) in model.fields() {
        let Some(default) = &field.attrs.default else {
            continue;
        };
        let name = name_function(count);
        count += 1;
        let ty = &field.original.ty;
        let value = convert(model, field, default.value.clone());
        functions.extend(quote! {
            fn #name() -> #ty {
                #value
            }
        });
    }
    functions
}

// Converts a literal to the type of the field: a string to an owned type, an integer to a float,
// and each value to `Some` of it.
fn convert(model: &Model, field: &Field, value: TokenStream) -> TokenStream {
    let private = &model.private;
    let ty = &field.original.ty;
    if is_option(ty) && value.to_string() == "None" {
        return quote!(#private::core::option::Option::None);
    }
    let inner = find_inner(ty);
    let value = match parse2(value.clone()) {
        Ok(Lit::Str(text)) => quote!(#private::core::convert::Into::into(#text)),
        Ok(Lit::Int(number)) if is_float(inner) && number.suffix().is_empty() => {
            match format!("{}.0", number.base10_digits()).parse::<Literal>() {
                Ok(mut float) => {
                    float.set_span(number.span());
                    quote!(#float)
                }
                Err(_) => value,
            }
        }
        // Outside the type, `Self` has no meaning.
        _ => replace_self(model, value),
    };
    if is_option(ty) {
        quote!(#private::core::option::Option::Some(#value))
    } else {
        value
    }
}

fn is_float(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident("f64") || path.path.is_ident("f32"))
}
