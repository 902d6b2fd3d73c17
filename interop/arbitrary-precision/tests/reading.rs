//! Numbers are read exactly from text, from a `Value` and through `Args<T>`, in a build with
//! `serde_json`'s `arbitrary_precision`.

use std::error::Error;

use serde_json::{Value, json};
use tool_core::{Args, Definition, Reading, Tool};

/// Numbers of every kind.
#[derive(Clone, Debug, PartialEq, Tool)]
struct Numbers {
    unsigned: u128,
    signed: i128,
    small: u8,
    ratio: f64,
    ratios: Vec<f32>,
    #[serde(default)]
    version: Option<String>,
}

/// The numbers as text. `json!` would convert the digits to Rust numbers.
const NUMBERS: &str = r#"{
    "unsigned": 340282366920938463463374607431768211455,
    "signed": -170141183460469231731687303715884105728,
    "small": 42,
    "ratio": 0.10,
    "ratios": [1e3, -0.25, 3]
}"#;

fn numbers() -> Numbers {
    Numbers {
        unsigned: u128::MAX,
        signed: i128::MIN,
        small: 42,
        ratio: 0.1,
        ratios: vec![1000.0, -0.25, 3.0],
        version: None,
    }
}

/// Returns the results of reading a text and a `Value`: the reading, or the text for the model.
/// `Args<T>` returns the same for both.
fn by_every_entrance(text: &str) -> [Result<Reading<Numbers>, String>; 2] {
    let reader = Numbers::definition().reader();
    let value: Value = serde_json::from_str(text).expect("JSON");
    let read = [reader.read::<Numbers>(text), reader.read(&value)];
    let read = read.map(|reading| reading.map_err(|error| error.to_string()));
    let args = [
        serde_json::from_str::<Args<Numbers>>(text),
        serde_json::from_value::<Args<Numbers>>(value),
    ];
    for (args, read) in args.into_iter().zip(&read) {
        match (args, read) {
            (Ok(args), Ok(reading)) => {
                assert_eq!(*args, reading.value);
                assert_eq!(args.repairs().len(), reading.repairs.len());
            }
            (Err(error), Err(words)) => assert_eq!(error.to_string(), *words),
            (args, read) => panic!("{args:?}, but {read:?}"),
        }
    }
    read
}

/// Returns the results of the reader for a schema, from text and from a `Value`: the printed value,
/// or the text for the model.
fn dynamic(schema: Value, text: &str) -> Result<[String; 2], Box<dyn Error>> {
    let definition = Definition::new("numbers", "Numbers.", schema)?;
    let reader = definition.reader();
    let value: Value = serde_json::from_str(text)?;
    let read = [reader.read::<Value>(text), reader.read(&value)];
    Ok(read.map(|reading| match reading {
        Ok(reading) => reading.value.to_string(),
        Err(error) => error.to_string(),
    }))
}

/// Without the feature the tests below would be meaningless.
#[test]
fn serde_json_has_arbitrary_precision() -> Result<(), Box<dyn Error>> {
    let value: Value = serde_json::from_str("1.10")?;
    assert_eq!(value.to_string(), "1.10");
    Ok(())
}

#[test]
fn numbers_keep_every_digit() {
    for reading in by_every_entrance(NUMBERS) {
        let reading = reading.expect("a reading");
        assert_eq!(reading.value, numbers());
        assert!(reading.is_exact(), "{:?}", reading.repairs);
    }
}

/// The digits reach a string as they were sent.
#[test]
fn numbers_are_coerced_by_their_digits() {
    let text = NUMBERS
        .replace("42", "42.0")
        .replace("-1701", "\"-1701")
        .replace("728,", "728\",")
        .replace("0.10,", "0.10, \"version\": 1.10,");
    for reading in by_every_entrance(&text) {
        let reading = reading.expect("a reading");
        let version = Some("1.10".to_owned());
        assert_eq!(
            reading.value,
            Numbers {
                version,
                ..numbers()
            }
        );
        let rules = reading.repairs.iter().map(|repair| repair.rule.as_str());
        let expected = ["string_to_number", "float_to_integer", "scalar_to_string"];
        assert!(rules.eq(expected), "{:?}", reading.repairs);
    }
}

#[test]
fn numbers_out_of_range_are_issues() {
    let text = r#"{
        "unsigned": 340282366920938463463374607431768211456,
        "signed": 0.5,
        "small": 256,
        "ratio": 1e+400,
        "ratios": []
    }"#;
    for reading in by_every_entrance(text) {
        let words = reading.unwrap_err();
        let (unsigned, rest) = words.split_once("; signed").expect("a second issue");
        assert!(unsigned.contains("unsigned: expected an integer from 0 to 2^128-1"));
        assert!(
            rest.starts_with(": expected integer, got 0.5; small: expected"),
            "{rest}"
        );
        assert!(
            rest.contains("ratio: expected a number from -1.8e308 to 1.8e308"),
            "{rest}"
        );
    }
}

/// The exact form of a `Value` is the same as without the feature: integers of 64 bits. A wider
/// integer is an issue. It is never rounded.
#[test]
fn dynamic_tool_keeps_the_digits_of_integers() -> Result<(), Box<dyn Error>> {
    let schema = json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    for exact in [
        r#"{"n":18446744073709551615}"#,
        r#"{"n":-9223372036854775808}"#,
    ] {
        assert_eq!(dynamic(schema.clone(), exact)?, [exact, exact]);
    }
    for wide in [
        "18446744073709551616",
        "-170141183460469231731687303715884105728",
    ] {
        for words in dynamic(schema.clone(), &format!(r#"{{"n":{wide}}}"#))? {
            assert!(words.contains("n: expected an integer from "), "{words}");
        }
    }
    Ok(())
}

#[test]
fn dynamic_tool_keeps_the_digits_of_floats() -> Result<(), Box<dyn Error>> {
    let schema = json!({
        "type": "object",
        "properties": {"n": {"type": "number", "minimum": 0.1, "multipleOf": 0.1}},
    });
    assert_eq!(
        dynamic(schema.clone(), r#"{"n": 0.30}"#)?,
        [r#"{"n":0.3}"#; 2]
    );
    for words in dynamic(schema, r#"{"n": 0.09}"#)? {
        assert!(
            words.ends_with("n: expected at least 0.1 and a multiple of 0.1, got 0.09"),
            "{words}"
        );
    }
    Ok(())
}
