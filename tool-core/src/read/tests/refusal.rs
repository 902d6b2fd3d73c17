use std::collections::BTreeMap;
use std::num::NonZeroU8;

use serde::Deserialize;
use serde::de::Error;

use super::read;
use crate::issue::IssueKind;
use crate::read::Refusal;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code)]
struct Edit {
    old: String,
    line: Option<u8>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Edits {
    edits: Vec<Edit>,
}

#[derive(Debug, Deserialize)]
#[allow(dead_code)]
enum Mode {
    Read,
    Write(u8),
    Pair(u8, u8),
    Named { a: u8 },
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[allow(dead_code)]
enum Either {
    Number(u8),
    Flag(bool),
}

#[derive(Debug, Deserialize)]
#[serde(tag = "type")]
#[allow(dead_code)]
enum Tagged {
    A { x: u8 },
}

#[derive(Debug, Deserialize)]
struct Unit;
#[derive(Debug, Deserialize)]
#[allow(dead_code)]
struct Pair(u8, u8);

#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
struct Name;

impl TryFrom<String> for Name {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Err(format!("the name {name:?} is taken"))
    }
}

/// Reads with `serde_json`, and passes on its message.
#[derive(Debug)]
struct Wrapped;

impl<'de> Deserialize<'de> for Wrapped {
    fn deserialize<D: serde::Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        let text = String::deserialize(source)?;
        serde_json::from_str::<Edit>(&text).map_err(D::Error::custom)?;
        Ok(Self)
    }
}

/// Returns the refusal of a type as `path: message`.
fn refusal<T>(read: Result<T, Refusal>) -> String {
    let Err(refusal) = read else {
        return "read".to_owned();
    };
    let (path, kind) = refusal.into_parts();
    format!("{path}: {}", words(kind))
}

fn words(kind: IssueKind) -> String {
    match kind {
        IssueKind::Refused { message } => message,
        IssueKind::Key { fault } => format!("key {}", words(*fault)),
        IssueKind::Required { expected, .. } => format!("required, {expected}"),
        IssueKind::Enum { members, .. } => format!("one of {members:?}"),
        other => format!("{other:?}"),
    }
}

macro_rules! pinned {
    ($(fn $name:ident { $($type:ty, $text:expr => $words:expr;)* })*) => {$(
        #[test]
        fn $name() {
            $(assert_eq!(refusal(read::<$type>($text)), $words, "{}", $text);)*
        }
    )*};
}

pinned! {
    fn scalars_are_refused_in_plain_words {
    u8, "300" => ": expected an integer from 0 to 255, got 300";
    u8, "-1" => ": expected an integer from 0 to 255, got -1";
    i32, "2.5" => ": expected an integer from -2147483648 to 2147483647, got 2.5";
    u64, "18446744073709551616" => ": expected an integer from 0 to 18446744073709551615, got 18446744073709551616";
    i8, "\"x\"" => ": expected an integer from -128 to 127, got string";
    u128, "-1" => ": expected an integer from 0, of at most 128 bits, got -1";
    NonZeroU8, "0" => ": expected an integer other than 0, got 0";
    f64, "1e400" => ": expected a number of smaller magnitude, got 1e400";
    f32, "1e39" => ": expected a number of smaller magnitude, got 1e39";
    serde_json::Value, "[1e400]" => "[0]: expected a number of smaller magnitude, got 1e400";
    f64, "[]" => ": expected a number, got array";
    bool, "\"yes\"" => ": expected a boolean, got string";
    String, "null" => ": expected a string, got null";
    String, "5" => ": expected a string, got 5";
    char, "\"ab\"" => ": expected one character, got \"ab\"";
    (), "0" => ": expected null, got 0";
    Unit, "{}" => ": expected null, got object";
    }

    fn places_are_named {
    Edits, "[]" => ": expected an object, got array";
    Edits, r#"{"edits":[{"old":"x"},{"old":1}]}"# => "edits[1].old: expected a string, got 1";
    Edits, r#"{"edits":[{"line":1}]}"# => "edits[0].old: required, any value";
    Edits, r#"{"edits":[{"old":"","new":""}]}"# => "edits[0].new: UnknownKey { nearest: None }";
    Edits, r#"{"edits":[{"old":"","line":999}]}"# => "edits[0].line: expected an integer from 0 to 255, got 999";
    BTreeMap<u8, u8>, r#"{"x":1}"# => r#"x: key expected an integer from 0 to 255, got "x""#;
    BTreeMap<bool, u8>, r#"{"x":1}"# => r#"x: key expected a boolean, got "x""#;
    }

    fn lengths_are_counted {
    (u8, u8), "[1]" => ": expected an array of 2 items, got 1 item";
    (u8, u8), "[1,2,3]" => ": expected an array of 2 items, got 3 items";
    [u8; 3], "[1]" => ": expected an array of 3 items, got 1 item";
    Pair, "[1]" => ": expected an array of 2 items, got 1 item";
    Pair, "{}" => ": expected an array, got object";
    }

    fn enums_are_refused_by_name {
    Mode, "\"Reed\"" => r#": one of [String("Read"), String("Write"), String("Pair"), String("Named")]"#;
    Mode, "1" => ": expected a declared name, or an object with one as its key, got 1";
    Mode, r#"{"Read":null,"Write":1}"# => ": expected a declared name, or an object with one as its key, got object";
    Mode, "\"Write\"" => r#": expected an object with the one key "Write", got string"#;
    Mode, r#"{"Read":1}"# => "Read: expected null, got 1";
    Mode, r#"{"Write":"x"}"# => "Write: expected an integer from 0 to 255, got string";
    Mode, r#"{"Pair":[1]}"# => "Pair: expected an array of 2 items, got 1 item";
    Mode, r#"{"Named":[1]}"# => "Named: expected an object, got array";
    Either, "\"x\"" => ": is in none of the forms that are accepted here";
    Tagged, r#"{"type":"B"}"# => r#"type: one of [String("A")]"#;
    Tagged, r#"{"x":1}"# => "type: required, any value";
    Tagged, r#"{"type":"A","x":"y"}"# => ": expected an integer from 0 to 255, got string";
    }

    fn an_author_keeps_the_word {
    Vec<Name>, r#"["x"]"# => r#"[0]: the name "x" is taken"#;
    Wrapped, r#""{}""# => "old: required, any value";
    Wrapped, r#""{\"old\": 5}""# => ": expected a string, got 5";
    Wrapped, r#""{\"now\": 5}""# => "now: UnknownKey { nearest: None }";
    Wrapped, r#""{\"old\"""# => ": EOF while parsing an object";
    }
}

#[test]
fn a_refusal_is_one_pointer() {
    assert_eq!(size_of::<Refusal>(), size_of::<usize>());
}
