//! The data of a tool in addition to its arguments: hints, examples and the output schema.

use serde_json::{Value, json};
use tests::{exported_in_short, targets};
use tool_core::definition::Annotations;
use tool_core::provider::{Anthropic, Gemini, Kept, Loss, Mcp, OpenAi};
use tool_core::{Definition, Tool, ToolArg};

/// Find files by name.
#[derive(Debug, Tool)]
#[tool(title = "Find files", read_only, open_world = false, idempotent)]
#[tool(
    example = r#"{"pattern": "*.rs"}"#,
    example = r#"{"pattern": "*.md", "depth": 2}"#
)]
#[tool(output = Vec<Entry>)]
#[expect(dead_code, reason = "the tool is not called")]
struct FindFiles {
    pattern: String,
    depth: Option<u8>,
}

#[derive(Debug, ToolArg)]
#[expect(dead_code, reason = "the type is not read")]
struct Entry {
    path: String,
    #[serde(default)]
    size: u64,
}

/// Say nothing of itself.
#[derive(Debug, Tool)]
#[expect(dead_code, reason = "the tool is not called")]
struct Plain {
    x: bool,
}

#[test]
fn annotations_of_derived_tools() {
    let annotations = FindFiles::definition().annotations();
    let wanted = Annotations::new()
        .read_only(true)
        .open_world(false)
        .idempotent(true);
    assert_eq!(annotations, wanted);
    assert!(Plain::definition().annotations().is_empty());
    assert_eq!(FindFiles::definition().examples().len(), 2);
    assert_eq!(Plain::definition().output_schema(), None);
}

