//! An enum as a tool: one tool with several actions, each with its own arguments.

use insta::assert_snapshot;
use serde_json::json;
use tool_core::provider::Target;
use tool_core::{Tool, ToolSet};

/// Control the computer.
#[derive(Debug, PartialEq, Tool)]
#[serde(tag = "action", rename_all = "snake_case")]
enum Computer {
    /// Click at a point.
    Click {
        x: u32,
        y: u32,
        #[tool(default = 1)]
        times: u32,
    },
    Type {
        text: String,
    },
    Screenshot,
}

/// Wait.
#[derive(Debug, PartialEq, Tool)]
struct Wait {
    seconds: u32,
}

#[derive(Debug, ToolSet)]
enum Call {
    Computer(Computer),
    Wait(Wait),
}

#[test]
fn schema_is_an_object_with_a_form_for_each_action() {
    let definition = Computer::definition();
    assert_eq!(definition.name(), "computer");
    assert_eq!(definition.description(), "Control the computer.");
    let schema = serde_json::to_string_pretty(definition.schema()).expect("JSON");
    assert_snapshot!(schema, @r#"
{
  "oneOf": [
    {
      "type": "object",
      "properties": {
        "action": {
          "type": "string",
          "const": "click"
        },
        "x": {
          "type": "integer",
          "format": "uint32",
          "minimum": 0
        },
        "y": {
          "type": "integer",
          "format": "uint32",
          "minimum": 0
        },
        "times": {
          "type": "integer",
          "format": "uint32",
          "minimum": 0,
          "default": 1
        }
      },
      "required": [
        "action",
        "x",
        "y"
      ],
      "description": "Click at a point.",
      "additionalProperties": false
    },
    {
      "type": "object",
      "properties": {
        "action": {
          "type": "string",
          "const": "type"
        },
        "text": {
          "type": "string"
        }
      },
      "required": [
        "action",
        "text"
      ],
      "additionalProperties": false
    },
    {
      "type": "object",
      "properties": {
        "action": {
          "type": "string",
          "const": "screenshot"
        }
      },
      "required": [
        "action"
      ],
      "additionalProperties": false
    }
  ],
  "description": "Control the computer."
}
"#);
    Computer::verify().expect("the reader accepts what the schema describes");
}

#[test]
fn reads_and_repairs_each_action() {
    for (raw, expected) in [
        (
            r#"{"action": "click", "x": "3", "y": 4}"#,
            Computer::Click {
                x: 3,
                y: 4,
                times: 1,
            },
        ),
        (
            r#"{"Action": "TYPE", "text": "hi"}"#,
            Computer::Type {
                text: "hi".to_owned(),
            },
        ),
        (r#"{"action": "screenshot"}"#, Computer::Screenshot),
        (
            r#"{"action": "screenshot", "x": null}"#,
            Computer::Screenshot,
        ),
    ] {
        assert_eq!(Computer::parse(raw).ok(), Some(expected), "{raw}");
    }
}

#[test]
fn errors_name_the_action() {
    let error = |raw: &str| Computer::parse(raw).expect_err(raw).to_string();
    assert_snapshot!(error(r#"{"action": "click", "x": 1}"#), @r#"Please rewrite the input with valid arguments. Errors: y: Required (action "click")"#);
    assert_snapshot!(error(r#"{"x": 1, "y": 2}"#), @r#"Please rewrite the input with valid arguments. Errors: action: Required, "click", "type" or "screenshot""#);
    assert_snapshot!(error(r#"{"action": "press", "x": 1}"#), @r#"Please rewrite the input with valid arguments. Errors: action: expected "click", "type" or "screenshot""#);
    assert_snapshot!(error(r#"{"action": "screenshot", "x": 1}"#), @r#"Please rewrite the input with valid arguments. Errors: x: only with action "click""#);
    assert_snapshot!(error("[]"), @r#"Please rewrite the input with valid arguments. Errors: expected {"action": "click", …}, {"action": "type", …} or {"action": "screenshot"}, got array"#);
}

#[test]
fn every_target_exports_an_object() {
    for target in Target::all() {
        let export = Computer::definition().export(target);
        let export = export.unwrap_or_else(|error| panic!("{target:?}: {error}"));
        let kind = &export.schema()["type"];
        assert!(
            *kind == json!("object") || *kind == json!("OBJECT"),
            "{target:?}: {}",
            export.schema()
        );
    }
}

#[test]
fn is_a_member_of_a_set() {
    let call = Call::parse("computer", r#"{"action": "type", "text": 5}"#);
    let text = "5".to_owned();
    assert!(matches!(call, Ok(Call::Computer(Computer::Type { text: read })) if read == text));
    let call = Call::parse("wait", r#"{"seconds": 5}"#);
    assert!(matches!(call, Ok(Call::Wait(Wait { seconds: 5 }))));
}
