//! Numbers in the forms that serde's visitors take.

use serde::de::{Error, Visitor};

use crate::tape::Refusal;
use crate::tree::{as_integer, word};

/// The methods of a `Deserializer` that read a number. The deserializer has a method
/// `text_of_number`, which gives the text or says what stands there instead.
macro_rules! deserialize_numbers {
    ($error:ty) => {
        $crate::tape::scalar::deserialize_numbers! {
            $error:
            deserialize_i8 by visit_integer
            deserialize_i16 by visit_integer
            deserialize_i32 by visit_integer
            deserialize_i64 by visit_integer
            deserialize_i128 by visit_i128
            deserialize_u8 by visit_integer
            deserialize_u16 by visit_integer
            deserialize_u32 by visit_integer
            deserialize_u64 by visit_integer
            deserialize_u128 by visit_u128
            deserialize_f32 by visit_f32
            deserialize_f64 by visit_f64
        }
    };
    ($error:ty: $($method:ident by $visit:ident)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, $error> {
            $crate::tape::scalar::$visit(self.text_of_number(&visitor)?, visitor)
        }
    )*};
}
pub(super) use deserialize_numbers;

/// Gives an integer to a visitor, in the narrowest of serde's forms.
#[inline]
pub(super) fn visit_integer<'de, V: Visitor<'de>, E: Error>(
    text: &str,
    visitor: V,
) -> Result<V::Value, E> {
    match integer(text) {
        Some(Integer::Unsigned(value)) => visitor.visit_u64(value),
        Some(Integer::Signed(value)) => visitor.visit_i64(value),
        Some(Integer::WideUnsigned(value)) => visitor.visit_u128(value),
        Some(Integer::WideSigned(value)) => visitor.visit_i128(value),
        None => Err(E::custom(Refusal::number(text, &visitor))),
    }
}

pub(super) fn visit_i128<'de, V: Visitor<'de>, E: Error>(
    text: &str,
    visitor: V,
) -> Result<V::Value, E> {
    match as_integer(text).and_then(|text| text.parse().ok()) {
        Some(value) => visitor.visit_i128(value),
        None => Err(E::custom(Refusal::number(text, &visitor))),
    }
}

pub(super) fn visit_u128<'de, V: Visitor<'de>, E: Error>(
    text: &str,
    visitor: V,
) -> Result<V::Value, E> {
    match as_integer(text).and_then(|text| text.parse().ok()) {
        Some(value) => visitor.visit_u128(value),
        None => Err(E::custom(Refusal::number(text, &visitor))),
    }
}

/// Rounded once, from the text: by way of an `f64` it would be twice.
pub(super) fn visit_f32<'de, V: Visitor<'de>, E: Error>(
    text: &str,
    visitor: V,
) -> Result<V::Value, E> {
    match text.parse::<f32>() {
        Ok(value) if value.is_finite() => visitor.visit_f32(value),
        _ => Err(E::custom(Refusal::too_great(text))),
    }
}

#[inline]
pub(super) fn visit_f64<'de, V: Visitor<'de>, E: Error>(
    text: &str,
    visitor: V,
) -> Result<V::Value, E> {
    match float(text) {
        Some(value) => visitor.visit_f64(value),
        None => Err(E::custom(Refusal::too_great(text))),
    }
}

/// The value of an integer's text, in the narrowest of serde's forms.
enum Integer {
    Unsigned(u64),
    Signed(i64),
    WideUnsigned(u128),
    WideSigned(i128),
}

/// The integer that a number is; nothing for a fraction or beyond 128 bits.
fn integer(text: &str) -> Option<Integer> {
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
fn float(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}

/// The value as `serde_json` gives it: an integer of 64 bits, or else a float.
pub(super) enum Any {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

pub(super) fn any(text: &str) -> Result<Any, Refusal> {
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
