use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens as _, format_ident, quote};
use syn::{Attribute, Fields, GenericParam, WhereClause};

use super::arguments::Arguments;
use super::checks;
use super::copy::{path_text, seen_through};
use crate::foreign::without;
use crate::model::{Body, Field, Model, Tagging, Variant};

// Whether serde alone might read another form of an enum than the plan has chosen:
// the forms that it tries one after the other, as if each of them were open.
pub(crate) fn are_tried(model: &Model) -> bool {
    let Body::Enum(variants) = &model.body else {
        return false;
    };
    let skip = model.skip();
    let is_ours = !skip.deserialize && !skip.json_schema;
    let mut read = variants.iter().filter(|variant| !variant.is_skipped());
    is_ours
        && super::transforms::is_own(model)
        && !model.foreign.says("remote")
        && read.any(|variant| variant.tagging == Tagging::Untagged)
}

// The number of a variant that is tried; the tagged ones are number 0 together.
pub(crate) fn number(model: &Model, variant: &Variant) -> Option<u32> {
    let forms = forms(model);
    let mut untagged = forms.untagged.iter();
    let place = untagged.position(|form| form.original.ident == variant.original.ident)?;
    u32::try_from(place + usize::from(forms.has_tagged())).ok()
}

struct Forms<'m> {
    tagged: Vec<&'m Variant<'m>>,
    untagged: Vec<&'m Variant<'m>>,
}

fn forms<'m>(model: &'m Model<'m>) -> Forms<'m> {
    let mut forms = Forms {
        tagged: Vec::new(),
        untagged: Vec::new(),
    };
    if let Body::Enum(variants) = &model.body {
        for variant in variants {
            if variant.is_skipped() {
                continue;
            }
            if variant.tagging == Tagging::Untagged {
                forms.untagged.push(variant);
            } else {
                forms.tagged.push(variant);
            }
        }
    }
    forms
}

impl Forms<'_> {
    fn has_tagged(&self) -> bool {
        !self.tagged.is_empty()
    }

    fn count(&self) -> usize {
        self.untagged.len() + usize::from(self.has_tagged())
    }
}

