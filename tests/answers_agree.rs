//! Law 13 on generated answers: a stream and a body of the same answer agree, and no fault in a body
//! or a stream gives a call that was not sent.

use examples::answers::APIS;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};
use tests::{SentCall, SentEnd, check_answer, write_body, write_events};
use tool_core::Finish;
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, DropReason, Partial};

/// APIs whose bodies can have the arguments as text, so that they can be broken.
const WITH_TEXT: [Api; 7] = [
    Api::OpenAiChat,
    Api::OpenAiResponses,
    Api::Anthropic,
    Api::Bedrock,
    Api::Cohere,
    Api::GeminiInteractions,
    Api::MistralConversations,
];

/// Names and arguments of calls. The flag tells whether the arguments break off.
fn calls() -> impl Strategy<Value = Vec<SentCall>> {
    let raw = prop_oneof![
        any::<(String, i32)>().prop_map(|(text, n)| json!({"a": text, "b": [{}, n]}).to_string()),
        "[a-z]{0,12}".prop_map(|text| json!({"text": text}).to_string()),
        Just("{}".to_owned()),
    ];
    let call = ("[a-z]{1,6}", raw, prop::bool::weighted(0.2));
    prop::collection::vec(call, 1..4).prop_map(|calls| {
        let calls = calls.into_iter().enumerate();
        let write = |(at, (name, raw, is_broken)): (usize, (String, String, bool))| {
            let end = raw.len() - usize::from(is_broken);
            SentCall::new(at, &name, &raw[..end])
        };
        calls.map(write).collect()
    })
}

fn is_whole(call: &SentCall) -> bool {
    serde_json::from_str::<serde_json::Map<String, Value>>(&call.raw).is_ok()
}

fn end() -> impl Strategy<Value = SentEnd> {
    prop::sample::select(SentEnd::ALL.to_vec())
}

fn read_events(
    api: Api,
    events: &[Value],
    write: fn(&Value) -> serde_json::Result<String>,
) -> Option<Answer> {
    let mut stream = AnswerStream::new(api);
    for event in events {
        let text = write(event).expect("JSON");
        let _ = stream.push(&text);
        for call in stream.partial() {
            let _ = call.arguments.map(Partial::to_value);
        }
    }
    stream.finish().ok()
}

fn events_of(
    api: Api,
    calls: &[SentCall],
    pieces: usize,
    alternate: bool,
    end: SentEnd,
) -> Vec<Value> {
    let events = write_events(api, calls, pieces, alternate, end);
    events.into_iter().map(|event| event.json).collect()
}

/// Returns the ID, the name, the arguments and the finish of each call.
fn list_calls(answer: &Answer) -> Vec<(Option<&str>, &str, &str, Finish)> {
    let calls = answer.calls.iter();
    let calls = calls.map(|call| (call.id.as_deref(), &*call.name, &*call.raw, call.finish()));
    calls.collect()
}

/// A change of JSON at one place.
#[derive(Clone, Debug)]
enum Change {
    Remove,
    Set(Value),
    Repeat,
    Swap(Index),
    Rename,
}

fn change() -> impl Strategy<Value = Change> {
    let value = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-2_i64..9).prop_map(Value::from),
        "[a-z0-9]{0,3}".prop_map(Value::from),
        Just(json!("{\"z\": 9}")),
        Just(json!({})),
        Just(json!([])),
        Just(json!([{}])),
        Just(json!({"z": {"text": "x"}})),
    ];
    prop_oneof![
        Just(Change::Remove),
        value.prop_map(Change::Set),
        Just(Change::Repeat),
        any::<Index>().prop_map(Change::Swap),
        Just(Change::Rename),
    ]
}

/// Returns the pointers to all values below the root.
fn list_places(value: &Value, at: &str, found: &mut Vec<String>) {
    let mut add = |step: String, inside: &Value| {
        let at = format!("{at}/{step}");
        found.push(at.clone());
        list_places(inside, &at, found);
    };
    match value {
        Value::Object(object) => {
            for (key, inside) in object {
                add(key.replace('~', "~0").replace('/', "~1"), inside);
            }
        }
        Value::Array(items) => {
            for (number, inside) in items.iter().enumerate() {
                add(number.to_string(), inside);
            }
        }
        _ => {}
    }
}

/// Changes a value of the JSON. Returns its pointer.
fn apply(change: &Change, at: Index, json: &mut Value) -> Option<String> {
    let mut places = Vec::new();
    list_places(json, "", &mut places);
    if places.is_empty() {
        return None;
    }
    let place = at.get(&places).clone();
    let (above, step) = place.rsplit_once('/')?;
    match (json.pointer_mut(above)?, change) {
        (_, Change::Set(value)) => *json.pointer_mut(&place)? = value.clone(),
        (Value::Array(items), Change::Remove) => drop(items.remove(step.parse().ok()?)),
        (Value::Array(items), Change::Repeat) => {
            let number: usize = step.parse().ok()?;
            items.insert(number, items[number].clone());
        }
        (Value::Array(items), Change::Swap(other)) => {
            let number: usize = step.parse().ok()?;
            let other = other.index(items.len());
            items.swap(number, other);
        }
        (Value::Object(object), Change::Remove) => drop(object.remove(step)),
        (Value::Object(object), Change::Rename) => {
            let value = object.remove(step)?;
            object.insert(format!("{step}x"), value);
        }
        _ => return None,
    }
    Some(place)
}

/// Returns whether a change at this place changes the arguments themselves, or the name that they are
/// sent for.
fn changes_what_is_sent(place: &str, change: &Change) -> bool {
    let keys = ["/arguments", "/input", "/args", "/name"];
    let is_inside = keys.iter().any(|key| place.contains(key));
    // Without these members, the arguments of a call are absent.
    is_inside || matches!(change, Change::Set(_)) && !place.contains("index")
}

