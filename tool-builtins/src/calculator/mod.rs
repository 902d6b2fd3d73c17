mod functions;
mod notation;
mod operand;
mod operators;

use std::collections::BTreeMap;

use exmex::{ExError, Express as _, FlatEx};
use serde::Serialize;
use serde_json::Number;
use tool_core::{Tool, ToolArg};

use crate::quantity::Quantity;
use crate::{Output, Quoted};
use notation::Literals;
use operand::{Operand, describe_not_finite, describe_unreadable};
use operators::Operators;

/// Calculate the value of an expression. Integers are exact up to 38 digits; any other number
/// is a 64-bit float, exact to about 15 digits.
#[derive(Clone, Debug, PartialEq, Tool)]
#[tool(read_only, idempotent, open_world = false)]
#[tool(example = r#"{"expression": "price * 1.25 ^ 2", "variables": {"price": 80}}"#)]
#[tool(output = Calculation)]
pub struct Calculator {
    /// Operators: + - * / % (remainder, with the sign of the left side) ^ ! and parentheses.
    /// Constants: pi, e, tau. Functions, angles in radians: abs, sqrt, cbrt, exp, ln, log10, log2,
    /// log(x, base), sin, cos, tan, asin, acos, atan, atan2(y, x), sinh, cosh, tanh, floor,
    /// ceil, trunc, round(x, digits), min, max, gcd, lcm.
    #[schemars(length(min = 1, max = 1000))]
    expression: String,
    /// Values of the names in the expression.
    #[serde(default)]
    variables: BTreeMap<String, Number>,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToolArg)]
struct Calculation {
    /// The value.
    result: Number,
    /// All digits of an integer that the result had to be rounded for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    digits: Option<String>,
}

impl Calculator {
    /// Calculates the value of the expression.
    ///
    /// An expression has at most 1000 characters and 64 nested levels of parentheses, signs and
    /// powers.
    ///
    /// ```
    /// use tool_builtins::Calculator;
    /// use tool_core::Tool;
    ///
    /// let call = Calculator::parse(r#"{"expression": "2 ^ 10"}"#)?;
    /// assert_eq!(call.run()?["result"], 1024);
    /// # Ok::<(), Box<dyn std::error::Error + Send + Sync>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the expression is invalid, or has no finite real value.
    pub fn run(self) -> Output {
        let value = evaluate(&self.expression, &self.variables)?;
        let result = value.to_number();
        let result = result.ok_or_else(|| describe_not_finite(&self.expression))?;
        let digits = match value {
            Quantity::Integer(integer) if !(result.is_i64() || result.is_u64()) => {
                Some(integer.to_string())
            }
            _ => None,
        };
        Ok(serde_json::to_value(Calculation { result, digits })?)
    }
}

fn evaluate(expression: &str, variables: &BTreeMap<String, Number>) -> Result<Quantity, String> {
    let written = notation::write(expression, &|name| variables.contains_key(name))?;
    let unreadable = |error: ExError| describe_unreadable(&error.to_string());
    let parsed = FlatEx::<Operand, Operators, Literals>::parse_wo_compile(&written);
    let parsed = parsed.map_err(unreadable)?;
    let value = |name: &String| {
        let variable = variables.get(name).map(Quantity::of);
        let value = variable.or_else(|| functions::find_constant(name));
        let name = Quoted(name);
        value
            .ok_or_else(|| format!("unknown name {name}; give its value in `variables`"))
            .into()
    };
    let values: Vec<Operand> = parsed.var_names().iter().map(value).collect();
    parsed.eval(&values).map_err(unreadable)?.into_number()
}
