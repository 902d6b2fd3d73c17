//! Text before and behind the arguments: harmless sentences, and ones that take the call back.

use proptest::prelude::*;
use serde_json::json;
use tool_core::Definition;

const CALL: &str = "{\"city\": \"Oslo\"}";

/// Lines above the arguments that announce them.
const BEFORE: &str = include_str!("reading_behind/before.txt");

/// Lines below the arguments that leave the call as it is.
const BEHIND: &str = include_str!("reading_behind/behind.txt");

/// Lines below the arguments that have an unknown form, in several languages. A retry is cheaper than
/// a call that nobody meant.
const OTHERS: &str = include_str!("reading_behind/others.txt");

/// Lines below the arguments that take the call back, ask about it or only show it.
const WITHDRAWALS: &str = include_str!("reading_behind/withdrawals.txt");

/// Lines above the arguments that take them back or only show them.
const DENIALS: &str = include_str!("reading_behind/denials.txt");

fn is_read(text: &str) -> bool {
    let schema = json!({
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
        "additionalProperties": false,
    });
    let definition = Definition::new("weather", "", schema).expect("a valid schema");
    match definition.parse(text) {
        Ok(value) => {
            assert_eq!(value, json!({"city": "Oslo"}), "{text}");
            true
        }
        Err(_) => false,
    }
}

/// Lists the lines that are not read as expected, in each of the forms of a text. `LINE` stands for
/// the line.
fn find_wrong(lines: &str, forms: &[&str], expected: bool) -> Vec<String> {
    let texts = lines
        .lines()
        .flat_map(|line| forms.iter().map(move |form| (line, form)));
    let texts = texts.map(|(line, form)| form.replace("LINE", line).replace("CALL", CALL));
    texts.filter(|text| is_read(text) != expected).collect()
}

const ABOVE: &[&str] = &[
    "LINE\nCALL",
    "LINE\n\n```json\nCALL\n```",
    "LINE\nCALL\nDone.",
];
const BELOW: &[&str] = &[
    "CALL\nLINE",
    "CALL LINE",
    "```json\nCALL\n```\n\nLINE",
    "I'll look it up.\nCALL\n\n- LINE\n",
    "<tool_call>CALL</tool_call>\nLINE",
];

#[test]
fn reads_arguments_below_a_line_that_announces_them() {
    assert_eq!(find_wrong(BEFORE, ABOVE, true), [""; 0]);
}

#[test]
fn reads_arguments_above_harmless_lines() {
    assert_eq!(find_wrong(BEHIND, BELOW, true), [""; 0]);
}

#[test]
fn rejects_arguments_above_any_other_line() {
    assert_eq!(find_wrong(WITHDRAWALS, BELOW, false), [""; 0]);
    assert_eq!(find_wrong(OTHERS, BELOW, false), [""; 0]);
}

#[test]
fn rejects_arguments_below_a_line_that_denies_or_shows_them() {
    assert_eq!(find_wrong(DENIALS, ABOVE, false), [""; 0]);
}

/// Records, logs and lists of alternatives around the arguments.
#[test]
fn rejects_arguments_inside_of_other_text() {
    for text in [
        "Option A: CALL\nOption B: ask first.\nWhich one?",
        "1. CALL\n2. Ask the user.\nWhich one?",
        "url: https://a.b\nretries: 3\nargs: CALL",
        "args: CALL\nretries: 3",
        "[INFO] 12:00 sending\nCALL",
        "[INFO] I'll send the request\nCALL",
        "12:00:01 I'll send it\nCALL",
        "CALL\n[INFO] 12:01 done",
        "# Log\nCALL",
        "CALL\n[CANCELLED]",
        "CALL\nCALL\n**cancelled**",
        "CALL\nCancel that.\nCALL",
        "weather[ARGS]CALL\n**cancelled**",
    ] {
        assert!(!is_read(&text.replace("CALL", CALL)), "{text}");
    }
}

fn a_line_of(lines: &'static str) -> impl Strategy<Value = &'static str> {
    let lines: Vec<&str> = lines.lines().collect();
    prop::sample::select(lines)
}

proptest! {
    #[test]
    fn harmless_sentences_are_harmless_together(
        lines in prop::collection::vec(a_line_of(BEHIND), 1..6),
        sign in prop::sample::select(vec![" ", "\n", "\n\n"]),
    ) {
        let text = format!("{CALL}\n{}", lines.join(sign));
        // A line without a sign at its end joins the next one.
        let ends = lines.iter().all(|line| line.ends_with(['.', '!', '?']));
        prop_assume!(ends || sign != " ");
        prop_assert!(is_read(&text), "{text}");
    }

    #[test]
    fn one_other_sentence_among_harmless_ones_rejects_the_call(
        lines in prop::collection::vec(a_line_of(BEHIND), 0..4),
        other in a_line_of(WITHDRAWALS),
        at in any::<prop::sample::Index>(),
    ) {
        let mut lines = lines;
        lines.insert(at.index(lines.len() + 1), other);
        let text = format!("{CALL}\n{}", lines.join("\n"));
        prop_assert!(!is_read(&text), "{text}");
    }
}
