use proptest::prelude::*;
use serde_json::{Value, json};

use crate::call::{Api, Assembler, Partial};
use crate::json::Builder;

/// Returns the value as JSON, with `…` after each open part.
fn marked(value: Partial<'_>) -> String {
    let open = if value.is_complete() { "" } else { "…" };
    let inside = match value.to_value() {
        Value::Array(_) => format!(
            "[{}]",
            value.items().map(marked).collect::<Vec<_>>().join(",")
        ),
        Value::Object(_) => {
            let entries = value
                .entries()
                .map(|(key, value)| format!("{key}:{}", marked(value)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
        scalar => scalar.to_string(),
    };
    format!("{inside}{open}")
}

fn shown(text: &str) -> String {
    let mut builder = Builder::default();
    builder.push(text);
    Partial::root(builder.nodes()).map_or("nothing".to_owned(), marked)
}

#[test]
fn shows_certain_values_and_marks_open_ones() {
    for (text, want) in [
        ("", "nothing"),
        (" {", "{}…"),
        (r#"{"pa"#, "{}…"),
        (r#"{"path""#, "{}…"),
        (r#"{"path": "#, "{}…"),
        (r#"{"path": ""#, r#"{path:""…}…"#),
        (r#"{"path": "/a"#, r#"{path:"/a"…}…"#),
        (r#"{"path": "/a\"#, r#"{path:"/a"…}…"#),
        (r#"{"path": "/a\u00e"#, r#"{path:"/a"…}…"#),
        (r#"{"path": "/a\u00e9"#, r#"{path:"/aé"…}…"#),
        (r#"{"path": "\ud83d"#, r#"{path:""…}…"#),
        (r#"{"path": "\ud83d\ude00"#, r#"{path:"😀"…}…"#),
        (r#"{"path": "/a""#, r#"{path:"/a"}…"#),
        (r#"{"n": 1"#, "{}…"),
        (r#"{"n": 12,"#, "{n:12}…"),
        (r#"{"n": tru"#, "{}…"),
        (r#"{"n": true}"#, "{n:true}"),
        (r#"{"a": [1, {"b": null}, "x"#, r#"{a:[1,{b:null},"x"…]…}…"#),
        (r#"{"a": [], "b": {}} "#, "{a:[],b:{}}"),
        // After a syntax error, nothing more is known.
        (r#"{"a": "x", 'b': "y""#, r#"{a:"x"}…"#),
        (r#"{"a": "x\q", "b": 1}"#, r#"{a:"x"…}…"#),
        (r#"{"a": "\ud83dx"}"#, r#"{a:""…}…"#),
        (r#"{"a": 01, "b": 1}"#, "{}…"),
        (r#"{"a": [1}"#, "{a:[1]…}…"),
        ("```json", "nothing"),
    ] {
        assert_eq!(shown(text), want, "{text}");
    }
}

#[test]
fn of_a_stream_of_values_at_paths() {
    let mut stream = Assembler::new(Api::Gemini);
    let event = |call: Value| {
        json!({"candidates": [{"content": {"parts": [{"functionCall": call}]}}]}).to_string()
    };
    let mut push = |call: Value| {
        stream.push(&event(call)).expect("an object");
        let call = stream.partial().next().expect("a call");
        format!(
            "{} {}",
            call.name,
            call.arguments.map_or("nothing".to_owned(), marked)
        )
    };
    assert_eq!(
        push(json!({"name": "a", "willContinue": true})),
        "a nothing"
    );
    assert_eq!(
        push(
            json!({"partialArgs": [{"jsonPath": "$.x", "stringValue": "on", "willContinue": true}], "willContinue": true})
        ),
        r#"a {x:"on"…}…"#
    );
    assert_eq!(
        push(
            json!({"partialArgs": [{"jsonPath": "$.x", "stringValue": "e"}], "willContinue": true})
        ),
        r#"a {x:"one"}…"#
    );
    assert_eq!(push(json!({})), r#"a {x:"one"}"#);
}

proptest! {
    /// The known part does not depend on how text is split. All of a complete JSON text is
    /// known.
    #[test]
    fn splitting_changes_nothing(a: String, b: String, n: i64, at in any::<prop::sample::Index>()) {
        let value = json!({"a": a, "n": [n, {"b": b}, null, 1.5], "c": {}});
        for text in [value.to_string(), format!("{value:#}")] {
            prop_assert_eq!(shown(&text).contains('…'), a.contains('…') || b.contains('…'));
            let mut builder = Builder::default();
            let at = text.char_indices().map(|(at, _)| at).nth(at.index(text.chars().count())).unwrap_or(0);
            builder.push(&text[..at]);
            // The known part of a string is its beginning.
            let partial = Partial::root(builder.nodes()).and_then(|root| root.get("a"));
            prop_assert!(partial.and_then(Partial::as_str).is_none_or(|part| a.starts_with(part)));
            builder.push(&text[at..]);
            let root = Partial::root(builder.nodes()).expect("a value");
            prop_assert_eq!(root.to_value(), value.clone());
        }
    }

    /// No text causes a panic.
    #[test]
    fn any_text_is_taken(text in r#"[\{\}\[\]",:\\u0-9a-fn dé]{0,40}"#) {
        let _ = shown(&text);
    }
}

/// `benches` measures the costs. Quadratic work would take minutes here.
#[test]
fn any_repetition_is_taken_to_its_end() {
    let quarter = 1 << 18;
    for unit in [
        "{\"a\":",
        "[",
        "\"",
        "x",
        "\\u0041",
        "{\"a\":1},",
        "1,",
        "\\",
        "{}",
    ] {
        let text = unit.repeat(quarter / unit.len());
        for head in ["{\"a\": \"", "{\"a\": [", ""] {
            let mut stream = Assembler::new(Api::OpenAiChat);
            let pieces = std::iter::once(head).chain(
                text.as_bytes()
                    .chunks(8)
                    .map(|piece| std::str::from_utf8(piece).expect("ASCII")),
            );
            for piece in pieces {
                let event = json!({"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"name": "a", "arguments": piece}}]}}]});
                stream.push(&event.to_string()).expect("an object");
                // Access costs almost nothing.
                assert!(
                    stream
                        .partial()
                        .take(2)
                        .all(|call| call.arguments.is_none_or(|root| root.as_str().is_none()))
                        || head.is_empty()
                );
            }
            let _ = stream.finish();
        }
    }
}
