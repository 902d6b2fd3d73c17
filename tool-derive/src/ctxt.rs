use std::cell::RefCell;
use std::thread;

use proc_macro2::TokenStream;
use quote::ToTokens;

// Collects errors to report them all at once. Dropping a `Ctxt` without `check` would lose errors
// and is a bug.
pub(crate) struct Ctxt {
    // `None` after `check`, and if errors are dropped.
    errors: RefCell<Option<Vec<syn::Error>>>,
}

impl Ctxt {
    pub(crate) fn new() -> Self {
        Self {
            errors: RefCell::new(Some(Vec::new())),
        }
    }

    // Drops the errors, where the same tokens are checked again later.
    pub(crate) fn silent() -> Self {
        Self {
            errors: RefCell::new(None),
        }
    }

    pub(crate) fn error(&self, tokens: &dyn ToTokens, message: &str) {
        self.error_of_syn(syn::Error::new_spanned(tokens.to_token_stream(), message));
    }

    pub(crate) fn error_of_syn(&self, error: syn::Error) {
        if let Some(errors) = self.errors.borrow_mut().as_mut() {
            errors.push(error);
        }
    }

    // Returns the errors as `compile_error!`s.
    pub(crate) fn check(self) -> Result<(), TokenStream> {
        let errors = self.errors.take().unwrap_or_default();
        match errors.into_iter().reduce(|mut all, next| {
            all.combine(next);
            all
        }) {
            None => Ok(()),
            Some(error) => Err(error.into_compile_error()),
        }
    }
}

impl Drop for Ctxt {
    fn drop(&mut self) {
        assert!(
            thread::panicking() || self.errors.borrow().is_none(),
            "forgot to check for errors"
        );
    }
}
