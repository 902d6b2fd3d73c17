//! The types of partial arguments that `#[tool(partial)]` derives.

use std::collections::BTreeMap;

use tool_core::answer::AnswerStream;
use tool_core::call::{Api, PartialTool};
use tool_core::{Issues, Tool, ToolArg, json};

#[derive(Clone, Debug, PartialEq, ToolArg)]
struct Edit {
    old: String,
    #[serde(default)]
    all: bool,
}

#[derive(Debug, PartialEq, ToolArg)]
struct Place {
    line: u32,
}

/// Edit a file.
#[derive(Debug, Tool)]
#[serde(rename_all = "camelCase")]
#[tool(check = "has_edits", partial(Debug, PartialEq))]
#[allow(dead_code, reason = "the tests read the partial type")]
struct EditFile {
    /// Absolute path.
    #[schemars(length(min = 1))]
    file_path: String,
    #[tool(json_string)]
    #[serde(default = "no_edits", alias = "changes")]
    edits: Vec<Edit>,
    context: Option<u32>,
    #[serde(flatten)]
    place: Place,
    #[serde(skip)]
    cache: BTreeMap<String, String>,
}

fn no_edits() -> Vec<Edit> {
    Vec::new()
}

fn has_edits(edit: &EditFile, issues: &mut Issues) {
    if edit.edits.is_empty() {
        issues.add("edits", "write at least one edit");
    }
}

/// Reads the arguments as far as they have arrived.
fn partial<T: PartialTool>(arguments: &str) -> T::Partial {
    let mut stream = AnswerStream::new(Api::OpenAiChat);
    let event = json!({"choices": [{"delta": {"tool_calls": [
        {"index": 0, "id": "1", "function": {"name": "edit_file", "arguments": arguments}}
    ]}}]});
    stream.push(&event.to_string()).expect("an event");
    let call = stream.partial().next().expect("a call");
    call.read::<T>()
}

#[test]
fn a_field_is_known_when_it_is_complete() {
    let all = r#"{"file_path": "/a", "changes": "[{\"old\": \"x\"}]", "context": "5", "line": 3}"#;
    let known = |end: &str| {
        let at = all.find(end).expect("a part of the text") + end.len();
        partial::<EditFile>(&all[..at])
    };
    assert_eq!(partial::<EditFile>(""), EditFilePartial::default());
    assert_eq!(known("\"/a"), EditFilePartial::default());
    let path = EditFilePartial {
        file_path: Some("/a".into()),
        ..EditFilePartial::default()
    };
    assert_eq!(known("\"/a\""), path);
    assert_eq!(known("\"x"), path);
    let edits = EditFilePartial {
        edits: Some(vec![Edit {
            old: "x".into(),
            all: false,
        }]),
        ..path
    };
    assert_eq!(known("}]\""), edits);
    let whole = EditFilePartial {
        context: Some(5),
        place: Some(Place { line: 3 }),
        ..edits
    };
    assert_eq!(partial::<EditFile>(all), whole);
}

#[test]
fn a_field_that_cannot_be_read_is_unknown_and_its_siblings_are_kept() {
    let known = partial::<EditFile>(r#"{"filePath": "", "context": 4, "unknown": 1, "line": "x""#);
    let expected = EditFilePartial {
        context: Some(4),
        ..EditFilePartial::default()
    };
    assert_eq!(known, expected);
}

#[test]
fn arguments_that_are_no_object_are_unknown() {
    for arguments in ["[1, 2]", "5 ", "\"text\"", "{]"] {
        assert_eq!(
            partial::<EditFile>(arguments),
            EditFilePartial::default(),
            "{arguments}"
        );
    }
}

/// Searches, with guesses.
#[derive(Debug, Tool)]
#[tool(partial, leniency = "generous", open)]
#[allow(dead_code, reason = "the test reads the partial type")]
struct Search {
    tags: Vec<String>,
}

#[test]
fn the_partial_type_has_the_leniency_of_the_tool() {
    let known = partial::<Search>(r#"{"other": 1, "tags": "a, b", "#);
    assert_eq!(known.tags, Some(vec!["a".to_owned(), "b".to_owned()]));
}

#[test]
fn the_partial_type_leaves_the_tool_unchanged() {
    let error = EditFile::parse(r#"{"filePath": "/a", "line": 1, "edits": []}"#).unwrap_err();
    assert!(
        error.to_string().contains("write at least one edit"),
        "{error}"
    );
}
