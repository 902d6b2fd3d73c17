//! Law 13 on generated streams of all APIs, also interleaved and truncated ones: under any single
//! fault, each returned call has exactly the arguments that were sent for it, is in the turn once and
//! gets one result.
//!
//! No reader can see some faults. An API without sequence numbers does not show that a piece was lost
//! or repeated: `1` twice in `{"n": 11}` are two pieces. Gemini's pieces of a call have no ID, so a
//! piece that moves to another call belongs to that call. The tests of these faults check only the
//! turn and the results.

use std::collections::HashSet;

use examples::answers::APIS;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};
use tests::{SentCall, SentEnd, SentEvent, check_answer, check_readable, write_events};
use tool_core::answer::{Answer, AnswerStream};
use tool_core::call::{Api, Assembler, Calls};

/// The faults of one stream. 256 cases have 13 kinds of streams with 12 faults each: 39,936
/// streams.
const FAULTS: usize = 12;

/// Members that identify a call, an item or a block.
const KEYS: [&str; 8] = [
    "index",
    "output_index",
    "contentBlockIndex",
    "id",
    "item_id",
    "call_id",
    "tool_call_id",
    "toolUseId",
];

/// Members with the type of an event.
const TYPES: [&str; 2] = ["type", "event_type"];

/// Calls with names that differ, so that each returned call shows which one it is.
fn calls() -> impl Strategy<Value = Vec<SentCall>> {
    let raw = prop_oneof![
        any::<(String, i32)>().prop_map(|(text, n)| json!({"a": text, "b": [{}, n]}).to_string()),
        any::<[i16; 3]>().prop_map(|n| json!({"n": n, "inside": {"of": [true, null]}}).to_string()),
        "[a-z{}\": ]{0,12}".prop_map(|text| json!({"text": text}).to_string()),
        Just("{}".to_owned()),
    ];
    prop::collection::vec(raw, 1..4).prop_map(|raws| {
        let calls = raws.iter().enumerate();
        let names = ["alpha", "beta", "gamma"];
        calls
            .map(|(at, raw)| SentCall::new(at, names[at], raw))
            .collect()
    })
}

/// A fault at one event.
#[derive(Clone, Debug)]
enum Fault {
    Lost,
    Repeated(Index),
    Moved(Index),
    /// A member that identifies something has this value.
    Key(Index, Value),
    /// The type of the event has this value.
    Type(Value),
    /// The type of the event is that of another event.
    TypeOf(Index),
    /// The text of the event ends early, so it is not JSON.
    Broken(Index),
    /// A member of the event is an object or a list, and has this value instead.
    Shape(Index, Value),
    /// A member of the event is there twice, and the first or the second one has this value.
    Twice(Index, Value, bool),
    /// Another report of a call has this name or these arguments.
    Report(Index, Value),
    /// The whole stream is sent again.
    Again,
}

/// How the pieces of a chat show their call. Compatible servers leave out some of the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keys {
    /// An index in each piece, and an ID in the first one.
    Index,
    /// The index 0 in each piece, and an ID in the first one.
    Zero,
    /// An ID in the first piece.
    Start,
    /// An ID in each piece.
    Id,
    /// An index and an ID in each piece.
    Both,
}

impl Keys {
    /// Returns the keys of the servers of an API.
    fn of(api: Api) -> &'static [Self] {
        match api {
            Api::OpenAiChat => &[Self::Index, Self::Zero, Self::Start, Self::Id, Self::Both],
            _ => &[Self::Index],
        }
    }

    /// Returns whether each piece shows its call. Otherwise, a fault may leave arguments of two calls
    /// in one, which are not JSON: the reader rejects them.
    fn are_in_each_piece(self) -> bool {
        !matches!(self, Self::Zero | Self::Start)
    }

    /// Changes the keys in an event of a chat.
    fn set(self, event: &mut Value, calls: &[SentCall]) {
        let Some(call) = event.pointer_mut("/choices/0/delta/tool_calls/0") else {
            return;
        };
        let number = call["index"]
            .as_u64()
            .and_then(|number| usize::try_from(number).ok());
        let sent = number.and_then(|number| calls.get(number));
        if let Some(sent) = sent.filter(|_| matches!(self, Self::Id | Self::Both)) {
            call["id"] = json!(sent.id);
        }
        match self {
            Self::Index | Self::Both => {}
            Self::Zero => call["index"] = json!(0),
            Self::Start | Self::Id => {
                call.as_object_mut().expect("a call").remove("index");
            }
        }
    }
}

