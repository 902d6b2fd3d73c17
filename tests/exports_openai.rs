//! The exports of a definition to OpenAI.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tests::{exported, exported_in_short, not_exported};
use tool_core::provider::{Azure, OpenAi, Strict};
use tool_core::{Definition, Tool, ToolArg};

/// Replace one exact string in a file.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the tool is not called")]
struct EditFile {
    /// Absolute path of the file to edit.
    #[schemars(length(min = 1))]
    file_path: String,
    /// Lines of context to return.
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
    /// How to go about it.
    mode: Option<Mode>,
    target: Option<Target>,
    steps: Vec<Step>,
    #[serde(default)]
    labels: BTreeMap<String, i64>,
    span: (f64, f64),
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    DryRun,
    Apply,
}

/// A place in a file.
#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the tool is not called")]
struct Target {
    line: u32,
    inner: Option<Box<Target>>,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "the tool is not called")]
enum Step {
    Insert { text: String },
    Delete { lines: Option<u32> },
}

#[test]
fn chat_plain_export_matches_the_snapshot() {
    insta::assert_snapshot!(exported_in_short(EditFile::definition(), OpenAi::chat()), @r##"
    {"type":"function","function":{"name":"edit_file","description":"Replace one exact string in a file.","parameters":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path of the file to edit.","minLength":1},"context":{"type":"integer","maximum":20,"description":"Lines of context to return.","default":0},"mode":{"anyOf":[{"type":"string","enum":["dry_run","apply"]},{"type":"null"}],"description":"How to go about it."},"target":{"anyOf":[{"$ref":"#/$defs/Target"},{"type":"null"}]},"steps":{"type":"array","items":{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":["integer","null"]}},"required":["kind"],"additionalProperties":false}]}},"labels":{"type":"object","additionalProperties":{"type":"integer"},"default":{},"properties":{}},"span":{"type":"array","minItems":2,"maxItems":2,"items":{"type":"number"}}},"required":["file_path","steps","span"],"$defs":{"Target":{"type":"object","properties":{"line":{"type":"integer"},"inner":{"anyOf":[{"$ref":"#/$defs/Target"},{"type":"null"}]}},"required":["line"],"description":"A place in a file."}}}}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /properties/span/prefixItems/0 format "double" (Reading)
    lost: /properties/span/prefixItems/1 format "double" (Reading)
    lost: /$defs/Target/properties/line format "uint32" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost:  additionalProperties false (Reading)
    lost: /properties/context minimum 0 (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Reading)
    lost: /$defs/Target additionalProperties false (Reading)
    lost: /$defs/Target/properties/line minimum 0 (Reading)
    "##);
}

#[test]
fn chat_strict_export_matches_the_snapshot() {
    insta::assert_snapshot!(exported_in_short(EditFile::definition(), OpenAi::chat().strict()), @r##"
    {"type":"function","function":{"name":"edit_file","description":"Replace one exact string in a file.","parameters":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path of the file to edit. (minLength: 1)"},"context":{"type":["integer","null"],"minimum":0,"maximum":20,"description":"Lines of context to return. (default: 0)"},"mode":{"anyOf":[{"$ref":"#/$defs/Mode"},{"type":"null"}],"description":"How to go about it."},"target":{"anyOf":[{"$ref":"#/$defs/Target"},{"type":"null"}]},"steps":{"type":"array","items":{"$ref":"#/$defs/Step"}},"labels":{"anyOf":[{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"additionalProperties":false,"required":["key","value"]}},{"type":"null"}],"description":"(default: [])"},"span":{"type":"array","minItems":2,"maxItems":2,"items":{"type":"number"}}},"additionalProperties":false,"required":["file_path","context","mode","target","steps","labels","span"],"$defs":{"Mode":{"type":"string","enum":["dry_run","apply"]},"Target":{"type":"object","properties":{"line":{"type":"integer","minimum":0},"inner":{"anyOf":[{"$ref":"#/$defs/Target"},{"type":"null"}]}},"description":"A place in a file.","additionalProperties":false,"required":["line","inner"]},"Step":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"additionalProperties":false,"required":["kind","text"]},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":["integer","null"],"minimum":0}},"additionalProperties":false,"required":["kind","lines"]}]}}},"strict":true}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /properties/span/prefixItems/0 format "double" (Reading)
    lost: /properties/span/prefixItems/1 format "double" (Reading)
    lost: /$defs/Target/properties/line format "uint32" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost: /properties/labels additionalProperties {"type":"integer","format":"int64"} (Reading)
    lost: /properties/file_path minLength 1 (Description)
    lost: /properties/context default 0 (Description)
    lost: /properties/labels default {} (Description)
    lost:  required ["file_path","steps","span"] (Reading)
    lost: /$defs/Target required ["line"] (Reading)
    lost: /$defs/Step/oneOf/1 required ["kind"] (Reading)
    "##);
}

/// Returns the strict export of one required property.
#[track_caller]
fn strict_of(property: &Value) -> String {
    let schema = json!({
        "type": "object",
        "properties": {"x": property},
        "required": ["x"],
        "additionalProperties": false,
    });
    let definition = Definition::unchecked("t", "A tool.", schema);
    let export = definition
        .export(OpenAi::chat().strict())
        .expect("it can be exported");
    export.schema()["properties"]["x"].to_string()
}

#[track_caller]
fn refused(property: &Value) -> String {
    let schema = json!({"type": "object", "properties": {"x": property}, "required": ["x"]});
    not_exported(schema, OpenAi::chat().strict())
}

#[test]
fn property_names_and_data_are_not_treated_as_keywords() {
    let schema = json!({
        "type": "object",
        "properties": {
            "type": {"type": "string", "enum": ["oneOf", "default"]},
            "$ref": {"type": "string", "const": "$ref"},
            "minLength": {"type": "integer"},
            "default": {"type": "object", "properties": {"format": {"type": "string"}}, "required": ["format"], "additionalProperties": false},
            "$defs": {"type": "object", "properties": {"items": {"type": "string"}}, "required": ["items"], "additionalProperties": false},
        },
        "required": ["type", "$ref", "minLength", "default", "$defs"],
        "additionalProperties": false,
    });
    let definition = Definition::unchecked("t", "A tool.", schema.clone());
    let export = definition
        .export(OpenAi::chat().strict())
        .expect("it can be exported");
    assert_eq!(export.schema(), &schema);
    assert_eq!(export.losses(), []);
}

#[test]
fn strict_export_converts_unions() {
    insta::assert_snapshot!(strict_of(&json!({"oneOf": [{"type": "string"}, {"type": "integer"}]})), @r#"{"anyOf":[{"type":"string"},{"type":"integer"}]}"#);
    insta::assert_snapshot!(strict_of(&json!({"type": ["array", "null"], "items": {"type": "string"}, "description": "Names."})), @r#"{"description":"Names.","anyOf":[{"type":"array","items":{"type":"string"}},{"type":"null"}]}"#);
    insta::assert_snapshot!(strict_of(&json!({"enum": ["a", 1, null]})), @r#"{"enum":["a",1,null],"type":["string","integer","null"]}"#);
    insta::assert_snapshot!(strict_of(&json!({
        "type": "object",
        "properties": {"a": {"type": "string"}},
        "anyOf": [{"required": ["a"]}, {"properties": {"b": {"type": "string"}}, "required": ["b"]}],
        "unevaluatedProperties": false,
    })), @r#"{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false,"required":["a"]},{"type":"object","properties":{"a":{"type":["string","null"]},"b":{"type":"string"}},"additionalProperties":false,"required":["a","b"]}]}"#);
    insta::assert_snapshot!(strict_of(&json!({"allOf": [{"type": "integer", "minimum": 1}, {"minimum": 3, "maximum": 9}]})), @r#"{"type":"integer","minimum":3,"maximum":9}"#);
}

#[test]
fn maps_become_entries() {
    insta::assert_snapshot!(strict_of(&json!({"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 1})), @r#"{"type":"array","minItems":1,"items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"additionalProperties":false,"required":["key","value"]}}"#);
    insta::assert_snapshot!(strict_of(&json!({"type": "object", "patternProperties": {"^\\d+$": {"type": "string"}}, "additionalProperties": false})), @r#"{"type":"array","items":{"type":"object","properties":{"key":{"type":"string","pattern":"^\\d+$"},"value":{"type":"string"}},"additionalProperties":false,"required":["key","value"]}}"#);
}

#[test]
fn reports_unsupported_keywords_as_losses() {
    insta::assert_snapshot!(strict_of(&json!({"type": "string", "format": "uri", "maxLength": 80, "description": "Where."})), @r#"{"type":"string","description":"Where. (maxLength: 80, format: \"uri\")"}"#);
    insta::assert_snapshot!(strict_of(&json!({"type": "string", "pattern": "^(?!a)"})), @r#"{"type":"string","description":"(pattern: \"^(?!a)\")"}"#);
    insta::assert_snapshot!(strict_of(&json!({"type": "integer", "not": {"const": 0}})), @r#"{"type":"integer","description":"(not: {\"const\":0})"}"#);
}

#[test]
fn strict_export_refuses_inexpressible_schemas() {
    insta::assert_snapshot!(refused(&json!({})), @"OpenAI Chat (strict): at `/properties/x`: a value of any type is not supported; declare its type, or export without strict");
    insta::assert_snapshot!(refused(&json!(false)), @"OpenAI Chat (strict): at `/properties/x`: no value can satisfy this schema; remove the property, or export without strict");
    insta::assert_snapshot!(refused(&json!({"type": "object"})), @"OpenAI Chat (strict): at `/properties/x`: an object without properties has nothing to constrain; declare a property, or export without strict");
    insta::assert_snapshot!(refused(&json!({"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": {"type": "null"}})), @"OpenAI Chat (strict): `additionalProperties` at `/properties/x`: a map with properties, with arrays or with several kinds of keys is not supported; put the map into a separate property, or export without strict");
    insta::assert_snapshot!(refused(&json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}]})), @"OpenAI Chat (strict): `prefixItems` at `/properties/x`: items with a schema for each position are not supported; make it an object with named properties, or export without strict");
    insta::assert_snapshot!(refused(&json!({"$ref": "https://example.com/unit.json"})), @"OpenAI Chat (strict): `$ref` at `/properties/x`: the reference has no target in this schema; move the target into `$defs`, and refer to it by `#/$defs/` and its name, or export without strict");
    insta::assert_snapshot!(refused(&json!({"allOf": [{"type": "string"}, {"type": "integer"}]})), @"OpenAI Chat (strict): `allOf` at `/properties/x`: several schemas for one value are not supported; merge them into one schema, or export without strict");
    insta::assert_snapshot!(refused(&json!({"type": "object", "properties": {"a": {"type": "null"}}, "required": ["b"]})), @"OpenAI Chat (strict): `required` at `/properties/x`: a value of any type is not supported; declare its type, or export without strict");
    insta::assert_snapshot!(refused(&json!("a text")), @"OpenAI Chat (strict): at `/properties/x`: a value of any type is not supported; declare its type, or export without strict");
    let plain = |schema| not_exported(schema, OpenAi::responses());
    insta::assert_snapshot!(plain(json!({"type": "string"})), @"OpenAI Responses: `type` at the root: the arguments are not an object; make the arguments an object");
    insta::assert_snapshot!(plain(json!({"anyOf": [{"type": "string"}]})), @"OpenAI Responses: `anyOf` at the root: the forms of the arguments cannot be merged into one object; put the forms into a separate property");
    let odd = Definition::unchecked("?", "A tool.", json!({"type": "object"}));
    insta::assert_snapshot!(odd.export(OpenAi::chat()).unwrap_err(), @"tool `?` cannot be exported to OpenAI Chat: expected a tool name of the form `^[a-zA-Z0-9_-]{1,64}$`; give the tool a name with a letter or digit");
}

#[test]
fn auto_falls_back_to_plain_with_a_reason() {
    let any = Definition::unchecked(
        "t",
        "A tool.",
        json!({"type": "object", "properties": {"x": {}}}),
    );
    let export = any
        .export(OpenAi::chat().with_strict(Strict::Auto))
        .expect("it can be exported");
    assert!(!export.is_strict());
    insta::assert_snapshot!(export.fallback().expect("a reason"), @"tool `t` cannot be exported to OpenAI Chat (strict): at `/properties/x`: a value of any type is not supported; declare its type, or export without strict");
    let none = Definition::unchecked("t", "A tool.", json!({"type": "object"}));
    insta::assert_snapshot!(exported(&none, OpenAi::chat().strict()), @r#"
    {
      "type": "function",
      "function": {
        "name": "t",
        "description": "A tool.",
        "parameters": {
          "type": "object",
          "properties": {}
        }
      }
    }
    plain: tool `t` cannot be exported to OpenAI Chat (strict): an object without properties has nothing to constrain; declare a property, or export without strict
    lost:  strict true (Reading)
    "#);
}

#[test]
fn root_union_becomes_one_object() {
    let schema = json!({
        "type": "object",
        "properties": {"dry": {"type": "boolean"}},
        "required": ["dry"],
        "oneOf": [
            {"type": "object", "properties": {"kind": {"const": "create"}, "path": {"type": "string"}}, "required": ["kind", "path"]},
            {"$ref": "#/$defs/Delete"},
        ],
        "unevaluatedProperties": false,
        "$defs": {"Delete": {"type": "object", "properties": {"kind": {"const": "delete"}, "force": {"type": "boolean"}}, "required": ["kind"]}},
    });
    let definition = Definition::unchecked("t", "A tool.", schema);
    insta::assert_snapshot!(exported(&definition, OpenAi::responses()), @r#"
    {
      "name": "t",
      "description": "A tool. (one of {kind: \"create\", path} | {kind: \"delete\", force?})",
      "type": "function",
      "parameters": {
        "type": "object",
        "properties": {
          "dry": {
            "type": "boolean"
          },
          "kind": {
            "type": "string",
            "enum": [
              "create",
              "delete"
            ]
          },
          "path": {
            "type": "string"
          },
          "force": {
            "type": "boolean"
          }
        },
        "required": [
          "dry",
          "kind"
        ]
      },
      "strict": false
    }
    lost:  oneOf .. (Description)
    lost:  unevaluatedProperties false (Reading)
    "#);
}

#[test]
fn references_point_to_definitions() {
    let schema = json!({
        "type": "object",
        "properties": {
            "a": {"type": "object", "properties": {"next": {"$ref": "#/properties/a"}}},
            "b": {"$ref": "#/definitions/B%20b"},
            "c": {"$ref": "#/$defs/C", "description": "Beside."},
        },
        "definitions": {"B b": {"type": "string"}, "Unused": {"type": "null"}},
        "$defs": {"C": {"type": "integer"}},
    });
    let definition = Definition::unchecked("t", "A tool.", schema);
    let strict = definition
        .export(OpenAi::chat().strict())
        .expect("it can be exported");
    insta::assert_snapshot!(strict.schema(), @r##"{"type":"object","properties":{"a":{"anyOf":[{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]}},"additionalProperties":false,"required":["next"]},{"type":"null"}]},"b":{"anyOf":[{"$ref":"#/$defs/B_b"},{"type":"null"}]},"c":{"description":"Beside.","anyOf":[{"$ref":"#/$defs/C"},{"type":"null"}]}},"additionalProperties":false,"required":["a","b","c"],"$defs":{"C":{"type":"integer"},"B_b":{"type":"string"},"a":{"type":"object","properties":{"next":{"anyOf":[{"$ref":"#/$defs/a"},{"type":"null"}]}},"additionalProperties":false,"required":["next"]}}}"##);
    let inlined = definition
        .export(OpenAi::chat().inline_single_uses(true))
        .expect("it can be exported");
    insta::assert_snapshot!(inlined.schema(), @r##"{"type":"object","properties":{"a":{"type":"object","properties":{"next":{"$ref":"#/$defs/a"}}},"b":{"type":"string"},"c":{"description":"Beside.","type":"integer"}},"$defs":{"a":{"type":"object","properties":{"next":{"$ref":"#/$defs/a"}}}}}"##);
}

/// Returns objects that each refer to the next one. The number of levels includes the root.
fn levels(count: usize) -> Value {
    let mut definitions = json!({});
    for level in 2..count {
        definitions[format!("L{level}")] = object_of(&format!("L{}", level + 1));
    }
    definitions[format!("L{count}")] =
        json!({"type": "object", "properties": {"n": {"type": "integer"}}});
    let mut root = object_of("L2");
    root["$defs"] = definitions;
    root
}

/// An object that refers to a definition from two properties.
fn object_of(name: &str) -> Value {
    let reference = json!({"$ref": format!("#/$defs/{name}")});
    json!({"type": "object", "properties": {"a": reference, "b": reference}})
}

#[test]
fn depth_is_counted_through_references() {
    for (target, most) in [(OpenAi::chat(), 10), (Azure::chat(), 5)] {
        let strict = target.strict();
        let fits = Definition::unchecked("t", "A tool.", levels(most));
        let export = fits.export(strict).expect("it can be exported");
        assert!(export.schema()["$defs"].get("L2").is_some());
        let deeper = Definition::unchecked("t", "A tool.", levels(most + 1));
        assert!(deeper.export(target).is_ok());
    }
    insta::assert_snapshot!(not_exported(levels(11), OpenAi::chat().strict()), @"OpenAI Chat (strict): 11 levels of objects and arrays, but at most 10 are supported; split or shorten the tools, or export without strict");
    insta::assert_snapshot!(not_exported(levels(6), Azure::chat().strict()), @"Azure OpenAI Chat (strict): 6 levels of objects and arrays, but at most 5 are supported; split or shorten the tools, or export without strict");
    // A cycle of references does not add levels.
    let mut back = levels(10);
    back["$defs"]["L10"]["properties"]["n"] = json!({"$ref": "#/$defs/L2"});
    assert!(
        Definition::unchecked("t", "A tool.", back.clone())
            .export(OpenAi::chat().strict())
            .is_ok()
    );
    back["properties"]["c"] = json!({"type": "array", "items": {"$ref": "#/$defs/L2"}});
    insta::assert_snapshot!(not_exported(back, OpenAi::chat().strict()), @"OpenAI Chat (strict): 11 levels of objects and arrays, but at most 10 are supported; split or shorten the tools, or export without strict");
}
