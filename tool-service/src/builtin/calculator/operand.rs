use std::convert::Infallible;
use std::str::FromStr;

use super::CalculatorError;
use crate::builtin::quantity::Quantity;

/// What `exmex` calculates with, whose operations cannot fail: a number, or all arguments of a
/// function, or why there is none.
#[derive(Clone, Debug)]
pub(super) struct Operand(pub(super) Result<Vec<Quantity>, CalculatorError>);

impl Operand {
    pub(super) fn number(self) -> Result<Quantity, CalculatorError> {
        let reason = "arguments of no function".to_owned();
        match self.0?[..] {
            [number] => Ok(number),
            _ => Err(CalculatorError::Unreadable { reason }),
        }
    }
}

impl From<Result<Quantity, CalculatorError>> for Operand {
    fn from(value: Result<Quantity, CalculatorError>) -> Self {
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
        let too_large = || CalculatorError::not_finite(text);
        Ok(value.ok_or_else(too_large).into())
    }
}
