//! The functions that the page calls.

use wasm_bindgen::prelude::wasm_bindgen;

/// Answers one request: see [`crate::respond`].
#[wasm_bindgen]
#[must_use]
pub fn respond(request: &str) -> String {
    crate::respond(request)
}

/// Returns the samples: see [`crate::samples`].
#[wasm_bindgen]
#[must_use]
pub fn samples() -> String {
    crate::samples()
}
