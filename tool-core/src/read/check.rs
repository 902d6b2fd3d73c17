//! Scalars, each checked by the plan while it is read.

use super::direct::{Branch, Direct, Place, json_type};
use super::scalar::{Number, Scalar};
use crate::issue::{JsonType, Rule};
use crate::json::{Scanned, Stopped};
use crate::plan::{Node, NumberPlan};
use crate::rules::{boolean_word, number_in};
use crate::tree::{Tree, as_integer, is_wide_integer};

/// The powers of ten that an `f64` holds exactly.
const TENS: [f64; 20] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19,
];

/// Integers up to here are exact as an `f64`.
const MAX_EXACT: u64 = 1 << 53;

/// A decimal of so many digits is finite.
const MAX_DIGITS: usize = 37;

/// So many digits are a word.
const WORD_DIGITS: usize = 18;

/// The value of eight digits, in three steps: of pairs, of fours, of all.
#[inline]
fn eight_digits(text: [u8; 8]) -> Option<u64> {
    const ONES: u64 = u64::MAX / 255;
    let word = u64::from_le_bytes(text);
    let digits = word.wrapping_sub(ONES * 0x30);
    // A byte beyond 9 has a high bit, or gets one.
    if (digits | digits.wrapping_add(ONES * 0x76)) & (ONES << 7) != 0 {
        return None;
    }
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    Some(fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF)
}

