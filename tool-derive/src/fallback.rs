use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{GenericParam, parse_quote};

use crate::model::{Kind, Model};

// Writes empty impls of the derived traits. Code that uses the type then compiles, and each mistake
// causes one error.
pub(crate) fn expand(model: &Model) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let ident = &original.ident;
    let (impl_generics, ty_generics, where_clause) = original.generics.split_for_impl();
    let unreachable = quote!(#private::core::unreachable!());
    if model.kind == Kind::ToolSet {
        return expand_set(model, &unreachable);
    }

    let deserialize = (!model.skip().deserialize).then(|| {
        let mut generics = original.generics.clone();
        generics.params.insert(0, parse_quote!('__de));
        let (impl_generics, ..) = generics.split_for_impl();
        quote! {
            impl #impl_generics #private::serde::Deserialize<'__de> for #ident #ty_generics #where_clause {
                fn deserialize<__D>(_: __D) -> #private::core::result::Result<Self, __D::Error>
                where
                    __D: #private::serde::Deserializer<'__de>,
                {
                    #unreachable
                }
            }
        }
    });
    let json_schema = (!model.skip().json_schema).then(|| {
        quote! {
            impl #impl_generics #private::schemars::JsonSchema for #ident #ty_generics #where_clause {
                fn schema_name() -> #private::std::borrow::Cow<'static, #private::core::primitive::str> {
                    #unreachable
                }
                fn json_schema(_: &mut #private::schemars::SchemaGenerator) -> #private::schemars::Schema {
                    #unreachable
                }
            }
        }
    });
    let tool = (model.kind == Kind::Tool).then(|| expand_tool(model, &unreachable));
    quote! {
        const _: () = {
            #deserialize
            #json_schema
            #tool
        };
    }
}

fn expand_tool(model: &Model, unreachable: &TokenStream) -> TokenStream {
    let Model { private, .. } = model;
    let krate = model.krate();
    let body = quote! {
        const __NAME: &'static #private::core::primitive::str = "";

        fn __slot() -> &'static #private::Slot {
            #unreachable
        }
    };
    let tool = of_static(model, &quote!(#krate::Tool), &body);
    let output: GenericParam = parse_quote!(__T);
    let returns = quote!(#private::Returns<#output>);
    let returns = of_static_with(model, Some(output), &returns, &TokenStream::new());
    quote!(#tool #returns)
}

fn expand_set(model: &Model, unreachable: &TokenStream) -> TokenStream {
    let Model { private, .. } = model;
    let krate = model.krate();
    let body = quote! {
        fn __slot() -> &'static #private::SetSlot<Self> {
            #unreachable
        }
    };
    of_static(model, &quote!(#krate::ToolSet), &body)
}

// Both traits require `'static`: lifetimes are replaced by `'static`, and types get it as a bound.
fn of_static(model: &Model, of_trait: &TokenStream, body: &TokenStream) -> TokenStream {
    of_static_with(model, None, of_trait, body)
}

/// Does the same with a parameter of the trait.
fn of_static_with(
    model: &Model,
    param: Option<GenericParam>,
    of_trait: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let original = model.original;
    let ident = &original.ident;
    let mut generics = original.generics.clone();
    let mut args = Vec::new();
    for param in &generics.params {
        args.push(match param {
            GenericParam::Lifetime(_) => quote!('static),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            GenericParam::Const(param) => param.ident.to_token_stream(),
        });
    }
    for param in original.generics.type_params() {
        let ident = &param.ident;
        let held: syn::WherePredicate = parse_quote!(#ident: 'static);
        generics.make_where_clause().predicates.push(held);
    }
    generics.params.extend(param);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let ty = if args.is_empty() {
        quote!(#ident)
    } else {
        quote!(#ident<#(#args),*>)
    };
    quote! {
        #[allow(unused_lifetimes)]
        impl #impl_generics #of_trait for #ty #where_clause {
            #body
        }
    }
}