fn fault() -> impl Strategy<Value = (Index, Fault)> {
    let key = prop::sample::select(vec![
        json!(null),
        json!(0),
        json!(1),
        json!(2),
        json!(7),
        json!("c0"),
        json!("f1"),
        json!("other"),
        json!(""),
    ]);
    let fault = prop_oneof![
        Just(Fault::Lost),
        any::<Index>().prop_map(Fault::Repeated),
        any::<Index>().prop_map(Fault::Moved),
        (any::<Index>(), key).prop_map(|(at, value)| Fault::Key(at, value)),
        prop::sample::select(vec![json!(null), json!(7), json!("new")]).prop_map(Fault::Type),
        any::<Index>().prop_map(Fault::TypeOf),
        any::<Index>().prop_map(Fault::Broken),
        (any::<Index>(), other_value()).prop_map(|(of, value)| Fault::Shape(of, value)),
        (any::<Index>(), other_value(), any::<bool>())
            .prop_map(|(of, value, is_first)| Fault::Twice(of, value, is_first)),
        (any::<Index>(), other_report()).prop_map(|(of, value)| Fault::Report(of, value)),
        Just(Fault::Again),
    ];
    (any::<Index>(), fault)
}

fn other_value() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!(null),
        json!(7),
        json!("x"),
        json!(["x"]),
        json!({}),
        json!({"note": "x"}),
    ])
}

fn other_report() -> impl Strategy<Value = Value> {
    prop::sample::select(vec![
        json!("beta"),
        json!("new"),
        json!("[]"),
        json!("5"),
        json!("{}"),
        json!("{\"a\":1}"),
    ])
}

/// Returns the pointers to members, without those inside arguments.
fn list_members(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let at = format!("{at}/{key}");
                found.push(at.clone());
                if !matches!(key.as_str(), "args" | "arguments" | "input") {
                    list_members(value, &at, found);
                }
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                list_members(item, &format!("{at}/{number}"), found);
            }
        }
        _ => {}
    }
}

/// Returns the pointer to one of the members of an event.
fn select(event: &Value, of: Index, is_wanted: impl Fn(&str, &Value) -> bool) -> Option<String> {
    let mut members = Vec::new();
    list_members(event, "", &mut members);
    members.retain(|at| {
        let key = at.rsplit('/').next().expect("a key");
        is_wanted(key, event.pointer(at).expect("a member"))
    });
    (!members.is_empty()).then(|| of.get(&members).clone())
}

/// Returns the pointers to members that identify something.
fn list_keys(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                let at = format!("{at}/{key}");
                if KEYS.contains(&key.as_str()) {
                    found.push(at.clone());
                }
                // The arguments are the model's.
                if !matches!(key.as_str(), "args" | "arguments" | "input") {
                    list_keys(value, &at, found);
                }
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                list_keys(item, &format!("{at}/{number}"), found);
            }
        }
        _ => {}
    }
}

/// Returns the events with the fault, and whether a reader can see it: a piece of arguments that is
/// lost, repeated or moved may leave other arguments that are whole.
fn apply(
    api: Api,
    fault: &Fault,
    at: Index,
    sent: &[SentEvent],
    pieces: usize,
) -> (Vec<Value>, bool) {
    let mut events: Vec<Value> = sent.iter().map(|event| event.json.clone()).collect();
    let at = at.index(events.len());
    let is_piece = sent[at].is_piece;
    match fault {
        Fault::Lost => {
            events.remove(at);
            (events, !is_piece)
        }
        Fault::Repeated(to) => {
            let to = at + to.index(events.len() - at);
            events.insert(to, events[at].clone());
            (events, !is_piece || pieces == 1)
        }
        Fault::Moved(to) => {
            let event = events.remove(at);
            events.insert(to.index(events.len() + 1), event);
            (events, !is_piece || pieces == 1)
        }
        Fault::Key(of, value) => {
            let mut keys = Vec::new();
            list_keys(&events[at], "", &mut keys);
            let Some(key) = (!keys.is_empty()).then(|| of.get(&keys)) else {
                return (events, true);
            };
            let place = events[at].pointer_mut(key).expect("a member");
            if place.is_number() == value.is_number() || value.is_null() {
                *place = value.clone();
            }
            // A piece of a text that goes to another text of the same kind leaves both whole.
            (events, !is_piece || pieces == 1)
        }
        Fault::Type(value) => {
            for key in TYPES {
                if let Some(kind) = events[at].get_mut(key) {
                    *kind = value.clone();
                }
            }
            (events, true)
        }
        Fault::TypeOf(of) => {
            let other = of.get(&events).clone();
            for key in TYPES {
                if let (Some(kind), Some(other)) = (events[at].get_mut(key), other.get(key)) {
                    *kind = other.clone();
                }
            }
            (events, true)
        }
        Fault::Broken(end) => {
            let text = events[at].to_string();
            let ends: Vec<_> = text.char_indices().map(|(at, _)| at).skip(1).collect();
            events[at] = json!(text[..*end.get(&ends)]);
            (events, true)
        }
        Fault::Shape(of, value) => {
            let is_holder = |key: &str, member: &Value| {
                let is_arguments = matches!(key, "args" | "arguments" | "input");
                !is_arguments && (member.is_object() || member.is_array())
            };
            if let Some(place) = select(&events[at], *of, is_holder) {
                *events[at].pointer_mut(&place).expect("a member") = value.clone();
            }
            (events, !is_piece)
        }
        Fault::Twice(of, value, is_first) => {
            let Some(place) = select(&events[at], *of, |_, _| true) else {
                return (events, true);
            };
            let key = place.rsplit('/').next().expect("a key");
            let member = events[at].pointer_mut(&place).expect("a member");
            let known = std::mem::replace(member, json!("\u{1}"));
            let once = format!("\"{key}\":{}", json!("\u{1}"));
            let [first, second] = if *is_first {
                [value, &known]
            } else {
                [&known, value]
            };
            let twice = format!("\"{key}\":{first},\"{key}\":{second}");
            let text = events[at].to_string();
            assert!(text.contains(&once), "{text}");
            events[at] = json!(text.replace(&once, &twice));
            (events, true)
        }
        Fault::Report(of, value) => {
            // Other APIs send the name and the arguments once.
            let is_report = |key: &str, _: &Value| matches!(key, "name" | "arguments" | "delta");
            if api == Api::OpenAiResponses
                && let Some(place) = select(&events[at], *of, is_report)
            {
                *events[at].pointer_mut(&place).expect("a member") = value.clone();
            }
            (events, true)
        }
        Fault::Again => {
            events = [&events[..], &events[..]].concat();
            (events, true)
        }
    }
}

