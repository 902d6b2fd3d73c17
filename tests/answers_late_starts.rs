//! Chats of servers whose pieces have no key of their own, or another ID each: arguments never go to
//! another call, and no call runs twice or without its arguments.

use serde_json::{Value, json};
use tool_core::answer::StopReason;
use tool_core::call::{Api, DropReason};

use crate::answers_lost::{Listed, dropped, ran, read_events};
use crate::answers_strays;

const LOST: DropReason = DropReason::Inconsistent;

/// Returns a piece of a call. An empty ID, name or text of arguments is left out.
fn piece(index: Option<u64>, id: &str, name: &str, arguments: &str) -> Value {
    let mut function = json!({});
    for (key, text) in [("name", name), ("arguments", arguments)] {
        if !text.is_empty() {
            function[key] = text.into();
        }
    }
    let mut call = json!({"function": function});
    if let Some(index) = index {
        call["index"] = index.into();
    }
    if !id.is_empty() {
        call["id"] = id.into();
    }
    json!({"choices": [{"index": 0, "delta": {"tool_calls": [call]}}]})
}

fn end(reason: &str) -> Value {
    json!({"choices": [{"index": 0, "delta": {}, "finish_reason": reason}]})
}

fn read(pieces: &[Value]) -> Listed {
    read_events(Api::OpenAiChat, &[pieces, &[end("tool_calls")]].concat())
}

const X: &str = "{\"x\":1}";
const NO_INDEX: [Option<u64>; 2] = [None, Some(0)];

#[test]
fn arguments_before_two_starts_without_keys_drop_both() {
    for index in NO_INDEX {
        let args = piece(index, "", "", X);
        let second = piece(index, "", "", "{\"y\":2}");
        let [f, g] = [("a", "f"), ("b", "g")].map(|(id, name)| piece(index, id, name, ""));
        let events = [args.clone(), g.clone(), f.clone(), second.clone()];
        assert_eq!(read(&events), dropped(&[LOST; 2]), "{index:?}");
        let halves = [piece(index, "", "", "{\"x\":"), piece(index, "", "", "1}")];
        let events = [&halves[..], &[g.clone(), f.clone(), second.clone()]].concat();
        assert_eq!(read(&events), dropped(&[LOST; 2]), "{index:?}");
        let both = ["f {\"x\":1}", "g {\"y\":2}"].map(str::to_owned);
        assert_eq!(read(&[f, args, g, second]), (both.to_vec(), vec![]));
    }
    // An index of its own shows the call.
    let events = [
        piece(Some(0), "", "", X),
        piece(Some(0), "a", "f", ""),
        piece(Some(1), "b", "g", "{}"),
    ];
    let both = ["f {\"x\":1}", "g {}"].map(str::to_owned);
    assert_eq!(read(&events), (both.to_vec(), vec![]));
}

#[test]
fn a_start_that_came_early_drops_the_calls_up_to_the_broken_one() {
    for index in NO_INDEX {
        let start = |id: &str, name: &str| piece(index, id, name, "");
        let rest = |text: &str| piece(index, "", "", text);
        let starts = [start("a", "f"), start("b", "g"), start("c", "h")];
        let rests = [rest(X), rest("{\"y\":2}"), rest("{\"z\":3}")];
        let in_order = |places: [(bool, usize); 6]| {
            places.map(|(is_start, at)| if is_start { &starts[at] } else { &rests[at] }.clone())
        };
        let moved = [
            (true, 0),
            (true, 2),
            (false, 0),
            (true, 1),
            (false, 1),
            (false, 2),
        ];
        assert_eq!(read(&in_order(moved)), dropped(&[LOST; 3]), "{index:?}");
        let all = ["f {\"x\":1}", "g {\"y\":2}", "h {\"z\":3}"].map(str::to_owned);
        let whole = [
            (true, 0),
            (false, 0),
            (true, 1),
            (false, 1),
            (true, 2),
            (false, 2),
        ];
        assert_eq!(read(&in_order(whole)), (all.to_vec(), vec![]));
    }
}

