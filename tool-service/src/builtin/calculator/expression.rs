use std::collections::BTreeMap;

use exmex::{ExError, Express as _, FlatEx};
use serde_json::Number;

use super::notation::{self, Literals};
use super::operand::Operand;
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
