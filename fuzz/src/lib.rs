//! Code that the fuzz targets share. An input is a text up to its first zero byte, followed by
//! choices.

use tests::laws::{Exception, Verdict};

#[doc(hidden)]
pub use libfuzzer_sys::fuzz_target;

/// A target of a law: a function from a text and choices to a [`Verdict`].
#[macro_export]
macro_rules! law {
    ($law:path) => {
        $crate::fuzz_target!(|input: &[u8]| $crate::judge(input, $law));
    };
}

/// Checks a law on an input.
///
/// # Panics
///
/// If the input violates the law.
pub fn judge(input: &[u8], law: fn(&str, &[u8]) -> Verdict) {
    let (text, choices) = parts(input);
    if let Err(Exception::Broken(what)) = law(&text, choices) {
        panic!("{what}");
    }
}

/// Returns the text and the choices of an input.
#[must_use]
pub fn parts(input: &[u8]) -> (String, &[u8]) {
    let mut parts = input.splitn(2, |byte| *byte == 0);
    let text = String::from_utf8_lossy(parts.next().unwrap_or_default());
    (text.into_owned(), parts.next().unwrap_or_default())
}
