//! Arguments of recorded calls are truncated at every place, in every form of a provider and with
//! every stop reason. None of them runs.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tests::{recordings, shared_rows, stop_reasons};
use tool_core::call::{Api, Assembler, Calls, calls_in_response};
use tool_core::text::{TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish, Input};

/// The names and arguments of all recorded calls, each once.
fn recorded() -> Vec<(String, Value)> {
    let mut seen = BTreeSet::new();
    let calls = recordings(shared_rows("recordings.jsonl"))
        .into_iter()
        .flat_map(|recording| recording.calls);
    calls
        .filter(|(name, arguments)| seen.insert(format!("{name} {arguments}")))
        .collect()
}

const ALL: [Api; 6] = [
    Api::OpenAiChat,
    Api::OpenAiResponses,
    Api::Anthropic,
    Api::Gemini,
    Api::Bedrock,
    Api::Ollama,
];

/// The body of a response with these calls, and text behind them.
fn body(api: Api, reason: Option<&str>, calls: &[(&str, &Value)], behind: &str) -> String {
    let text = match api {
        Api::Gemini | Api::Bedrock => json!({"text": behind}),
        _ => json!({"type": "text", "text": behind}),
    };
    let text = (!behind.is_empty()).then_some(text);
    let listed = |call: fn(&str, &Value) -> Value| -> Vec<Value> {
        let calls = calls.iter().map(|(name, arguments)| call(name, arguments));
        calls.chain(text.clone()).collect()
    };
    let function = |name: &str, arguments: &Value| json!({"id": "c", "function": {"name": name, "arguments": arguments}});
    let body = match api {
        Api::OpenAiChat => {
            json!({"choices": [{"finish_reason": reason, "message": {"tool_calls": listed(function)}}]})
        }
        Api::OpenAiResponses => {
            json!({"status": reason, "output": listed(|name, arguments| json!({"type": "function_call", "call_id": "c", "name": name, "arguments": arguments, "status": "completed"}))})
        }
        Api::Anthropic => {
            json!({"stop_reason": reason, "content": listed(|name, arguments| json!({"type": "tool_use", "id": "c", "name": name, "input": arguments}))})
        }
        Api::Gemini => {
            let calls = listed(|name, args| json!({"functionCall": {"name": name, "args": args}}));
            json!({"candidates": [{"finishReason": reason, "content": {"parts": calls}}]})
        }
        Api::Bedrock => {
            let calls = listed(
                |name, input| json!({"toolUse": {"toolUseId": "c", "name": name, "input": input}}),
            );
            json!({"stopReason": reason, "output": {"message": {"content": calls}}})
        }
        _ => json!({"done_reason": reason, "message": {"tool_calls": listed(function)}}),
    };
    body.to_string()
}

fn in_body(api: Api, reason: Option<&str>, calls: &[(&str, &Value)], behind: &str) -> Calls {
    calls_in_response(api, &body(api, reason, calls, behind)).expect("an object")
}

/// Returns a tool that accepts any arguments, and one that declares the arguments of the call.
/// Neither has required arguments.
fn tools(name: &str, arguments: &Value) -> [Definition; 2] {
    let declared: Value = arguments.as_object().into_iter().flatten().fold(
        json!({"type": "object", "properties": {}}),
        |mut schema, (key, value)| {
            schema["properties"][key] = match value {
                Value::Null => json!({"type": "null"}),
                Value::Bool(_) => json!({"type": "boolean"}),
                Value::Number(_) => json!({"type": "number"}),
                Value::String(_) => json!({"type": "string"}),
                Value::Array(_) => json!({"type": "array"}),
                Value::Object(_) => json!({"type": "object"}),
            };
            schema
        },
    );
    [json!({"type": "object"}), declared]
        .map(|schema| Definition::new(name, "A tool.", schema).expect("a schema"))
}

/// Counts the calls that a tool accepts.
fn accepted(tools: &[Definition], found: &Calls) -> usize {
    let calls = found.calls.iter();
    calls
        .map(|call| {
            assert_ne!(call.finish(), Finish::Complete);
            let is_taken = |tool: &&Definition| call.read::<Value>(tool).is_ok();
            tools.iter().filter(is_taken).count()
        })
        .sum()
}

