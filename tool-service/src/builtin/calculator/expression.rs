use std::collections::BTreeMap;
use std::convert::Infallible;
use std::str::FromStr;

use exmex::{ExError, Express as _, FlatEx};
use serde_json::Number;

use super::notation::{self, Literals};
use super::operators::Operators;
use super::{CalculatorError, functions};
use crate::builtin::quantity::Quantity;

/// The value of an expression.
pub(super) fn evaluate(
    expression: &str,
    variables: &BTreeMap<String, Number>,
) -> Result<Quantity, CalculatorError> {
    let written = notation::write(expression, &|name| variables.contains_key(name))?;
    let unreadable = |error: ExError| CalculatorError::Unreadable {
        reason: error.to_string(),
    };
    let parsed = FlatEx::<Operand, Operators, Literals>::parse_wo_compile(&written);
    let parsed = parsed.map_err(unreadable)?;
    let value = |name: &String| {
        let variable = variables.get(name).map(Quantity::of);
        let value = variable.or_else(|| functions::constant(name));
        let name = name.clone();
        value.ok_or(CalculatorError::UnknownName { name }).into()
    };
    let values: Vec<Operand> = parsed.var_names().iter().map(value).collect();
    parsed.eval(&values).map_err(unreadable)?.number()
}

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
