mod error;
mod expression;
mod functions;
mod notation;
mod operand;
mod operators;

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Number;
use tool_core::{Tool, ToolArg};

use super::quantity::Quantity;

pub use error::CalculatorError;

/// Calculate the value of an expression. Integers are exact up to 38 digits; any other number
/// is a 64-bit float, exact to about 15 digits.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(read_only, idempotent, open_world = false)]
#[tool(example = r#"{"expression": "price * 1.25 ^ 2", "variables": {"price": 80}}"#)]
#[tool(output = "Calculation")]
pub struct Calculator {
    /// Operators: + - * / % (remainder, with the sign of the left side) ^ ! and parentheses.
    /// Constants: pi, e, tau. Functions, angles in radians: abs, sqrt, cbrt, exp, ln, log10, log2,
    /// log(x, base), sin, cos, tan, asin, acos, atan, atan2(y, x), sinh, cosh, tanh, floor,
    /// ceil, trunc, round(x, digits), min, max, gcd, lcm.
    #[schemars(length(min = 1, max = 1000))]
    pub expression: String,
    /// Values of the names in the expression.
    #[serde(default)]
    pub variables: BTreeMap<String, Number>,
}

/// What a [`Calculator`] gives back.
#[derive(Clone, Debug, PartialEq, Serialize, ToolArg)]
pub struct Calculation {
    /// The value.
    pub result: Number,
    /// All digits of an integer that the result had to be rounded for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digits: Option<String>,
}

impl Calculator {
    /// Calculates the value of the expression.
    ///
    /// An expression may have 1000 characters, and nest 64 levels of parentheses, signs and
    /// powers.
    ///
    /// ```
    /// use tool_core::Tool;
    /// use tool_service::builtin::Calculator;
    ///
    /// let call = Calculator::parse(r#"{"expression": "2 ^ 10"}"#)?;
    /// assert_eq!(call.run()?.result, 1024.into());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the expression cannot be read, or has no finite real value.
    pub fn run(self) -> Result<Calculation, CalculatorError> {
        let value = expression::evaluate(&self.expression, &self.variables)?;
        let result = value.to_number();
        let result = result.ok_or_else(|| CalculatorError::not_finite(self.expression))?;
        let digits = match value {
            Quantity::Integer(integer) if !(result.is_i64() || result.is_u64()) => {
                Some(integer.to_string())
            }
            _ => None,
        };
        Ok(Calculation { result, digits })
    }
}
