//! The exports of one tool to each provider except OpenAI.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use tests::{exported_in_short, not_exported, targets};
use tool_core::provider::{
    Anthropic, Azure, Bedrock, Cohere, DeepSeek, Gemini, Groq, Mcp, Mistral, Ollama, Target,
    Vertex, XAi,
};
use tool_core::{Definition, Tool, ToolArg};

/// Replace text in a file.
#[derive(Debug, Tool)]
#[tool(title = "Edit a file")]
#[expect(dead_code, reason = "the tool is not called")]
struct EditFile {
    /// Absolute path.
    #[schemars(length(min = 1))]
    file_path: String,
    #[serde(default)]
    #[schemars(range(max = 20))]
    context: u8,
    mode: Option<Mode>,
    steps: Vec<Step>,
    #[serde(default)]
    labels: BTreeMap<String, i64>,
}

#[derive(Debug, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Mode {
    DryRun,
    Apply,
}

#[derive(Debug, ToolArg)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "the tool is not called")]
enum Step {
    Insert { text: String },
    Delete { lines: Option<u32> },
}

#[track_caller]
fn sent(target: Target) -> String {
    exported_in_short(EditFile::definition(), target)
}

#[test]
fn anthropic_exports_match_the_snapshot() {
    insta::assert_snapshot!(sent(Anthropic::messages()), @r#"
    {"name":"edit_file","description":"Replace text in a file.","input_schema":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path.","minLength":1},"context":{"type":"integer","maximum":20,"default":0},"mode":{"anyOf":[{"type":"string","enum":["dry_run","apply"]},{"type":"null"}]},"steps":{"type":"array","items":{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":["integer","null"]}},"required":["kind"],"additionalProperties":false}]}},"labels":{"type":"object","additionalProperties":{"type":"integer"},"default":{}}},"required":["file_path","steps"]}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost:  additionalProperties false (Reading)
    lost: /properties/context minimum 0 (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Reading)
    "#);
    insta::assert_snapshot!(sent(Anthropic::messages().strict()), @r##"
    {"name":"edit_file","description":"Replace text in a file.","input_schema":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path. (minLength: 1)"},"context":{"type":"integer","default":0,"description":"(minimum: 0, maximum: 20)"},"mode":{"$ref":"#/$defs/Mode"},"steps":{"type":"array","items":{"$ref":"#/$defs/Step"}},"labels":{"type":"array","default":[],"items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"required":["key","value"],"additionalProperties":false}}},"required":["file_path","steps"],"additionalProperties":false,"$defs":{"Mode":{"type":"string","enum":["dry_run","apply"]},"Step":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":"integer","description":"(minimum: 0)"}},"required":["kind"],"additionalProperties":false}]}}},"strict":true}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost: /properties/labels additionalProperties {"type":"integer","format":"int64"} (Reading)
    lost: /properties/file_path minLength 1 (Description)
    lost: /properties/context minimum 0 (Description)
    lost: /properties/context maximum 20 (Description)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Description)
    lost: /properties/mode anyOf [{"$ref":"#/$defs/Mode"},{"type":"null"}] (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines type ["integer","null"] (Reading)
    "##);
}

#[test]
fn bedrock_exports_match_the_snapshot() {
    insta::assert_snapshot!(sent(Bedrock::converse().strict()), @r##"
    {"toolSpec":{"name":"edit_file","description":"Replace text in a file.","inputSchema":{"json":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path. (minLength: 1)"},"context":{"type":"integer","default":0,"description":"(minimum: 0, maximum: 20)"},"mode":{"$ref":"#/$defs/Mode"},"steps":{"type":"array","items":{"$ref":"#/$defs/Step"}},"labels":{"type":"array","default":[],"items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"required":["key","value"],"additionalProperties":false}}},"required":["file_path","steps"],"additionalProperties":false,"$defs":{"Mode":{"type":"string","enum":["dry_run","apply"]},"Step":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":"integer","description":"(minimum: 0)"}},"required":["kind"],"additionalProperties":false}]}}}},"strict":true}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost: /properties/labels additionalProperties {"type":"integer","format":"int64"} (Reading)
    lost: /properties/file_path minLength 1 (Description)
    lost: /properties/context minimum 0 (Description)
    lost: /properties/context maximum 20 (Description)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Description)
    lost: /properties/mode anyOf [{"$ref":"#/$defs/Mode"},{"type":"null"}] (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines type ["integer","null"] (Reading)
    "##);
}

#[test]
fn gemini_exports_match_the_snapshot() {
    insta::assert_snapshot!(sent(Gemini::json_schema()), @r#"
    {"name":"edit_file","description":"Replace text in a file.","parametersJsonSchema":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path.","minLength":1},"context":{"type":"integer","maximum":20,"default":0},"mode":{"anyOf":[{"type":"string","enum":["dry_run","apply"]},{"type":"null"}]},"steps":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["insert"]},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","enum":["delete"]},"lines":{"type":["integer","null"]}},"required":["kind"],"additionalProperties":false}]}},"labels":{"type":"object","additionalProperties":{"type":"integer"},"default":{},"properties":{}}},"required":["file_path","steps"]}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost:  additionalProperties false (Reading)
    lost: /properties/context minimum 0 (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Reading)
    "#);
    insta::assert_snapshot!(sent(Gemini::parameters()), @r#"
    {"name":"edit_file","description":"Replace text in a file.","parameters":{"type":"OBJECT","properties":{"file_path":{"type":"STRING","description":"Absolute path.","minLength":1},"context":{"type":"INTEGER","maximum":20},"mode":{"nullable":true,"type":"STRING","enum":["dry_run","apply"]},"steps":{"type":"ARRAY","items":{"anyOf":[{"type":"OBJECT","properties":{"kind":{"type":"STRING","enum":["insert"]},"text":{"type":"STRING"}},"required":["kind","text"]},{"type":"OBJECT","properties":{"kind":{"type":"STRING","enum":["delete"]},"lines":{"nullable":true,"type":"INTEGER"}},"required":["kind"]}]}},"labels":{"type":"OBJECT","properties":{},"description":"(additionalProperties: {\"type\":\"integer\"})"}},"required":["file_path","steps"]}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost: /properties/context default 0 (Nowhere)
    lost: /properties/labels default {} (Nowhere)
    lost:  additionalProperties false (Reading)
    lost: /$defs/Step/oneOf/0 additionalProperties false (Reading)
    lost: /$defs/Step/oneOf/1 additionalProperties false (Reading)
    lost: /properties/labels additionalProperties {"type":"integer","format":"int64"} (Description)
    lost: /properties/context minimum 0 (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Reading)
    "#);
    assert_eq!(sent(Vertex::parameters()), sent(Gemini::parameters()));
    assert_eq!(sent(Vertex::json_schema()), sent(Gemini::json_schema()));
}

#[test]
fn openai_compatible_exports_match_the_snapshot() {
    let azure = sent(Azure::chat());
    assert_eq!(sent(Mistral::chat()), azure);
    assert_eq!(sent(Groq::chat()), azure);
    assert_eq!(sent(DeepSeek::chat()), azure);
    assert_eq!(sent(Cohere::chat()), azure);
    insta::assert_snapshot!(azure, @r#"
    {"type":"function","function":{"name":"edit_file","description":"Replace text in a file.","parameters":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path.","minLength":1},"context":{"type":"integer","maximum":20,"default":0},"mode":{"anyOf":[{"type":"string","enum":["dry_run","apply"]},{"type":"null"}]},"steps":{"type":"array","items":{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":["integer","null"]}},"required":["kind"],"additionalProperties":false}]}},"labels":{"type":"object","additionalProperties":{"type":"integer"},"default":{},"properties":{}}},"required":["file_path","steps"]}}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost:  additionalProperties false (Reading)
    lost: /properties/context minimum 0 (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Reading)
    "#);
}

