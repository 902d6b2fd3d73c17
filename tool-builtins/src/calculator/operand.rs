use std::convert::Infallible;
use std::str::FromStr;

use crate::quantity::Quantity;

/// What `exmex` calculates with, whose operations cannot fail: a number, or all arguments of a
/// function, or why there is none.
#[derive(Clone, Debug)]
pub(super) struct Operand(pub(super) Result<Vec<Quantity>, String>);

impl Operand {
    pub(super) fn into_number(self) -> Result<Quantity, String> {
        match self.0?[..] {
            [number] => Ok(number),
            _ => Err(describe_unreadable("arguments of no function")),
        }
    }
}

impl From<Result<Quantity, String>> for Operand {
    fn from(value: Result<Quantity, String>) -> Self {
        Self(value.map(|number| vec![number]))
    }
}

impl Default for Operand {
    fn default() -> Self {
        Ok(Quantity::Integer(0)).into()
    }
}

impl FromStr for Operand {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        let float = || text.parse().ok().map(Quantity::Float);
        let value = text.parse().ok().map(Quantity::Integer).or_else(float);
        let value = value.filter(|value| value.to_f64().is_finite());
        let too_large = || describe_not_finite(text);
        Ok(value.ok_or_else(too_large).into())
    }
}

pub(super) fn describe_not_finite(operation: &str) -> String {
    format!("{operation} is not a real number, or too large for a 64-bit float")
}

/// The error of an expression that `exmex` does not read, although [`notation`](super::notation) wrote it.
pub(super) fn describe_unreadable(reason: &str) -> String {
    format!("the expression cannot be read: {reason}")
}

#[cfg(test)]
mod tests {
    use super::describe_unreadable;

    #[test]
    fn reports_an_error_of_exmex_as_unreadable() {
        let error = describe_unreadable("reason");
        assert_eq!(error, "the expression cannot be read: reason");
    }
}
