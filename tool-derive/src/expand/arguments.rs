use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{GenericArgument, GenericParam, Generics, Type, TypePath, WhereClause};

use super::prelude::mentions;
use crate::model::{Field, Model, Variant};
use crate::types::{content_types, is_container, is_one_of};

// Types that are arguments.
const PLAIN: &[&str] = &[
    "String", "Value", "bool", "char", "f32", "f64", "i128", "i16", "i32", "i64", "i8", "isize",
    "str", "u128", "u16", "u32", "u64", "u8", "usize",
];

// The types of the fields that must be arguments, without the containers around them. If a type is
// not an argument, rustc reports one error with our text. Otherwise it would report an error for
// each line that the derives of serde and schemars generate for the type. Expands to:
//
//     trait __Argument<'de, const N: usize>: ToolArg<'de> {}
//     impl<'de> __Argument<'de, 0> for Inner {}
//     impl<'de> Deserialize<'de> for Outer where for<'any> Inner: __Argument<'any, 0> { .. }
//
// The second line causes the error. The third line assumes that the type is an argument. It causes
// no error because rustc does not check bounds with a separate lifetime.
pub(super) struct ArgumentTypes {
    types: Vec<TokenStream>,
}

impl ArgumentTypes {
    pub(super) fn new(model: &Model) -> Self {
        let mut types: Vec<TokenStream> = Vec::new();
        for (variant, field) in model.fields() {
            if !is_read_as_its_type(model, variant, field) {
                continue;
            }
            visit_leaves(model, &mut field.original.ty.clone(), &mut |leaf| {
                let leaf = leaf.to_token_stream();
                let text = leaf.to_string();
                if types.iter().all(|seen| seen.to_string() != text) {
                    types.push(leaf);
                }
            });
        }
        Self { types }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub(super) fn items(&self, model: &Model) -> TokenStream {
        if self.is_empty() {
            return TokenStream::new();
        }
        let private = &model.private;
        let mut impls = Vec::new();
        for (number, ty) in self.types.iter().enumerate() {
            impls.push(quote!(impl<'__de> __Argument<'__de, #number> for #ty {}));
        }
        quote! {
            trait __Argument<'__de, const N: #private::core::primitive::usize>: #private::ToolArg<'__de> {}
            #(#impls)*
        }
    }

    // Adds bounds to the where clause of the item. They let its impls assume that the types are
    // arguments.
    pub(super) fn where_clause(&self, generics: &Generics) -> Option<WhereClause> {
        if self.is_empty() {
            return generics.where_clause.clone();
        }
        let mut generics = generics.clone();
        let clause = generics.make_where_clause();
        for (number, ty) in self.types.iter().enumerate() {
            clause
                .predicates
                .push(syn::parse_quote!(for<'__any> #ty: __Argument<'__any, #number>));
        }
        generics.where_clause
    }
}

// A second `Deserialize` of a type with parameters, which never applies. It makes rustc report for
// `Generic<Inner>` only the error of `ToolArg` if `Inner` is not an argument. With a single
// implementation, rustc also reports the requirements of that implementation: that `Inner` does not
// implement serde's `Deserialize`.
pub(super) fn expand_second_deserialize(model: &Model) -> Option<TokenStream> {
    let Model {
        private, original, ..
    } = model;
    original.generics.type_params().next()?;
    if model.skip().deserialize || model.foreign.says("remote") {
        return None;
    }
    let ident = &original.ident;
    let (_, of_type, _) = original.generics.split_for_impl();
    let mut generics = original.generics.clone();
    generics.params.insert(0, syn::parse_quote!('__de));
    let clause = generics.make_where_clause();
    clause
        .predicates
        .push(syn::parse_quote!(#ident #of_type: __Never<'__de>));
    let (of_impl, _, clause) = generics.split_for_impl();
    Some(quote! {
        // Implemented by no type. Inside the impl, it disambiguates the two `Deserialize`.
        trait __Never<'__de>: #private::serde::Deserialize<'__de> {}

        #[doc(hidden)]
        #[automatically_derived]
        impl #of_impl #private::serde::Deserialize<'__de> for #ident #of_type #clause {
            fn deserialize<__D>(_: __D) -> #private::core::result::Result<Self, __D::Error>
            where
                __D: #private::serde::Deserializer<'__de>,
            {
                #private::core::unreachable!()
            }
        }
    })
}

// The type whose schema a field uses, with `<Inner as ToolArg>::This` for each `Inner`. This is the
// same type, but it has a schema even if `Inner` lacks one. Returns `None` without such a
// type, if the type also contains a parameter of the item, or if the item is transparent: then the
// schema is inlined, not referenced.
pub(super) fn with_schema(model: &Model, variant: Option<&Variant>, field: &Field) -> Option<Type> {
    let private = &model.private;
    let mut ty = field.original.ty.clone();
    let mut is_other = false;
    let is_written_out = model.foreign.says("transparent") || mentions_own(model, &ty);
    if is_read_as_its_type(model, variant, field) && !is_written_out {
        visit_leaves(model, &mut ty, &mut |leaf| {
            let span = leaf.span();
            *leaf =
                Type::Verbatim(quote_spanned!(span=> <#leaf as #private::ToolArg<'static>>::This));
            is_other = true;
        });
    }
    is_other.then_some(ty)
}

fn is_read_as_its_type(model: &Model, variant: Option<&Variant>, field: &Field) -> bool {
    !model.skip().json_schema && model.reads(variant, field)
}

fn visit_leaves(model: &Model, ty: &mut Type, visit: &mut dyn FnMut(&mut Type)) {
    match ty {
        Type::Array(array) => visit_leaves(model, &mut array.elem, visit),
        Type::Group(group) => visit_leaves(model, &mut group.elem, visit),
        Type::Paren(paren) => visit_leaves(model, &mut paren.elem, visit),
        Type::Tuple(tuple) => {
            for ty in &mut tuple.elems {
                visit_leaves(model, ty, visit);
            }
        }
        Type::Path(path) if is_container(path) => {
            for argument in content_types(path).into_iter().flatten() {
                if let GenericArgument::Type(ty) = argument {
                    visit_leaves(model, ty, visit);
                }
            }
        }
        Type::Path(path) if is_leaf(model, path) => visit(ty),
        _ => {}
    }
}

// Returns whether the path names a type that must be an argument itself: it is neither a known
// argument type nor a container, and does not mention the item or its parameters.
fn is_leaf(model: &Model, path: &TypePath) -> bool {
    let is_plain = path
        .path
        .get_ident()
        .is_some_and(|name| is_one_of(name, PLAIN));
    path.qself.is_none() && !is_plain && !mentions_own(model, path)
}

fn mentions_own(model: &Model, ty: &impl ToTokens) -> bool {
    let original = &model.original;
    mentions(ty.to_token_stream(), &|token| match token {
        TokenTree::Ident(ident) => {
            let mut params = original.generics.params.iter();
            *ident == "Self"
                || *ident == original.ident
                || params.any(|param| match param {
                    GenericParam::Type(param) => *ident == param.ident,
                    GenericParam::Const(param) => *ident == param.ident,
                    GenericParam::Lifetime(_) => false,
                })
        }
        TokenTree::Punct(punct) => punct.as_char() == '\'',
        _ => false,
    })
}
