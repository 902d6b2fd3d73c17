//! The most frequent repairs: keys in another style, aliases, a trailing comma, scalars in quotes
//! and a code fence.
#![expect(dead_code, reason = "the values are shown by `Debug`")]

use std::collections::BTreeMap;
use std::fmt::Debug;

use tool_core::rules::Rule;
use tool_core::{Leniency, Tool, ToolArg};

use crate::reading_directly::{by_each_way, in_tags};

/// A tool.
#[derive(Debug, Tool)]
#[serde(rename_all = "snake_case")]
struct Slips {
    file_path: String,
    #[serde(alias = "max")]
    max_count: Option<u32>,
    dry_run: Option<bool>,
    edits: Option<Vec<SlippedEdit>>,
    sizes: Option<BTreeMap<String, SlippedEdit>>,
}

#[derive(Debug, ToolArg)]
struct SlippedEdit {
    old_text: String,
    new_text: Option<Box<SlippedEdit>>,
    lines: Option<Vec<u8>>,
}

/// Returns the repairs of a text without the repairs around the arguments.
fn repairs_of<T: Tool + Debug>(raw: &str) -> Vec<String> {
    let reading = T::definition().reader().read::<T>(raw);
    let reading = reading.unwrap_or_else(|error| panic!("{raw}: {error}"));
    let repairs = reading.repairs.iter();
    repairs
        .filter(|repair| repair.rule != Rule::SurroundingText)
        .map(|repair| format!("{repair:?}"))
        .collect()
}

#[test]
fn text_around_the_arguments_changes_no_repair() {
    for (raw, repairs) in [
        (r#"{"filePath":"a"}"#, 1),
        (r#"{"File Path":"a","max":1}"#, 2),
        (r#"{"FILE-PATH":"a","maxCount":"1","DryRun":"yes"}"#, 5),
        (r#"{"maxCount":"1","file_path":"a","dry_run":"no"}"#, 3),
        (r#"{"file_path":"a","max_count":null,}"#, 1),
        (
            r#"{"file_path":"a","edits":[{"old_text":"b","lines":[1,2,],},],}"#,
            4,
        ),
        (
            r#"{"file_path":"a","edits":[{"oldText":"b","newText":{"oldText":"c","lines":[]}}]}"#,
            3,
        ),
        (
            r#"{"Edits":[{"oldText":"b"}],"filePath":"a","max_count":"7"}"#,
            4,
        ),
        (
            r#"{"file_path":"a","sizes":{"Old":{"oldText":"b","lines":[9]}}}"#,
            1,
        ),
        (r#"{"filePath":"a","edits":[{"oldText":"b",},]}"#, 4),
        (r#"{"filePath":"a","edits":[],}"#, 2),
        // The path of a comma has the keys as they were sent.
        (r#"{"file_path":"a","Edits":[{"old_text":"b"},]}"#, 2),
    ] {
        let tagged = repairs_of::<Slips>(&in_tags(raw));
        assert_eq!(tagged.len(), repairs, "{raw}: {tagged:#?}");
        for sent in [
            raw.to_owned(),
            format!("```json\n{raw}\n```"),
            format!("\n```{raw}``` "),
        ] {
            assert_eq!(repairs_of::<Slips>(&sent), tagged, "{sent}");
        }
        by_each_way::<Slips>(raw);
    }
}

#[test]
fn ambiguous_spellings_of_a_key_are_rejected() {
    for raw in [
        r#"{"file_path":"a","filePath":"b"}"#,
        r#"{"filePath":"b","file_path":"a"}"#,
        r#"{"filePath":"b","FilePath":"a"}"#,
        r#"{"file_path":"a","max":1,"max_count":2}"#,
        r#"{"file_path":"a","path_of_file":"b"}"#,
    ] {
        let read = by_each_way::<Slips>(raw);
        assert!(!read.starts_with("Slips"), "{raw}: {read}");
    }
    for raw in [
        r#"{"file_path":"a","filePath":"b"}"#,
        r#"{"file_path":"a",,}"#,
        "{,}",
        r#"{"file_path":"a","edits":[,]}"#,
    ] {
        for sent in [raw.to_owned(), format!("```json\n{raw}\n```")] {
            assert!(Slips::parse(&sent).is_err(), "{sent}");
        }
    }
}

#[test]
fn strict_reading_repairs_nothing() {
    let strict = Slips::definition().reader();
    let strict = strict.leniency(Leniency::Strict);
    for raw in [
        r#"{"filePath":"a"}"#,
        r#"{"file_path":"a","max":1}"#,
        r#"{"file_path":"a",}"#,
        r#"{"file_path":"a","edits":[],}"#,
        r#"{"file_path":"a","max_count":"1"}"#,
        "```json\n{\"file_path\":\"a\"}\n```",
    ] {
        assert!(strict.read::<Slips>(raw).is_err(), "{raw}");
        assert!(Slips::parse(raw).is_ok(), "{raw}");
    }
}

#[test]
fn the_repairs_of_a_code_fence_are_reported_before_those_inside() {
    let raw = "```json\n{\"filePath\": \"a ``` b\"}\n```";
    let reading = Slips::definition()
        .reader()
        .read::<Slips>(raw)
        .expect("it is read");
    assert_eq!(reading.value.file_path, "a ``` b");
    let repairs = serde_json::to_string(&reading.repairs).expect("repairs are written");
    assert_eq!(
        repairs,
        r#"[{"path":"","rule":"surrounding_text","class":"standard","before":"```json","after":null},{"path":"","rule":"surrounding_text","class":"standard","before":"```","after":null},{"path":"file_path","rule":"property_name","class":"standard","before":"filePath","after":"file_path"}]"#
    );
}
