//! Reads scalars, and checks each one against the plan.

use super::direct::{Direct, PlanNode, SelectedBranch, json_type};
use super::scalar::{Scalar, ScannedNumber};
use crate::issue::JsonType;
use crate::json::{Scanned, Stopped};
use crate::plan::Node;
use crate::tree::{Tree, is_kept_by_float, is_wide_integer, scan};

/// The powers of ten that an `f64` represents exactly.
const TENS: [f64; 20] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19,
];

/// Every integer up to this value is exact as an `f64`.
const MAX_EXACT: u64 = 1 << 53;

/// A decimal with at most this many characters is finite.
const MAX_DIGITS: usize = 37;

/// Maximum number of digits of a plain integer.
const WORD_DIGITS: usize = 18;

/// Returns the value of eight digits. Combines them in three steps: pairs, groups of four, all
/// eight.
#[inline]
fn parse_eight_digits(text: [u8; 8]) -> Option<u64> {
    const ONES: u64 = u64::MAX / 255;
    let word = u64::from_le_bytes(text);
    let digits = word.wrapping_sub(ONES * 0x30);
    // A byte above 9 has the high bit set, either itself or after the addition.
    if (digits | digits.wrapping_add(ONES * 0x76)) & (ONES << 7) != 0 {
        return None;
    }
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    Some(fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF)
}

/// Does the same as [`read_digits`], but faster for many digits.
#[inline]
fn read_many_digits(text: &[u8], value: u64) -> (u64, usize) {
    let (mut value, mut rest) = (value, text);
    while let Some((chunk, tail)) = rest.split_first_chunk()
        && let Some(eight) = parse_eight_digits(*chunk)
    {
        value = value.wrapping_mul(100_000_000).wrapping_add(eight);
        rest = tail;
    }
    let (value, count) = read_digits(rest, value);
    (value, text.len() - rest.len() + count)
}

/// Appends the leading digits of a text to a value, and counts them. The value wraps if there are
/// too many.
#[inline]
fn read_digits(text: &[u8], value: u64) -> (u64, usize) {
    let (mut value, mut count) = (value, 0);
    for byte in text {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        count += 1;
    }
    (value, count)
}

