//! The decisions on all calls of one answer: results, questions to the user, and the end.

use serde_json::{Value, json};
use tool_core::answer::{Answer, AnswerStream, CallResult, Content, StopReason};
use tool_core::call::{Api, ParsedCall};
use tool_core::conversation::{LoopGuard, NextStep, RetryBudget, Step, Supervisor};
use tool_core::{Definition, Definitions};

fn tools() -> Definitions {
    let schema = json!({
        "type": "object",
        "properties": {"path": {"type": "string"}},
        "required": ["path"],
        "additionalProperties": false,
    });
    let tool = |name| Definition::new(name, "A tool.", schema.clone()).expect("a usable schema");
    Definitions::new([tool("open_file"), tool("close_file")]).expect("two names")
}

/// An answer of Anthropic with these calls.
fn answer(stop: &str, calls: &[(&str, Value)]) -> Answer {
    let blocks = calls.iter().enumerate().map(|(at, (name, input))| {
        json!({"type": "tool_use", "id": format!("toolu_{at}"), "name": name, "input": input})
    });
    let blocks: Vec<_> = blocks.collect();
    let body = json!({"type": "message", "stop_reason": stop, "content": blocks});
    Answer::from_body(Api::Anthropic, &body.to_string()).expect("an answer")
}

/// Runs all steps. The tool fails for the path `/missing`.
fn run(steps: Vec<Step<ParsedCall<'_>>>) -> Vec<CallResult> {
    let result = |step: Step<ParsedCall<'_>>| match step {
        Step::Run(call) if call.reading.value["path"] == "/missing" => {
            CallResult::error("not found")
        }
        Step::Run(_) => CallResult::text("ran"),
        Step::Ask(..) => CallResult::error("The user did not allow this call."),
        Step::Skip(result) => result,
    };
    steps.into_iter().map(result).collect()
}

/// Plays an answer, and returns the texts of its results and the next step.
fn play(supervisor: &mut Supervisor, stop: &str, calls: &[(&str, Value)]) -> String {
    let tools = tools();
    let answer = answer(stop, calls);
    let mut results = run(supervisor.review(&answer, |call| tools.parse(&call.name, call)));
    let next = supervisor.settle(&answer, &mut results);
    assert!(answer.results(results.clone()).is_ok(), "one result a call");
    let mut shown: Vec<String> = results.iter().map(text).collect();
    shown.push(match next {
        NextStep::Continue => "=> continue".to_owned(),
        NextStep::Done => "=> done".to_owned(),
        NextStep::AskUser(found) => format!("=> ask: {}", found.question()),
        NextStep::GiveUp(summary) => format!("=> give up: {summary}"),
    });
    shown.join("\n")
}

fn text(result: &CallResult) -> String {
    let texts = result.content.iter().map(|part| match part {
        Content::Text(text) => text.as_str(),
        _ => "another part",
    });
    let lead = if result.is_error { "error: " } else { "" };
    format!("{lead}{}", texts.collect::<Vec<_>>().join("\n"))
}

