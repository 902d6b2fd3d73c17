use std::cmp::Ordering;

use proptest::prelude::*;

use crate::tree::{as_integer, compare, is_integral, is_multiple_of, is_number};

#[test]
fn an_integer_has_one_text() {
    let nines = "9".repeat(41);
    for (text, integer) in [
        ("42", Some("42")),
        ("42.0", Some("42")),
        ("1e2", Some("100")),
        ("-0", Some("0")),
        ("-0.0e9", Some("0")),
        ("1.50e1", Some("15")),
        ("-12.30E+1", Some("-123")),
        ("100e-2", Some("1")),
        ("0.001e3", Some("1")),
        ("42.5", None),
        ("1e-1", None),
        ("1e40", None),
        ("1e400", None),
        (nines.as_str(), None),
        ("1e99999999999999999999999999999999999999999999", None),
        ("0e99999999999999999999999999999999999999999999", Some("0")),
        (
            "340282366920938463463374607431768211455",
            Some("340282366920938463463374607431768211455"),
        ),
    ] {
        assert_eq!(as_integer(text).as_deref(), integer, "{text}");
    }
    assert!(
        is_integral(&nines)
            && is_integral("1e400")
            && !is_integral("1e-400")
            && !is_integral("0.5")
    );
}

#[test]
fn numbers_compare_by_value() {
    for (a, b) in [
        ("1", "2"),
        ("-2", "-1"),
        ("-1", "0"),
        ("0.1", "0.11"),
        ("9.99", "1e1"),
        ("1e400", "1e401"),
        ("-1e400", "1"),
        ("1e-400", "1"),
        ("0", "1e-99999999999999999999999999999999999999999999"),
        ("9007199254740992", "9007199254740993"),
        ("123456789012345678901", "123456789012345678902"),
        (
            "1e99999999999999999999999999999999999999999998",
            "1e99999999999999999999999999999999999999999999",
        ),
        (
            "1e-99999999999999999999999999999999999999999999",
            "1e-99999999999999999999999999999999999999999998",
        ),
    ] {
        assert_eq!(compare(a, b), Ordering::Less, "{a} {b}");
        assert_eq!(compare(b, a), Ordering::Greater, "{a} {b}");
    }
    for (a, b) in [
        ("1", "1.0"),
        ("0", "-0.0"),
        ("100", "1E2"),
        ("0.10", "1e-1"),
        ("10e399", "1e400"),
    ] {
        assert_eq!(compare(a, b), Ordering::Equal, "{a} {b}");
    }
}

#[test]
fn multiples_are_decimal() {
    for (number, divisor) in [
        ("0.3", "0.1"),
        ("4.02", "0.01"),
        ("0", "7"),
        ("-6", "3"),
        ("1e400", "2"),
        ("1e3", "0.5"),
        ("0.00075", "0.0001e-1"),
        ("123456789012345678901234567890", "10"),
        ("7e99999999999999999999", "0.7"),
        ("1234567890123456789012345", "1234567890123456789012345"),
    ] {
        assert!(is_multiple_of(number, divisor), "{number} {divisor}");
    }
    for (number, divisor) in [
        ("0.35", "0.1"),
        ("7", "2"),
        ("1", "10"),
        ("1e400", "3"),
        ("5", "0"),
        ("1e-400", "1"),
        ("1.5", "1e400"),
    ] {
        assert!(!is_multiple_of(number, divisor), "{number} {divisor}");
    }
}

#[test]
fn the_grammar_is_that_of_json() {
    for text in ["0", "-0", "10", "1.0", "1e5", "1E-5", "-1.5e+10"] {
        assert!(is_number(text), "{text}");
    }
    for text in [
        "", "-", "01", "+1", ".5", "5.", "1e", "1e+", " 1", "1 ", "0x1", "NaN", "1_0", "--1",
    ] {
        assert!(!is_number(text), "{text}");
    }
}

proptest! {
    #[test]
    fn scaled_integers_behave_as_integers(a in -10_000_i64..10_000, b in 1_i64..500, scale in 0_usize..6) {
        let (x, y) = (format!("{a}e-{scale}"), format!("{b}e-{scale}"));
        prop_assert_eq!(compare(&x, &y), a.cmp(&b));
        prop_assert_eq!(is_multiple_of(&x, &y), a % b == 0);
        let integer = (a % 10_i64.pow(u32::try_from(scale).unwrap()) == 0)
            .then(|| (a / 10_i64.pow(u32::try_from(scale).unwrap())).to_string());
        prop_assert_eq!(as_integer(&x).map(std::borrow::Cow::into_owned), integer);
    }

    #[test]
    fn any_text_is_met_without_a_panic(text in "[-0-9.eE]{0,12}", other in any::<String>()) {
        for text in [&text, &other] {
            let _ = (is_number(text), as_integer(text), is_integral(text));
            let _ = (compare(text, "1.5"), is_multiple_of(text, "0.3"), is_multiple_of("3", text));
        }
    }
}
