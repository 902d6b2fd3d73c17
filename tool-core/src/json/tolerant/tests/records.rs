//! Content of the repairs.

use crate::finish::Finish;
use crate::issue::{Guesses, Limit};
use crate::issue::{IssueKind, Rule};
use crate::json::Tolerance;
use crate::json::tests::parse;
use crate::limits::Limits;

/// Each repair as `path rule before -> after`.
fn repairs(text: &str) -> Vec<String> {
    let tolerance = Tolerance::STANDARD.with_finish(Finish::Complete);
    let tolerance = tolerance.with_guesses(Guesses::ALL);
    let parsed = parse(text, tolerance, &Limits::default());
    assert!(parsed.tree.is_some(), "{text}");
    let repairs = parsed.repairs.iter().map(|repair| {
        let after = repair.after.clone().unwrap_or_default();
        format!(
            "{} {} {} -> {after}",
            repair.path, repair.rule, repair.before
        )
    });
    repairs.collect()
}

#[test]
fn each_repair_says_what_and_where() {
    for (text, wanted) in [
        (
            "{\"a\":[1,2,],}",
            &["a comma \",\" -> null", " comma \",\" -> null"][..],
        ),
        ("[1 2]", &[" comma \"\" -> \",\""]),
        (
            "{a:'x'}",
            &[" quotes \"a\" -> \"a\"", "a quotes \"'x'\" -> \"x\""],
        ),
        ("[True]", &["[0] literal \"True\" -> true"]),
        ("{\"a\":undefined}", &["a literal \"undefined\" -> null"]),
        ("[1/* b */]", &[" comment \"/* b */\" -> null"]),
        ("{\"a\":[1}}", &["a closing_bracket \"}\" -> \"]\""]),
        ("{\"a\":1}}", &[" closing_bracket \"}\" -> null"]),
        (
            "[\"\t\"]",
            &["[0] control_character \"\\\"\\t\\\"\" -> \"\\t\""],
        ),
        ("[\"\\d\"]", &["[0] escape \"\\\"\\\\d\\\"\" -> \"\\\\d\""]),
        ("{\"a\"=1}", &[" separator \"=\" -> \":\""]),
        ("[+5]", &["[0] number_form \"+5\" -> 5"]),
        (
            "[[\"a\"",
            &["[0] unclosed \"\" -> \"]\"", " unclosed \"\" -> \"]\""],
        ),
        (
            "So. {\"b\":1} Done",
            &[
                " surrounding_text \"So.\" -> null",
                " surrounding_text \"Done\" -> null",
            ],
        ),
        (
            "<think>{}</think>{\"a\":[01,,0x2],\"b\" 1}",
            &[
                " surrounding_text \"<think>{}</think>\" -> null",
                "a[0] leading_zeros \"01\" -> 1",
                "a hole \",,\" -> \",\"",
                "a[1] hex_number \"0x2\" -> 2",
                " missing_colon \"\" -> \":\"",
                " think_block \"<think>{}</think>\" -> null",
            ],
        ),
        ("{} {}", &[" repeated_object \"{}\" -> null"]),
    ] {
        assert_eq!(repairs(text), wanted, "{text}");
    }
}

#[test]
fn long_pieces_are_cut_and_records_are_limited() {
    let text = format!("I use {}. {{\"a\":1}}", "ä".repeat(200));
    let before = format!("\"I use {}…\"", "ä".repeat(74));
    assert_eq!(
        repairs(&text),
        [format!(" surrounding_text {before} -> null")]
    );

    let text = format!("[{}]", "'a',+1,".repeat(10_000));
    let parsed = parse(&text, Tolerance::STANDARD, &Limits::default());
    assert_eq!(parsed.repairs.len(), 103);
    let further: Vec<Rule> = parsed.repairs[100..].iter().map(|r| r.rule).collect();
    assert_eq!(further, [Rule::Quotes, Rule::NumberForm, Rule::Comma]);
    assert!(parsed.repairs[100..].iter().all(|r| r.path.is_root()));
}

#[test]
fn limits_hold() {
    let limit = |text: &str, limits: Limits| {
        let parsed = parse(text, Tolerance::STANDARD, &limits);
        match parsed.issues.as_slice() {
            [issue] => match issue.kind {
                IssueKind::Limit { limit, .. } => Some((limit, issue.path.to_string())),
                _ => None,
            },
            _ => None,
        }
    };
    let limits = Limits::default();
    let found = |limit, path: &str| Some((limit, path.to_owned()));
    assert_eq!(
        limit("{a:[[]]}", limits.depth(2)),
        found(Limit::Depth, "a[0]")
    );
    assert_eq!(
        limit("Sure: {a:[[]]}", limits.depth(2)),
        found(Limit::Depth, "a[0]")
    );
    assert_eq!(
        limit("{a:[1,2]}", limits.nodes(3)),
        found(Limit::Nodes, "a[1]")
    );
    assert_eq!(limit("{a:1}", limits.bytes(4)), found(Limit::Bytes, ""));
}
