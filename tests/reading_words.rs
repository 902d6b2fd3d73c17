//! Messages of a type's own `Deserialize` in terms of JSON: each expectation of serde, each kind of
//! unexpected value, and messages of serde that arrive as text.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer};
use tool_core::{Definition, json};

/// A type that rejects each string with an error of the kind that the string names.
#[derive(Debug)]
struct Rejects;

impl<'de> Deserialize<'de> for Rejects {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (kind, rest) = text.split_once('/').unwrap_or(("custom", &text));
        let unexpected = match rest {
            "bytes" => Unexpected::Bytes(b"ab"),
            "char" => Unexpected::Char('a'),
            "enum" => Unexpected::Enum,
            "false" => Unexpected::Bool(false),
            "newtype struct" => Unexpected::NewtypeStruct,
            "newtype variant" => Unexpected::NewtypeVariant,
            "option" => Unexpected::Option,
            "other" => Unexpected::Other("a date"),
            "tuple variant" => Unexpected::TupleVariant,
            "wide" => Unexpected::Other("integer `5` as u128"),
            _ => Unexpected::Unit,
        };
        Err(match kind {
            "type" => D::Error::invalid_type(unexpected, &"string"),
            "value" => D::Error::invalid_value(unexpected, &"string"),
            _ => D::Error::custom(rest),
        })
    }
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "it is never read")]
struct Arguments {
    v: Rejects,
}

/// Returns the message of [`Rejects`] for a string.
fn message(text: &str) -> String {
    let schema = json!({"type": "object", "properties": {"v": {}}});
    let tool = Definition::new("tool", "A tool.", schema).expect("a valid schema");
    let raw = json!({"v": text}).to_string();
    let read = tool.reader().read::<Arguments>(raw.as_str());
    let text = read.expect_err("the type rejects it").to_string();
    let line = text.lines().last().unwrap_or_default();
    let (_, message) = line.split_once("v: ").expect("the path");
    message.to_owned()
}

fn assert_messages(pairs: &[(&str, &str)]) {
    for (text, expected) in pairs {
        assert_eq!(message(text), *expected, "{text}");
    }
}

#[test]
fn translates_each_expectation_of_serde() {
    let expected = |wanted: &str| message(&format!("invalid type: map, expected {wanted}"));
    for (wanted, words) in [
        ("f32", "a number"),
        ("u64", "an integer from 0 to 18446744073709551615"),
        ("u128", "an integer from 0, of at most 128 bits"),
        ("string", "a string"),
        ("a borrowed string", "a string without escapes"),
        ("option", "a value or null"),
        ("string or map", "a string or an object with one key"),
        ("map with a single key", "an object with one key"),
        ("an empty array", "an array of 0 items"),
        ("unit", "null"),
        ("one of the my::Type", "another value"),
        ("one of enum Type", "another value"),
        ("one of struct Type", "another value"),
        ("a date", "a date"),
    ] {
        assert_eq!(expected(wanted), format!("expected {words}, got object"));
    }
}

#[test]
fn names_each_kind_of_unexpected_value() {
    assert_messages(&[
        ("type/bytes", "expected a string, got bytes"),
        ("type/char", "expected a string, got string"),
        ("type/enum", "expected a string, got another value"),
        (
            "type/newtype struct",
            "expected a string, got another value",
        ),
        ("type/newtype variant", "expected a string, got object"),
        ("type/tuple variant", "expected a string, got array"),
        ("type/option", "expected a string, got null"),
        ("type/other", "expected a string, got a date"),
        ("value/bytes", "expected a string, got bytes"),
        ("value/false", "expected a string, got false"),
        ("value/char", r#"expected a string, got "a""#),
        ("value/other", "expected a string, got a date"),
        ("value/wide", "expected a string, got 5"),
    ]);
}

#[test]
fn translates_serde_messages_that_arrive_as_text() {
    assert_messages(&[
        (
            "invalid type: unit value, expected string",
            "expected a string, got null",
        ),
        (
            "invalid type: Option value, expected string",
            "expected a string, got null",
        ),
        (
            "invalid type: sequence, expected string",
            "expected a string, got array",
        ),
        (
            "invalid type: integer `5`, expected string",
            "expected a string, got 5",
        ),
        (
            "invalid length 1, expected tuple struct Pair with 2 elements",
            "expected an array of 2 items, got 1 item",
        ),
        (
            "invalid length 3, expected fewer",
            "expected fewer, got a length of 3",
        ),
    ]);
}

#[test]
fn removes_only_a_position_with_both_numbers() {
    assert_messages(&[
        ("bad date at line 1 column 23", "bad date"),
        ("bad date at line 1 column ", "bad date at line 1 column"),
        ("bad date at line  column 2", "bad date at line  column 2"),
        ("bad date at line x column 2", "bad date at line x column 2"),
        ("bad date at line 1 column y", "bad date at line 1 column y"),
        ("bad date at line 1", "bad date at line 1"),
    ]);
}
