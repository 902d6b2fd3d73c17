use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Attribute, Fields};

use super::arguments::{self, ArgumentTypes};
use super::bounds::Bounds;
use super::by_copy::{look_through, write_path};
use super::forms::keep_serde_attrs;
use super::{by_copy, default, forms, prelude, transforms};
use crate::foreign::{Foreign, remove_crate};
use crate::model::{Body, Field, Model, Tagging, Variant};

// Expands to a copy of the item for the derives of serde and schemars. The copy is then erased, so
// their impls are for the user's type:
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
    let arguments = ArgumentTypes::new(model);
    let forms = model
        .tries_forms()
        .then(|| forms::expand(model, &arguments));
    let deserialize = (!skip.deserialize && forms.is_none()).then(|| {
        let krate = write_path(private, "serde");
        quote! {
            #[derive(#private::serde::Deserialize)]
            #[serde(crate = #krate)]
        }
    });
    let json_schema = (!skip.json_schema).then(|| {
        let krate = write_path(private, "schemars");
        quote! {
            #[derive(#private::schemars::JsonSchema)]
            #[schemars(crate = #krate)]
        }
    });
    let of_arguments = arguments.items(model);
    let second = arguments::expand_second_deserialize(model);
    let defaults = default::expand(model);
    let prelude = (!skip.json_schema).then(|| prelude::expand(model));
    let mut copy = Copy::new(model, &arguments);
    let is_split = deserialize.is_some() && copy.splits();
    let of_serde = is_split.then(|| {
        copy.reader = CopyReader::Serde;
        let of_serde = copy.expand_serde(deserialize.as_ref());
        copy.reader = CopyReader::Schemars;
        of_serde
    });
    let deserialize = deserialize.filter(|_| !is_split);
    let (place, names) = arguments.names(model).unzip();
    let mut transforms = transforms::of_container(model);
    transforms.extend(names.flatten());
    let attrs = copy.expand_attrs(&original.attrs, transforms);
    let item = copy.expand_item(&original.ident);
    let lists = copy.lists;
    let allowed = if forms.is_some() {
        quote!(#[allow(deprecated, non_snake_case, unused_imports, dead_code, clippy::all, clippy::pedantic)])
    } else {
        quote!(#[allow(deprecated, non_snake_case, unused_imports)])
    };
    quote! {
        #allowed
        const _: () = {
            #prelude
            #defaults
            #of_arguments
            #place
            #second
            #(#lists)*
            #of_serde
            #deserialize
            #json_schema
            #(#attrs)*
            #[#private::erase]
            #item
            #forms
        };
    }
}

struct Copy<'m> {
    model: &'m Model<'m>,
    arguments: &'m ArgumentTypes,
    // `const __LIST_0: &[&str] = &["a", "b"];`: schemars' derive does not accept brackets in an
    // attribute.
    lists: Vec<TokenStream>,
    reader: CopyReader,
}

// The derives that run on a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CopyReader {
    Both,
    Serde,
    Schemars,
}

impl<'m> Copy<'m> {
    fn new(model: &'m Model<'m>, arguments: &'m ArgumentTypes) -> Self {
        Self {
            model,
            arguments,
            lists: Vec::new(),
            reader: CopyReader::Both,
        }
    }

    // Returns whether the two derives need different copies.
    fn splits(&self) -> bool {
        let mut fields = self.model.fields().into_iter();
        by_copy::needs_copy(self.model)
            || has_bounds(self.model) && fields.any(|(_, field)| self.model.sees_through(field))
    }

    // Writes the copy for serde's derive alone.
    fn expand_serde(&mut self, derive: Option<&TokenStream>) -> TokenStream {
        let (model, private) = (self.model, &self.model.private);
        let ident = &model.original.ident;
        let bounds = Bounds::new(model).expand_copy();
        if !by_copy::needs_copy(model) {
            let attrs = self.expand_attrs(&model.original.attrs, Vec::new());
            let item = self.expand_item(ident);
            return quote! {
                #derive
                #(#attrs)*
                #bounds
                #[#private::erase]
                #item
            };
        }
        let remote = ident.to_string();
        let mut copies = Vec::new();
        for (name, left_out) in by_copy::list_copies(model) {
            let attrs = keep_serde_attrs(&model.original.attrs, left_out);
            let item = by_copy::replace_self(model, self.expand_item(&name));
            copies.push(quote! {
                #derive
                #attrs
                #[serde(remote = #remote)]
                #bounds
                #[allow(dead_code, non_camel_case_types)]
                #item
            });
        }
        let read = by_copy::expand(model, self.arguments);
        quote! {
            #(#copies)*
            #read
        }
    }