#[test]
fn cohere_exports_match_the_snapshot() {
    insta::assert_snapshot!(sent(Cohere::chat().strict()), @r##"
    {"type":"function","function":{"name":"edit_file","description":"Replace text in a file.","parameters":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path. (minLength: 1)"},"context":{"type":"integer","description":"(minimum: 0, maximum: 20, default: 0)"},"mode":{"anyOf":[{"$ref":"#/$defs/Mode"},{"type":"null"}]},"steps":{"type":"array","items":{"$ref":"#/$defs/Step"}},"labels":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"required":["key","value"],"additionalProperties":false},"description":"(default: [])"}},"required":["file_path","steps"],"additionalProperties":false,"$defs":{"Mode":{"type":"string","enum":["dry_run","apply"]},"Step":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":["integer","null"],"description":"(minimum: 0)"}},"required":["kind"],"additionalProperties":false}]}}}}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost: /properties/labels additionalProperties {"type":"integer","format":"int64"} (Reading)
    lost: /properties/file_path minLength 1 (Description)
    lost: /properties/context minimum 0 (Description)
    lost: /properties/context maximum 20 (Description)
    lost: /properties/context default 0 (Description)
    lost: /properties/labels default {} (Description)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Description)
    "##);
}

#[test]
fn deepseek_exports_match_the_snapshot() {
    insta::assert_snapshot!(sent(DeepSeek::chat().strict()), @r##"
    {"type":"function","function":{"name":"edit_file","description":"Replace text in a file.","parameters":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path. (minLength: 1)"},"context":{"type":["integer","null"],"minimum":0,"maximum":20,"description":"(default: 0)"},"mode":{"anyOf":[{"type":"string","enum":["dry_run","apply"]},{"type":"null"}]},"steps":{"type":"array","items":{"$ref":"#/$defs/Step"}},"labels":{"anyOf":[{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"additionalProperties":false,"required":["key","value"]}},{"type":"null"}],"description":"(default: [])"}},"additionalProperties":false,"required":["file_path","context","mode","steps","labels"],"$defs":{"Step":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["insert"]},"text":{"type":"string"}},"additionalProperties":false,"required":["kind","text"]},{"type":"object","properties":{"kind":{"type":"string","enum":["delete"]},"lines":{"type":["integer","null"],"minimum":0}},"additionalProperties":false,"required":["kind","lines"]}]}}},"strict":true}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost: /properties/labels additionalProperties {"type":"integer","format":"int64"} (Reading)
    lost: /properties/file_path minLength 1 (Description)
    lost: /properties/context default 0 (Description)
    lost: /properties/labels default {} (Description)
    lost:  required ["file_path","steps"] (Reading)
    lost: /$defs/Step/oneOf/1 required ["kind"] (Reading)
    "##);
}

#[test]
fn xai_exports_match_the_snapshot() {
    insta::assert_snapshot!(sent(XAi::responses()), @r#"
    {"name":"edit_file","description":"Replace text in a file.","type":"function","parameters":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path.","minLength":1},"context":{"type":"integer","maximum":20},"mode":{"anyOf":[{"type":"string","enum":["dry_run","apply"]},{"type":"null"}]},"steps":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":["integer","null"]}},"required":["kind"],"additionalProperties":false}]}},"labels":{"type":"array","items":{"type":"object","properties":{"key":{"type":"string"},"value":{"type":"integer"}},"required":["key","value"]}}},"required":["file_path","steps"]}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost: /properties/context default 0 (Nowhere)
    lost: /properties/labels default {} (Nowhere)
    lost: /properties/labels additionalProperties {"type":"integer","format":"int64"} (Reading)
    lost:  additionalProperties false (Reading)
    lost: /properties/context minimum 0 (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Reading)
    "#);
}

