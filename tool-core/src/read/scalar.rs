//! Reads numbers in the forms that serde's visitors accept.

use serde::de::{Error, Expected, Visitor};

use super::refusal::Refusal;
use crate::json::Scanned;
use crate::tree::{as_integer, is_kept_by_float, is_plain_integer, parse_word};

/// A value without nested values.
#[derive(Clone, Copy, Debug)]
pub(super) enum Scalar<'a> {
    Null,
    Bool(bool),
    Number(ScannedNumber<'a>),
    Text(Scanned<'a>),
}

/// A number of the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum ScannedNumber<'a> {
    /// A plain integer of at most 18 digits.
    Word(i64),
    /// A decimal, with its text.
    Decimal(f64, &'a str),
    /// The text of any other number.
    Text(&'a str),
}

/// The value of an integer, in the narrowest type of serde.
enum Integer {
    Unsigned(u64),
    Signed(i64),
    WideUnsigned(u128),
    WideSigned(i128),
}

impl<'a> ScannedNumber<'a> {
    /// Returns the number of a text.
    pub(super) fn of(text: &'a str) -> Self {
        parse_word(text).map_or(Self::Text(text), Self::Word)
    }

    /// Passes an integer to a visitor, in the narrowest type that serde has.
    #[inline]
    pub(super) fn visit_integer<'de, V: Visitor<'de>, E: Error>(
        self,
        visitor: V,
    ) -> Result<V::Value, E> {
        let text = match self {
            Self::Word(value) => {
                return match u64::try_from(value) {
                    Ok(value) => visitor.visit_u64(value),
                    Err(_) => visitor.visit_i64(value),
                };
            }
            Self::Decimal(_, text) | Self::Text(text) => text,
        };
        match parse_integer(text) {
            Some(Integer::Unsigned(value)) => visitor.visit_u64(value),
            Some(Integer::Signed(value)) => visitor.visit_i64(value),
            Some(Integer::WideUnsigned(value)) => visitor.visit_u128(value),
            Some(Integer::WideSigned(value)) => visitor.visit_i128(value),
            None => Err(E::custom(Refusal::number(text, &visitor))),
        }
    }

    pub(super) fn visit_i128<'de, V: Visitor<'de>, E: Error>(
        self,
        visitor: V,
    ) -> Result<V::Value, E> {
        match self {
            Self::Word(value) => visitor.visit_i128(value.into()),
            Self::Decimal(_, text) | Self::Text(text) => {
                match as_integer(text).map(|i| i.parse()) {
                    Some(Ok(value)) => visitor.visit_i128(value),
                    _ => Err(E::custom(Refusal::number(text, &visitor))),
                }
            }
        }
    }

    pub(super) fn visit_u128<'de, V: Visitor<'de>, E: Error>(
        self,
        visitor: V,
    ) -> Result<V::Value, E> {
        let text = match self {
            Self::Word(value) => {
                let Ok(value) = u128::try_from(value) else {
                    let refusal = Refusal::number(&value.to_string(), &visitor);
                    return Err(E::custom(refusal));
                };
                return visitor.visit_u128(value);
            }
            Self::Decimal(_, text) | Self::Text(text) => text,
        };
        match as_integer(text).map(|integer| integer.parse()) {
            Some(Ok(value)) => visitor.visit_u128(value),
            _ => Err(E::custom(Refusal::number(text, &visitor))),
        }
    }

    /// Rounds once, from the text. A conversion by way of `f64` would round twice.
    #[expect(
        clippy::cast_precision_loss,
        reason = "an integer is rounded to the nearest float, as its text is"
    )]
    pub(super) fn visit_f32<'de, V: Visitor<'de>, E: Error>(
        self,
        visitor: V,
    ) -> Result<V::Value, E> {
        let text = match self {
            Self::Word(value) => return visitor.visit_f32(value as f32),
            Self::Decimal(_, text) | Self::Text(text) => text,
        };
        match text.parse::<f32>() {
            Ok(value) if value.is_finite() => visitor.visit_f32(value),
            _ => Err(E::custom(Refusal::too_great(text))),
        }
    }

    #[inline]
    #[expect(
        clippy::cast_precision_loss,
        reason = "an integer is rounded to the nearest float, as its text is"
    )]
    pub(super) fn visit_f64<'de, V: Visitor<'de>, E: Error>(
        self,
        visitor: V,
    ) -> Result<V::Value, E> {
        match self {
            Self::Word(value) => visitor.visit_f64(value as f64),
            Self::Decimal(value, _) => visitor.visit_f64(value),
            Self::Text(text) => match parse_float(text) {
                Some(value) => visitor.visit_f64(value),
                None => Err(E::custom(Refusal::too_great(text))),
            },
        }
    }

    /// Passes the value to a visitor as `serde_json` does: as a 64-bit integer, otherwise as a
    /// float.
    #[inline]
    pub(super) fn visit_any<'de, V: Visitor<'de>, E: Error>(
        self,
        visitor: V,
    ) -> Result<V::Value, E> {
        let text = match self {
            Self::Word(_) => return self.visit_integer(visitor),
            Self::Decimal(value, _) => return visitor.visit_f64(value),
            Self::Text(text) => text,
        };
        if let Ok(value) = text.parse() {
            return visitor.visit_u64(value);
        }
        // `-0` is a float, because an integer would lose its sign.
        if let Ok(value @ ..0) = text.parse() {
            return visitor.visit_i64(value);
        }
        // `serde_json::Number` holds integers exactly, and would round this one silently.
        if is_plain_integer(text) && !is_kept_by_float(text) && expects_json_number(&visitor) {
            return Err(E::custom(Refusal::wide(text)));
        }
        self.visit_f64(visitor)
    }
}

/// Returns whether the visitor is that of `serde_json::Number`.
#[cold]
fn expects_json_number(expected: &dyn Expected) -> bool {
    expected.to_string() == "a JSON number"
}

/// Defines the listed methods of a `Deserializer` for numbers. Without a list, defines all except
/// `deserialize_f64`, because some deserializers have a faster one. The deserializer needs a method
/// `number` that returns a [`ScannedNumber`], or an error for any other value.
macro_rules! deserialize_numbers {
    () => {
        $crate::read::scalar::deserialize_numbers! {
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
        }
    };
    ($($method:ident by $visit:ident)*) => {$(
        #[inline]
        #[allow(unused_mut, reason = "some deserializers read on")]
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Self::Error> {
            match self.read_number(&visitor) {
                Ok(number) => number.$visit(visitor),
                Err(error) => Err(error),
            }
        }
    )*};
}
pub(super) use deserialize_numbers;

/// Returns the integer value of a number. `None` for a fraction, or beyond 128 bits.
#[cold]
fn parse_integer(text: &str) -> Option<Integer> {
    let text = as_integer(text)?;
    let unsigned = text.parse().map(Integer::Unsigned);
    unsigned
        .or_else(|_| text.parse().map(Integer::Signed))
        .or_else(|_| text.parse().map(Integer::WideUnsigned))
        .or_else(|_| text.parse().map(Integer::WideSigned))
        .ok()
}

/// Returns the float nearest to a number. `None` beyond the largest float.
fn parse_float(text: &str) -> Option<f64> {
    text.parse().ok().filter(|value: &f64| value.is_finite())
}
