//! Exports for a server that the host describes.

use insta::assert_snapshot;
use tool_core::provider::{OpenAi, OpenAiCompatible, Target, ToolChoice};
use tool_core::{Definition, Value, json};

static PLAIN: OpenAiCompatible = OpenAiCompatible::chat("a server");
static RESPONSES: OpenAiCompatible = OpenAiCompatible::responses("a server with Responses");
static SMALL: OpenAiCompatible = OpenAiCompatible::chat("a small server").max_tools(2);

/// Declares a server without these keywords, and returns the schema that it gets.
macro_rules! schema_without {
    ($keywords:expr, $schema:expr) => {{
        static SERVER: OpenAiCompatible =
            OpenAiCompatible::chat("a server").without_keywords(&$keywords);
        exported(SERVER.target(), &$schema)
    }};
}

fn tool(schema: Value) -> Definition {
    Definition::new("find", "Find a product.", schema).unwrap()
}

/// The schema of the export with the property `code`, and the keywords that are lost.
fn exported(target: Target, code: &Value) -> String {
    let schema = json!({
        "type": "object",
        "properties": {"code": code},
        "$defs": {
            "Code": {"type": "string", "minLength": 2},
            "Tree": {"type": "object", "properties": {"left": {"$ref": "#/$defs/Tree"}}},
        },
    });
    let export = tool(schema).export(target).unwrap();
    let lost = export.losses().iter().map(|loss| loss.keyword.as_str());
    let code = &export.schema()["properties"]["code"];
    format!("{code}, lost: {:?}", lost.collect::<Vec<_>>())
}

#[test]
fn replaces_keywords_by_others_of_the_same_meaning() {
    let referred = || json!({"$ref": "#/$defs/Code"});
    assert_snapshot!(schema_without!(["$ref"], referred()), @r#"{"type":"string","minLength":2}, lost: []"#);
    assert_snapshot!(schema_without!(["$defs"], referred()), @r#"{"type":"string","minLength":2}, lost: []"#);
    let merged = || json!({"allOf": [{"$ref": "#/$defs/Code"}, {"maxLength": 4}]});
    assert_snapshot!(schema_without!(["allOf"], merged()), @r#"{"type":"string","minLength":2,"maxLength":4}, lost: []"#);
    let constant = || json!({"const": "a"});
    assert_snapshot!(schema_without!(["const"], constant()), @r#"{"enum":["a"]}, lost: []"#);
    let one_of = || json!({"oneOf": [{"type": "integer"}, {"type": "string"}]});
    assert_snapshot!(schema_without!(["oneOf"], one_of()), @r#"{"anyOf":[{"type":"integer"},{"type":"string"}]}, lost: []"#);
    let tree = || json!({"$ref": "#/$defs/Tree"});
    assert_snapshot!(schema_without!(["$ref"], tree()), @r#"{"type":"object","properties":{"left":{"type":"object","properties":{"left":{"type":"object","properties":{},"description":"(the same form again)"}}}}}, lost: ["$ref"]"#);
    // A server that has them gets them.
    for schema in [referred(), merged(), constant(), one_of(), tree()] {
        assert_eq!(
            exported(PLAIN.target(), &schema),
            exported(OpenAi::chat(), &schema),
        );
    }
}

#[test]
fn moves_other_keywords_to_the_description() {
    let code = || json!({"type": "string", "pattern": "^[A-Z]+$", "minLength": 2});
    assert_snapshot!(schema_without!(["pattern"], code()), @r#"{"type":"string","minLength":2,"description":"(pattern: \"^[A-Z]+$\")"}, lost: ["pattern"]"#);
    assert_snapshot!(schema_without!(["pattern", "minLength"], code()), @r#"{"type":"string","description":"(pattern: \"^[A-Z]+$\", minLength: 2)"}, lost: ["pattern", "minLength"]"#);
    let union = || json!({"anyOf": [{"type": "integer"}, {"type": "string"}]});
    assert_snapshot!(schema_without!(["anyOf"], union()), @r#"{"description":"(anyOf: [{\"type\":\"integer\"},{\"type\":\"string\"}])"}, lost: ["anyOf"]"#);
    // The union that a replacement writes is moved, too.
    let one_of = || json!({"oneOf": [{"type": "integer"}, {"type": "string"}]});
    assert_snapshot!(schema_without!(["oneOf", "anyOf"], one_of()), @r#"{"description":"(anyOf: [{\"type\":\"integer\"},{\"type\":\"string\"}])"}, lost: ["anyOf"]"#);
    assert_snapshot!(schema_without!(["no keyword"], code()), @r#"{"type":"string","pattern":"^[A-Z]+$","minLength":2}, lost: []"#);
}

#[test]
fn tools_have_the_format_of_the_api() {
    let wait = tool(json!({"type": "object", "properties": {"n": {"type": "integer"}}}));
    let chat = wait.export(PLAIN.target()).unwrap();
    assert_eq!(chat.tool(), wait.export(OpenAi::chat()).unwrap().tool());
    let responses = wait.export(RESPONSES.target()).unwrap();
    let openai = wait.export(OpenAi::responses()).unwrap();
    assert_eq!(responses.tool(), openai.tool());
    let exports = RESPONSES.target().export_all([&wait]).complete().unwrap();
    let choice = exports.choose(&ToolChoice::tool("find")).unwrap();
    assert_snapshot!(json!(choice.body()), @r#"{"tool_choice":{"type":"function","name":"find"}}"#);
}

#[test]
fn strict_mode_has_to_be_declared() {
    static STRICT: OpenAiCompatible = OpenAiCompatible::chat("a server").with_strict_mode();
    let wait = tool(json!({"type": "object", "properties": {"n": {"type": "integer"}}}));
    let error = wait.export(PLAIN.target().strict()).unwrap_err();
    assert_snapshot!(error, @r#"tool `find` cannot be exported to a server: the provider has no strict mode; export without strict"#);
    let strict = wait.export(STRICT.target().strict()).unwrap();
    let openai = wait.export(OpenAi::chat().strict()).unwrap();
    assert_eq!(strict.tool(), openai.tool());
}

#[test]
fn limits_the_number_of_tools() {
    let schema = || json!({"type": "object"});
    let tools = ["a", "b", "c"].map(|name| Definition::new(name, "A tool.", schema()).unwrap());
    assert!(SMALL.target().export_all(&tools[..2]).complete().is_ok());
    let error = SMALL.target().export_all(&tools).complete().unwrap_err();
    assert_snapshot!(error, @r#"tool `c` cannot be exported to a small server: 3 tools, but at most 2 are supported; split or shorten the tools"#);
}
