//! Integers of every width: exact values, repairs and rejections.

use insta::assert_snapshot;
use serde_json::{Value, json};
use tests::{describe, read};
use tool_core::{Definition, Leniency, Tool};

/// A tool.
#[derive(Debug, Tool)]
#[serde(default)]
#[derive(Default)]
struct Integers {
    i8: i8,
    i16: i16,
    i32: i32,
    i64: i64,
    i128: i128,
    isize: isize,
    u8: u8,
    u16: u16,
    u32: u32,
    u64: u64,
    u128: u128,
    usize: usize,
}

#[test]
fn minimum_and_maximum_integers_are_read_exactly() {
    assert_snapshot!(read::<Integers>(
        r#"{"i8": -128, "i16": -32768, "i32": -2147483648, "i64": -9223372036854775808,
            "i128": -170141183460469231731687303715884105728, "isize": -9223372036854775808,
            "u8": 0, "u16": 0, "u32": 0, "u64": 0, "u128": 0, "usize": 0}"#
    ), @"Integers { i8: -128, i16: -32768, i32: -2147483648, i64: -9223372036854775808, i128: -170141183460469231731687303715884105728, isize: -9223372036854775808, u8: 0, u16: 0, u32: 0, u64: 0, u128: 0, usize: 0 }");
    assert_snapshot!(read::<Integers>(
        r#"{"i8": 127, "i16": 32767, "i32": 2147483647, "i64": 9223372036854775807,
            "i128": 170141183460469231731687303715884105727, "isize": 9223372036854775807,
            "u8": 255, "u16": 65535, "u32": 4294967295, "u64": 18446744073709551615,
            "u128": 340282366920938463463374607431768211455, "usize": 18446744073709551615}"#
    ), @"Integers { i8: 127, i16: 32767, i32: 2147483647, i64: 9223372036854775807, i128: 170141183460469231731687303715884105727, isize: 9223372036854775807, u8: 255, u16: 65535, u32: 4294967295, u64: 18446744073709551615, u128: 340282366920938463463374607431768211455, usize: 18446744073709551615 }");
}

#[test]
fn all_integers_one_beyond_their_range_are_reported() {
    assert_snapshot!(read::<Integers>(
        r#"{"i8": 128, "i16": 32768, "i32": 2147483648, "i64": 9223372036854775808,
            "i128": 170141183460469231731687303715884105728, "isize": 9223372036854775808,
            "u8": 256, "u16": 65536, "u32": 4294967296, "u64": 18446744073709551616,
            "u128": 340282366920938463463374607431768211456, "usize": 18446744073709551616}"#
    ), @r#"
    ! i8 out_of_range {"format":"int8","minimum":-128,"maximum":127} got 128
    ! i16 out_of_range {"format":"int16","minimum":-32768,"maximum":32767} got 32768
    ! i32 out_of_range {"format":"int32"} got 2147483648
    ! i64 out_of_range {"format":"int64"} got 9223372036854775808
    ! i128 out_of_range {"format":"int128"} got 170141183460469231731687303715884105728
    ! isize out_of_range {"format":"int"} got 9223372036854775808
    ! u8 out_of_range {"format":"uint8","minimum":0,"maximum":255} got 256
    ! u16 out_of_range {"format":"uint16","minimum":0,"maximum":65535} got 65536
    ! u32 out_of_range {"format":"uint32","minimum":0} got 4294967296
    ! u64 out_of_range {"format":"uint64","minimum":0} got 18446744073709551616
    ! u128 out_of_range {"format":"uint128","minimum":0} got 340282366920938463463374607431768211456
    ! usize out_of_range {"format":"uint","minimum":0} got 18446744073709551616
    "#);
    assert_snapshot!(read::<Integers>(
        r#"{"i8": -129, "i16": -32769, "i64": -9223372036854775809,
            "i128": -170141183460469231731687303715884105729,
            "u8": -1, "u64": -1, "u128": -1, "usize": -1}"#
    ), @r#"
    ! i8 out_of_range {"format":"int8","minimum":-128,"maximum":127} got -129
    ! i16 out_of_range {"format":"int16","minimum":-32768,"maximum":32767} got -32769
    ! i64 out_of_range {"format":"int64"} got -9223372036854775809
    ! i128 out_of_range {"format":"int128"} got -170141183460469231731687303715884105729
    ! u8 out_of_range {"format":"uint8","minimum":0,"maximum":255} got -1
    ! u64 out_of_range {"format":"uint64","minimum":0} got -1
    ! u128 out_of_range {"format":"uint128","minimum":0} got -1
    ! usize out_of_range {"format":"uint","minimum":0} got -1
    "#);
}

