//! Types that do not read all properties, and enums beside other properties.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::fmt;

use insta::assert_snapshot;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use tests::describe;
use tool_core::Definition;

/// The key of the first property. All others stay unread.
#[derive(Debug)]
struct FirstKey<const READS_VALUE: bool>(Option<String>);

impl<'de, const READS_VALUE: bool> Deserialize<'de> for FirstKey<READS_VALUE> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct First<const READS_VALUE: bool>;

        impl<'de, const READS_VALUE: bool> Visitor<'de> for First<READS_VALUE> {
            type Value = FirstKey<READS_VALUE>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let key = map.next_key()?;
                if key.is_some() && READS_VALUE {
                    map.next_value::<IgnoredAny>()?;
                }
                Ok(FirstKey(key))
            }
        }
        deserializer.deserialize_map(First)
    }
}

#[derive(Debug, Deserialize)]
enum Step {
    Go(u8),
    Wait,
}

#[derive(Debug, Deserialize)]
struct Arguments<T> {
    v: T,
}

/// Reads a value with a schema that the type does not know.
fn read<T>(schema: &Value, value: &str) -> String
where
    T: for<'de> Deserialize<'de> + fmt::Debug + 'static,
{
    let schema = json!({"type": "object", "properties": {"v": schema}});
    let tool = Definition::new("tool", "A tool.", schema).expect("a valid schema");
    let raw = format!(r#"{{"v": {value}}}"#);
    describe(tool.reader().read::<Arguments<T>>(raw.as_str()))
}

#[test]
fn names_the_first_property_that_a_type_does_not_read() {
    let any = json!({});
    for (value, key) in [
        (r#"{"a": 1, "b": 2, "c": 3}"#, "b"),
        (r#"{"a": 1, "b": {}}"#, "b"),
    ] {
        let outcome = read::<FirstKey<true>>(&any, value);
        assert!(outcome.starts_with(&format!("! v.{key} ")), "{outcome}");
    }
    assert_snapshot!(read::<FirstKey<true>>(&any, r#"{"a": 1}"#), @r#"Arguments { v: FirstKey(Some("a")) }"#);
    assert_snapshot!(read::<FirstKey<true>>(&any, "{}"), @"Arguments { v: FirstKey(None) }");
    assert_snapshot!(read::<FirstKey<true>>(&any, r#"{"a": 1, "b": 2}"#), @r#"! v.b refused {"message":"expected no further property"} got 2"#);
    assert_snapshot!(read::<FirstKey<false>>(&any, r#"{"a": 1, "b": 2}"#), @r#"! v.a refused {"message":"expected no further property"} got 1"#);
}

#[test]
fn an_enum_needs_the_other_required_properties_of_its_schema() {
    let schema = json!({
        "type": "object",
        "properties": {"Go": {"type": "integer"}, "n": {"type": "integer"}},
        "required": ["Go", "n"],
    });
    assert_snapshot!(read::<Step>(&schema, r#"{"Go": 1}"#), @r#"! v.n required {"expected":["integer"]}"#);
    assert_snapshot!(read::<Step>(&schema, r#"{"Go": 1, "n": 2}"#), @r#"! v refused {"message":"expected a declared name, or an object with one as its key, got object"} got {"Go":1,"n":2}"#);
}
