use std::borrow::Cow;
use std::iter;

use serde::de::value::{
    BytesDeserializer, Error, F32Deserializer, F64Deserializer, I128Deserializer, MapDeserializer,
    U128Deserializer,
};
use serde::de::{Deserialize, Deserializer, Error as _, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use crate::issue::{IssueKind, Limit};
use crate::limits::Limits;
use crate::tree::{ParseContext, RAW_KEY, Sent, read_json_text};

fn read<'de, D: Deserializer<'de>>(source: D) -> Result<Sent<'de>, String> {
    let mut intake = ParseContext::new(&Limits::default(), true);
    read_json_text(source, &mut intake).map_err(|error| error.to_string())
}

fn written<'de, D: Deserializer<'de>>(source: D) -> String {
    match read(source) {
        Ok(Sent::Written(text)) => text,
        other => format!("{other:?}"),
    }
}

/// A type that requests the name of a newtype.
struct Asked;

impl<'de> Deserializer<'de> for Asked {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("any"))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        _: V,
    ) -> Result<V::Value, Error> {
        Err(Error::custom(name))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// The name is private to `serde_json`, so a release may change it.
#[test]
fn serde_json_is_asked_for_text_as_its_raw_value_asks() {
    let error = <&RawValue>::deserialize(Asked).unwrap_err();
    assert_eq!(error.to_string(), RAW_KEY);
    // Other formats may treat newtypes by name and are not asked for text.
    assert_eq!(read(Asked), Err("any".to_owned()));
}

#[test]
fn the_text_that_serde_json_reads_is_given_as_it_is() {
    let text = " {\"a\" :\t18446744073709551617, \"b\":[1.50,\"\\u00e9\\ud800\"]} ";
    let is_borrowed =
        |read| matches!(read, Ok(Sent::Text(Cow::Borrowed(sent))) if sent == text.trim());
    let mut source = serde_json::Deserializer::from_str(text);
    assert!(is_borrowed(read(&mut source)));
    assert!(source.end().is_ok());
    let mut source = serde_json::Deserializer::from_slice(text.as_bytes());
    assert!(is_borrowed(read(&mut source)));
    let mut source = serde_json::Deserializer::from_reader(text.as_bytes());
    assert_eq!(read(&mut source), Ok(Sent::Text(text.trim().into())));
    let mut source = serde_json::Deserializer::from_str("[1,}");
    let error = "expected value at line 1 column 4".to_owned();
    assert_eq!(read(&mut source), Err(error));
}

/// A wrapper of the `serde_json` reader that does not support newtypes.
struct Plain<D>(D);

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Plain<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

#[test]
fn an_object_with_the_private_key_is_not_a_text() {
    let text = json!({RAW_KEY: "[1]"}).to_string();
    let mut source = serde_json::Deserializer::from_str(&text);
    assert_eq!(written(Plain(&mut source)), text);
}

#[test]
fn other_values_are_written_as_json() {
    let value = json!({"a": [null, true, -1, 2.0, "\u{8}\"é"], "b": {}, "c": []});
    assert_eq!(written(&value), value.to_string());
    assert_eq!(written(value.clone()), value.to_string());
    assert_eq!(
        written(I128Deserializer::<Error>::new(i128::MIN)),
        i128::MIN.to_string()
    );
    assert_eq!(
        written(U128Deserializer::<Error>::new(u128::MAX)),
        u128::MAX.to_string()
    );
    assert_eq!(written(F32Deserializer::<Error>::new(0.1)), "0.1");
    assert_eq!(written(F64Deserializer::<Error>::new(1.0)), "1.0");
    for float in [f64::NAN, f64::NEG_INFINITY] {
        assert_eq!(
            read(F64Deserializer::<Error>::new(float)),
            Err("a number must be finite: neither infinite nor NaN".to_owned())
        );
    }
    assert_eq!(
        read(BytesDeserializer::<Error>::new(b"x")),
        Err("bytes have no form in JSON: send a string or an array of integers".to_owned())
    );
}

#[test]
fn keys_have_the_text_that_they_have_in_json() {
    let keys = MapDeserializer::<_, Error>::new([(1_u8, true), (2, false)].into_iter());
    assert_eq!(written(keys), r#"{"1":true,"2":false}"#);
    let twice = MapDeserializer::<_, Error>::new([("a", 1), ("a", 2)].into_iter());
    assert_eq!(written(twice), r#"{"a":1,"a":2}"#);
}

/// The form of numbers with the `serde_json` feature `arbitrary_precision`.
#[test]
fn the_private_form_of_a_number_is_a_number() {
    let private = |text: &'static str| {
        let entry = ("$serde_json::private::Number", text);
        written(MapDeserializer::<_, Error>::new(iter::once(entry)))
    };
    assert_eq!(
        private("12345678901234567890123.50"),
        "12345678901234567890123.50"
    );
    // A real object with such a key stays an object.
    assert_eq!(
        private("seven"),
        r#"{"$serde_json::private::Number":"seven"}"#
    );
}

#[test]
fn a_value_with_the_private_key_of_raw_text_is_an_object() {
    let value = json!({RAW_KEY: "[1]"});
    assert_eq!(written(&value), value.to_string());
    let nested = json!([value]);
    assert_eq!(written(&nested), nested.to_string());
}

#[test]
fn reports_limits_with_their_path() {
    let found = |value: &Value, limits: Limits| {
        let mut intake = ParseContext::new(&limits, true);
        assert!(read_json_text(value, &mut intake).is_err());
        let issue = intake.issues.pop();
        issue.map(|issue| (issue.path.to_string(), issue.kind))
    };
    let limits = Limits::default();
    let depth = IssueKind::Limit {
        limit: Limit::Depth,
        maximum: 1,
    };
    assert_eq!(
        found(&json!({"a": [1]}), limits.depth(1)),
        Some(("a".into(), depth))
    );
    let nodes = IssueKind::Limit {
        limit: Limit::Nodes,
        maximum: 2,
    };
    assert_eq!(
        found(&json!([1, 2]), limits.nodes(2)),
        Some(("[1]".into(), nodes))
    );
}
