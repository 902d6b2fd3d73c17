//! Exact arithmetic on the text of JSON numbers, without `f64`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use serde_json::{Number, Value};

/// Maximum number of digits of an integer: enough for 128 bits, plus one.
const INTEGER_DIGITS: usize = 40;
/// Maximum number of digits of a plain integer that always fits an `i64`.
const WORD_DIGITS: usize = 18;
/// Exponents are exact up to this size; see [`compare`].
const EXPONENT_BOUND: i128 = 1_000_000_000_000_000_000_000_000_000_000_000_000;

/// Returns the end of the number that starts at `start`.
///
/// # Errors
///
/// Returns the position of a missing digit.
#[inline]
pub(crate) fn scan(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let at = start + usize::from(bytes.get(start) == Some(&b'-'));
    let mut at = match bytes.get(at) {
        Some(b'0') => at + 1,
        _ => scan_digits(bytes, at)?,
    };
    if bytes.get(at) == Some(&b'.') {
        at = scan_digits(bytes, at + 1)?;
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let sign = matches!(bytes.get(at + 1), Some(b'+' | b'-'));
        at = scan_digits(bytes, at + 1 + usize::from(sign))?;
    }
    Ok(at)
}

/// Returns the end of one or more digits.
#[inline]
fn scan_digits(bytes: &[u8], start: usize) -> Result<usize, usize> {
    let mut at = start;
    while let Some(b'0'..=b'9') = bytes.get(at) {
        at += 1;
    }
    if at == start { Err(at) } else { Ok(at) }
}

pub(crate) fn is_number(text: &str) -> bool {
    scan(text.as_bytes(), 0) == Ok(text.len())
}

/// Returns the number as a plain integer: `42.0` → `42`, `1e2` → `100`, `-0` → `0`.
///
/// Returns `None` if the fraction is not zero, or if the integer has more than 40 digits.
pub(crate) fn as_integer(text: &str) -> Option<Cow<'_, str>> {
    if is_plain_integer(text) {
        let digits = text.len() - usize::from(text.starts_with('-'));
        return (digits <= INTEGER_DIGITS).then_some(Cow::Borrowed(text));
    }
    let decimal = Decimal::read(text);
    if decimal.is_zero() {
        return Some(Cow::Borrowed("0"));
    }
    let point = usize::try_from(decimal.point).ok()?;
    if point < decimal.significant || point > INTEGER_DIGITS {
        return None;
    }
    let sign = if decimal.negative { "-" } else { "" };
    let digits: String = decimal.digits().map(char::from).collect();
    Some(Cow::Owned(format!("{sign}{digits:0<point$}")))
}

/// Returns whether the fraction is zero, for any number of digits.
pub(crate) fn is_integral(text: &str) -> bool {
    is_plain_integer(text) || {
        let decimal = Decimal::read(text);
        let digits = i128::try_from(decimal.significant).unwrap_or(i128::MAX);
        decimal.is_zero() || decimal.point >= digits
    }
}

/// Returns whether a text is an integer beyond both `i64` and `u64`. A JSON value cannot represent
/// it exactly.
pub(crate) fn is_wide_integer(text: &str) -> bool {
    is_plain_integer(text) && text.parse::<u64>().is_err() && text.parse::<i64>().is_err()
}

/// Compares two numbers by value: `1.0` equals `1`.
///
/// Exact for exponents of up to 36 digits. Longer exponents alone decide the order, which avoids
/// overflow and allocation.
pub(crate) fn compare(a: &str, b: &str) -> Ordering {
    if let (Some(a), Some(b)) = (parse_word(a), parse_word(b)) {
        return a.cmp(&b);
    }
    let (a, b) = (Decimal::read(a), Decimal::read(b));
    match (a.sign(), b.sign()) {
        (1, 1) => a.compare_magnitude(&b),
        (-1, -1) => b.compare_magnitude(&a),
        (a, b) => a.cmp(&b),
    }
}

