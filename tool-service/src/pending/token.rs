//! Authentication codes that only the host can create.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The key of the host.
#[derive(Clone)]
pub(crate) struct TokenKey(Hmac<Sha256>);

impl TokenKey {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        // HMAC pads a key to a block with zeros (RFC 2104).
        let mut block = [0; 64];
        block[..key.len()].copy_from_slice(&key);
        Self(Hmac::new(&block.into()))
    }

    /// Returns the authentication code of a text, in base64. `purpose` separates codes: a code for
    /// one purpose is invalid for another.
    pub(crate) fn authenticate(&self, purpose: &str, text: &str) -> String {
        let code = self.code(purpose, text).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode(code)
    }

    /// Verifies the authentication code of a text in constant time.
    pub(crate) fn verify(&self, purpose: &str, text: &str, code: &str) -> bool {
        let Ok(code) = URL_SAFE_NO_PAD.decode(code) else {
            return false;
        };
        self.code(purpose, text).verify_slice(&code).is_ok()
    }

    fn code(&self, purpose: &str, text: &str) -> Hmac<Sha256> {
        let mut code = self.0.clone();
        code.update(purpose.as_bytes());
        code.update(&[0]);
        code.update(text.as_bytes());
        code
    }
}

pub(super) fn encode(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(text)
}

pub(super) fn decode(text: &str) -> Option<String> {
    String::from_utf8(URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}