    fn expand_item(&mut self, ident: &Ident) -> TokenStream {
        let original = &self.model.original;
        let generics = &original.generics;
        let where_clause = self.arguments.where_clause(generics);
        match &self.model.body {
            Body::Struct(shape, fields) => {
                let body = self.expand_fields(shape, None, fields);
                if matches!(shape, Fields::Named(_)) {
                    quote!(struct #ident #generics #where_clause #body)
                } else {
                    quote!(struct #ident #generics #body #where_clause;)
                }
            }
            Body::Enum(variants) => {
                let mut copies = Vec::new();
                for variant in variants {
                    copies.push(self.expand_variant(variant));
                }
                quote!(enum #ident #generics #where_clause { #(#copies),* })
            }
            // Rejected earlier.
            Body::Union => TokenStream::new(),
        }
    }

    fn expand_variant(&mut self, variant: &Variant) -> TokenStream {
        let mut transforms = Vec::new();
        if variant.tagging != Tagging::Untagged {
            transforms.extend(self.read_aliases(&variant.foreign));
        }
        transforms.extend(transforms::of_variant(self.model, variant));
        let mut attrs = self.expand_attrs(&variant.original.attrs, transforms);
        if variant.attrs.other.is_some() && !variant.foreign.serde_says("untagged") {
            attrs.push(quote!(#[serde(untagged)]));
        }
        let ident = &variant.original.ident;
        let body = self.expand_fields(&variant.original.fields, Some(variant), &variant.fields);
        quote!(#(#attrs)* #ident #body)
    }

    fn expand_fields(
        &mut self,
        shape: &Fields,
        variant: Option<&Variant>,
        fields: &[Field],
    ) -> TokenStream {
        let mut copies = Vec::new();
        for field in fields {
            copies.push(self.expand_field(variant, field, fields));
        }
        match shape {
            Fields::Named(_) => quote!({ #(#copies),* }),
            Fields::Unnamed(_) => quote!((#(#copies),*)),
            Fields::Unit => TokenStream::new(),
        }
    }

    fn expand_field(
        &mut self,
        variant: Option<&Variant>,
        field: &Field,
        all: &[Field],
    ) -> TokenStream {
        let mut transforms = transforms::of_field(self.model, field);
        if field.name().is_some() && !field.foreign.says("flatten") {
            transforms.extend(self.read_aliases(&field.foreign));
        }
        if let Some(rules) = &field.attrs.generous {
            transforms.extend(self.expand_list(&quote!(Generous), &rules.value));
        }
        let mut attrs = self.expand_attrs(&field.original.attrs, transforms);
        attrs.extend(self.choose_schema_type(variant, field));
        attrs.extend(
            look_through(self.model, field, all)
                .filter(|_| self.reader != CopyReader::Schemars && !self.model.tries_forms()),
        );
        let ty = &field.original.ty;
        let name = field.name().map(|name| quote!(#name:));
        quote!(#(#attrs)* #name #ty)
    }

    // `#[schemars(with = "..")]`: the type whose schema a field uses, if it differs from the
    // written type.
    fn choose_schema_type(
        &mut self,
        variant: Option<&Variant>,
        field: &Field,
    ) -> Option<TokenStream> {
        if self.reader == CopyReader::Serde {
            return None;
        }
        let private = &self.model.private;
        let is_flattened = self.model.sees_through(field);
        let has_schema = arguments::with_schema(self.model, variant, field);
        if !is_flattened && has_schema.is_none() {
            return None;
        }
        let ty = has_schema.unwrap_or_else(|| field.original.ty.clone());
        let text = if is_flattened && has_bounds(self.model) {
            let ty = field.original.ty.to_token_stream();
            format!("{}<{ty}>", write_path(private, "Flattened"))
        } else {
            // Referred to by name, since macros may write tokens that do not parse as text.
            let name = format_ident!("__Schema{}", self.lists.len());
            let ty = if is_flattened {
                quote!(#private::Flattened<#ty>)
            } else {
                ty.to_token_stream()
            };
            self.lists.push(quote!(type #name = #ty;));
            name.to_string()
        };
        Some(quote!(#[schemars(with = #text)]))
    }

    fn read_aliases(&mut self, foreign: &Foreign) -> Option<TokenStream> {
        self.expand_list(&quote!(Aliases), &foreign.read_aliases())
    }

    // `transform = Aliases(__LIST_0)`
    fn expand_list(
        &mut self,
        transform: &TokenStream,
        texts: &[impl ToTokens],
    ) -> Option<TokenStream> {
        if texts.is_empty() || self.model.skip().json_schema || self.reader == CopyReader::Serde {
            return None;
        }
        let private = &self.model.private;
        let name = format_ident!("__LIST_{}", self.lists.len());
        let text = quote!(#private::core::primitive::str);
        self.lists
            .push(quote!(const #name: &[&#text] = &[#(#texts),*];));
        Some(quote!(#private::#transform(#name)))
    }

    // Returns the user's attributes for the derives, followed by our transforms.
    fn expand_attrs(&self, attrs: &[Attribute], transforms: Vec<TokenStream>) -> Vec<TokenStream> {
        let json_schema = !self.model.skip().json_schema && self.reader != CopyReader::Serde;
        let mut kept = Vec::new();
        for attr in attrs {
            let name = attr.path().get_ident().map(ToString::to_string);
            match name.as_deref() {
                Some("serde") => kept.push(remove_crate(attr)),
                Some("schemars") if json_schema => kept.push(remove_crate(attr)),
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

// Returns whether serde's derive infers bounds for the item. The bounds that the copy writes out
// for serde must not reach the derive of schemars.
fn has_bounds(model: &Model) -> bool {
    let mut params = model.original.generics.params.iter();
    params.any(|param| matches!(param, syn::GenericParam::Type(_)))
}
