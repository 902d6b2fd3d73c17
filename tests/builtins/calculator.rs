use serde_json::{Value, json};
use tool_builtins::Calculator;
use tool_core::Tool as _;

/// Creates a call without the limits of the reader, as a program may do.
pub(super) fn call_of(expression: &str, variables: &Value) -> Calculator {
    let call = json!({"expression": expression, "variables": variables});
    serde_json::from_value(call).unwrap()
}

/// Returns the value of each expression, or its error.
fn values(expressions: &[&str]) -> String {
    let value = |expression: &&str| {
        let call = call_of(
            expression,
            &json!({"x": 20, "e1": 7, "minutes": 3, "maximum": 4, "é": 5}),
        );
        let value = match call.run() {
            Ok(value) => match value["digits"].as_str() {
                Some(digits) => format!("{} ({digits})", value["result"]),
                None => value["result"].to_string(),
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
    ]), @"
    1 + 2 * 3 = 7
    (1 + 2) * 3 = 9
    8 / 2 / 2 = 2
    8 - 2 - 2 = 4
    2^3^2 = 512
    2 ** 3 ** 2 = 512
    -2^2 = -4
    (-2)^2 = 4
    2^-2^2 = 0.0625
    2/-3^2 = -0.2222222222222222
    2*-3 = -6
    3--3 = 6
    - -3 = 3
    +3 = 3
    10 % 3 = 1
    -7 % 3 = -1
    7.5 % 2 = 1.5
    5! = 120
    -3! = -6
    2^3! = 64
    3!! = 720
    ");
}

#[test]
fn integers_are_exact_and_floats_are_unchanged() {
    insta::assert_snapshot!(values(&[
        "2^53 + 1", "9007199254740993 * 3", "2^64 - 1", "2^64", "2^100", "-2^63", "10^38 * 10",
        "30!", "34!", "6 / 3", "7 / 2", "1 / 3", "0.1 + 0.2", "1e3", "1.5e-3", ".5", "5.", "2^0.5",
        "2^-1", "0^0", "1e300", "9007199254740993.0",
        "170141183460469231731687303715884105727 + 1",
        "max(170141183460469231731687303715884105727, 1.7e38)",
        "min(170141183460469231731687303715884105727, 2.0^127)",
        "max(-1.8e38, -170141183460469231731687303715884105727 - 1)",
        "min(2.5, 2)",
        "max(-2.5, -2)",
        "abs(-170141183460469231731687303715884105727 - 1)",
        "-(-170141183460469231731687303715884105727 - 1)",
        "(-170141183460469231731687303715884105727 - 1) % -1",
        "(-170141183460469231731687303715884105727 - 1) / -1",
    ]), @"
    2^53 + 1 = 9007199254740993
    9007199254740993 * 3 = 27021597764222979
    2^64 - 1 = 18446744073709551615
    2^64 = 1.8446744073709552e+19 (18446744073709551616)
    2^100 = 1.2676506002282294e+30 (1267650600228229401496703205376)
    -2^63 = -9223372036854775808
    10^38 * 10 = 1e+39
    30! = 2.6525285981219107e+32 (265252859812191058636308480000000)
    34! = 2.9523279903960412e+38
    6 / 3 = 2
    7 / 2 = 3.5
    1 / 3 = 0.3333333333333333
    0.1 + 0.2 = 0.30000000000000004
    1e3 = 1000
    1.5e-3 = 0.0015
    .5 = 0.5
    5. = 5
    2^0.5 = 1.4142135623730951
    2^-1 = 0.5
    0^0 = 1
    1e300 = 1e+300
    9007199254740993.0 = 9007199254740992
    170141183460469231731687303715884105727 + 1 = 1.7014118346046923e+38
    max(170141183460469231731687303715884105727, 1.7e38) = 1.7014118346046923e+38 (170141183460469231731687303715884105727)
    min(170141183460469231731687303715884105727, 2.0^127) = 1.7014118346046923e+38 (170141183460469231731687303715884105727)
    max(-1.8e38, -170141183460469231731687303715884105727 - 1) = -1.7014118346046923e+38 (-170141183460469231731687303715884105728)
    min(2.5, 2) = 2
    max(-2.5, -2) = -2
    abs(-170141183460469231731687303715884105727 - 1) = 1.7014118346046923e+38
    -(-170141183460469231731687303715884105727 - 1) = 1.7014118346046923e+38
    (-170141183460469231731687303715884105727 - 1) % -1 = 0
    (-170141183460469231731687303715884105727 - 1) / -1 = 1.7014118346046923e+38
    ");
}

#[test]
fn functions_constants_and_variables() {
    insta::assert_snapshot!(values(&[
        "sqrt(2)", "sqrt(16)", "cbrt(27)", "sin(pi/2)", "cos(0)", "tan(0)", "asin(1)", "acos(1)",
        "atan(0)", "atan2(1, 1)", "sinh(0)", "cosh(0)", "tanh(0)", "exp(0)", "ln(e)", "log10(1000)",
        "log2(8)", "log(8, 2)", "abs(-3)", "abs(-2.5)", "floor(-2.5)", "ceil(2.1)", "trunc(-2.7)",
        "round(2.5)", "round(2.345, 1)", "round(7, 1)", "min(3, 1.5, 2)", "max(3)", "gcd(12, 18)",
        "lcm(4, 6)", "gcd(0, 0)", "lcm(0, 5)", "tau / pi", "2 * x", "e1 + 1", "abs ( -x )",
        "minutes + maximum", "max(1, max(2, 3), min(max(4, 5), 6))", "-max(1, 2)^2", "min (2, 3)!",
        "log(log(2^8, 2), 2)^2", "max((1), (2)) - max((3), 1 + 1)", "é * 2",
    ]), @"
    sqrt(2) = 1.4142135623730951
    sqrt(16) = 4
    cbrt(27) = 3
    sin(pi/2) = 1
    cos(0) = 1
    tan(0) = 0
    asin(1) = 1.5707963267948966
    acos(1) = 0
    atan(0) = 0
    atan2(1, 1) = 0.7853981633974483
    sinh(0) = 0
    cosh(0) = 1
    tanh(0) = 0
    exp(0) = 1
    ln(e) = 1
    log10(1000) = 3
    log2(8) = 3
    log(8, 2) = 3
    abs(-3) = 3
    abs(-2.5) = 2.5
    floor(-2.5) = -3
    ceil(2.1) = 3
    trunc(-2.7) = -2
    round(2.5) = 3
    round(2.345, 1) = 2.3
    round(7, 1) = 7
    min(3, 1.5, 2) = 1.5
    max(3) = 3
    gcd(12, 18) = 6
    lcm(4, 6) = 12
    gcd(0, 0) = 0
    lcm(0, 5) = 0
    tau / pi = 2
    2 * x = 40
    e1 + 1 = 8
    abs ( -x ) = 20
    minutes + maximum = 7
    max(1, max(2, 3), min(max(4, 5), 6)) = 5
    -max(1, 2)^2 = -4
    min (2, 3)! = 2
    log(log(2^8, 2), 2)^2 = 9
    max((1), (2)) - max((3), 1 + 1) = -1
    é * 2 = 10
    ");
}

#[test]
fn description_lists_each_function() {
    let outcome =
        Calculator::definition().schema()["properties"]["expression"]["description"].clone();
    let outcome: Vec<_> = outcome
        .as_str()
        .unwrap()
        .split(|c: char| !c.is_alphanumeric())
        .map(str::to_owned)
        .collect();
    let error = values(&["unknown(1)"]);
    let known = error.rsplit(": ").next().unwrap();
    for name in known.split(", ") {
        assert!(outcome.iter().any(|word| word == name), "{name}");
        let called = values(&[&format!("{name}(1)"), &format!("{name}(1, 2)")]);
        assert!(!called.contains("unknown"), "{called}");
    }
    assert_eq!(known.split(", ").count(), 26);
}

#[test]
fn reports_expressions_without_a_value() {
    insta::assert_snapshot!(values(&[
        "", " ", "1 +", "* 2", "(1 + 2", "1 + 2)", "1 2", "2 x", "2(3)", "1,000 + 1", "sin", "sin 2",
        "foo(2)", "y + 1", "1 / 0", "1.5 % 0", "0 / 0", "0^-1", "sqrt(-1)", "ln(0)", "asin(2)",
        "(-8)^0.5", "exp(1000)", "1e400", "1e200 * 1e200", "10^10^10", "171!", "2.5!", "min()",
        "min(", "(1, 2)", "1 + (2,000 * 3)",
        "sqrt(1, 2)", "atan2(1)", "log(100)", "round(1, 2, 3)", "round(1.5, 99)", "round(1.5, 0.5)",
        "gcd(1.5, 2)", "lcm(10^38, 10^38 - 1)", "1 = 1", "0x10", "50%", "π", "$5", "é@",
    ]), @r#"
     = expected a number, a name or "(", but the expression ends
      = expected a number, a name or "(", but the expression ends
    1 + = expected a number, a name or "(", but the expression ends
    * 2 = expected a number, a name or "(", but found "*" at character 1
    (1 + 2 = expected an operator or ")", but the expression ends
    1 + 2) = expected an operator or the end, but found ")" at character 6
    1 2 = expected an operator or the end, but found "2" at character 3
    2 x = expected an operator or the end, but found "x" at character 3
    2(3) = expected an operator or the end, but found "(" at character 2
    1,000 + 1 = expected an operator or the end (1000 is not written as 1,000), but found "," at character 2
    sin = expected "(" after the name of a function, but the expression ends
    sin 2 = expected "(" after the name of a function, but found "2" at character 5
    foo(2) = unknown function "foo"; use one of: abs, sqrt, cbrt, exp, ln, log10, log2, log, sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh, floor, ceil, trunc, round, min, max, gcd, lcm
    y + 1 = unknown name "y"; give its value in `variables`
    1 / 0 = division by zero
    1.5 % 0 = division by zero
    0 / 0 = division by zero
    0^-1 = division by zero
    sqrt(-1) = sqrt(-1) is not a real number, or too large for a 64-bit float
    ln(0) = ln(0) is not a real number, or too large for a 64-bit float
    asin(2) = asin(2) is not a real number, or too large for a 64-bit float
    (-8)^0.5 = (-8) ^ 0.5 is not a real number, or too large for a 64-bit float
    exp(1000) = exp(1000) is not a real number, or too large for a 64-bit float
    1e400 = 1e400 is not a real number, or too large for a 64-bit float
    1e200 * 1e200 = 1e200 * 1e200 is not a real number, or too large for a 64-bit float
    10^10^10 = 10 ^ 10000000000 is not a real number, or too large for a 64-bit float
    171! = ! takes an integer from 0 to 170
    2.5! = ! takes an integer from 0 to 170
    min() = expected a number, a name or "(", but found ")" at character 5
    min( = expected a number, a name or "(", but the expression ends
    (1, 2) = expected an operator or ")", but found "," at character 3
    1 + (2,000 * 3) = expected an operator or ")", but found "," at character 7
    sqrt(1, 2) = sqrt takes 1 argument, got 2
    atan2(1) = atan2 takes 2 arguments, got 1
    log(100) = log takes 2 arguments, log(x, base), while ln, log10 and log2 take 1, got 1
    round(1, 2, 3) = round takes 1 or 2 arguments, got 3
    round(1.5, 99) = round takes a number of digits from 0 to 15
    round(1.5, 0.5) = round takes a number of digits from 0 to 15
    gcd(1.5, 2) = gcd takes integers
    lcm(10^38, 10^38 - 1) = lcm(100000000000000000000000000000000000000, 99999999999999999999999999999999999999) is not a real number, or too large for a 64-bit float
    1 = 1 = expected an operator or the end, but found "=" at character 3
    0x10 = expected an operator or the end, but found "x" at character 2
    50% = expected a number, a name or "(", but the expression ends
    π = unknown name "π"; give its value in `variables`
    $5 = expected a number, a name or "(", but found "$" at character 1
    é@ = expected an operator or the end, but found "@" at character 2
    "#);
}

#[test]
fn limits_depth_and_length() {
    let nested = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
    let sum = |length: usize| "1+".repeat(length / 2) + "1";
    insta::assert_snapshot!(values(&[&nested(65)]).rsplit(" = ").next().unwrap(), @"more than 64 levels of parentheses, signs or powers; calculate a part of the expression first");
    insta::assert_snapshot!(values(&[&sum(1000)]).rsplit(" = ").next().unwrap(), @"more than 1000 characters; calculate a part of the expression first");
    for deep in [nested(64), "-".repeat(64) + "1", "1^".repeat(64) + "1"] {
        assert!(values(&[&deep]).ends_with('1'), "{deep}");
    }
    assert!(values(&[&sum(999)]).ends_with(" = 500"));
    for one_more in [
        nested(65),
        "-".repeat(65) + "1",
        "1^".repeat(65) + "1",
        sum(1000),
        nested(1000),
        nested(100_000),
    ] {
        let error = call_of(&one_more, &json!({}))
            .run()
            .unwrap_err()
            .to_string();
        assert!(error.starts_with("more than "), "{error}");
    }
}

/// The longest and deepest expressions need little stack.
#[test]
fn a_small_stack_is_enough() {
    let deepest = format!("{}1{}", "max(-1, 1^".repeat(32), ")".repeat(32));
    let longest = [
        "1+", "1*", "2-", "x/", "0,", "5!", "!", "(", "{", "é", "1 ", "(-", "ln(",
    ];
    let longest = longest.map(|text| text.repeat(999 / text.chars().count()) + "1");
    let small = std::thread::Builder::new().stack_size(256 * 1024);
    let run = move || {
        assert!(values(&[&deepest]).ends_with(" = 1"));
        longest.map(|expression| values(&[&expression])).len()
    };
    assert_eq!(small.spawn(run).unwrap().join().unwrap(), 13);
}

#[test]
fn a_call_is_read_and_a_result_is_json() {
    let run = |calls: &[&str]| super::outcomes(Calculator::run, calls);
    insta::assert_snapshot!(run(&[
        r#"{"expression": "price * 1.25 ^ 2", "variables": {"price": "80"}}"#,
        r#"{"expression": "2^70"}"#,
        r#"{"expression": ""}"#,
        r#"{"expression": "a", "variables": {"a": "many"}}"#,
    ]), @r#"
    {"expression": "price * 1.25 ^ 2", "variables": {"price": "80"}}
      {"result":125}
    {"expression": "2^70"}
      {"result":1.1805916207174113e+21,"digits":"1180591620717411303424"}
    {"expression": ""}
      refused: Please rewrite the input with valid arguments. Errors: expression: expected at least 1 character, got 0
    {"expression": "a", "variables": {"a": "many"}}
      refused: Please rewrite the input with valid arguments. Errors: variables.a: expected number, got string
    "#);
    let long = format!(r#"{{"expression": "{}"}}"#, "1".repeat(1001));
    assert!(Calculator::parse(long.as_str()).is_err());
}
