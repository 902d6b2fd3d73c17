//! Calls that the guard reports as a loop, and calls that it accepts.

use serde_json::json;
use tool_core::conversation::{CallLoop, LoopGuard, LoopKind, LoopState};

/// Returns the verdicts on calls, which are written as `tool arguments`. A leading `!` marks a
/// failed call.
fn verdicts(guard: &mut LoopGuard, calls: &[&str]) -> Vec<String> {
    let shown = |state: LoopState| match state {
        LoopState::Continue => "-".to_owned(),
        LoopState::Warn(found) => format!("warn: {found}"),
        LoopState::AskUser(found) => format!("ask: {}", found.question()),
        other => format!("{other:?}"),
    };
    let mut all = Vec::new();
    for call in calls {
        let (failed, call) = match call.strip_prefix('!') {
            Some(call) => (true, call),
            None => (false, *call),
        };
        let (tool, raw) = call.split_once(' ').unwrap_or((call, ""));
        all.push(shown(guard.call(tool, raw)));
        if failed {
            all.push(format!("failed {}", shown(guard.failed(tool, raw))));
        }
    }
    all
}

fn describe(calls: &[&str]) -> String {
    verdicts(&mut LoopGuard::new(), calls).join("\n")
}

/// Returns true if the guard sees a loop.
fn loops(guard: &LoopGuard, calls: &[&str]) -> bool {
    let verdicts = verdicts(&mut guard.clone(), calls);
    verdicts.iter().any(|verdict| !verdict.ends_with('-'))
}

