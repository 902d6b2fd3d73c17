//! The reader of text accepts all input that `serde_json` accepts, with the same values.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

use proptest::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{read, read_checked};

#[derive(Debug, PartialEq, Deserialize)]
struct Plain {
    text: String,
    #[serde(default)]
    count: u8,
    maybe: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct Borrowing<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Debug, PartialEq, Deserialize)]
struct Flat {
    id: u32,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
enum External {
    Unit,
    New(u8),
    Pair(u8, String),
    Fields { a: Option<u8> },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "type")]
enum Internal {
    Unit,
    Fields { a: u8, b: Option<String> },
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(tag = "t", content = "c")]
enum Adjacent {
    Unit,
    New(i16),
    Pair(u8, bool),
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Number(i64),
    Float(f64),
    Text(String),
    List(Vec<Untagged>),
    Fields { a: u8 },
}

#[derive(Debug, PartialEq, Deserialize)]
struct New(u16);
#[derive(Debug, PartialEq, Deserialize)]
struct Pair(u8, char);
#[derive(Debug, PartialEq, Deserialize)]
struct Nothing;

/// Asserts that both read the same value if `serde_json` accepts the text. Separate tests cover
/// text that only this reader accepts (`42.0` as an integer).
fn agree<T: DeserializeOwned + PartialEq + Debug>(text: &str) {
    let Ok(expected) = serde_json::from_str::<T>(text) else {
        return;
    };
    let checked = read_checked::<T>(text);
    for outcome in checked.into_iter().chain([read::<T>(text)]) {
        match outcome {
            Ok(value) => assert_eq!(value, expected, "{text}"),
            Err(refusal) => panic!("{text}: {refusal:?}"),
        }
    }
}

fn agree_for_all(text: &str) {
    agree::<External>(text);
    agree::<Internal>(text);
    agree::<Adjacent>(text);
    agree::<Untagged>(text);
    agree::<Flat>(text);
    agree::<New>(text);
    agree::<Nothing>(text);
    agree::<Vec<External>>(text);
    agree::<(u8, String, Option<bool>)>(text);
    agree::<[i8; 2]>(text);
    agree::<BTreeMap<i32, Value>>(text);
    agree::<BTreeMap<char, u8>>(text);
    agree::<BTreeMap<External, u8>>(text);
    agree::<BTreeMap<u128, Option<()>>>(text);
    agree::<Option<Box<str>>>(text);
    agree::<u64>(text);
    agree::<i128>(text);
    agree::<u128>(text);
    agree::<f64>(text);
    agree::<char>(text);
    agree::<()>(text);
    agree::<Value>(text);
    // `serde_json` rounds an integer beyond 64 bits, which this reader rejects.
    if text.len() < 19 {
        agree::<serde_json::Number>(text);
    }
    agree::<Result<u8, String>>(text);
    agree::<std::num::NonZeroU8>(text);
    // `serde_json` reads a boolean key from its second byte on. It returns a string with invalid
    // UTF-8 if this byte is inside a character.
    if text.is_ascii() {
        agree::<BTreeMap<bool, u8>>(text);
    }
    // `serde_json` also reads a struct from an array, which JSON Schema does not accept.
    if !text.starts_with('[') {
        agree::<Plain>(text);
        agree::<std::time::Duration>(text);
    }
}

#[test]
fn each_form_reads_as_serde_json_reads_it() {
    for text in [
        "null",
        "true",
        "0",
        "7",
        "-7",
        "255",
        "256",
        "-0",
        "1.5",
        "1e3",
        "18446744073709551616",
        "-9223372036854775808",
        "170141183460469231731687303715884105727",
        "-170141183460469231731687303715884105728",
        "340282366920938463463374607431768211455",
        r#""x""#,
        r#""Unit""#,
        r#""\n""#,
        r#""plain text""#,
        r#"{"Unit":null}"#,
        r#"{"New":3}"#,
        r#"{"Pair":[1,"x"]}"#,
        r#"{"Fields":{"a":1}}"#,
        r#"{"Fields":{}}"#,
        r#"{"type":"Unit"}"#,
        r#"{"b":"x","type":"Fields","a":1}"#,
        r#"{"t":"New","c":-5}"#,
        r#"{"c":[1,true],"t":"Pair"}"#,
        r#"{"t":"Unit"}"#,
        r#"{"a":1}"#,
        "[1,2.5,\"x\",[{\"a\":1}]]",
        r#"{"id":1,"x":[1,{"y":null}],"z":2.5}"#,
        r#"[1,"x",null]"#,
        r#"[1,"x",true]"#,
        "[1,2]",
        "[-1,1,1]",
        r#"{"1":"a","-2":null}"#,
        r#"{"true":1}"#,
        r#"{"x":1}"#,
        r#"{"Unit":1}"#,
        r#"{"1":null}"#,
        r#"{"text":"a","maybe":null}"#,
        r#"{"text":"a\nb","count":3,"maybe":-4,"more":[1]}"#,
        r#"{"secs":1,"nanos":5}"#,
        r#"{"Ok":1}"#,
        r#"{"Err":"x"}"#,
        r#"["Unit",{"New":1}]"#,
        "[]",
        "{}",
    ] {
        agree_for_all(text);
    }
    agree::<Pair>(r#"[1,"x"]"#);
}

#[test]
fn an_integral_float_is_an_integer() {
    assert_eq!(read::<u8>("42.0").ok(), Some(42));
    assert_eq!(read::<i64>("-1e2").ok(), Some(-100));
    assert_eq!(read::<u128>("1.5e1").ok(), Some(15));
    assert_eq!(read::<u8>("-0").ok(), Some(0));
    assert_eq!(read::<f32>("0.1").ok(), Some(0.1));
}

#[test]
fn borrowed_text_stays_borrowed() {
    let borrowing: Borrowing<'_> = read(r#"{"text":"abc"}"#).expect("it has a text");
    assert!(matches!(borrowing.text, Cow::Borrowed("abc")));
}

proptest! {
    #[test]
    fn any_value_reads_alike(value in crate::json::tests::laws::values()) {
        agree_for_all(&value.to_string());
    }
}