#[test]
fn ollama_exports_match_the_snapshot() {
    insta::assert_snapshot!(sent(Ollama::chat()), @r#"
    {"type":"function","function":{"name":"edit_file","description":"Replace text in a file.","parameters":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path. (minLength: 1)"},"context":{"type":"integer","description":"(maximum: 20)"},"mode":{"anyOf":[{"type":"string","enum":["dry_run","apply"]},{"type":"null"}]},"steps":{"type":"array","items":{"anyOf":[{"type":"object","properties":{"kind":{"type":"string","enum":["insert"]},"text":{"type":"string"}},"required":["kind","text"]},{"type":"object","properties":{"kind":{"type":"string","enum":["delete"]},"lines":{"type":["integer","null"]}},"required":["kind"]}]}},"labels":{"type":"object","properties":{},"description":"(additionalProperties: {\"type\":\"integer\"})"}},"required":["file_path","steps"]}}}
    lost: /properties/context format "uint8" (Reading)
    lost: /properties/labels/additionalProperties format "int64" (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines format "uint32" (Reading)
    lost: /properties/context default 0 (Nowhere)
    lost: /properties/labels default {} (Nowhere)
    lost:  additionalProperties false (Reading)
    lost: /$defs/Step/oneOf/0 additionalProperties false (Reading)
    lost: /$defs/Step/oneOf/1 additionalProperties false (Reading)
    lost: /properties/labels additionalProperties {"type":"integer","format":"int64"} (Description)
    lost: /properties/context minimum 0 (Reading)
    lost: /$defs/Step/oneOf/1/properties/lines minimum 0 (Reading)
    lost: /properties/file_path minLength 1 (Description)
    lost: /properties/context maximum 20 (Description)
    "#);
}

#[test]
fn mcp_exports_match_the_snapshot() {
    insta::assert_snapshot!(sent(Mcp::tools_list()), @r#"{"name":"edit_file","description":"Replace text in a file.","title":"Edit a file","inputSchema":{"type":"object","properties":{"file_path":{"type":"string","description":"Absolute path.","minLength":1},"context":{"type":"integer","format":"uint8","minimum":0,"maximum":20,"default":0},"mode":{"anyOf":[{"type":"string","enum":["dry_run","apply"]},{"type":"null"}]},"steps":{"type":"array","items":{"oneOf":[{"type":"object","properties":{"kind":{"type":"string","const":"insert"},"text":{"type":"string"}},"required":["kind","text"],"additionalProperties":false},{"type":"object","properties":{"kind":{"type":"string","const":"delete"},"lines":{"type":["integer","null"],"format":"uint32","minimum":0}},"required":["kind"],"additionalProperties":false}]}},"labels":{"type":"object","additionalProperties":{"type":"integer","format":"int64"},"default":{}}},"required":["file_path","steps"],"additionalProperties":false}}"#);
}

#[track_caller]
fn refused(property: &Value, target: Target) -> String {
    let schema = json!({"type": "object", "properties": {"x": property}, "required": ["x"]});
    not_exported(schema, target)
}

#[test]
fn converts_draft_7_schemas_to_2020_12() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "object",
        "properties": {
            "pair": {"items": [{"type": "string"}, {"type": "integer"}], "additionalItems": false},
            "place": {"$ref": "#/definitions/Place", "type": "string", "description": "Where."},
        },
        "definitions": {"Place": {"type": "object", "properties": {"line": {"type": "integer"}}}},
    });
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    insta::assert_snapshot!(exported_in_short(&definition, Mcp::tools_list()), @r#"{"name":"t","description":"A tool.","inputSchema":{"type":"object","properties":{"pair":{"prefixItems":[{"type":"string"},{"type":"integer"}],"items":false},"place":{"description":"Where.","type":"object","properties":{"line":{"type":"integer"}}}}}}"#);
    insta::assert_snapshot!(exported_in_short(&definition, Groq::chat()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"pair":{"items":{"anyOf":[{"type":"string"},{"type":"integer"}]},"maxItems":2,"description":"(prefixItems: [{\"type\":\"string\"},{\"type\":\"integer\"}])"},"place":{"description":"Where.","type":"object","properties":{"line":{"type":"integer"}}}}}}}
    lost: /properties/pair items [{"type":"string"},{"type":"integer"}] (Description)
    "#);
}

