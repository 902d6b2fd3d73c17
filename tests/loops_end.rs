//! The loop that the documentation prints ends for every behaviour of a model.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, CallResult};
use tool_core::call::Api;
use tool_core::conversation::{LoopGuard, LoopState, NextStep, Step, Supervisor};
use tool_core::{Definition, Definitions};

/// The default limit of answers.
const LIMIT: usize = 50;

/// Lost connections have the same limit, and count separately.
const LIMIT_WITH_LOST: usize = 2 * LIMIT - 1;

/// One answer of a model. `Value` is the content of the answer.
#[derive(Clone, Debug)]
enum Turn {
    /// Calls of tools: name, arguments, and whether the arguments change with each answer.
    Calls(Vec<(&'static str, Value, bool)>),
    /// A call that the limit of tokens cuts off.
    Truncated,
    /// The provider pauses without a call.
    Paused,
    /// A call in a stream that ends without a stop reason.
    Incomplete,
}

fn tools() -> Definitions {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}, "at": {"type": "integer"}},
        "required": ["path"],
        "additionalProperties": false,
    });
    let tool = |name| Definition::new(name, "A tool.", schema.clone()).expect("a usable schema");
    Definitions::new([tool("open_file"), tool("close_file")]).expect("two names")
}

fn write_answer(turn: &Turn, at: usize) -> Answer {
    let (stop, content) = match turn {
        Turn::Calls(calls) => {
            let block = |(place, (name, input, is_fresh)): (usize, &(&str, Value, bool))| {
                let mut input = input.clone();
                if *is_fresh && let Some(fields) = input.as_object_mut() {
                    fields.insert("at".to_owned(), at.into());
                }
                json!({"type": "tool_use", "id": format!("call_{at}_{place}"), "name": name, "input": input})
            };
            ("tool_use", calls.iter().enumerate().map(block).collect())
        }
        Turn::Truncated => {
            let call = json!({"type": "tool_use", "id": "cut", "name": "open_file", "input": {"path": "/a"}});
            ("max_tokens", vec![call])
        }
        Turn::Paused => ("pause_turn", vec![]),
        Turn::Incomplete => {
            let call = json!({"type": "tool_use", "id": "lost", "name": "open_file", "input": {}});
            let mut stream = AnswerStream::new(Api::Anthropic);
            let delta = json!({"type": "input_json_delta", "partial_json": "{\"pa"});
            for event in [
                json!({"type": "content_block_start", "index": 0, "content_block": call}),
                json!({"type": "content_block_delta", "index": 0, "delta": delta}),
            ] {
                stream.push(&event.to_string()).expect("an event");
            }
            return stream.finish().expect("an answer");
        }
    };
    let body = json!({"type": "message", "stop_reason": stop, "content": content});
    Answer::from_body(Api::Anthropic, &body.to_string()).expect("an answer")
}

/// Runs the printed loop over a model that repeats its turns for ever. Returns the number of
/// requests and the text for the user.
fn run_printed_loop(model: &[Turn]) -> (usize, Option<String>) {
    let tools = tools();
    let mut supervisor = Supervisor::new();
    for (at, turn) in model.iter().cycle().enumerate() {
        assert!(at < LIMIT_WITH_LOST, "request {at} is over the limit");
        let answer = write_answer(turn, at);
        let steps = supervisor.review(&answer, |call| tools.parse(&call.name, call));
        let mut results = Vec::new();
        for step in steps {
            results.push(match step {
                Step::Run(call) => run_tool(&call.reading.value),
                Step::Ask(_, found) => CallResult::error(found.correction()),
                Step::Skip(result) => result,
            });
        }
        let next = supervisor.settle(&answer, &mut results);
        answer.results(results).expect("one result for each call");
        match next {
            NextStep::Continue => {}
            NextStep::Done => return (at + 1, None),
            NextStep::AskUser(found) => return (at + 1, Some(found.question())),
            NextStep::GiveUp(summary) => return (at + 1, Some(summary)),
        }
    }
    unreachable!("an empty model")
}

fn run_tool(arguments: &Value) -> CallResult {
    match arguments["path"].as_str() {
        Some("/missing") => CallResult::error("not found"),
        _ => CallResult::text("done"),
    }
}

fn calls() -> impl Strategy<Value = Turn> {
    let name = prop::sample::select(vec!["open_file", "close_file", "openFile", "rm", "⚙", ""]);
    let arguments = prop::sample::select(vec![
        json!({"path": "/a"}),
        json!({"path": "/b"}),
        json!({"path": "/missing"}),
        json!({"path": ["/a"]}),
        json!({}),
    ]);
    let call = (name, arguments, any::<bool>());
    prop::collection::vec(call, 1..4).prop_map(Turn::Calls)
}

