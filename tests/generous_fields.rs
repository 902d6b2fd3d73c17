//! Guesses that a tool or a field asks for.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;

use insta::assert_snapshot;
use schemars::schema_for;
use serde_json::{Value, json};
use tests::read;
use tool_core::{Args, Definition, Leniency, Tool, ToolArg};

/// A tool.
#[derive(Debug, Tool)]
struct Order {
    #[tool(generous(comma_list, currency))]
    prices: Vec<f64>,
    #[serde(default)]
    #[tool(generous(percent))]
    discount: Option<u8>,
    #[serde(default)]
    #[tool(generous(thousands))]
    stock: BTreeMap<String, u32>,
    #[serde(default)]
    count: Option<u32>,
    #[serde(default)]
    parts: Vec<Part>,
}

#[derive(Debug, ToolArg)]
struct Part {
    #[tool(generous(fraction))]
    share: f64,
    #[serde(default)]
    size: f64,
}

#[test]
fn field_enables_guesses_by_name() {
    assert_snapshot!(read::<Order>(r#"{"prices": "$5, $7.50", "discount": "50%"}"#), @r#"
    Order { prices: [5.0, 7.5], discount: Some(50), stock: {}, count: None, parts: [] }
    ~ prices comma_list: "$5, $7.50" -> ["$5","$7.50"]
    ~ prices[0] currency: "$5" -> 5
    ~ prices[1] currency: "$7.50" -> 7.5
    ~ discount percent: "50%" -> 50
    "#);
    assert_snapshot!(read::<Order>(r#"{"prices": ["$5", 7], "stock": {"a": "1,234"}}"#), @r#"
    Order { prices: [5.0, 7.0], discount: None, stock: {"a": 1234}, count: None, parts: [] }
    ~ prices[0] currency: "$5" -> 5
    ~ stock.a thousands: "1,234" -> 1234
    "#);
    assert_snapshot!(read::<Order>(r#"{"prices": [], "parts": [{"share": "1/2"}]}"#), @r#"
    Order { prices: [], discount: None, stock: {}, count: None, parts: [Part { share: 0.5, size: 0.0 }] }
    ~ parts[0].share fraction: "1/2" -> 0.5
    "#);
}

#[test]
fn field_does_not_use_other_guesses() {
    assert_snapshot!(read::<Order>(r#"{"prices": ["1,234"], "discount": "$5", "count": "1,234"}"#), @r#"
    ! prices[0] type {"expected":["number"]} got "1,234"
    ! discount type {"expected":["integer","null"]} got "$5"
    ! count type {"expected":["integer","null"]} got "1,234"
    "#);
    // A setting of a field does not apply to the fields of a nested type.
    assert_snapshot!(read::<Order>(r#"{"prices": [], "parts": [{"share": 1, "size": "1/2"}]}"#), @r#"! parts[0].size type {"expected":["number"]} got "1/2""#);
}

/// A tool.
#[derive(Debug, Tool)]
struct Write {
    #[serde(default)]
    #[tool(generous(inner_quotes, apostrophe))]
    lines: Vec<String>,
    #[serde(default)]
    others: Vec<String>,
}

#[test]
fn field_enables_guesses_for_json_in_its_string() {
    assert_snapshot!(read::<Write>(r#"{"lines": "[\"say \"hi\" now\"]"}"#), @r#"
    Write { lines: ["say \"hi\" now"], others: [] }
    ~ lines inner_quotes: "[\"say \"hi\" now\"]" -> ["say \"hi\" now"]
    "#);
    assert_snapshot!(read::<Write>(r#"{"lines": "['it's', 'b']"}"#), @r#"
    Write { lines: ["it's", "b"], others: [] }
    ~ lines apostrophe: "['it's', 'b']" -> ["it's","b"]
    "#);
    // One guess for each text, and none in the text of all arguments.
    assert_snapshot!(read::<Write>(r#"{"lines": "['it's', \"x \"y\" z\"]"}"#), @r#"! lines invalid_json {"expected":"double quotes (a ' ends the string)","after":"['it'"} got "['it's', \"x \"y\" z\"]""#);
    assert_snapshot!(read::<Write>(r#"{"others": "['it's', 'b']"}"#), @r#"! others invalid_json {"expected":"double quotes (a ' ends the string)","after":"['it'"} got "['it's', 'b']""#);
    assert_snapshot!(read::<Write>(r"{'lines': ['it's', 'b']}"), @r#"!  invalid_json {"expected":"double quotes (a ' ends the string)","after":"'lines': ['it'"}"#);
}

#[test]
fn strict_mode_turns_guesses_off() {
    let strict = Order::definition().reader().leniency(Leniency::Strict);
    for sent in [r#"{"prices": ["$5"]}"#, r#"{"prices": "1, 2"}"#] {
        assert!(strict.read::<Order>(sent).is_err(), "{sent}");
    }
}

#[test]
fn schema_does_not_show_the_rules_of_a_field() {
    assert!(!schema_for!(Order).to_value().to_string().contains("x-tool"));
    assert!(!Order::definition().schema().to_string().contains("x-tool"));
}

/// A tool.
#[derive(Debug, Tool)]
#[tool(leniency = "generous")]
struct Guessing {
    count: u32,
}

/// A tool.
#[derive(Debug, Tool)]
#[tool(leniency = "strict")]
struct Strict {
    count: u32,
}

/// A tool.
#[derive(Debug, Tool)]
#[tool(leniency = "standard")]
struct Standard {
    count: u32,
}

#[test]
fn tool_attribute_sets_the_leniency() {
    let (guess, sure) = (r#"{"count": "1,234"}"#, r#"{"count": "5"}"#);
    assert_eq!(Guessing::parse(guess).expect("it reads").count, 1234);
    assert!(Standard::parse(guess).is_err() && Standard::parse(sure).is_ok());
    assert!(Strict::parse(sure).is_err() && Strict::parse(&json!({"count": 5})).is_ok());
    assert!(serde_json::from_str::<Args<Guessing>>(guess).is_ok());
    assert!(serde_json::from_str::<Args<Strict>>(sure).is_err());
    let reader = Strict::definition().reader();
    assert!(
        reader
            .leniency(Leniency::Generous)
            .read::<Strict>(guess)
            .is_ok()
    );
}

fn given(names: &Value) -> Result<Definition, String> {
    let place = json!({"type": "array", "items": {"type": "integer"}, "x-tool-generous": names});
    let schema = json!({"type": "object", "properties": {"n": place}});
    Definition::new("tool", "A tool.", schema).map_err(|error| error.to_string())
}

#[test]
fn given_schema_enables_guesses_by_keyword() {
    let definition = given(&json!(["comma_list"])).expect("a usable schema");
    let read = definition.parse(r#"{"n": "1, 2"}"#);
    assert_eq!(read.expect("it reads"), json!({"n": [1, 2]}));
    assert!(!definition.schema().to_string().contains("x-tool"));
    assert_snapshot!(given(&json!(["coma_list"])).unwrap_err(), @"the schema of tool `tool` cannot be used: `x-tool-generous` at `/properties/n`: unknown generous rule `coma_list`; did you mean `comma_list`?; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(given(&json!(["everything"])).unwrap_err(), @"the schema of tool `tool` cannot be used: `x-tool-generous` at `/properties/n`: unknown generous rule `everything`; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(given(&json!(["hole", "think_block"])).unwrap_err(), @"the schema of tool `tool` cannot be used: `x-tool-generous` at `/properties/n`: `think_block` applies to all arguments, so only a generous reader can turn it on; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(given(&json!(["unquoted_string"])).unwrap_err(), @"the schema of tool `tool` cannot be used: `x-tool-generous` at `/properties/n`: `unquoted_string` applies to all arguments, so only a generous reader can turn it on; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
    assert_snapshot!(given(&json!("comma_list")).unwrap_err(), @"the schema of tool `tool` cannot be used: `x-tool-generous` at `/properties/n`: expected an array of strings; correct the schema, or pass the arguments unchecked with `Definition::unchecked`");
}

/// An object that replaces a text keeps its own text byte for byte if the reader has it.
#[test]
fn object_read_as_a_string_keeps_its_source_text() {
    let schema = json!({
        "type": "object",
        "properties": {"content": {"type": "string"}, "all": {"type": "array", "items": {"type": "string"}}},
    });
    let definition = Definition::new("write", "A tool.", schema).expect("a usable schema");
    let reader = definition.reader().leniency(Leniency::Generous);
    let read = |raw: &str| reader.read::<Value>(raw).expect("it is read").value;
    let own = "{ \"name\" :\n\t\"caf\\u00e9 {\",  \"n\": [1.50,\r\n 2e3] }";
    assert_eq!(
        read(&format!(
            "{{\"content\": {own} , \"all\": [ {own}, {{\"b\": {{ \"c\":1 }}}}]}}"
        )),
        json!({"content": own, "all": [own, "{\"b\": { \"c\":1 }}"]})
    );
    // Text that was repaired or was in a string is serialized again.
    assert_eq!(
        read(r#"{"content": {'a': 1,}}"#),
        json!({"content": r#"{"a":1}"#})
    );
    assert_eq!(
        read(r#""{\"content\": {\"a\": 1}}""#),
        json!({"content": r#"{"a":1}"#})
    );
    let value = json!({"content": {"a": [1, 2]}});
    assert_eq!(
        reader.read::<Value>(&value).expect("it is read").value,
        json!({"content": r#"{"a":[1,2]}"#})
    );
}