/// Hashes a number by value. Numbers that [`compare`] as equal have the same hash.
pub(crate) fn hash_number<H: Hasher>(text: &str, state: &mut H) {
    let number = Decimal::read(text);
    number.sign().hash(state);
    number.digits().for_each(|digit| state.write_u8(digit));
    match (number.is_zero(), number.has_long_exponent()) {
        (true, _) => {}
        (false, true) => number.exponent.hash(state),
        (false, false) => number.point.hash(state),
    }
}

/// Compares two numbers of a schema. Returns `None` if one is not a number.
pub(crate) fn compare_numbers(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => Some(compare(&a.to_string(), &b.to_string())),
        _ => None,
    }
}

/// Returns whether the number is an integer multiple of the divisor, in exact decimal arithmetic.
///
/// Divisors with more than 18 significant digits are not supported in general. Then only zero, the
/// divisor itself and its powers of ten count as multiples. Only zero is a multiple of zero.
pub(crate) fn is_multiple_of(text: &str, divisor: &str) -> bool {
    if let (Some(number), Some(divisor)) = (parse_word(text), parse_word(divisor)) {
        return number.checked_rem(divisor).map_or(number == 0, |r| r == 0);
    }
    let (number, divisor) = (Decimal::read(text), Decimal::read(divisor));
    if number.is_zero() || divisor.is_zero() {
        return number.is_zero();
    }
    // Both are a coefficient without trailing zeros times a power of ten. The coefficient is not a
    // multiple of ten, so the number's power must be as high.
    let Ok(tens) = u128::try_from(number.power() - divisor.power()) else {
        return false;
    };
    if divisor.significant > WORD_DIGITS {
        return number.digits().eq(divisor.digits());
    }
    let modulus = divisor
        .digits()
        .fold(0_u128, |value, digit| value * 10 + u128::from(digit & 15));
    // Only for invalid numbers, whose digits may be any byte.
    if modulus == 0 {
        return false;
    }
    let remainder = number.digits().fold(0_u128, |value, digit| {
        (value * 10 + u128::from(digit & 15)) % modulus
    });
    (remainder * compute_power_of_ten(tens, modulus)).is_multiple_of(modulus)
}

/// Returns `10^exponent` modulo a number below 2^64. The products do not overflow.
fn compute_power_of_ten(mut exponent: u128, modulus: u128) -> u128 {
    let (mut power, mut square) = (1 % modulus, 10 % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = power * square % modulus;
        }
        square = square * square % modulus;
        exponent >>= 1;
    }
    power
}

/// Returns whether the text of an `f64` may represent an integer with other digits. Formats limited
/// to 64-bit integers convert larger integers to floats.
#[cold]
pub(crate) fn may_be_rounded(text: &str) -> bool {
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;
    let float = text.parse::<f64>();
    !is_plain_integer(text) && float.is_ok_and(|float| float.abs() >= BEYOND)
}

/// Returns the number after rounding to `f64`, with the digits that `serde_json` writes. Returns
/// `None` if the rounding is exact, and for integers of 64 bits, which are never rounded.
pub(crate) fn round_to_float(text: &str) -> Option<String> {
    let (printed, written) = print_float(text)?;
    let is_same = compare(&printed, &written) == Ordering::Equal;
    Some(if is_same { printed } else { written })
}

/// Returns whether the number keeps its value as a 64-bit integer, or as the nearest `f64`.
///
/// `570000000000000.2` and `570000000000000.3` are the same `f64`, and equally near to it. The
/// standard library prints the second, and `serde_json` the first. Neither number keeps its value.
pub(crate) fn is_kept_by_float(text: &str) -> bool {
    let is_same = |printed: String| compare(text, &printed) == Ordering::Equal;
    print_float(text).is_none_or(|(printed, written)| is_same(printed) && is_same(written))
}

/// Returns the shortest texts of the nearest `f64`: of the standard library, and of `serde_json`.
/// Returns `None` if both certainly equal the number, or if there is no finite `f64`.
fn print_float(text: &str) -> Option<(String, String)> {
    let is_exact = text.len() <= 15 && !text.contains(['e', 'E'])
        || text.parse::<i64>().is_ok()
        || text.parse::<u64>().is_ok();
    if is_exact {
        return None;
    }
    let float = text.parse::<f64>().ok()?;
    let number = Number::from_f64(float)?;
    Some((float.to_string(), number.to_string()))
}

