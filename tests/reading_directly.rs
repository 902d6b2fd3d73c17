//! Arguments are read directly from their text. The walk reads them if they do not conform. Both
//! readers return the same value. For valid JSON it equals the value that plain serde reads.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap};
use std::fmt::{Debug, Write as _};

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tool_core::{Args, Definition, Limits, Tool, ToolArg};

/// Reads a text in each way. Tags around it leave the reading to the walk.
#[track_caller]
pub(crate) fn by_each_way<T: Tool + Debug>(raw: &str) -> String {
    let shown = |value: Result<T, String>| match value {
        Ok(value) => format!("{value:?}"),
        Err(error) => error,
    };
    let text_of = |error: tool_core::ToolArgError| error.to_string();
    let directly = shown(T::parse(raw).map_err(text_of));
    let reading = T::definition().reader().read::<T>(raw);
    let recorded = shown(reading.map(|reading| reading.value).map_err(text_of));
    assert_eq!(recorded, directly, "{raw}: with records");
    let walked = shown(T::parse(&in_tags(raw)).map_err(text_of));
    assert_eq!(walked, directly, "{raw}: by the walk");
    directly
}

pub(crate) fn in_tags(raw: &str) -> String {
    format!("<tool_call>{raw}</tool_call>")
}

/// Returns true if a value serializes to that text, apart from spaces.
fn is_written_so(value: &Value, raw: &str) -> bool {
    let text = value.to_string();
    text == raw.replace(' ', "")
}

/// Checks the same for a text that plain serde reads, too.
#[track_caller]
fn as_serde<T: Tool + Debug>(raw: &str) -> String {
    let directly = by_each_way::<T>(raw);
    match serde_json::from_str::<T>(raw) {
        Ok(plain) => assert_eq!(directly, format!("{plain:?}"), "{raw}: by serde"),
        Err(error) => panic!("{raw}: {error}"),
    }
    let args = serde_json::from_str::<Args<T>>(raw).expect("it is read");
    let args = format!("{:?}", args.into_inner());
    assert_eq!(args, directly, "{raw}: as `Args`");
    if let Ok(value) = serde_json::from_str::<Value>(raw)
        && is_written_so(&value, raw)
    {
        let reading = T::definition().reader().read::<T>(&value);
        let reading = reading.expect("it is read").value;
        assert_eq!(directly, format!("{reading:?}"), "{raw}: as a value");
    }
    directly
}

#[expect(clippy::unnecessary_wraps, reason = "serde asks for a `Result`")]
fn or_default<'de, T: Deserialize<'de> + Default, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    Ok(T::deserialize(deserializer).unwrap_or_default())
}

#[derive(Debug, Default, Clone, ToolArg)]
struct Size {
    width: u8,
    height: u8,
    #[serde(default)]
    unit: Unit,
}

#[derive(Debug, Default, Clone, ToolArg)]
#[serde(try_from = "String")]
#[schemars(with = "String")]
struct Unit(String);

impl TryFrom<String> for Unit {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, &'static str> {
        if text == "parsec" {
            return Err("is no unit");
        }
        Ok(Self(text))
    }
}

/// Draw.
#[derive(Debug, Tool)]
struct Draw {
    #[serde(deserialize_with = "or_default")]
    size: Size,
    #[serde(default, deserialize_with = "or_default")]
    sizes: Vec<Size>,
    name: String,
}

