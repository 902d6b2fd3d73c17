//! Messages about one value or one key: they name every fault and the accepted values.

use std::collections::{BTreeMap, HashMap};

use insta::assert_snapshot;
use schemars::JsonSchema;
use serde::de::{Deserialize, Deserializer, Error};
use serde_json::{Value, json};
use tests::parse;
use tool_core::feedback::Style;
use tool_core::feedback::TextLimits;
use tool_core::issue::IssueKind;
use tool_core::{Definition, Tool, ToolArg};

/// The issues of the value at `x`, or the arguments if they are read.
#[track_caller]
fn at(place: &Value, sent: &str) -> String {
    let schema = json!({"type": "object", "properties": {"x": place}, "required": ["x"]});
    parse(schema, &format!(r#"{{"x": {sent}}}"#))
}

#[test]
fn names_all_constraints_that_a_string_breaks() {
    let code = json!({"type": "string", "minLength": 5, "pattern": "^[a-z]+$"});
    assert_snapshot!(at(&code, r#""A1""#), @r#"x: expected at least 5 characters and text that matches ^[a-z]+$, got "A1""#);
    assert_snapshot!(at(&code, r#""abc""#), @"x: expected at least 5 characters, got 3");
    assert_snapshot!(at(&code, r#""ABCDE""#), @r#"x: expected text that matches ^[a-z]+$, got "ABCDE""#);
    assert_snapshot!(at(&code, "12"), @r#"x: expected at least 5 characters and text that matches ^[a-z]+$, got "12""#);
    assert_snapshot!(at(&code, r#""abcde""#), @r#"{"x":"abcde"}"#);
    let date = json!({"type": "string", "maxLength": 10, "format": "date"});
    assert_snapshot!(at(&date, r#""2024-05-17T00:00""#), @r#"x: expected at most 10 characters and a date such as 2024-05-17, got "2024-05-17T00:00""#);
}

#[test]
fn names_all_constraints_that_a_number_breaks() {
    let even = json!({"type": "integer", "minimum": 5, "multipleOf": 2});
    assert_snapshot!(at(&even, "3"), @"x: expected at least 5 and a multiple of 2, got 3");
    assert_snapshot!(at(&even, r#""3""#), @r#"x: expected at least 5 and a multiple of 2, got "3""#);
    assert_snapshot!(at(&even, "4"), @"x: expected at least 5, got 4");
    assert_snapshot!(at(&even, "7"), @"x: expected a multiple of 2, got 7");
    assert_snapshot!(at(&even, "6"), @r#"{"x":6}"#);
}

#[test]
fn keeps_several_constraints_as_data() {
    let schema = json!({
        "type": "object",
        "properties": {"x": {"type": "integer", "minimum": 5, "multipleOf": 2}},
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let error = definition.parse(r#"{"x": 3}"#).expect_err("two faults");
    let issue = serde_json::to_value(&error.issues()[0]).expect("JSON");
    assert_eq!(
        issue,
        json!({
            "path": "x",
            "code": "several",
            "faults": [
                {"code": "minimum", "minimum": 5, "exclusive": false},
                {"code": "multiple_of", "divisor": 2},
            ],
            "received": {"type": "integer", "text": "3"},
        })
    );
    assert_eq!(error.salvage().value, json!({"x": 0}));
}

#[test]
fn shows_a_pattern_in_full_or_not_at_all() {
    let matching = |pattern: &str| json!({"type": "string", "pattern": pattern});
    let long = matching(&format!("^({}z)$", "[a-f]".repeat(30)));
    assert_snapshot!(at(&long, r#""v1""#), @r#"x: expected text that matches ^([a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f]z)$, got "v1""#);
    let too_long = matching(&format!("^({}z)$", "[a-f]".repeat(40)));
    assert_snapshot!(at(&too_long, r#""v1""#), @r#"x: expected text that matches the pattern in the schema, got "v1""#);
    let both =
        json!({"type": "string", "minLength": 5, "pattern": format!("^{}$", "[a-f]".repeat(20))});
    assert_snapshot!(at(&both, r#""v1""#), @r#"x: expected at least 5 characters and text that matches ^[a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f][a-f]$, got "v1""#);
    let schema = json!({"type": "object", "properties": {"x": long}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    let error = definition.parse(r#"{"x": "v1"}"#).expect_err("no match");
    let short = error.render_within(Style::List, TextLimits::default().characters(80));
    assert!(
        short.ends_with(r#"x: expected text that matches the pattern in the schema, got "v1""#)
    );
    assert!(error.render(Style::List).ends_with(r#"z)$, got "v1""#));
}

#[test]
fn explains_how_to_send_an_integer_beyond_64_bits() {
    assert_snapshot!(at(&json!({}), "123456789012345678901"), @"x: expected an integer of at most 64 bits, or its digits in double quotes, got 123456789012345678901");
    assert_snapshot!(at(&json!({}), r#"{"a": [-123456789012345678901]}"#), @"x.a[0]: expected an integer of at most 64 bits, or its digits in double quotes, got -12345678901234…");
    assert_snapshot!(at(&json!({}), r#""123456789012345678901""#), @r#"{"x":"123456789012345678901"}"#);
    assert_snapshot!(at(&json!({"type": "integer"}), "123456789012345678901"), @"x: expected an integer from 0 to 2^64-1, got 123456789012345678901");
    assert_snapshot!(at(&json!({}), "1e30"), @r#"{"x":1e+30}"#);
}

#[test]
fn names_the_alternatives_of_a_constrained_string() {
    let list = json!({"type": "array", "items": {"type": "string"}});
    let long = json!({"anyOf": [{"type": "string", "minLength": 50}, list]});
    assert_snapshot!(at(&long, r#""b""#), @r#"x: expected string of at least 50 characters or array of strings, got "b""#);
    assert_snapshot!(at(&long, "5"), @"x: expected string or array of strings, got integer");
    let code = json!({"anyOf": [{"type": "string", "maxLength": 3, "pattern": "^[a-z]+$"}, list]});
    assert_snapshot!(at(&code, r#""B""#), @r#"x: expected string of at most 3 characters that matches ^[a-z]+$ or array of strings, got "B""#);
    assert_snapshot!(at(&code, r#""[b""#), @r#"x: expected string of at most 3 characters that matches ^[a-z]+$ or array of strings, got "[b""#);
    assert_snapshot!(at(&code, r#""b""#), @r#"{"x":"b"}"#);
    let form =
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]});
    let date = json!({"anyOf": [{"type": "string", "format": "date"}, form, {"type": "null"}]});
    assert_snapshot!(at(&date, r#""soon""#), @r#"x: expected string (date), {"a": integer} or null, got "soon""#);
    let optional = json!({"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]});
    assert_snapshot!(at(&optional, r#""soon""#), @r#"x: expected a date such as 2024-05-17 or null, got "soon""#);
}

#[test]
fn reads_json_text_that_the_string_of_a_union_rejects() {
    let list = json!({"type": "array", "items": {"type": "integer"}});
    let short = json!({"anyOf": [{"type": "string", "maxLength": 3}, list]});
    assert_snapshot!(at(&short, r#""[1, 2]""#), @r#"{"x":[1,2]}"#);
    assert_snapshot!(at(&short, r#""[1]""#), @r#"{"x":"[1]"}"#);
    assert_snapshot!(at(&short, r#""1234""#), @r#"x: expected string of at most 3 characters or array of integers, got "1234""#);
    assert_snapshot!(at(&short, r#""[1, 2""#), @r#"x: not valid JSON: expected the rest of the text, which is cut off, after "[1, 2""#);
    assert_snapshot!(at(&short, r#""[1, \"soon\"]""#), @"x[1]: expected integer, got string");
    let free = json!({"anyOf": [{"type": "string", "maxLength": 3}, {"type": "string"}, list]});
    assert_snapshot!(at(&free, r#""[1, 2]""#), @r#"{"x":"[1, 2]"}"#);
    let mode = json!({"anyOf": [{"const": "all"}, {"type": "string", "maxLength": 3}, list]});
    assert_snapshot!(at(&mode, r#""[1, 2]""#), @r#"{"x":[1,2]}"#);
    let no_list = json!({"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer"}]});
    assert_snapshot!(at(&no_list, r#""[1, 2]""#), @r#"x: expected string of at most 3 characters or integer, got "[1, 2]""#);
    assert_snapshot!(at(&no_list, r#""1234""#), @r#"{"x":1234}"#);
}

/// An object of integers, which requires some of its properties.
fn form(required: &[&str], optional: &[&str], is_open: bool) -> Value {
    let names = required.iter().chain(optional);
    let properties: Value = names
        .map(|name| (*name, json!({"type": "integer"})))
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": is_open,
    })
}

#[test]
fn names_the_matching_one_of_forms_and_their_distinguishing_keys() {
    let open = json!({"oneOf": [form(&["a"], &[], true), form(&["c"], &[], true)]});
    assert_snapshot!(at(&open, r#"{"a": 1, "c": 2}"#), @r#"x: matches {"a": integer} and {"c": integer}, but must match one form; leave out "a" or "c""#);
    assert_snapshot!(at(&open, r#"{"a": 1}"#), @r#"{"x":{"a":1}}"#);
    let closed = json!({"oneOf": [form(&["a"], &["b"], false), form(&["a"], &["c"], false)]});
    assert_snapshot!(at(&closed, r#"{"a": 1}"#), @r#"x: matches {"b"?: integer, …} and {"c"?: integer, …}, but must match one form; add "b" or "c""#);
    assert_snapshot!(at(&closed, r#"{"a": 1, "c": 2}"#), @r#"{"x":{"a":1,"c":2}}"#);
    let three = json!({"oneOf": [form(&["a"], &[], true), form(&["a", "b"], &[], true), form(&["d"], &[], true)]});
    assert_snapshot!(at(&three, r#"{"a": 1, "b": 2}"#), @r#"x: matches {"a": integer} and {"b": integer, …}, but must match one form; leave out "b""#);
    let same = json!({"oneOf": [form(&["a"], &[], true), form(&["a"], &[], true)]});
    assert_snapshot!(at(&same, r#"{"a": 1}"#), @"x: matches several forms, but must match one");
    let choice = json!({"oneOf": [{"enum": ["a", "b"]}, {"type": "string"}]});
    assert_snapshot!(at(&choice, r#""a""#), @r#"x: matches "a" | "b" and string, but must match one form"#);
    assert_snapshot!(at(&choice, r#""c""#), @r#"{"x":"c"}"#);
}

#[test]
fn names_the_keys_of_different_forms() {
    let forms = json!({"oneOf": [form(&["a"], &[], false), form(&["c"], &[], false)]});
    assert_snapshot!(at(&forms, r#"{"a": 1, "c": 2}"#), @r#"x: expected {"a": integer} or {"c": integer}; "a" and "c" belong to different forms"#);
    assert_snapshot!(at(&forms, r#"{"a": 1, "c": 2, "d": 3}"#), @r#"x: expected {"a": integer} or {"c": integer}; "d" is unknown; "a" and "c" belong to different forms"#);
    assert_snapshot!(at(&forms, r#"{"a": "one"}"#), @"x.a: expected integer, got string");
    assert_snapshot!(at(&forms, r#"{"d": 3}"#), @r#"x: expected {"a": integer} or {"c": integer}; "d" is unknown"#);
}

#[test]
fn one_of_counts_a_large_integral_float_as_an_integer() {
    let integer = json!({"type": "integer"});
    let number = json!({"type": "number"});
    let either = json!({"oneOf": [integer, number]});
    for sent in ["1", "1.0", "1e30", "1e300", "-1e300"] {
        assert_eq!(
            at(&either, sent),
            "x: matches integer and number, but must match one form"
        );
    }
    assert_snapshot!(at(&either, "1.5"), @r#"{"x":1.5}"#);
    assert_snapshot!(at(&json!({"anyOf": [integer, number]}), "1e300"), @r#"{"x":1e+300}"#);
    let small = json!({"type": "integer", "maximum": 10});
    assert_snapshot!(at(&json!({"oneOf": [small, number]}), "1e300"), @r#"{"x":1e+300}"#);
    let list = |items: &Value| json!({"type": "array", "items": items});
    assert_snapshot!(at(&json!({"oneOf": [list(&integer), list(&number)]}), "[1e300]"), @"x: matches array of integers and array of numbers, but must match one form");
    assert_snapshot!(at(&integer, "1e300"), @"x: expected an integer from 0 to 2^64-1, got 1e300");
}

#[test]
fn shows_both_interpretations_of_a_value_for_an_array() {
    let rows = |items: &Value| json!({"type": "array", "items": {"type": "array", "items": items}});
    let integers = rows(&json!({"type": "integer"}));
    assert_snapshot!(at(&integers, "[1, 50]"), @"x: can be read as [[1,50]] or as [[1],[50]]; send one of them");
    assert_snapshot!(at(&integers, r#""[1, 50]""#), @"x: can be read as [[1,50]] or as [[1],[50]]; send one of them");
    assert_snapshot!(at(&rows(&json!({"type": "string"})), r#"["a", "b"]"#), @r#"x: can be read as [["a","b"]] or as [["a"],["b"]]; send one of them"#);
    // One item has one reading.
    assert_snapshot!(at(&integers, "[1]"), @r#"{"x":[[1]]}"#);
    // Some item is an array already.
    assert_snapshot!(at(&integers, "[[1], 50]"), @"x[1]: expected array of integers, got integer");
    // Neither reading conforms.
    assert_snapshot!(at(&integers, r#"["a", "b"]"#), @"x[0], [1]: expected array of integers, got string");
    // Only the row conforms, but an array is never wrapped in place of an array.
    let pairs = json!({"type": "array", "items": {"type": "array", "items": {"type": "integer"}, "minItems": 2}});
    assert_snapshot!(at(&pairs, "[1, 50]"), @"x: expected array, such as [[1,50]], got [1,50]");
}

/// A tool.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the fields are not read")]
struct Maps {
    #[serde(default)]
    ports: HashMap<u16, u8>,
    #[serde(default)]
    signed: BTreeMap<i8, u8>,
    #[serde(default)]
    colors: BTreeMap<Color, u8>,
    #[serde(default)]
    codes: BTreeMap<Code, u8>,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Color {
    Red,
    DarkBlue,
}

/// A string of three characters, which its own `Deserialize` enforces.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, JsonSchema)]
#[schemars(transparent)]
struct Code(String);

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.len() == 3 {
            Ok(Self(text))
        } else {
            Err(D::Error::custom("a code has three characters"))
        }
    }
}

/// The issues of a call of the tool with maps.
#[track_caller]
fn maps(raw: &str) -> String {
    let error = Maps::parse(raw)
        .expect_err("a wrong key")
        .render(Style::List);
    let (_, issues) = error.split_once("- ").expect("an issue");
    issues.to_owned()
}

#[test]
fn names_the_allowed_keys_of_a_typed_map() {
    assert_snapshot!(maps(r#"{"ports": {"x": 1}}"#), @r#"ports.x: invalid key: expected text that matches ^\d+$, got "x""#);
    assert_snapshot!(maps(r#"{"ports": {"70000": 1}}"#), @"ports.70000: invalid key: expected an integer from 0 to 65535, got 70000");
    assert_snapshot!(maps(r#"{"ports": {"01": 1}}"#), @r#"ports.01: invalid key: expected an integer from 0 to 65535, got "01""#);
    assert_snapshot!(maps(r#"{"signed": {"-200": 1}}"#), @"signed.-200: invalid key: expected an integer from -128 to 127, got -200");
    assert_snapshot!(maps(r#"{"colors": {"blue": 1}}"#), @r#"colors.blue: invalid key: expected "dark_blue" or "red", got "blue"; did you mean "dark_blue"?"#);
    assert_snapshot!(maps(r#"{"colors": {"green": 1}}"#), @r#"colors.green: invalid key: expected "dark_blue" or "red", got "green""#);
    assert_snapshot!(maps(r#"{"codes": {"ab": 1}}"#), @"codes.ab: invalid key: a code has three characters");
    // The value is at fault, not the key.
    assert_snapshot!(maps(r#"{"ports": {"80": 300}}"#), @"ports.80: expected an integer from 0 to 255, got 300");
    let read = Maps::parse(
        r#"{"ports": {"80": 1}, "colors": {"red": 1, "DarkBlue": 2}, "codes": {"abc": 1}}"#,
    );
    read.expect("right keys");
}

#[test]
fn names_the_allowed_keys_of_a_schemas_map() {
    let map = |schema: Value| {
        let mut schema = schema;
        schema["type"] = "object".into();
        schema["additionalProperties"] = false.into();
        schema
    };
    let one = map(json!({"patternProperties": {"^a+$": {"type": "integer"}}}));
    assert_snapshot!(at(&one, r#"{"b": 1, "aa": "x"}"#), @r#"x.b: invalid key: expected text that matches ^a+$, got "b"; x.aa: expected integer, got string"#);
    let two = map(json!({"patternProperties": {"^a+$": {}, "^b+$": {}}}));
    assert_snapshot!(at(&two, r#"{"c": 1}"#), @r#"x.c: invalid key: expected text that matches ^a+$ or text that matches ^b+$, got "c""#);
    let members =
        map(json!({"properties": {"red": {"type": "integer"}, "blue": {"type": "integer"}}}));
    assert_snapshot!(at(&members, r#"{"green": 1}"#), @"x.green: unknown key");
    assert_snapshot!(at(&members, r#"{"bleu": 1}"#), @r#"x.bleu: unknown key; did you mean "blue"?"#);
    // These objects are not maps.
    let object =
        map(json!({"properties": {"red": {"type": "integer"}, "blue": {"type": "string"}}}));
    assert_snapshot!(at(&object, r#"{"green": 1}"#), @"x.green: unknown key");
    assert_snapshot!(at(&map(json!({})), r#"{"green": 1}"#), @"x.green: unknown key");
}

/// List files.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the calls are rejected")]
struct ListFiles {
    glob: Option<String>,
    path: Option<String>,
}

#[test]
fn an_undeclared_key_of_a_struct_is_not_a_key_of_a_map() {
    let error = ListFiles::parse(r#"{"pattern": "a"}"#).unwrap_err();
    assert!(matches!(
        error.issues()[0].kind,
        IssueKind::UnknownKey { .. }
    ));
}

#[test]
fn a_format_limits_bounds_beyond_its_range() {
    let place = json!({"type": "integer", "format": "uint8", "minimum": -5, "maximum": 300});
    let schema = json!({"type": "object", "properties": {"n": place}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    for (sent, text) in [
        ("-3", "expected an integer from 0 to 255, got -3"),
        ("299", "expected an integer from 0 to 255, got 299"),
    ] {
        let error = definition
            .parse(&format!(r#"{{"n": {sent}}}"#))
            .expect_err(sent);
        assert_eq!(error.issues()[0].message(), text);
    }
}
