//! References: all readers of a schema resolve them in the same way.

use serde_json::{Value, json};
use tests::{describe, targets};
use tool_core::feedback::Style;
use tool_core::provider::{Mcp, OpenAi};
use tool_core::{Definition, Tool, ToolArg};

/// Returns a tool whose property `x` is a reference.
fn referring(reference: &str, rest: Value) -> Definition {
    let mut schema = json!({
        "type": "object",
        "properties": {"x": {"$ref": reference}},
        "required": ["x"],
        "additionalProperties": false,
    });
    if let (Value::Object(schema), Value::Object(rest)) = (&mut schema, rest) {
        schema.extend(rest);
    }
    Definition::new("t", "A tool.", schema).expect("a schema")
}

fn object_of_a() -> Value {
    json!({
        "type": "object",
        "properties": {"a": {"type": "integer", "description": "How many."}},
        "required": ["a"],
        "additionalProperties": false,
    })
}

/// The same tool by each kind of reference.
fn all_kinds() -> Vec<Definition> {
    let mut named = object_of_a();
    named["$anchor"] = json!("aa");
    vec![
        referring("#/$defs/Plain", json!({"$defs": {"Plain": object_of_a()}})),
        referring(
            "#/$defs/My%20Type",
            json!({"$defs": {"My Type": object_of_a()}}),
        ),
        referring(
            "#/%24defs/%C3%A4~1b",
            json!({"$defs": {"ä/b": object_of_a()}}),
        ),
        referring("#aa", json!({"$defs": {"Named": named}})),
        referring(
            "https://example.com/t.json#/$defs/A",
            json!({"$id": "https://example.com/t.json", "$defs": {"A": object_of_a()}}),
        ),
    ]
}

#[test]
fn reading_follows_every_kind_of_reference() {
    for definition in all_kinds() {
        let read = |raw: &str| describe(definition.reader().read::<Value>(raw));
        let schema = definition.schema();
        assert_eq!(
            read(r#"{"x": {"a": "5"}}"#),
            "Object {\"x\": Object {\"a\": Number(5)}}\n~ x.a string_to_number: \"5\" -> 5",
            "{schema}"
        );
        assert!(
            read(r#"{"x": {"b": 5}}"#).contains("x.a required"),
            "{schema}"
        );
    }
}

#[test]
fn documents_and_retry_texts_follow_every_kind_of_reference() {
    for definition in all_kinds() {
        let schema = definition.schema();
        assert!(definition.to_signature().contains("a: "), "{schema}");
        assert!(definition.to_markdown().contains("x.a"), "{schema}");
        let error = definition.parse("{}").expect_err("`x` is required");
        let shape = r#"{"x": {"a": integer}}"#;
        assert!(error.render(Style::ListAgain).ends_with(shape), "{schema}");
    }
}

#[test]
fn exports_follow_every_kind_of_reference() {
    for definition in all_kinds() {
        for (name, target) in targets() {
            let export = definition.export(target);
            let export = export.unwrap_or_else(|error| panic!("{name}: {error}"));
            let view = jsonschema::validator_for(export.schema());
            if let (Ok(view), false) = (view, name.ends_with("parameters")) {
                assert!(
                    view.is_valid(&json!({"x": {"a": 1}})),
                    "{name} {}",
                    export.schema()
                );
                assert!(
                    !view.is_valid(&json!({"x": {"b": 1}})),
                    "{name} {}",
                    export.schema()
                );
            }
        }
    }
}

#[test]
fn an_output_schema_follows_every_kind_of_reference() {
    let output = json!({"$ref": "#/$defs/My%20Type", "$defs": {"My Type": object_of_a()}});
    let definition = Definition::builder("t", "A tool.", json!({"type": "object"}))
        .output_schema(output)
        .build()
        .expect("a schema");
    let listed = definition.export(Mcp::tools_list()).expect("an export");
    assert_eq!(listed.tool()["outputSchema"]["type"], "object");
}

#[test]
fn unresolved_reference_is_an_error_that_quotes_it() {
    for reference in ["#nowhere", "#/$defs/My%20Type", "other.json"] {
        let schema = json!({"type": "object", "properties": {"x": {"$ref": reference}}});
        let error = Definition::new("t", "A tool.", schema).expect_err("it leads nowhere");
        assert!(error.to_string().contains(reference), "{error}");
    }
}

#[derive(Debug, PartialEq, ToolArg)]
#[schemars(rename = "My Point")]
struct Point {
    x: u8,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Wrapped(Point);

#[derive(Debug, PartialEq, ToolArg)]
#[serde(tag = "kind")]
enum Shape {
    Dot(Wrapped),
    None,
}

/// Draw.
#[derive(Debug, PartialEq, Tool)]
struct Draw {
    shape: Shape,
    at: Point,
}

#[test]
fn derived_type_name_may_need_an_escape() {
    let sent = r#"{"shape": {"kind": "Dot", "x": "3"}, "at": {"x": 1}}"#;
    let drawn = Draw::parse(sent).expect("it reads");
    let wanted = Draw {
        shape: Shape::Dot(Wrapped(Point { x: 3 })),
        at: Point { x: 1 },
    };
    assert_eq!(drawn, wanted);
    let signature = Draw::definition().to_signature();
    assert!(signature.contains("at: {"), "{signature}");
    let strict = Draw::definition().export(OpenAi::chat().strict());
    assert!(strict.is_ok());
}
