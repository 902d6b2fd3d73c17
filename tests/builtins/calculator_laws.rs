use proptest::prelude::*;
use serde_json::{Value, json};
use tool_builtins::Calculator;

use super::calculator::call_of;
use super::laws::{number, one_of, runs};

/// An expression as a tree.
#[derive(Clone, Debug)]
enum Tree {
    Number(u8),
    Negated(Box<Tree>),
    Applied(Box<Tree>, char, Box<Tree>),
}

fn tree(depth: u32, size: u32) -> impl Strategy<Value = Tree> {
    (0..5_u8)
        .prop_map(Tree::Number)
        .prop_recursive(depth, size, 2, |inner| {
            let operator = one_of(&["+", "-", "*", "/", "%", "^"]);
            let operator = operator.prop_map(|text| text.chars().next().unwrap_or('+'));
            let applied = (inner.clone(), operator, inner.clone());
            prop_oneof![
                inner.prop_map(|of| Tree::Negated(of.into())),
                applied.prop_map(|(a, operator, b)| Tree::Applied(a.into(), operator, b.into())),
            ]
        })
}

/// Writes a tree with all parentheses.
fn in_full(tree: &Tree) -> String {
    match tree {
        Tree::Number(number) => number.to_string(),
        Tree::Negated(of) => format!("(-{})", in_full(of)),
        Tree::Applied(a, operator, b) => format!("({}{operator}{})", in_full(a), in_full(b)),
    }
}

/// Writes a tree with only the required parentheses. `binds` is the precedence of the context.
fn in_short(tree: &Tree, binds: u8) -> String {
    let (own, text) = match tree {
        Tree::Number(number) => (4, number.to_string()),
        Tree::Negated(of) => (2, format!("-{}", in_short(of, 2))),
        Tree::Applied(a, operator, b) => {
            // Left-associative, except powers, whose exponent may have a sign.
            let (own, left, right) = match operator {
                '+' | '-' => (0, 0, 1),
                '^' => (3, 4, 2),
                _ => (1, 1, 2),
            };
            let (a, b) = (in_short(a, left), in_short(b, right));
            (own, format!("{a} {operator} {b}"))
        }
    };
    if own < binds {
        format!("({text})")
    } else {
        text
    }
}

/// A number that is exact while it is an integer of 128 bits.
#[derive(Clone, Copy, Debug)]
enum Exact {
    Integer(i128),
    Float(f64),
}

#[expect(clippy::cast_precision_loss, reason = "an f64 is asked for")]
fn float(value: Exact) -> f64 {
    match value {
        Exact::Integer(integer) => integer as f64,
        Exact::Float(float) => float,
    }
}

/// Computes the reference value, or `None` without a finite real value.
fn value_of(tree: &Tree) -> Option<Exact> {
    let (a, operator, b) = match tree {
        Tree::Number(number) => return Some(Exact::Integer((*number).into())),
        Tree::Negated(of) => (Exact::Integer(0), '-', value_of(of)?),
        Tree::Applied(a, operator, b) => (value_of(a)?, *operator, value_of(b)?),
    };
    let integer = match (a, b) {
        (Exact::Integer(a), Exact::Integer(b)) => match operator {
            '+' => a.checked_add(b),
            '-' => a.checked_sub(b),
            '*' => a.checked_mul(b),
            '/' => (b != 0 && a % b == 0).then(|| a / b),
            '%' => a.checked_rem(b),
            _ => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        },
        _ => None,
    };
    let (x, y) = (float(a), float(b));
    let value = match operator {
        '+' => x + y,
        '-' => x - y,
        '*' => x * y,
        '/' => x / y,
        '%' => x % y,
        _ => x.powf(y),
    };
    let value = integer.map_or(Exact::Float(value), Exact::Integer);
    float(value).is_finite().then_some(value)
}

/// Returns all digits of a computed integer.
fn digits(value: &Value) -> String {
    let digits = value["digits"].as_str().map(str::to_owned);
    digits.unwrap_or_else(|| value["result"].to_string())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_calculator_takes_any_expression(
        expression in prop_oneof![
            "([0-9]{1,4}|[.]|[-+*/%^!(), ]|e|x|sqrt|log|round|gcd|\\*\\*){0,24}",
            "[0-9x]{1,3}([-+*/%^][(]?-?[0-9.x]{1,40}[)!]?){0,6}",
            "(min|max|abs|round|gcd|lcm|atan2|ln|tan)\\([0-9.]{1,20}(,-?[0-9.]{1,20}){0,2}\\)",
            "\\PC{0,40}",
        ],
        x in number(),
    ) {
        let call = json!({"expression": expression, "variables": {"x": x}});
        runs(&call, Calculator::run)?;
    }

    #[test]
    fn value_matches_mathematics(tree in prop_oneof![tree(4, 12), tree(6, 100)]) {
        for expression in [in_short(&tree, 0), in_full(&tree)] {
            if expression.len() > 1000 {
                continue;
            }
            let value = call_of(&expression, &json!({})).run().ok();
            let expected = value_of(&tree);
            let found = value.as_ref().and_then(|value| value["result"].as_f64());
            prop_assert_eq!(found, expected.map(float), "{}", expression);
            if let (Some(value), Some(Exact::Integer(integer))) = (value, expected) {
                prop_assert_eq!(digits(&value), integer.to_string(), "{}", expression);
            }
        }
    }

    /// With the maximum number of operands on one level.
    #[test]
    fn long_chains_match_mathematics(
        first in 0..5_u8,
        rest in prop::collection::vec((one_of(&["+", "-", "*"]), 0..5_u8), 60..400),
    ) {
        let mut expression = first.to_string();
        let (mut sum, mut product) = (0_i128, i128::from(first));
        for (operator, number) in rest {
            expression.extend([operator, &number.to_string()]);
            let number = i128::from(number);
            if operator == "*" {
                prop_assume!(product.checked_mul(number).is_some());
                product *= number;
            } else {
                sum += product;
                product = if operator == "+" { number } else { -number };
            }
        }
        let value = call_of(&expression, &json!({})).run().unwrap();
        prop_assert_eq!(digits(&value), (sum + product).to_string());
    }
}
