use std::cmp::Ordering;
use std::fmt;

use serde_json::Number;

/// 2^53. Every integer up to this value is exact as an `f64`.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// A number that stays an integer while its digits fit.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quantity {
    Integer(i128),
    Float(f64),
}

impl Quantity {
    /// Converts a JSON number. With `arbitrary_precision`, a number may be neither an `i128` nor an
    /// `f64`; it becomes infinite.
    pub(super) fn of(number: &Number) -> Self {
        let float = || Self::Float(number.as_f64().unwrap_or(f64::INFINITY));
        number.as_i128().map_or_else(float, Self::Integer)
    }

    #[expect(clippy::cast_precision_loss, reason = "the result is an f64")]
    pub(super) fn to_f64(self) -> f64 {
        match self {
            Self::Integer(integer) => integer as f64,
            Self::Float(float) => float,
        }
    }

    pub(super) fn add(self, other: Self) -> Self {
        self.combine(other, i128::checked_add, |a, b| a + b)
    }

    /// Applies the operation on integers if both are integers and the result fits. Otherwise
    /// applies the operation on floats.
    pub(super) fn combine(
        self,
        other: Self,
        on_integers: fn(i128, i128) -> Option<i128>,
        on_floats: fn(f64, f64) -> f64,
    ) -> Self {
        let exact = match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => on_integers(a, b),
            _ => None,
        };
        let float = || Self::Float(on_floats(self.to_f64(), other.to_f64()));
        exact.map_or_else(float, Self::Integer)
    }

    /// Compares exactly, without rounding integers to `f64`.
    pub(super) fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => a.cmp(&b),
            // JSON and calculations never yield NaN.
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(&b).unwrap_or(Ordering::Equal),
            (Self::Integer(a), Self::Float(b)) => compare_mixed(a, b),
            (Self::Float(a), Self::Integer(b)) => compare_mixed(b, a).reverse(),
        }
    }

    /// Returns a text that is the same for equal numbers.
    pub(super) fn equality_key(self) -> String {
        match self {
            // Writes all digits, and no `-0`.
            Self::Float(float) if float.fract() == 0.0 => format!("{:.0}", float + 0.0),
            _ => self.to_string(),
        }
    }

    /// Converts to a JSON number, or `None` if a float is not finite. An integer beyond 64 bits
    /// becomes the nearest `f64`.
    pub(super) fn to_number(self) -> Option<Number> {
        match self.to_whole() {
            Self::Integer(integer) => i64::try_from(integer)
                .map(Number::from)
                .or_else(|_| u64::try_from(integer).map(Number::from))
                .ok()
                .or_else(|| Number::from_f64(self.to_f64())),
            Self::Float(float) => Number::from_f64(float),
        }
    }

    /// Converts a float to an integer if the conversion is exact.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the value is an integer below 2^53"
    )]
    pub(super) fn to_whole(self) -> Self {
        match self {
            Self::Float(float) if float.fract() == 0.0 && float.abs() <= EXACT => {
                Self::Integer(float as i128)
            }
            _ => self,
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(integer) => integer.fmt(f),
            Self::Float(float) => write!(f, "{float:?}"),
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the value is in range")]
fn compare_mixed(integer: i128, float: f64) -> Ordering {
    let bound = 2.0_f64.powi(127);
    if float >= bound {
        return Ordering::Less;
    }
    if float < -bound {
        return Ordering::Greater;
    }
    let fraction = 0.0_f64.partial_cmp(&float.fract());
    let whole = integer.cmp(&(float.trunc() as i128));
    whole.then(fraction.unwrap_or(Ordering::Equal))
}
