use std::fmt::Write as _;

use tests::targets;
use tool_builtins::{ArrayTool, Calculator, DateTime, ObjectTool, StringTool};
use tool_core::{Definition, Definitions, Tool as _};

fn definitions() -> [&'static Definition; 5] {
    [
        Calculator::definition(),
        DateTime::definition(),
        StringTool::definition(),
        ArrayTool::definition(),
        ObjectTool::definition(),
    ]
}

#[test]
fn schemas_for_models() {
    let mut text = String::new();
    for definition in definitions() {
        let export = definition.export(targets()[0].1).unwrap();
        let _ = writeln!(text, "{:#}", export.tool());
    }
    insta::assert_snapshot!(text);
}

#[test]
fn builtins_form_a_set_without_effects() {
    assert!(Definitions::new(definitions().into_iter().cloned()).is_ok());
    for definition in definitions() {
        let annotations = definition.annotations();
        let name = definition.name();
        assert_eq!(annotations.read_only, Some(true), "{name}");
        assert_eq!(annotations.idempotent, Some(true), "{name}");
        assert_eq!(annotations.open_world, Some(false), "{name}");
        assert!(!definition.examples().is_empty(), "{name}");
    }
}

/// Arrays and objects contain any value, which strict modes and `parameters` cannot express.
#[test]
fn unsupported_exports() {
    let mut text = String::new();
    for (name, target) in targets() {
        let refused = definitions().into_iter();
        let refused = refused.filter_map(|definition| definition.export(target).err());
        for error in refused {
            let _ = writeln!(text, "{name}: {error}");
        }
    }
    insta::assert_snapshot!(text, @r"
    openai strict: tool `array` cannot be exported to OpenAI Chat (strict): at `/properties/items/items`: a value of any type is not supported; declare its type, or export without strict
    openai strict: tool `object` cannot be exported to OpenAI Chat (strict): at `/properties/object/additionalProperties`: a value of any type is not supported; declare its type, or export without strict
    openai responses strict: tool `array` cannot be exported to OpenAI Responses (strict): at `/properties/items/items`: a value of any type is not supported; declare its type, or export without strict
    openai responses strict: tool `object` cannot be exported to OpenAI Responses (strict): at `/properties/object/additionalProperties`: a value of any type is not supported; declare its type, or export without strict
    azure strict: tool `array` cannot be exported to Azure OpenAI Chat (strict): at `/properties/items/items`: a value of any type is not supported; declare its type, or export without strict
    azure strict: tool `object` cannot be exported to Azure OpenAI Chat (strict): at `/properties/object/additionalProperties`: a value of any type is not supported; declare its type, or export without strict
    azure responses strict: tool `array` cannot be exported to Azure OpenAI Responses (strict): at `/properties/items/items`: a value of any type is not supported; declare its type, or export without strict
    azure responses strict: tool `object` cannot be exported to Azure OpenAI Responses (strict): at `/properties/object/additionalProperties`: a value of any type is not supported; declare its type, or export without strict
    anthropic strict: tool `array` cannot be exported to Anthropic (strict): at `/properties/items/items`: a value of any type is not supported; declare its type, or export without strict
    anthropic strict: tool `object` cannot be exported to Anthropic (strict): at `/properties/object/additionalProperties`: a value of any type is not supported; declare its type, or export without strict
    bedrock strict: tool `array` cannot be exported to Bedrock Converse (strict): at `/properties/items/items`: a value of any type is not supported; declare its type, or export without strict
    bedrock strict: tool `object` cannot be exported to Bedrock Converse (strict): at `/properties/object/additionalProperties`: a value of any type is not supported; declare its type, or export without strict
    gemini parameters: tool `array` cannot be exported to Gemini (parameters): at `/properties/items/items`: a value of any type is not supported; declare its type
    gemini parameters: tool `object` cannot be exported to Gemini (parameters): at `/oneOf/1/properties/value`: a value of any type is not supported; declare its type
    vertex parameters: tool `array` cannot be exported to Vertex AI (parameters): at `/properties/items/items`: a value of any type is not supported; declare its type
    vertex parameters: tool `object` cannot be exported to Vertex AI (parameters): at `/oneOf/1/properties/value`: a value of any type is not supported; declare its type
    cohere strict: tool `array` cannot be exported to Cohere (strict): at `/properties/items/items`: a value of any type is not supported; declare its type, or export without strict
    cohere strict: tool `object` cannot be exported to Cohere (strict): at `/properties/object/additionalProperties`: a value of any type is not supported; declare its type, or export without strict
    deepseek strict: tool `array` cannot be exported to DeepSeek (strict): at `/properties/items/items`: a value of any type is not supported; declare its type, or export without strict
    deepseek strict: tool `object` cannot be exported to DeepSeek (strict): at `/properties/object/additionalProperties`: a value of any type is not supported; declare its type, or export without strict
    ");
}

#[test]
fn each_export_obeys_its_provider() {
    for definition in definitions() {
        for (name, target) in targets() {
            if let Ok(export) = definition.export(target) {
                let found = tests::violations(name, export.tool());
                assert!(
                    found.is_empty(),
                    "{} to {name}: {found:?}",
                    definition.name()
                );
            }
        }
    }
}

#[test]
fn results_satisfy_the_output_schemas() {
    let calculation = Calculator::parse(r#"{"expression": "2^70"}"#)
        .unwrap()
        .run();
    let moment = DateTime::parse(r#"{"operation": "now"}"#).unwrap().run();
    let length = r#"{"operation": "difference", "from": "2026-01-01", "to": "2026-01-02"}"#;
    let length = DateTime::parse(length).unwrap().run();
    let given = [
        (
            Calculator::definition(),
            serde_json::to_value(calculation.unwrap()),
        ),
        (
            DateTime::definition(),
            serde_json::to_value(moment.unwrap()),
        ),
        (
            DateTime::definition(),
            serde_json::to_value(length.unwrap()),
        ),
    ];
    for (definition, given) in given {
        let schema = definition.output_schema().unwrap().clone();
        let output = Definition::new("output", "What a tool gives.", schema).unwrap();
        let given = given.unwrap();
        assert!(output.parse(given.to_string().as_str()).is_ok(), "{given}");
    }
}
