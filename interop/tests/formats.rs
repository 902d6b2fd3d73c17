//! `Args<T>` read from other formats than JSON.
//!
//! The reader needs only the types that a format reports: a number in quotes is repaired in TOML,
//! YAML and CBOR, too. A format that does not report types cannot be read leniently. The error says
//! that.

use std::error::Error;

use interop::{EditFile, edit};
use serde::Serialize;
use serde_json::json;
use tool_core::{Args, Tool};

/// A call with a number in quotes, a list inside a string, a member in another case.
const YAML: &str = r#"
file_path: /a.txt
old_string: a
new_string: b
context: "3"
also: '["/b.txt"]'
line_ending: Unix
"#;

const TOML: &str = r#"
file_path = "/a.txt"
old_string = "a"
new_string = "b"
context = "3"
also = '["/b.txt"]'
line_ending = "Unix"
"#;

const ALL_FAULTS: &str = "Please rewrite the input with valid arguments. \
    Errors: file_path: Required; old_string: Required; new_string: Required; \
    context: expected integer, got string";

/// Numbers of 128 bits.
#[derive(Debug, Tool)]
struct Wide {
    unsigned: u128,
    signed: i128,
}

fn assert_read_leniently(args: &Args<EditFile>) {
    assert_eq!(**args, edit());
    let repairs = args.repairs().iter();
    let mut repairs: Vec<_> = repairs
        .map(|repair| (repair.path.to_string(), repair.rule.as_str()))
        .collect();
    // In the order of the document, which is not every format's own.
    repairs.sort();
    let expected = [
        ("also".to_owned(), "json_string"),
        ("context".to_owned(), "string_to_number"),
        ("line_ending".to_owned(), "enum_member"),
    ];
    assert_eq!(repairs, expected);
}

fn to_cbor(value: &impl Serialize) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes)?;
    Ok(bytes)
}

fn from_cbor<T: Tool>(bytes: &[u8]) -> Result<Args<T>, ciborium::de::Error<std::io::Error>> {
    ciborium::from_reader(bytes)
}

#[test]
fn reads_yaml_leniently() -> Result<(), Box<dyn Error>> {
    assert_read_leniently(&serde_yaml_ng::from_str(YAML)?);
    let error = serde_yaml_ng::from_str::<Args<EditFile>>("context: ten").unwrap_err();
    assert_eq!(error.to_string(), ALL_FAULTS);
    Ok(())
}

#[test]
fn reads_toml_leniently() -> Result<(), Box<dyn Error>> {
    assert_read_leniently(&toml::from_str(TOML)?);
    let error = toml::from_str::<Args<EditFile>>("context = 'ten'").unwrap_err();
    assert_eq!(error.to_string().trim_end(), ALL_FAULTS);
    Ok(())
}

/// A binary format: the text alone does not show the faults.
#[test]
fn reads_cbor_leniently() -> Result<(), Box<dyn Error>> {
    let call: serde_json::Value = serde_yaml_ng::from_str(YAML)?;
    assert_read_leniently(&from_cbor(&to_cbor(&call)?)?);
    let error = from_cbor::<EditFile>(&to_cbor(&json!({"context": "ten"}))?).unwrap_err();
    assert_eq!(error.to_string(), format!("Semantic(None, {ALL_FAULTS:?})"));
    Ok(())
}

#[test]
fn keeps_128_bit_integers_of_cbor() -> Result<(), Box<dyn Error>> {
    #[derive(Serialize)]
    struct Sent {
        unsigned: u128,
        signed: i128,
    }
    let sent = Sent {
        unsigned: u128::MAX,
        signed: i128::MIN,
    };
    for wide in [
        from_cbor::<Wide>(&to_cbor(&sent)?)?,
        serde_yaml_ng::from_str(&serde_yaml_ng::to_string(&sent)?)?,
    ] {
        assert_eq!((wide.unsigned, wide.signed), (u128::MAX, i128::MIN));
        assert!(wide.repairs().is_empty());
    }
    Ok(())
}

/// `serde_json` passes integers beyond 64 bits as rounded floats to a type that accepts any value.
/// `Args` asks for the text instead.
#[test]
fn serde_json_rounds_no_digits() -> Result<(), Box<dyn Error>> {
    let text = r#"{"unsigned": 18446744073709551617, "signed": -18446744073709551617}"#;
    for exact in [
        serde_json::from_str::<Args<Wide>>(text)?,
        serde_json::from_slice(text.as_bytes())?,
        serde_json::from_reader(text.as_bytes())?,
    ] {
        assert_eq!(
            (exact.unsigned, exact.signed),
            (18_446_744_073_709_551_617, -18_446_744_073_709_551_617)
        );
    }

    let quoted = r#"{"unsigned": "18446744073709551617", "signed": -1e3}"#;
    let quoted = serde_json::from_str::<Args<Wide>>(quoted)?;
    assert_eq!(
        (quoted.unsigned, quoted.signed),
        (18_446_744_073_709_551_617, -1000)
    );

    let path = json!({"file_path": 1e20, "old_string": "a", "new_string": "b"});
    let error = serde_json::from_value::<Args<EditFile>>(path).unwrap_err();
    assert!(
        error.to_string().contains("file_path: expected string"),
        "{error}"
    );
    Ok(())
}

/// The format's own error is kept. A host uses its category: axum answers 400 to broken JSON and
/// 422 to wrong data.
#[test]
fn broken_text_is_the_error_of_its_format() -> Result<(), Box<dyn Error>> {
    for (text, message) in [
        (r#"{"context": }"#, "expected value at line 1 column 13"),
        ("hello", "expected value at line 1 column 1"),
    ] {
        let error = serde_json::from_str::<Args<EditFile>>(text).unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(error.is_syntax());
    }
    let cut_off = serde_json::from_str::<Args<EditFile>>(r#"{"context": 3"#).unwrap_err();
    assert!(cut_off.is_eof());

    let cut_off = &to_cbor(&json!({"context": 3}))?[..4];
    let error = from_cbor::<EditFile>(cut_off).unwrap_err();
    assert!(matches!(error, ciborium::de::Error::Io(_)), "{error}");
    Ok(())
}

#[test]
fn rejects_formats_that_are_not_self_describing() {
    let error = bcs::from_bytes::<Args<EditFile>>(&[1, 2, 3]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the arguments of a tool are read from a self-describing format such as JSON: \
         not supported: deserialize_any"
    );
    // postcard has no room for the words of an error: no panic is all there is to see.
    let error = postcard::from_bytes::<Args<EditFile>>(&[1, 2, 3]).unwrap_err();
    assert_eq!(error, postcard::Error::SerdeDeCustom);
}
