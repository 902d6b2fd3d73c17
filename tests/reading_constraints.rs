//! The constraints that schemars generates: the rejected values and their paths.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroI8, NonZeroI128, NonZeroU16};

use insta::assert_snapshot;
use schemars::JsonSchema;
use serde_json::json;
use tests::read;
use tool_core::feedback::Style;
use tool_core::{Definition, Tool, ToolArg};

/// A tool.
#[derive(Debug, Default, Tool)]
#[serde(default)]
struct Constrained {
    #[schemars(range(min = 1, max = 20))]
    #[serde(skip_serializing)]
    range: u32,
    #[schemars(range(min = -0.5, max = 2.5))]
    float: f64,
    #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 1))]
    #[serde(skip_serializing)]
    open: f32,
    #[schemars(extend("multipleOf" = 0.1))]
    step: f64,
    #[schemars(length(min = 2, max = 4))]
    #[serde(skip_serializing)]
    length: String,
    #[schemars(length(equal = 3))]
    #[serde(skip_serializing)]
    equal: String,
    #[schemars(regex(pattern = r"^\d{3}$"))]
    #[serde(skip_serializing)]
    pattern: String,
    #[schemars(length(min = 1, max = 2))]
    #[serde(skip_serializing)]
    items: Vec<u8>,
    #[schemars(inner(range(max = 9)))]
    inner: Vec<u8>,
    #[schemars(extend("enum" = ["a", "b"]))]
    #[serde(skip_serializing)]
    choice: String,
    #[schemars(extend("const" = 7))]
    #[serde(skip_serializing)]
    constant: u8,
}

#[test]
fn values_at_the_bounds_are_read_exactly() {
    assert_snapshot!(read::<Constrained>(
        r#"{"range": 20, "float": -0.5, "open": 0.5, "step": 0.3, "length": "äöüß", "equal": "abc",
            "pattern": "042", "items": [1, 2], "inner": [9], "choice": "b", "constant": 7}"#
    ), @r#"Constrained { range: 20, float: -0.5, open: 0.5, step: 0.3, length: "äöüß", equal: "abc", pattern: "042", items: [1, 2], inner: [9], choice: "b", constant: 7 }"#);
}

#[test]
fn repaired_values_must_meet_the_constraints() {
    assert_snapshot!(read::<Constrained>(
        r#"{"range": "1", "open": "0.25", "equal": 123, "pattern": 500, "items": 5, "inner": "[1, 9]",
            "choice": "A", "constant": "7"}"#
    ), @r#"
    Constrained { range: 1, float: 0.0, open: 0.25, step: 0.0, length: "", equal: "123", pattern: "500", items: [5], inner: [1, 9], choice: "a", constant: 7 }
    ~ range string_to_number: "1" -> 1
    ~ open string_to_number: "0.25" -> 0.25
    ~ equal scalar_to_string: 123 -> "123"
    ~ pattern scalar_to_string: 500 -> "500"
    ~ items array_of_one: 5 -> [5]
    ~ inner json_string: "[1, 9]" -> [1,9]
    ~ choice enum_member: "A" -> "a"
    ~ constant enum_member: "7" -> 7
    "#);
    assert_snapshot!(read::<Constrained>(
        r#"{"range": "21", "open": "1", "equal": 12, "pattern": 50, "items": "[]", "inner": "[10]",
            "choice": "c", "constant": "8"}"#
    ), @r#"
    ! range maximum {"maximum":20,"exclusive":false} got "21"
    ! open maximum {"maximum":1,"exclusive":true} got "1"
    ! equal min_length {"minimum":3} got "12"
    ! pattern pattern {"pattern":"^\\d{3}$"} got 50
    ! items min_items {"minimum":1} got []
    ! inner[0] maximum {"maximum":9,"exclusive":false} got 10
    ! choice enum {"members":["a","b"]} got "c"
    ! constant enum {"members":[7]} got "8"
    "#);
}