/// A provider without tuples is shown a union of the items, whose members are joined.
#[test]
fn union_that_the_export_introduces_is_not_a_loss() {
    let schema = json!({"type": "object", "properties": {"x": {
        "type": "array",
        "prefixItems": [{"enum": ["up", "down"]}, {"const": "now", "description": "At once."}],
    }}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    insta::assert_snapshot!(exported_in_short(&definition, Groq::chat()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"type":"array","items":{"type":"string","enum":["up","down","now"],"description":"(now: At once)"},"description":"(prefixItems: [{\"enum\":[\"up\",\"down\"]},{\"const\":\"now\",\"description\":\"At once.\"}])"}}}}}
    lost: /properties/x prefixItems .. (Description)
    "#);
}

#[test]
fn declares_required_properties_for_gemini() {
    let schema =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["b"]});
    let definition = Definition::unchecked("t", "A tool.", schema);
    insta::assert_snapshot!(exported_in_short(&definition, Gemini::json_schema()), @r#"{"name":"t","description":"A tool.","parametersJsonSchema":{"type":"object","properties":{"a":{"type":"string"},"b":{}},"required":["b"]}}"#);
    insta::assert_snapshot!(exported_in_short(&definition, Anthropic::messages()), @r#"{"name":"t","description":"A tool.","input_schema":{"type":"object","properties":{"a":{"type":"string"}},"required":["b"]}}"#);
}

/// Definitions that each refer to the next one twice: written out, they would have
/// no end.
#[test]
fn inlining_of_doubling_references_is_limited() {
    let mut definitions = json!({"L40": {"type": "string"}});
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/L{}", level + 1), "title": "t"});
        definitions[format!("L{level}")] =
            json!({"type": "object", "properties": {"a": next, "b": next}});
    }
    let schema = json!({"type": "object", "properties": {"x": {"$ref": "#/$defs/L0"}}, "$defs": definitions});
    let definition = Definition::unchecked("t", "A tool.", schema.clone());
    for (name, target) in targets() {
        let outcome = definition.export(target);
        // Providers without inlining produce a small export. The others report why they gave up.
        if matches!(name, "openai" | "anthropic" | "gemini" | "mcp") {
            assert!(outcome.is_ok(), "{name}: {outcome:?}");
        }
    }
    assert!(!definition.to_markdown().is_empty() && !definition.to_signature().is_empty());
}

