use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote};

use crate::model::Model;

// The names that schemars' derive takes from the prelude, for modules without
// one and for those that have types of these names. Traits stay unnamed; a
// constructor is brought in only where the derive writes it, and as a function
// where the user's fields have a type of that name.
pub(crate) fn expand(model: &Model) -> TokenStream {
    let private = &model.private;
    let fields = model.fields();
    let says = |word| fields.iter().any(|(_, field)| field.foreign.says(word));
    let typed = |name| {
        let mut fields = fields.iter();
        fields.any(|(_, field)| mentions(field.original.ty.to_token_stream(), name))
    };
    let default = says("default") || model.foreign.says("default");
    let some = default.then(|| {
        if typed("Some") {
            quote! {
                fn Some<T>(value: T) -> #private::core::option::Option<T> {
                    #private::core::option::Option::Some(value)
                }
            }
        } else {
            quote!(use #private::core::option::Option::Some;)
        }
    });
    let none = (default && says("skip_serializing_if") && !typed("None"))
        .then(|| quote!(use #private::core::option::Option::None;));
    quote! {
        use #private::core::convert::{From as _, Into as _};
        use #private::core::default::Default as _;
        use #private::core::iter::{IntoIterator as _, Iterator as _};
        use #private::std::string::ToString as _;
        #some
        #none
    }
}

pub(super) fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