// Expands to a copy of the enum that is read by the number of a form, and to the impl
// that asks for that number:
//
//     #[derive(Deserialize)]
//     enum __Forms { #[serde(rename = "0")] A { id: u64 }, #[serde(rename = "1")] B(String) }
//     impl<'de> Deserialize<'de> for Filter {
//         fn deserialize<D>(deserializer: D) -> Result<Self, D::Error> {
//             match read_form::<__Forms, D>(deserializer, type_name::<Self>(), 2) {
//                 Ok(__Forms::A { id }) => Ok(Self::A { id }),
//                 ..
//             }
//         }
//     }
//
// The tagged variants of an enum with some untagged ones are a copy of their own, and
// the first form.
pub(crate) fn expand(model: &Model, arguments: &Arguments) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let ident = &original.ident;
    let generics = &original.generics;
    let (_, of_type, _) = generics.split_for_impl();
    let where_clause = arguments.where_clause(generics);
    let forms = forms(model);
    let untagged = format_ident!("__Forms");
    let tagged = format_ident!("__Tagged");
    let mut variants = Vec::new();
    let mut arms = Vec::new();
    if forms.has_tagged() {
        variants.push(quote!(#tagged(#tagged #of_type)));
        for variant in &forms.tagged {
            let pattern = content(&variant.original.fields);
            let name = &variant.original.ident;
            arms.push(quote!(
                #untagged::#tagged(#tagged::#name #pattern) => #ident::#name #pattern
            ));
        }
    }
    for variant in &forms.untagged {
        variants.push(copy_of(model, variant, &["untagged", "rename", "alias"]));
        let pattern = content(&variant.original.fields);
        let name = &variant.original.ident;
        arms.push(quote!(#untagged::#name #pattern => #ident::#name #pattern));
    }
    let has_types = generics
        .params
        .iter()
        .any(|param| matches!(param, GenericParam::Type(_) | GenericParam::Const(_)));
    // Each of the parameters is used, whichever variants are left out.
    let unused = has_types.then(|| {
        quote! {
            #[serde(skip)]
            __Unused(#private::core::marker::PhantomData<#ident #of_type>, #private::core::convert::Infallible),
        }
    });
    if has_types {
        arms.push(quote!(#untagged::__Unused(_, never) => match never {}));
        if forms.has_tagged() {
            arms.push(quote!(#untagged::#tagged(#tagged::__Unused(_, never)) => match never {}));
        }
    }
    let tagged_copy = forms.has_tagged().then(|| {
        let mut variants = Vec::new();
        for variant in &forms.tagged {
            variants.push(copy_of(model, variant, &[]));
        }
        let attrs = container(model, &[]);
        quote! {
            #attrs
            enum #tagged #generics #where_clause { #(#variants,)* #unused }
        }
    });
    let attrs = container(
        model,
        &["untagged", "tag", "content", "rename", "rename_all"],
    );
    let read = read(
        model,
        where_clause.as_ref(),
        &untagged,
        forms.count(),
        &arms,
    );
    quote! {
        #tagged_copy
        #attrs
        enum #untagged #generics #where_clause { #(#variants,)* #unused }
        #read
    }
}

fn read(
    model: &Model,
    where_clause: Option<&WhereClause>,
    forms: &Ident,
    count: usize,
    arms: &[TokenStream],
) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let ident = &original.ident;
    let (_, of_type, _) = original.generics.split_for_impl();
    let mut generics = original.generics.clone();
    let bound = (!generics.params.is_empty())
        .then(|| quote!(#forms #of_type: #private::serde::Deserialize<'de>,));
    generics.params.insert(0, syn::parse_quote!('de));
    let (of_impl, ..) = generics.split_for_impl();
    let predicates = where_clause.map(|clause| {
        let predicates = clause.predicates.iter();
        quote!(#(#predicates,)*)
    });
    let result = quote!(#private::core::result::Result);
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    let value = checks::value(model, &quote!(match form { #(#arms,)* }));
    quote! {
        #[automatically_derived]
        impl #of_impl #private::serde::Deserialize<'de> for #ident #of_type
        where #predicates #bound
        {
            fn deserialize<__D>(deserializer: __D) -> #result<Self, __D::Error>
            where
                __D: #private::serde::Deserializer<'de>,
            {
                let of = #private::core::any::type_name::<Self>();
                match #private::read_form::<#forms #of_type, __D>(deserializer, of, #count) {
                    #result::Ok(form) => #value,
                    #result::Err(error) => #result::Err(error),
                }
            }
        }
    }
}

// The fields of a variant, as a pattern and as an expression.
fn content(fields: &Fields) -> TokenStream {
    match fields {
        Fields::Named(fields) => {
            let names = fields.named.iter().map(|field| &field.ident);
            quote!({ #(#names),* })
        }
        Fields::Unnamed(fields) => {
            let names = (0..fields.unnamed.len()).map(|number| format_ident!("field_{number}"));
            quote!((#(#names),*))
        }
        Fields::Unit => TokenStream::new(),
    }
}

fn container(model: &Model, left_out: &[&str]) -> TokenStream {
    let private = &model.private;
    let krate = path_text(private, "serde");
    let attrs = serde_attrs(&model.original.attrs, left_out);
    quote! {
        #[derive(#private::serde::Deserialize)]
        #[serde(crate = #krate)]
        #attrs
    }
}

fn copy_of(model: &Model, variant: &Variant, left_out: &[&str]) -> TokenStream {
    let attrs = serde_attrs(&variant.original.attrs, left_out);
    let name = &variant.original.ident;
    let mut fields = Vec::new();
    for field in &variant.fields {
        fields.push(copy_of_field(model, field));
    }
    let body = match &variant.original.fields {
        Fields::Named(_) => quote!({ #(#fields),* }),
        Fields::Unnamed(_) => quote!((#(#fields),*)),
        Fields::Unit => TokenStream::new(),
    };
    quote!(#attrs #name #body)
}

fn copy_of_field(model: &Model, field: &Field) -> TokenStream {
    let attrs = serde_attrs(&field.original.attrs, &[]);
    let flattening = seen_through(model, field);
    let ty = &field.original.ty;
    let name = field.name().map(|name| quote!(#name:));
    quote!(#attrs #flattening #name #ty)
}

pub(super) fn serde_attrs(attrs: &[Attribute], left_out: &[&str]) -> TokenStream {
    let mut kept = TokenStream::new();
    for attr in attrs {
        if attr.path().is_ident("serde") {
            without(attr, &[left_out, &["crate"]].concat()).to_tokens(&mut kept);
        }
    }
    kept
}
