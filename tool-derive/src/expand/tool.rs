use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned as _;

use super::arguments::ArgumentTypes;
use super::checks;
use crate::doc::Doc;
use crate::model::Model;
use crate::name::to_snake_case;
use crate::word::Leniency;

// Expands to:
//
//     impl ::tool_core::Tool for EditFile {
//         const __NAME: &'static str = "edit_file";
//         fn __slot() -> &'static Slot {
//             static SLOT: Slot = Slot::new(Spec { name: "edit_file", .. });
//             &SLOT
//         }
//     }
pub(crate) fn expand(model: &Model) -> TokenStream {
    let Model {
        private,
        original,
        attrs,
        ..
    } = model;
    let ident = &original.ident;
    let krate = model.krate();
    let doc = Doc::new(&original.attrs);
    let type_name = ident.to_string();
    let name = match &attrs.name {
        Some(name) => name.value.value(),
        None => to_snake_case(ident),
    };
    let description = match &attrs.description {
        Some(description) => description.value.to_token_stream(),
        None => doc.description.to_expr(private),
    };
    let title = match &attrs.title {
        Some(title) => write_some(model, &title.value),
        None => doc
            .title
            .map_or_else(|| write_none(model), |title| write_some(model, title)),
    };
    let check = match &attrs.check {
        Some(check) if !checks::are_run(model) => {
            let path = path_of_function(&check.value, ident);
            write_some(
                model,
                quote!(|__value, __issues| #private::check::<#ident>(__value, __issues, #path)),
            )
        }
        _ => write_none(model),
    };
    let reads_checks = checks::are_run(model) || !ArgumentTypes::new(model).is_empty();
    let reread = if reads_checks && !model.skip().deserialize {
        write_some(model, quote!(#private::reread::<#ident>))
    } else {
        write_none(model)
    };
    let preprocess = match &attrs.preprocess {
        Some(said) => write_some(model, path_of_function(&said.value, ident)),
        None => write_none(model),
    };
    let leniency = match &attrs.leniency {
        Some(leniency) => leniency.value,
        None => Leniency::Standard,
    };
    let leniency = match leniency {
        Leniency::Strict => quote!(Strict),
        Leniency::Standard => quote!(Standard),
        Leniency::Generous => quote!(Generous),
    };
    let annotations = expand_annotations(model);
    let examples = attrs.examples.iter().map(|example| &example.value);
    // The output type provides a schema and the return type of functions. It may be private, unlike
    // the type of an associated type.
    let (output, returns) = match &attrs.output {
        Some(output) => {
            let of = &output.value;
            (
                write_some(model, quote!(#private::output_schema_of::<#of>)),
                quote!(impl #private::Returns<#of> for #ident {}),
            )
        }
        None => (
            write_none(model),
            quote!(impl<__T> #private::Returns<__T> for #ident {}),
        ),
    };
    // Bounds with their own lifetime are checked at each use of the tool, not here. An error of
    // serde or schemars is therefore not reported twice.
    quote! {
        #[automatically_derived]
        #[allow(deprecated)]
        impl #krate::Tool for #ident
        where
            for<'__tool> #ident: #private::schemars::JsonSchema + #private::serde::de::DeserializeOwned,
        {
            const __NAME: &'static #private::core::primitive::str = #name;

            fn __slot() -> &'static #private::Slot {
                #[allow(unused_imports)]
                use #private::NoSchema as _;
                static SLOT: #private::Slot = #private::Slot::new(#private::Spec {
                    name: #name,
                    type_name: #type_name,
                    description: #description,
                    title: #title,
                    schema: #private::SchemaOf::<#ident>::SCHEMA,
                    preprocess: #preprocess,
                    check: #check,
                    reread: #reread,
                    leniency: #private::Leniency::#leniency,
                    annotations: #annotations,
                    examples: &[#(#examples),*],
                    output: #output,
                });
                &SLOT
            }
        }

        #[automatically_derived]
        #[allow(deprecated)]
        #returns
    }
}

// `Annotations::new().read_only(true)`
fn expand_annotations(model: &Model) -> TokenStream {
    let private = &model.private;
    let attrs = &model.attrs;
    let said = [
        &attrs.read_only,
        &attrs.destructive,
        &attrs.idempotent,
        &attrs.open_world,
    ];
    let said = said.into_iter().flatten().map(|said| {
        let (word, says) = (&said.word, said.value);
        quote!(.#word(#says))
    });
    quote!(#private::Annotations::new() #(#said)*)
}

// Only the path has the user's span, where rustc then reports a wrong signature. `Self` is written
// out, since it is invalid in a `static`.
fn path_of_function(path: &Path, ident: &Ident) -> TokenStream {
    let mut path = path.clone();
    let span = path.span();
    if let Some(first) = path
        .segments
        .first_mut()
        .filter(|first| first.ident == "Self")
    {
        let span = first.ident.span();
        first.ident = ident.clone();
        first.ident.set_span(span.resolved_at(ident.span()));
    }
    quote_spanned!(span=> #path)
}

fn write_some(model: &Model, value: impl ToTokens) -> TokenStream {
    let private = &model.private;
    quote!(#private::core::option::Option::Some(#value))
}

fn write_none(model: &Model) -> TokenStream {
    let private = &model.private;
    quote!(#private::core::option::Option::None)
}
