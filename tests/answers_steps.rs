//! Steps of Gemini Interactions, candidates of Gemini, entries of Mistral Conversations.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, StopReason};
use tool_core::call::Api;

fn from_body(api: Api, body: &Value) -> Answer {
    Answer::from_body(api, &body.to_string()).expect("an answer")
}

fn stream(api: Api, events: &[Value]) -> AnswerStream {
    let mut stream = AnswerStream::new(api);
    for event in events {
        stream.push(&event.to_string()).expect("an event");
    }
    stream
}

fn from_events(api: Api, events: &[Value]) -> Answer {
    stream(api, events).finish().expect("an answer")
}

fn call() -> Value {
    json!({"type": "function_call", "id": "f1", "name": "wait", "arguments": {"s": 5}})
}

/// A stored interaction also has the calls and the results of earlier requests.
#[test]
fn a_call_with_its_result_is_not_a_call_to_run() {
    let body = json!({"status": "completed", "steps": [
        {"type": "user_input", "content": [{"type": "text", "text": "Wait."}]},
        call(),
        {"type": "function_result", "call_id": "f1", "result": "done"},
        {"type": "model_output", "content": [{"type": "text", "text": "I did."}]},
    ]});
    let answer = from_body(Api::GeminiInteractions, &body);
    assert_eq!(
        (answer.stop.clone(), answer.calls.len()),
        (StopReason::Done, 0)
    );
    assert!(answer.results([]).expect("no result").is_empty());
}

/// Agents report their status while they work.
#[test]
fn a_status_update_may_end_an_interaction() {
    let update = |status: &str| {
        json!({"event_type": "interaction.status_update", "interaction_id": "i1",
            "status": status})
    };
    let begin = [
        update("in_progress"),
        json!({"event_type": "step.start", "index": 0, "step": call()}),
        json!({"event_type": "step.stop", "index": 0}),
    ];
    for (status, stop, calls) in [
        ("requires_action", "tool_calls", 1),
        ("requires_continuation", "paused", 1),
        ("budget_exceeded", "truncated", 0),
        ("failed", "error", 0),
        // The end of the interaction is missing, and the API closes the arguments.
        ("in_progress", "disconnected", 0),
    ] {
        let mut events = begin.to_vec();
        events.push(update(status));
        let answer = from_events(Api::GeminiInteractions, &events);
        assert_eq!(
            (answer.stop.as_str(), answer.calls.len()),
            (stop, calls),
            "{status}"
        );
    }
}

#[test]
fn steps_that_arrive_only_at_the_end_are_read() {
    let interaction = json!({"id": "i1", "status": "requires_action", "steps": [call()],
        "usage": {"total_input_tokens": 3}});
    let events = [
        json!({"event_type": "interaction.created", "interaction": {"id": "i1"}}),
        json!({"event_type": "interaction.completed", "interaction": interaction}),
    ];
    let answer = from_events(Api::GeminiInteractions, &events);
    assert_eq!(
        (&*answer.calls[0].name, answer.usage.input),
        ("wait", Some(3))
    );
    assert_eq!(answer.turn(), [call()]);
}

/// The API sent `outputs` before June 2026. The turn has the form that the API requires now.
#[test]
fn outputs_of_older_answers_are_read_as_steps() {
    let thought = json!({"type": "thought", "signature": "s1"});
    let text = json!({"type": "text", "text": "I wait."});
    let message = json!({"type": "model_output", "content": [text]});
    let body = json!({"status": "requires_action", "outputs": [thought, text, call()]});
    let events = [
        json!({"event_type": "interaction.start", "interaction": {"status": "in_progress"}}),
        json!({"event_type": "content.start", "index": 0, "content": {"type": "thought"}}),
        json!({"event_type": "content.delta", "index": 0,
            "delta": {"type": "thought_signature", "signature": "s1"}}),
        json!({"event_type": "content.stop", "index": 0}),
        json!({"event_type": "content.start", "index": 1, "content": {"type": "text"}}),
        json!({"event_type": "content.delta", "index": 1,
            "delta": {"type": "text", "text": "I wait."}}),
        json!({"event_type": "content.stop", "index": 1}),
        json!({"event_type": "content.delta", "index": 2, "delta": call()}),
        json!({"event_type": "content.stop", "index": 2}),
        json!({"event_type": "interaction.complete", "interaction": {"status": "requires_action"}}),
    ];
    for answer in [
        from_body(Api::GeminiInteractions, &body),
        from_events(Api::GeminiInteractions, &events),
    ] {
        let [read] = &answer.calls[..] else {
            panic!("one call: {answer:#?}");
        };
        assert_eq!((read.id.as_deref(), &*read.name), (Some("f1"), "wait"));
        assert_eq!(
            (&*answer.text, &answer.stop),
            ("I wait.", &StopReason::ToolCalls)
        );
        assert_eq!(answer.turn(), [thought.clone(), message.clone(), call()]);
    }
    // The stream breaks off inside the text.
    assert!(
        from_events(Api::GeminiInteractions, &events[..6])
            .calls
            .is_empty()
    );
}

