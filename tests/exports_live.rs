//! Tools that real APIs were seen to answer, exported to the same APIs.

use serde_json::Value;
use tests::{
    as_sent, lower_case_types, named_with_schema, refusals, shared_rows, shared_text, target,
    targets_and_server, violations,
};
use tool_core::Definition;
use tool_core::provider::Anthropic;

/// The least number of rows that hold a tool for an existing target.
const RECORDED: usize = 785;

/// A recorded tool: its content and its provider.
struct Recorded {
    id: String,
    /// The tool object of the request.
    sent: Value,
    definition: Definition,
    target: String,
    is_of_gateway: bool,
    accepted: bool,
    /// True if the verdict applies to all tools of the request.
    of_request: bool,
}

impl Recorded {
    /// Returns the name of the rules that apply. A gateway has models of any provider, and takes
    /// all tools in OpenAI's form.
    fn rules(&self) -> &str {
        if self.is_of_gateway {
            "openai"
        } else {
            &self.target
        }
    }
}

/// Returns the recorded tools. `None` skips the test.
fn recorded() -> Option<Vec<Recorded>> {
    let rows = shared_rows("provider_live.jsonl")?;
    let recorded: Vec<_> = rows.iter().filter_map(tool).collect();
    assert!(recorded.len() >= RECORDED, "only {}", recorded.len());
    Some(recorded)
}

fn tool(row: &Value) -> Option<Recorded> {
    let input = &row["input"];
    let (tool, schema) = named_with_schema(input);
    let mut schema = schema?.clone();
    if tool
        .get("parameters")
        .is_some_and(|of| of["type"] == "OBJECT")
    {
        lower_case_types(&mut schema);
    }
    let description = tool["description"].as_str().unwrap_or_default();
    Some(Recorded {
        id: row["id"].as_str()?.to_owned(),
        sent: input.clone(),
        definition: Definition::unchecked(tool["name"].as_str()?, description, schema),
        target: target_name(row, tool)?,
        is_of_gateway: row["provider"] == "openrouter",
        accepted: row["expected"]["accept"] == true,
        of_request: row["expected"]["n_tools_in_request"] != 1,
    })
}

fn target_name(row: &Value, tool: &Value) -> Option<String> {
    let mode = row["mode"].as_str()?.trim_start_matches("live-api:");
    let provider = row["provider"].as_str()?;
    let name = match (provider, mode) {
        (
            "openai" | "copilot" | "openrouter" | "llamacpp" | "venice" | "doubleword"
            | "huggingface",
            "chat.completions.tool",
        ) => "openai",
        ("openai" | "chatgpt-codex" | "copilot", "responses.tool") => "openai responses",
        ("gemini", "functionDeclaration") if tool.get("parameters").is_some() => {
            "gemini parameters"
        }
        ("vertex", "functionDeclaration") if tool.get("parameters").is_some() => {
            "vertex parameters"
        }
        ("anthropic", "messages.tool")
        | ("bedrock", "converse.toolSpec")
        | ("gemini" | "vertex", "functionDeclaration")
        | ("mistral" | "groq" | "cohere" | "deepseek" | "ollama", "chat.completions.tool")
        | ("xai", "responses.tool") => provider,
        _ => return None,
    };
    let strict = if tool["strict"] == true {
        " strict"
    } else {
        ""
    };
    Some(format!("{name}{strict}"))
}

