//! Bodies and streams that break the rules of their API, and streams with one fault.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::shared_rows;
use tool_core::answer::{Answer, AnswerError, AnswerStream, CallResult};
use tool_core::call::Api;

/// Rows whose answer differs from the row, each with the reason.
const DIFFERENCES: [(&str, &str); 0] = [];

#[test]
fn reads_hostile_answers_as_expected() {
    let Some(rows) = shared_rows("hostile_answers.jsonl") else {
        return;
    };
    let mut different = BTreeSet::new();
    for row in &rows {
        let id = row["id"].as_str().expect("an id");
        for size in [usize::MAX, 7, 1] {
            if let Some(found) = find_difference(row, size) {
                println!("{id} in pieces of {size}: {found}");
                different.insert(id);
            }
        }
    }
    let known: BTreeSet<_> = DIFFERENCES.iter().map(|(id, _)| *id).collect();
    assert_eq!(different, known, "of {} rows", rows.len());
}

/// Returns the first member of `expect` that the answer lacks.
fn find_difference(row: &Value, size: usize) -> Option<String> {
    let expected = &row["expect"];
    let answer = match (read(row, size), expected["error"].as_str()) {
        (Ok(answer), None) => answer,
        (Ok(_), Some(error)) => return Some(format!("expected the error {error:?}")),
        (Err(error), None) => return Some(error.to_string()),
        (Err(error), Some(text)) => {
            let says = error.to_string().contains(text);
            return (!says).then(|| error.to_string());
        }
    };
    let calls: Vec<Value> = answer
        .calls
        .iter()
        .map(|call| {
            let raw = if call.raw.trim().is_empty() {
                "{}"
            } else {
                &call.raw
            };
            json!([
                call.name,
                serde_json::from_str::<Value>(raw).unwrap_or_else(|_| raw.into())
            ])
        })
        .collect();
    let mut names: Vec<_> = answer.calls.iter().map(|call| call.name.as_str()).collect();
    names.sort_unstable();
    let usage = &answer.usage;
    let found = json!({
        "calls": calls,
        "callset": names,
        "n": answer.calls.len(),
        "dropped": answer.dropped.len(),
        "builtin": answer.builtin_calls.len(),
        "text": answer.text,
        "reasoning": answer.reasoning,
        "stop": answer.stop.as_str(),
        "usage": {"input": usage.input, "output": usage.output, "cache_read": usage.cache_read},
    });
    for (key, value) in expected.as_object().expect("an object") {
        let is_same = match (key.as_str(), value) {
            ("stop", Value::Null) => true,
            ("usage", Value::Object(parts)) => parts
                .iter()
                .all(|(part, value)| found["usage"][part] == *value),
            _ => found[key] == *value,
        };
        if !is_same {
            return Some(format!("{key}: expected {value}, got {}", found[key]));
        }
    }
    check_agreement(&answer)
}

fn read(row: &Value, size: usize) -> Result<Answer, AnswerError> {
    let api: Api = row["api"]
        .as_str()
        .expect("an api")
        .parse()
        .expect("an api");
    if let Some(events) = row["events"].as_array() {
        let mut stream = AnswerStream::new(api);
        for event in events {
            stream.push(&event.to_string()).expect("an event");
        }
        return stream.finish();
    }
    let body = row["body"].as_str().expect("a body");
    if row["op"] == "body" {
        return Answer::from_body(api, body);
    }
    let mut stream = AnswerStream::new(api);
    for piece in body.as_bytes().chunks(size.min(body.len().max(1))) {
        let _ = stream.push_bytes(piece);
    }
    stream.finish()
}

/// Returns a difference between the calls, the turn and the results.
fn check_agreement(answer: &Answer) -> Option<String> {
    let results = answer.calls.iter().enumerate();
    let results = results.map(|(at, _)| CallResult::text(format!("result {at}")));
    let messages = Value::from(answer.results(results).expect("a result for each call"));
    let text = messages.to_string();
    (0..answer.calls.len()).find_map(|at| {
        let count = text.matches(&format!("result {at}")).count();
        (count != 1).then(|| format!("result {at} is sent {count} times: {text}"))
    })
}

/// In each row, the two readers of calls and of the turn once disagreed.
#[test]
fn calls_and_turn_of_streams_with_one_fault_agree() {
    let Some(rows) = shared_rows("answers_two_machines.jsonl") else {
        return;
    };
    for row in rows {
        let id = &row["id"];
        let answer = read(&row, 1).expect("an answer");
        assert_eq!(answer.calls.len(), 1, "{id}: {answer:?}");
        assert!(answer.dropped.is_empty(), "{id}: {answer:?}");
        let call = &answer.calls[0];
        assert_eq!((call.id.as_deref(), &*call.name), (Some("c1"), "a"), "{id}");
        let arguments: Value = serde_json::from_str(&call.raw).expect("JSON");
        assert_eq!(arguments, json!({"x": 1}), "{id}");
        let turn = Value::from(answer.turn().to_vec()).to_string();
        assert_eq!(turn.matches("c1").count(), 1, "{id}: {turn}");
        assert_eq!(check_agreement(&answer), None, "{id}");
    }
}