#[test]
fn steps_override_the_outputs_of_the_same_answer() {
    let body = json!({"status": "requires_action", "steps": [call()], "outputs": [call()]});
    let answer = from_body(Api::GeminiInteractions, &body);
    assert_eq!((answer.calls.len(), answer.turn()), (1, &[call()][..]));
}

#[test]
fn the_start_of_an_older_content_may_have_the_whole_call() {
    let start = json!({"event_type": "content.start", "index": 0, "content": call()});
    let delta = json!({"event_type": "content.delta", "index": 0, "delta": call()});
    let stop = json!({"event_type": "content.stop", "index": 0});
    let end = json!({"event_type": "interaction.complete",
        "interaction": {"status": "requires_action"}});
    for events in [
        vec![start.clone(), stop.clone(), end.clone()],
        vec![start, delta, stop, end],
    ] {
        let answer = from_events(Api::GeminiInteractions, &events);
        assert_eq!((answer.calls.len(), answer.turn()), (1, &[call()][..]));
    }
}

#[test]
fn responses_of_code_assist_are_in_a_member() {
    let part = |part: Value| json!({"candidates": [{"content": {"parts": [part]}}]});
    let events = [
        part(json!({"text": "I wait."})),
        part(json!({"functionCall": {"name": "wait", "args": {"s": 5}}})),
        json!({"candidates": [{"finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 3}}),
    ];
    let wrapped = events.map(|event| json!({"response": event, "traceId": "t1"}));
    let answer = from_events(Api::Gemini, &wrapped);
    assert_eq!((&*answer.text, &*answer.calls[0].name), ("I wait.", "wait"));
    assert_eq!(
        (&answer.stop, answer.usage.input),
        (&StopReason::ToolCalls, Some(3))
    );
}

/// A request with a part of a step of the server is invalid.
#[test]
fn a_truncated_server_step_is_omitted_from_the_turn() {
    let search = json!({"type": "google_search_call", "id": "s1"});
    let events = [
        json!({"event_type": "step.start", "index": 0, "step": call()}),
        json!({"event_type": "step.stop", "index": 0}),
        json!({"event_type": "step.start", "index": 1, "step": search}),
    ];
    assert_eq!(
        from_events(Api::GeminiInteractions, &events).turn(),
        [call()]
    );
}

#[test]
fn the_error_of_a_failed_step_is_an_error() {
    let body = json!({"status": "failed", "steps": [
        {"type": "model_output", "error": {"code": 13, "message": "internal"}}]});
    let error = Answer::from_body(Api::GeminiInteractions, &body.to_string());
    assert_eq!(
        error.expect_err("an error").to_string(),
        "the provider reported an error: internal"
    );
}

/// The API could not parse the call, so it is in no turn. The model must still learn of it.
#[test]
fn a_malformed_call_of_gemini_is_reported_to_the_model() {
    let candidate = json!({"finishReason": "MALFORMED_FUNCTION_CALL",
        "finishMessage": "Malformed function call: print(wait(5))"});
    let body = json!({"candidates": [candidate]});
    let whole = from_body(Api::Gemini, &body);
    for answer in [whole, from_events(Api::Gemini, &[body])] {
        assert_eq!(answer.stop, StopReason::Error);
        let text = answer.dropped[0].message();
        let expected = [json!({"role": "user", "parts": [{"text": text}]})];
        assert_eq!(answer.results([]).expect("no result"), expected);
        assert_eq!(answer.retry("Again.")[0]["parts"][0]["text"], "Again.");
    }
}

#[test]
fn only_the_first_candidate_of_gemini_is_the_answer() {
    let candidate = |index: u64| {
        let call = json!({"functionCall": {"name": format!("tool_{index}"), "args": {}}});
        json!({"index": index, "content": {"parts": [call]}, "finishReason": "STOP"})
    };
    let whole = from_body(
        Api::Gemini,
        &json!({"candidates": [candidate(0), candidate(1)]}),
    );
    let events = [1, 0].map(|index| json!({"candidates": [candidate(index)]}));
    for answer in [whole, from_events(Api::Gemini, &events)] {
        let names: Vec<_> = answer.calls.iter().map(|call| &*call.name).collect();
        assert_eq!(
            (names, answer.turn()[0]["parts"].as_array().map(Vec::len)),
            (vec!["tool_0"], Some(1))
        );
    }
}

#[test]
fn an_entry_of_mistral_may_have_its_arguments_as_an_object() {
    let event = json!({"type": "function.call.delta", "id": "fc_1", "tool_call_id": "c1",
        "name": "wait", "arguments": {"s": 5}});
    let answer = from_events(
        Api::MistralConversations,
        &[
            event,
            json!({"type": "conversation.response.done", "usage": {}}),
        ],
    );
    assert_eq!(answer.calls[0].raw, r#"{"s":5}"#);
    assert_eq!(answer.turn()[0]["arguments"], json!({"s": 5}));
}

/// Cohere defines the numbers of tokens as numbers with a fraction.
#[test]
fn the_usage_of_cohere_is_read() {
    let body = json!({"finish_reason": "COMPLETE", "message": {"role": "assistant"},
        "usage": {"tokens": {"input_tokens": 3.0, "output_tokens": 4}}});
    let usage = from_body(Api::Cohere, &body).usage;
    assert_eq!((usage.input, usage.output), (Some(3), Some(4)));
}