#[test]
fn all_out_of_range_values_are_reported() {
    assert_snapshot!(read::<Constrained>(
        r#"{"range": 0, "float": 2.6, "open": 0, "step": 0.35, "length": "ä", "equal": "abcd",
            "pattern": "0421", "items": [], "inner": [9, 10], "choice": "c", "constant": 8}"#
    ), @r#"
    ! range minimum {"minimum":1,"exclusive":false} got 0
    ! float maximum {"maximum":2.5,"exclusive":false} got 2.6
    ! open minimum {"minimum":0,"exclusive":true} got 0
    ! step multiple_of {"divisor":0.1} got 0.35
    ! length min_length {"minimum":2} got "ä"
    ! equal max_length {"maximum":3} got "abcd"
    ! pattern pattern {"pattern":"^\\d{3}$"} got "0421"
    ! items min_items {"minimum":1} got []
    ! inner[1] maximum {"maximum":9,"exclusive":false} got 10
    ! choice enum {"members":["a","b"]} got "c"
    ! constant enum {"members":[7]} got 8
    "#);
    assert_snapshot!(read::<Constrained>(
        r#"{"range": 21, "float": -0.6, "open": 1.0, "length": "abcde", "items": [1, 2, 3], "choice": null}"#
    ), @r#"
    ! range maximum {"maximum":20,"exclusive":false} got 21
    ! float minimum {"minimum":-0.5,"exclusive":false} got -0.6
    ! open maximum {"maximum":1,"exclusive":true} got 1.0
    ! length max_length {"maximum":4} got "abcde"
    ! items max_items {"maximum":2} got [1,2,3]
    "#);
}

/// A tool.
#[derive(Debug, Default, Tool)]
#[serde(default)]
struct Formats {
    #[schemars(extend("format" = "date-time"))]
    #[serde(skip_serializing)]
    date_time: String,
    #[schemars(extend("format" = "date"))]
    #[serde(skip_serializing)]
    date: String,
    #[schemars(extend("format" = "time"))]
    #[serde(skip_serializing)]
    time: String,
    #[schemars(extend("format" = "uuid"))]
    #[serde(skip_serializing)]
    uuid: String,
    #[schemars(email)]
    #[serde(skip_serializing)]
    email: String,
    #[schemars(url)]
    #[serde(skip_serializing)]
    uri: String,
    #[schemars(extend("format" = "hostname"))]
    #[serde(skip_serializing)]
    unknown: String,
}

#[test]
fn valid_formats_are_read_exactly() {
    assert_snapshot!(read::<Formats>(
        r#"{"date_time": "2024-02-29T23:59:60Z", "date": "2000-02-29", "time": "09:30:00.25+02:00",
            "uuid": "67E55044-10b1-426f-9247-bb680e5fe0c8", "email": "ada+x@example.com",
            "uri": "https://user@[::1]:8080/a?b=c#d", "unknown": "no host name"}"#
    ), @r#"Formats { date_time: "2024-02-29T23:59:60Z", date: "2000-02-29", time: "09:30:00.25+02:00", uuid: "67E55044-10b1-426f-9247-bb680e5fe0c8", email: "ada+x@example.com", uri: "https://user@[::1]:8080/a?b=c#d", unknown: "no host name" }"#);
}

#[test]
fn all_invalid_formats_are_reported() {
    assert_snapshot!(read::<Formats>(
        r#"{"date_time": "2024-05-17 09:30", "date": "2023-02-29", "time": "25:00:00Z",
            "uuid": "67e55044", "email": "ada", "uri": "example.com/a b"}"#
    ), @r#"
    ! date_time format {"format":"date-time"} got "2024-05-17 09:30"
    ! date format {"format":"date"} got "2023-02-29"
    ! time format {"format":"time"} got "25:00:00Z"
    ! uuid format {"format":"uuid"} got "67e55044"
    ! email format {"format":"email"} got "ada"
    ! uri format {"format":"uri"} got "example.com/a b"
    "#);
}

#[derive(Debug, JsonSchema, serde::Deserialize)]
struct Address(IpAddr);

/// A tool.
#[derive(Debug, Tool)]
struct Addresses {
    any: Address,
    four: Ipv4Addr,
    six: Option<Ipv6Addr>,
}

#[test]
fn address_formats_are_checked() {
    assert_snapshot!(read::<Addresses>(r#"{"any": "::1", "four": "192.0.2.1", "six": "2001:db8::1"}"#), @"Addresses { any: Address(::1), four: 192.0.2.1, six: Some(2001:db8::1) }");
    assert_snapshot!(read::<Addresses>(r#"{"any": "localhost", "four": "192.0.2.256", "six": "192.0.2.1"}"#), @r#"
    ! any format {"format":"ip"} got "localhost"
    ! four format {"format":"ipv4"} got "192.0.2.256"
    ! six format {"format":"ipv6","takes_null":true} got "192.0.2.1"
    "#);
}

/// A tool.
#[derive(Debug, Tool)]
struct NonZero {
    signed: NonZeroI8,
    wide: Option<NonZeroI128>,
    unsigned: Option<NonZeroU16>,
    never: Option<Infallible>,
}

#[derive(Debug, ToolArg)]
enum Infallible {}

#[test]
fn non_zero_types_reject_zero() {
    assert_snapshot!(read::<NonZero>(r#"{"signed": -1, "wide": 170141183460469231731687303715884105727, "unsigned": 1}"#), @"NonZero { signed: -1, wide: Some(170141183460469231731687303715884105727), unsigned: Some(1), never: None }");
    assert_snapshot!(read::<NonZero>(r#"{"signed": "-1", "wide": "null", "never": null}"#), @r#"
    NonZero { signed: -1, wide: None, unsigned: None, never: None }
    ~ signed string_to_number: "-1" -> -1
    ~ wide text_to_null: "null" -> null
    "#);
    assert_snapshot!(read::<NonZero>(r#"{"signed": 0, "wide": -0.0, "unsigned": 0, "never": 1}"#), @r#"
    ! signed excluded {"excluded":0} got 0
    ! wide excluded {"excluded":0,"takes_null":true} got -0.0
    ! unsigned minimum {"minimum":1,"exclusive":false,"takes_null":true} got 0
    ! never type {"expected":["null"]} got 1
    "#);
    assert_snapshot!(read::<NonZero>(r#"{"signed": 300.0}"#), @r#"! signed out_of_range {"format":"int8","minimum":-128,"maximum":127} got 300.0"#);
    assert_snapshot!(read::<NonZero>(r#"{"signed": 128}"#), @r#"! signed out_of_range {"format":"int8","minimum":-128,"maximum":127} got 128"#);
}

#[test]
fn object_size_limits_are_checked() {
    let schema = json!({"type": "object", "minProperties": 1, "maxProperties": 2, "additionalProperties": {"type": "integer"}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let codes = |raw: &str| match definition.parse(raw) {
        Ok(value) => value.to_string(),
        Err(error) => error
            .render(Style::Numbered)
            .lines()
            .nth(2)
            .unwrap_or_default()
            .to_owned(),
    };
    assert_snapshot!(codes("{}"), @"1. Root object expected at least 1 property, got 0");
    assert_snapshot!(codes(r#"{"a": "1"}"#), @r#"{"a":1}"#);
    assert_snapshot!(codes(r#"{"a": 1, "b": 2, "c": 3}"#), @"1. Root object expected at most 2 properties, got 3");
}

/// The type is `f64`, and the check must apply to the `f64`.
#[test]
fn rejects_a_number_that_only_rounding_moves_to_a_bound() {
    let (below, above) = (
        json!({"exclusiveMaximum": 20}),
        json!({"exclusiveMinimum": 0}),
    );
    for (constraint, sent, right) in [
        (&below, "19.99999999999999999999", false),
        (&below, "19.9999999999", true),
        (&above, "1e-400", false),
        (&above, "1e-300", true),
        (&json!({"not": {"const": 0}}), "1e-400", false),
        (
            &json!({"maximum": 18_446_744_073_709_551_614_u64}),
            "18446744073709551614",
            true,
        ),
        (&json!({"multipleOf": 0.1}), "0.3000000000000000", true),
        (&json!({"multipleOf": 0.1}), "3e2", true),
    ] {
        let mut place = constraint.clone();
        place["type"] = json!("number");
        let schema = json!({"type": "object", "properties": {"x": place}});
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        for raw in [
            format!("{{\"x\": {sent}}}"),
            format!("{{\"x\": \"{sent}\"}}"),
        ] {
            let reading = definition.parse(&raw);
            assert_eq!(
                reading.is_ok(),
                right,
                "{raw} for {constraint}: {reading:?}"
            );
        }
    }
}

/// Constraints in the words of `validator` and `garde` hold without those crates.
/// The result holds the nearest float, and the schema must take it, too.
#[test]
fn a_number_that_rounding_moves_into_a_second_form_is_refused() {
    for (forms, sent, right) in [
        (
            json!([{"type": "number"}, {"type": "integer", "multipleOf": 5}]),
            "12345678901234567890123",
            false,
        ),
        (
            json!([{"type": "number"}, {"type": "integer", "multipleOf": 5}]),
            "123",
            true,
        ),
        (
            json!([{"type": "number"}, {"type": "integer", "multipleOf": 5}]),
            "1.5",
            true,
        ),
        (
            json!([{"type": "number"}, {"type": "integer"}]),
            "1.00000000000000000000001",
            false,
        ),
        (
            json!([{"type": "number"}, {"type": "integer"}]),
            "1.0000000001",
            true,
        ),
        (
            json!([{"type": "number"}, {"maximum": 0.1, "type": "number"}]),
            "0.100000000000000000001",
            false,
        ),
        (
            json!([{"type": "number"}, {"maximum": 0.1, "type": "number"}]),
            "0.1000000001",
            true,
        ),
        (
            json!([{"type": "number"}, {"const": 0.1}]),
            "0.100000000000000000001",
            false,
        ),
        (
            json!([{"type": "number", "minimum": 1e20}, {"type": "string"}]),
            "12345678901234567890123",
            true,
        ),
    ] {
        let schema = json!({"type": "object", "properties": {"x": {"oneOf": forms}}});
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        let raw = format!("{{\"x\": {sent}}}");
        let reading = definition.parse(&raw);
        assert_eq!(reading.is_ok(), right, "{raw} for {forms}: {reading:?}");
        if let Ok(value) = reading {
            assert_eq!(definition.parse(&value.to_string()).ok(), Some(value));
        }
    }
}

#[test]
fn attributes_of_validator_and_garde_need_no_further_derive() {
    /// A tool.
    #[derive(Debug, Tool)]
    struct Wait {
        #[validate(range(min = 1, max = 60))]
        seconds: u8,
        #[garde(length(min = 1))]
        reason: String,
    }
    assert_snapshot!(Wait::parse(r#"{"seconds": 61, "reason": ""}"#).unwrap_err(), @"Please rewrite the input with valid arguments. Errors: seconds: expected at most 60, got 61; reason: expected at least 1 character, got 0");
}
