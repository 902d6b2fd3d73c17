use tool_core::Tool as _;
use tool_service::builtin::{Calculator, CalculatorError};

/// The value of each expression, or what is wrong with it.
fn values(expressions: &[&str]) -> String {
    let value = |expression: &&str| {
        let call = Calculator {
            expression: (*expression).to_owned(),
            variables: [("x".to_owned(), 20.into()), ("e1".to_owned(), 7.into())].into(),
        };
        let value = match call.run() {
            Ok(value) => match value.digits {
                Some(digits) => format!("{} ({digits})", value.result),
                None => value.result.to_string(),
            },
            Err(error) => error.to_string(),
        };
        format!("{expression} = {value}")
    };
    expressions.iter().map(value).collect::<Vec<_>>().join("\n")
}

#[test]
fn operators_have_the_precedence_of_mathematics() {
    insta::assert_snapshot!(values(&[
        "1 + 2 * 3", "(1 + 2) * 3", "8 / 2 / 2", "8 - 2 - 2", "2^3^2", "2 ** 3 ** 2", "-2^2",
        "(-2)^2", "2^-2^2", "2/-3^2", "2*-3", "3--3", "- -3", "+3", "10 % 3", "-7 % 3", "7.5 % 2",
        "5!", "-3!", "2^3!", "3!!",
    ]), @"");
}

#[test]
fn integers_are_exact_and_floats_are_as_they_are() {
    insta::assert_snapshot!(values(&[
        "2^53 + 1", "9007199254740993 * 3", "2^64 - 1", "2^64", "2^100", "-2^63", "10^38 * 10",
        "30!", "34!", "6 / 3", "7 / 2", "1 / 3", "0.1 + 0.2", "1e3", "1.5e-3", ".5", "5.", "2^0.5",
        "2^-1", "0^0", "1e300", "9007199254740993.0",
        "170141183460469231731687303715884105727 + 1",
    ]), @"");
}

#[test]
fn functions_constants_and_variables() {
    insta::assert_snapshot!(values(&[
        "sqrt(2)", "sqrt(16)", "cbrt(27)", "sin(pi/2)", "cos(0)", "tan(0)", "asin(1)", "acos(1)",
        "atan(0)", "atan2(1, 1)", "sinh(0)", "cosh(0)", "tanh(0)", "exp(0)", "ln(e)", "log10(1000)",
        "log2(8)", "log(8, 2)", "abs(-3)", "abs(-2.5)", "floor(-2.5)", "ceil(2.1)", "trunc(-2.7)",
        "round(2.5)", "round(2.345, 1)", "round(7, 1)", "min(3, 1.5, 2)", "max(3)", "gcd(12, 18)",
        "lcm(4, 6)", "gcd(0, 0)", "lcm(0, 5)", "tau / pi", "2 * x", "e1 + 1", "abs ( -x )",
    ]), @"");
}

#[test]
fn what_has_no_value_is_said() {
    insta::assert_snapshot!(values(&[
        "", " ", "1 +", "* 2", "(1 + 2", "1 + 2)", "1 2", "2 x", "2(3)", "1,000 + 1", "sin", "sin 2",
        "foo(2)", "y + 1", "1 / 0", "1.5 % 0", "0 / 0", "0^-1", "sqrt(-1)", "ln(0)", "asin(2)",
        "(-8)^0.5", "exp(1000)", "1e400", "1e200 * 1e200", "10^10^10", "171!", "2.5!", "min()",
        "sqrt(1, 2)", "atan2(1)", "log(100)", "round(1, 2, 3)", "round(1.5, 99)", "round(1.5, 0.5)",
        "gcd(1.5, 2)", "lcm(10^38, 10^38 - 1)", "1 = 1", "0x10", "50%", "π", "$5", "é@",
    ]), @"");
}

#[test]
fn nesting_is_bounded_and_length_is_not_nesting() {
    let nested = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
    insta::assert_snapshot!(values(&[&nested(64)]).rsplit(" = ").next().unwrap(), @"");
    for deep in [nested(63), "-".repeat(63) + "1", "1^".repeat(63) + "1"] {
        assert!(values(&[&deep]).ends_with('1'), "{deep}");
    }
    for too_deep in [
        nested(100_000),
        "-".repeat(100_000) + "1",
        "1^".repeat(100_000) + "1",
    ] {
        let call = Calculator {
            expression: too_deep,
            variables: [].into(),
        };
        assert_eq!(call.run(), Err(CalculatorError::TooDeep { deepest: 64 }));
    }
    let long = "1+".repeat(100_000) + "1";
    assert!(values(&[&long]).ends_with(" = 100001"));
}

#[test]
fn a_call_is_read_and_a_result_is_json() {
    let run = |calls: &[&str]| super::outcomes(Calculator::run, calls);
    insta::assert_snapshot!(run(&[
        r#"{"expression": "price * 1.25 ^ 2", "variables": {"price": "80"}}"#,
        r#"{"expression": "2^70"}"#,
        r#"{"expression": ""}"#,
        r#"{"expression": "a", "variables": {"a": "many"}}"#,
    ]), @"");
    let long = format!(r#"{{"expression": "{}"}}"#, "1".repeat(1001));
    assert!(Calculator::parse(long.as_str()).is_err());
}
