use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote};
use syn::{Attribute, Fields, GenericParam};

use super::arguments::ArgumentTypes;
use super::bounds::Bounds;
use super::by_copy::{look_through, write_path};
use super::{by_copy, checks};
use crate::foreign::remove;
use crate::model::{Body, Field, Model, Tagging, Variant};

// Returns the number of an untagged variant among the forms. All tagged variants together are
// number 0.
pub(crate) fn find_number(model: &Model, variant: &Variant) -> Option<u32> {
    let forms = group_variants(model);
    let mut untagged = forms.untagged.iter();
    let place = untagged.position(|form| form.original.ident == variant.original.ident)?;
    u32::try_from(place + usize::from(forms.has_tagged())).ok()
}

struct VariantGroups<'m> {
    tagged: Vec<&'m Variant<'m>>,
    untagged: Vec<&'m Variant<'m>>,
}

fn group_variants<'m>(model: &'m Model<'m>) -> VariantGroups<'m> {
    let mut forms = VariantGroups {
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

impl VariantGroups<'_> {
    fn has_tagged(&self) -> bool {
        !self.tagged.is_empty()
    }

    fn count(&self) -> usize {
        self.untagged.len() + usize::from(self.has_tagged())
    }
}

// Expands to a copy of the enum that is read by the number of a form, and to the impl that requests
// this number:
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
// If an enum has both tagged and untagged variants, the tagged ones form a separate copy, which is
// the first form.
pub(crate) fn expand(model: &Model, arguments: &ArgumentTypes) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let ident = &original.ident;
    let generics = &original.generics;
    let (_, of_type, _) = generics.split_for_impl();
    let where_clause = arguments.where_clause(generics);
    let forms = group_variants(model);
    let untagged = format_ident!("__Forms");
    let tagged = format_ident!("__Tagged");
    let mut variants = Vec::new();
    let mut arms = Vec::new();
    if forms.has_tagged() {
        let bounds = Bounds::new(model).collect_predicates().to_string();
        variants.push(quote!(
            #tagged(#[serde(bound(deserialize = #bounds))] #tagged #of_type)
        ));
        arms.push(quote!(#untagged::#tagged(#tagged(__value)) => __value));
    }
    for variant in &forms.untagged {
        variants.push(expand_copy_of(
            model,
            variant,
            &["untagged", "rename", "alias"],
        ));
        let pattern = write_content(variant);
        let name = &variant.original.ident;
        arms.push(quote!(#untagged::#name #pattern => #ident::#name #pattern));
    }
    let has_types = generics
        .params
        .iter()
        .any(|param| matches!(param, GenericParam::Type(_) | GenericParam::Const(_)));
    // Uses each parameter, even if variants are omitted.
    let unused = has_types.then(|| {
        quote! {
            #[serde(skip)]
            __Unused {
                of: #private::core::marker::PhantomData<#ident #of_type>,
                never: #private::core::convert::Infallible,
            },
        }
    });
    if has_types {
        arms.push(quote!(#untagged::__Unused { never: __never, .. } => match __never {}));
    }
    let of_tagged = forms
        .has_tagged()
        .then(|| of_tagged(model, arguments, &forms.tagged, unused.as_ref()));
    let attrs = write_container(
        model,
        &["untagged", "tag", "content", "rename", "rename_all"],
    );
    let copy = quote! {
        #attrs
        enum #untagged #generics #where_clause { #(#variants,)* #unused }
    };
    let copy = by_copy::replace_self(model, copy);
    let result = quote!(#private::core::result::Result);
    let count = u32::try_from(forms.count()).unwrap_or(u32::MAX);
    let value = checks::check_value(model, &quote!(match __form { #(#arms,)* }));
    let read = quote! {
        let __of = #private::core::any::type_name::<Self>();
        match #private::read_form::<#untagged #of_type, __D>(__deserializer, __of, #count) {
            #result::Ok(__form) => #value,
            #result::Err(__error) => #result::Err(__error),
        }
    };
    let deserialize = by_copy::deserialize(model, arguments, ident, &read);
    quote! {
        #of_tagged
        #copy
        #deserialize
    }
}

// The tagged variants as a separate type, which is read by copies:
//
//     struct __Tagged(Filter);
//     impl<'de> Deserialize<'de> for __Tagged { .. }
fn of_tagged(
    model: &Model,
    arguments: &ArgumentTypes,
    tagged: &[&Variant],
    unused: Option<&TokenStream>,
) -> TokenStream {
    let Model {
        private, original, ..
    } = model;
    let ident = &original.ident;
    let generics = &original.generics;
    let (_, of_type, _) = generics.split_for_impl();
    let where_clause = arguments.where_clause(generics);
    let mut variants = Vec::new();
    for variant in tagged {
        variants.push(expand_copy_of(model, variant, &[]));
    }
    let remote = ident.to_string();
    let mut copies = TokenStream::new();
    for (name, left_out) in by_copy::list_copies(model) {
        let attrs = write_container(model, left_out);
        copies.extend(quote! {
            #attrs
            #[serde(remote = #remote)]
            enum #name #generics #where_clause { #(#variants,)* #unused }
        });
    }
    let copies = by_copy::replace_self(model, copies);
    let read = by_copy::read(model);
    let name = format_ident!("__Tagged");
    let read = quote!(#private::core::result::Result::map(#read, #name));
    let deserialize = by_copy::deserialize(model, arguments, &name, &read);
    quote! {
        #copies
        struct #name #generics (#ident #of_type) #where_clause;
        #deserialize
    }
}

// Returns the fields of a variant as a pattern and as an expression. The names of fields may
// coincide with constants.
fn write_content(variant: &Variant) -> TokenStream {
    let names = (0..variant.fields.len()).map(|number| format_ident!("__field_{number}"));
    match &variant.original.fields {
        Fields::Named(_) => {
            let fields = variant.fields.iter().map(Field::name);
            quote!({ #(#fields: #names),* })
        }
        Fields::Unnamed(_) => quote!((#(#names),*)),
        Fields::Unit => TokenStream::new(),
    }
}

fn write_container(model: &Model, left_out: &[&str]) -> TokenStream {
    let private = &model.private;
    let krate = write_path(private, "serde");
    let attrs = keep_serde_attrs(&model.original.attrs, left_out);
    let bounds = Bounds::new(model).expand_copy();
    quote! {
        #[derive(#private::serde::Deserialize)]
        #[serde(crate = #krate)]
        #attrs
        #bounds
    }
}

fn expand_copy_of(model: &Model, variant: &Variant, left_out: &[&str]) -> TokenStream {
    let attrs = keep_serde_attrs(&variant.original.attrs, left_out);
    let name = &variant.original.ident;
    let mut fields = Vec::new();
    for field in &variant.fields {
        fields.push(expand_copy_of_field(model, field, &variant.fields));
    }
    let body = match &variant.original.fields {
        Fields::Named(_) => quote!({ #(#fields),* }),
        Fields::Unnamed(_) => quote!((#(#fields),*)),
        Fields::Unit => TokenStream::new(),
    };
    quote!(#attrs #name #body)
}

fn expand_copy_of_field(model: &Model, field: &Field, all: &[Field]) -> TokenStream {
    let attrs = keep_serde_attrs(&field.original.attrs, &[]);
    let flattening = look_through(model, field, all);
    let ty = &field.original.ty;
    let name = field.name().map(|name| quote!(#name:));
    quote!(#attrs #flattening #name #ty)
}

pub(super) fn keep_serde_attrs(attrs: &[Attribute], left_out: &[&str]) -> TokenStream {
    let mut kept = TokenStream::new();
    for attr in attrs {
        if attr.path().is_ident("serde") {
            remove(attr, &[left_out, &["crate"]].concat()).to_tokens(&mut kept);
        }
    }
    kept
}