fn turns() -> impl Strategy<Value = Turn> {
    prop_oneof![
        8 => calls(),
        1 => Just(Turn::Truncated),
        1 => Just(Turn::Paused),
        1 => Just(Turn::Incomplete),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_loop_ends_within_the_limit_for_every_model(model in prop::collection::vec(turns(), 1..12)) {
        let (requests, told) = run_printed_loop(&model);
        let is_lost = |turn: &Turn| matches!(turn, Turn::Incomplete);
        let limit = if model.iter().any(is_lost) { LIMIT_WITH_LOST } else { LIMIT };
        prop_assert!(requests <= limit);
        // Each of these models asks for more: the user always reads why it ended.
        prop_assert!(told.is_some_and(|text| !text.is_empty()));
    }
}

fn call(name: &'static str, path: &str) -> Turn {
    Turn::Calls(vec![(name, json!({"path": path}), false)])
}

#[test]
fn repeated_call_ends_after_five_requests() {
    let ended = run_printed_loop(&[call("open_file", "/a")]);
    insta::assert_snapshot!(format!("{ended:?}"), @r#"(5, Some("The model called open_file 5 times with the same arguments. It ignored all warnings."))"#);
}

#[test]
fn repeated_failing_call_ends_after_four_requests() {
    let ended = run_printed_loop(&[call("open_file", "/missing")]);
    insta::assert_snapshot!(format!("{ended:?}"), @r#"(4, Some("The model sent the same arguments to open_file, which failed 2 times. It ignored all warnings."))"#);
}

#[test]
fn alternating_calls_end_after_six_requests() {
    let ended = run_printed_loop(&[call("open_file", "/a"), call("close_file", "/a")]);
    insta::assert_snapshot!(format!("{ended:?}"), @r#"(6, Some("The model called close_file 3 times with the same arguments. It ignored all warnings."))"#);
}

#[test]
fn repeated_invalid_call_ends_after_three_requests() {
    let ended = run_printed_loop(&[Turn::Calls(vec![("open_file", json!({}), false)])]);
    insta::assert_snapshot!(format!("{ended:?}"), @r#"(3, Some("The model could not call open_file: 3 attempts failed. The last one: path: Required (the arguments are empty)"))"#);
}

#[test]
fn new_calls_without_end_stop_at_the_limit() {
    let ended = run_printed_loop(&[Turn::Calls(vec![(
        "open_file",
        json!({"path": "/a"}),
        true,
    )])]);
    insta::assert_snapshot!(format!("{ended:?}"), @r#"(50, Some("The model did not finish within 50 answers."))"#);
}

#[test]
fn clear_starts_the_count_again() {
    let tools = tools();
    let mut supervisor = Supervisor::new().max_turns(2);
    for at in 0..6 {
        supervisor.clear();
        let answer = write_answer(&call("open_file", "/a"), at);
        let _ = supervisor.review(&answer, |call| tools.parse(&call.name, call));
        let next = supervisor.settle(&answer, &mut [CallResult::text("done")]);
        assert_eq!(next, NextStep::Continue);
    }
}

#[test]
fn empty_calls_are_equal_however_they_are_written() {
    let mut guard = LoopGuard::new();
    let states: Vec<_> = ["{}", "", "null"].map(|raw| guard.call("now", raw)).into();
    assert!(matches!(states[2], LoopState::Warn(_)));
}

/// The pages print the loop that `run_printed_loop` runs.
#[test]
fn every_printed_loop_has_the_tested_steps() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pages = vec![root.join("SKILL.md"), root.join("README.md")];
    for folder in ["docs", "docs/cookbook"] {
        let entries = fs::read_dir(root.join(folder)).expect("the guide");
        pages.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    let mut loops = 0;
    for page in pages
        .iter()
        .filter(|page| page.extension().is_some_and(|end| end == "md"))
    {
        let text = fs::read_to_string(page).expect("a page");
        for block in text
            .split("```")
            .filter(|block| block.contains("supervisor.review("))
        {
            loops += 1;
            let code = block.split_whitespace().collect::<Vec<_>>().join(" ");
            let asks = [
                "Step::Ask(_, found) => CallResult::error(found.correction())",
                "Step::Ask(..) => CallResult::error(",
            ];
            assert!(
                asks.iter().any(|arm| code.contains(arm)),
                "{}: answers a loop with an error",
                page.display()
            );
            assert!(
                code.contains("supervisor.settle("),
                "{}: settles",
                page.display()
            );
            assert!(
                code.contains("NextStep::GiveUp(summary)"),
                "{}: stops",
                page.display()
            );
        }
    }
    assert!(loops >= 8, "{loops} printed loops");
}
