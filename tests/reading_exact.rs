//! Laws of values: a decimal keeps its digits, and the repairs of an item compose.

use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Number, Value, json};
use tool_core::Tool;

use crate::reading_values::{array_of, read, read_raw, strings};

const DECIMAL: &str = r"^-?\d+(\.\d+)?([eE]-?\d+)?$";

fn decimal() -> Value {
    json!({"type": ["string", "number"], "pattern": DECIMAL})
}

/// Any value that has an exact form in text and an `f64` form in numbers, as `rust_decimal` has.
#[derive(Debug, PartialEq)]
struct Exact(String);

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Exact;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a decimal")
            }
            fn visit_str<E>(self, text: &str) -> Result<Exact, E> {
                Ok(Exact(text.to_owned()))
            }
            fn visit_f64<E>(self, value: f64) -> Result<Exact, E> {
                Ok(Exact(value.to_string()))
            }
            fn visit_u64<E>(self, value: u64) -> Result<Exact, E> {
                Ok(Exact(value.to_string()))
            }
            fn visit_i64<E>(self, value: i64) -> Result<Exact, E> {
                Ok(Exact(value.to_string()))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl schemars::JsonSchema for Exact {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Exact".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::Schema::try_from(decimal()).expect("an object")
    }
}

/// Pay.
#[derive(Debug, Tool)]
struct Pay {
    x: Exact,
    #[serde(default)]
    y: Option<Exact>,
}

/// Count.
#[derive(Debug, Tool)]
struct Count {
    n: Number,
}