proptest! {
    /// The calls come one after the other. A stream and a body have the same calls, dropped calls and
    /// reasons.
    #[test]
    fn a_stream_and_a_body_agree(calls in calls(), pieces in 1_usize..9, end in end()) {
        for api in APIS {
            let has_word = end.word(api).is_some();
            let can_break = WITH_TEXT.contains(&api);
            if !has_word || !can_break && !calls.iter().all(is_whole) {
                continue;
            }
            let body = Answer::from_body(api, &write_body(api, &calls, end).to_string());
            let stream = read_events(api, &events_of(api, &calls, pieces, false, end), serde_json::to_string);
            let (Ok(body), Some(stream)) = (body, stream) else {
                prop_assert!(end == SentEnd::Failed, "{:?}", api);
                continue;
            };
            prop_assert_eq!(list_calls(&stream), list_calls(&body), "{:?} {:?}", api, end);
            prop_assert_eq!(&stream.dropped, &body.dropped, "{:?} {:?}", api, end);
            if api != Api::MistralConversations {
                prop_assert_eq!(&stream.stop, &body.stop, "{:?} {:?}", api, end);
            }
            for answer in [&stream, &body] {
                let sent = calls.iter().all(is_whole).then_some(&*calls);
                let checked = check_answer(api, answer, sent);
                prop_assert!(checked.is_ok(), "{:?} {:?} {:?}", api, checked, answer);
            }
        }
    }

    /// The pieces of several calls alternate. A stream of whole calls is the same as its body. If a
    /// call is broken, a piece of it may be in another call: the two forms cannot agree, because a
    /// body has no pieces. The stream then returns calls of the body only, and drops the others.
    #[test]
    fn a_stream_with_alternating_pieces_agrees_as_far_as_it_can(
        calls in calls(), pieces in 1_usize..9, end in end(),
    ) {
        for api in APIS {
            let can_break = WITH_TEXT.contains(&api);
            if end.word(api).is_none() || !can_break && !calls.iter().all(is_whole) {
                continue;
            }
            let body = Answer::from_body(api, &write_body(api, &calls, end).to_string());
            let stream = read_events(api, &events_of(api, &calls, pieces, true, end), serde_json::to_string);
            let (Ok(body), Some(stream)) = (body, stream) else {
                prop_assert!(end == SentEnd::Failed, "{:?}", api);
                continue;
            };
            let count = |answer: &Answer| answer.calls.len() + answer.dropped.len();
            prop_assert_eq!(count(&stream), calls.len(), "{:?} {:?}", api, stream);
            prop_assert_eq!(count(&body), calls.len(), "{:?} {:?}", api, body);
            if calls.iter().all(is_whole) {
                prop_assert_eq!(list_calls(&stream), list_calls(&body), "{:?} {:?}", api, end);
                prop_assert_eq!(&stream.dropped, &body.dropped, "{:?} {:?}", api, end);
                continue;
            }
            let of_body = list_calls(&body);
            for call in list_calls(&stream) {
                prop_assert!(of_body.contains(&call), "{:?} {:?} {:?}", api, call, body);
            }
            for dropped in &stream.dropped {
                let is_known = body.dropped.contains(dropped);
                prop_assert!(is_known || dropped.reason == DropReason::Inconsistent, "{:?} {:?} {:?}", api, dropped, body);
            }
        }
    }

    /// One or two changes at any place of a body: each returned call is in the turn once and gets one
    /// result. With one change, each call was sent.
    #[test]
    fn a_changed_body_returns_no_other_call(
        calls in calls(), end in end(),
        changes in prop::collection::vec((any::<Index>(), change()), 1..3),
    ) {
        for api in APIS {
            let mut body = write_body(api, &calls, end);
            // If a repeated call has also lost its ID, it looks like a second call.
            let mut is_seen = changes.len() == 1 && calls.iter().all(is_whole);
            for (at, change) in &changes {
                let place = apply(change, *at, &mut body);
                is_seen &= place.is_none_or(|place| !changes_what_is_sent(&place, change));
            }
            // With white space, which no reader of JSON keeps.
            let text = serde_json::to_string_pretty(&body).expect("JSON");
            let Ok(answer) = Answer::from_body(api, &text) else {
                continue;
            };
            let sent = is_seen.then_some(&*calls);
            if let Err(error) = check_answer(api, &answer, sent) {
                prop_assert!(false, "{:?}: {} in {}", api, error, body);
            }
        }
    }

    /// Events of one or two answers in any order, with changes at any place: the calls, the turn and
    /// the results agree.
    #[test]
    fn random_events_keep_calls_and_turn_together(
        calls in calls(), others in calls(), pieces in 1_usize..4, end in end(),
        order in prop::collection::vec(any::<Index>(), 0..24),
        changes in prop::collection::vec((any::<Index>(), any::<Index>(), change()), 0..4),
    ) {
        for api in APIS {
            let mut known = events_of(api, &calls, pieces, true, end);
            known.extend(events_of(api, &others, pieces, false, SentEnd::Normal));
            let mut events: Vec<Value> = order.iter().map(|at| at.get(&known).clone()).collect();
            for (event, at, change) in &changes {
                if !events.is_empty() {
                    let event = event.index(events.len());
                    apply(change, *at, &mut events[event]);
                }
            }
            let Some(answer) = read_events(api, &events, serde_json::to_string_pretty) else {
                continue;
            };
            if let Err(error) = check_answer(api, &answer, None) {
                prop_assert!(false, "{:?}: {} in {}", api, error, Value::from(events));
            }
        }
    }
}
