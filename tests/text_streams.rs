//! Streams of texts with calls: what a stream shows agrees with the answer at its end.

use serde_json::{Value, json};
use tests::{shared_rows, split_into_pieces};
use tool_core::answer::{Answer, AnswerStream, Delta};
use tool_core::call::{Api, Partial};
use tool_core::text::TextOptions;
use tool_core::{Definition, Definitions};

/// An argument of a partial call: its key, its value, and whether it is complete.
type Argument = (String, Value, bool);

struct Case {
    id: String,
    text: String,
    tools: Definitions,
    options: TextOptions,
}

fn cases() -> Vec<Case> {
    let rows = shared_rows("model_texts.jsonl").unwrap_or_default();
    let cases = rows.iter().map(|row| {
        let tools = row["tools"].as_array().unwrap().iter().map(|tool| {
            let schema = match &tool["schema"] {
                Value::Null => json!({"type": "object"}),
                schema => schema.clone(),
            };
            Definition::new(tool["name"].as_str().unwrap(), "", schema).unwrap()
        });
        Case {
            id: row["id"].as_str().unwrap().to_owned(),
            text: row["text"].as_str().unwrap().to_owned(),
            tools: Definitions::new(tools).unwrap(),
            options: TextOptions::new().starts_in_reasoning(row["starts_in_reasoning"] == true),
        }
    });
    cases.collect()
}

/// What a stream has shown.
#[derive(Default)]
struct Shown {
    text: String,
    reasoning: String,
    /// The text of the arguments of each call.
    arguments: Vec<String>,
}

/// Reads a text in pieces. `look` sees the stream after each piece.
fn stream(
    text: &str,
    tools: &Definitions,
    options: TextOptions,
    size: usize,
    mut look: impl FnMut(&AnswerStream, &[Delta]),
) -> (Shown, Answer) {
    let mut stream = AnswerStream::new(Api::Ollama).text_calls(tools, options);
    let mut shown = Shown::default();
    for piece in split_into_pieces(text, size) {
        let event = json!({"message": {"content": piece}});
        stream.push(&event.to_string()).unwrap();
        let deltas = stream.take_deltas();
        look(&stream, &deltas);
        for delta in deltas {
            shown.add(delta);
        }
    }
    let end = json!({"message": {"content": ""}, "done": true, "done_reason": "stop"});
    stream.push(&end.to_string()).unwrap();
    (shown, stream.finish().unwrap())
}

impl Shown {
    fn add(&mut self, delta: Delta) {
        match delta {
            Delta::Text(text) => self.text.push_str(&text),
            Delta::Reasoning(text) => self.reasoning.push_str(&text),
            Delta::Call { index, added } => {
                if index == self.arguments.len() {
                    self.arguments.push(String::new());
                }
                self.arguments[index].push_str(&added);
            }
            _ => {}
        }
    }
}

/// Text that is held back at the end of a stream is only in the answer.
fn check_text(name: &str, shown: &Shown, answer: &Answer) {
    for (shown, whole) in [
        (&shown.text, &answer.text),
        (&shown.reasoning, &answer.reasoning),
    ] {
        assert!(
            whole.trim().starts_with(shown.trim()),
            "{name}: {shown:?}\n{whole:?}"
        );
    }
}

#[test]
fn text_and_reasoning_of_a_stream_agree_with_the_answer() {
    let mut count = 0;
    for case in cases() {
        for size in [1, 2, 3, 7, case.text.len()] {
            let (shown, answer) = stream(&case.text, &case.tools, case.options, size, |_, _| {});
            // Without the option, a stream cannot know that it begins with reasoning.
            let is_inferred = !answer.reasoning.is_empty()
                && !shown.text.is_empty()
                && answer
                    .reasoning
                    .trim_start()
                    .starts_with(shown.text.trim_start().split("</").next().unwrap_or(""));
            if !is_inferred {
                check_text(&format!("{} by {size}", case.id), &shown, &answer);
                count += 1;
            }
        }
    }
    assert!(count == 0 || count > 2000, "{count}");
}

