use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Fields};

use super::{prelude, transforms};
use crate::foreign::{Foreign, without_crate};
use crate::model::{Body, Field, Model, Tagging, Variant};

// Expands to a copy of the item that serde's and schemars' derives run on and
// that is then erased, so that their impls are those of the user's own type:
//
//     const _: () = {
//         #[derive(Deserialize, JsonSchema)]
//         #[serde(crate = "..")]
//         #[schemars(crate = "..")]
//         #[erase]
//         struct EditFile { /* the same fields */ }
//     };
pub(crate) fn expand(model: &Model) -> TokenStream {
    let skip = model.skip();
    if skip.deserialize && skip.json_schema {
        return TokenStream::new();
    }
    let Model {
        private, original, ..
    } = model;
    let deserialize = (!skip.deserialize).then(|| {
        let krate = path_text(private, "serde");
        let closed =
            transforms::denies_unknown_fields(model).then(|| quote!(#[serde(deny_unknown_fields)]));
        quote! {
            #[derive(#private::serde::Deserialize)]
            #[serde(crate = #krate)]
            #closed
        }
    });
    let json_schema = (!skip.json_schema).then(|| {
        let krate = path_text(private, "schemars");
        quote! {
            #[derive(#private::schemars::JsonSchema)]
            #[schemars(crate = #krate)]
        }
    });
    let prelude = (!skip.json_schema).then(|| prelude::expand(model));
    let mut copy = Copy::new(model);
    let attrs = copy.attrs(&original.attrs, transforms::of_container(model));
    let item = copy.item();
    let lists = copy.lists;
    quote! {
        #[allow(deprecated, non_snake_case, unused_imports)]
        const _: () = {
            #prelude
            #(#lists)*
            #deserialize
            #json_schema
            #(#attrs)*
            #[#private::erase]
            #item
        };
    }
}

struct Copy<'m> {
    model: &'m Model<'m>,
    // `const __LIST_0: &[&str] = &["a", "b"];`: schemars' derive reads no
    // expression with brackets in an attribute.
    lists: Vec<TokenStream>,
}

impl<'m> Copy<'m> {
    fn new(model: &'m Model<'m>) -> Self {
        Self {
            model,
            lists: Vec::new(),
        }
    }

    fn item(&mut self) -> TokenStream {
        let original = &self.model.original;
        let ident = &original.ident;
        let generics = &original.generics;
        let where_clause = &original.generics.where_clause;
        match &self.model.body {
            Body::Struct(shape, fields) => {
                let body = self.fields(shape, fields);
                if matches!(shape, Fields::Named(_)) {
                    quote!(struct #ident #generics #where_clause #body)
                } else {
                    quote!(struct #ident #generics #body #where_clause;)
                }
            }
            Body::Enum(variants) => {
                let mut copies = Vec::new();
                for variant in variants {
                    copies.push(self.variant(variant));
                }
                quote!(enum #ident #generics #where_clause { #(#copies),* })
            }
            // Refused before.
            Body::Union => TokenStream::new(),
        }
    }

    fn variant(&mut self, variant: &Variant) -> TokenStream {
        let mut transforms = Vec::new();
        if variant.tagging != Tagging::Untagged {
            transforms.extend(self.aliases_of(&variant.foreign));
        }
        transforms.extend(transforms::of_variant(self.model, variant));
        let attrs = self.attrs(&variant.original.attrs, transforms);
        let ident = &variant.original.ident;
        let body = self.fields(&variant.original.fields, &variant.fields);
        quote!(#(#attrs)* #ident #body)
    }

    fn fields(&mut self, shape: &Fields, fields: &[Field]) -> TokenStream {
        let mut copies = Vec::new();
        for field in fields {
            copies.push(self.field(field));
        }
        match shape {
            Fields::Named(_) => quote!({ #(#copies),* }),
            Fields::Unnamed(_) => quote!((#(#copies),*)),
            Fields::Unit => TokenStream::new(),
        }
    }

    fn field(&mut self, field: &Field) -> TokenStream {
        let mut transforms = transforms::of_field(self.model, field);
        if field.name().is_some() && !field.foreign.says("flatten") {
            transforms.extend(self.aliases_of(&field.foreign));
        }
        if let Some(rules) = &field.attrs.generous {
            transforms.extend(self.list(&quote!(Generous), &rules.value));
        }
        let attrs = self.attrs(&field.original.attrs, transforms);
        let ty = &field.original.ty;
        let name = field.name().map(|name| quote!(#name:));
        quote!(#(#attrs)* #name #ty)
    }

    fn aliases_of(&mut self, foreign: &Foreign) -> Option<TokenStream> {
        self.list(&quote!(Aliases), &foreign.aliases())
    }

    // `transform = Aliases(__LIST_0)`
    fn list(&mut self, transform: &TokenStream, texts: &[impl ToTokens]) -> Option<TokenStream> {
        if texts.is_empty() || self.model.skip().json_schema {
            return None;
        }
        let private = &self.model.private;
        let name = format_ident!("__LIST_{}", self.lists.len());
        let text = quote!(#private::core::primitive::str);
        self.lists
            .push(quote!(const #name: &[&#text] = &[#(#texts),*];));
        Some(quote!(#private::#transform(#name)))
    }

    // The user's attributes that the derives read, and our transforms after
    // theirs.
    fn attrs(&self, attrs: &[Attribute], transforms: Vec<TokenStream>) -> Vec<TokenStream> {
        let json_schema = !self.model.skip().json_schema;
        let mut kept = Vec::new();
        for attr in attrs {
            let name = attr.path().get_ident().map(ToString::to_string);
            match name.as_deref() {
                Some("serde") => kept.push(without_crate(attr)),
                Some("schemars") if json_schema => kept.push(without_crate(attr)),
                Some("doc" | "deprecated") => kept.push(attr.to_token_stream()),
                Some("validate" | "garde") if json_schema => kept.push(attr.to_token_stream()),
                _ => {}
            }
        }
        if json_schema {
            for transform in transforms {
                kept.push(quote!(#[schemars(transform = #transform)]));
            }
        }
        kept
    }
}

// `::tool_core::__private::serde` as the text of a literal.
fn path_text(private: &syn::Path, last: &str) -> String {
    let mut path = private.clone();
    path.segments
        .push(Ident::new(last, Span::call_site()).into());
    let mut text = path.to_token_stream().to_string();
    text.retain(|c| c != ' ');
    text
}
