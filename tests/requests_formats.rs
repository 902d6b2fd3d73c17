//! Formats of structured answers: the fields of a request, and the values that are read back.

use std::fmt::Write as _;

use serde_json::{Value, json};
use tests::{targets, violations};
use tool_core::answer::{Answer, AnswerStream, ReadError};
use tool_core::call::Api;
use tool_core::provider::{
    Anthropic, Azure, Bedrock, Cohere, DeepSeek, Gemini, Groq, Mcp, Mistral, Ollama, OpenAi,
    ResponseFormat, Strict, StructuredAnswer, Target, XAi,
};
use tool_core::{Definition, Tool};

/// A place that a text mentions.
#[derive(Debug, PartialEq, Tool)]
struct Place {
    #[schemars(length(min = 1))]
    name: String,
    population: Option<u64>,
}

/// Returns the format in short lines.
fn shown(format: &ResponseFormat) -> String {
    let mut text = format!("{}\n", Value::Object(format.fields().body().clone()));
    if let Some(instructions) = format.instructions() {
        writeln!(text, "  prompt: {instructions}").expect("a string takes all");
    }
    for loss in format.losses() {
        let (path, keyword, kept) = (&loss.path, &loss.keyword, loss.kept);
        writeln!(text, "  lost: {path} {keyword} ({kept:?})").expect("a string takes all");
    }
    if let Some(why) = format.fallback() {
        writeln!(
            text,
            "  {}: {why}",
            if format.is_call() { "call" } else { "plain" }
        )
        .expect("a string takes all");
    }
    text
}

#[test]
fn writes_the_format_of_each_provider() {
    let mut table = String::new();
    for (name, target) in targets()
        .into_iter()
        .filter(|(name, _)| !name.starts_with("mcp"))
    {
        let format = Place::response_format(target).expect("a format");
        let strict = if format.is_strict() {
            "enforced"
        } else {
            "not enforced"
        };
        write!(table, "{name} ({strict})\n  {}", shown(&format)).expect("a string takes all");
    }
    insta::assert_snapshot!(table);
}

#[test]
fn mistral_and_groq_have_strict_formats_but_no_strict_tools() {
    for target in [Mistral::chat(), Groq::chat()] {
        assert!(Place::definition().export(target.strict()).is_err());
        let format = Place::response_format(target.strict()).expect("a format");
        let schema = &format.fields().body()["response_format"]["json_schema"];
        assert_eq!(schema["strict"], true);
        assert_eq!(schema["schema"]["required"], json!(["name", "population"]));
    }
}

/// The schema of a format obeys the rules of a strict tool of the same provider.
#[test]
fn schemas_of_formats_obey_the_rules_of_the_provider() {
    let rules = [
        ("openai strict", OpenAi::chat().strict()),
        ("azure strict", Azure::chat().strict()),
        ("anthropic strict", Anthropic::messages()),
        ("bedrock strict", Bedrock::converse()),
        ("gemini", Gemini::json_schema()),
        ("cohere strict", Cohere::chat()),
        ("xai chat", XAi::chat()),
    ];
    for definition in examples::gallery::definitions() {
        for (name, target) in rules {
            let Ok(format) = definition.response_format(target) else {
                continue;
            };
            if format.is_call() || !format.is_strict() {
                continue;
            }
            let mut schema = format.schema().clone();
            let tool = match name.split(' ').next() {
                Some("anthropic") => {
                    json!({"name": "t", "strict": true, "input_schema": schema.take()})
                }
                Some("bedrock") => {
                    json!({"toolSpec": {"name": "t", "strict": true, "inputSchema": {"json": schema.take()}}})
                }
                Some("gemini") => json!({"name": "t", "parametersJsonSchema": schema.take()}),
                _ => {
                    json!({"type": "function", "function": {"name": "t", "parameters": schema.take()}})
                }
            };
            let found = violations(name, &tool);
            assert!(
                found.is_empty(),
                "{} to {name}: {found:?}",
                definition.name()
            );
        }
    }
}