#[test]
fn an_empty_object_is_a_placeholder_only_in_the_start() {
    let with_start = [piece(Some(0), "a", "f", "{}"), piece(Some(0), "", "", X)];
    assert_eq!(read(&with_start), ran("f {\"x\":1}"));
    // The start of a second call was lost.
    let halves = [piece(Some(0), "", "", "{"), piece(Some(0), "", "", "}")];
    for empty in [&halves[..], &[piece(Some(0), "", "", "{}")]] {
        let start = [piece(Some(0), "a", "f", "")];
        let events = [&start[..], empty, &[piece(Some(0), "", "", X)]].concat();
        assert_eq!(read(&events), dropped(&[LOST]));
    }
}

#[test]
fn a_start_that_came_late_has_the_arguments_with_its_key() {
    let moved = [piece(Some(0), "a", "", X), piece(Some(0), "a", "f", "")];
    assert_eq!(read(&moved), ran("f {\"x\":1}"));
    let moved = [piece(None, "a", "", X), piece(None, "a", "f", "")];
    assert_eq!(read(&moved), ran("f {\"x\":1}"));
    // The start of the call with these arguments may be lost.
    let events = [piece(None, "", "", X), piece(None, "a", "f", "")];
    assert_eq!(read(&events), dropped(&[LOST]));
}

#[test]
fn a_new_id_in_each_piece_begins_no_call_without_arguments() {
    for index in NO_INDEX {
        let events = [
            piece(index, "a", "f", ""),
            piece(index, "b", "f", "{\"x\":"),
            piece(index, "c", "f", "1}"),
        ];
        let (calls, reasons) = read(&events);
        assert!(!calls.contains(&"f ".to_owned()), "{calls:?}");
        assert_eq!(reasons[0], LOST);
    }
    let events = [piece(Some(0), "a", "f", ""), piece(Some(0), "b", "", X)];
    assert_eq!(read(&events), ran("f {\"x\":1}"));
    // Other names are other calls, and so are other indexes.
    for (name, index) in [("g", 0), ("f", 1)] {
        let events = [
            piece(Some(0), "a", "f", ""),
            piece(Some(index), "b", name, X),
        ];
        let both = ["f ".to_owned(), format!("{name} {X}")];
        assert_eq!(read(&events), (both.to_vec(), vec![]));
    }
}

#[test]
fn arguments_with_another_id_drop_the_call_that_may_own_them() {
    let events = [piece(None, "a", "f", ""), piece(None, "b", "", X)];
    assert_eq!(read(&events), dropped(&[LOST; 2]));
    // The call has its arguments, so the others are of a call whose start was lost.
    let events = [piece(None, "a", "f", X), piece(None, "b", "", X)];
    assert_eq!(read(&events), (vec![format!("f {X}")], vec![LOST]));
    // The ID came late.
    let events = [piece(None, "", "f", ""), piece(None, "a", "", X)];
    assert_eq!(read(&events), ran("f {\"x\":1}"));
}

#[test]
fn arguments_in_another_choice_drop_the_open_call() {
    for id in ["", "b"] {
        let mut other = piece(Some(1), id, "", "{\"y\":2}");
        other["choices"][0]["index"] = json!(1);
        let events = [
            piece(Some(0), "a", "f", X),
            piece(Some(1), "b", "g", ""),
            other,
        ];
        assert_eq!(read(&events), (vec![format!("f {X}")], vec![LOST]), "{id}");
    }
}

#[test]
fn a_whole_message_at_the_end_repeats_the_calls() {
    let whole = |index: u64, arguments: &str| {
        json!({"choices": [{"index": 0, "finish_reason": "tool_calls", "message":
            {"role": "assistant", "tool_calls": [{"index": index, "id": "new", "type": "function",
            "function": {"name": "f", "arguments": arguments}}]}}]})
    };
    let pieces = [piece(Some(0), "a", "f", ""), piece(Some(0), "", "", X)];
    let read_with = |last: Value| read_events(Api::OpenAiChat, &[&pieces[..], &[last]].concat());
    assert_eq!(read_with(whole(0, X)), ran("f {\"x\":1}"));
    assert_eq!(read_with(whole(0, "{\"x\": 1}")), ran("f {\"x\":1}"));
    // Another call has another index or other arguments.
    for last in [whole(1, X), whole(0, "{\"x\":2}")] {
        assert_eq!(read_with(last).0.len(), 2);
    }
}

