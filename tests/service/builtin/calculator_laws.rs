use proptest::prelude::*;
use serde_json::json;
use tool_service::builtin::Calculator;

use super::laws::{number, one_of, runs};

/// An expression as a tree.
#[derive(Clone, Debug)]
enum Tree {
    Number(u8),
    Negated(Box<Tree>),
    Applied(Box<Tree>, char, Box<Tree>),
}

fn tree() -> impl Strategy<Value = Tree> {
    (0..5_u8)
        .prop_map(Tree::Number)
        .prop_recursive(4, 12, 2, |inner| {
            let operator = one_of(&["+", "-", "*", "/", "%", "^"]);
            let operator = operator.prop_map(|text| text.chars().next().unwrap_or('+'));
            let applied = (inner.clone(), operator, inner.clone());
            prop_oneof![
                inner.prop_map(|of| Tree::Negated(of.into())),
                applied.prop_map(|(a, operator, b)| Tree::Applied(a.into(), operator, b.into())),
            ]
        })
}

/// A tree in parentheses everywhere.
fn in_full(tree: &Tree) -> String {
    match tree {
        Tree::Number(number) => number.to_string(),
        Tree::Negated(of) => format!("(-{})", in_full(of)),
        Tree::Applied(a, operator, b) => format!("({}{operator}{})", in_full(a), in_full(b)),
    }
}

/// A tree in those parentheses alone that mathematics needs where something binds that much.
fn in_short(tree: &Tree, binds: u8) -> String {
    let (own, text) = match tree {
        Tree::Number(number) => (4, number.to_string()),
        Tree::Negated(of) => (2, format!("-{}", in_short(of, 2))),
        Tree::Applied(a, operator, b) => {
            // From the left, but for powers, whose exponent may have a sign.
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

    /// Parentheses that mathematics does not need change nothing.
    #[test]
    fn precedence_is_that_of_mathematics(tree in tree()) {
        let value = |expression: String| {
            let variables = [].into();
            Calculator { expression, variables }.run().map_err(|error| error.to_string())
        };
        prop_assert_eq!(value(in_short(&tree, 0)), value(in_full(&tree)), "{}", in_short(&tree, 0));
    }
}
