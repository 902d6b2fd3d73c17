use std::cmp::Ordering;

use exmex::Operator;

use super::CalculatorError;
use super::operand::Operand;
use crate::builtin::quantity::Quantity;

macro_rules! functions {
    ($($name:literal $of_one:expr,)*) => {
        /// The functions there are, as a model is told of them.
        pub(super) const NAMES: &[&str] = &[$($name),*];

        /// The functions, as `exmex` asks for them: each takes all its arguments as one operand.
        pub(super) fn operators<'a>() -> Vec<Operator<'a, Operand>> {
            vec![$(Operator::make_unary($name, |arguments| {
                arguments.0.and_then(|arguments| call($name, $of_one, &arguments)).into()
            })),*]
        }
    };
}

// With what each is of one float. Those that take another number of arguments are in `call`.
functions! {
    "abs" f64::abs, "sqrt" f64::sqrt, "cbrt" f64::cbrt, "exp" f64::exp, "ln" f64::ln,
    "log10" f64::log10, "log2" f64::log2, "log" |_| f64::NAN,
    "sin" f64::sin, "cos" f64::cos, "tan" f64::tan,
    "asin" f64::asin, "acos" f64::acos, "atan" f64::atan, "atan2" |_| f64::NAN,
    "sinh" f64::sinh, "cosh" f64::cosh, "tanh" f64::tanh,
    "floor" f64::floor, "ceil" f64::ceil, "trunc" f64::trunc, "round" f64::round,
    "min" |_| f64::NAN, "max" |_| f64::NAN, "gcd" |_| f64::NAN, "lcm" |_| f64::NAN,
}

/// The value of a constant.
pub(super) fn constant(name: &str) -> Option<Quantity> {
    let value = match name {
        "pi" => std::f64::consts::PI,
        "e" => std::f64::consts::E,
        "tau" => std::f64::consts::TAU,
        _ => return None,
    };
    Some(Quantity::Float(value))
}

fn call(
    name: &str,
    of_one: fn(f64) -> f64,
    arguments: &[Quantity],
) -> Result<Quantity, CalculatorError> {
    let count = |takes| CalculatorError::ArgumentCount {
        function: name.to_owned(),
        takes,
        got: arguments.len(),
    };
    let value = match (name, arguments) {
        ("min", [first, rest @ ..]) => extreme(*first, rest, Ordering::Less),
        ("max", [first, rest @ ..]) => extreme(*first, rest, Ordering::Greater),
        ("log", [x, base]) => Quantity::Float(x.to_f64().ln() / base.to_f64().ln()),
        ("log", _) => {
            let takes = "2 arguments, log(x, base), while ln, log10 and log2 take 1";
            return Err(count(takes));
        }
        ("atan2", [y, x]) => Quantity::Float(y.to_f64().atan2(x.to_f64())),
        ("gcd" | "lcm", [a, b]) => divisor(name, a.whole(), b.whole())?,
        ("atan2" | "gcd" | "lcm", _) => return Err(count("2 arguments")),
        ("round", [x, digits]) => round(*x, digits.whole())?,
        ("round", [_, _, _, ..]) => return Err(count("1 or 2 arguments")),
        (_, [x]) => on_one(name, of_one, *x),
        _ => return Err(count("1 argument")),
    };
    if value.to_f64().is_finite() {
        return Ok(value);
    }
    let shown: Vec<_> = arguments.iter().map(ToString::to_string).collect();
    let operation = format!("{name}({})", shown.join(", "));
    Err(CalculatorError::not_finite(operation))
}

/// The factorial, `n!`.
pub(super) fn factorial(of: Quantity) -> Result<Quantity, CalculatorError> {
    let Quantity::Integer(n @ 0..=170) = of.whole() else {
        let takes = "an integer from 0 to 170";
        return Err(CalculatorError::not_an_integer("!", takes));
    };
    let multiply = |product: Quantity, factor| {
        product.either(Quantity::Integer(factor), i128::checked_mul, |a, b| a * b)
    };
    Ok((2..=n).fold(Quantity::Integer(1), multiply))
}

fn on_one(name: &str, on_float: fn(f64) -> f64, x: Quantity) -> Quantity {
    match (name, x) {
        ("floor" | "ceil" | "trunc" | "round", Quantity::Integer(_)) => x,
        ("abs", Quantity::Integer(integer)) if integer > i128::MIN => {
            Quantity::Integer(integer.abs())
        }
        ("floor" | "ceil" | "trunc" | "round" | "sqrt", _) => {
            Quantity::Float(on_float(x.to_f64())).whole()
        }
        _ => Quantity::Float(on_float(x.to_f64())),
    }
}

fn extreme(first: Quantity, rest: &[Quantity], kept: Ordering) -> Quantity {
    rest.iter().fold(first, |best, next| {
        if next.compare(best) == kept {
            *next
        } else {
            best
        }
    })
}

fn round(x: Quantity, digits: Quantity) -> Result<Quantity, CalculatorError> {
    let Quantity::Integer(digits @ 0..=15) = digits else {
        let takes = "a number of digits from 0 to 15";
        return Err(CalculatorError::not_an_integer("round", takes));
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

fn divisor(name: &str, a: Quantity, b: Quantity) -> Result<Quantity, CalculatorError> {
    let (Quantity::Integer(a), Quantity::Integer(b)) = (a, b) else {
        return Err(CalculatorError::not_an_integer(name, "integers"));
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
    let too_large = || CalculatorError::not_finite(format!("{name}({a}, {b})"));
    value.map(Quantity::Integer).ok_or_else(too_large)
}