#[test]
fn ignored_type_error_does_not_shift_the_reader() {
    // A value that the type rejects is replaced, and reading continues with the next property.
    for raw in [
        r#"{"size":{"unit":"parsec","width":1,"height":2},"name":"a"}"#,
        r#"{"size":{"width":1,"unit":"parsec","height":2},"name":"a"}"#,
        r#"{"size":{"width":1,"height":2,"unit":"parsec"},"sizes":[{"width":1,"height":1},{"unit":"parsec","width":1,"height":1},{"width":3,"height":3}],"name":"a"}"#,
    ] {
        let read = by_each_way::<Draw>(raw);
        assert!(
            read.starts_with(
                r#"Draw { size: Size { width: 0, height: 0, unit: Unit("") }, sizes: []"#
            ),
            "{read}"
        );
        assert!(read.ends_with(r#"name: "a" }"#), "{read}");
    }
}

#[derive(Debug, Default, ToolArg)]
enum Figure {
    #[default]
    Point,
    Circle(i32),
    Sizes(BTreeMap<String, i32>),
    Framed(Box<Figure>),
}

/// Draw.
#[derive(Debug, Tool)]
struct DrawFigure {
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Value")]
    figure: Figure,
}

/// The schema accepts any value. The keys are therefore checked although the type rejects them.
#[test]
fn duplicate_key_is_an_issue_even_if_the_type_ignores_it() {
    for figure in [
        r#"{"Circle":1,"Circle":2}"#,
        r#"{"Circle":"x","Circle":2}"#,
        r#"{"Other":1,"Other":2}"#,
        r#"{"Sizes":{"a":1},"Sizes":3}"#,
        r#"{"Framed":{"Circle":1,"Circle":2}}"#,
        r#"{"Circle":1,"Point":2,"Point":3}"#,
    ] {
        let read = by_each_way::<DrawFigure>(&format!(r#"{{"figure":{figure}}}"#));
        assert!(read.contains("sent twice"), "{figure}: {read}");
    }
    let read = by_each_way::<DrawFigure>(r#"{"figure":{"Circle":1,"Point":null}}"#);
    assert_eq!(read, "DrawFigure { figure: Point }");
}

#[test]
fn nonconforming_value_is_repaired_even_if_the_type_ignores_the_error() {
    let read = by_each_way::<Draw>(r#"{"size":{"width":1.0,"height":"2"},"name":"a"}"#);
    assert_eq!(
        read,
        r#"Draw { size: Size { width: 1, height: 2, unit: Unit("") }, sizes: [], name: "a" }"#
    );
    let read = by_each_way::<Draw>(
        r#"{"sizes":["{\"width\":1,\"height\":2}"],"size":{"width":1,"height":2},"name":"a"}"#,
    );
    assert!(
        read.contains("sizes: [Size { width: 1, height: 2"),
        "{read}"
    );
    let refused = by_each_way::<Draw>(r#"{"size":{"width":"wide","height":2},"name":"a"}"#);
    assert!(
        refused.contains("size.width: expected integer"),
        "{refused}"
    );
}

/// Reads as much as it likes, and ignores the rest.
#[derive(Debug, Clone, Copy)]
enum Lazy {
    /// It reads no part of the value.
    Nothing,
    /// It reads the first key or item.
    First,
}

macro_rules! lazy {
    ($name:ident, $how:expr) => {
        #[derive(Debug)]
        struct $name;

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if let Lazy::First = $how {
                    deserializer.deserialize_any(First)?;
                }
                Ok(Self)
            }
        }

        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({
                    "type": ["object", "array", "integer"],
                    "properties": {"a": {"type": "integer"}},
                    "additionalProperties": false,
                    "items": {"type": "integer"},
                    "maximum": 9
                })
            }
        }
    };
}
lazy!(ReadsNothing, Lazy::Nothing);
lazy!(ReadsTheFirst, Lazy::First);

struct First;

impl<'de> Visitor<'de> for First {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a value")
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        map.next_entry::<String, IgnoredAny>().map(drop)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        seq.next_element::<IgnoredAny>().map(drop)
    }
}

/// Look.
#[derive(Debug, Tool)]
struct Look {
    #[serde(default)]
    nothing: Option<ReadsNothing>,
    #[serde(default)]
    first: Option<ReadsTheFirst>,
    then: u8,
}

#[test]
fn values_that_the_type_skips_are_checked() {
    for raw in [
        r#"{"nothing": {"a": 1}, "then": 1}"#,
        r#"{"nothing": [1, 2], "then": 1}"#,
        r#"{"nothing": 7, "then": 1}"#,
        r#"{"first": {"a": 1}, "then": 1}"#,
        r#"{"first": [1], "then": 1}"#,
        r#"{"first": [], "then": 1}"#,
    ] {
        let read = by_each_way::<Look>(raw);
        assert!(read.ends_with("then: 1 }"), "{raw}: {read}");
    }
    for (raw, path) in [
        (
            r#"{"nothing": {"a": "x"}, "then": 1}"#,
            "nothing.a: expected integer",
        ),
        (
            r#"{"nothing": {"b": 1}, "then": 1}"#,
            r#"nothing: expected integer, array of integers, {"a"?: integer} or null"#,
        ),
        (
            r#"{"nothing": [1, "x"], "then": 1}"#,
            "nothing[1]: expected integer",
        ),
        (
            r#"{"nothing": 10, "then": 1}"#,
            "nothing: expected integer at most 9",
        ),
        (r#"{"nothing": {"a": 1, "a": 2}, "then": 1}"#, "nothing.a"),
        (
            r#"{"nothing": {"a": 1, "\u0061": 2}, "then": 1}"#,
            "nothing.a",
        ),
        (
            r#"{"first": [1, "x"], "then": 1}"#,
            "first[1]: expected integer",
        ),
        (
            r#"{"first": [1, 2], "then": 1}"#,
            "first: expected an array of 1 item, got 2 items",
        ),
    ] {
        let refused = by_each_way::<Look>(raw);
        assert!(refused.contains(path), "{raw}: {refused}");
    }
}

#[derive(Debug, ToolArg)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Inner {
    Copy { from: String, to: Option<String> },
    Nested { inside: Box<Inner> },
    Stop,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t", content = "c")]
enum Beside {
    Pair(u8, bool),
    Fields { a: u8, b: Option<u8> },
    Nothing,
}

#[derive(Debug, ToolArg)]
enum Outside {
    Nothing,
    New(u8),
    Pair(u8, String),
    Fields { a: u8 },
}

/// Do it.
#[derive(Debug, Tool)]
struct Do {
    #[serde(default)]
    inner: Option<Inner>,
    #[serde(default)]
    beside: Option<Beside>,
    #[serde(default)]
    outside: Vec<Outside>,
}

#[test]
fn tags_are_read_in_any_position() {
    for raw in [
        r#"{"inner": {"op": "copy", "from": "a"}}"#,
        r#"{"inner": {"from": "a", "op": "copy"}}"#,
        r#"{"inner": {"from": "a", "op": "copy", "to": null}}"#,
        r#"{"inner": {"to": "\u0062", "\u006fp": "cop\u0079", "from": "a"}}"#,
        r#"{"inner": {"inside": {"inside": {"op": "stop"}, "op": "nested"}, "op": "nested"}}"#,
        r#"{"beside": {"t": "Pair", "c": [1, true]}}"#,
        r#"{"beside": {"c": [1, true], "t": "Pair"}}"#,
        r#"{"beside": {"c": {"b": null, "a": 1}, "t": "Fields"}}"#,
        r#"{"beside": {"t": "Nothing"}}"#,
        r#"{"outside": ["Nothing", {"New": 1}, {"Pair": [1, "x"]}, {"Fields": {"a": 1}}]}"#,
        r#"{"outside": ["N\u006fthing", {"\u004eew": 1}]}"#,
    ] {
        as_serde::<Do>(raw);
    }
    for (raw, path) in [
        (r#"{"inner": {"from": 1, "op": "copy"}}"#, ""),
        (
            r#"{"inner": {"from": "a", "op": "stop"}}"#,
            "inner.from: only with op \"copy\"",
        ),
        (
            r#"{"inner": {"from": "a", "op": "copy", "op": "stop"}}"#,
            "inner.op",
        ),
        (
            r#"{"beside": {"c": [1], "t": "Pair"}}"#,
            "beside.c: expected at least 2 items",
        ),
        (
            r#"{"outside": [{"New": 1, "Pair": [1, "x"]}]}"#,
            "outside[0]",
        ),
    ] {
        let read = by_each_way::<Do>(raw);
        assert!(read.contains(path), "{raw}: {read}");
    }
}

/// Keep.
#[derive(Debug, Tool)]
struct Keep {
    #[serde(default)]
    of_integers: BTreeMap<i8, u8>,
    #[serde(default)]
    of_booleans: BTreeMap<bool, u8>,
    #[serde(default)]
    of_units: BTreeMap<Key, u8>,
    #[serde(default)]
    of_text: BTreeMap<String, BTreeMap<String, u8>>,
    #[serde(default)]
    free: Option<Value>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArg)]
enum Key {
    First,
    Second,
}

#[test]
fn each_key_is_read_once() {
    for raw in [
        r#"{"of_integers": {"1": 1, "-1": 2}}"#,
        r#"{"of_booleans": {"true": 1}}"#,
        r#"{"of_units": {"First": 1, "S\u0065cond": 2}}"#,
        r#"{"of_text": {"a\nb": {"": 1}, "c": {"a": 1, "b": 2}}}"#,
        r#"{"free": {"a": [{"b": 1}, {"b": 2}], "c": {"a": null}}}"#,
    ] {
        as_serde::<Keep>(raw);
    }
    // serde_json reads no number from a key with escapes.
    let read = by_each_way::<Keep>(r#"{"of_integers": {"\u0032": 3}}"#);
    assert!(read.contains("of_integers: {2: 3}"), "{read}");
    let many: String = (0..100).fold(String::new(), |mut keys, number| {
        let _ = write!(keys, r#""k{number}":1,"#);
        keys
    });
    for (raw, path) in [
        (
            r#"{"of_text": {"a": {"b": 1, "b": 2}}}"#.to_owned(),
            "of_text.a.b",
        ),
        (
            r#"{"of_text": {"a": {"b": 1, "\u0062": 2}}}"#.to_owned(),
            "of_text.a.b",
        ),
        (
            r#"{"of_integers": {"1": 1, "1": 2}}"#.to_owned(),
            "of_integers.1",
        ),
        (
            r#"{"free": {"a": {"b": 1, "b": 2}}}"#.to_owned(),
            "free.a.b",
        ),
        (
            r#"{"free": [{"b": 1, "\u0062": 2}]}"#.to_owned(),
            "free[0].b",
        ),
        (format!(r#"{{"free": {{{many}"k99": 2}}}}"#), "free.k99"),
        (
            r#"{"of_integers": {"128": 1}}"#.to_owned(),
            "of_integers.128",
        ),
        (r#"{"of_units": {"Third": 1}}"#.to_owned(), "of_units.Third"),
        (r#"{"free": 1, "free": 2}"#.to_owned(), "free"),
    ] {
        let refused = by_each_way::<Keep>(&raw);
        let issue = format!("Errors: {path}:");
        assert!(refused.contains(&issue), "{raw}: {refused}");
    }
}

/// Count.
#[derive(Debug, Tool)]
struct Count {
    #[serde(default)]
    byte: i8,
    #[serde(default)]
    long: i64,
    #[serde(default)]
    unsigned: u64,
    #[serde(default)]
    wide: i128,
    #[serde(default)]
    widest: u128,
    #[serde(default)]
    float: f64,
    #[serde(default)]
    single: f32,
    #[serde(default)]
    number: Option<serde_json::Number>,
}

#[test]
fn numbers_keep_their_last_digit() {
    for raw in [
        r#"{"byte": -128, "long": -9223372036854775808, "unsigned": 18446744073709551615}"#,
        r#"{"byte": 127, "long": 9223372036854775807, "unsigned": 0}"#,
        r#"{"long": 999999999999999999, "unsigned": 1000000000000000000}"#,
        r#"{"wide": -170141183460469231731687303715884105728}"#,
        r#"{"widest": 340282366920938463463374607431768211455}"#,
        r#"{"float": 0.1, "single": 0.1}"#,
        r#"{"float": -0.0}"#,
        r#"{"float": -1}"#,
        r#"{"float": 9007199254740993}"#,
        r#"{"float": 1e2}"#,
        r#"{"float": 1.5E-7}"#,
        r#"{"float": 123456789012345.6}"#,
        r#"{"single": 16777217}"#,
        r#"{"number": 5}"#,
        r#"{"number": -5}"#,
        r#"{"number": 18446744073709551615}"#,
        r#"{"number": 0.25}"#,
    ] {
        as_serde::<Count>(raw);
    }
    for (text, wanted) in [
        ("2.345678901234567", 2.345_678_901_234_567_f64),
        ("0.30000000000000004", 0.300_000_000_000_000_04),
        ("9007199254740993.0", 9_007_199_254_740_992.0),
        ("123456789.12345678", 123_456_789.123_456_78),
        ("2.2250738585072014e-308", 2.225_073_858_507_201_4e-308),
        ("0.000001", 0.000_001),
        ("1.7976931348623157e308", f64::MAX),
    ] {
        for raw in [
            format!(r#"{{"float": {text}}}"#),
            format!(r#"{{"float": -{text}}}"#),
        ] {
            let read = Count::parse(&raw).expect("a float");
            assert_eq!(read.float.abs().to_bits(), wanted.to_bits(), "{raw}");
            assert_eq!(
                read.float.is_sign_negative(),
                raw.contains('-') && !raw.contains(": 2.2"),
                "{raw}"
            );
            by_each_way::<Count>(&raw);
        }
    }
    for (raw, wanted) in [
        (r#"{"long": 1.0}"#, "long: 1,"),
        (r#"{"long": 1e2}"#, "long: 100,"),
        (r#"{"byte": -0}"#, "byte: 0,"),
        (r#"{"byte": 128}"#, "byte: expected"),
        (r#"{"unsigned": -1}"#, "unsigned: expected"),
        (
            r#"{"unsigned": 18446744073709551616}"#,
            "unsigned: expected",
        ),
        (r#"{"float": 1e400}"#, "float: expected"),
        (r#"{"single": 1e39}"#, "single: expected"),
        (r#"{"byte": 1.5}"#, "byte: expected integer, got 1.5"),
    ] {
        let read = by_each_way::<Count>(raw);
        assert!(read.contains(wanted), "{raw}: {read}");
    }
}

/// Take.
#[derive(Debug, Tool)]
struct Take {
    #[schemars(with = "Value")]
    raw: Box<RawValue>,
    #[serde(default)]
    count: u8,
}

#[test]
fn raw_value_of_a_conforming_call_is_the_unchanged_text() {
    for value in [
        r#"{ "b" : [1,  2.50], "a" : "\u0061" }"#,
        "1e2",
        r#""x""#,
        "null",
        "[ ]",
    ] {
        let raw = format!(r#"{{"raw":  {value} , "count": 1}}"#);
        let take = Take::parse(&raw).expect("a raw value");
        assert_eq!(take.raw.get(), value);
    }
    for raw in [
        r#"{"raw": [ 1 ], "count": "1"}"#,
        r#"{"raw": [ 1 ], "Count": 1}"#,
        r#"{"count": 1, "raw": [ 1 ],}"#,
        "```json\n{\"Raw\": [ 1 ], \"count\": 1}\n```",
    ] {
        let repaired = Take::parse(raw).expect("a raw value");
        // Repaired arguments are written again, without blank space.
        assert_eq!((repaired.raw.get(), repaired.count), ("[1]", 1), "{raw}");
    }
    assert!(Take::parse(r#"{"raw": {"a": 1, "a": 2}}"#).is_err());
}

thread_local! {
    static READ: Cell<usize> = const { Cell::new(0) };
    static CHECKED: Cell<usize> = const { Cell::new(0) };
    static MAPPED: Cell<usize> = const { Cell::new(0) };
}

#[derive(Debug)]
struct Counted;

impl<'de> Deserialize<'de> for Counted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        READ.set(READ.get() + 1);
        u8::deserialize(deserializer).map(|_| Self)
    }
}

impl schemars::JsonSchema for Counted {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Counted".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        u8::json_schema(generator)
    }
}

/// Count the readings.
#[derive(Debug, Tool)]
struct Often {
    counted: Counted,
    last: u8,
}

#[derive(Debug, ToolArg)]
#[tool(check = "check")]
struct Checked {
    a: u8,
}

fn check(_: &Checked, _: &mut tool_core::Issues) {
    CHECKED.set(CHECKED.get() + 1);
}

fn map(value: Value) -> Value {
    MAPPED.set(MAPPED.get() + 1);
    value
}

/// Check.
#[derive(Debug, Tool)]
struct Check {
    first: Checked,
    #[tool(preprocess = "map")]
    last: u8,
}

/// Check alone.
#[derive(Debug, Tool)]
struct CheckAlone {
    first: Checked,
    last: u8,
}

#[test]
fn code_of_a_type_runs_the_documented_number_of_times() {
    // A type's own `Deserialize` runs once if the arguments conform, and twice if they do not.
    for (raw, times) in [
        (r#"{"counted": 1, "last": 1}"#, 1),
        (r#"{"counted": 1, "last": "1"}"#, 2),
        (r#"{"counted": 1, "last": 1.0}"#, 2),
        (r#"{"counted": 1, "last": 1,}"#, 2),
        (r#"{"counted": 1 "last": 1}"#, 2),
    ] {
        READ.set(0);
        Often::parse(raw).expect("it is read");
        assert_eq!(READ.get(), times, "{raw}");
    }
    // Checks run once, and so do functions that map a value which does not fit.
    for (raw, mapped) in [
        (r#"{"first": {"a": 1}, "last": 1}"#, 0),
        (r#"{"first": {"a": "1"}, "last": 1}"#, 0),
        (r#"{"first": {"a": 1}, "last": 1.0}"#, 0),
        (r#"{"first": {"a": 1}, "last": "1"}"#, 1),
    ] {
        CHECKED.set(0);
        MAPPED.set(0);
        Check::parse(raw).expect("it is read");
        assert_eq!((CHECKED.get(), MAPPED.get()), (1, mapped), "{raw}");
        CHECKED.set(0);
        CheckAlone::parse(raw).expect("it is read");
        assert_eq!(CHECKED.get(), 1, "{raw}");
    }
}

/// Nest.
#[derive(Debug, Tool)]
struct Nest {
    free: Value,
    #[serde(default)]
    typed: Option<Deep>,
}

#[derive(Debug, ToolArg)]
struct Deep {
    deep: Option<Box<Deep>>,
}

#[test]
fn limits_apply_exactly_at_their_value() {
    let nested = |levels: usize| {
        format!(
            r#"{{"free": {}1{}}}"#,
            "[".repeat(levels),
            "]".repeat(levels)
        )
    };
    let typed = |levels: usize| {
        let (open, close) = (r#"{"deep":"#.repeat(levels), "}".repeat(levels));
        format!(r#"{{"free": 1, "typed": {open}null{close}}}"#)
    };
    for (raw, limits, is_read) in [
        (nested(3), Limits::default().depth(4), true),
        (nested(4), Limits::default().depth(4), false),
        (typed(3), Limits::default().depth(4), true),
        (typed(4), Limits::default().depth(4), false),
        (
            r#"{"free": [1, 2]}"#.to_owned(),
            Limits::default().nodes(4),
            true,
        ),
        (
            r#"{"free": [1, 2, 3]}"#.to_owned(),
            Limits::default().nodes(4),
            false,
        ),
        (
            r#"{"free": 12}"#.to_owned(),
            Limits::default().bytes(12),
            true,
        ),
        (
            r#"{"free": 123}"#.to_owned(),
            Limits::default().bytes(12),
            false,
        ),
    ] {
        let reader = Nest::definition().reader().limits(limits);
        assert_eq!(reader.read::<Nest>(&raw).is_ok(), is_read, "{raw}");
        assert_eq!(reader.read::<Value>(&raw).is_ok(), is_read, "{raw}");
    }
    // The default depth fits on the stack of a test thread.
    assert!(Nest::parse(&nested(127)).is_ok());
    assert!(Nest::parse(&typed(127)).is_ok());
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Tree {
    Leaf {
        value: u8,
    },
    Branch {
        left: Box<Tree>,
        right: Option<Box<Tree>>,
    },
    Named(HashMap<String, u8>),
}

/// Grow.
#[derive(Debug, Tool)]
struct Grow {
    tree: Tree,
    #[serde(flatten)]
    size: Option<Flat>,
    #[serde(flatten)]
    more: BTreeMap<String, Value>,
}

#[derive(Debug, ToolArg)]
struct Flat {
    height: u16,
}

#[test]
fn buffered_values_are_checked_and_repaired() {
    for raw in [
        r#"{"tree": {"value": 1}, "height": 3, "x": [1]}"#,
        r#"{"x": {"y": 1}, "tree": {"right": null, "left": {"left": {"value": 2}, "right": {"value": 3}}}}"#,
        r#"{"tree": {"a": 1}}"#,
    ] {
        as_serde::<Grow>(raw);
    }
    let repaired = by_each_way::<Grow>(r#"{"tree": {"value": "1"}, "height": "3"}"#);
    assert!(
        repaired.starts_with("Grow { tree: Leaf { value: 1 }, size: Some(Flat { height: 3 })"),
        "{repaired}"
    );
    let refused =
        by_each_way::<Grow>(r#"{"tree": {"value": 1}, "x": 123456789012345678901234567890}"#);
    assert!(refused.contains("x: expected"), "{refused}");
}

fn given(schema: Value) -> Definition {
    Definition::new("t", "A tool.", schema).expect("a schema")
}

#[test]
fn private_keys_of_serde_json_are_rejected_with_escapes_too() {
    for key in [
        "$serde_json::private::RawValue",
        r"\u0024serde_json::private::RawValue",
    ] {
        let raw = format!(r#"{{"free": {{"{key}": "[1, 123456789012345678901234567890]"}}}}"#);
        let refused = by_each_way::<Keep>(&raw);
        assert!(refused.contains("unknown key"), "{raw}: {refused}");
        let read = Keep::definition().parse(&raw);
        assert!(read.is_err(), "{raw}: {read:?}");
    }
}

#[test]
fn arguments_are_checked_even_if_the_root_type_reads_none() {
    let reader = Look::definition().reader();
    for raw in ["", " ", "null", "{}", r#"{"then": "x"}"#] {
        assert!(reader.read::<ReadsNothing>(raw).is_err(), "{raw}");
    }
    assert!(reader.read::<ReadsNothing>(r#"{"then": 1}"#).is_ok());
    assert!(reader.read::<ReadsNothing>(r#"{"then": 1,}"#).is_ok());
}

/// Pair.
#[derive(Debug, Tool)]
struct Pair {
    pair: (ReadsNothing, ReadsNothing),
}

#[test]
fn skipped_items_of_a_sequence_are_consumed() {
    let read = by_each_way::<Pair>(r#"{"pair": [1, {"a": 2}]}"#);
    assert_eq!(read, "Pair { pair: (ReadsNothing, ReadsNothing) }");
}

#[test]
fn values_of_nested_unions_count_once() {
    let form = |tag: &str| {
        json!({
            "type": "object",
            "properties": {"a": {"$ref": "#/$defs/n"}, "w": {"type": "array"}, tag: {"const": 1}},
            "required": [tag],
            "additionalProperties": false
        })
    };
    let definition = given(json!({
        "type": "object",
        "properties": {"r": {"$ref": "#/$defs/n"}},
        "$defs": {"n": {"anyOf": [form("x"), form("y")]}}
    }));
    let (open, close) = (
        r#"{"a":"#.repeat(40),
        r#","w":[0,0,0,0,0,0],"y":1}"#.repeat(40),
    );
    let raw = format!(r#"{{"r": {open}{{"y":1}}{close}}}"#);
    for (nodes, is_read) in [(80, false), (362, false), (363, true), (400, true)] {
        let reader = definition.reader().limits(Limits::default().nodes(nodes));
        assert_eq!(reader.read::<Value>(&raw).is_ok(), is_read, "{nodes}");
    }
}

#[test]
fn property_counts_of_a_variant_are_checked() {
    let form = |name: &str| {
        json!({
            "type": "object",
            "properties": {name: {"type": "integer"}},
            "required": [name],
            "additionalProperties": false,
            "minProperties": 2
        })
    };
    let definition = given(json!({
        "type": "object",
        "properties": {"u": {"oneOf": [form("a"), form("b")]}}
    }));
    assert!(definition.parse(r#"{"u": {"a": 1}}"#).is_err());
}

#[test]
fn ignored_keys_are_listed_in_unions() {
    let definition = given(json!({
        "type": "object",
        "properties": {"u": {"anyOf": [
            {"type": "object", "properties": {"a": {"type": "integer"}}},
            {"type": "object"}
        ]}}
    }));
    let reading = definition
        .reader()
        .read::<Value>(r#"{"u": {"a": 1, "bb": 2}}"#);
    let ignored = reading.expect("it is read").ignored;
    assert_eq!(ignored.len(), 1, "{ignored:?}");
}

/// The reader cannot judge the first form of each of these. The second form would take the value
/// and list no ignored key.
#[test]
fn form_that_only_the_walk_can_check_is_not_skipped() {
    let array = json!({"type": "array"});
    let two_forms = json!({"oneOf": [array, {"type": "array", "minItems": 9}]});
    let first_forms = [
        json!({"properties": {"a": array}, "patternProperties": {"^x-": {"type": "integer"}}}),
        json!({"properties": {"a": {"type": "array", "uniqueItems": true}}}),
        json!({"properties": {"a": {"enum": [[1, 2], [3]]}}}),
        json!({"properties": {"a": array, "b": {"const": {"n": 1}}}}),
        json!({"properties": {"a": two_forms}}),
    ];
    for mut first in first_forms {
        first["type"] = "object".into();
        let definition = given(json!({
            "type": "object",
            "properties": {"u": {"anyOf": [first, {"type": "object"}]}}
        }));
        let raw = r#"{"u": {"a": [1, 2], "b": {"n": 1}, "cc": 1}}"#;
        let [directly, by_walk] = [raw.to_owned(), in_tags(raw)].map(|raw| {
            let reading = definition.reader().read::<Value>(&raw);
            reading.expect("it is read").ignored
        });
        assert!(!by_walk.is_empty(), "{first}");
        assert_eq!(directly, by_walk, "{first}");
    }
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Known {
    Number(u8),
    Text(String),
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Free {
    Map(BTreeMap<String, Value>),
    Number(u8),
    List(Vec<u8>),
}

/// Both.
#[derive(Debug, Tool)]
struct Both {
    known: Known,
    #[schemars(with = "Value")]
    free: Free,
}

#[test]
fn reader_does_not_panic_after_it_has_fallen_back() {
    let raw = r#"{"known": 1, "free": {"$serde_json::private::RawValue": 1}}"#;
    by_each_way::<Both>(raw);
    as_serde::<Both>(r#"{"known": 1, "free": {"a": 1}}"#);
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Untagged {
    Wrap { c: Box<Tagged> },
    Items { i: Vec<u32> },
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t")]
enum Tagged {
    Wrap { c: Box<Untagged> },
    Stop,
}

/// Deep.
#[derive(Debug, Tool)]
struct DeepUnions {
    c: Untagged,
}

#[test]
fn deep_unions_with_the_tag_last_are_read() {
    let (open, close) = (r#"{"c":{"c":"#.repeat(30), r#","t":"Wrap"}}"#.repeat(30));
    let items = "1,".repeat(500);
    as_serde::<DeepUnions>(&format!(r#"{{"c":{open}{{"i":[{items}1]}}{close}}}"#));
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind:t")]
enum Leaves {
    Pair {
        left: Option<Box<Leaves>>,
        text: String,
        right: Option<Box<Leaves>>,
    },
    Leaf {
        text: String,
    },
}

/// Tags with a colon in the key.
#[derive(Debug, Tool)]
struct Nodes {
    root: Leaves,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "t")]
enum Step {
    Say { text: String, r#as: Option<String> },
    Repeat { step: Box<Step>, times: u8 },
    Stop,
}

/// Steps beside a property with the key of their tag.
#[derive(Debug, Tool)]
struct Steps {
    step: Step,
    t: Option<String>,
}

#[test]
fn tags_are_found_in_every_position() {
    let texts = [
        "a",
        "t",
        r#"\"t\":\"Stop\""#,
        r"t\\:",
        "{",
        "}",
        "[x",
        "]",
        "a|b^c~d_e`@\u{7f}",
        r"\u0074",
        "\u{6db}\u{5db}: \u{1f642}",
        "12:30, http://example.com/?t:",
        "a;b:c;d",
    ];
    let tags = [
        r#""t":"Say""#,
        r#""t" : "Say""#,
        "\n\"t\":\n\"Say\"",
        r#""\u0074":"Say""#,
        r#""t":"\u0053ay""#,
    ];
    for text in texts {
        for tag in tags {
            let inner = format!(r#"{{"text":"{text}",{tag}}}"#);
            for step in [
                format!(r#"{{"text":"{text}","as":"t",{tag}}}"#),
                format!(r#"{{ {tag}, "text": "{text}"}}"#),
                format!(r#"{{"step":{inner},"times":2,"t":"Repeat"}}"#),
                format!(r#"{{"times":2,"t":"Repeat","step":{inner}}}"#),
                format!(r#"{{"times":2,"step":{inner},"t":"Repeat"}}"#),
            ] {
                as_serde::<Steps>(&format!(r#"{{"step":{step},"t":"Stop"}}"#));
            }
        }
        let left = format!(r#"{{"text":"{text}","kind:t":"Leaf"}}"#);
        as_serde::<Nodes>(&format!(
            r#"{{"root":{{"text":"{text}","left":{left},"kind:t":"Pair"}}}}"#
        ));
    }
}

#[test]
fn the_tag_of_another_object_does_not_count() {
    let read = by_each_way::<Steps>(r#"{"step":{"text":"a"},"t":"Say"}"#);
    assert!(!read.starts_with("Steps"), "{read}");
    let read = by_each_way::<Steps>(r#"{"step":{"text":"a","t":"Say","t":"Stop"}}"#);
    assert!(!read.starts_with("Steps"), "{read}");
}
