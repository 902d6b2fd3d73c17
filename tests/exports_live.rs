//! Tools that real APIs were seen to answer, exported to the same APIs.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tests::{targets, violations};
use tool_core::Definition;
use tool_core::provider::{
    Anthropic, Bedrock, Cohere, DeepSeek, Gemini, Groq, Mistral, Ollama, OpenAi, Target, Vertex,
    XAi,
};

/// A recorded tool: what is in it, and where it was sent.
struct Recorded {
    id: String,
    definition: Definition,
    target: Target,
    accepted: bool,
    /// Whether the verdict is on all tools of the request.
    of_request: bool,
}

/// The recorded tools; none where the data is absent.
fn recorded() -> Vec<Recorded> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/provider_live.jsonl");
    let Ok(text) = fs::read_to_string(path) else {
        eprintln!("passed over: the recorded tools are not there");
        return Vec::new();
    };
    let rows = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    rows.filter_map(|row| tool(&row)).collect()
}

fn tool(row: &Value) -> Option<Recorded> {
    let input = &row["input"];
    // The objects of a tool, from the outside in.
    let tool = ["function", "toolSpec"]
        .iter()
        .find_map(|key| input.get(key))
        .unwrap_or(input);
    let places = [
        "/parameters",
        "/input_schema",
        "/inputSchema/json",
        "/parametersJsonSchema",
        "/parameters_json_schema",
    ];
    let schema = places.iter().find_map(|place| tool.pointer(place))?;
    let mut schema = schema.clone();
    if tool
        .get("parameters")
        .is_some_and(|of| of["type"] == "OBJECT")
    {
        lower_case_types(&mut schema);
    }
    let target = target(row, tool)?;
    let description = tool["description"].as_str().unwrap_or_default();
    Some(Recorded {
        id: row["id"].as_str()?.to_owned(),
        definition: Definition::unchecked(tool["name"].as_str()?, description, schema),
        target,
        accepted: row["expected"]["accept"] == true,
        of_request: row["expected"]["scope"] == "request",
    })
}

fn target(row: &Value, tool: &Value) -> Option<Target> {
    let mode = row["mode"].as_str()?.trim_start_matches("live-api:");
    let google = |json_schema: Target, parameters: Target| {
        if tool.get("parameters").is_some() {
            parameters
        } else {
            json_schema
        }
    };
    let target = match (row["provider"].as_str()?, mode) {
        (
            "openai" | "copilot" | "openrouter" | "llamacpp" | "venice" | "doubleword"
            | "huggingface",
            "chat.completions.tool",
        ) => OpenAi::chat(),
        ("openai" | "chatgpt-codex" | "copilot", "responses.tool") => OpenAi::responses(),
        ("anthropic", "messages.tool") => Anthropic::messages(),
        ("bedrock", "converse.toolSpec") => Bedrock::converse(),
        ("gemini", "functionDeclaration") => google(Gemini::json_schema(), Gemini::parameters()),
        ("vertex", "functionDeclaration") => google(Vertex::json_schema(), Vertex::parameters()),
        ("mistral", "chat.completions.tool") => Mistral::chat(),
        ("groq", "chat.completions.tool") => Groq::chat(),
        ("cohere", "chat.completions.tool") => Cohere::chat(),
        ("deepseek", "chat.completions.tool") => DeepSeek::chat(),
        ("xai", "responses.tool") => XAi::responses(),
        ("ollama", "chat.completions.tool") => Ollama::chat(),
        _ => return None,
    };
    Some(if tool["strict"] == true {
        target.strict()
    } else {
        target
    })
}

/// Google's form of a schema, in the words of JSON Schema.
fn lower_case_types(schema: &mut Value) {
    match schema {
        Value::Object(map) => {
            if let Some(Value::String(name)) = map.get_mut("type") {
                name.make_ascii_lowercase();
            }
            map.shift_remove("nullable");
            map.values_mut().for_each(lower_case_types);
        }
        Value::Array(items) => items.iter_mut().for_each(lower_case_types),
        _ => {}
    }
}

