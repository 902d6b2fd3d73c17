//! The words of a refusal that a type shows in its own error.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use tests::Even;

use crate::reading_refusals::refuse;

/// Shows the error of another type.
#[derive(Debug)]
struct Shown<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shown<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = T::deserialize(deserializer);
        value
            .map(Self)
            .map_err(|error| D::Error::custom(format!("no, {error}")))
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Strict {
    #[serde(alias = "y")]
    x: u8,
}

#[derive(Debug, Deserialize)]
enum Word {
    Yes,
}

#[test]
fn shows_the_kind_of_a_refusal() {
    assert_snapshot!(refuse::<Shown<Strict>>(&["{}", r#"{"x": 1, "z": 2}"#, r#"{"x": 1, "y": 2}"#]), @r#"
    {}: v: no, a required property is absent
    {"x": 1, "z": 2}: v: no, the key is not declared
    {"x": 1, "y": 2}: v: no, the key occurs twice
    "#);
    assert_snapshot!(refuse::<Shown<BTreeMap<u8, u8>>>(&[r#"{"1": 1}"#, r#"{"a": 1}"#]), @r#"
    {"1": 1}: Arguments { v: Shown({1: 1}) }
    {"a": 1}: v: no, the key is not accepted
    "#);
    assert_snapshot!(refuse::<Shown<Word>>(&[r#""Yes""#, r#""No""#]), @r#"
    "Yes": Arguments { v: Shown(Yes) }
    "No": v: no, the value is not a declared member
    "#);
    assert_snapshot!(refuse::<Shown<Even>>(&["2", "3"]), @r#"
    2: Arguments { v: Shown(Even(2)) }
    3: v: no, must be even
    "#);
}
