//! Translates serde's messages to terms of JSON, without names of Rust types.

use serde::de::Unexpected;

use crate::issue::INSTRUCTION;

/// Maximum number of characters of a value in a message.
const SHOWN: usize = 40;

pub(crate) fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Translates the expectation of a type, from the text of its visitor.
pub(crate) fn reword_expected(text: &str) -> String {
    if let Some(range) = describe_integer(text) {
        return range;
    }
    if let Some(count) = count_of(text) {
        return array_of(count);
    }
    match text {
        "f32" | "f64" => "a number",
        "string" => "a string",
        "a character" => "one character",
        "a borrowed string" | "a borrowed str" => "a string without escapes",
        "option" => "a value or null",
        "string or map" => "a string or an object with one key",
        "map with a single key" => "an object with one key",
        "a map" | "map" | "newtype variant" | "struct variant" => "an object",
        "a sequence" | "sequence" | "tuple variant" | "a tuple" => "an array",
        "unit" | "unit variant" => "null",
        "variant identifier" | "field identifier" => "a declared name",
        _ => by_form(text),
    }
    .to_owned()
}

/// Translates texts that contain the name of a Rust type.
fn by_form(text: &str) -> &str {
    const FORMS: [(&str, &str); 10] = [
        ("struct ", "an object"),
        ("internally tagged enum ", "an object"),
        ("adjacently tagged enum ", "an object"),
        ("tuple struct ", "an array"),
        ("tuple variant ", "an array"),
        ("unit struct ", "null"),
        ("unit variant ", "null"),
        ("newtype variant ", "a value"),
        ("enum ", "a declared name, or an object with one as its key"),
        ("variant of enum ", "a declared name"),
    ];
    let form = FORMS.iter().find(|(start, _)| text.starts_with(start));
    match form {
        Some((_, words)) => words,
        None if text.contains("byte array") => "a string or an array of integers",
        None if text.contains("::") || text.contains(" enum ") || text.contains(" struct ") => {
            "another value"
        }
        None => text,
    }
}

/// Returns the range of an integer type.
fn describe_integer(name: &str) -> Option<String> {
    if name.starts_with("a nonzero ") {
        return Some("an integer other than 0".to_owned());
    }
    let (least, greatest) = match name {
        "i8" => (i64::from(i8::MIN), u64::from(i8::MAX.unsigned_abs())),
        "i16" => (i64::from(i16::MIN), u64::from(i16::MAX.unsigned_abs())),
        "i32" => (i64::from(i32::MIN), u64::from(i32::MAX.unsigned_abs())),
        "i64" | "isize" => (i64::MIN, i64::MAX.unsigned_abs()),
        "u8" => (0, u64::from(u8::MAX)),
        "u16" => (0, u64::from(u16::MAX)),
        "u32" => (0, u64::from(u32::MAX)),
        "u64" | "usize" => (0, u64::MAX),
        "i128" => return Some("an integer of at most 128 bits".to_owned()),
        "u128" => return Some("an integer from 0, of at most 128 bits".to_owned()),
        _ => return None,
    };
    Some(format!("an integer from {least} to {greatest}"))
}

/// Returns the number of items of a tuple or a fixed array.
fn count_of(text: &str) -> Option<usize> {
    let count = match text {
        "an empty array" => "0",
        _ if text.starts_with("tuple ") => {
            let (_, tail) = text.rsplit_once(" with ")?;
            tail.split(' ').next()?
        }
        _ => text
            .strip_prefix("a tuple of size ")
            .or_else(|| text.strip_prefix("an array of length "))?,
    };
    count.parse().ok()
}

pub(crate) fn array_of(count: usize) -> String {
    format!("an array of {}", count_items(count))
}

fn count_items(count: usize) -> String {
    let noun = if count == 1 { "item" } else { "items" };
    format!("{count} {noun}")
}

/// Returns the message for a value that is too short or too long.
pub(crate) fn describe_length(length: usize, expected: &str) -> String {
    if expected.starts_with("an array") {
        return format!("expected {expected}, got {}", count_items(length));
    }
    format!("expected {expected}, got a length of {length}")
}