/// Reads the answer and the calls of a stream. A broken event, or one with a member twice, is a text.
fn read(api: Api, events: &[Value]) -> (Option<Answer>, Calls) {
    let (mut stream, mut assembler) = (AnswerStream::new(api), Assembler::new(api));
    for event in events {
        let text = event.as_str().map_or(event.to_string(), str::to_owned);
        let is_broken = serde_json::from_str::<Map<String, Value>>(&text).is_err();
        assert_eq!(stream.push(&text).is_err(), is_broken, "{text}");
        assert_eq!(assembler.push(&text).is_err(), is_broken, "{text}");
    }
    (stream.finish().ok(), assembler.finish())
}

/// The answer and the calls of one stream agree, and each call has an ID of its own.
fn check_agreement(answer: &Answer, found: &Calls) -> Result<(), String> {
    if answer.calls != found.calls {
        return Err(format!("{:?} and {:?}", answer.calls, found.calls));
    }
    let ids: Vec<_> = answer
        .calls
        .iter()
        .filter_map(|call| call.id.as_ref())
        .collect();
    if ids.iter().collect::<HashSet<_>>().len() < ids.len() {
        return Err(format!("two calls have one ID: {ids:?}"));
    }
    Ok(())
}

proptest! {
    #[test]
    fn a_mutated_stream_returns_no_other_call(
        calls in calls(), pieces in 1_usize..5, alternate: bool,
        end in prop::sample::select(SentEnd::ALL.to_vec()),
        faults in prop::collection::vec(fault(), FAULTS),
    ) {
        let kinds = APIS.into_iter().flat_map(|api| Keys::of(api).iter().map(move |keys| (api, *keys)));
        for (api, keys) in kinds {
            // Without a key in each piece, no server lets the pieces of calls alternate.
            let alternate = alternate && keys.are_in_each_piece();
            let mut events = write_events(api, &calls, pieces, alternate, end);
            for event in &mut events {
                keys.set(&mut event.json, &calls);
            }
            for (at, fault) in &faults {
                let (events, is_seen) = apply(api, fault, *at, &events, pieces);
                let (Some(answer), found) = read(api, &events) else {
                    continue;
                };
                // SGLang numbers the first piece of a call by its tool, and the others by the call. An
                // interleaved stream of a chat with a moved piece may be exactly such a stream.
                let is_moved = matches!(fault, Fault::Moved(_));
                let is_of_sglang = api == Api::OpenAiChat && alternate && is_moved;
                // The name may arrive in pieces, so two starts with one ID have one name, which no tool
                // has.
                let has_name = |name: &str| calls.iter().any(|call| call.name == name);
                let is_joined = !answer.calls.iter().all(|call| has_name(&call.name));
                let is_of_key = matches!(fault, Fault::Key(..));
                let is_unclear = is_of_sglang || is_of_key && is_joined;
                let sent = (is_seen && !is_unclear).then_some(&*calls);
                let exact = sent.filter(|_| keys.are_in_each_piece());
                let mut checked = check_answer(api, &answer, exact);
                checked = checked.and_then(|()| check_agreement(&answer, &found));
                if let Some(sent) = sent {
                    checked = checked.and_then(|()| check_readable(&answer, sent));
                }
                if let Err(error) = checked {
                    let events = Value::from(events);
                    prop_assert!(false, "{:?} {:?} {:?}: {} in {}", api, keys, fault, error, events);
                }
            }
        }
    }
}
