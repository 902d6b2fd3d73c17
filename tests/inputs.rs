//! Sources of arguments: owned and borrowed text, bytes, and JSON values.

use std::borrow::Cow;

use serde_json::json;
use tool_core::{Arguments, AsInput, Finish, Input, Tool};

const RAW: &str = r#"{"seconds": "5"}"#;

/// Wait a while.
#[derive(Debug, PartialEq, Tool)]
struct Wait {
    seconds: u32,
}

#[track_caller]
fn assert_read(source: impl AsInput) {
    assert_eq!(Wait::parse(source).ok(), Some(Wait { seconds: 5 }));
}

#[test]
fn reads_owned_and_borrowed_text() {
    assert_read(RAW);
    assert_read(RAW.to_owned());
    assert_read(&RAW.to_owned());
    assert_read(Box::<str>::from(RAW));
    assert_read(Cow::Borrowed(RAW));
    for borrowed_twice in &[RAW, r#"{"seconds": 5}"#] {
        assert_read(borrowed_twice);
    }
}

#[test]
fn reads_owned_and_borrowed_bytes() {
    assert_read(RAW.as_bytes());
    assert_read(RAW.as_bytes().to_vec());
    assert_read(&RAW.as_bytes().to_vec());
    assert_read(br#"{"seconds": "5"}"#);
    assert_read(*br#"{"seconds": "5"}"#);
    assert_read(bytes::Bytes::from_static(RAW.as_bytes()));
}

#[test]
fn reads_owned_and_borrowed_values() {
    assert_read(json!({"seconds": "5"}));
    assert_read(&json!({"seconds": "5"}));
    assert_read(Arguments::Text(RAW.to_owned()));
    assert_read(Arguments::Value(json!({"seconds": "5"})));
}

/// A truncated text with closed brackets could go on, so the end of the output decides.
#[test]
fn input_keeps_the_end_of_the_output() {
    let cut = Input::from(r#"{"seconds": [5]"#);
    assert!(Wait::parse(cut).is_err());
    assert!(Wait::parse(cut.finish(Finish::Complete)).is_ok());
    assert!(Wait::parse(&&cut.finish(Finish::Complete)).is_ok());
}

#[test]
fn refuses_bytes_that_are_not_utf8() {
    assert!(Wait::parse(b"{\"seconds\": \"\xff\"}").is_err());
    assert!(Wait::parse(b"{\"seconds\": \"\xff\"}".to_vec()).is_err());
}