#[test]
fn text_between_the_pieces_of_a_cut_call_is_not_behind_it() {
    let text = json!({"choices": [{"index": 0, "delta": {"content": "text"}}]});
    let (start, rest) = (
        piece(Some(0), "a", "f", "{\"x\":1"),
        piece(Some(0), "", "", "}"),
    );
    let read_with = |events: &[&Value], reason| {
        let mut events: Vec<_> = events.iter().copied().cloned().collect();
        events.push(end(reason));
        read_events(Api::OpenAiChat, &events)
    };
    let cut = dropped(&[DropReason::Incomplete]);
    assert_eq!(read_with(&[&start, &text, &rest], "length"), cut);
    assert_eq!(
        read_with(&[&start, &text, &rest], "tool_calls"),
        ran("f {\"x\":1}")
    );
    assert_eq!(
        read_with(&[&start, &rest, &text], "length"),
        ran("f {\"x\":1}")
    );
    // The pieces of two calls alternate: the last one may be cut.
    let second = [
        piece(Some(1), "b", "g", "{\"y\""),
        piece(Some(1), "", "", ":2}"),
    ];
    let events = [&start, &second[0], &rest, &second[1]];
    let first = (vec!["f {\"x\":1}".to_owned()], vec![DropReason::Incomplete]);
    assert_eq!(read_with(&events, "length"), first);
    let events = [&start, &second[0], &second[1], &rest];
    assert_eq!(read_with(&events, "length"), first);
}

#[test]
fn arguments_among_those_of_another_call_drop_both() {
    let (x, y) = (["{\"x\":", "1}"], "{\"y\":2}");
    for index in NO_INDEX {
        let [f, g] = [("a", "f"), ("b", "g")].map(|(id, name)| piece(index, id, name, ""));
        let [first, rest, second] = [x[0], x[1], y].map(|text| piece(index, "", "", text));
        for events in [
            [&f, &first, &rest, &second, &g],
            [&f, &second, &first, &rest, &g],
            [&f, &first, &second, &rest, &g],
        ] {
            let events: Vec<_> = events.into_iter().cloned().collect();
            assert_eq!(read(&events), dropped(&[LOST; 2]), "{events:?}");
        }
        let both = ["f {\"x\":1}".to_owned(), "g ".to_owned()];
        assert_eq!(read(&[f, first, rest, g]), (both.to_vec(), vec![]));
    }
}

/// These providers close the object of a call that a limit cut.
#[test]
fn the_last_object_of_a_stream_without_its_end_is_dropped() {
    let ollama = |name: &str| {
        json!({"message": {"role": "assistant", "tool_calls": [{"function":
            {"name": name, "arguments": {"x": 1}}}]}})
    };
    let gemini = |name: &str| {
        json!({"candidates": [{"content": {"role": "model", "parts": [{"functionCall":
            {"name": name, "args": {"x": 1}}}]}}]})
    };
    let text = [
        json!({"message": {"role": "assistant", "content": "text"}}),
        json!({"candidates": [{"content": {"role": "model", "parts": [{"text": "text"}]}}]}),
    ];
    let ends = [
        json!({"message": {"role": "assistant", "content": ""}, "done": true, "done_reason": "stop"}),
        json!({"candidates": [{"finishReason": "STOP"}]}),
    ];
    let streams = [
        (Api::Ollama, [ollama("f"), ollama("g")]),
        (Api::Gemini, [gemini("f"), gemini("g")]),
    ];
    for (((api, calls), text), end) in streams.into_iter().zip(text).zip(ends) {
        let first = (vec![format!("f {X}")], vec![DropReason::Disconnected]);
        assert_eq!(read_events(api, &calls), first, "{api:?}");
        let both = (vec![format!("f {X}"), format!("g {X}")], vec![]);
        for last in [text, end] {
            let events = [&calls[..], &[last]].concat();
            assert_eq!(read_events(api, &events), both, "{api:?}");
        }
    }
}

#[test]
fn an_unknown_word_for_a_limit_is_a_cut() {
    let call = piece(Some(0), "a", "f", X);
    let read_with = |reason: &str| {
        let answer = answers_strays::read(Api::OpenAiChat, &[call.clone(), end(reason)]);
        (answer.calls.len(), answer.stop)
    };
    for reason in [
        "MAX_TOKENS_REACHED",
        "token_limit",
        "length_limit",
        "context-full",
        "maxTokensHit",
    ] {
        assert_eq!(read_with(reason), (0, StopReason::Truncated), "{reason}");
    }
    for reason in ["stop", "new", "handoff"] {
        assert_eq!(read_with(reason).0, 1, "{reason}");
    }
}
