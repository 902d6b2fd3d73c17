//! Each kind of issue, as calls of a derived tool bring it about, has words.
#![expect(dead_code, reason = "the fields are not read")]

use std::collections::{BTreeMap, BTreeSet};

use insta::assert_snapshot;
use serde_json::json;
use tests::Even;
use tool_core::feedback::Style;
use tool_core::{Finish, Input, Issues, Leniency, Limits, Tool, ToolArg, ToolArgError};

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    Read,
    Write,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Debug, ToolArg)]
#[serde(untagged)]
enum Either {
    Number { a: u8 },
    Flag { a: bool },
}

/// Every constraint there is.
#[derive(Debug, Default, Tool)]
#[serde(default)]
#[tool(check = "not_odd")]
struct Everything {
    mode: Option<Mode>,
    #[schemars(range(min = 1, max = 5))]
    #[serde(skip_serializing)]
    range: u8,
    #[schemars(extend("multipleOf" = 5))]
    step: u16,
    wide: i64,
    float: f32,
    #[schemars(length(min = 2, max = 3))]
    #[serde(skip_serializing)]
    text: String,
    #[schemars(regex(pattern = "^[a-z]+$"))]
    #[serde(skip_serializing)]
    pattern: String,
    #[schemars(email)]
    #[serde(skip_serializing)]
    email: String,
    #[schemars(length(min = 1, max = 2))]
    #[serde(skip_serializing)]
    items: Vec<bool>,
    set: BTreeSet<u8>,
    #[schemars(extend("minProperties" = 1, "maxProperties" = 2))]
    #[serde(skip_serializing)]
    map: BTreeMap<String, u8>,
    shape: Option<Shape>,
    either: Option<Either>,
    even: Option<Even>,
    odd: Option<bool>,
    signed: Option<std::num::NonZeroI8>,
    #[schemars(schema_with = "nothing")]
    never: Option<u8>,
}

fn nothing(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!(false)
}

fn not_odd(everything: &Everything, issues: &mut Issues) {
    if everything.odd == Some(true) {
        issues.add("odd", "must not be odd");
    }
}

/// The codes and the words of a call, a line each.
fn describe(error: &ToolArgError) -> String {
    let lines = error.issues().iter().map(|issue| {
        let code = json!(issue)["code"].as_str().unwrap_or_default().to_owned();
        format!("{code}: {} {}", issue.path, issue.message())
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn calls() -> Vec<ToolArgError> {
    let everything = Everything::definition().reader();
    let read = |raw: &str| {
        everything
            .read::<Everything>(raw)
            .expect_err("it is refused")
    };
    vec![
        read(
            r#"{"mode": "reed", "range": 0, "step": 7, "wide": 1.5, "float": 1e39, "text": "a", "pattern": "A", "email": "a",
            "items": [], "map": {}, "shape": {"kind": "Circle"}, "either": {"a": "1"}, "never": 1, "rang": 1, "signed": 0}"#,
        ),
        read(
            r#"{"range": 6, "wide": 9223372036854775808, "text": "long", "items": [true, true, true],
            "map": {"a": 1, "b": 2, "c": 3}, "Email": "a@b.c", "e-mail": "d@e.f", "shape": {"kind": "cube"}}"#,
        ),
        read(r#"{"range": 1, "range": 2}"#),
        read(r#"{"even": 3}"#),
        read(r#"{"odd": true}"#),
        read(r#"{"range": 1"#),
        read(r#"{"range": 1 @ 5}"#),
        read(r#"{"range": 1} {"range": 2}"#),
        everything
            .read::<Everything>(Input::from(r#"{"text": "ab"#).finish(Finish::Truncated))
            .expect_err("it is cut off"),
        everything
            .limits(Limits::default().depth(1))
            .read::<Everything>(r#"{"set": []}"#)
            .expect_err("it is deep"),
        everything
            .leniency(Leniency::Strict)
            .read::<Everything>(r#"{"set": [1, 1]}"#)
            .expect_err("a set holds each item once"),
    ]
}

#[test]
fn every_kind_of_issue_has_a_message() {
    let texts: Vec<String> = calls().iter().map(describe).collect();
    assert_snapshot!(texts.join("\n--\n"), @r#"
    enum: mode expected "read", "write" or null, got "reed"; did you mean "read"?
    minimum: range expected at least 1, got 0
    multiple_of: step expected a multiple of 5, got 7
    type: wide expected integer, got 1.5
    out_of_range: float expected a number from -3.4e38 to 3.4e38, got 1e39
    min_length: text expected at least 2 characters, got 1
    pattern: pattern expected text that matches ^[a-z]+$, got "A"
    format: email expected an email address such as ada@example.com, got "a"
    min_items: items expected at least 1 item, got 0
    min_properties: map expected at least 1 property, got 0
    required: shape.radius Required (kind "Circle")
    ambiguous: either can be read as {"a":1} or as {"a":true}; send one of them
    excluded: signed expected a number other than 0, or null, got 0
    not_allowed: never no value is allowed here
    unknown_key: rang unknown key
    --
    maximum: range expected at most 5, got 6
    out_of_range: wide expected an integer from -2^63 to 2^63-1, got 9223372036854775808
    max_length: text expected at most 3 characters, got 4
    max_items: items expected at most 2 items, got 3
    max_properties: map expected at most 2 properties, got 3
    enum: shape.kind expected "Circle" or "Square", got "cube"
    ambiguous_key: Email second spelling of "email"; send it once, under that name
    ambiguous_key: e-mail second spelling of "email"; send it once, under that name
    --
    duplicate_key: range sent twice with different values; send it once
    --
    refused: even must be even
    --
    check: odd must not be odd
    --
    truncated:  the arguments were cut off before their end; send the complete arguments, shorter if need be
    --
    invalid_json:  the arguments are not valid JSON: expected a key in double quotes after "{\"range\": 1 "
    --
    several_objects:  several objects were sent; send one with all arguments, and each further call on its own
    --
    truncated:  the arguments were cut off before their end; send the complete arguments, shorter if need be
    --
    limit: set expected at most 1 levels of nesting
    --
    unique_items: set[1] is the same as item 0; items must differ
    "#);
    for code in [
        "required",
        "type",
        "enum",
        "minimum",
        "maximum",
        "multiple_of",
        "excluded",
        "out_of_range",
        "min_length",
        "max_length",
        "pattern",
        "format",
        "min_items",
        "max_items",
        "unique_items",
        "min_properties",
        "max_properties",
        "unknown_key",
        "duplicate_key",
        "ambiguous_key",
        "ambiguous",
        "not_allowed",
        "invalid_json",
        "several_objects",
        "truncated",
        "limit",
        "refused",
        "check",
    ] {
        let reached = texts
            .iter()
            .flat_map(|text| text.lines())
            .any(|line| line.starts_with(&format!("{code}: ")));
        assert!(reached, "{code}");
    }
}

#[test]
fn messages_name_no_rust_type_and_no_byte_position() {
    for error in calls() {
        for text in [
            error.to_string(),
            error.render(Style::List),
            error.render(Style::Numbered),
        ] {
            for word in [
                "u8",
                "i64",
                "f32",
                "String",
                "Vec",
                "struct",
                "variant",
                "column",
                "line ",
                "serde",
                "leave out",
            ] {
                assert!(!text.contains(word), "{word}: {text}");
            }
        }
    }
}
