use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Attribute, Fields, GenericParam, Type};

use super::{forms, prelude, transforms};
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
    let forms = forms::are_tried(model).then(|| forms::expand(model));
    let deserialize = (!skip.deserialize && forms.is_none()).then(|| {
        let krate = path_text(private, "serde");
        quote! {
            #[derive(#private::serde::Deserialize)]
            #[serde(crate = #krate)]
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
    let is_split = deserialize.is_some() && copy.splits();
    let of_serde = is_split.then(|| {
        copy.reader = Reader::Serde;
        let attrs = copy.attrs(&original.attrs, Vec::new());
        let item = copy.item();
        copy.reader = Reader::Schemars;
        quote! {
            #deserialize
            #(#attrs)*
            #[#private::erase]
            #item
        }
    });
    let deserialize = deserialize.filter(|_| !is_split);
    let attrs = copy.attrs(&original.attrs, transforms::of_container(model));
    let item = copy.item();
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
    // `const __LIST_0: &[&str] = &["a", "b"];`: schemars' derive reads no
    // expression with brackets in an attribute.
    lists: Vec<TokenStream>,
    reader: Reader,
    // Whether the variant at hand is not made of the types of its fields.
    is_replaced: bool,
}

// Whose derive runs on a copy.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reader {
    Both,
    Serde,
    Schemars,
}

// Words of a variant that keep its fields from being read one by one.
const NOT_READ: &[&str] = &["skip", "skip_deserializing", "deserialize_with"];

impl<'m> Copy<'m> {
    fn new(model: &'m Model<'m>) -> Self {
        Self {
            model,
            lists: Vec::new(),
            reader: Reader::Both,
            is_replaced: false,
        }
    }

    // Whether the two derives have to see different copies.
    fn splits(&self) -> bool {
        let mut fields = self.model.fields().into_iter();
        has_bounds(self.model) && fields.any(|(_, field)| is_seen_through(self.model, field))
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
        self.is_replaced = variant.is_replaced() || variant.foreign.says_any(NOT_READ);
        let ident = &variant.original.ident;
        let body = self.fields(&variant.original.fields, &variant.fields);
        self.is_replaced = false;
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
        let mut attrs = self.attrs(&field.original.attrs, transforms);
        attrs.extend(self.flattening(field));
        let ty = self.ty(field);
        let name = field.name().map(|name| quote!(#name:));
        quote!(#(#attrs)* #name #ty)
    }

    // What is said of a flattened field to the derives that run on this copy.
    fn flattening(&mut self, field: &Field) -> Option<TokenStream> {
        if !is_seen_through(self.model, field) {
            return None;
        }
        let reads = self.reader != Reader::Schemars && !forms::are_tried(self.model);
        let of_serde = reads.then(|| seen_through(self.model, field));
        let of_schemars = (self.reader != Reader::Serde).then(|| {
            let private = &self.model.private;
            let ty = &field.original.ty;
            let text = if has_bounds(self.model) {
                let ty = ty.to_token_stream();
                format!("{}<{ty}>", path_text(private, "Flattened"))
            } else {
                // By a name, since not all that a macro wrote can be read as text.
                let name = format_ident!("__Flattened{}", self.lists.len());
                self.lists
                    .push(quote!(type #name = #private::Flattened<#ty>;));
                name.to_string()
            };
            quote!(#[schemars(with = #text)])
        });
        Some(quote!(#of_serde #of_schemars))
    }

    // `<Inner as ToolArg>::This`, which is the type itself: of one that is no argument the
    // first error then says so, before those of serde.
    fn ty(&self, field: &Field) -> TokenStream {
        let ty = &field.original.ty;
        let skip = self.model.skip();
        let is_named_once = field.is_skipped()
            || field.is_replaced()
            || self.is_replaced
            || !transforms::is_own(self.model)
            || self.model.foreign.says("remote")
            || skip.deserialize
            || skip.json_schema
            || self.mentions_parameter(ty);
        if is_named_once {
            return ty.to_token_stream();
        }
        let private = &self.model.private;
        quote_spanned!(ty.span()=> <#ty as #private::ToolArg>::This)
    }

    fn mentions_parameter(&self, ty: &Type) -> bool {
        let params = &self.model.original.generics.params;
        params.iter().any(|param| {
            let name = match param {
                GenericParam::Type(param) => &param.ident,
                GenericParam::Const(param) => &param.ident,
                GenericParam::Lifetime(param) => &param.lifetime.ident,
            };
            prelude::mentions(ty.to_token_stream(), &name.to_string())
        })
    }

    fn aliases_of(&mut self, foreign: &Foreign) -> Option<TokenStream> {
        self.list(&quote!(Aliases), &foreign.aliases())
    }

    // `transform = Aliases(__LIST_0)`
    fn list(&mut self, transform: &TokenStream, texts: &[impl ToTokens]) -> Option<TokenStream> {
        if texts.is_empty() || self.model.skip().json_schema || self.reader == Reader::Serde {
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
        let json_schema = !self.model.skip().json_schema && self.reader != Reader::Serde;
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

// Whether a flattened field is read by way of ours, which tells what its type makes of
// its properties.
pub(super) fn is_seen_through(model: &Model, field: &Field) -> bool {
    let skip = model.skip();
    let is_ours = !skip.deserialize && !skip.json_schema && transforms::is_own(model);
    is_ours && field.foreign.says("flatten") && !field.is_skipped() && !field.is_replaced()
}

// `#[serde(deserialize_with = "..")]` for such a field. What a bound would be found by is
// taken away from serde's derive with it, so that it is written out.
pub(super) fn seen_through(model: &Model, field: &Field) -> Option<TokenStream> {
    if !is_seen_through(model, field) {
        return None;
    }
    let private = &model.private;
    let flatten = path_text(private, "flatten");
    let bound = has_bounds(model).then(|| {
        let ty = field.original.ty.to_token_stream();
        let serde = path_text(private, "serde");
        let bound = format!("{ty}: {serde}::Deserialize<'de>");
        quote!(#[serde(bound(deserialize = #bound))])
    });
    Some(quote!(#[serde(deserialize_with = #flatten)] #bound))
}

// Whether serde's derive finds bounds for the item. Those that are written out for it are
// not for schemars' derive to see.
fn has_bounds(model: &Model) -> bool {
    let mut params = model.original.generics.params.iter();
    params.any(|param| matches!(param, syn::GenericParam::Type(_)))
}

// `::tool_core::__private::serde` as the text of a literal.
pub(super) fn path_text(private: &syn::Path, last: &str) -> String {
    let mut path = private.clone();
    path.segments
        .push(Ident::new(last, Span::call_site()).into());
    let mut text = path.to_token_stream().to_string();
    text.retain(|c| c != ' ');
    text
}
