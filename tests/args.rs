//! `Args<T>` in the places that serde has for a type.

use std::collections::BTreeMap;
use std::fmt::Debug;

use insta::assert_snapshot;
use serde::Deserialize;
use serde_json::json;
use tool_core::{Args, Tool};

/// Wait a while.
#[derive(Debug, PartialEq, Tool)]
struct Wait {
    seconds: u64,
    #[serde(default)]
    factor: Option<f64>,
    #[serde(default)]
    note: String,
}

#[derive(Debug, Deserialize)]
struct Flat {
    id: u8,
    #[serde(flatten)]
    wait: Args<Wait>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Untagged {
    Wait(Args<Wait>),
    Text(String),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind")]
enum Internal {
    Wait(Args<Wait>),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", content = "of")]
enum Adjacent {
    Wait(Args<Wait>),
}

#[derive(Debug, Deserialize)]
enum External {
    Wait(Args<Wait>),
}

/// Reads a type from text and from a value. Both must give the same result.
#[track_caller]
fn both<T: for<'de> Deserialize<'de> + Debug>(text: &str) -> T {
    let value = serde_json::from_str(text).and_then(serde_json::from_value::<T>);
    let read = serde_json::from_str::<T>(text).expect("it is read");
    assert_eq!(
        format!("{:?}", value.expect("a value")),
        format!("{read:?}")
    );
    read
}

const FIVE: &str = r#"{"seconds": "5", "factor": 0.5}"#;

#[track_caller]
fn is_five(args: &Args<Wait>) {
    assert_eq!((args.seconds, args.repairs().len()), (5, 1));
    assert_eq!(args.factor, Some(0.5));
}

#[test]
fn args_are_read_inside_serde_derived_types() {
    is_five(&both::<Option<Args<Wait>>>(FIVE).expect("some"));
    for args in both::<Vec<Args<Wait>>>(&format!("[{FIVE}, {FIVE}]")) {
        is_five(&args);
    }
    let map = both::<BTreeMap<String, Args<Wait>>>(&format!(r#"{{"a": {FIVE}}}"#));
    is_five(&map["a"]);
    let External::Wait(args) = both(&format!(r#"{{"Wait": {FIVE}}}"#));
    is_five(&args);
    let Adjacent::Wait(args) = both(&format!(r#"{{"kind": "Wait", "of": {FIVE}}}"#));
    is_five(&args);
    let Adjacent::Wait(args) = both(&format!(r#"{{"of": {FIVE}, "kind": "Wait"}}"#));
    is_five(&args);
    let tagged = FIVE.replace('{', r#"{"kind": "Wait", "#);
    let Internal::Wait(args) = both(&tagged);
    is_five(&args);
    let Untagged::Wait(args) = both(FIVE) else {
        panic!("another form");
    };
    is_five(&args);
    assert!(matches!(both(r#""five""#), Untagged::Text(text) if text == "five"));
}

/// `serde_json` rounds such floats inexactly, and converts integers beyond 64 bits to floats.
#[test]
fn numbers_keep_the_digits_of_the_text() {
    let text = r#"{"seconds": 18446744073709551615, "factor": 51.24817837550540}"#;
    let args = serde_json::from_str::<Args<Wait>>(text).expect("it is read");
    assert_eq!(args.seconds, u64::MAX);
    assert_eq!(args.factor, "51.24817837550540".parse().ok());
    assert_eq!(*args, Wait::parse(text).expect("it is read"));
}

/// A number in a value may already be rounded: its digits may differ from the digits in the text.
#[test]
fn rejects_a_value_that_may_have_been_rounded_as_text() {
    let text = r#"{"seconds": 5, "note": 1e20}"#;
    let args = serde_json::from_str::<Args<Wait>>(text).expect("it is read");
    assert_eq!(args.note, "1e20");
    let value = serde_json::from_str(text).expect("JSON");
    let error = serde_json::from_value::<Args<Wait>>(value).unwrap_err();
    assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: note: expected string, got integer");
}

/// Serde passes all keys to a flattened type, except the keys of the struct.
#[test]
fn reads_flattened_args() {
    let flat: Flat = both(r#"{"id": 1, "seconds": "5"}"#);
    assert_eq!((flat.id, flat.wait.seconds), (1, 5));
    let error = serde_json::from_str::<Flat>(r#"{"id": 1, "seconds": "five"}"#).unwrap_err();
    assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: seconds: expected integer, got string at line 1 column 28");
}

#[test]
fn reports_duplicate_keys() {
    let equal = serde_json::from_str::<Args<Wait>>(r#"{"seconds": 5, "seconds": 5}"#);
    assert_eq!(equal.expect("it is read").repairs().len(), 1);
    let error = serde_json::from_str::<Args<Wait>>(r#"{"seconds": 5, "seconds": 6}"#).unwrap_err();
    assert_snapshot!(error, @"Please rewrite the input with valid arguments. Errors: seconds: sent twice with different values; send it once");
}

/// `serde_json` accepts such an escape in raw text.
#[test]
fn half_a_surrogate_pair_is_a_syntax_issue() {
    let error = serde_json::from_str::<Args<Wait>>(r#"{"seconds": 5, "note": "\ud800"}"#);
    assert_snapshot!(error.unwrap_err(), @r#"Please rewrite the input with valid arguments. Errors: the arguments are not valid JSON: expected a whole character, not half of a surrogate pair"#);
}

#[test]
fn private_key_of_serde_json_is_an_ordinary_key() {
    let object = json!({"$serde_json::private::RawValue": FIVE});
    let by_text = serde_json::from_str::<Args<Wait>>(&object.to_string()).unwrap_err();
    let by_value = serde_json::from_value::<Args<Wait>>(object).unwrap_err();
    assert_eq!(by_text.to_string(), by_value.to_string());
    assert_snapshot!(by_value, @r#"Please rewrite the input with valid arguments. Errors: seconds: Required (sent inside "$serde_json::private::RawValue"?)"#);
}

/// A framework has already loaded a value into memory.
#[test]
fn byte_limit_does_not_apply_to_parsed_values() {
    let call = json!({"seconds": 5, "note": "a".repeat(17 << 20)}).to_string();
    assert!(Wait::parse(&call).is_err());
    let args = serde_json::from_str::<Args<Wait>>(&call).expect("it is read");
    assert_eq!(args.note.len(), 17 << 20);
}