/// Returns whether the number is written as an integer. Excludes `-0`, since integers do not
/// preserve its sign.
pub(crate) fn is_plain_integer(text: &str) -> bool {
    text != "-0" && !text.bytes().any(|b| matches!(b, b'.' | b'e' | b'E'))
}

/// Returns the value of a plain integer of up to 18 digits, except `-0`.
pub(crate) fn parse_word(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || text.len() > WORD_DIGITS {
        return None;
    }
    let mut value = 0;
    for byte in digits.bytes() {
        let digit @ 0..=9 = byte.wrapping_sub(b'0') else {
            return None;
        };
        value = value * 10 + i64::from(digit);
    }
    if digits.len() == text.len() {
        Some(value)
    } else {
        (value != 0).then_some(-value)
    }
}

/// A number as its significant digits and the position of the decimal point: `0.d₁d₂d₃… ×
/// 10^point`.
struct Decimal<'t> {
    negative: bool,
    /// All digits as written, including zeros on both sides.
    integer: &'t [u8],
    fraction: &'t [u8],
    /// Number of leading zeros.
    leading: usize,
    /// Number of digits from the first to the last nonzero digit.
    significant: usize,
    point: i128,
    exponent: &'t [u8],
}

impl<'t> Decimal<'t> {
    fn read(text: &'t str) -> Self {
        let negative = text.starts_with('-');
        let text = text.strip_prefix('-').unwrap_or(text);
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, ""));
        let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let (integer, fraction) = (integer.as_bytes(), fraction.as_bytes());
        let all = || integer.iter().chain(fraction);
        let count = integer.len() + fraction.len();
        let leading = all().take_while(|&&digit| digit == b'0').count();
        let trailing = all().rev().take_while(|&&digit| digit == b'0').count();
        let width = |count: usize| i128::try_from(count).unwrap_or(EXPONENT_BOUND);
        Self {
            negative,
            integer,
            fraction,
            leading,
            significant: count.saturating_sub(leading + trailing),
            point: width(integer.len()) - width(leading) + parse_exponent(exponent),
            exponent: exponent
                .trim_start_matches(['+', '-'])
                .trim_start_matches('0')
                .as_bytes(),
        }
    }

    fn is_zero(&self) -> bool {
        self.significant == 0
    }

    fn sign(&self) -> i8 {
        match (self.is_zero(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }

    /// Returns the exponent of ten if the digits are read as one integer.
    fn power(&self) -> i128 {
        self.point - i128::try_from(self.significant).unwrap_or(EXPONENT_BOUND)
    }

    /// Returns whether [`point`](Self::point) is near the bound, where it does not represent the
    /// exponent exactly.
    fn has_long_exponent(&self) -> bool {
        self.point.abs() >= EXPONENT_BOUND / 2
    }

    /// Returns the significant digits, without leading and trailing zeros.
    fn digits(&self) -> impl Iterator<Item = u8> {
        let all = self.integer.iter().chain(self.fraction);
        all.skip(self.leading).take(self.significant).copied()
    }

    fn compare_magnitude(&self, other: &Self) -> Ordering {
        let signs_match = self.point.signum() == other.point.signum();
        if self.has_long_exponent() && other.has_long_exponent() && signs_match {
            let length = self.exponent.len().cmp(&other.exponent.len());
            let written = length.then_with(|| self.exponent.cmp(other.exponent));
            let towards_zero = self.point < 0;
            let written = if towards_zero {
                written.reverse()
            } else {
                written
            };
            return written.then_with(|| self.digits().cmp(other.digits()));
        }
        let point = self.point.cmp(&other.point);
        point.then_with(|| self.digits().cmp(other.digits()))
    }
}

fn parse_exponent(text: &str) -> i128 {
    let digits = text.trim_start_matches(['+', '-']);
    let size = digits.bytes().try_fold(0_i128, |value, digit| {
        let value = value * 10 + i128::from(digit.wrapping_sub(b'0'));
        (value < EXPONENT_BOUND).then_some(value)
    });
    let size = size.unwrap_or(EXPONENT_BOUND);
    if text.starts_with('-') { -size } else { size }
}