#[test]
fn unsupported_schema_becomes_a_forced_call() {
    let schema = json!({"type": "object", "properties": {"below": {"$ref": "#"}}});
    let tree = Definition::new("a.tree", "A tree.", schema).expect("a usable schema");
    let format = tree.response_format(Anthropic::messages()).expect("a call");
    insta::assert_snapshot!(shown(&format), @r##"
    {"tools":[{"name":"a_tree_c2e122ca","description":"A tree.","input_schema":{"type":"object","properties":{"below":{"$ref":"#"}}}}],"tool_choice":{"type":"tool","name":"a_tree_c2e122ca","disable_parallel_tool_use":true}}
      call: tool `a.tree` cannot be exported to Anthropic (strict): `$ref` at `/properties/below`: a recursive schema is not supported; write out the levels, or export without strict
    "##);
    let strict = tree.response_format(Anthropic::messages().strict());
    insta::assert_snapshot!(strict.expect_err("no strict schema"), @"tool `a.tree` cannot be exported to Anthropic (strict): `$ref` at `/properties/below`: a recursive schema is not supported; write out the levels, or export without strict");
    // OpenAI has a plain format.
    let free = json!({"type": "object", "properties": {"any": {}}});
    let free = Definition::new("free", "", free).expect("a usable schema");
    let auto = OpenAi::chat().with_strict(Strict::Auto);
    let format = free.response_format(auto).expect("a plain format");
    assert!(!format.is_call() && !format.is_strict());
    insta::assert_snapshot!(format.fallback().expect("a reason"), @"tool `free` cannot be exported to OpenAI Chat (strict): at `/properties/any`: a value of any type is not supported; declare its type, or export without strict");
    assert!(free.response_format(OpenAi::chat().strict()).is_err());
    // DeepSeek enforces only the schemas of tools.
    let strict = Place::response_format(DeepSeek::chat().strict()).expect("a call");
    assert!(strict.is_call() && strict.is_strict());
    assert_eq!(strict.base_url(), Some("https://api.deepseek.com/beta"));
    let mcp = Place::response_format(Mcp::tools_list());
    insta::assert_snapshot!(mcp.expect_err("no model"), @"tool `place` cannot be exported to MCP: the target has no answers of a model; use the target of a model's API");
}

#[test]
fn response_call_forces_one_tool_in_each_api() {
    for (name, target) in targets() {
        let format = Place::definition().response_call(target);
        if name.starts_with("mcp") {
            assert!(format.is_err());
            continue;
        }
        let Ok(format) = format else {
            // Strict mode of these APIs is part of the format only.
            panic!("{name}");
        };
        assert!(format.is_call(), "{name}");
        let body = Value::Object(format.fields().body().clone()).to_string();
        assert!(body.contains("\"place\""), "{name}: {body}");
        let is_lost = format.losses().iter().any(|loss| loss.keyword == "choice");
        assert_eq!(is_lost, name == "ollama", "{name}");
    }
}

/// The same value as an answer of each API, and as a forced call.
const ANSWERS: &[(Api, &str)] = &[
    (
        Api::OpenAiChat,
        r#"{"choices": [{"finish_reason": "stop", "message": {"role": "assistant", "content": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}}]}"#,
    ),
    (
        Api::OpenAiChat,
        r#"{"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [{"id": "c", "type": "function", "function": {"name": "place", "arguments": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}}]}}]}"#,
    ),
    (
        Api::OpenAiResponses,
        r#"{"object": "response", "status": "completed", "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}]}]}"#,
    ),
    (
        Api::OpenAiResponses,
        r#"{"object": "response", "status": "completed", "output": [{"type": "function_call", "call_id": "c", "name": "place", "arguments": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}]}"#,
    ),
    (
        Api::Anthropic,
        r#"{"type": "message", "stop_reason": "end_turn", "content": [{"type": "text", "text": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}]}"#,
    ),
    (
        Api::Anthropic,
        r#"{"type": "message", "stop_reason": "tool_use", "content": [{"type": "text", "text": "Done."}, {"type": "tool_use", "id": "c", "name": "place", "input": {"name": "Oslo", "population": "724000"}}]}"#,
    ),
    (
        Api::Gemini,
        r#"{"candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [{"text": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}]}}]}"#,
    ),
    (
        Api::Gemini,
        r#"{"candidates": [{"finishReason": "STOP", "content": {"role": "model", "parts": [{"functionCall": {"name": "place", "args": {"name": "Oslo", "population": "724000"}}}]}}]}"#,
    ),
    (
        Api::GeminiInteractions,
        r#"{"id": "i", "status": "completed", "steps": [{"type": "model_output", "content": [{"type": "text", "text": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}]}]}"#,
    ),
    (
        Api::Bedrock,
        r#"{"stopReason": "end_turn", "output": {"message": {"role": "assistant", "content": [{"text": "```json\n{\"name\": \"Oslo\", \"population\": \"724000\"}\n```"}]}}}"#,
    ),
    (
        Api::Ollama,
        r#"{"done": true, "done_reason": "stop", "message": {"role": "assistant", "content": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}}"#,
    ),
    (
        Api::Cohere,
        r#"{"finish_reason": "COMPLETE", "message": {"role": "assistant", "content": [{"type": "text", "text": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}]}}"#,
    ),
    (
        Api::MistralConversations,
        r#"{"object": "conversation.response", "outputs": [{"type": "message.output", "role": "assistant", "content": "{\"name\": \"Oslo\", \"population\": \"724000\"}"}]}"#,
    ),
];

#[test]
fn reads_the_value_of_each_api() {
    let oslo = Place {
        name: "Oslo".to_owned(),
        population: Some(724_000),
    };
    for (api, body) in ANSWERS {
        let answer = Answer::from_body(*api, body).expect("an answer");
        let reading = answer
            .read::<Place>()
            .unwrap_or_else(|error| panic!("{api:?}: {error}"));
        assert_eq!(reading.value, oslo, "{api:?}");
        assert!(!reading.repairs.is_empty(), "{api:?}");
        let value = answer
            .read_with::<Value>(Place::definition())
            .expect("the same value");
        assert_eq!(
            value.value,
            json!({"name": "Oslo", "population": 724_000}),
            "{api:?}"
        );
        assert!(matches!(
            answer.read_with::<Value>(&other()),
            Err(ReadError::Missing { .. } | ReadError::Invalid(_))
        ));
    }
}

fn other() -> Definition {
    let schema = json!({"type": "object", "properties": {"a": {}}, "required": ["a"]});
    Definition::new("other", "", schema).expect("a usable schema")
}

#[test]
fn reads_a_call_by_the_alias_of_the_definition() {
    let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
    let place = Definition::new("maps/place", "A place.", schema).expect("a usable schema");
    let format = place.response_call(OpenAi::chat()).expect("a call");
    let shown = format.fields().body()["tool_choice"]["function"]["name"].clone();
    let body = json!({"choices": [{"finish_reason": "tool_calls", "message": {"tool_calls": [
        {"id": "c", "function": {"name": shown, "arguments": "{\"name\": \"Oslo\"}"}}
    ]}}]});
    let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
    let reading = answer.read_with::<Value>(&place).expect("a value");
    assert_eq!(reading.value["name"], "Oslo");
}

fn error(body: &Value) -> String {
    let answer = Answer::from_body(Api::OpenAiChat, &body.to_string()).expect("an answer");
    answer.read::<Place>().expect_err("no value").to_string()
}

#[test]
fn errors_name_the_reason() {
    let message = |reason: &str, content: &str| json!({"choices": [{"finish_reason": reason, "message": {"content": content}}]});
    let calls = json!({"choices": [{"finish_reason": "tool_calls", "message": {"content": "{\"name\": \"a\"}",
        "tool_calls": [{"id": "c", "function": {"name": "search", "arguments": "{}"}}]}}]});
    insta::assert_snapshot!(error(&message("stop", "")), @"the answer has no value of `place`: it has no text");
    insta::assert_snapshot!(error(&message("length", "")), @"the answer has no value of `place`: a limit of tokens cut it off");
    insta::assert_snapshot!(error(&message("length", "{\"name\": \"Os")), @"Please answer again with one JSON object. Errors: the answer was cut off before its end; send the complete answer, shorter if need be");
    insta::assert_snapshot!(error(&message("content_filter", "{\"name\": \"Oslo\"}")), @"the answer has no value of `place`: a content filter blocked it");
    insta::assert_snapshot!(error(&message("stop", "I do not know.")), @r#"Please answer again with one JSON object. Errors: the answer is not valid JSON: expected a JSON object such as {"name": ..}"#);
    insta::assert_snapshot!(error(&message("stop", "{\"population\": 5}")), @"Please answer again with one JSON object. Errors: name: Required");
    insta::assert_snapshot!(error(&calls), @"the answer has no value of `place`: the model made calls without it");
}

#[test]
fn retry_asks_in_the_format_of_each_api() {
    let mut table = String::new();
    for (api, body) in ANSWERS {
        let answer = Answer::from_body(*api, body).expect("an answer");
        let messages = Value::from(answer.retry("name: Required"));
        writeln!(table, "{}: {messages}", api.as_str()).expect("a string takes all");
    }
    insta::assert_snapshot!(table, @r#"
    openai_chat: [{"role":"user","content":"name: Required"}]
    openai_chat: [{"role":"tool","tool_call_id":"c","content":"name: Required"}]
    openai_responses: [{"role":"user","content":"name: Required"}]
    openai_responses: [{"type":"function_call_output","call_id":"c","output":"name: Required"}]
    anthropic: [{"role":"user","content":"name: Required"}]
    anthropic: [{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"name: Required","is_error":true}]}]
    gemini: [{"role":"user","parts":[{"text":"name: Required"}]}]
    gemini: [{"role":"user","parts":[{"functionResponse":{"name":"place","response":{"error":"name: Required"}}}]}]
    gemini_interactions: [{"type":"user_input","content":[{"type":"text","text":"name: Required"}]}]
    bedrock: [{"role":"user","content":[{"text":"name: Required"}]}]
    ollama: [{"role":"user","content":"name: Required"}]
    cohere: [{"role":"user","content":"name: Required"}]
    mistral_conversations: [{"object":"entry","type":"message.input","role":"user","content":"name: Required"}]
    "#);
}

#[test]
fn stream_shows_the_known_part_of_the_value() {
    let pieces = [
        "```json\n",
        "{\"name\"",
        ": \"Os",
        "lo\", \"popu",
        "lation\": 724",
        "000}",
        "\n```",
    ];
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    let mut lines = String::new();
    for piece in pieces {
        let event = json!({"choices": [{"delta": {"content": piece}}]});
        stream.push(&event.to_string()).expect("an event");
        let known = stream
            .partial_value()
            .map(|value| value.to_value().to_string());
        writeln!(lines, "{}", known.unwrap_or_default()).expect("a string takes all");
    }
    insta::assert_snapshot!(lines, @r#"
    {}
    {"name":"Os"}
    {"name":"Oslo"}
    {"name":"Oslo"}
    {"name":"Oslo","population":724000}
    {"name":"Oslo","population":724000}
    "#);
    let answer = stream.finish().expect("an answer");
    assert_eq!(
        answer.read::<Place>().expect("a value").value.population,
        Some(724_000)
    );

    let mut stream = AnswerStream::new(Api::Anthropic);
    stream.push(r#"{"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "id": "t", "name": "place", "input": {}}}"#).expect("an event");
    assert!(stream.partial_value().is_none());
    stream.push(r#"{"type": "content_block_delta", "index": 0, "delta": {"type": "input_json_delta", "partial_json": "{\"name\": \"Os"}}"#).expect("an event");
    let known = stream.partial_value().expect("a part").to_value();
    assert_eq!(known, json!({"name": "Os"}));
}

#[test]
fn strict_mode_of_a_target_without_one_is_an_error() {
    let target: Target = Ollama::chat();
    // The format of this API is always strict.
    assert!(
        Place::response_format(target.strict())
            .expect("a format")
            .is_strict()
    );
    let export = Place::definition().export(target.strict());
    assert!(export.is_err());
}