#[test]
fn a_decimal_is_never_rounded() {
    for (sent, wanted) in [
        (r#""1234567890123456.78 ""#, "1234567890123456.78"),
        (r#""+1234567890123456.78""#, "1234567890123456.78"),
        (r#"" 99999999999999.99""#, "99999999999999.99"),
        ("99999999999999.99", "99999999999999.99"),
        ("+99999999999999.99", "99999999999999.99"),
        ("18446744073709551617", "18446744073709551617"),
        (
            "79228162514264337593543950335",
            "79228162514264337593543950335",
        ),
        ("1.5", "1.5"),
        ("\"1.50\"", "1.50"),
    ] {
        let raw = format!(r#"{{"x": {sent}, "y": {sent}}}"#);
        let reading = Pay::parse(&raw).expect("it reads");
        assert_eq!(reading.x, Exact(wanted.to_owned()), "{sent}");
        assert_eq!(reading.y, Some(Exact(wanted.to_owned())), "{sent}");
        let dynamic = read_raw(&decimal(), &format!(r#"{{"x": {sent}}}"#)).expect("it reads");
        let written = match &dynamic.value["x"] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        assert_eq!(written, wanted, "{sent}");
    }
    assert!(read_raw(&decimal(), r#"{"x": [99999999999999.99]}"#).is_err());
}

#[test]
fn a_number_that_would_be_rounded_is_read_as_a_string_where_one_is_allowed() {
    let schema = json!({"type": ["string", "number"]});
    for (sent, wanted) in [
        ("18446744073709551617", json!("18446744073709551617")),
        ("99999999999999999.99", json!("99999999999999999.99")),
        ("5", json!(5)),
        ("1.5", json!(1.5)),
    ] {
        let reading = read_raw(&schema, &format!(r#"{{"x": {sent}}}"#)).expect("it reads");
        assert_eq!(reading.value["x"], wanted, "{sent}");
    }
}

#[test]
fn number_of_serde_json_rejects_an_integer_that_it_would_round() {
    let error = Count::parse(r#"{"n": 100000000000000000001}"#).unwrap_err();
    assert_eq!(
        error.issues()[0].message(),
        "expected an integer of at most 64 bits, got 100000000000000000001"
    );
    let count = Count::parse(r#"{"n": 18446744073709551615}"#).expect("it reads");
    assert_eq!(count.n, Number::from(u64::MAX));
}

/// The digits of a decimal without zeros at both ends, and the exponent of its last digit.
fn normal_form(text: &str) -> (bool, String, i64) {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let exponent =
        exponent.parse::<i64>().expect("an exponent") - i64::try_from(fraction.len()).expect("few");
    let significant = digits.trim_end_matches('0');
    let dropped = i64::try_from(digits.len() - significant.len()).expect("few");
    let significant = significant.trim_start_matches('0').to_owned();
    if significant.is_empty() {
        return (false, significant, 0);
    }
    (negative, significant, exponent + dropped)
}

fn decimals() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => "-?(0|[1-9][0-9]{0,24})(\\.[0-9]{1,22})?([eE][0-9]{1,2})?",
        1 => "-?[1-9]\\.?[0-9]{14,16}([eE]-?[0-9]{1,2})?",
        2 => ties(),
    ]
}

/// The decimals on both sides of an `f64` in the middle: `570000000000000.2` and `.3` are the same
/// `f64`, which ends in `.25`.
fn ties() -> impl Strategy<Value = String> {
    let digits = (1_usize..=22, 1.0_f64..10.0, any::<(bool, bool, bool)>());
    digits.prop_map(|(places, size, (is_negative, is_above, has_exponent))| {
        let signed = i32::try_from(places).expect("few");
        let power = 2_f64.powi(signed + 1);
        let odd = (size * 10_f64.powi(15 - signed) * power / 2.0).floor() * 2.0 + 1.0;
        let middle: f64 = odd / power;
        // The last digit of the exact text is a 5.
        let exact = format!("{middle:.*}", places + 1);
        let below = &exact[..exact.len() - 1];
        let coefficient =
            below.replace('.', "").parse::<u64>().expect("16 digits") + u64::from(is_above);
        let sign = if is_negative { "-" } else { "" };
        if has_exponent {
            return format!("{sign}{coefficient}e-{places}");
        }
        let digits = format!("{coefficient:0>width$}", width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        format!("{sign}{whole}.{fraction}")
    })
}

#[test]
fn a_decimal_beside_a_float_in_the_middle_stays_text() {
    let number = json!({"type": "number"});
    for sent in [
        "570000000000000.3",
        "570000000000000.2",
        "-570000000000000.3",
        "5700000000000003e-1",
        "5.700000000000003e14",
        "9160790955.164063",
        "9160790955.164062",
    ] {
        assert!(read(&number, &json!(sent)).is_err(), "{sent}");
        let list = array_of(&number);
        assert!(read(&list, &json!([sent])).is_err(), "{sent}");
        for place in strings_or_numbers() {
            assert_eq!(exact(&place, sent), Ok(json!(sent)), "{place} {sent}");
        }
    }
    for sent in [
        "570000000000000.4",
        "570000000000000.5",
        "1234567890123456.8",
    ] {
        let wanted: Value = sent.parse().expect("a number");
        assert_eq!(read(&number, &json!(sent)), Ok(wanted), "{sent}");
    }
}

#[test]
fn a_number_equals_the_bound_that_is_the_same_float() {
    let bound: Value = "570000000000000.2".parse().expect("a number");
    for keyword in ["minimum", "maximum"] {
        let schema = json!({"type": "number", keyword: bound});
        assert_eq!(
            exact(&schema, "570000000000000.2"),
            Ok(bound.clone()),
            "{keyword}"
        );
    }
}

fn dressed_decimals() -> impl Strategy<Value = (String, String)> {
    let around = prop::sample::select(vec![
        ("", ""),
        (" ", ""),
        ("", " "),
        ("+", ""),
        ("", ","),
        (" +", " "),
    ]);
    (decimals(), around).prop_map(|(number, (before, after))| {
        let before = if number.starts_with('-') {
            before.trim_end_matches('+')
        } else {
            before
        };
        (format!("{before}{number}{after}"), number)
    })
}

fn word() -> impl Strategy<Value = String> {
    "[A-Z]?[a-z]{2,8}".prop_filter("a placeholder", |word| {
        let word = word.to_ascii_lowercase();
        !["none", "null", "nil", "tbd", "unknown", "undefined"].contains(&word.as_str())
    })
}

fn parts(of: &'static str) -> impl Strategy<Value = String> {
    prop::collection::vec(of, 2..5).prop_map(|parts| parts.join(" "))
}

/// A schema of an item, and a value that is sent for it.
fn item() -> impl Strategy<Value = (Value, Value)> {
    let schemas = prop::sample::select(vec![
        json!({"type": "integer"}),
        json!({"type": "number", "maximum": 100}),
        json!({"type": "boolean"}),
        json!({"enum": ["in_progress", "done", "MO"]}),
        json!({"type": "string", "format": "date"}),
        json!({"type": "object", "properties": {"file_path": {"type": "string"}, "n": {"type": "integer"}}, "required": ["file_path"], "additionalProperties": false}),
        json!({"type": ["integer", "boolean"]}),
    ]);
    let values = prop::sample::select(vec![
        json!(5),
        json!("5"),
        json!(" 7 "),
        json!("5.0"),
        json!(2.0),
        json!(true),
        json!("true"),
        json!("yes"),
        json!("In Progress"),
        json!("mo"),
        json!("done"),
        json!("2024-05-17"),
        json!({"file_path": "a"}),
        json!({"filePath": "a", "n": "5"}),
        json!({"file_path": "a", "n": 5.0}),
        json!("five"),
        json!("500"),
        json!({"file_path": "a", "n": "five"}),
        json!("5</parameter>"),
    ]);
    (schemas, values)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// A repair never changes the value of a decimal, wherever a string or a number is allowed.
    #[test]
    fn repairs_keep_each_decimal_exactly((text, number) in dressed_decimals()) {
        let wanted = normal_form(&number);
        for schema in [json!({"type": "number"}), json!({"type": "integer"}), decimal(), json!({"type": ["number", "null"]}), array_of(&json!({"type": "number"}))] {
            let read = read(&schema, &json!(text));
            let value = match read {
                Ok(Value::Array(items)) => items[0].clone(),
                Ok(value) => value,
                Err(_) => continue,
            };
            let written = match value {
                Value::String(text) => text,
                other => other.to_string(),
            };
            let written = written.trim().trim_end_matches(',').trim_start_matches('+');
            prop_assert_eq!(normal_form(written), wanted.clone(), "{} {}", schema, text);
        }
    }

    /// A number at a place for strings and numbers keeps its value, typed and dynamic.
    #[test]
    fn numbers_keep_each_decimal_exactly(number in decimals()) {
        let raw = format!(r#"{{"x": {number}}}"#);
        let typed = Pay::definition().reader().read::<Pay>(&raw);
        let dynamic = Pay::definition().reader().read::<Value>(&raw);
        prop_assert_eq!(typed.is_ok(), dynamic.is_ok(), "{}", raw);
        if let (Ok(typed), Ok(dynamic)) = (typed, dynamic) {
            let written = match &dynamic.value["x"] {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            prop_assert_eq!(normal_form(&written), normal_form(&number), "{}", raw);
            prop_assert_eq!(normal_form(&typed.value.x.0), normal_form(&number), "{}", raw);
            prop_assert_eq!(format!("{:?}", typed.repairs), format!("{:?}", dynamic.repairs));
        }
    }

    /// What reads as an item reads in place of an array of one item, and inside one.
    #[test]
    fn a_value_reads_as_an_array_of_one_as_it_reads_as_the_item((item, sent) in item()) {
        let Ok(value) = read(&item, &sent) else {
            prop_assert!(read(&array_of(&item), &sent).is_err(), "{} {}", item, sent);
            return Ok(());
        };
        prop_assert_eq!(read(&array_of(&item), &sent), Ok(json!([value])), "{} {}", item, sent);
        prop_assert_eq!(read(&item, &json!([sent])), Ok(value), "{} {}", item, sent);
    }

    #[test]
    fn words_form_one_item(words in prop::collection::vec(word(), 1..5)) {
        let text = words.join(" ");
        prop_assert_eq!(read(&strings(), &json!(text)), Ok(json!([text])));
    }

    #[test]
    fn parts_of_one_kind_are_never_one_item(text in prop_oneof![
        parts("-?[0-9]{1,4}(\\.[0-9]{1,2})?"),
        parts("[a-z]{1,5}@[a-z]{1,5}\\.org"),
        parts("(/[a-z]{1,5}){1,3}"),
        parts("[a-z]{1,5}\\.(rs|toml|py)"),
        parts("https://[a-z]{1,5}\\.org"),
        parts("#[a-z]{1,5}"),
        (word(), parts("--?[a-z]{1,5}")).prop_map(|(word, options)| format!("{word} {options}")),
    ]) {
        for items in [json!({"type": "string"}), json!({"type": "number"}), json!({}), json!({"type": ["string", "null"]})] {
            prop_assert!(read(&array_of(&items), &json!(text)).is_err(), "{} {}", items, text);
        }
    }
}

/// Returns the value that is read for a JSON value at `x`, or the first message.
fn exact(place: &Value, value: &str) -> Result<Value, String> {
    let reading = read_raw(place, &format!(r#"{{"x": {value}}}"#));
    let reading = reading.map_err(|error| error.issues()[0].message())?;
    Ok(reading.value["x"].clone())
}

/// Places that accept any string and any number.
fn strings_or_numbers() -> Vec<Value> {
    let (string, number) = (json!({"type": "string"}), json!({"type": "number"}));
    vec![
        json!({"type": ["string", "number"]}),
        json!({"anyOf": [string, number]}),
        json!({"oneOf": [number, string]}),
        json!({"anyOf": [string, number, {"type": "null"}]}),
        json!({"anyOf": [{"anyOf": [number, {"type": "null"}]}, string]}),
        json!({"anyOf": [string, {"type": "number", "minimum": -1e30}]}),
    ]
}

#[test]
fn a_union_of_string_and_number_keeps_all_digits() {
    for place in strings_or_numbers() {
        for number in [
            "98765432109876543.21",
            "18446744073709551617",
            "0.10000000000000000001",
        ] {
            assert_eq!(exact(&place, number), Ok(json!(number)), "{place}");
            let list = array_of(&place);
            assert_eq!(
                exact(&list, &format!("[{number}]")),
                Ok(json!([number])),
                "{place}"
            );
        }
        assert_eq!(exact(&place, "1.5"), Ok(json!(1.5)), "{place}");
        assert_eq!(
            exact(&place, "18446744073709551615"),
            Ok(json!(u64::MAX)),
            "{place}"
        );
        assert!(exact(&place, "1e400").is_err(), "{place}");
    }
}

#[test]
fn a_referenced_decimal_keeps_all_digits() {
    let definitions = json!({"D": decimal(), "S": {"type": "string"}, "N": {"type": "number"}});
    for place in [
        json!({"anyOf": [{"$ref": "#/$defs/D"}, {"type": "null"}]}),
        json!({"anyOf": [{"$ref": "#/$defs/S"}, {"$ref": "#/$defs/N"}]}),
    ] {
        let schema = json!({"type": "object", "properties": {"x": place}, "$defs": definitions});
        let tool = tool_core::Definition::new("t", "A tool.", schema).expect("a schema");
        let read = tool.parse(r#"{"x": 98765432109876543.21}"#);
        assert_eq!(
            read.ok(),
            Some(json!({"x": "98765432109876543.21"})),
            "{place}"
        );
    }
}

#[test]
fn a_float_of_rust_beside_a_string_stays_a_number() {
    let floats = json!({"anyOf": [{"type": "string"}, {"type": "number", "format": "double"}]});
    let rounded = "98765432109876543.21".parse::<f64>().expect("a number");
    assert_eq!(exact(&floats, "98765432109876543.21"), Ok(json!(rounded)));
    let dates = json!({"anyOf": [{"type": "string", "format": "date"}, {"type": "number"}]});
    assert_eq!(exact(&dates, "98765432109876543.21"), Ok(json!(rounded)));
}

#[test]
fn a_number_beyond_its_bounds_does_not_become_a_string() {
    let least = json!({"type": ["string", "number"], "minimum": 0});
    assert_eq!(
        exact(&least, "-99999999999999.999"),
        Err("expected string or number at least 0, got -99999999999999.999".to_owned())
    );
    assert_eq!(
        exact(&least, "99999999999999.999"),
        Ok(json!("99999999999999.999"))
    );
    let most = json!({"anyOf": [{"type": "string"}, {"type": "number", "maximum": 10}]});
    assert!(exact(&most, "99999999999999.999").is_err());
    assert!(exact(&most, "-5").is_ok() && exact(&most, "11").is_err());
}
