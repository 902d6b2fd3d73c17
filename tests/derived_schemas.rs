//! The schema of a tool, as the model sees it.

use schemars::{JsonSchema, schema_for};
use tool_core::{Tool, ToolArg};

/// Returns the schema as text. Only a definition sees the hints in it.
fn schema<T: JsonSchema>() -> String {
    let schema = schema_for!(T);
    let text = serde_json::to_string_pretty(&schema).expect("a schema is JSON");
    assert!(!text.contains("x-tool"), "a hint in {text}");
    text
}

/// Replace one exact string in a file.
///
/// The file must exist.
#[derive(Tool)]
#[expect(dead_code, reason = "the tool is not called")]
struct EditFile {
    /// Absolute path of the file to edit.
    #[schemars(length(min = 1))]
    file_path: String,
    old_string: String,
    #[serde(alias = "replacement", alias = "with")]
    new_string: String,
    /// Lines of context to return, 0 to 20.
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
    /// Further files to edit in the same way.
    #[serde(default)]
    #[tool(json_string)]
    also: Vec<String>,
    /// How to go about it.
    mode: Option<Mode>,
}

#[derive(ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    DryRun,
    #[serde(alias = "go", alias = "do")]
    Apply,
    /// Ask first.
    Interactive,
}

#[test]
fn schema_of_a_tool_matches_the_snapshot() {
    insta::assert_snapshot!(schema::<EditFile>(), @r##"
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "EditFile",
      "description": "Replace one exact string in a file.\n\nThe file must exist.",
      "type": "object",
      "properties": {
        "file_path": {
          "description": "Absolute path of the file to edit.",
          "type": "string",
          "minLength": 1
        },
        "old_string": {
          "type": "string"
        },
        "new_string": {
          "type": "string"
        },
        "context": {
          "description": "Lines of context to return, 0 to 20.",
          "type": "integer",
          "format": "uint8",
          "minimum": 0,
          "maximum": 20,
          "default": 0
        },
        "also": {
          "description": "Further files to edit in the same way.",
          "type": "array",
          "items": {
            "type": "string"
          },
          "default": []
        },
        "mode": {
          "description": "How to go about it.",
          "anyOf": [
            {
              "$ref": "#/$defs/Mode"
            },
            {
              "type": "null"
            }
          ]
        }
      },
      "required": [
        "file_path",
        "old_string",
        "new_string"
      ],
      "additionalProperties": false,
      "$defs": {
        "Mode": {
          "oneOf": [
            {
              "type": "string",
              "enum": [
                "dry_run",
                "apply"
              ]
            },
            {
              "description": "Ask first.",
              "type": "string",
              "const": "interactive"
            }
          ]
        }
      }
    }
    "##);
}

#[test]
fn tool_without_arguments_has_an_empty_object_schema() {
    /// Ping.
    #[derive(Tool)]
    struct Ping {}
    insta::assert_snapshot!(schema::<Ping>(), @r##"
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Ping",
      "description": "Ping.",
      "type": "object",
      "additionalProperties": false
    }
    "##);
}

#[test]
fn alias_does_not_change_the_schema_of_an_enum() {
    #[derive(ToolArg)]
    enum Order {
        Ascending,
        #[serde(alias = "desc")]
        Descending,
        Random,
    }
    insta::assert_snapshot!(schema::<Order>(), @r##"
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "Order",
      "type": "string",
      "enum": [
        "Ascending",
        "Descending",
        "Random"
      ]
    }
    "##);
}

#[test]
fn definition_schema_equals_the_schema_of_the_type() {
    let by_derive = tool_core::__private::schema_of::<EditFile>();
    assert_eq!(
        by_derive.as_value()["properties"],
        schema_for!(EditFile).as_value()["properties"]
    );
}