/// How many of the 750 recorded tools come out as they were accepted; the others lose
/// what costs tokens, and strict ones what was not needed.
const UNCHANGED: usize = 589;

#[test]
fn what_was_accepted_is_exported() {
    let recorded = recorded();
    let accepted: Vec<_> = recorded
        .iter()
        .filter(|recorded| recorded.accepted)
        .collect();
    let mut unchanged = 0;
    for recorded in &accepted {
        let export = recorded.definition.export(recorded.target);
        let export = export.unwrap_or_else(|error| panic!("{}: {error}", recorded.id));
        unchanged += usize::from(export.schema() == recorded.definition.schema());
    }
    if !accepted.is_empty() {
        assert_eq!(unchanged, UNCHANGED, "of {}", accepted.len());
    }
}

#[test]
fn what_was_accepted_obeys_every_provider_or_is_refused() {
    for recorded in recorded().iter().filter(|recorded| recorded.accepted) {
        for (name, target) in targets() {
            let Ok(export) = recorded.definition.export(target) else {
                continue;
            };
            let plain = name.trim_end_matches(" strict");
            let name = if export.fallback().is_some() {
                plain
            } else {
                name
            };
            let found = violations(name, export.schema());
            assert!(found.is_empty(), "{} to {name}: {found:?}", recorded.id);
        }
    }
}

#[test]
fn what_was_refused_is_not_sent() {
    for recorded in recorded().iter().filter(|recorded| !recorded.accepted) {
        if let Ok(export) = recorded.definition.export(recorded.target) {
            // The tool alone is not at fault, or it was mended.
            let mended = export.schema() != recorded.definition.schema();
            assert!(
                mended || recorded.of_request,
                "{}: {:#}",
                recorded.id,
                export.tool()
            );
            assert_eq!(
                violations("anthropic strict", export.schema()),
                Vec::<String>::new()
            );
        }
    }
}

#[test]
fn a_request_that_was_refused_is_not_sent() {
    let recorded = recorded();
    let of_request: Vec<_> = recorded
        .iter()
        .filter(|recorded| !recorded.accepted && recorded.of_request)
        .collect();
    let small = of_request
        .iter()
        .filter(|recorded| recorded.definition.name().starts_with("boundary_tool"));
    let small: Vec<&Definition> = small.map(|recorded| &recorded.definition).collect();
    if small.is_empty() {
        return;
    }
    assert_eq!(small.len(), 21);
    let target = Anthropic::messages().strict();
    let errors = target.export_all(small.iter().copied()).unwrap_err();
    insta::assert_snapshot!(errors[0], @"tool `boundary_tool_20` cannot be exported to Anthropic (strict): 21 strict tools, and at most 20 are taken; split the tools or say less, or export without strict");
    assert!(target.export_all(small[..20].iter().copied()).is_ok());
}

/// The schemas of the tests of providers' and peers' own libraries; none where the
/// data is absent.
fn vectors() -> Vec<(String, Definition)> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/provider_vectors.jsonl");
    let Ok(text) = fs::read_to_string(path) else {
        eprintln!("passed over: the schemas of other libraries' tests are not there");
        return Vec::new();
    };
    // Some hold what is no JSON: `NaN`.
    let rows = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    rows.filter_map(|row| {
        let schema = row["input"].clone();
        let id = row["id"].as_str()?.to_owned();
        Some((id, Definition::unchecked("t", "A tool.", schema)))
    })
    .collect()
}

#[test]
fn what_others_test_obeys_every_provider_or_is_refused() {
    for (id, definition) in vectors() {
        for (name, target) in targets() {
            let Ok(export) = definition.export(target) else {
                continue;
            };
            let plain = name.trim_end_matches(" strict");
            let checked = if export.fallback().is_some() {
                plain
            } else {
                name
            };
            let found = violations(checked, export.schema());
            assert!(
                found.is_empty(),
                "{id} to {name}: {found:?} {}",
                definition.schema()
            );
        }
    }
}
