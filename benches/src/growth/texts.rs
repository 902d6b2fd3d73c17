//! Text, well-formed and malformed in each way that could be read again and again.

use serde_json::{Value, json};

use super::{Case, read};

/// Marks the places of the repeated pieces in a text.
macro_rules! texts {
    ($($name:literal: $text:expr;)+) => {
        pub(super) const CASES: &[Case] = &[$(Case {
            name: $name,
            schema: |_| object(),
            text: $text,
            work: read,
        }),+];
    };
}

texts! {
    "objects": |n| listed(&vec![r#"{"b": 1}"#; n]);
    "a long string": |n| format!(r#"{{"a": "{}"}}"#, "text and ".repeat(n));
    "escapes": |n| format!(r#"{{"a": "{}"}}"#, r"\n\u00e9\ud83d\ude00".repeat(n));
    "escapes that JSON has not": |n| format!(r#"{{"a": "{}"}}"#, r"C:\D\users".repeat(n));
    "backslashes": |n| format!(r#"{{"a": "{}"#, r"\".repeat(8 * n));
    "to the limit of depth": |n| listed(&vec![nested("[", "]", 120); n / 100]);
    "white space": |n| format!("{0}{{{0}\"a\"{0}:{0}1{0},}}", " \n".repeat(n));
    "blank": |n| " \n".repeat(4 * n);
    "a long number": |n| format!(r#"{{"a": {}.5}}"#, "1234567890".repeat(n));
    "a long exponent": |n| format!(r#"{{"a": +1e{}}}"#, "0000000000".repeat(n));

    "open arrays": |n| "[".repeat(8 * n);
    "open objects": |n| r#"{"a": "#.repeat(n);
    "open braces": |n| "{".repeat(8 * n);
    "open brackets of both kinds": |n| "[{".repeat(4 * n);
    "open arrays in an object": |n| format!(r#"{{"a": {}"#, "[".repeat(8 * n));
    "open objects in prose": |n| format!("Here: {}", r#"{"a": "#.repeat(n));
    "open braces in prose": |n| format!("Here: {}", "x { ".repeat(n));
    "open brackets in prose": |n| format!(r#"{}{{"a": 1}}"#, "x [ ".repeat(n));
    "begun objects in prose": |n| format!("Here: {}", r#"{"a": 1, "#.repeat(n));
    "begun strings in prose": |n| format!("Here: {}", r#"{" "#.repeat(n));
    "closing brackets": |n| format!(r#"{{"a": 1}}{}"#, "}]".repeat(4 * n));
    "closing brackets first": |n| format!(r#"{}{{"a": 1}}"#, "]}".repeat(4 * n));
    "brackets of the wrong kind": |n| format!(r#"{{"a": [{}"#, "{]".repeat(4 * n));
    "one wrong bracket": |n| listed(&vec![r#"{"b": 1}"#; n]).replacen('}', "]", 1);
    "one bracket too many": |n| format!("{}}}", listed(&vec![r#"{"b": 1,}"#; n]));
    "braces that are prose": |n| format!(r#"{}{{"a": 1}}"#, "use {x} or ".repeat(n));
    "braces in braces": |n| format!(r#"{}{{"a": 1}}"#, nested("{", "} ", 100).repeat(n / 100));
    "broken objects": |n| format!(r#"{}{{"a": 1}}"#, r#"{"a": x} "#.repeat(n));
    "footnotes": |n| format!(r#"{}{{"a": 1}}"#, "see [1] ".repeat(n));
    "lists in prose": |n| format!(r#"See {}{{"a": 1}}"#, r#"[{"b" 1}] "#.repeat(n));
    "the same object": |n| r#"{"a": 1} "#.repeat(n);
    "the same large object": |n| format!("{0}, and {0}", listed(&vec![r#"{"b": 1}"#; n]));
    "objects that differ": |n| numbered(n, |i| format!(r#"{{"a": {i}}} "#));
    "objects and commas": |n| r#"{"a": 1},"#.repeat(n);
    "objects as values": |n| r#""a": {"b": 1} "#.repeat(n);
    "large objects that differ": |n| format!("{} {}", listed(&vec!["1"; n]), listed(&vec!["2"; n]));

    "quotes": |n| "\"".repeat(8 * n);
    "single quotes": |n| "'".repeat(8 * n);
    "backticks": |n| "`".repeat(8 * n);
    "smart quotes": |n| "“”".repeat(4 * n);
    "quotes in a value": |n| format!(r#"{{"a": "{}"}}"#, r#"say "b" and "#.repeat(n));
    "quotes in values": |n| listed(&vec![r#""say "b" and""#; n]);
    "strings that are open": |n| r#"{"a": "b, "#.repeat(n);
    "quotes that close nothing": |n| format!("{{'a': 'b{}'}}", "', „".repeat(2 * n));
    "words behind a guess": |n| {
        format!(r#"{{"a": 007 {}}}"#, numbered(n, |i| format!(r#""k{i}":true "#)))
    };
    "blank before thoughts": |n| {
        format!(r#"{}{}{{"a": 1}}"#, " ".repeat(8 * n), "<think>{}</think>".repeat(n))
    };
    "apostrophes": |n| format!(r#"{}{{"a": 1}}"#, "it's {x's} ".repeat(n));
    "apostrophes in single quotes": |n| listed(&vec!["'it's'"; n]);
    "strings without quotes": |n| listed(&vec!["some text"; n]);
    "keys without quotes": |n| format!("{{{}}}", numbered(n, |i| format!("k{i}: 1,")));
    "keys without colons": |n| format!("{{{}}}", numbered(n, |i| format!(r#""k{i}" 1, "#)));
    "one long key": |n| format!("{{{}: 1}}", "key".repeat(4 * n));
    "Python": |n| listed(&vec!["{'b': True, 'c': None}"; n]);
    "fences": |n| format!("{}{{\"a\": 1}}", "```json\n".repeat(n));
    "fenced objects": |n| "```json\n{\"a\": 1}\n```\n".repeat(n);
    "comments": |n| format!(r#"{{{}"a": 1}}"#, "/* c */ // d\n".repeat(n));
    "comments that are open": |n| format!("{{{}", "/*".repeat(4 * n));
    "comments in prose": |n| format!(r#"{}{{"a": 1}}"#, "/* { */ # {\n".repeat(n));
    "slashes": |n| format!(r#"{{"a": 1 {}"#, "/".repeat(8 * n));
    "line breaks as escapes": |n| format!(r#"{{{}"a": 1}}"#, r"\n".repeat(4 * n));
    "commas": |n| format!(r#"{{"a": [1{}]}}"#, ",".repeat(8 * n));
    "commas too many": |n| listed(&vec![r#"{"b": 1,}"#; n]);
    "commas that are missing": |n| format!(r#"{{"a": [{}]}}"#, "{\"b\": 1}\n".repeat(n));
    "forms of numbers": |n| listed(&vec!["+.5"; n]);
    "dots": |n| format!(r#"{{"a": {}"#, ".".repeat(8 * n));
    "thoughts": |n| format!(r#"{}{{"a": 1}}"#, "<think> a </think> ".repeat(n));
    "thoughts of objects": |n| format!(r#"{}{{"a": 1}}"#, r#"<think>{"a": 2}</think>"#.repeat(n));
    "angle brackets": |n| format!(r#"{}{{"a": 1}}"#, "<".repeat(8 * n));
    "closing tags": |n| format!(r#"{{"a": 1}}{}"#, "</a>".repeat(2 * n));
    "colons": |n| format!(r#"{{"a"{}"#, ":".repeat(8 * n));

    "one key with one value": |n| format!("{{{}}}", vec![r#""a": 1"#; n].join(", "));
    "one key with many values": |n| {
        format!("{{{}\"b\": 1}}", numbered(n, |i| format!(r#""a": {i}, "#)))
    };
    "keys that stand twice": |n| {
        format!("{{{}\"a\": 1}}", numbered(n, |i| format!(r#""k{i}": 1, "k{i}": 2, "#)))
    };
    "keys that are undefined": |n| {
        format!("{{{}\"a\": 1}}", numbered(n, |i| format!(r#""k{i}": undefined, "#)))
    };
    "JSON in strings in strings": |n| {
        let text = listed(&vec![r#"{"b": "c\n"}"#; n]);
        (0..4).fold(text, |text, _| Value::from(text).to_string())
    };
    "arguments in arrays of one": |n| {
        let items = nested("[", "]", 100);
        format!(r#"[[{{"a": [{}]}}]]"#, vec![items; n / 100].join(", "))
    };
}

pub(super) fn object() -> Value {
    json!({"type": "object"})
}

/// `{"a": [ITEM, ITEM, ...]}`
pub(super) fn listed<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    format!(r#"{{"a": [{}]}}"#, items.join(", "))
}

pub(super) fn numbered(count: usize, piece: impl FnMut(usize) -> String) -> String {
    (0..count).map(piece).collect()
}

pub(super) fn nested(open: &str, close: &str, depth: usize) -> String {
    format!("{}{}", open.repeat(depth), close.repeat(depth))
}
