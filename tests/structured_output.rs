//! Answers that have the shape of a definition: read from text, from a forced tool, and while they
//! arrive.

use serde_json::{Value, json};
use tool_core::Tool;
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::Api;

/// A recipe.
#[derive(Debug, PartialEq, Tool)]
#[tool(partial(Debug, PartialEq))]
struct Recipe {
    title: String,
    minutes: u32,
}

fn answer(api: Api, body: &Value) -> Answer {
    Answer::from_body(api, &body.to_string()).expect("an answer")
}

/// Bodies with this text, one for each API that has a format for answers.
fn with_text(text: &str, is_cut: bool) -> Vec<(Api, Value)> {
    let reason = |done: &'static str, cut: &'static str| if is_cut { cut } else { done };
    vec![
        (
            Api::OpenAiChat,
            json!({"choices": [{"finish_reason": reason("stop", "length"), "message": {"role": "assistant", "content": text}}]}),
        ),
        (
            Api::OpenAiResponses,
            json!({"status": reason("completed", "incomplete"), "output": [
                {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": text}]}
            ], "incomplete_details": is_cut.then(|| json!({"reason": "max_output_tokens"}))}),
        ),
        (
            Api::Anthropic,
            json!({"type": "message", "stop_reason": reason("end_turn", "max_tokens"), "content": [
                {"type": "thinking", "thinking": "Soup?", "signature": "x"}, {"type": "text", "text": text}
            ]}),
        ),
        (
            Api::Gemini,
            json!({"candidates": [{"finishReason": reason("STOP", "MAX_TOKENS"), "content": {"parts": [
                {"text": "Soup?", "thought": true}, {"text": text}
            ]}}]}),
        ),
        (
            Api::GeminiInteractions,
            json!({"status": reason("completed", "incomplete"), "steps": [
                {"type": "model_output", "content": [{"type": "text", "text": text}]}
            ]}),
        ),
        (
            Api::Bedrock,
            json!({"stopReason": reason("end_turn", "max_tokens"), "output": {"message": {"content": [{"text": text}]}}}),
        ),
        (
            Api::Ollama,
            json!({"done": true, "done_reason": reason("stop", "length"), "message": {"content": text}}),
        ),
        (
            Api::Cohere,
            json!({"finish_reason": reason("COMPLETE", "MAX_TOKENS"), "message": {"content": [{"type": "text", "text": text}]}}),
        ),
    ]
}

fn soup() -> Recipe {
    Recipe {
        title: "Soup".into(),
        minutes: 20,
    }
}

#[test]
fn the_text_of_an_answer_is_read_with_repairs() {
    let texts = [
        r#"{"title": "Soup", "minutes": 20}"#,
        r#"{"title": "Soup", "minutes": "20"}"#,
        "```json\n{\"title\": \"Soup\", \"minutes\": 20,}\n```",
        "Here it is: {\"title\": \"Soup\", \"minutes\": 20}",
    ];
    for (at, text) in texts.iter().enumerate() {
        for (api, body) in with_text(text, false) {
            let reading = answer(api, &body).read::<Recipe>();
            let reading = reading.unwrap_or_else(|error| panic!("{api:?}: {error}"));
            assert_eq!(reading.value, soup(), "{api:?}");
            assert_eq!(reading.repairs.is_empty(), at == 0, "{api:?}");
        }
    }
}

#[test]
fn an_invalid_answer_has_the_text_for_the_model() {
    for (api, body) in with_text(r#"{"title": 5}"#, false) {
        let error = answer(api, &body).read::<Recipe>();
        assert_eq!(
            error.unwrap_err().to_string(),
            "Please answer again with one JSON object. Errors: minutes: Required",
            "{api:?}",
        );
    }
}

#[test]
fn a_truncated_answer_is_rejected() {
    for (api, body) in with_text(r#"{"title": "Soup", "minutes": 2"#, true) {
        let error = answer(api, &body).read::<Recipe>();
        assert!(error.is_err(), "{api:?}");
    }
}

#[test]
fn a_forced_tool_is_read_like_text() {
    let body = json!({"choices": [{"finish_reason": "tool_calls", "message": {"content": "Gladly.",
        "tool_calls": [{"id": "1", "function": {"name": "recipe",
            "arguments": "{\"title\": \"Soup\", \"minutes\": \"20\"}"}}]}}]});
    let reading = answer(Api::OpenAiChat, &body).read::<Recipe>();
    assert_eq!(reading.expect("a recipe").value, soup());
}

#[test]
fn the_known_part_of_an_answer_shows_while_it_arrives() {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    let mut push = |text: &str| {
        let event = json!({"choices": [{"delta": {"content": text}}]});
        stream.push(&event.to_string()).expect("an event");
        let text = stream.partial_value();
        let known = text.map(tool_core::call::Partial::read::<Recipe>);
        (
            text.map(tool_core::call::Partial::to_value),
            known.unwrap_or_default(),
        )
    };
    let nothing = RecipePartial::default();
    assert_eq!(push("{\"tit"), (Some(json!({})), nothing));
    let (text, known) = push("le\": \"So");
    assert_eq!(text, Some(json!({"title": "So"})));
    assert_eq!(known, RecipePartial::default());
    let (_, known) = push("up\", \"minutes\": 2");
    assert_eq!(known.title.as_deref(), Some("Soup"));
    assert_eq!(known.minutes, None);
    let (_, known) = push("0}");
    assert_eq!(
        (known.title.as_deref(), known.minutes),
        (Some("Soup"), Some(20))
    );
}

#[test]
fn texts_about_an_answer_speak_of_no_call() {
    /// A place that a text mentions.
    #[derive(Debug, Tool)]
    #[expect(dead_code, reason = "only errors are read")]
    struct Place {
        name: String,
    }

    let describe = |content: &str| {
        let body = serde_json::json!({"done_reason": "stop", "message": {"content": content}});
        let answer = Answer::from_body(Api::Ollama, &body.to_string()).expect("an answer");
        answer
            .read::<Place>()
            .expect_err("it is refused")
            .to_string()
    };
    insta::assert_snapshot!(describe("Oslo is a place."), @r#"Please answer again with one JSON object. Errors: the answer is not valid JSON: expected a JSON object such as {"name": ..}"#);
    insta::assert_snapshot!(describe(r#"{"name": 5.5e1, "other": 1}"#), @"Please answer again with one JSON object. Errors: other: unknown key");
    insta::assert_snapshot!(describe(r#"{"name": "Oslo"} {"name": "Bergen"}"#), @"Please answer again with one JSON object. Errors: several objects were sent; send one");
    insta::assert_snapshot!(describe("{}"), @"Please answer again with one JSON object. Errors: name: Required (the object is empty)");
}
