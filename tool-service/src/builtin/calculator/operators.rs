use super::CalculatorError;
use crate::builtin::quantity::Quantity;

/// The value of an operation on two numbers.
pub(super) fn apply(
    left: Quantity,
    operator: &str,
    right: Quantity,
) -> Result<Quantity, CalculatorError> {
    let zero = right.to_f64() == 0.0;
    let value = match operator {
        "+" => left.add(right),
        "-" => left.either(right, i128::checked_sub, |a, b| a - b),
        "*" => left.either(right, i128::checked_mul, |a, b| a * b),
        "/" | "%" if zero => return Err(CalculatorError::DivisionByZero),
        "/" => left.either(right, divide_exactly, |a, b| a / b),
        "%" => left.either(right, i128::checked_rem, |a, b| a % b),
        _ if left.to_f64() == 0.0 && right.to_f64() < 0.0 => {
            return Err(CalculatorError::DivisionByZero);
        }
        _ => left.either(right, power, f64::powf),
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
    Err(CalculatorError::not_finite(operation))
}

fn divide_exactly(a: i128, b: i128) -> Option<i128> {
    let rest = a.checked_rem(b)?;
    if rest == 0 { a.checked_div(b) } else { None }
}

fn power(base: i128, exponent: i128) -> Option<i128> {
    base.checked_pow(u32::try_from(exponent).ok()?)
}
