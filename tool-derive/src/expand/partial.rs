use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Meta, Type, parse_quote};

use crate::foreign::{join_tokens, split};
use crate::model::{Body, Field, Model};
use crate::word::Leniency;

// Words whose effect is lost in the partial type. A check needs the whole value, and a field
// without a value is `None`.
const DROPPED: &[&str] = &["check", "preprocess", "default"];

// Expands `#[tool(partial(Debug))]` to:
//
//     #[derive(::tool_core::Tool, Debug, Default)]
//     struct EditFilePartial {
//         path: Option<String>,
//     }
//     impl ::tool_core::call::PartialTool for EditFile {
//         type Partial = EditFilePartial;
//     }
pub(crate) fn expand(model: &Model) -> Option<TokenStream> {
    let derives = &model.attrs.partial.as_ref()?.value;
    let Body::Struct(_, fields) = &model.body else {
        return None;
    };
    let krate = model.krate();
    let private = &model.private;
    let original = &model.original;
    let (ident, vis) = (&original.ident, &original.vis);
    let partial = format_ident!("{ident}Partial");
    let doc = format!("The known arguments of a partial call of [`{ident}`].");
    let attrs = original.attrs.iter().filter(|attr| is_foreign(attr));
    let attrs = attrs.filter_map(without_dropped);
    let leniency = name_leniency(model);
    let krate_word = model.attrs.krate.as_ref().map(|_| {
        let path = quote!(#krate).to_string();
        quote!(#[tool(crate = #path)])
    });
    let open = model.attrs.open.as_ref().map(|_| quote!(#[tool(open)]));
    let fields = fields.iter().filter(|field| !field.is_skipped());
    let fields = fields.map(expand_field);
    Some(quote! {
        #[doc = #doc]
        #[derive(#krate::Tool, #private::core::default::Default #(, #derives)*)]
        #[tool(name = "partial", leniency = #leniency)]
        #krate_word
        #open
        #(#attrs)*
        #vis struct #partial {
            #(#fields,)*
        }

        #[automatically_derived]
        impl #krate::call::PartialTool for #ident {
            type Partial = #partial;
        }
    })
}

fn expand_field(field: &Field) -> TokenStream {
    let (name, vis, of) = (
        &field.original.ident,
        &field.original.vis,
        &field.original.ty,
    );
    let attrs = field.original.attrs.iter().filter_map(without_dropped);
    let of: Type = if is_option(of) {
        of.clone()
    } else {
        parse_quote!(::core::option::Option<#of>)
    };
    quote!(#(#attrs)* #vis #name: #of)
}

// Returns whether the attribute belongs to serde or schemars.
fn is_foreign(attr: &Attribute) -> bool {
    attr.path().is_ident("serde") || attr.path().is_ident("schemars")
}

// Returns the attribute without the words that the partial type does not have. `None` if no word
// remains, or if the attribute is of no use here.
fn without_dropped(attr: &Attribute) -> Option<TokenStream> {
    let is_kept = is_foreign(attr)
        || ["doc", "tool", "cfg"]
            .iter()
            .any(|path| attr.path().is_ident(path));
    if !is_kept {
        return None;
    }
    let Meta::List(list) = &attr.meta else {
        return Some(quote!(#attr));
    };
    if attr.path().is_ident("cfg") {
        return Some(quote!(#attr));
    }
    let path = &list.path;
    let items = split(list.tokens.clone());
    let items = items.into_iter().filter(|item| {
        let word = item.first().map(ToString::to_string).unwrap_or_default();
        !DROPPED.contains(&word.as_str())
    });
    let items: Vec<_> = items.map(|item| join_tokens(&item)).collect();
    (!items.is_empty()).then(|| quote!(#[#path(#(#items),*)]))
}

fn is_option(of: &Type) -> bool {
    let Type::Path(path) = of else {
        return false;
    };
    let last = path.path.segments.last();
    path.qself.is_none() && last.is_some_and(|last| last.ident == "Option")
}

fn name_leniency(model: &Model) -> &'static str {
    match model.attrs.leniency.as_ref().map(|said| said.value) {
        Some(Leniency::Strict) => "strict",
        None | Some(Leniency::Standard) => "standard",
        Some(Leniency::Generous) => "generous",
    }
}
