//! Numbers in the forms that serde's visitors take.

use crate::tree::{Refusal, as_integer, word};

/// The value of an integer's text, in the narrowest of serde's forms.
pub(crate) enum Integer {
    Unsigned(u64),
    Signed(i64),
    WideUnsigned(u128),
    WideSigned(i128),
}

/// The integer that a number is; nothing for a fraction or beyond 128 bits.
pub(crate) fn integer(text: &str) -> Option<Integer> {
    match word(text) {
        Some(value) => Some(match u64::try_from(value) {
            Ok(value) => Integer::Unsigned(value),
            Err(_) => Integer::Signed(value),
        }),
        None => unusual_integer(text),
    }
}

#[cold]
fn unusual_integer(text: &str) -> Option<Integer> {
    let text = as_integer(text)?;
    let unsigned = text.parse().map(Integer::Unsigned);
    unsigned
        .or_else(|_| text.parse().map(Integer::Signed))
        .or_else(|_| text.parse().map(Integer::WideUnsigned))
        .or_else(|_| text.parse().map(Integer::WideSigned))
        .ok()
}

/// The float nearest to a number; nothing beyond the greatest.
pub(crate) fn float(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The value as `serde_json` gives it: an integer of 64 bits, or else a float.
pub(crate) enum Any {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

pub(crate) fn any(text: &str) -> Result<Any, Refusal> {
    if let Ok(value) = text.parse() {
        return Ok(Any::Unsigned(value));
    }
    // `-0` is a float: an integer would lose its sign.
    if let Ok(value @ ..0) = text.parse() {
        return Ok(Any::Signed(value));
    }
    float(text)
        .map(Any::Float)
        .ok_or_else(|| Refusal::too_great(text))
}
