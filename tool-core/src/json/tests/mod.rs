mod hints;
pub(crate) mod laws;

use serde_json::{Value, json};

use crate::issue::{Issue, IssueKind, Limit, Repair};
use crate::json::{self, Tolerance};
use crate::limits::Limits;
use crate::tree::{ParseContext, Tree};

/// The result of reading a text.
pub(crate) struct Parsed<'a> {
    pub(crate) tree: Option<Tree<'a>>,
    pub(crate) issues: Vec<Issue>,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) omitted: usize,
}

pub(crate) fn parse<'a>(text: &'a str, tolerance: Tolerance, limits: &Limits) -> Parsed<'a> {
    let mut intake = ParseContext::new(limits, tolerance.duplicate_key);
    Parsed {
        tree: json::parse(text, tolerance, &mut intake),
        issues: intake.issues,
        repairs: intake.repairs,
        omitted: intake.omitted,
    }
}

fn strict(text: &str) -> Parsed<'_> {
    parse(text, Tolerance::STRICT, &Limits::default())
}

/// Returns the value of a text that is read without an issue.
pub(crate) fn value(text: &str, tolerance: Tolerance) -> Option<Value> {
    let parsed = parse(text, tolerance, &Limits::default());
    assert_eq!(parsed.tree.is_none(), !parsed.issues.is_empty(), "{text}");
    parsed.tree.map(|tree| tree.to_value())
}

/// Returns the only issue of a text, as `expected X after Y`.
pub(crate) fn fault(text: &str, tolerance: Tolerance) -> String {
    let parsed = parse(text, tolerance, &Limits::default());
    let [issue] = parsed.issues.as_slice() else {
        return format!("{} issues", parsed.issues.len());
    };
    match &issue.kind {
        IssueKind::InvalidJson { expected, after } => {
            format!("expected {expected} after {after:?}")
        }
        IssueKind::Truncated => "truncated".to_owned(),
        IssueKind::SeveralObjects { texts } => texts.join(" | "),
        IssueKind::DuplicateKey => format!("{} twice", issue.path),
        IssueKind::Limit { limit, maximum } => format!("{}: {limit:?} {maximum}", issue.path),
        other => format!("{other:?}"),
    }
}

#[test]
fn all_white_space_of_json_is_passed_over() {
    let parsed = strict("\t\r\n {\n\t\r \"a\"\r: \t1\n,\"b\" :[\r]\t}\r\n");
    assert_eq!(
        parsed.tree.map(|tree| tree.to_value()),
        Some(json!({"a": 1, "b": []}))
    );
}