/// Returns the type of the received value.
pub(crate) fn type_of(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(_) => "boolean",
        Unexpected::Unit | Unexpected::Option => "null",
        Unexpected::Char(_) | Unexpected::Str(_) | Unexpected::UnitVariant => "string",
        Unexpected::Bytes(_) => "bytes",
        Unexpected::Seq | Unexpected::TupleVariant => "array",
        Unexpected::Map | Unexpected::NewtypeVariant | Unexpected::StructVariant => "object",
        Unexpected::NewtypeStruct | Unexpected::Enum => "another value",
        _ => return value_of(unexpected),
    }
    .to_owned()
}

/// Returns the received value if it is a scalar, shortened if needed. Otherwise returns its type.
pub(crate) fn value_of(unexpected: Unexpected<'_>) -> String {
    match unexpected {
        Unexpected::Bool(value) => value.to_string(),
        Unexpected::Unsigned(value) => value.to_string(),
        Unexpected::Signed(value) => value.to_string(),
        Unexpected::Float(value) => value.to_string(),
        Unexpected::Char(value) => format!("{:?}", value.to_string()),
        Unexpected::Str(value) => format!("{:?}", cut(value)),
        Unexpected::Other(text) => cut(find_quoted(text).unwrap_or(text)),
        _ => type_of(unexpected),
    }
}

/// Returns the text between backticks. Serde writes 128-bit integers in this form.
fn find_quoted(text: &str) -> Option<&str> {
    let (_, tail) = text.split_once('`')?;
    Some(tail.split_once('`')?.0)
}

/// Returns the name in backticks after the start of a message.
pub(crate) fn find_name_after<'t>(text: &'t str, complaint: &str) -> Option<&'t str> {
    let tail = text.strip_prefix(complaint)?.strip_prefix('`')?;
    Some(tail.split_once('`')?.0)
}

/// Removes the ` at line 1 column 2` that `serde_json` adds.
pub(crate) fn without_position(text: &str) -> &str {
    let Some((head, position)) = text.rsplit_once(" at line ") else {
        return text;
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match position.split_once(" column ") {
        Some((line, column)) if is_number(line) && is_number(column) => head,
        _ => text,
    }
}

/// Returns the author's own text unchanged, and translates messages of serde.
pub(crate) fn reword_custom(text: &str) -> String {
    let text = text.strip_prefix(INSTRUCTION).unwrap_or(text);
    if text.starts_with("data did not match any variant of untagged enum") {
        return "is in none of the forms that are accepted here".to_owned();
    }
    if text.starts_with("no variant of enum ") {
        return "holds none of the properties that are accepted here".to_owned();
    }
    if text.starts_with("can only flatten structs and maps") {
        return "expected an object".to_owned();
    }
    if let Some((_, words)) = LIBRARIES.iter().find(|(start, _)| text.starts_with(start)) {
        return (*words).to_owned();
    }
    reword_complaint(text).unwrap_or_else(|| text.to_owned())
}

/// Messages of libraries that do not say what they expect, by their start.
const LIBRARIES: [(&str, &str); 10] = [
    ("Invalid symbol ", BASE64),
    ("Invalid byte ", BASE64),
    ("Invalid last symbol ", BASE64),
    ("Invalid padding", BASE64),
    ("Invalid input length: ", BASE64),
    ("Encoded text cannot have a 6-bit remainder", BASE64),
    ("input contains invalid characters", DATE),
    ("premature end of input", DATE),
    ("trailing input", DATE),
    (
        "input is out of range",
        "expected a date and time that exist",
    ),
];
const BASE64: &str = "expected Base64 text";
const DATE: &str = "expected a date or time in the form that the schema names";

/// Translates `invalid type: string "x", expected u8` and similar messages.
fn reword_complaint(text: &str) -> Option<String> {
    const COMPLAINTS: [&str; 4] = [
        "invalid type: ",
        "invalid value: ",
        "invalid length ",
        "unknown variant ",
    ];
    let start = COMPLAINTS.iter().find(|start| text.starts_with(*start))?;
    let (came, wanted) = text.strip_prefix(start)?.rsplit_once(", expected ")?;
    let wanted = reword_expected(wanted);
    if *start == "invalid length " {
        return Some(describe_length(came.parse().ok()?, &wanted));
    }
    let came = match came {
        "unit value" | "Option value" => "null",
        "sequence" => "array",
        "map" => "object",
        _ => find_quoted(came).unwrap_or(came),
    };
    Some(format!("expected {wanted}, got {}", cut(came)))
}
