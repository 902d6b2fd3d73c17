//! Numbers with a superfluous sign or zero, with a missing digit at the decimal point, or in
//! hexadecimal.

use super::state::TolerantParser;
use std::borrow::Cow;

use crate::issue::{PathStack, Rule};
use crate::json::Stopped;
use crate::json::expected::{DIGIT, LEADING_ZEROS, VALUE};
use crate::tree::Tree;

impl<'a> TolerantParser<'a, '_> {
    pub(super) fn parse_number(&mut self, chain: &PathStack<'_>) -> Result<Tree<'a>, Stopped> {
        let start = self.at;
        let sign = self.peek();
        self.at += usize::from(matches!(sign, b'+' | b'-'));
        let whole = self.parse_digits();
        if whole == "0" && self.peek().eq_ignore_ascii_case(&b'x') && self.guesses(Rule::HexNumber)
        {
            return self.parse_hexadecimal(start, sign, chain);
        }
        let has_zeros = whole.len() > 1 && whole.starts_with('0');
        if has_zeros && (!self.guesses(Rule::LeadingZeros) || self.is_thousands(start, whole)) {
            self.fault = Some(chain.to_path());
            return Err(self.fail_invalid(LEADING_ZEROS, start));
        }
        let fraction = self.parse_fraction();
        if whole.is_empty() && fraction.is_none_or(str::is_empty) {
            let expected = if sign == b'.' { VALUE } else { DIGIT };
            let at = if sign == b'.' { start } else { self.at };
            return Err(self.fail_invalid(expected, at));
        }
        let exponent = self.parse_exponent()?;
        self.check_number_end()?;
        let is_plain = sign != b'+' && !whole.is_empty() && fraction != Some("");
        let rule = match (has_zeros, is_plain) {
            (true, _) => Rule::LeadingZeros,
            (false, false) => Rule::NumberForm,
            (false, true) => {
                let text = self.text.get(start..self.at).unwrap_or_default();
                return Ok(Tree::Number(Cow::Borrowed(text)));
            }
        };
        Ok(self.rewrite_number(
            rule,
            parse_plain_number(sign, whole, fraction, exponent),
            start,
            chain,
        ))
    }

    /// Reads the part of `0xFF` that starts at `x`.
    fn parse_hexadecimal(
        &mut self,
        start: usize,
        sign: u8,
        chain: &PathStack<'_>,
    ) -> Result<Tree<'a>, Stopped> {
        self.at += 1;
        let digits = self.run_of(u8::is_ascii_hexdigit);
        self.check_number_end()?;
        let number = u128::from_str_radix(digits, 16);
        let number = number.map_err(|_| self.fail_invalid("up to 32 hexadecimal digits", start))?;
        let number = parse_plain_number(sign, &number.to_string(), None, "");
        Ok(self.rewrite_number(Rule::HexNumber, number, start, chain))
    }

    fn rewrite_number(
        &mut self,
        rule: Rule,
        number: String,
        start: usize,
        chain: &PathStack<'_>,
    ) -> Tree<'a> {
        let tree = Tree::Number(Cow::Owned(number));
        self.repair(chain, rule, start, |_| Some(tree.to_value()));
        tree
    }

    /// Checks that the number is complete at the current position.
    fn check_number_end(&mut self) -> Result<(), Stopped> {
        // At the end of the text, a number may be truncated.
        if self.is_at_end() {
            return Err(self.fail_truncated());
        }
        if !self.is_bare_end() {
            return Err(self.fail_invalid("',' or a closing bracket", self.at));
        }
        self.number_end = self.at;
        Ok(())
    }

    /// Returns whether three digits may belong to the number before them, as in `1,007` and `1
    /// 007`.
    fn is_thousands(&self, start: usize, whole: &str) -> bool {
        let before = self.text.get(..start).unwrap_or_default();
        let trimmed = before.trim_end_matches(' ');
        let before = if trimmed.len() < before.len() {
            trimmed
        } else {
            before.strip_suffix(',').unwrap_or_default()
        };
        let digits = before.bytes().rev().take_while(u8::is_ascii_digit).count();
        let is_group = (1..=3).contains(&digits)
            && !before.as_bytes()[before.len() - digits..].starts_with(b"0");
        whole.len() == 3 && is_group
    }

    fn parse_digits(&mut self) -> &'a str {
        self.run_of(u8::is_ascii_digit)
    }

    /// Skips ASCII bytes of a kind.
    fn run_of(&mut self, is_of_kind: fn(&u8) -> bool) -> &'a str {
        let rest = self.rest();
        let count = rest.bytes().take_while(is_of_kind).count();
        self.at += count;
        &rest[..count]
    }

    fn parse_fraction(&mut self) -> Option<&'a str> {
        if self.peek() != b'.' {
            return None;
        }
        self.at += 1;
        Some(self.parse_digits())
    }

    /// Reads the exponent, starting at `e`.
    fn parse_exponent(&mut self) -> Result<&'a str, Stopped> {
        let start = self.at;
        if !matches!(self.peek(), b'e' | b'E') {
            return Ok("");
        }
        self.at += 1;
        self.at += usize::from(matches!(self.peek(), b'+' | b'-'));
        if self.parse_digits().is_empty() {
            return Err(self.fail_invalid(DIGIT, self.at));
        }
        Ok(self.text.get(start..self.at).unwrap_or_default())
    }
}

/// Writes the number as JSON.
fn parse_plain_number(sign: u8, whole: &str, fraction: Option<&str>, exponent: &str) -> String {
    let sign = if sign == b'-' { "-" } else { "" };
    let whole = or_zero(whole.trim_start_matches('0'));
    match fraction {
        Some(fraction) => format!("{sign}{whole}.{}{exponent}", or_zero(fraction)),
        None => format!("{sign}{whole}{exponent}"),
    }
}

fn or_zero(digits: &str) -> &str {
    if digits.is_empty() { "0" } else { digits }
}