#[test]
fn every_syntax_error_names_the_expected_token() {
    for (text, words) in [
        ("", r#"expected a JSON object after """#),
        (" \n", r#"expected a JSON object after """#),
        ("hello", r#"expected a JSON object after """#),
        ("\u{feff}{}", r#"expected a JSON object after """#),
        ("{a", r#"expected a key in double quotes after "{""#),
        (
            r#"{"a":1,}"#,
            r#"expected no comma before the closing bracket after "{\"a\":1,""#,
        ),
        (
            "[1,]",
            r#"expected no comma before the closing bracket after "[1,""#,
        ),
        (r#"{"a" 1}"#, r#"expected ':' after "{\"a\" ""#),
        (r#"{"a":1 "b"}"#, r#"expected ',' or '}' after "{\"a\":1 ""#),
        ("[1 2]", r#"expected ',' or ']' after "[1 ""#),
        ("[1}", r#"expected ',' or ']' after "[1""#),
        (
            "[01]",
            r#"expected no leading zeros (text needs double quotes) after "[""#,
        ),
        (
            "[1.x]",
            r#"expected a number in digits alone, or text in double quotes after "[""#,
        ),
        ("[1.]", r#"expected a digit after "[1.""#),
        ("[tru]", r#"expected true, false or null after "[""#),
        (
            "{} x",
            r#"expected nothing after the arguments after "{} ""#,
        ),
        ("[\"a\tb\"]", r#"expected a tab written as \t after "[\"a""#),
        (
            r#"["\x"]"#,
            r#"expected a backslash written as \\ after "[\"""#,
        ),
        (
            r#"["\u12g4"]"#,
            r#"expected a backslash written as \\ after "[\"""#,
        ),
        (
            r#"["\ud800"]"#,
            r#"expected a whole character, not half of a surrogate pair after "[\"""#,
        ),
        (
            "[\"äöüäöüäöüäöüäöüäöüäöüäöü\" 1]",
            r#"expected ',' or ']' after "äöüäöüäöüäöüäöüäöü\" ""#,
        ),
        ("['a']", r#"expected a string in double quotes after "[""#),
        ("[True]", r#"expected true, false or null after "[""#),
        ("[\u{a0}1]", r#"expected a value after "[""#),
    ] {
        assert_eq!(fault(text, Tolerance::STRICT), words, "{text}");
    }
}

#[test]
fn control_characters_are_no_white_space() {
    for control in (0..b' ').filter(|byte| !b"\t\n\r".contains(byte)) {
        let text = format!("[{}1]", char::from(control));
        let words = r#"expected a value after "[""#;
        assert_eq!(fault(&text, Tolerance::STRICT), words, "{control}");
    }
}

#[test]
fn escapes_are_what_they_stand_for() {
    let text = r#"["\"\\\/\b\f\n\r\t", "\u00e9\uABCD\uabcd", "\ud83d\ude00"]"#;
    let read = json!([
        "\"\\/\u{8}\u{c}\n\r\t",
        "\u{e9}\u{abcd}\u{abcd}",
        "\u{1f600}"
    ]);
    assert_eq!(value(text, Tolerance::STRICT), Some(read));
}

#[test]
fn the_place_of_an_issue_counts_the_items_of_its_own_array() {
    let nested = r#"[[0], [0, 1, {"a": 1, "a": 2}]]"#;
    assert_eq!(fault(nested, Tolerance::STRICT), "[1][2].a twice");
}

#[test]
fn half_a_character_at_the_very_end_is_a_fault_of_its_own() {
    let words = r#"expected a whole character, not half of a surrogate pair after "\"""#;
    assert_eq!(fault(r#""\ud83d""#, Tolerance::STRICT), words);
    assert_eq!(fault(r#""\ud83d\"#, Tolerance::STRICT), "truncated");
    assert_eq!(fault(r#""\ud83d"#, Tolerance::STRICT), "truncated");
    assert_eq!(fault(r#""\ud83d\u"#, Tolerance::STRICT), "truncated");
}

#[test]
fn what_ends_too_early_is_truncated() {
    for text in [
        "{",
        "[",
        "\"",
        "\"a",
        "\"\\",
        "\"\\u12",
        "\"\\ud83d",
        "\"\\ud83d\\",
        "tru",
        "n",
        "-",
        "1.",
        "1e",
        "1e+",
        "{\"a",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\":1,",
        "[1",
        "[1,",
        "[1, ",
        "[[]",
        "[fals",
    ] {
        assert_eq!(fault(text, Tolerance::STRICT), "truncated", "{text}");
        assert_eq!(fault(text, Tolerance::EMBEDDED), "truncated", "{text}");
    }
}

#[test]
fn numbers_keep_their_text() {
    for text in [
        "1e400",
        "-0",
        "0.10",
        "123456789012345678901234567890",
        "1E+2",
    ] {
        match strict(text).tree {
            Some(crate::tree::Tree::Number(kept)) => assert_eq!(kept, text),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_second_key_is_dropped_or_an_issue() {
    let same = r#"{"x":{"a":1,"b":2,"a":1.0}}"#;
    let parsed = parse(same, Tolerance::STANDARD, &Limits::default());
    assert!(parsed.issues.is_empty());
    assert_eq!(parsed.repairs.len(), 1);
    assert_eq!(parsed.repairs[0].path.to_string(), "x.a");
    assert_eq!(
        parsed.tree.map(|t| t.to_value()),
        Some(json!({"x": {"a": 1, "b": 2}}))
    );
    assert_eq!(fault(same, Tolerance::STRICT), "x.a twice");
    let other = r#"[{"a":1,"a":2}]"#;
    assert_eq!(fault(other, Tolerance::STANDARD), "[0].a twice");
    assert_eq!(
        strict(other).tree.map(|t| t.to_value()),
        Some(json!([{"a": 1}]))
    );
}

#[test]
fn many_keys_are_settled_as_well() {
    let entries: Vec<String> = (0..5_000)
        .map(|n| format!("\"k{}\":{n}", n % 4_000))
        .collect();
    let text = format!("{{{}}}", entries.join(","));
    let parsed = parse(&text, Tolerance::STANDARD, &Limits::default());
    assert_eq!((parsed.issues.len(), parsed.omitted), (100, 900));
    assert_eq!(parsed.issues[0].path.to_string(), "k0");
}

#[test]
fn limits_are_issues_at_the_place() {
    let with = |text: &str, limits: Limits| {
        let parsed = parse(text, Tolerance::STRICT, &limits);
        assert!(parsed.tree.is_none() || parsed.issues.is_empty());
        parsed.issues.first().map(|issue| match issue.kind {
            IssueKind::Limit { limit, .. } => (limit, issue.path.to_string()),
            _ => panic!("{issue:?}"),
        })
    };
    let limits = Limits::default();
    assert_eq!(with("{\"a\":1}", limits.depth(1)), None);
    assert_eq!(
        with("{\"a\":[]}", limits.depth(1)),
        Some((Limit::Depth, "a".into()))
    );
    // Siblings do not add depth.
    assert_eq!(with("[[],{},[[]]]", limits.depth(3)), None);
    assert_eq!(
        with("[[],{},[[[]]]]", limits.depth(3)),
        Some((Limit::Depth, "[2][0][0]".into()))
    );
    assert_eq!(with("[1,2]", limits.nodes(3)), None);
    assert_eq!(
        with("[1,2,3]", limits.nodes(3)),
        Some((Limit::Nodes, "[2]".into()))
    );
    assert_eq!(with("[1,2]", limits.bytes(5)), None);
    assert_eq!(
        with("[1,2]", limits.bytes(4)),
        Some((Limit::Bytes, String::new()))
    );
    let deep = "[".repeat(100_000);
    assert_eq!(
        with(&deep, limits).map(|(limit, _)| limit),
        Some(Limit::Depth)
    );
}

#[test]
fn strings_borrow_unless_they_hold_an_escape() {
    use crate::tree::Tree;
    use std::borrow::Cow;
    let text = "\"a long enough plain string, ä\"";
    assert!(matches!(
        strict(text).tree,
        Some(Tree::String(Cow::Borrowed(_)))
    ));
    let escaped = r#""\ud83d\ude00 tab\t \/ \u00e4 and some more text""#;
    assert_eq!(
        value(escaped, Tolerance::STRICT),
        Some(json!("😀 tab\t / ä and some more text"))
    );
}