#[test]
fn rules_agree_with_recorded_verdicts() {
    let mut wrong = Vec::new();
    for recorded in recorded().unwrap_or_default() {
        let found = refusals(recorded.rules(), &recorded.sent);
        let is_refused = !recorded.accepted && !recorded.of_request;
        if recorded.accepted && !found.is_empty() || is_refused && found.is_empty() {
            wrong.push(format!("{} {}: {found:?}", recorded.id, recorded.target));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The number of recorded tools that were accepted.
const ACCEPTED: usize = 750;

/// Number of exports that equal the accepted tool. The others lose keywords that cost tokens.
/// Strict exports lose optional keywords.
const UNCHANGED: usize = 527;

#[test]
fn accepted_tools_are_exported() {
    let Some(recorded) = recorded() else {
        return;
    };
    let accepted: Vec<_> = recorded
        .iter()
        .filter(|recorded| recorded.accepted)
        .collect();
    let mut unchanged = 0;
    for recorded in &accepted {
        let export = recorded.definition.export(target(&recorded.target));
        let export = export.unwrap_or_else(|error| panic!("{}: {error}", recorded.id));
        unchanged += usize::from(export.schema() == recorded.definition.schema());
    }
    assert_eq!(accepted.len(), ACCEPTED);
    assert_eq!(unchanged, UNCHANGED);
}

#[test]
fn exports_of_accepted_tools_obey_every_provider() {
    let recorded = recorded().unwrap_or_default();
    for recorded in recorded.iter().filter(|recorded| recorded.accepted) {
        for (name, target) in targets_and_server() {
            let Ok(export) = recorded.definition.export(target) else {
                continue;
            };
            let name = as_sent(name, &export);
            let found = violations(name, export.tool());
            assert!(found.is_empty(), "{} to {name}: {found:?}", recorded.id);
        }
    }
}

#[test]
fn refused_tools_are_not_exported_unchanged() {
    let recorded = recorded().unwrap_or_default();
    for recorded in recorded.iter().filter(|recorded| !recorded.accepted) {
        if let Ok(export) = recorded.definition.export(target(&recorded.target)) {
            // Another tool of the request is the reason, or the export has fixed the tool.
            let mended = export.schema() != recorded.definition.schema();
            assert!(
                mended || recorded.of_request,
                "{}: {:#}",
                recorded.id,
                export.tool()
            );
            assert_eq!(
                violations("anthropic strict", export.tool()),
                Vec::<String>::new()
            );
        }
    }
}

#[test]
fn refused_requests_are_not_exported() {
    let Some(recorded) = recorded() else {
        return;
    };
    let of_request: Vec<_> = recorded
        .iter()
        .filter(|recorded| !recorded.accepted && recorded.of_request)
        .collect();
    let small = of_request
        .iter()
        .filter(|recorded| recorded.definition.name().starts_with("boundary_tool"));
    let small: Vec<&Definition> = small.map(|recorded| &recorded.definition).collect();
    assert_eq!(small.len(), 21);
    let target = Anthropic::messages().strict();
    let errors = target
        .export_all(small.iter().copied())
        .complete()
        .unwrap_err();
    insta::assert_snapshot!(errors.errors()[0], @"tool `boundary_tool_20` cannot be exported to Anthropic (strict): 21 strict tools, but at most 20 are supported; split or shorten the tools, or export without strict");
    assert!(
        target
            .export_all(small[..20].iter().copied())
            .complete()
            .is_ok()
    );
}

/// Returns the schemas from the tests of the providers' own and of other libraries. Without the
/// data, the list is empty.
fn vectors() -> Vec<(String, Definition)> {
    let Some(text) = shared_text("provider_vectors.jsonl") else {
        return Vec::new();
    };
    // One line is not JSON: it holds `NaN`.
    let rows = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let vectors = rows.filter_map(|row| {
        let schema = row["input"].clone();
        let id = row["id"].as_str()?.to_owned();
        Some((id, Definition::unchecked("t", "A tool.", schema)))
    });
    let vectors: Vec<_> = vectors.collect();
    assert!(vectors.len() + 1 >= text.lines().count());
    vectors
}

#[test]
fn exports_of_third_party_test_schemas_obey_every_provider() {
    for (id, definition) in vectors() {
        for (name, target) in targets_and_server() {
            let Ok(export) = definition.export(target) else {
                continue;
            };
            let found = violations(as_sent(name, &export), export.tool());
            assert!(
                found.is_empty(),
                "{id} to {name}: {found:?} {}",
                definition.schema()
            );
        }
    }
}