#[test]
fn quoted_integers_keep_all_their_digits() {
    assert_snapshot!(read::<Integers>(
        r#"{"i8": " -128 ", "i128": "-170141183460469231731687303715884105728", "u16": "+7",
            "u64": "18446744073709551615", "u128": "340282366920938463463374607431768211455", "i16": "-0"}"#
    ), @r#"
    Integers { i8: -128, i16: 0, i32: 0, i64: 0, i128: -170141183460469231731687303715884105728, isize: 0, u8: 0, u16: 7, u32: 0, u64: 18446744073709551615, u128: 340282366920938463463374607431768211455, usize: 0 }
    ~ i8 string_to_number: " -128 " -> -128
    ~ i128 string_to_number: "-170141183460469231731687303715884105728" -> -1.7014118346046923e+38
    ~ u16 string_to_number: "+7" -> 7
    ~ u64 string_to_number: "18446744073709551615" -> 18446744073709551615
    ~ u128 string_to_number: "340282366920938463463374607431768211455" -> 3.402823669209385e+38
    ~ i16 string_to_number: "-0" -> 0
    "#);
    assert_snapshot!(read::<Integers>(
        r#"{"i8": "128", "u8": "-1", "u16": "7 apples", "i32": "0x10", "u32": "1_000", "i64": "", "u64": "1,000"}"#
    ), @r#"
    ! i8 out_of_range {"format":"int8","minimum":-128,"maximum":127} got "128"
    ! i32 type {"expected":["integer"]} got "0x10"
    ! u8 out_of_range {"format":"uint8","minimum":0,"maximum":255} got "-1"
    ! u16 type {"expected":["integer"]} got "7 apples"
    ! u32 type {"expected":["integer"]} got "1_000"
    ! u64 type {"expected":["integer"]} got "1,000"
    "#);
}

#[test]
fn only_a_zero_fraction_is_an_integer() {
    assert_snapshot!(read::<Integers>(r#"{"i8": 42.0, "u8": 1.2e1, "u16": "3.0", "u64": 1e19}"#), @r#"
    Integers { i8: 42, i16: 0, i32: 0, i64: 0, i128: 0, isize: 0, u8: 12, u16: 3, u32: 0, u64: 10000000000000000000, u128: 0, usize: 0 }
    ~ i8 float_to_integer: 42.0 -> 42
    ~ u8 float_to_integer: 12.0 -> 12
    ~ u16 string_to_number: "3.0" -> 3
    ~ u64 float_to_integer: 1e+19 -> 10000000000000000000
    "#);
    assert_snapshot!(read::<Integers>(r#"{"i8": 42.7, "u8": "1.5", "u16": 1e5, "u64": 1e20, "i16": -0.5}"#), @r#"
    ! i8 type {"expected":["integer"]} got 42.7
    ! i16 type {"expected":["integer"]} got -0.5
    ! u8 type {"expected":["integer"]} got "1.5"
    ! u16 out_of_range {"format":"uint16","minimum":0,"maximum":65535} got 1e5
    ! u64 out_of_range {"format":"uint64","minimum":0} got 1e20
    "#);
}

/// A number that JSON Schema counts as an integer is an integer in strict mode, too.
#[test]
fn a_fraction_of_zero_is_an_integer_in_strict_mode() {
    let definition = Integers::definition();
    let strict = definition.reader().leniency(Leniency::Strict);
    assert_snapshot!(describe(strict.read::<Integers>(r#"{"i8": 42.0}"#)), @"
    Integers { i8: 42, i16: 0, i32: 0, i64: 0, i128: 0, isize: 0, u8: 0, u16: 0, u32: 0, u64: 0, u128: 0, usize: 0 }
    ~ i8 float_to_integer: 42.0 -> 42
    ");
    assert_snapshot!(describe(strict.read::<Integers>(r#"{"i8": "42"}"#)), @r#"! i8 type {"expected":["integer"]} got "42""#);
}

/// The digits of such a float may not be those that were sent.
#[test]
fn possibly_rounded_float_is_an_integer_only_with_its_text() {
    let value = |sent: Value| describe(Integers::definition().reader().read::<Integers>(&sent));
    assert_snapshot!(value(json!({"u128": 9e18})), @"
    Integers { i8: 0, i16: 0, i32: 0, i64: 0, i128: 0, isize: 0, u8: 0, u16: 0, u32: 0, u64: 0, u128: 9000000000000000000, usize: 0 }
    ~ u128 float_to_integer: 9e+18 -> 9000000000000000000
    ");
    assert_snapshot!(value(json!({"u128": 1e19})), @r#"! u128 type {"expected":["integer"]} got 1e+19"#);
    assert_snapshot!(read::<Integers>(r#"{"u128": 1e19}"#), @"
    Integers { i8: 0, i16: 0, i32: 0, i64: 0, i128: 0, isize: 0, u8: 0, u16: 0, u32: 0, u64: 0, u128: 10000000000000000000, usize: 0 }
    ~ u128 float_to_integer: 1e+19 -> 10000000000000000000
    ");
}

#[test]
fn values_of_other_types_are_not_read_as_integers() {
    assert_snapshot!(read::<Integers>(r#"{"i8": true, "i16": [1, 2], "i32": {}, "u8": "twelve", "u16": [3]}"#), @r#"
    ! i8 type {"expected":["integer"]} got true
    ! i16 type {"expected":["integer"]} got [1,2]
    ! i32 type {"expected":["integer"]} got {}
    ! u8 type {"expected":["integer"]} got "twelve"
    "#);
}

#[test]
fn a_json_value_holds_integers_of_64_bits() {
    let dynamic = |raw| describe(Integers::definition().reader().read::<Value>(raw));
    assert_snapshot!(dynamic(r#"{"u128": 18446744073709551615, "i128": -9223372036854775808}"#), @r#"Object {"u128": Number(18446744073709551615), "i128": Number(-9223372036854775808)}"#);
    assert_snapshot!(dynamic(r#"{"u128": 18446744073709551616, "i128": -9223372036854775809}"#), @r#"
    ! i128 out_of_range {"format":"int64"} got -9223372036854775809
    ! u128 out_of_range {"format":"uint64"} got 18446744073709551616
    "#);
    assert_snapshot!(dynamic(r#"{"u128": 1e400, "i128": -1e400}"#), @r#"
    ! i128 out_of_range {"format":"int128"} got -1e400
    ! u128 out_of_range {"format":"uint128","minimum":0} got 1e400
    "#);
    assert_snapshot!(dynamic(r#"{"u128": 1e30, "i128": "-9223372036854775809"}"#), @r#"
    ! i128 out_of_range {"format":"int64"} got "-9223372036854775809"
    ! u128 out_of_range {"format":"uint64"} got 1e30
    "#);
}

/// A JSON value cannot hold an integer of this length. The schema reports it in the same way as for
/// a type.
#[test]
fn schema_bound_is_reported_before_the_json_value_range() {
    let long = "340282366920938463463374607431768211455";
    for (place, wanted) in [
        (
            json!({"type": "integer", "format": "int16"}),
            "OutOfRange { format: \"int16\", minimum: None, maximum: None }",
        ),
        (
            json!({"type": "integer", "maximum": 20}),
            "Maximum { maximum: Number(20), exclusive: false }",
        ),
        (
            json!({"type": "integer"}),
            "OutOfRange { format: \"uint64\", minimum: None, maximum: None }",
        ),
    ] {
        let schema = json!({"type": "object", "properties": {"x": place}});
        let definition = Definition::new("t", "A tool.", schema).expect("a schema");
        let raw = format!("{{\"x\": {long}}}");
        let error = definition.parse(&raw).expect_err("it is too long");
        assert_eq!(format!("{:?}", error.issues()[0].kind), wanted);
    }
}