impl<'a, 'p> Direct<'a, 'p> {
    /// Resolves all unions to the node for a scalar with this first byte.
    #[inline]
    pub(super) fn resolve_unions(
        &mut self,
        place: PlanNode<'p>,
        found: u8,
    ) -> Result<PlanNode<'p>, Stopped> {
        let Some(node @ Node::Union(union)) = place else {
            return Ok(place);
        };
        if union.keeps_digits && matches!(found, b'-' | b'0'..=b'9') && self.is_rounded() {
            return Err(self.stop_for_walk());
        }
        if let Some(json_type) = json_type(found)
            && let node @ Some(_) = self.resolve_option(place, json_type)
            && !matches!(node, Some(Node::Union(_)))
        {
            return Ok(node);
        }
        match self.branch(node, union, found)? {
            SelectedBranch::Node(node) => Ok(Some(node)),
            SelectedBranch::Checked { .. } => Ok(None),
        }
    }

    /// Returns whether an `f64` would round the number at the current position.
    #[cold]
    fn is_rounded(&self) -> bool {
        let (text, start) = (self.scanner.text, self.scanner.at);
        let end = scan(text.as_bytes(), start).unwrap_or(start);
        text.get(start..end)
            .is_some_and(|text| !is_kept_by_float(text))
    }

    pub(super) fn read_scalar_in_unions(
        &mut self,
        place: PlanNode<'p>,
        found: u8,
    ) -> Result<Scalar<'a>, Stopped> {
        // Most scalars in large arrays are numbers, which need no resolved union.
        if let b'-' | b'0'..=b'9' = found {
            return match self.read_plain_integer(place) {
                Some(value) => Ok(Scalar::Number(ScannedNumber::Word(value))),
                None => self.read_other_number(place).map(Scalar::Number),
            };
        }
        let place = self.resolve_unions(place, found)?;
        self.read_scalar(place, found)
    }

    /// Reads the scalar with this first byte. The place contains no union.
    pub(super) fn read_scalar(
        &mut self,
        place: PlanNode<'p>,
        found: u8,
    ) -> Result<Scalar<'a>, Stopped> {
        match found {
            b'"' => self.read_string(place).map(Scalar::Text),
            b'-' | b'0'..=b'9' => self.read_number(place).map(Scalar::Number),
            b't' => self.read_word(place, "true", &Tree::Bool(true), Scalar::Bool(true)),
            b'f' => self.read_word(place, "false", &Tree::Bool(false), Scalar::Bool(false)),
            b'n' => self.read_word(place, "null", &Tree::Null, Scalar::Null),
            _ => Err(Stopped),
        }
    }

    fn read_word(
        &mut self,
        place: PlanNode<'p>,
        word: &'static str,
        tree: &Tree<'_>,
        scalar: Scalar<'a>,
    ) -> Result<Scalar<'a>, Stopped> {
        self.count(place)?;
        self.scanner.read_word(word)?;
        let takes = match (place, tree) {
            (None | Some(Node::Any), _)
            | (Some(Node::Null), Tree::Null)
            | (Some(Node::Boolean), Tree::Bool(_)) => true,
            (Some(Node::Choice(choice)), tree) => choice.holds(tree),
            _ => false,
        };
        takes.then_some(scalar).ok_or(Stopped)
    }

    /// Reads the string at the current position.
    #[inline]
    pub(super) fn read_string(&mut self, place: PlanNode<'p>) -> Result<Scanned<'a>, Stopped> {
        let place = self.resolve_unions(place, b'"')?;
        self.count(place)?;
        let read = self.scanner.read_string()?;
        if self.takes_text(place, read) {
            return Ok(read);
        }
        Err(Stopped)
    }

    #[inline]
    fn takes_text(&self, place: PlanNode<'p>, read: Scanned<'a>) -> bool {
        let text = self.scanner.text_of(read);
        match place {
            None | Some(Node::Any) => true,
            Some(Node::String(plan)) => {
                plan.is_free()
                    || plan.takes_at_a_glance(text.len())
                    || plan.check(text, &self.pattern_work).is_ok()
            }
            Some(Node::Choice(choice)) => choice.has(text),
            Some(_) => false,
        }
    }

    /// Reads the boolean at the current position if the plan accepts it. Otherwise does not consume
    /// it.
    #[inline(never)]
    pub(super) fn read_plain_boolean(&mut self, place: PlanNode<'p>) -> Option<bool> {
        let value = self.scanner.token() == b't';
        let place = self.resolve_option(place, JsonType::Boolean);
        if !matches!(place, None | Some(Node::Any | Node::Boolean)) {
            return None;
        }
        let word: &[u8] = if value { b"true" } else { b"false" };
        let rest = self.scanner.text.as_bytes().get(self.scanner.at..)?;
        rest.starts_with(word).then_some(())?;
        self.count(place).ok()?;
        self.scanner.at += word.len();
        Some(value)
    }

    /// Returns the only branch of a union that accepts values of a type. Usually the union is an
    /// optional value.
    #[inline]
    fn resolve_option(&self, place: PlanNode<'p>, json_type: JsonType) -> PlanNode<'p> {
        match place {
            Some(Node::Union(union)) => match union.only(json_type) {
                Some(only) => self.place_of(only),
                None => place,
            },
            place => place,
        }
    }

    /// Reads the plain integer at the current position, of at most 18 digits, if a quick check
    /// shows that the plan accepts it. Otherwise does not consume it.
    #[inline(never)]
    pub(super) fn read_plain_integer(&mut self, place: PlanNode<'p>) -> Option<i64> {
        self.scanner.token();
        let (value, end) = self.scan_integer(self.scanner.at)?;
        let takes = match self.resolve_option(place, JsonType::Integer) {
            None | Some(Node::Any) => true,
            Some(Node::Number(plan)) => plan.takes_word(value),
            Some(_) => false,
        };
        // The digits before a fraction or an exponent are not an integer.
        if !takes || matches!(self.scanner.byte(end), b'.' | b'e' | b'E') {
            return None;
        }
        self.count(place).ok()?;
        self.scanner.at = end;
        Some(value)
    }

    /// Reads the decimal at the current position if the plan accepts every number. Otherwise does
    /// not consume it.
    #[inline(never)]
    pub(super) fn read_plain_float(&mut self, place: PlanNode<'p>) -> Option<f64> {
        let is_free = match self.resolve_option(place, JsonType::Integer) {
            None | Some(Node::Any) => true,
            Some(Node::Number(plan)) => plan.is_free(),
            Some(_) => false,
        };
        let is_negative = self.scanner.token() == b'-';
        if !is_free || matches!(place, Some(Node::Union(union)) if union.keeps_digits) {
            return None;
        }
        let (value, end) = self.scan_decimal(self.scanner.at + usize::from(is_negative))?;
        self.count(place).ok()?;
        self.scanner.at = end;
        Some(if is_negative { -value } else { value })
    }

    /// Returns the integer at a position, and its end. The integer has 1 to 18 digits, without
    /// leading zeros.
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn scan_integer(&self, start: usize) -> Option<(i64, usize)> {
        let is_negative = self.scanner.byte(start) == b'-';
        let start = start + usize::from(is_negative);
        let digits = self.scanner.text.as_bytes().get(start..)?;
        let (value, length) = read_digits(digits, 0);
        let is_zero = length == 1 && !is_negative;
        let is_plain =
            length <= WORD_DIGITS && (is_zero || value > 0 && digits.first() != Some(&b'0'));
        let value = value.cast_signed();
        // With too many digits, the value has wrapped and is not returned.
        let value = if is_negative {
            value.wrapping_neg()
        } else {
            value
        };
        (length > 0 && is_plain).then_some((value, start + length))
    }

    /// Returns the number at a position, and its end. The number has a fraction, but no sign and no
    /// exponent. An `f64` represents a few digits and their power of ten exactly, so the quotient
    /// is rounded only once.
    #[expect(clippy::cast_precision_loss, reason = "at most `MAX_EXACT`")]
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn scan_decimal(&self, start: usize) -> Option<(f64, usize)> {
        let text = self.scanner.text.as_bytes().get(start..)?;
        let (value, point) = read_digits(text, 0);
        let [b'.', behind_point @ ..] = text.get(point..)? else {
            return None;
        };
        let (value, fraction) = read_many_digits(behind_point, value);
        let length = point + 1 + fraction;
        let has_zeros = text.first() == Some(&b'0') && point > 1;
        let is_whole = point > 0 && fraction > 0 && !has_zeros && length <= MAX_DIGITS;
        if !is_whole || matches!(text.get(length), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        // So few digits do not wrap the value.
        let value = if length < TENS.len() && value <= MAX_EXACT {
            value as f64 / TENS.get(fraction)?
        } else {
            let digits = self.scanner.text.get(start..start + length)?;
            digits.parse().ok()?
        };
        Some((value, start + length))
    }

    /// Reads the number at the current position.
    pub(super) fn read_number(
        &mut self,
        place: PlanNode<'p>,
    ) -> Result<ScannedNumber<'a>, Stopped> {
        match self.read_plain_integer(place) {
            Some(value) => Ok(ScannedNumber::Word(value)),
            None => self.read_other_number(place),
        }
    }

    /// Reads a number that is not a plain integer.
    #[inline(never)]
    fn read_other_number(&mut self, place: PlanNode<'p>) -> Result<ScannedNumber<'a>, Stopped> {
        let place = self.resolve_unions(place, b'0')?;
        self.count(place)?;
        let start = self.scanner.at;
        let is_negative = self.scanner.byte(start) == b'-';
        let number = if let Some((value, end)) = self.scan_decimal(start + usize::from(is_negative))
        {
            self.scanner.at = end;
            let value = if is_negative { -value } else { value };
            ScannedNumber::Decimal(value, self.text_since(start))
        } else {
            ScannedNumber::Text(self.scanner.read_number()?)
        };
        let text = self.text_since(start);
        let takes = match place {
            Some(Node::Any) if is_wide_integer(text) => return Err(self.stop_for_walk()),
            None | Some(Node::Any) => true,
            Some(node) => self.takes_number(node, text),
        };
        takes.then_some(number).ok_or(Stopped)
    }

    fn takes_number(&self, node: &Node, text: &str) -> bool {
        match node {
            Node::Number(plan) => plan.takes(text, self.is_into_value),
            Node::Choice(choice) => choice.holds(&Tree::Number(text.into())),
            _ => false,
        }
    }

    fn text_since(&self, start: usize) -> &'a str {
        self.scanner
            .text
            .get(start..self.scanner.at)
            .unwrap_or_default()
    }
}