#[test]
fn repeated_equal_calls_are_a_loop_despite_other_calls() {
    insta::assert_snapshot!(describe(&[
        r#"read {"path": "a", "limit": 1}"#,
        "list {}",
        r#"read {"limit": 1.0, "path": "a"}"#,
        r#"read {"path": "b", "limit": 1}"#,
        r#"read { "path": "a", "limit": 1 }"#,
        r#"list {"all": true}"#,
        r#"read {"path": "a", "limit": 1}"#,
        r#"read {"path": "a", "limit": 1}"#,
    ]), @"
    -
    -
    -
    -
    warn: You called read 3 times with the same arguments. Do not repeat this call: use the result you have, change the arguments, or try another way.
    -
    ask: The model called read 4 times with the same arguments. It ignored a warning. Let it continue?
    ask: The model called read 5 times with the same arguments. It ignored a warning. Let it continue?
    ");
}

#[test]
fn two_alternating_calls_are_a_loop() {
    insta::assert_snapshot!(describe(&[
        r#"read {"path": "a"}"#,
        r#"read {"path": "b"}"#,
        r#"read {"path": "a"}"#,
        r#"read {"path": "b"}"#,
        r#"read {"path": "a"}"#,
        "list",
        r#"read {"path": "b"}"#,
    ]), @"
    -
    -
    -
    warn: You made the same two calls of read in turn, 2 times each. Do not repeat these calls: use the results you have, or try another way.
    ask: The model called read 3 times with the same arguments. It ignored a warning. Let it continue?
    -
    ask: The model called read 3 times with the same arguments. It ignored a warning. Let it continue?
    ");
}

#[test]
fn alternating_calls_of_two_tools_are_a_loop() {
    let calls = ["read {}", "list {}", "read {}", "list {}"];
    insta::assert_snapshot!(describe(&calls), @"
    -
    -
    -
    warn: You made the same calls of read and list in turn, 2 times each. Do not repeat these calls: use the results you have, or try another way.
    ");
    let mut guard = LoopGuard::new().repeats(9);
    let asked = verdicts(&mut guard, &[calls, calls].concat());
    insta::assert_snapshot!(asked.last().expect("a verdict"), @"ask: The model made the same calls of read and list in turn, 4 times each. It ignored a warning. Let it continue?");
}

#[test]
fn a_call_that_fails_twice_is_a_loop() {
    insta::assert_snapshot!(describe(&[
        r#"!edit {"path": "#,
        r#"!edit {"path": 5}"#,
        r#"!edit {"path": "#,
        r#"edit {"path": "a"}"#,
        r#"edit {"path": "#,
    ]), @"
    -
    failed -
    -
    failed -
    -
    failed warn: edit failed 2 times with the same arguments. Do not send them again: change what the error names, or try another way.
    -
    ask: The model sent the same arguments to edit, which failed 2 times. It ignored a warning. Let it continue?
    ");
}

#[test]
fn different_calls_are_not_a_loop() {
    let guard = LoopGuard::new();
    let twice = |call| [call, call];
    assert!(!loops(&guard, &twice(r#"read {"path": "a"}"#)));
    assert!(!loops(
        &guard,
        &[r#"a {"x": 1}"#, r#"b {"x": 1}"#, r#"c {"x": 1}"#]
    ));
    assert!(!loops(
        &guard,
        &[r#"a {"x": 1}"#, r#"a {"x": "1"}"#, r#"a {"x": [1]}"#]
    ));
    assert!(!loops(
        &guard,
        &[r#"a {"x": [1, 2]}"#, r#"a {"x": [2, 1]}"#, "a [1, 2]"]
    ));
    assert!(!loops(&guard, &["a {", "a {\"", "a", "a {}"]));
    // A failure and another try that does not fail.
    assert!(!loops(&guard, &["!a {}", "a {}", "!b {}"]));
    // Three calls in turn. Each of them occurs only twice.
    assert!(!loops(&guard, &["a", "b", "c", "a", "b", "c"]));
}

/// The number has more digits than a `Value` keeps. The keys have another order.
#[test]
fn long_numbers_are_compared_by_their_digits() {
    let long = |x: &str, order: bool| {
        let (n, x) = (r#""n": 12345678901234567890123"#, format!("\"x\": {x}"));
        if order {
            format!("a {{{n}, {x}}}")
        } else {
            format!("a {{ {x},{n} }}")
        }
    };
    let calls = [long("1", true), long("1.0", false), long("1", false)];
    let calls: Vec<_> = calls.iter().map(String::as_str).collect();
    assert!(loops(&LoopGuard::new(), &calls));
    let calls = [long("1", true), long("2", false), long("3", false)];
    let calls: Vec<_> = calls.iter().map(String::as_str).collect();
    assert!(!loops(&LoopGuard::new(), &calls));
}

#[test]
fn failure_of_an_unknown_call_is_ignored() {
    let mut guard = LoopGuard::new();
    assert_eq!(guard.failed("a", "{}"), LoopState::Continue);
    assert_eq!(guard.failed("a", "{}"), LoopState::Continue);
    let _ = guard.call("a", "{}");
    assert_eq!(guard.failed("a", "{}"), LoopState::Continue);
    assert_eq!(guard.failed("a", "{}"), LoopState::Continue);
}

#[test]
fn value_and_its_text_are_equal_arguments() {
    let mut guard = LoopGuard::new();
    let arguments = json!({"b": {"x": 1, "y": [null]}, "a": "é"});
    let _ = guard.call("tool", &arguments);
    let _ = guard.failed("tool", r#"{"a": "\u00e9", "b": {"y": [null], "x": 1}}"#);
    let _ = guard.call("tool", &arguments.to_string());
    assert_eq!(
        guard.failed("tool", &arguments),
        LoopState::Warn(loop_of(LoopKind::Failing, 2)),
    );
}

/// A loop is written as data, too.
fn loop_of(kind: LoopKind, times: usize) -> CallLoop {
    let found = json!({"kind": kind, "tools": ["tool"], "times": times});
    serde_json::from_value(found).expect("a loop")
}

#[test]
fn the_thresholds_can_be_set() {
    let same = ["a {}"; 5];
    assert!(loops(&LoopGuard::new().repeats(5), &same));
    assert!(!loops(&LoopGuard::new().repeats(6), &same));
    // One call is never a loop.
    assert!(!loops(&LoopGuard::new().repeats(0), &same[..1]));

    let in_turn = ["a", "b", "a", "b", "a", "b"];
    let guard = LoopGuard::new().repeats(9);
    assert!(loops(&guard.clone().alternations(3), &in_turn));
    assert!(!loops(&guard.alternations(4), &in_turn));

    let failed = ["!a"; 3];
    let guard = LoopGuard::new().repeats(9);
    assert!(loops(&guard.clone().failures(1), &failed[..1]));
    assert!(loops(&guard.clone().failures(3), &failed));
    assert!(!loops(&guard.failures(4), &failed));
}

#[test]
fn calls_outside_the_window_are_forgotten() {
    let calls = ["a", "b", "c", "a", "d", "e", "a"];
    assert!(loops(&LoopGuard::new().window(7), &calls));
    assert!(!loops(&LoopGuard::new().window(6), &calls));
    assert!(!loops(&LoopGuard::new().window(0), &["!a"; 9]));
}

#[test]
fn long_loop_is_warned_of_only_once() {
    for (mut guard, turn) in [
        (LoopGuard::new(), &["a"][..]),
        (LoopGuard::new().window(3), &["a"]),
        (LoopGuard::new().window(4).repeats(9), &["a", "b"]),
        (LoopGuard::new().window(2).repeats(9), &["!a"]),
    ] {
        let calls: Vec<_> = turn.iter().copied().cycle().take(40).collect();
        let told = verdicts(&mut guard, &calls);
        let warnings = told.iter().filter(|told| told.contains("warn: ")).count();
        assert_eq!(warnings, 1, "{told:#?}");
        assert!(told.last().is_some_and(|told| told.contains("ask: ")));
    }
}

#[test]
fn cleared_guard_has_no_calls() {
    let mut guard = LoopGuard::new();
    assert!(verdicts(&mut guard, &["a"; 3])[2].starts_with("warn"));
    guard.clear();
    assert_eq!(guard, LoopGuard::new());
}
