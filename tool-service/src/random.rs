//! Random ids and hashes.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

/// Creates an id of 128 random bits, as 32 hexadecimal digits.
pub(crate) fn random_id() -> Result<String, getrandom::Error> {
    let mut id = [0; 16];
    getrandom::fill(&mut id)?;
    Ok(format!("{:032x}", u128::from_be_bytes(id)))
}

/// Returns whether the id has the form of a [`random_id`]. Such an id is safe as a file name.
pub(crate) fn is_id(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the SHA-256 hash of a text in base64url without padding.
pub(crate) fn hash(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(text))
}
