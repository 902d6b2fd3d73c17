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
    // Types that another trait names: `<A as Trait>::Type`.
    associated: Vec<TokenStream>,
}

impl ArgumentTypes {
    pub(super) fn new(model: &Model) -> Self {
        let mut types: Vec<TokenStream> = Vec::new();
        let mut associated: Vec<TokenStream> = Vec::new();
        for (variant, field) in model.fields() {
            if !is_read_as_its_type(model, variant, field) {
                continue;
            }
            visit_paths(&mut field.original.ty.clone(), &mut |leaf| {
                let list = match leaf {
                    Type::Path(path) if is_leaf(model, path) => &mut types,
                    Type::Path(path) if path.qself.is_some() && !mentions_own(model, path) => {
                        &mut associated
                    }
                    _ => return,
                };
                let leaf = leaf.to_token_stream();
                let text = leaf.to_string();
                if list.iter().all(|seen| seen.to_string() != text) {
                    list.push(leaf);
                }
            });
        }
        Self { types, associated }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    // Expands to the place of the item, and to a transform for the names of the types:
    //
    //     impl Placed for Outer { fn place() -> &'static Place { .. } }
    //     Names::new().of(Inner::schema_id, type_name::<Inner>, (&FindPlace::<Inner>(..)).find_place())
    //
    // A transparent item has the name of its field.
    pub(super) fn names(&self, model: &Model) -> Option<(TokenStream, Option<TokenStream>)> {
        if model.skip().json_schema || model.foreign.says("transparent") {
            return None;
        }
        let Model {
            private, original, ..
        } = model;
        let ident = &original.ident;
        let (of_impl, of_type, clause) = original.generics.split_for_impl();
        let name = ident.to_string();
        let mut items = quote! {
            #[automatically_derived]
            impl #of_impl #private::Placed for #ident #of_type #clause {
                fn place() -> &'static #private::Place {
                    static PLACE: #private::Place = #private::Place {
                        name: #private::core::concat!(#private::core::module_path!(), "::", #name),
                        file: #private::core::file!(),
                        line: #private::core::line!(),
                        column: #private::core::column!(),
                    };
                    &PLACE
                }
            }
        };
        if self.is_empty() && self.associated.is_empty() {
            return Some((items, None));
        }
        items.extend(quote!(use #private::{HasNoPlace as _, HasPlace as _};));
        let mut transform = quote!(#private::Names::new());
        let own = quote!(Self);
        let written = [&own].into_iter().chain(&self.associated);
        let written = written.map(|ty| (ty, ty.clone()));
        let checked = self.types.iter();
        let checked = checked.map(|ty| (ty, quote!(<#ty as #private::ToolArg<'static>>::This)));
        for (ty, schema) in written.chain(checked) {
            transform.extend(quote! {
                .of(
                    <#schema as #private::schemars::JsonSchema>::schema_id,
                    #private::core::any::type_name::<#ty>,
                    (&#private::FindPlace::<#ty>(#private::core::marker::PhantomData)).find_place(),
                )
            });
        }
        Some((items, Some(transform)))
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
        visit_paths(&mut ty, &mut |leaf| {
            if !matches!(leaf, Type::Path(path) if is_leaf(model, path)) {
                return;
            }
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

// Visits the types with a path, without the containers around them.
fn visit_paths(ty: &mut Type, visit: &mut dyn FnMut(&mut Type)) {
    match ty {
        Type::Array(array) => visit_paths(&mut array.elem, visit),
        Type::Group(group) => visit_paths(&mut group.elem, visit),
        Type::Paren(paren) => visit_paths(&mut paren.elem, visit),
        Type::Tuple(tuple) => {
            for ty in &mut tuple.elems {
                visit_paths(ty, visit);
            }
        }
        Type::Path(path) if is_container(path) => {
            for argument in content_types(path).into_iter().flatten() {
                if let GenericArgument::Type(ty) = argument {
                    visit_paths(ty, visit);
                }
            }
        }
        Type::Path(_) => visit(ty),
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