/// Does what [`read_digits`] does where there are often many.
#[inline]
fn read_many_digits(text: &[u8], value: u64) -> (u64, usize) {
    let (mut value, mut rest) = (value, text);
    while let Some((chunk, tail)) = rest.split_first_chunk()
        && let Some(eight) = eight_digits(*chunk)
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
    /// The node for a scalar that starts with that byte, behind all unions.
    #[inline]
    pub(super) fn beyond_unions(
        &mut self,
        place: Place<'p>,
        found: u8,
    ) -> Result<Place<'p>, Stopped> {
        let Some(node @ Node::Union(union)) = place else {
            return Ok(place);
        };
        if let Some(json_type) = json_type(found)
            && let node @ Some(_) = self.beyond_option(place, json_type)
            && !matches!(node, Some(Node::Union(_)))
        {
            return Ok(node);
        }
        match self.branch(node, union, found)? {
            Branch::Node(node) => Ok(Some(node)),
            Branch::Checked { .. } => Ok(None),
        }
    }

    pub(super) fn scalar_in_unions(
        &mut self,
        place: Place<'p>,
        found: u8,
    ) -> Result<Scalar<'a>, Stopped> {
        // Without a further step, as most scalars of large arrays are.
        if let b'-' | b'0'..=b'9' = found {
            return match self.plain_integer(place) {
                Some(value) => Ok(Scalar::Number(Number::Word(value))),
                None => self.other_number(place).map(Scalar::Number),
            };
        }
        let place = self.beyond_unions(place, found)?;
        self.scalar(place, found)
    }

    /// The scalar that starts with that byte, at a place without unions.
    pub(super) fn scalar(&mut self, place: Place<'p>, found: u8) -> Result<Scalar<'a>, Stopped> {
        match found {
            b'"' => self.string(place).map(Scalar::Text),
            b'-' | b'0'..=b'9' => self.number(place).map(Scalar::Number),
            b't' => self.word(place, "true", &Tree::Bool(true), Scalar::Bool(true)),
            b'f' => self.word(place, "false", &Tree::Bool(false), Scalar::Bool(false)),
            b'n' => self.word(place, "null", &Tree::Null, Scalar::Null),
            _ => Err(Stopped),
        }
    }

    fn word(
        &mut self,
        place: Place<'p>,
        word: &'static str,
        tree: &Tree<'_>,
        scalar: Scalar<'a>,
    ) -> Result<Scalar<'a>, Stopped> {
        self.count(place)?;
        self.scanner.word(word)?;
        let takes = match (place, tree) {
            (None | Some(Node::Any), _)
            | (Some(Node::Null), Tree::Null)
            | (Some(Node::Boolean), Tree::Bool(_)) => true,
            (Some(Node::Choice(choice)), tree) => choice.holds(tree),
            _ => false,
        };
        takes.then_some(scalar).ok_or(Stopped)
    }

    /// The string that starts here.
    #[inline]
    pub(super) fn string(&mut self, place: Place<'p>) -> Result<Scanned<'a>, Stopped> {
        let place = self.beyond_unions(place, b'"')?;
        self.count(place)?;
        let read = self.scanner.string()?;
        if self.takes_text(place, read) {
            return Ok(read);
        }
        Err(Stopped)
    }

    #[inline]
    fn takes_text(&self, place: Place<'p>, read: Scanned<'a>) -> bool {
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

    /// The boolean that starts here, if the plan takes one. Otherwise nothing is consumed.
    #[inline(never)]
    pub(super) fn plain_boolean(&mut self, place: Place<'p>) -> Option<bool> {
        let value = self.scanner.token() == b't';
        let place = self.beyond_option(place, JsonType::Boolean);
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

    /// Returns the one branch of a union that takes values of a type. Mostly the union is an optional
    /// value.
    #[inline]
    fn beyond_option(&self, place: Place<'p>, json_type: JsonType) -> Place<'p> {
        match place {
            Some(Node::Union(union)) => match union.only(json_type) {
                Some(only) => self.place_of(only),
                None => place,
            },
            place => place,
        }
    }

    /// The plain integer that starts here, of at most 18 digits, if it is seen to be what the plan
    /// takes. Otherwise nothing is consumed.
    #[inline(never)]
    pub(super) fn plain_integer(&mut self, place: Place<'p>) -> Option<i64> {
        self.scanner.token();
        let (value, end) = self.integer(self.scanner.at)?;
        let takes = match self.beyond_option(place, JsonType::Integer) {
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

    /// The decimal that starts here, if the plan takes every number. Otherwise nothing is consumed.
    #[inline(never)]
    pub(super) fn plain_float(&mut self, place: Place<'p>) -> Option<f64> {
        let is_free = match self.beyond_option(place, JsonType::Integer) {
            None | Some(Node::Any) => true,
            Some(Node::Number(plan)) => plan.is_free(),
            Some(_) => false,
        };
        let is_negative = self.scanner.token() == b'-';
        if !is_free {
            return None;
        }
        let (value, end) = self.decimal(self.scanner.at + usize::from(is_negative))?;
        self.count(place).ok()?;
        self.scanner.at = end;
        Some(if is_negative { -value } else { value })
    }

    /// Returns the integer that starts there, and where it ends. It has at least one and at most 18
    /// digits, without leading zeros.
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn integer(&self, start: usize) -> Option<(i64, usize)> {
        let is_negative = self.scanner.byte(start) == b'-';
        let start = start + usize::from(is_negative);
        let digits = self.scanner.text.as_bytes().get(start..)?;
        let (value, length) = read_digits(digits, 0);
        let is_zero = length == 1 && !is_negative;
        let is_plain =
            length <= WORD_DIGITS && (is_zero || value > 0 && digits.first() != Some(&b'0'));
        let value = value.cast_signed();
        // Of too many digits the value has wrapped, and is not returned.
        let value = if is_negative {
            value.wrapping_neg()
        } else {
            value
        };
        (length > 0 && is_plain).then_some((value, start + length))
    }

    /// Returns the number that starts there, and where it ends. It has a fraction, and neither a
    /// sign nor an exponent. An `f64` holds a few digits and their power of ten exactly: then the
    /// quotient is rounded once.
    #[expect(clippy::cast_precision_loss, reason = "at most `MAX_EXACT`")]
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn decimal(&self, start: usize) -> Option<(f64, usize)> {
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
        // With so few digits the value has not wrapped.
        let value = if length < TENS.len() && value <= MAX_EXACT {
            value as f64 / TENS.get(fraction)?
        } else {
            let digits = self.scanner.text.get(start..start + length)?;
            digits.parse().ok()?
        };
        Some((value, start + length))
    }

    /// The number that starts here.
    pub(super) fn number(&mut self, place: Place<'p>) -> Result<Number<'a>, Stopped> {
        match self.plain_integer(place) {
            Some(value) => Ok(Number::Word(value)),
            None => self.other_number(place),
        }
    }

    /// Reads a number that is not a plain integer.
    #[inline(never)]
    fn other_number(&mut self, place: Place<'p>) -> Result<Number<'a>, Stopped> {
        let place = self.beyond_unions(place, b'0')?;
        self.count(place)?;
        let start = self.scanner.at;
        let is_negative = self.scanner.byte(start) == b'-';
        let number = if let Some((value, end)) = self.decimal(start + usize::from(is_negative)) {
            self.scanner.at = end;
            let value = if is_negative { -value } else { value };
            Number::Decimal(value, self.since(start))
        } else {
            Number::Text(self.scanner.number()?)
        };
        let text = self.since(start);
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

    fn since(&self, start: usize) -> &'a str {
        self.scanner
            .text
            .get(start..self.scanner.at)
            .unwrap_or_default()
    }

    /// The string that starts here, or the number or boolean that it holds.
    #[inline(never)]
    pub(super) fn text_or_repaired(&mut self, place: Place<'p>) -> Result<Scalar<'a>, Stopped> {
        match self.in_quotes(place) {
            Some(scalar) => Ok(scalar),
            None => self.string(place).map(Scalar::Text),
        }
    }

    /// Returns the number or the boolean in the string that starts here, if the plan takes nothing
    /// else. No rule comes before those two for such text at such a place: the walk makes the same
    /// repair. On `None` the string is not consumed.
    #[inline(never)]
    pub(super) fn in_quotes(&mut self, place: Place<'p>) -> Option<Scalar<'a>> {
        let node = match place? {
            Node::Union(union) => self.place_of(union.optional()?)?,
            node => node,
        };
        if !matches!(node, Node::Number(_) | Node::Boolean) || !self.may_repair() {
            return None;
        }
        let start = self.scanner.at;
        let read = self.read_in_quotes(node, start);
        if read.is_none() {
            self.scanner.at = start;
        }
        read
    }

    #[inline]
    fn read_in_quotes(&mut self, node: &'p Node, start: usize) -> Option<Scalar<'a>> {
        let plain = match node {
            Node::Number(plan) => self.plain_number_in_quotes(plan, start + 1),
            _ => self.plain_boolean_in_quotes(start + 1),
        };
        let Some((scalar, end)) = plain else {
            return self.read_other_in_quotes(node, start);
        };
        let text = self.scanner.text.get(start + 1..end)?;
        let rule = match scalar {
            Scalar::Bool(_) => Rule::ToBoolean,
            _ => Rule::StringToNumber,
        };
        self.scanner.at = end + 1;
        self.count(Some(node)).ok()?;
        self.note_value(start, rule, text, text);
        Some(scalar)
    }

    /// Returns the number that is all of the string whose text starts there, and where the text
    /// ends. Returns `None` if the number needs a closer look.
    #[inline]
    fn plain_number_in_quotes(
        &self,
        plan: &NumberPlan,
        start: usize,
    ) -> Option<(Scalar<'a>, usize)> {
        let is_all = |end: usize| self.scanner.byte(end) == b'"';
        if let Some((value, end)) = self.integer(start)
            && is_all(end)
        {
            let number = Scalar::Number(Number::Word(value));
            return plan.takes_word(value).then_some((number, end));
        }
        if !plan.is_free() {
            return None;
        }
        let is_negative = self.scanner.byte(start) == b'-';
        let (value, end) = self.decimal(start + usize::from(is_negative))?;
        let value = if is_negative { -value } else { value };
        let text = self.scanner.text.get(start..end)?;
        is_all(end).then_some((Scalar::Number(Number::Decimal(value, text)), end))
    }

    /// Does what [`Self::plain_number_in_quotes`] does, for a boolean.
    #[inline]
    fn plain_boolean_in_quotes(&self, start: usize) -> Option<(Scalar<'a>, usize)> {
        let rest = self.scanner.text.as_bytes().get(start..)?;
        match rest {
            [b't', b'r', b'u', b'e', b'"', ..] => Some((Scalar::Bool(true), start + 4)),
            [b'f', b'a', b'l', b's', b'e', b'"', ..] => Some((Scalar::Bool(false), start + 5)),
            _ => None,
        }
    }

    #[inline(never)]
    fn read_other_in_quotes(&mut self, node: &'p Node, start: usize) -> Option<Scalar<'a>> {
        let Scanned::Plain(text) = self.scanner.string().ok()? else {
            return None;
        };
        let (scalar, rule, after) = if let Node::Number(plan) = node {
            let (_, sent) = number_in(text)?;
            let number = Number::of(sent);
            let is_seen = matches!(number, Number::Word(value) if plan.takes_word(value));
            if !is_seen {
                if plan.integer {
                    as_integer(sent)?;
                }
                let takes = plan.takes(sent, self.is_into_value);
                takes.then_some(())?;
            }
            (Scalar::Number(number), Rule::StringToNumber, sent)
        } else {
            let value = boolean_word(text.trim())?;
            let word = if value { "true" } else { "false" };
            (Scalar::Bool(value), Rule::ToBoolean, word)
        };
        self.count(Some(node)).ok()?;
        self.note_value(start, rule, text, after);
        Some(scalar)
    }
}
