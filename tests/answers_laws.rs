//! Laws of answers and results, on generated answers of every API.

use examples::answers::{APIS, AnswerContent};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use tool_core::answer::{Answer, CallResult};
use tool_core::call::Api;

fn json_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~é\n]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z]{1,5}", inner, 0..4)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn arguments() -> impl Strategy<Value = Value> {
    let entries = prop::collection::btree_map("[a-z]{1,5}", json_value(), 0..4);
    entries.prop_map(|entries| Value::Object(entries.into_iter().collect::<Map<_, _>>()))
}

fn content() -> impl Strategy<Value = AnswerContent> {
    let name = prop::sample::select(vec!["read_file", "write_file", "bash"]);
    let calls = prop::collection::vec((name, arguments()), 0..5);
    let texts = ("[ -~\n]{1,20}", "[ -~é\n]{1,20}");
    (texts, calls, any::<bool>()).prop_map(|((thought, text), calls, is_cut)| AnswerContent {
        thought,
        text,
        calls: calls
            .into_iter()
            .enumerate()
            .map(|(at, (name, arguments))| (format!("id_{at}"), name.to_owned(), arguments))
            .collect(),
        is_cut,
    })
}

fn result() -> impl Strategy<Value = CallResult> {
    prop_oneof![
        "[ -~\n]{0,20}".prop_map(CallResult::text),
        "[ -~\n]{1,20}".prop_map(CallResult::error),
        json_value().prop_map(CallResult::json),
        Just(CallResult::text("a picture").and_image("image/png", "aGk=")),
    ]
}

/// Returns the object with the result of each call, in order.
fn answered(api: Api, messages: &[Value]) -> Vec<Value> {
    let inner = |list: &str, key: Option<&str>| {
        let parts = messages.iter().flat_map(|message| {
            let parts = message[list].as_array().cloned();
            parts.expect("a list of parts")
        });
        let parts = parts.map(|part| key.map_or(part.clone(), |key| part[key].clone()));
        parts.collect()
    };
    match api {
        Api::Anthropic => inner("content", None),
        Api::Bedrock => inner("content", Some("toolResult")),
        Api::Gemini => inner("parts", Some("functionResponse")),
        _ => messages.to_vec(),
    }
}

/// Returns all scalars and empty containers with the key that leads to them.
fn leaves(key: &str, value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(object) if !object.is_empty() => {
            for (key, value) in object {
                leaves(key, value, found);
            }
        }
        Value::Array(array) if !array.is_empty() => {
            for value in array {
                leaves(key, value, found);
            }
        }
        _ => found.push(format!("{key}: {value}")),
    }
}

proptest! {
    #[test]
    fn each_call_is_answered_once_and_in_order(
        content in content(),
        results in prop::collection::vec(result(), 5),
    ) {
        for api in APIS {
            if content.calls.is_empty() {
                // The provider reports calls, but sent none, so a call was lost.
                continue;
            }
            let answer = Answer::from_body(api, &content.body(api).to_string())
                .expect("an answer");
            let mut names: Vec<_> = answer.calls.iter().map(|call| call.name.as_str()).collect();
            names.extend(answer.dropped.iter().map(|dropped| dropped.name.as_str()));
            let sent: Vec<_> = content.calls.iter().map(|(_, name, _)| name.as_str()).collect();
            prop_assert_eq!(&names, &sent, "{:?}", api);
            // Only the last call can be cut off.
            prop_assert!(answer.dropped.len() <= usize::from(content.is_cut), "{:?}", api);

            let taken = results.iter().take(answer.calls.len()).cloned();
            let messages = answer.results(taken).expect("as many results as calls");
            let found = answered(api, &messages);
            prop_assert_eq!(found.len(), content.calls.len(), "{:?}: {:?}", api, messages);
            for (found, (id, name, _)) in found.iter().zip(&content.calls) {
                let keys = ["tool_use_id", "toolUseId", "tool_call_id", "call_id"];
                if let Some(sent) = keys.iter().find_map(|key| found.get(key)) { prop_assert_eq!(sent, id, "{:?}", api) } else {
                    let sent = found.get("name").or(found.get("tool_name"));
                    prop_assert_eq!(sent, Some(&json!(name)), "{:?}", api);
                }
            }
        }
    }

    #[test]
    fn the_turn_contains_only_what_the_api_sent(content in content()) {
        for api in APIS {
            let body = content.body(api);
            let answer = Answer::from_body(api, &body.to_string()).expect("an answer");
            let (mut sent, mut echoed) = (Vec::new(), Vec::new());
            leaves("", &body, &mut sent);
            leaves("", &Value::from(answer.turn().to_vec()), &mut echoed);
            for leaf in echoed {
                let at = sent.iter().position(|of| *of == leaf);
                prop_assert!(at.is_some(), "{:?} did not send {}", api, leaf);
                at.map(|at| sent.swap_remove(at));
            }
        }
    }

    #[test]
    fn the_turn_repeats_each_thought_text_and_call(content in content()) {
        for api in APIS {
            let body = content.body(api);
            let answer = Answer::from_body(api, &body.to_string()).expect("an answer");
            let turn = Value::from(answer.turn().to_vec()).to_string();
            let text = json!(content.text).to_string();
            // Anthropic and Bedrock reject blank text.
            let is_rejected = content.text.trim().is_empty()
                && matches!(api, Api::Anthropic | Api::Bedrock);
            prop_assert!(is_rejected || turn.contains(&text), "{:?}: {} lacks {}", api, turn, text);
            for signature in ["EqQB", "RXFRQg==", "gAAA"] {
                let sent = body.to_string().matches(signature).count();
                prop_assert_eq!(turn.matches(signature).count(), sent, "{:?}", api);
            }
        }
    }
}
