use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote};

use crate::model::Model;

// The names that schemars' derive takes from the prelude, for modules without a prelude or with
// types of these names. Traits stay unnamed. A constructor is imported only if the derive writes
// it, and as a function if the user's fields have a type of the same name.
pub(crate) fn expand(model: &Model) -> TokenStream {
    let private = &model.private;
    let fields = model.fields();
    let says = |word| fields.iter().any(|(_, field)| field.foreign.says(word));
    let typed = |name| {
        let mut fields = fields.iter();
        let is_meant =
            |token: &TokenTree| matches!(token, TokenTree::Ident(ident) if ident == name);
        fields.any(|(_, field)| mentions(field.original.ty.to_token_stream(), &is_meant))
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

pub(super) fn mentions(tokens: TokenStream, is_meant: &dyn Fn(&TokenTree) -> bool) -> bool {
    tokens.into_iter().any(|token| match &token {
        TokenTree::Group(group) => mentions(group.stream(), is_meant),
        token => is_meant(token),
    })
}
