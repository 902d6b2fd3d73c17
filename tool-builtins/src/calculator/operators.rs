use exmex::{BinOp, MakeOperators, Operator};

use super::functions;
use super::operand::{Operand, describe_not_finite};
use crate::quantity::Quantity;

/// The operators and functions for `exmex`.
#[derive(Clone, Debug)]
pub(super) struct Operators;

impl MakeOperators<Operand> for Operators {
    fn make<'a>() -> Vec<Operator<'a, Operand>> {
        let of_two = |prio, apply| BinOp {
            apply,
            prio,
            // Otherwise `exmex` may reorder operations and mix integers and floats.
            is_commutative: false,
        };
        let binary = |sign, prio, apply| Operator::make_bin(sign, of_two(prio, apply));
        let minus = of_two(1, |a, b| apply(a, "-", b));
        let mut operators = functions::list_operators();
        operators.extend([
            // Separates arguments.
            binary(";", 0, |a, b| {
                Operand(a.0.and_then(|a| Ok([a, b.0?].concat())))
            }),
            binary("+", 1, |a, b| apply(a, "+", b)),
            Operator::make_bin_unary("-", minus, |a| apply(Operand::default(), "-", a)),
            binary("*", 2, |a, b| apply(a, "*", b)),
            binary("/", 2, |a, b| apply(a, "/", b)),
            binary("%", 2, |a, b| apply(a, "%", b)),
            binary("^", 3, |a, b| apply(a, "^", b)),
            // A postfix operator has an unused second operand.
            binary("!", 4, |n, _| {
                n.into_number().and_then(functions::factorial).into()
            }),
        ]);
        operators
    }
}

fn apply(left: Operand, operator: &str, right: Operand) -> Operand {
    let value = |left| calculate(left, operator, right.into_number()?);
    left.into_number().and_then(value).into()
}

const DIVISION_BY_ZERO: &str = "division by zero";

fn calculate(left: Quantity, operator: &str, right: Quantity) -> Result<Quantity, String> {
    let zero = right.to_f64() == 0.0;
    let value = match operator {
        "+" => left.add(right),
        "-" => left.combine(right, i128::checked_sub, |a, b| a - b),
        "*" => left.combine(right, i128::checked_mul, |a, b| a * b),
        "/" | "%" if zero => return Err(DIVISION_BY_ZERO.to_owned()),
        "/" => left.combine(right, divide_exactly, |a, b| a / b),
        "%" => left.combine(right, i128::checked_rem, |a, b| a % b),
        _ if left.to_f64() == 0.0 && right.to_f64() < 0.0 => {
            return Err(DIVISION_BY_ZERO.to_owned());
        }
        _ => left.combine(right, raise, f64::powf),
    };
    if value.to_f64().is_finite() {
        return Ok(value);
    }
    let operand = |operand: Quantity| {
        if operand.to_f64() < 0.0 {
            format!("({operand})")
        } else {
            operand.to_string()
        }
    };
    let operation = format!("{} {operator} {}", operand(left), operand(right));
    Err(describe_not_finite(&operation))
}

fn divide_exactly(a: i128, b: i128) -> Option<i128> {
    let rest = a.checked_rem(b)?;
    if rest == 0 { a.checked_div(b) } else { None }
}

fn raise(base: i128, exponent: i128) -> Option<i128> {
    base.checked_pow(u32::try_from(exponent).ok()?)
}
