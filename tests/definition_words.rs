//! Definitions from attributes: each word has an effect or is an error.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use serde_json::json;
use tests::read;
use tool_core::{Definition, Leniency, Tool, ToolArg};

/// A tool.
#[derive(Debug, Tool)]
struct Pay {
    #[validate(range(exclusive_min = 0.0, exclusive_max = 100.0))]
    amount: f64,
    #[schemars(range(max = 9))]
    #[garde(range(min = 2, max = 5))]
    count: Option<u8>,
    #[schemars(length(min = 3))]
    #[validate(length(min = 1, max = 4))]
    code: Option<String>,
}

#[test]
fn exclusive_bounds_apply() {
    assert_snapshot!(Pay::definition().schema()["properties"]["amount"], @r#"{"type":"number","format":"double","exclusiveMinimum":0.0,"exclusiveMaximum":100.0}"#);
    assert_snapshot!(read::<Pay>(r#"{"amount": 0}"#), @r#"! amount minimum {"minimum":0.0,"exclusive":true} got 0"#);
    assert_snapshot!(read::<Pay>(r#"{"amount": 0.5}"#), @"Pay { amount: 0.5, count: None, code: None }");
}

#[test]
fn the_narrowest_of_several_bounds_applies() {
    let properties = &Pay::definition().schema()["properties"];
    assert_snapshot!(properties["count"], @r#"{"type":["integer","null"],"format":"uint8","minimum":2,"maximum":5}"#);
    assert_snapshot!(properties["code"], @r#"{"type":["string","null"],"minLength":3,"maxLength":4}"#);
}

/// A tool.
#[derive(Debug, Tool)]
struct TwoPatterns {
    #[schemars(regex(pattern = "^a"))]
    #[garde(contains("b"))]
    text: String,
}

const FAR: i32 = 300;

/// A tool.
#[derive(Debug, Tool)]
struct FarBound {
    #[schemars(range(max = FAR))]
    small: u8,
}

/// A tool.
#[derive(Debug, Tool)]
struct BeyondBits {
    #[schemars(range(max = 1e20))]
    wide: u64,
}

/// A tool.
#[derive(Debug, Tool)]
struct WithinBits {
    #[schemars(range(max = 18_446_744_073_709_551_615_u64))]
    wide: u64,
}

/// A tool.
#[derive(Debug, Tool)]
struct Misspelt {
    #[schemars(extend("minimun" = 1))]
    count: u32,
}

/// A tool.
#[derive(Debug, Tool)]
struct Extended {
    #[schemars(extend("x-minimun" = 1, "example" = 5, "nullable" = true, "multipleOf" = 2))]
    count: u32,
}

#[test]
fn contradicting_and_misspelt_words_are_errors() {
    assert_snapshot!(TwoPatterns::try_definition().unwrap_err(), @r#"the schema of tool `two_patterns`, of the type `TwoPatterns`, cannot be used: `contains` at `/properties/text`: `pattern` cannot be both "^a" and "b"; change the attribute or the type that causes it"#);
    assert_snapshot!(FarBound::try_definition().unwrap_err(), @"the schema of tool `far_bound`, of the type `FarBound`, cannot be used: `range` at `/properties/small`: the maximum 300 is outside of the type; change the attribute or the type that causes it");
    assert_snapshot!(BeyondBits::try_definition().unwrap_err(), @"the schema of tool `beyond_bits`, of the type `BeyondBits`, cannot be used: `range` at `/properties/wide`: the maximum 1e+20 is outside of the type; change the attribute or the type that causes it");
    assert!(WithinBits::try_definition().is_ok());
    assert_snapshot!(Misspelt::try_definition().unwrap_err(), @"the schema of tool `misspelt`, of the type `Misspelt`, cannot be used: `minimun` at `/properties/count`: unknown keyword; did you mean `minimum`?; correct the keyword, or begin it with `x-`");
    assert!(Extended::try_definition().is_ok());
}

/// A tool.
#[derive(Debug, Tool)]
struct Reversed {
    #[schemars(extend("minimum" = 5, "maximum" = 3))]
    count: u32,
}

/// A foreign schema is used, since only one argument may be affected.
#[test]
fn a_foreign_schema_with_misspelt_or_impossible_keywords_has_warnings() {
    let warnings = |property: serde_json::Value| {
        let schema = json!({"type": "object", "properties": {"a": property, "b": {}}});
        let tool = Definition::new("t", "A tool.", schema).expect("a schema");
        assert!(tool.parse(r#"{"b": 1}"#).is_ok());
        let warnings = tool.schema_warnings().into_iter();
        let warnings = warnings.map(|one| format!("{}: {}", one.path, one.message));
        warnings.collect::<Vec<_>>().join("; ")
    };
    assert_snapshot!(warnings(json!({"minimum": 5, "maximum": 3})), @"/properties/a: `minimum`: no value is valid between 5 and `maximum` 3");
    assert_snapshot!(warnings(json!({"exclusiveMinimum": 3, "maximum": 3})), @"/properties/a: `exclusiveMinimum`: no value is valid between 3 and `maximum` 3");
    assert_snapshot!(warnings(json!({"items": {"minLength": 9, "maxLength": 8}})), @"/properties/a/items: `minLength`: no value is valid between 9 and `maxLength` 8");
    assert_snapshot!(warnings(json!({"type": "string", "minLenght": 5, "patern": "a"})), @"/properties/a: `minLenght`: unknown keyword; did you mean `minLength`?; /properties/a: `patern`: unknown keyword; did you mean `pattern`?");
    for fine in [
        json!({"minimum": 3, "maximum": 3.0}),
        json!({"minContains": 2, "maxContains": 1}),
        json!({"x-minimun": 1, "nullable": true, "example": 1, "divisibleBy": 2}),
        json!({"properties": {"minLenght": {"type": "integer"}}, "examples": [{"patern": 1}]}),
    ] {
        assert_eq!(warnings(fine), "");
    }
    assert_snapshot!(Reversed::try_definition().unwrap_err(), @"the schema of tool `reversed`, of the type `Reversed`, cannot be used: `minimum` at `/properties/count`: no value is valid between 5 and `maximum` 3; correct one of the bounds");
}

/// The portable way to require a property for one action.
#[test]
fn enums_of_one_property_intersect() {
    for union in ["anyOf", "oneOf"] {
        let schema = json!({
            "type": "object",
            "properties": {
                "action": {"type": "string", "enum": ["start", "stop"]},
                "label": {"type": "string"},
            },
            "required": ["action"],
            union: [
                {"properties": {"action": {"enum": ["start"]}}, "required": ["label"]},
                {"properties": {"action": {"enum": ["stop", "halt"]}}},
            ],
        });
        let tool = Definition::new("t", "A tool.", schema).expect("a schema");
        assert!(tool.parse(r#"{"action": "stop"}"#).is_ok());
        assert!(tool.parse(r#"{"action": "start", "label": "a"}"#).is_ok());
        for wrong in [r#"{"action": "start"}"#, r#"{"action": "halt"}"#] {
            assert!(tool.parse(wrong).is_err(), "{wrong}");
        }
    }
    let all = |first: serde_json::Value, second: serde_json::Value| {
        let property = json!({"allOf": [first, second]});
        let schema = json!({"type": "object", "properties": {"a": property}, "required": ["a"]});
        Definition::new("t", "A tool.", schema).expect("a schema")
    };
    let numbers = all(
        json!({"enum": [1, 2, "x"]}),
        json!({"enum": [2.0, "y", null]}),
    );
    assert!(numbers.parse(r#"{"a": 2}"#).is_ok());
    assert!(numbers.parse(r#"{"a": 1}"#).is_err());
    // Members that are arrays and objects are equal by their JSON values.
    let nested = all(
        json!({"enum": [[1], {"a": 1}, {"b": [1, null]}]}),
        json!({"enum": [[1.0], {"a": 2}, {"b": [1.0, null]}]}),
    );
    for (call, is_member) in [
        (r#"{"a": [1]}"#, true),
        (r#"{"a": [1.0]}"#, true),
        (r#"{"a": {"b": [1.0, null]}}"#, true),
        (r#"{"a": {"b": [1, null]}}"#, true),
        (r#"{"a": {"a": 1}}"#, false),
        (r#"{"a": {"a": 2}}"#, false),
        (r#"{"a": {"b": [1]}}"#, false),
    ] {
        let reader = nested.reader().leniency(Leniency::Strict);
        let read = reader.read::<serde_json::Value>(call);
        assert_eq!(read.is_ok(), is_member, "{call}");
    }
    // No value is a member of both.
    let never = all(json!({"enum": ["x"]}), json!({"enum": ["y"]}));
    assert!(never.parse(r#"{"a": "x"}"#).is_err() && never.parse(r#"{"a": "y"}"#).is_err());
    let constants = all(json!({"const": 1}), json!({"const": 1.0}));
    assert!(constants.parse(r#"{"a": 1}"#).is_ok());
}

#[derive(Debug, ToolArg)]
enum Sum {
    Num {
        value: f64,
    },
    Add {
        left: Box<Sum>,
        right: Box<Sum>,
    },
    If {
        condition: Box<Sum>,
        then: Box<Sum>,
        otherwise: Option<Box<Sum>>,
    },
}

#[derive(Debug, ToolArg)]
#[serde(tag = "op", rename_all = "snake_case")]
enum Tagged {
    Both {
        left: Box<Tagged>,
        right: Box<Tagged>,
    },
    Leaf,
}

/// A tool.
#[derive(Debug, Tool)]
struct Compute {
    sum: Sum,
    tagged: Tagged,
    sums: Vec<Sum>,
}

/// A tool.
#[derive(Debug, Tool)]
struct BooleanKeys {
    names: std::collections::BTreeMap<bool, String>,
}

#[test]
fn verify_reports_no_false_problems() {
    for report in [Compute::verify(), BooleanKeys::verify()] {
        assert!(report.is_ok(), "{report:?}");
    }
}
