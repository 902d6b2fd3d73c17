use std::cmp::Ordering;

use exmex::Operator;

use super::operand::{Operand, describe_not_finite};
use crate::quantity::Quantity;

macro_rules! functions {
    ($($name:literal $of_one:expr,)*) => {
        /// Names of the functions, for the model.
        pub(super) const NAMES: &[&str] = &[$($name),*];

        /// Returns the functions for `exmex`. Each takes all its arguments as one operand.
        pub(super) fn list_operators<'a>() -> Vec<Operator<'a, Operand>> {
            vec![$(Operator::make_unary($name, |arguments| {
                arguments.0.and_then(|arguments| call_function($name, $of_one, &arguments)).into()
            })),*]
        }
    };
}

// Each name with its function of one float. `call` handles functions with other numbers of
// arguments.
functions! {
    "abs" f64::abs, "sqrt" f64::sqrt, "cbrt" f64::cbrt, "exp" f64::exp, "ln" f64::ln,
    "log10" f64::log10, "log2" f64::log2, "log" |_| f64::NAN,
    "sin" f64::sin, "cos" f64::cos, "tan" f64::tan,
    "asin" f64::asin, "acos" f64::acos, "atan" f64::atan, "atan2" |_| f64::NAN,
    "sinh" f64::sinh, "cosh" f64::cosh, "tanh" f64::tanh,
    "floor" f64::floor, "ceil" f64::ceil, "trunc" f64::trunc, "round" f64::round,
    "min" |_| f64::NAN, "max" |_| f64::NAN, "gcd" |_| f64::NAN, "lcm" |_| f64::NAN,
}

/// Returns the value of a constant.
pub(super) fn find_constant(name: &str) -> Option<Quantity> {
    let value = match name {
        "pi" => std::f64::consts::PI,
        "e" => std::f64::consts::E,
        "tau" => std::f64::consts::TAU,
        _ => return None,
    };
    Some(Quantity::Float(value))
}

fn call_function(
    name: &str,
    of_one: fn(f64) -> f64,
    arguments: &[Quantity],
) -> Result<Quantity, String> {
    let count = |takes| format!("{name} takes {takes}, got {}", arguments.len());
    let value = match (name, arguments) {
        ("min", [first, rest @ ..]) => find_extreme(*first, rest, Ordering::Less),
        ("max", [first, rest @ ..]) => find_extreme(*first, rest, Ordering::Greater),
        ("log", [x, base]) => Quantity::Float(x.to_f64().ln() / base.to_f64().ln()),
        ("log", _) => {
            let takes = "2 arguments, log(x, base), while ln, log10 and log2 take 1";
            return Err(count(takes));
        }
        ("atan2", [y, x]) => Quantity::Float(y.to_f64().atan2(x.to_f64())),
        ("gcd" | "lcm", [a, b]) => apply_divisor(name, a.to_whole(), b.to_whole())?,
        ("atan2" | "gcd" | "lcm", _) => return Err(count("2 arguments")),
        ("round", [x, digits]) => round(*x, digits.to_whole())?,
        ("round", [_, _, _, ..]) => return Err(count("1 or 2 arguments")),
        (_, [x]) => apply_to_one(name, of_one, *x),
        _ => return Err(count("1 argument")),
    };
    if value.to_f64().is_finite() {
        return Ok(value);
    }
    let shown: Vec<_> = arguments.iter().map(ToString::to_string).collect();
    let operation = format!("{name}({})", shown.join(", "));
    Err(describe_not_finite(&operation))
}

/// Computes the factorial, `n!`.
pub(super) fn factorial(of: Quantity) -> Result<Quantity, String> {
    let Quantity::Integer(n @ 0..=170) = of.to_whole() else {
        return Err("! takes an integer from 0 to 170".to_owned());
    };
    let multiply = |product: Quantity, factor| {
        product.combine(Quantity::Integer(factor), i128::checked_mul, |a, b| a * b)
    };
    Ok((2..=n).fold(Quantity::Integer(1), multiply))
}

fn apply_to_one(name: &str, on_float: fn(f64) -> f64, x: Quantity) -> Quantity {
    match (name, x) {
        ("floor" | "ceil" | "trunc" | "round", Quantity::Integer(_)) => x,
        ("abs", Quantity::Integer(integer)) if integer > i128::MIN => {
            Quantity::Integer(integer.abs())
        }
        ("floor" | "ceil" | "trunc" | "round" | "sqrt", _) => {
            Quantity::Float(on_float(x.to_f64())).to_whole()
        }
        _ => Quantity::Float(on_float(x.to_f64())),
    }
}

fn find_extreme(first: Quantity, rest: &[Quantity], kept: Ordering) -> Quantity {
    rest.iter().fold(first, |best, next| {
        if next.compare(best) == kept {
            *next
        } else {
            best
        }
    })
}

fn round(x: Quantity, digits: Quantity) -> Result<Quantity, String> {
    let Quantity::Integer(digits @ 0..=15) = digits else {
        return Err("round takes a number of digits from 0 to 15".to_owned());
    };
    Ok(match x {
        Quantity::Integer(_) => x,
        Quantity::Float(float) => {
            let digits = usize::try_from(digits).unwrap_or(0);
            let rounded = format!("{float:.digits$}").parse();
            Quantity::Float(rounded.unwrap_or(f64::NAN))
        }
    })
}

fn apply_divisor(name: &str, a: Quantity, b: Quantity) -> Result<Quantity, String> {
    let (Quantity::Integer(a), Quantity::Integer(b)) = (a, b) else {
        return Err(format!("{name} takes integers"));
    };
    let (a, b) = (a.unsigned_abs(), b.unsigned_abs());
    let (mut divisor, mut rest) = (a, b);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    let value = match name {
        "gcd" => Some(divisor),
        _ if divisor == 0 => Some(0),
        _ => (a / divisor).checked_mul(b),
    };
    let value = value.and_then(|value| i128::try_from(value).ok());
    let too_large = || describe_not_finite(&format!("{name}({a}, {b})"));
    value.map(Quantity::Integer).ok_or_else(too_large)
}
