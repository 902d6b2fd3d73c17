//! Schemas of a few lines that refer to themselves at many places: written out, they would have
//! billions of types. Each text that is made of them stays short.

use serde_json::{Map, Value, json};
use tool_core::Definition;
use tool_core::provider::Target;
use tool_core::text::{Format, ToolPrompt};

/// Properties that all have this schema.
fn properties(schema: &Value) -> Map<String, Value> {
    let property = |number| (format!("k{number}"), schema.clone());
    (0..30).map(property).collect()
}

/// A schema whose property refers to a definition.
fn refer_to(definitions: &Value) -> Value {
    json!({
        "type": "object", "properties": {"x": {"$ref": "#/$defs/d0"}}, "required": ["x"],
        "$defs": definitions,
    })
}

/// Definitions that each have many references to the next.
fn chain(make: impl Fn(Value) -> Value) -> Value {
    let definition = |number: usize| {
        let next = json!({"$ref": format!("#/$defs/d{}", number + 1)});
        let schema = if number == 39 {
            json!({"type": "string"})
        } else {
            make(next)
        };
        (format!("d{number}"), schema)
    };
    let definitions: Map<_, _> = (0..40).map(definition).collect();
    refer_to(&definitions.into())
}

fn wide_schemas() -> Vec<Value> {
    let myself = json!({"$ref": "#/$defs/d0"});
    let object = |schema: &Value| json!({"type": "object", "properties": properties(schema)});
    let nullable = json!({"anyOf": [myself, {"type": "null"}]});
    let array = json!({"type": "array", "items": myself});
    let forms = |number: usize| {
        let tag = json!({"const": number});
        json!({"type": "object", "properties": {"k": tag, "x": myself}, "required": ["k", "x"]})
    };
    let list = |schema: &Value| vec![schema.clone(); 30];
    vec![
        object(&json!({"$ref": "#"})),
        refer_to(&json!({"d0": object(&myself)})),
        refer_to(&json!({"d0": object(&nullable)})),
        refer_to(&json!({"d0": object(&array)})),
        refer_to(&json!({"d0": {"anyOf": list(&myself)}})),
        refer_to(&json!({"d0": {"oneOf": (0..12).map(forms).collect::<Vec<_>>()}})),
        chain(|next| object(&next)),
        chain(|next| json!({"allOf": [next, next]})),
        chain(|next| json!({"anyOf": [next, {"type": "array", "items": next}]})),
    ]
}

/// Maximum length of a text, in bytes.
const MOST: usize = 300_000;

#[test]
fn texts_of_schemas_with_many_references_are_short() {
    for schema in wide_schemas() {
        let tool = Definition::new("t", "A tool.", schema.clone()).expect("a valid schema");
        let check = |what: &str, length: usize| {
            let start: String = schema.to_string().chars().take(300).collect();
            assert!(length < MOST, "{what}: {length} bytes for {start}");
        };
        check("signature", tool.to_signature().len());
        check("markdown", tool.to_markdown().len());
        for target in Target::all() {
            let export = tool.export(target);
            check(
                target.name(),
                export.map_or(0, |export| export.tool().to_string().len()),
            );
        }
        for prompt in ToolPrompt::all() {
            let text = prompt.render_tools([&tool]);
            check(prompt.name(), text.map_or(0, |text| text.to_string().len()));
        }
        for format in Format::all() {
            let grammar = format.grammar([&tool]);
            check(
                format.as_str(),
                grammar.map_or(0, |grammar| grammar.gbnf().len()),
            );
        }
        for call in [json!({}), json!({"x": 5}), json!({"x": {"k0": {"k1": 5}}})] {
            if let Err(error) = tool.parse(&call) {
                check("retry text", error.to_string().len());
                check("salvaged value", error.salvage().value.to_string().len());
            }
        }
    }
}
