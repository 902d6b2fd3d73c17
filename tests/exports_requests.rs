//! The limits of a request on a whole set of definitions.

use serde_json::{Value, json};
use tool_core::Definition;
use tool_core::provider::{
    Anthropic, Bedrock, Cohere, DeepSeek, Export, Gemini, Groq, OpenAi, Reason, Strict, Target,
};

fn definition(name: &str, properties: &Value) -> Definition {
    let schema = json!({"type": "object", "properties": properties, "required": ["x"], "additionalProperties": false});
    Definition::unchecked(name, "A tool.", schema)
}

fn of_string(name: &str) -> Definition {
    definition(name, &json!({"x": {"type": "string"}}))
}

/// A definition with so many properties that may be left out.
fn of_optional(name: &str, count: usize) -> Definition {
    let mut properties = json!({"x": {"type": "string"}});
    for number in 0..count {
        properties[format!("o{number}")] = json!({"type": "string"});
    }
    definition(name, &properties)
}

fn several(count: usize) -> Vec<Definition> {
    (0..count)
        .map(|number| of_string(&format!("tool_{number}")))
        .collect()
}

#[track_caller]
fn refused(target: Target, definitions: &[Definition]) -> String {
    let errors = target
        .export_all(definitions)
        .complete()
        .expect_err("it is refused");
    errors.to_string()
}

#[test]
fn checks_the_number_of_tools() {
    insta::assert_snapshot!(refused(OpenAi::chat(), &several(129)), @"tool `tool_128` cannot be exported to OpenAI Chat: 129 tools, but at most 128 are supported; split or shorten the tools");
    insta::assert_snapshot!(refused(Groq::chat(), &several(129)), @"tool `tool_128` cannot be exported to Groq: 129 tools, but at most 128 are supported; split or shorten the tools");
    assert!(OpenAi::chat().export_all(&several(128)).complete().is_ok());
    assert!(
        Anthropic::messages()
            .export_all(&several(129))
            .complete()
            .is_ok()
    );
    insta::assert_snapshot!(refused(Bedrock::converse().strict(), &several(21)), @"tool `tool_20` cannot be exported to Bedrock Converse (strict): 21 strict tools, but at most 20 are supported; split or shorten the tools, or export without strict");
    assert!(
        Bedrock::converse()
            .strict()
            .export_all(&several(20))
            .complete()
            .is_ok()
    );
}

#[test]
fn checks_the_budgets_of_strict_tools() {
    let target = Anthropic::messages().strict();
    let two = [of_optional("a", 12), of_optional("b", 12)];
    assert!(target.export_all(&two).complete().is_ok());
    insta::assert_snapshot!(refused(target, &[of_optional("a", 12), of_optional("b", 13)]), @"tool `b` cannot be exported to Anthropic (strict): 25 optional properties of strict tools, but at most 24 are supported; split or shorten the tools, or export without strict");
    insta::assert_snapshot!(refused(target, &[of_optional("a", 24)]), @"tool `a` cannot be exported to Anthropic (strict): 24 optional properties, but at most 23 are supported; split or shorten the tools, or export without strict");
    assert!(
        Anthropic::messages()
            .export_all(&[of_optional("a", 40)])
            .complete()
            .is_ok()
    );
    let many = (0..21)
        .map(|number| of_optional(&format!("t{number}"), 9))
        .collect::<Vec<_>>();
    insta::assert_snapshot!(refused(Cohere::chat().strict(), &many), @"tool `t20` cannot be exported to Cohere (strict): 210 properties of strict tools, but at most 200 are supported; split or shorten the tools, or export without strict");
}

#[test]
fn reports_every_fault_of_a_request() {
    let any = definition("any", &json!({"x": {}}));
    let faulty = [of_string("a"), of_string("a"), any, of_string("?")];
    insta::assert_snapshot!(refused(OpenAi::chat().strict(), &faulty), @"
    tool `a` cannot be exported to OpenAI Chat: another tool of the request has the same name; rename one of them
    tool `any` cannot be exported to OpenAI Chat (strict): at `/properties/x`: a value of any type is not supported; declare its type, or export without strict
    tool `?` cannot be exported to OpenAI Chat (strict): expected a tool name of the form `^[a-zA-Z0-9_-]{1,64}$`; give the tool a name with a letter or digit
    ");
}

#[test]
fn auto_keeps_to_the_budgets() {
    let target = Anthropic::messages().with_strict(Strict::Auto);
    let exports = target.export_all(&[
        of_optional("a", 12),
        of_optional("b", 13),
        of_optional("c", 12),
    ]);
    let exports = exports.complete().expect("they can be exported");
    let strict: Vec<bool> = exports.exports().iter().map(Export::is_strict).collect();
    assert_eq!(strict, [true, false, true]);
    let why = exports.exports()[1].fallback().expect("a reason");
    assert!(matches!(
        why.reason(),
        Reason::TooMany {
            count: 25,
            most: 24,
            ..
        }
    ));
}

#[test]
fn strict_applies_to_all_tools_or_to_none() {
    let any = definition("any", &json!({"x": {}}));
    let auto = DeepSeek::chat().with_strict(Strict::Auto);
    let exports = auto
        .export_all([&of_string("a"), &any])
        .complete()
        .expect("they can be exported");
    assert!(exports.exports().iter().all(|export| !export.is_strict()));
    insta::assert_snapshot!(exports.exports()[0].fallback().expect("a reason"), @"tool `a` cannot be exported to DeepSeek (strict): either all tools of a request are strict or none, and one cannot be; export all of them without strict");
    let exports = auto
        .export_all(&several(2))
        .complete()
        .expect("they can be exported");
    assert!(exports.exports().iter().all(Export::is_strict));
    // A tool without arguments is plain even if strict mode is requested.
    let none = Definition::unchecked("none", "A tool.", json!({"type": "object"}));
    insta::assert_snapshot!(OpenAi::chat().strict().export_all([&of_string("a"), &none]).complete().expect("they can be exported").tools(), @r#"[{"type":"function","function":{"name":"a","description":"A tool.","parameters":{"type":"object","properties":{"x":{"type":"string"}},"additionalProperties":false,"required":["x"]},"strict":true}},{"type":"function","function":{"name":"none","description":"A tool.","parameters":{"type":"object","properties":{}}}}]"#);
}

#[test]
fn exports_the_tools_of_a_request() {
    insta::assert_snapshot!(Gemini::json_schema().export_all(&several(2)).complete().expect("they can be exported").tools(), @r#"[{"functionDeclarations":[{"name":"tool_0","description":"A tool.","parametersJsonSchema":{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}},{"name":"tool_1","description":"A tool.","parametersJsonSchema":{"type":"object","properties":{"x":{"type":"string"}},"required":["x"]}}]}]"#);
    assert_eq!(
        OpenAi::chat()
            .export_all(&[])
            .complete()
            .expect("nothing")
            .tools(),
        &json!([])
    );
}
