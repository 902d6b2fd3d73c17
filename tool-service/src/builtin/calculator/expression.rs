use std::collections::BTreeMap;

use serde_json::Number;

use super::operators::apply;
use super::{CalculatorError, functions};
use crate::builtin::quantity::Quantity;

/// How deep an expression may be nested, so that no stack is too small for it.
const DEEPEST: usize = 64;

/// The value of an expression:
///
/// ```text
/// sum     = product { ("+" | "-") product }
/// product = signed { ("*" | "/" | "%") signed }
/// signed  = ("-" | "+") signed | power
/// power   = atom { "!" } [ ("^" | "**") signed ]
/// atom    = number | name | name "(" sum { "," sum } ")" | "(" sum ")"
/// ```
pub(super) fn evaluate(
    expression: &str,
    variables: &BTreeMap<String, Number>,
) -> Result<Quantity, CalculatorError> {
    let mut reader = Reader {
        expression,
        rest: expression,
        variables,
        depth: 0,
    };
    let value = reader.sum()?;
    reader.skip_spaces();
    match reader.rest.chars().next() {
        None => Ok(value),
        Some(',') => Err(reader.expected("an operator or the end (1000 is not written as 1,000)")),
        Some(_) => Err(reader.expected("an operator or the end")),
    }
}

struct Reader<'a> {
    expression: &'a str,
    rest: &'a str,
    variables: &'a BTreeMap<String, Number>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn sum(&mut self) -> Result<Quantity, CalculatorError> {
        let mut left = self.product()?;
        while let Some(operator) = self.take_one_of(&["+", "-"]) {
            let right = self.product()?;
            left = apply(left, operator, right)?;
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Quantity, CalculatorError> {
        let mut left = self.signed()?;
        // A power is written as `**`, too, but has been read by here.
        while let Some(operator) = self.take_one_of(&["*", "/", "%"]) {
            let right = self.signed()?;
            left = apply(left, operator, right)?;
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Quantity, CalculatorError> {
        if self.depth == DEEPEST {
            return Err(CalculatorError::TooDeep { deepest: DEEPEST });
        }
        self.depth += 1;
        let value = match self.take_one_of(&["-", "+"]) {
            Some("-") => apply(Quantity::Integer(0), "-", self.signed()?),
            Some(_) => self.signed(),
            None => self.power(),
        };
        self.depth -= 1;
        value
    }

    fn power(&mut self) -> Result<Quantity, CalculatorError> {
        let mut base = self.atom()?;
        while self.take_one_of(&["!"]).is_some() {
            base = functions::factorial(base)?;
        }
        if self.take_one_of(&["^", "**"]).is_none() {
            return Ok(base);
        }
        let exponent = self.signed()?;
        apply(base, "^", exponent)
    }

    fn atom(&mut self) -> Result<Quantity, CalculatorError> {
        if self.take_one_of(&["("]).is_some() {
            let value = self.sum()?;
            self.close()?;
            return Ok(value);
        }
        let number = self.rest.len() - after_number(self.rest).len();
        if number > 0 {
            let text = self.take(number);
            let float = || text.parse().ok().map(Quantity::Float);
            let value = text.parse().ok().map(Quantity::Integer).or_else(float);
            let value = value.filter(|value| value.to_f64().is_finite());
            return value.ok_or_else(|| CalculatorError::not_finite(text));
        }
        let in_name = |c: char| c.is_alphanumeric() || c == '_';
        let name = self.rest.len() - self.rest.trim_start_matches(in_name).len();
        if name == 0 {
            return Err(self.expected("a number, a name or \"(\""));
        }
        let name = self.take(name);
        if self.take_one_of(&["("]).is_some() {
            return self.call(name);
        }
        let variable = self.variables.get(name).map(Quantity::of);
        let value = variable.or_else(|| functions::constant(name));
        if value.is_none() && functions::NAMES.contains(&name) {
            return Err(self.expected("\"(\" after the name of a function"));
        }
        let name = name.to_owned();
        value.ok_or(CalculatorError::UnknownName { name })
    }

    fn call(&mut self, name: &str) -> Result<Quantity, CalculatorError> {
        let mut arguments = Vec::new();
        if self.take_one_of(&[")"]).is_none() {
            arguments.push(self.sum()?);
            while self.take_one_of(&[","]).is_some() {
                arguments.push(self.sum()?);
            }
            self.close()?;
        }
        functions::call(name, &arguments)
    }

    fn close(&mut self) -> Result<(), CalculatorError> {
        let closed = self.take_one_of(&[")"]).map(|_| ());
        closed.ok_or_else(|| self.expected("an operator or \")\""))
    }

    /// Takes the one of these that comes next, if one does.
    fn take_one_of(&mut self, texts: &[&'static str]) -> Option<&'static str> {
        self.skip_spaces();
        let next = |text: &&&str| self.rest.starts_with(**text);
        let found = texts.iter().find(next)?;
        self.rest = &self.rest[found.len()..];
        Some(found)
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn expected(&self, expected: &'static str) -> CalculatorError {
        let before = &self.expression[..self.expression.len() - self.rest.len()];
        CalculatorError::Unexpected {
            expected,
            found: self.rest.chars().next().map(String::from),
            position: before.chars().count() + 1,
        }
    }
}

/// What follows a number like `1`, `.5` or `2.5e-3`.
fn after_number(text: &str) -> &str {
    let digits =
        |text: &'_ str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let whole = digits(text);
    let fraction = text[whole..].strip_prefix('.').map_or(0, digits);
    if whole + fraction == 0 {
        return text;
    }
    let dot = usize::from(text[whole..].starts_with('.'));
    let rest = &text[whole + dot + fraction..];
    let exponent = rest.strip_prefix(['e', 'E']);
    let exponent = exponent.map(|exponent| exponent.strip_prefix(['+', '-']).unwrap_or(exponent));
    match exponent.map(|exponent| (exponent, digits(exponent))) {
        Some((exponent, digits @ 1..)) => &exponent[digits..],
        _ => rest,
    }
}