#[test]
fn truncated_text_is_never_accepted() {
    let (mut cuts, mut whole) = (0, 0);
    for (name, arguments) in recorded() {
        let tools = tools(&name, &arguments);
        for raw in [arguments.to_string(), format!("{arguments:#}")] {
            let last = raw.rfind('}').expect("an object");
            for (at, _) in raw.char_indices().filter(|(at, _)| *at <= last) {
                let cut = &raw[..at];
                for api in ALL {
                    let (truncated, others) = stop_reasons(api);
                    let reasons = truncated.iter().chain(others).copied().map(Some);
                    for reason in reasons.chain([None]) {
                        let found = in_body(api, reason, &[(&name, &json!(cut))], "");
                        // An empty text loses nothing for a tool without properties. For one with
                        // optional properties, it does not if the answer ended normally.
                        // It does not either if its item is marked complete.
                        let is_marked = api == Api::OpenAiResponses;
                        let tools = match reason {
                            _ if cut.is_empty() && is_marked => &tools[..0],
                            Some(end) if cut.is_empty() && others.contains(&end) => &tools[..0],
                            _ if cut.is_empty() && arguments == json!({}) => &tools[..0],
                            _ if cut.is_empty() => &tools[1..],
                            _ => &tools[..],
                        };
                        assert_eq!(accepted(tools, &found), 0, "{api:?} {reason:?} {cut}");
                        cuts += 1;
                    }
                }
                for tool in tools.iter().filter(|_| !cut.trim().is_empty()) {
                    for finish in [Finish::Unknown, Finish::Truncated] {
                        let read = tool.parse(Input::from(cut).finish(finish));
                        assert!(read.is_err(), "{finish:?} {cut}");
                        cuts += 1;
                    }
                }
                for finish in [Finish::Complete, Finish::Unknown, Finish::Truncated] {
                    for text in in_text(&name, cut) {
                        let found = read(&text, finish);
                        assert_eq!(accepted(&tools, &found), 0, "{finish:?} {text}");
                        cuts += 1;
                    }
                }
            }
            let found = in_body(
                Api::OpenAiChat,
                Some("tool_calls"),
                &[(&name, &json!(raw))],
                "",
            );
            whole += accepted(&tools, &found);
            for text in in_text(&name, &raw) {
                let found = read(&format!("{text}}}</tool_call>"), Finish::Unknown);
                whole += usize::from(!found.calls.is_empty());
            }
        }
    }
    println!("{cuts} cuts of arguments as text, 0 accepted; {whole} whole ones are read");
    assert_eq!(cuts == 0, whole == 0);
}

fn read(text: &str, finish: Finish) -> Calls {
    let options = TextOptions::new().finish(finish);
    read_text(text, &Definitions::default(), &options).into()
}

/// The beginnings of a call in text, up to the end of the arguments.
fn in_text(name: &str, cut: &str) -> [String; 5] {
    let object = format!(r#"{{"name": "{name}", "arguments": {cut}"#);
    [
        format!("<tool_call>\n{object}"),
        format!("[TOOL_CALLS][{object}"),
        format!("[TOOL_CALLS]{name}[ARGS]{cut}"),
        format!("<function={name}>{cut}"),
        object,
    ]
}

/// Returns every object that a provider could make of truncated output: open values are closed, and
/// missing values are left out.
fn closed_after_cuts(arguments: &Value) -> Vec<Value> {
    let mut stream = Assembler::new(Api::Anthropic);
    let start = json!({"type": "content_block_start", "index": 0, "content_block": {"type": "tool_use", "name": "a"}});
    stream.push(&start.to_string()).expect("an event");
    let mut all = vec![json!({})];
    for c in arguments.to_string().chars() {
        let delta =
            json!({"type": "content_block_delta", "index": 0, "delta": {"partial_json": c}});
        stream.push(&delta.to_string()).expect("an event");
        let call = stream.partial().next().expect("a call");
        let value = call.arguments.map(tool_core::call::Partial::to_value);
        all.extend(value.filter(|value| all.last() != Some(value)));
    }
    all
}

#[test]
fn object_with_a_truncated_stop_reason_is_never_a_call() {
    let (mut cuts, mut kept) = (0, 0);
    for (name, arguments) in recorded() {
        for object in closed_after_cuts(&arguments) {
            for api in ALL {
                let is_text = matches!(api, Api::OpenAiChat | Api::OpenAiResponses);
                let cut = if is_text {
                    json!(object.to_string())
                } else {
                    object.clone()
                };
                for reason in stop_reasons(api).0.iter().copied().map(Some) {
                    let found = in_body(api, reason, &[(&name, &cut)], "");
                    assert_eq!(found.calls, [], "{api:?} {reason:?} {object}");
                    assert_eq!(found.dropped.len(), 1);
                    // The part before the cut is complete. A refusal takes it back.
                    let kept_names: &[&str] = match reason {
                        Some("refusal") => &[],
                        _ => &["before"],
                    };
                    let before = if is_text { json!("{}") } else { json!({}) };
                    let found = in_body(api, reason, &[("before", &before), (&name, &cut)], "");
                    let names = found.calls.iter().map(|call| &*call.name);
                    assert_eq!(names.collect::<Vec<_>>(), kept_names, "{api:?} {reason:?}");
                    cuts += 2;
                    kept += 1;
                }
            }
            // Text behind it shows that it was not cut.
            for api in [Api::Anthropic, Api::Bedrock, Api::Gemini] {
                let (truncated, _) = stop_reasons(api);
                let call = [(&*name, &object)];
                assert_eq!(
                    in_body(api, Some(truncated[0]), &call, "And so on.")
                        .calls
                        .len(),
                    1
                );
                assert_eq!(in_body(api, Some(truncated[0]), &call, " \n").calls, []);
            }
        }
    }
    println!("{cuts} objects under a truncated stop, 0 calls; {kept} calls before them are kept");
}
