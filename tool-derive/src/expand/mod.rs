mod arguments;
mod bounds;
mod by_copy;
mod checks;
mod copy;
mod default;
mod forms;
mod partial;
mod prelude;
mod set;
mod tool;
mod transforms;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::check::check;
use crate::ctxt::Ctxt;
use crate::fallback;
use crate::model::{Kind, Model};

// Expands to the copy for the derives of serde and schemars, and to `Tool` for a tool or `ToolSet`
// for a set. If there are errors, expands to all of them and to empty impls.
pub(crate) fn derive(kind: Kind, input: &DeriveInput) -> TokenStream {
    let cx = Ctxt::new();
    let mut input = input.clone();
    if kind != Kind::ToolSet {
        default::name_functions(&mut input, &cx);
    }
    let model = Model::new(kind, &input, &cx);
    check(&model, &cx);
    if let Err(errors) = cx.check() {
        let fallback = fallback::expand(&model);
        return quote!(#errors #fallback);
    }
    if kind == Kind::ToolSet {
        return set::expand(&model);
    }
    let copy = copy::expand(&model);
    let tool = (kind == Kind::Tool).then(|| tool::expand(&model));
    let partial = partial::expand(&model);
    let own = write_own_impls(&model);
    quote!(#copy #tool #partial #own)
}

// Requires the implementations that `skip(..)` leaves to the type:
//
//     trait __OwnSchema: OwnSchema {}
//     impl __OwnSchema for Level {}
//
// For a type with parameters, the bounds of the user's implementations are unknown here. A
// `ToolArg` without `Deserialize` may be the output of a tool, which is never read.
fn write_own_impls(model: &Model) -> Option<TokenStream> {
    let Model {
        private, original, ..
    } = model;
    let said = model.attrs.skip.as_ref()?;
    if !original.generics.params.is_empty() {
        return None;
    }
    let mut ident = original.ident.clone();
    ident.set_span(said.word.span().resolved_at(ident.span()));
    let deserialize = (said.value.deserialize && model.kind == Kind::Tool).then(|| {
        quote! {
            trait __OwnDeserialize<'__de>: #private::OwnDeserialize<'__de> {}
            impl<'__de> __OwnDeserialize<'__de> for #ident {}
        }
    });
    let json_schema = said.value.json_schema.then(|| {
        quote! {
            trait __OwnSchema: #private::OwnSchema {}
            impl __OwnSchema for #ident {}
        }
    });
    Some(quote! {
        const _: () = {
            #deserialize
            #json_schema
        };
    })
}
