//! Calls on their way to a reader: in pieces, and in a model's own text.

use std::hint::black_box;

use serde_json::json;
use tool_core::answer::AnswerStream;
use tool_core::call::{Api, Assembler};
use tool_core::text::{TextOptions, TextReader, read_text};
use tool_core::{Definition, Definitions, Finish};

use super::Case;
use super::texts::{nested, object};

macro_rules! calls {
    ($work:ident: $($name:literal: $text:expr;)+) => {
        &[$(Case {
            name: $name,
            schema: |_| object(),
            text: $text,
            work: $work,
        }),+]
    };
}

pub(super) const STREAMED: &[Case] = calls! { streamed:
    "streamed: objects": |n| r#"{"a": [{"b": 1}, "#.repeat(n);
    "streamed: open arrays": |n| "[".repeat(8 * n);
    "streamed: open objects": |n| r#"{"a": "#.repeat(n);
    "streamed: items": |n| format!(r#"{{"a": [{}]}}"#, "1, ".repeat(2 * n));
    "streamed: a long string": |n| format!(r#"{{"a": "{}"}}"#, "text and ".repeat(n));
    "streamed: escapes": |n| format!(r#"{{"a": "{}"}}"#, r"\u0041\n".repeat(n));
    "streamed: backslashes": |n| format!(r#"{{"a": "{}"#, r"\".repeat(8 * n));
    "streamed: quotes": |n| "\"".repeat(8 * n);
    "streamed: white space": |n| format!("{}{{}}", " \n".repeat(4 * n));
    "streamed: no JSON": |n| "text and ".repeat(n);
};

pub(super) const IN_TEXT: &[Case] = calls! { in_text:
    "in text: calls": |n| r#"<tool_call>{"name": "a", "arguments": {}}</tool_call>"#.repeat(n);
    "in text: one large call": |n| {
        let inside = r#"{"b": "<tool_call>"}, "#.repeat(n);
        format!(r#"<tool_call>{{"name": "a", "arguments": {{"a": [{inside}1]}}}}</tool_call>"#)
    };
    "in text: opening tags": |n| "<tool_call>".repeat(n);
    "in text: opening tags in an open string": |n| format!("{{\"a\": \"{}", "<tool_call>".repeat(n));
    "in text: opening tags in a string": |n| format!("{{\"a\": \"{}\"}}", "<tool_call>".repeat(n));
    "in text: open strings with tags": |n| r#"{"a": "<tool_call>"#.repeat(n);
    "in text: strings with tags": |n| r#"{"a": "<tool_call>"} "#.repeat(n);
    "in text: empty tags": |n| "<tool_call></tool_call>".repeat(n);
    "in text: begun objects": |n| r#"<tool_call>{""#.repeat(n);
    "in text: begun arguments": |n| r#"<tool_call>{"name": "a", "arguments": "#.repeat(n);
    "in text: open tags": |n| "<function=".repeat(n);
    "in text: open values": |n| r#">\<parameter=<invoke name=""#.repeat(n);
    "in text: open values in messages": |n| "<parameter<invoke name=\">>>all\n<parameter n".repeat(n);
    "in text: angle brackets": |n| "<".repeat(8 * n);
    "in text: open brackets": |n| "[".repeat(8 * n);
    "in text: Mistral": |n| r#"[TOOL_CALLS]a{"b": 1}"#.repeat(n);
    "in text: Mistral, begun": |n| "[TOOL_CALLS][".repeat(n);
    "in text: Llama": |n| format!("<|python_tag|>{}", r#"{"name": "a", "parameters": {}};"#.repeat(n));
    "in text: Llama, braces": |n| format!("<|python_tag|>{}", "{};".repeat(2 * n));
    "in text: Python": |n| format!("<|python_tag|>{}", "a();".repeat(2 * n));
    "in text: Python, open": |n| format!("[{}", "a(".repeat(4 * n));
    "in text: arguments in tags": |n| "<function=a><parameter=b>x</parameter></function>".repeat(n);
    "in text: closing tags": |n| format!("<function=a><parameter=b>{}", "</parameter> ".repeat(2 * n));
    "in text: arguments": |n| {
        let arguments = (0..n / 4).map(|number| format!("<parameter=p{number}>1</parameter>"));
        format!("<function=a>{}</function>", arguments.collect::<String>())
    };
    "in text: lines of calls": |n| "a(b='x')\n".repeat(2 * n);
    "in text: thoughts": |n| "<think> a </think>".repeat(n);
    "in text: open thoughts": |n| "<think>".repeat(n);
    "in text: open thoughts in a line": |n| format!("a{}", "<think>".repeat(n));
    "in text: data like calls": |n| r#" "arguments": {"#.repeat(n);
    "in text: data in fences": |n| "```\n{\"arguments\": {".repeat(n);
    "in text: sections without calls": |n| "<tool_calls>\nx\n</tool_calls>".repeat(n);
    "in text: sections that begin sections": |n| "<tool_calls>\nx".repeat(n);
    "in text: blank lines": |n| "\r\n ".repeat(2 * n);
    "in text: lists after tokens": |n| format!("a{}", "<|a|>[a(b='".repeat(n));
    "in text: sections in one line": |n| "<tool_calls>{format}: {text}".repeat(n);
    "in text: lines that are not JSON": |n| {
        format!("<tool_calls>\n{}", "{\"name\": 1 x\n".repeat(n))
    };
    "in text: begun messages": |n| "<|channel|>commentary to=a<|message|>{".repeat(n);
    "in text: messages": |n| "<|start|><|channel|>final<|message|>a".repeat(n);
    "in text: fences": |n| "```json\n{\"name\": \"a\", \"arguments\": {}}\n```\n".repeat(n);
    "in text: begun sections": |n| "<tool_call>{".repeat(n);
    "in text: begun sections of lists": |n| "functools[{".repeat(n);
    "in text: deep objects": |n| {
        nested(r#"{"name": "a", "arguments": "#, "}", 100).repeat(n / 100)
    };
};

/// Calls of the tool of the definition.
pub(super) const OF_TOOL: &[Case] = calls! { in_text_with_tool:
    "in text: open strings of calls": |n| format!("Let me.\n{}", "tool(a=\"".repeat(n));
    "in text: tags of the tool": |n| "<tool>\n".repeat(n);
    "in text: open tags of the tool": |n| "<tool>\n<city>\n".repeat(n);
    "in text: tags of the tool without their ends": |n| "<tool>\n<city>a</city>\n".repeat(n);
    "in text: open strings of lists": |n| {
        let call = r#"<tool_call>{"name": "tool", "arguments": {}}</tool_call>"#;
        format!("Let me.\n{}\n{call}", "[tool(a=\"".repeat(n))
    };
};

pub(super) const TEXT_IN_PIECES: &[Case] = calls! { text_in_pieces:
    "text in pieces: a long value": |n| {
        format!("<tool_call><function=a><parameter=b>{}", "text > and\n".repeat(n))
    };
    "text in pieces: begun calls": |n| format!("<tool_call>{}", "[".repeat(8 * n));
    "text in pieces: white space": |n| {
        format!("<tool_call>{{\"name\": \"a\", \"arguments\": {{}}}}</tool_call>{}", "\n".repeat(8 * n))
    };
    "text in pieces: data like calls": |n| r#" "arguments": {"#.repeat(n);
};

pub(super) const ANSWERS: &[Case] = calls! { answered:
    "streamed answer: many calls": |n| "c".repeat(n);
    "streamed answer: open calls": |n| "o".repeat(n);
    "streamed answer: a call behind calls without a name": |n| "u".repeat(n);
    "streamed answer: entries": |n| "e".repeat(n);
    "streamed answer: blocks": |n| "b".repeat(n);
    "streamed answer: listed items": |n| "l".repeat(n);
    "streamed answer: listed calls with other IDs": |n| "r".repeat(n);
};

/// Reads a streamed answer with as many calls or texts as the text has characters. The first
/// character shows the kind.
fn answered(_: &Definition, text: &str) {
    let numbers = 0..text.len();
    let chat = |number, arguments: &str| {
        let function = json!({"name": "a", "arguments": arguments});
        let call = json!({"index": number, "id": format!("c{number}"), "function": function});
        json!({"choices": [{"delta": {"tool_calls": [call]}}]})
    };
    let item = |number| {
        let content = json!([{"type": "output_text", "text": format!("{number}")}]);
        json!({"type": "message", "id": format!("m{number}"), "content": content})
    };
    let (api, events): (_, Vec<_>) = match text.as_bytes().first() {
        Some(b'o') => {
            let starts = numbers.clone().map(|number| chat(number, ""));
            let pieces = numbers.map(|number| chat(number, "{}"));
            (Api::OpenAiChat, starts.chain(pieces).collect())
        }
        Some(b'u') => {
            let unnamed = |number| {
                json!({"choices": [{"delta": {"tool_calls": [
                {"index": number, "id": format!("c{number}"), "function": {"arguments": "{}"}}]}}]})
            };
            let begun = chat(text.len(), "{");
            let piece = json!({"choices": [{"delta": {"tool_calls": [
                {"index": text.len(), "function": {"arguments": " "}}]}}]});
            let pieces = numbers.clone().map(|_| piece.clone());
            let begun = numbers.map(unnamed).chain([begun]);
            (Api::OpenAiChat, begun.chain(pieces).collect())
        }
        Some(b'e') => {
            let event = |number| json!({"type": "message.output.delta", "id": format!("m{number}"), "content": "a"});
            (Api::MistralConversations, numbers.map(event).collect())
        }
        Some(b'b') => {
            let content = json!({"content": {"type": "text", "text": "a"}});
            let event = |number| json!({"type": "content-start", "index": number, "delta": {"message": content}});
            (Api::Cohere, numbers.map(event).collect())
        }
        Some(b'r') => {
            let call = |id: String, arguments: String| json!({"type": "function_call", "call_id": id, "name": "a", "arguments": arguments});
            let start = |number| {
                json!({"type": "response.output_item.added", "output_index": number,
                    "item": call(format!("c{number}"), String::new())})
            };
            let listed = |number| call(format!("d{number}"), format!("{{\"a\": {number}}}"));
            let output: Vec<_> = numbers.clone().map(listed).collect();
            let end = json!({"type": "response.completed", "response": {"output": output}});
            (
                Api::OpenAiResponses,
                numbers.map(start).chain([end]).collect(),
            )
        }
        Some(b'l') => {
            let done = |number| {
                json!({"type": "response.output_item.done", "output_index": number,
                    "item": item(number)})
            };
            let output: Vec<_> = numbers.clone().map(item).collect();
            let end = json!({"type": "response.completed", "response": {"output": output}});
            (
                Api::OpenAiResponses,
                numbers.map(done).chain([end]).collect(),
            )
        }
        _ => {
            let calls = numbers.map(|number| chat(number, "{}"));
            (Api::OpenAiChat, calls.collect())
        }
    };
    let mut stream = AnswerStream::new(api);
    for event in events {
        let _ = black_box(stream.push(&event.to_string()));
    }
    let _ = black_box(stream.finish());
}

/// Reads a call in many small pieces, and inspects the certain part after each.
fn streamed(_: &Definition, text: &str) {
    let mut stream = Assembler::new(Api::OpenAiChat);
    for piece in text.as_bytes().chunks(8) {
        let piece = String::from_utf8_lossy(piece);
        let function = json!({"name": "a", "arguments": piece});
        let calls = json!([{"index": 0, "function": function}]);
        let event = json!({"choices": [{"delta": {"tool_calls": calls}}]});
        let _ = black_box(stream.push(&event.to_string()));
        black_box(stream.partial().count());
    }
    black_box(stream.finish());
}

/// Reads a text in many small pieces, and inspects the output after each.
fn text_in_pieces(_: &Definition, text: &str) {
    let tools = Definitions::default();
    let mut reader = TextReader::new(&tools, TextOptions::new());
    for piece in text.as_bytes().chunks(8) {
        reader.push(&String::from_utf8_lossy(piece));
        black_box(reader.take_deltas());
        black_box(reader.partial().is_some());
    }
    black_box(reader.finish(Finish::Complete));
}

fn in_text(_: &Definition, text: &str) {
    read_with(&Definitions::default(), text);
}

fn in_text_with_tool(tool: &Definition, text: &str) {
    let tools = Definitions::new([tool.clone()]);
    read_with(&tools.expect("one name"), text);
}

fn read_with(tools: &Definitions, text: &str) {
    for finish in [Finish::Unknown, Finish::Complete] {
        let options = TextOptions::new().finish(finish);
        black_box(read_text(text, tools, &options));
    }
}
