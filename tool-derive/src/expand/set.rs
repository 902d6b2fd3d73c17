use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use crate::model::{Body, Model, Variant};
use crate::types::find_argument_of;

// Expands to:
//
//     impl ::tool_core::ToolSet for Call {
//         fn __slot() -> &'static SetSlot<Self> {
//             static SLOT: SetSlot<Call> = SetSlot::new(&[Member { .. }], &[..]);
//             &SLOT
//         }
//     }
//     const _: () = assert_own_name(<ReadFile as Tool>::__NAME, &[<EditFile as Tool>::__NAME]);
pub(crate) fn expand(model: &Model) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let Body::Enum(variants) = &model.body else {
        return TokenStream::new();
    };
    let ident = &original.ident;
    let krate = model.krate();
    let (mut members, mut reads) = (Vec::new(), Vec::new());
    for variant in variants {
        if let Some((member, read)) = expand_member(model, variant) {
            members.push(member);
            reads.push(read);
        }
    }
    let names = names(model, variants);
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #krate::ToolSet for #ident {
            fn __slot() -> &'static #private::SetSlot<Self> {
                static SLOT: #private::SetSlot<#ident> =
                    #private::SetSlot::new(&[#(#members),*], &[#(#reads),*]);
                &SLOT
            }
        }
        #names
    }
}

// Returns the tool of a variant, and its reader.
fn expand_member(model: &Model, variant: &Variant) -> Option<(TokenStream, TokenStream)> {
    let private = &model.private;
    let krate = model.krate();
    let (ident, name) = (&model.original.ident, &variant.original.ident);
    let ty = &variant.fields.first()?.original.ty;
    let (tool, make) = match unwrap_box(ty) {
        Some(inside) => {
            let boxed = quote!(#private::std::boxed::Box::new(__tool));
            (inside, quote!(|__tool| #ident::#name(#boxed)))
        }
        None => (ty, quote!(#ident::#name)),
    };
    let member = quote! {
        #private::Member {
            name: <#tool as #krate::Tool>::__NAME,
            slot: <#tool as #krate::Tool>::__slot,
        }
    };
    let read =
        quote!(|__reader, __sent| #private::read_as::<#tool, #ident>(__reader, __sent, #make));
    Some((member, read))
}

// Writes one constant per tool. An error then points at the variant.
fn names(model: &Model, variants: &[Variant]) -> TokenStream {
    let private = &model.private;
    let krate = model.krate();
    let mut before: Vec<TokenStream> = Vec::new();
    let mut own = TokenStream::new();
    for variant in variants {
        let Some(field) = variant.fields.first() else {
            continue;
        };
        let ty = &field.original.ty;
        let tool = unwrap_box(ty).unwrap_or(ty);
        let name = quote!(<#tool as #krate::Tool>::__NAME);
        if !before.is_empty() {
            own.extend(quote_spanned! {ty.span()=>
                #[allow(deprecated)]
                const _: () = {
                    use #private::assert_own_name;
                    assert_own_name(#name, &[#(#before),*])
                };
            });
        }
        before.push(name);
    }
    own
}

// Returns the type in a `Box` written by that name: `EditFile` for `Box<EditFile>`.
fn unwrap_box(ty: &Type) -> Option<&Type> {
    find_argument_of(ty, &["Box"])
}