#[test]
fn annotations_are_exported_to_providers_that_accept_them() {
    insta::assert_snapshot!(exported_in_short(FindFiles::definition(), Mcp::tools_list()), @r#"
    {"name":"find_files","description":"Find files by name.","title":"Find files","inputSchema":{"type":"object","properties":{"pattern":{"type":"string"},"depth":{"type":["integer","null"],"format":"uint8","minimum":0,"maximum":255}},"required":["pattern"],"additionalProperties":false},"annotations":{"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false}}
    lost:  outputSchema .. (Nowhere)
    "#);
    insta::assert_snapshot!(exported_in_short(FindFiles::definition(), Anthropic::messages()), @r#"
    {"name":"find_files","description":"Find files by name.","input_schema":{"type":"object","properties":{"pattern":{"type":"string"},"depth":{"type":["integer","null"],"maximum":255}},"required":["pattern"]},"input_examples":[{"pattern":"*.rs"},{"pattern":"*.md","depth":2}]}
    lost: /properties/depth format "uint8" (Reading)
    lost:  additionalProperties false (Reading)
    lost: /properties/depth minimum 0 (Reading)
    lost:  outputSchema .. (Nowhere)
    "#);
    insta::assert_snapshot!(exported_in_short(FindFiles::definition(), OpenAi::chat()), @r#"
    {"type":"function","function":{"name":"find_files","description":"Find files by name.","parameters":{"type":"object","properties":{"pattern":{"type":"string"},"depth":{"type":["integer","null"],"maximum":255}},"required":["pattern"]}}}
    lost: /properties/depth format "uint8" (Reading)
    lost:  additionalProperties false (Reading)
    lost: /properties/depth minimum 0 (Reading)
    lost:  outputSchema .. (Nowhere)
    "#);
    insta::assert_snapshot!(exported_in_short(Plain::definition(), Mcp::tools_list()), @r#"{"name":"plain","description":"Say nothing of itself.","inputSchema":{"type":"object","properties":{"x":{"type":"boolean"}},"required":["x"],"additionalProperties":false}}"#);
}

/// Sleep.
#[derive(Debug, Tool)]
#[tool(
    example = r#"{"seconds": 5}"#,
    example = r#"{"seconds": "5", "unit": "s"}"#
)]
#[expect(dead_code, reason = "the tool is not called")]
struct Sleep {
    seconds: u8,
}

/// Returns the output schema in an MCP export and the losses.
fn output(schema: Value) -> String {
    let definition = Definition::builder("t", "A tool.", json!({"type": "object"}));
    let definition = definition.output_schema(schema).build();
    let definition = definition.expect("it is usable");
    let export = definition.export(Mcp::tools_list());
    let export = export.expect("it can be exported");
    let losses = export.losses().iter();
    let losses: Vec<_> = losses.map(|loss| (&loss.keyword, loss.kept)).collect();
    format!("{} {losses:?}", export.tool()["outputSchema"])
}

#[test]
fn derived_output_schema_has_type_object() {
    insta::assert_snapshot!(output(json!({"type": "object", "properties": {"a": true, "b": {"items": true}}, "additionalProperties": true})), @r#"{"type":"object","properties":{"a":{},"b":{"items":{}}},"additionalProperties":true} []"#);
    insta::assert_snapshot!(output(json!({"oneOf": [{"type": "object"}, {"$ref": "#/$defs/A"}], "$defs": {"A": {"type": "object"}}})), @r##"{"type":"object","oneOf":[{"type":"object"},{"$ref":"#/$defs/A"}],"$defs":{"A":{"type":"object"}}} []"##);
    insta::assert_snapshot!(output(json!({"allOf": [{"title": "A"}, {"type": "object"}]})), @r#"{"type":"object","allOf":[{"title":"A"},{"type":"object"}]} []"#);
}

#[test]
fn derived_output_schema_omits_redundant_keywords() {
    insta::assert_snapshot!(output(json!({"type": "object", "x-a": 1, "properties": {"x-b": {"type": "integer", "format": "uint8"}, "format": {"type": "string", "format": "date", "default": {"format": "int8"}}}})), @r#"{"type":"object","properties":{"x-b":{"type":"integer"},"format":{"type":"string","format":"date","default":{"format":"int8"}}}} []"#);
}

#[test]
fn output_schema_of_non_objects_is_a_loss() {
    for schema in [
        json!(true),
        json!({"type": "array"}),
        json!({"type": ["object", "null"]}),
        json!({"properties": {"a": {}}}),
        json!({"oneOf": []}),
        json!({"oneOf": [{"type": "object"}, {"const": "none"}]}),
        json!({"$ref": "#"}),
        json!({"$ref": "#/$defs/A"}),
        // Each level doubles the references.
        json!({"allOf": [{"$ref": "#"}, {"$ref": "#"}]}),
    ] {
        assert_eq!(output(schema), r#"null [("outputSchema", Nowhere)]"#);
    }
}

#[test]
fn output_schema_of_one_object_under_two_references_is_kept() {
    let forms = json!([{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/a"}]);
    let a = json!({"allOf": [{"type": "object"}]});
    insta::assert_snapshot!(output(json!({"anyOf": forms, "$defs": {"a": a}})), @r##"{"type":"object","anyOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/a"}],"$defs":{"a":{"allOf":[{"type":"object"}]}}} []"##);
}

#[test]
fn examples_must_be_valid_without_repairs() {
    insta::assert_snapshot!(Sleep::try_definition().unwrap_err(), @"the schema of tool `sleep` cannot be used: example 2 is invalid: Please rewrite the input with valid arguments. Errors: seconds: expected integer, got string; unit: unknown key; correct the example");
    let schema = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    let builder = || Definition::builder("t", "A tool.", schema.clone());
    let definition = builder()
        .example(&json!({"a": 1}))
        .title("A")
        .annotations(Annotations::new().destructive(false));
    let definition = definition
        .output_schema(json!({"$schema": "x", "type": "object"}))
        .build()
        .expect("it is usable");
    insta::assert_snapshot!(exported_in_short(&definition, Mcp::tools_list()), @r#"{"name":"t","description":"A tool.","title":"A","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}},"outputSchema":{"$schema":"x","type":"object"},"annotations":{"destructiveHint":false}}"#);
    insta::assert_snapshot!(builder().example(&json!({"a": "1"})).build().unwrap_err(), @"the schema of tool `t` cannot be used: example 1 is invalid: Please rewrite the input with valid arguments. Errors: a: expected integer, got string; correct the example");
}

#[test]
fn output_schemas_depend_on_the_mcp_revision() {
    let of_list = FindFiles::definition();
    let output = |target| {
        let export = of_list.export(target).expect("it can be exported");
        export.tool().get("outputSchema").cloned()
    };
    // Before 2026-07-28 an array cannot be an output schema.
    assert_eq!(output(Mcp::tools_list()), None);
    let since = output(Mcp::tools_list_2026_07_28());
    assert_eq!(since.expect("it is sent")["type"], "array");
}

#[test]
fn default_draft_is_omitted_from_the_output_schema() {
    let describe_error = |draft: &str| {
        let output = json!({"$schema": draft, "type": "object"});
        let definition = Definition::builder("t", "A tool.", json!({"type": "object"}))
            .output_schema(output)
            .build()
            .expect("it is usable");
        let export = definition
            .export(Mcp::tools_list())
            .expect("it can be exported");
        export.tool()["outputSchema"].get("$schema").is_some()
    };
    assert!(!describe_error(
        "https://json-schema.org/draft/2020-12/schema"
    ));
    assert!(describe_error("http://json-schema.org/draft-07/schema#"));
}

/// The field of a target's tool that holds the output schema, if there is one.
fn field_of_output(name: &str) -> Option<&'static str> {
    match name.trim_end_matches(" strict") {
        "openai responses" => Some("output_schema"),
        "gemini" | "gemini parameters" | "vertex" | "vertex parameters" => {
            Some("responseJsonSchema")
        }
        "mcp" | "mcp 2026-07-28" => Some("outputSchema"),
        _ => None,
    }
}

#[test]
fn output_schema_is_exported_or_a_loss() {
    let output = json!({"type": "object", "properties": {"a": {"type": "integer"}}});
    let input =
        json!({"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]});
    let definition = Definition::builder("t", "A tool.", input)
        .output_schema(output.clone())
        .build()
        .expect("it is usable");
    for (name, target) in targets() {
        let export = definition.export(target).expect("it can be exported");
        let of_output = |loss: &&Loss| loss.keyword == "outputSchema";
        let lost: Vec<_> = export.losses().iter().filter(of_output).collect();
        let text = export.tool().to_string();
        if let Some(field) = field_of_output(name) {
            assert_eq!(export.tool()[field], output, "{name}");
            assert_eq!(lost, Vec::<&Loss>::new(), "{name}");
        } else {
            assert!(!text.contains(&output.to_string()), "{name}: {text}");
            assert_eq!(lost.len(), 1, "{name}");
            let Loss {
                path, value, kept, ..
            } = lost[0];
            assert_eq!(
                (path.as_str(), value, *kept),
                ("", &output, Kept::Nowhere),
                "{name}"
            );
        }
    }
}

#[test]
fn exported_output_schema_omits_redundant_keywords() {
    let definition = Definition::builder("t", "A tool.", json!({"type": "object"}))
        .output_schema(json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "array",
            "items": {"type": "integer", "format": "uint8", "x-note": "n"},
        }))
        .build()
        .expect("it is usable");
    for (target, field) in [
        (OpenAi::responses(), "output_schema"),
        (Gemini::json_schema(), "responseJsonSchema"),
    ] {
        let export = definition.export(target).expect("it can be exported");
        let sent = json!({"type": "array", "items": {"type": "integer"}});
        assert_eq!(export.tool()[field], sent);
    }
}
