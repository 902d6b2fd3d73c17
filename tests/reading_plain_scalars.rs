//! Scalars that the reader reads without the general check: the value, the constraints and the
//! limits are the same.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use tests::{describe, read};
use tool_core::{Limits, Tool, ToolArg};

#[derive(Debug, ToolArg)]
enum Choice {
    Flag(bool),
    Half(f64),
}

/// A tool.
#[derive(Debug, Tool)]
struct Decimal {
    value: f64,
}

/// A tool.
#[derive(Debug, Tool)]
struct AtLeastOne {
    #[schemars(range(min = 1.0))]
    value: f64,
}

/// A tool.
#[derive(Debug, Tool)]
struct Chosen {
    choice: Choice,
}

/// Eight digits are parsed at once.
#[test]
fn reads_decimals_with_eight_digits_that_end_in_zeros() {
    for (text, value) in [
        ("0.12340000", 0.1234),
        ("1.00010000", 1.0001),
        ("-2.00000000", -2.0),
        ("0.00010002", 0.000_100_02),
        ("0.12345678", 0.123_456_78),
    ] {
        let outcome = read::<Decimal>(&format!(r#"{{"value": {text}}}"#));
        assert_eq!(outcome, format!("{:?}", Decimal { value }), "{text}");
    }
}

#[test]
fn rejects_a_decimal_below_the_minimum() {
    assert_snapshot!(read::<AtLeastOne>(r#"{"value": 0.5}"#), @r#"! value minimum {"minimum":1.0,"exclusive":false} got 0.5"#);
    assert_snapshot!(read::<AtLeastOne>(r#"{"value": 1.5}"#), @"AtLeastOne { value: 1.5 }");
}

#[test]
fn reads_scalars_in_variants() {
    assert_snapshot!(read::<Chosen>(r#"{"choice": {"Flag": true}}"#), @"Chosen { choice: Flag(true) }");
    assert_snapshot!(read::<Chosen>(r#"{"choice": {"Flag": false}}"#), @"Chosen { choice: Flag(false) }");
    assert_snapshot!(read::<Chosen>(r#"{"choice": {"Half": 0.5}}"#), @"Chosen { choice: Half(0.5) }");
}

/// A tool.
#[derive(Debug, Tool)]
struct Lists {
    #[serde(default)]
    texts: Vec<String>,
    #[serde(default)]
    flags: Vec<bool>,
    #[serde(default)]
    decimals: Vec<f64>,
    #[serde(default)]
    integers: Vec<u8>,
}

#[test]
fn every_kind_of_scalar_counts_as_a_node() {
    for (key, item) in [
        ("texts", r#""a""#),
        ("flags", "true"),
        ("flags", r#""true""#),
        ("flags", r#""yes""#),
        ("decimals", "0.5"),
        ("decimals", r#""0.5""#),
        ("decimals", r#""5 ""#),
        ("integers", "5"),
        ("integers", r#""5""#),
    ] {
        let text = |count: usize| format!(r#"{{"{key}": [{}]}}"#, vec![item; count].join(", "));
        let reader = Lists::definition()
            .reader()
            .limits(Limits::default().nodes(6));
        let outcome = describe(reader.read::<Lists>(&text(4)));
        assert!(outcome.starts_with("Lists {"), "{key} {item}: {outcome}");
        let outcome = describe(reader.read::<Lists>(&text(5)));
        let expected = format!(r#"! {key}[4] limit {{"limit":"nodes","maximum":6}}"#);
        assert_eq!(outcome, expected, "{item}");
    }
}