#[test]
fn azure_takes_shorter_descriptions() {
    let of =
        |count: usize| Definition::unchecked("t", "a".repeat(count), json!({"type": "object"}));
    assert!(of(1_024).export(Azure::chat()).is_ok() && of(1_025).export(Groq::chat()).is_ok());
    for target in [Azure::chat(), Azure::chat().strict()] {
        let export = of(1_025).export(target).expect("an export");
        let shown = export.tool()["function"]["description"].as_str();
        assert_eq!(shown.map(|text| text.chars().count()), Some(1_024));
    }
}

#[test]
fn refuses_inexpressible_schemas() {
    let tree = json!({"type": "object", "properties": {"x": {"$ref": "#"}}});
    insta::assert_snapshot!(not_exported(tree.clone(), Anthropic::messages().strict()), @"Anthropic (strict): `$ref` at `/properties/x`: a recursive schema is not supported; write out the levels, or export without strict");
    insta::assert_snapshot!(not_exported(tree.clone(), Gemini::parameters()), @"Gemini (parameters): `$ref` at `/properties/x`: a recursive schema is not supported; write out the levels");
    assert!(
        Definition::unchecked("t", "", tree)
            .export(Gemini::json_schema())
            .is_ok()
    );
    insta::assert_snapshot!(refused(&json!({"$ref": "#"}), Gemini::json_schema()), @"Gemini: `$ref` at `/properties/x`: a recursive schema is not supported; write out the levels");
    insta::assert_snapshot!(not_exported(json!({"properties": {"a b": {}}}), Anthropic::messages()), @"Anthropic: at `/properties/a b`: expected a property name of the form `^[a-zA-Z0-9_.-]{1,64}$`; rename the property");
    insta::assert_snapshot!(refused(&json!({"properties": {"$id": {"type": "string"}}}), Gemini::parameters()), @"Gemini (parameters): at `/properties/x/properties/$id`: expected a property name of the form `^[a-zA-Z_][a-zA-Z0-9_]{0,63}$`; rename the property");
    insta::assert_snapshot!(refused(&json!({"type": "null"}), Gemini::parameters()), @"Gemini (parameters): `type` at `/properties/x`: this type is not supported here; declare another type");
    insta::assert_snapshot!(refused(&json!({"enum": [["a"]]}), Anthropic::messages().strict()), @"Anthropic (strict): `enum` at `/properties/x`: members of these types are not supported; declare members of one type, or export without strict");
    insta::assert_snapshot!(not_exported(json!({"properties": {"a": {"type": "string"}}}), Cohere::chat().strict()), @"Cohere (strict): `required` at the root: at least one property must be required; require a property, or export without strict");
    insta::assert_snapshot!(refused(&json!({"type": "object", "additionalProperties": false}), DeepSeek::chat().strict()), @"DeepSeek (strict): at `/properties/x`: an object without properties has nothing to constrain; declare a property, or export without strict");
    insta::assert_snapshot!(refused(&json!({"type": "string"}), Mcp::tools_list().strict()), @"MCP: the provider has no strict mode; export without strict");
}

#[test]
fn joins_nested_unions_for_deepseek() {
    let inner = json!({"title": "Order", "description": "How to sort.",
        "anyOf": [{"type": "string", "minLength": 1}, {"type": "integer"}]});
    let schema = json!({"type": "object", "required": ["x"], "additionalProperties": false,
        "properties": {"x": {"description": "Its order.", "anyOf": [inner, {"type": "null"}]}}});
    let definition = Definition::new("t", "A tool.", schema).expect("a schema");
    insta::assert_snapshot!(exported_in_short(&definition, DeepSeek::chat().strict()), @r#"
    {"type":"function","function":{"name":"t","description":"A tool.","parameters":{"type":"object","properties":{"x":{"anyOf":[{"type":"string","description":"(minLength: 1)"},{"type":"integer"},{"type":"null"}],"description":"Its order. How to sort."}},"additionalProperties":false,"required":["x"]},"strict":true}}
    lost: /properties/x/anyOf/0/anyOf/0 minLength 1 (Description)
    lost: /properties/x/anyOf/0 title "Order" (Nowhere)
    "#);
}
