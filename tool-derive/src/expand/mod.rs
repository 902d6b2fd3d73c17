mod arguments;
mod bounds;
mod by_copy;
mod checks;
mod copy;
mod forms;
mod prelude;
mod set;
mod tool;
mod transforms;

pub(crate) use arguments::{is_read, references};
pub(crate) use transforms::is_own;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::check::check;
use crate::ctxt::Ctxt;
use crate::fallback;
use crate::model::{Kind, Model};

// Expands to the copy that serde's and schemars' derives run on, and, for a
// tool, its `Tool`, or to the `ToolSet` of a set; or to all errors at once, and impls
// without anything inside.
pub(crate) fn derive(kind: Kind, input: &DeriveInput) -> TokenStream {
    let cx = Ctxt::new();
    let model = Model::new(kind, input, &cx);
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
    quote!(#copy #tool)
}
