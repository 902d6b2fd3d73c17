//! Repairs are recorded in the order of the walk, with the paths of the repaired values.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use insta::assert_snapshot;
use tests::{describe, read};
use tool_core::{Limits, Tool, ToolArg};

#[derive(Debug, ToolArg)]
struct Page {
    page: u8,
}

/// A tool.
#[derive(Debug, Tool)]
struct Call {
    on: bool,
    off: bool,
    list: Vec<u8>,
    page: Page,
    number: u8,
    file_names: Vec<String>,
}

/// A tool.
#[derive(Debug, Tool)]
struct Pair {
    first: u8,
    second: u8,
}

#[test]
fn records_a_repair_behind_values_without_one() {
    assert_snapshot!(read::<Call>(r#"{"on":true,"off":false,"list":[1],"page":{"page":1},"number":"5","file_names":[]}"#), @r#"
    Call { on: true, off: false, list: [1], page: Page { page: 1 }, number: 5, file_names: [] }
    ~ number string_to_number: "5" -> 5
    "#);
}

#[test]
fn path_of_a_comma_has_the_keys_of_the_input() {
    assert_snapshot!(read::<Call>(r#"{"on":true,"off":false,"list":[1],"page":{"page":1},"number":5,"fileNames":["a",]}"#), @r#"
    Call { on: true, off: false, list: [1], page: Page { page: 1 }, number: 5, file_names: ["a"] }
    ~ fileNames comma: "," -> nothing
    ~ file_names property_name: "fileNames" -> "file_names"
    "#);
}

#[test]
fn records_a_leading_and_a_missing_comma() {
    for leading in ["{,", "{ ,", "{ , "] {
        let outcome = read::<Pair>(&format!(r#"{leading}"first":1,"second":2}}"#));
        let expected = "Pair { first: 1, second: 2 }\n~  comma: \",\" -> nothing";
        assert_eq!(outcome, expected, "{leading}");
    }
    for missing in [r#"{"first":1"second":2}"#, r#"{"first":1 "second":2}"#] {
        let expected = "Pair { first: 1, second: 2 }\n~  comma: \"\" -> \",\"";
        assert_eq!(read::<Pair>(missing), expected, "{missing}");
    }
}

#[test]
fn limit_of_issues_bounds_the_recorded_commas() {
    let text =
        r#"{"on":true,"off":false,"list":[1,],"page":{"page":1,},"number":5,"file_names":["a",]}"#;
    for (limit, recorded) in [(1, 2), (2, 3), (9, 3)] {
        let reader = Call::definition().reader();
        let limits = Limits::default().issues(limit);
        let outcome = describe(reader.limits(limits).read::<Call>(text));
        let commas = outcome.lines().filter(|line| line.contains(" comma: "));
        assert_eq!(commas.count(), recorded, "{limit}: {outcome}");
    }
    let limits = Limits::default().issues(1);
    let reader = Call::definition().reader().limits(limits);
    let commas = describe(reader.read::<Call>(text));
    let commas = commas.lines().filter(|line| line.contains(" comma: "));
    assert_snapshot!(commas.collect::<Vec<_>>().join("\n"), @r#"
    ~ list comma: "," -> nothing
    ~  comma: "," -> nothing
    "#);
}

#[test]
fn repaired_scalars_count_as_nodes() {
    for (word, number) in [(r#""true""#, r#""5""#), (r#""yes""#, r#""5 ""#)] {
        let text = format!(
            r#"{{"on":{word},"off":{word},"list":[],"page":{{"page":{number}}},"number":{number},"file_names":[]}}"#
        );
        let at_most = |nodes: usize| {
            let reader = Call::definition().reader();
            let limits = Limits::default().nodes(nodes);
            describe(reader.limits(limits).read::<Call>(&text))
        };
        assert!(at_most(8).starts_with("Call {"), "{}", at_most(8));
        let expected = r#"! file_names limit {"limit":"nodes","maximum":7}"#;
        assert_eq!(at_most(7), expected);
    }
}