/// The marks of reasoning, and a start that is in the prompt.
const REASONING: [(&str, &str); 10] = [
    ("<think>", "</think>"),
    ("", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<seed:think>", "</seed:think>"),
    ("<mm:think>", "</mm:think>"),
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
    ("<|channel>thought\n", "<channel|>"),
    ("<|inner_prefix|>", "<|inner_suffix|>"),
    ("<longcat_think>", "</longcat_think>"),
];

const TOKENS: [&str; 8] = [
    "",
    "<|im_end|>",
    "<|eot_id|>",
    "</s>",
    "<|return|>",
    "<｜end▁of▁sentence｜>",
    "<end_of_turn>",
    "<|endoftext|>",
];

#[test]
fn the_text_of_an_answer_without_a_call_has_no_reasoning_and_no_tokens() {
    let tools = Definitions::default();
    for (open, close) in REASONING {
        for token in TOKENS {
            for (reasoning, text) in [
                ("A plan.", "Hello there."),
                ("A *plan*\n\n1. a < b", "Yes: `a`\n\n- b"),
                ("x", ""),
            ] {
                let written = format!("{open}{reasoning}{close}\n\n{text}{token}");
                let options = TextOptions::new().starts_in_reasoning(open.is_empty());
                let body =
                    json!({"message": {"content": written}, "done": true, "done_reason": "stop"});
                let answer = Answer::from_body(Api::Ollama, &body.to_string()).unwrap();
                let whole = answer.text_calls(&tools, options);
                assert_eq!(
                    (whole.text.as_str(), whole.reasoning.trim()),
                    (text, reasoning),
                    "{written}"
                );
                assert_eq!(whole.turn()[0]["content"], text, "{written}");
                for size in 1..=7 {
                    let (shown, answer) = stream(&written, &tools, options, size, |_, _| {});
                    check_text(&written, &shown, &answer);
                    assert_eq!(
                        (answer.text.as_str(), answer.reasoning.trim()),
                        (text, reasoning),
                        "{written} by {size}"
                    );
                    assert_eq!(shown.text.trim(), text, "{written} by {size}");
                    assert_eq!(shown.reasoning.trim(), reasoning, "{written} by {size}");
                }
            }
        }
    }
}

/// The known part of a value only grows: a text gets longer, a container gets entries, and a
/// complete value stays as it is.
fn grows(before: &Value, now: &Value, is_complete: bool) -> bool {
    match (before, now) {
        (Value::String(before), Value::String(now)) if !is_complete => {
            now.starts_with(before.as_str())
        }
        _ => before == now,
    }
}

fn known(partial: Partial<'_>) -> Vec<Argument> {
    let entries = partial
        .entries()
        .map(|(key, value)| (key.to_owned(), value.to_value(), value.is_complete()));
    entries.collect()
}

#[test]
fn the_known_arguments_of_a_call_only_grow() {
    let mut faults = Vec::new();
    for case in cases() {
        for size in 1..=7 {
            let name = format!("{} by {size}", case.id);
            let mut before: Vec<(String, Vec<Argument>)> = Vec::new();
            let mut fault = None;
            let (shown, answer) = stream(
                &case.text,
                &case.tools,
                case.options,
                size,
                |stream, deltas| {
                    let now: Vec<_> = stream
                        .partial()
                        .map(|call| {
                            (
                                call.name.to_owned(),
                                call.arguments.map_or_else(Vec::new, known),
                            )
                        })
                        .collect();
                    for (at, (old_name, old)) in before.iter().enumerate() {
                        // A call keeps its place, also if more text shows that it is text.
                        let is_kept = now.get(at).is_some_and(|(new_name, new)| {
                            new_name.starts_with(old_name.as_str())
                                && old
                                    .iter()
                                    .enumerate()
                                    .all(|(at, (key, value, is_complete))| {
                                        new.get(at).is_some_and(|(new_key, new, _)| {
                                            new_key == key
                                                && (matches!(
                                                    value,
                                                    Value::Object(_) | Value::Array(_)
                                                ) || grows(value, new, *is_complete))
                                        })
                                    })
                        });
                        if !is_kept {
                            fault.get_or_insert(format!("{name}: {before:?} -> {now:?}"));
                        }
                    }
                    // A delta only for what has changed.
                    for delta in deltas {
                        if let Delta::Call { index, .. } = delta
                            && before.get(*index).is_some()
                            && size == 1
                            && before.get(*index) == now.get(*index)
                            && matches!(delta, Delta::Call { added, .. } if added.is_empty())
                        {
                            fault.get_or_insert(format!("{name}: nothing changed in {before:?}"));
                        }
                    }
                    before = now;
                },
            );
            if answer.calls.len() == shown.arguments.len() {
                for (call, shown) in answer.calls.iter().zip(&shown.arguments) {
                    if !call.raw.starts_with(shown.as_str()) {
                        fault.get_or_insert(format!(
                            "{name}: {shown} is not a part of {}",
                            call.raw
                        ));
                    }
                }
            }
            if let Some(fault) = fault {
                faults.push(fault);
                break;
            }
        }
    }
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

/// The calls of a list without a marker wait for its end. A call that a sentence quotes, or that is
/// dropped, keeps its place, so the pieces of the next call have a position of their own.
#[test]
fn a_call_keeps_its_place_among_the_known_calls() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let tools = ["f", "g"].map(|name| Definition::new(name, "", schema.clone()).unwrap());
    let tools = Definitions::new(tools).unwrap();
    let f = "<tool_call>{\"name\": \"f\", \"arguments\": {\"a\": \"x\"}}</tool_call>";
    let g = f.replace("\"f\"", "\"g\"");
    for text in [
        "[f(a='x'), g(a='x')]".to_owned(),
        format!("{f}\nNever mind.\n{g}"),
        format!(
            "<tool_calls>\n{}\n{{\"name\": \"f\"}}\n{}\n</tool_calls>",
            inner(f),
            inner(&g)
        ),
        format!("Never send {f} to the server.\n{g}"),
    ] {
        for size in 1..=7 {
            let options = TextOptions::new();
            let mut before = Vec::new();
            let (shown, answer) = stream(&text, &tools, options, size, |stream, _| {
                let now: Vec<_> = stream.partial().map(|call| call.name.to_owned()).collect();
                assert!(
                    now.starts_with(&before),
                    "{text} by {size}: {before:?}, {now:?}"
                );
                before = now;
            });
            // The end of a damaged list arrives with the answer.
            if !text.contains("<tool_calls>") {
                let last = answer.calls.last().unwrap();
                let shown = shown.arguments.last().unwrap();
                assert!(last.raw.starts_with(shown), "{text} by {size}: {shown}");
                assert_eq!(before.last(), Some(&last.name), "{text} by {size}");
            }
        }
    }
}

/// Returns the object in a tag.
fn inner(call: &str) -> &str {
    call.trim_start_matches("<tool_call>")
        .trim_end_matches("</tool_call>")
}

/// Models that think about tools mention their marks.
#[test]
fn a_mention_of_a_mark_in_reasoning_does_not_hold_back_the_rest() {
    let tools = Definitions::default();
    let paragraph = "I look at the file, and then at the next one.\n\n";
    for mark in [
        "<tool_call>",
        "`<tool_call>`",
        "<function=exec>",
        "<invoke name=\"exec\">",
        "<|tool_call_begin|>",
        "[TOOL_CALLS]",
        "<tool_call>{\"name\": \"exec\", \"arguments\": {}}</tool_call>",
    ] {
        let reasoning = format!("The mark {mark} begins a call.\n\n{}", paragraph.repeat(50));
        let answer = "It is done. ".repeat(20);
        let text = format!("{reasoning}</think>\n\n{answer}");
        let options = TextOptions::new().starts_in_reasoning(true);
        for size in [1, 4, 7] {
            let (mut sent, mut shown, mut most) = (0, 0, 0);
            let (all, whole) = stream(&text, &tools, options, size, |_, deltas| {
                sent += size;
                for delta in deltas {
                    if let Delta::Text(text) | Delta::Reasoning(text) = delta {
                        shown += text.len();
                    }
                }
                most = most.max(sent.saturating_sub(shown));
            });
            check_text(mark, &all, &whole);
            // The header of a call has at most 1024 bytes.
            assert!(most < 1200, "{mark} by {size}: {most} bytes are held back");
            assert_eq!(all.text.trim(), answer.trim(), "{mark} by {size}");
        }
    }
}