#[test]
fn several_failures_of_one_tool_count_once() {
    let mut supervisor = Supervisor::new().budget(RetryBudget::new().retries(1));
    let bad = |path: u32| ("open_file", json!({"path": [path]}));
    insta::assert_snapshot!(play(&mut supervisor, "tool_use", &[bad(1), bad(2)]), @"
    error: Please rewrite the input with valid arguments. Errors: path: expected string, got array
    error: Please rewrite the input with valid arguments. Errors: path: expected string, got array
    => continue
    ");
    insta::assert_snapshot!(play(&mut supervisor, "tool_use", &[bad(3), bad(4)]), @"
    error: Please rewrite the input with valid arguments. Errors: path: expected string, got array
    error: Please rewrite the input with valid arguments. Errors: path: expected string, got array
    => give up: The model could not call open_file: 2 attempts failed. The last one: path: expected string, got array
    ");
}

#[test]
fn a_success_with_a_failure_does_not_renew_the_budget() {
    let mut supervisor = Supervisor::new().budget(RetryBudget::new().retries(1));
    let calls = |path: u32| {
        [
            ("open_file", json!({"path": [path]})),
            ("openFile", json!({"path": format!("/{path}")})),
        ]
    };
    assert!(play(&mut supervisor, "tool_use", &calls(1)).ends_with("=> continue"));
    assert!(play(&mut supervisor, "tool_use", &calls(2)).contains("=> give up"));
}

#[test]
fn a_success_under_another_spelling_renews_the_budget() {
    let mut supervisor = Supervisor::new().budget(RetryBudget::new().retries(1));
    for path in 0..4 {
        let bad = [("open_file", json!({"path": [path]}))];
        assert!(play(&mut supervisor, "tool_use", &bad).ends_with("=> continue"));
        let good = [("openFile", json!({"path": format!("/{path}")}))];
        assert!(play(&mut supervisor, "tool_use", &good).ends_with("=> continue"));
    }
}

#[test]
fn a_failing_call_is_corrected_and_then_the_user_is_asked() {
    let mut supervisor = Supervisor::new();
    let missing = [("open_file", json!({"path": "/missing"}))];
    insta::assert_snapshot!(play(&mut supervisor, "tool_use", &missing), @"
    error: not found
    => continue
    ");
    insta::assert_snapshot!(play(&mut supervisor, "tool_use", &missing), @"
    error: not found
    open_file failed 2 times with the same arguments. Do not send them again: change what the error names, or try another way.
    => continue
    ");
    // The third time the call does not run without the user.
    insta::assert_snapshot!(play(&mut supervisor, "tool_use", &missing), @"
    error: The user did not allow this call.
    => continue
    ");
}

#[test]
fn a_repeated_success_is_corrected_and_then_asked_before_it_runs() {
    let mut supervisor = Supervisor::new();
    let same = [("open_file", json!({"path": "/a"}))];
    let texts: Vec<_> = (0..4)
        .map(|_| play(&mut supervisor, "tool_use", &same))
        .collect();
    insta::assert_snapshot!(texts.join("\n\n"), @"
    ran
    => continue

    ran
    => continue

    error: You called open_file 3 times with the same arguments. Do not repeat this call: use the result you have, change the arguments, or try another way.
    => continue

    error: The user did not allow this call.
    => continue
    ");
    supervisor.clear();
    assert_eq!(play(&mut supervisor, "tool_use", &same), "ran\n=> continue");
}

#[test]
fn the_user_is_asked_about_a_repeated_invalid_call() {
    let mut supervisor = Supervisor::new().budget(RetryBudget::new().retries(9));
    let same = [("open_file", json!({}))];
    let _ = play(&mut supervisor, "tool_use", &same);
    let _ = play(&mut supervisor, "tool_use", &same);
    insta::assert_snapshot!(play(&mut supervisor, "tool_use", &same), @r#"
    error: Nothing was run. Send the whole call again with these fixed:
    - path: Required (the arguments are empty)
    The arguments must have this shape, where ? marks what is optional:
    {"path": string}
    open_file failed 2 times with the same arguments. Do not send them again: change what the error names, or try another way.
    => ask: The model sent the same arguments to open_file, which failed 2 times. It ignored a warning. Let it continue?
    "#);
}

#[test]
fn truncated_calls_count_against_the_budget() {
    let mut supervisor = Supervisor::new();
    let cut = [("open_file", json!({"path": "/etc"}))];
    let texts: Vec<_> = (0..3)
        .map(|_| play(&mut supervisor, "max_tokens", &cut))
        .collect();
    insta::assert_snapshot!(texts.join("\n"), @"
    => continue
    => continue
    => give up: The model could not call open_file: 3 attempts failed. The last one: the output ended before the arguments did
    ");
}

#[test]
fn an_answer_without_calls_ends_the_turn_unless_it_is_paused() {
    let mut supervisor = Supervisor::new();
    assert_eq!(play(&mut supervisor, "end_turn", &[]), "=> done");
    assert_eq!(play(&mut supervisor, "max_tokens", &[]), "=> done");
    assert_eq!(play(&mut supervisor, "pause_turn", &[]), "=> continue");
}

#[test]
fn unknown_tools_have_one_counter() {
    let mut supervisor = Supervisor::new().budget(RetryBudget::new().retries(1));
    let _ = play(
        &mut supervisor,
        "tool_use",
        &[("opne", json!({"path": "/a"}))],
    );
    let calls = [("rm", json!({})), ("close_file", json!({"path": "/a"}))];
    insta::assert_snapshot!(play(&mut supervisor, "tool_use", &calls), @"
    error: Unknown tool requested by model: rm. Call one of: open_file, close_file
    ran
    => give up: The model called no known tool: 2 attempts failed. The last one: rm
    ");
}

#[test]
fn a_stored_supervisor_decides_the_same() {
    let bad = [("open_file", json!({"path": [1]}))];
    let mut supervisor = Supervisor::new().guard(LoopGuard::new().failures(3));
    let mut stored = supervisor.clone();
    for _ in 0..4 {
        let text = serde_json::to_string(&stored).expect("it serializes");
        stored = serde_json::from_str(&text).expect("it was written so");
        let expected = play(&mut supervisor, "tool_use", &bad);
        assert_eq!(play(&mut stored, "tool_use", &bad), expected);
    }
}

#[test]
fn lost_connections_are_no_turns_of_the_model() {
    let mut stream = AnswerStream::new(Api::Anthropic);
    let call = json!({"type": "tool_use", "id": "1", "name": "open_file", "input": {}});
    let event = json!({"type": "content_block_start", "index": 0, "content_block": call});
    stream.push(&event.to_string()).expect("an event");
    let cut = stream.finish().expect("an answer");
    assert_eq!(
        (cut.stop.clone(), cut.dropped.len()),
        (StopReason::Disconnected, 1)
    );

    let mut supervisor = Supervisor::new().max_turns(3);
    let good = answer("tool_use", &[("open_file", json!({"path": "/a"}))]);
    for _ in 0..2 {
        assert_eq!(supervisor.settle(&cut, &mut []), NextStep::Continue);
        assert_eq!(supervisor.settle(&good, &mut []), NextStep::Continue);
    }
    let NextStep::GiveUp(text) = supervisor.settle(&cut, &mut []) else {
        panic!("the loop ends");
    };
    insta::assert_snapshot!(text, @r#"The connection broke off during 3 answers."#);
    supervisor.clear();
    assert_eq!(supervisor.settle(&cut, &mut []), NextStep::Continue);
}
