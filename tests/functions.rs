//! `#[tool_fn]` and `#[tool_impl]`: the struct that they write is the one that a person would write.
#![allow(
    clippy::unnecessary_wraps,
    clippy::unused_async,
    reason = "the functions of tools return results"
)]

use std::pin::pin;
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};

use serde_json::json;
use tool_core::{Definition, Tool, ToolArg, ToolSet, tool_fn, tool_impl};

/// Where to look.
#[derive(Debug, PartialEq, ToolArg)]
#[serde(rename_all = "snake_case")]
enum Scope {
    Names,
    Contents,
}

/// Search the files of a project.
///
/// Finds text in names and contents.
#[tool_fn(
    read_only,
    output,
    derive(Debug, PartialEq),
    example = r#"{"query": "TODO"}"#
)]
fn search_files(
    /// Text to find.
    #[schemars(length(min = 1))]
    query: String,
    /// Directory to search.
    #[serde(rename = "in", alias = "dir")]
    directory: Option<String>,
    /// Where to look.
    #[tool(default = Scope::Contents)]
    scope: Scope,
    /// Largest number of results.
    #[tool(default = 20)]
    #[schemars(range(min = 1, max = 100))]
    mut limit: u32,
) -> Result<Vec<String>, String> {
    limit += 1;
    Ok(vec![format!("{query} {directory:?} {scope:?} {limit}")])
}

mod by_hand {
    use super::Scope;
    use tool_core::Tool;

    /// Search the files of a project.
    ///
    /// Finds text in names and contents.
    #[derive(Debug, PartialEq, Tool)]
    #[tool(read_only, output = Vec<String>, example = r#"{"query": "TODO"}"#)]
    pub(super) struct SearchFiles {
        /// Text to find.
        #[schemars(length(min = 1))]
        pub(super) query: String,
        /// Directory to search.
        #[serde(rename = "in", alias = "dir")]
        pub(super) directory: Option<String>,
        /// Where to look.
        #[tool(default = Scope::Contents)]
        pub(super) scope: Scope,
        /// Largest number of results.
        #[tool(default = 20)]
        #[schemars(range(min = 1, max = 100))]
        pub(super) limit: u32,
    }
}

#[test]
fn define_the_tool_that_a_person_would_write() {
    let (written, expected) = (
        SearchFiles::definition(),
        by_hand::SearchFiles::definition(),
    );
    assert_eq!(written.name(), "search_files");
    assert_eq!(written.name(), expected.name());
    assert_eq!(written.description(), expected.description());
    assert_eq!(written.schema(), expected.schema());
    assert_eq!(written.output_schema(), expected.output_schema());
    assert_eq!(written.annotations(), expected.annotations());
    assert_eq!(written.examples(), expected.examples());
    SearchFiles::verify().unwrap();
}

#[test]
fn take_the_arguments_as_one_struct() {
    let sent = r#"{"query": "TODO", "dir": "/src", "scope": "Names", "limit": "5"}"#;
    let arguments = SearchFiles::parse(sent).unwrap();
    assert_eq!(
        search_files(arguments),
        Ok(vec![r#"TODO Some("/src") Names 6"#.to_owned()])
    );

    let error = SearchFiles::parse(r#"{"limit": 500}"#).unwrap_err();
    let expected = by_hand::SearchFiles::parse(r#"{"limit": 500}"#).unwrap_err();
    assert_eq!(error.to_string(), expected.to_string());
}

const TITLE: &str = " Count words ";

/// The description of the tool overrides this text.
#[tool_fn(
    title = TITLE,
    description = concat!("Count the words", " of a text."),
    output = std::collections::BTreeMap<String, u32>,
)]
fn count_words(text: String) -> std::collections::BTreeMap<String, u32> {
    let mut counts = std::collections::BTreeMap::new();
    for word in text.split_whitespace() {
        *counts.entry(word.to_owned()).or_default() += 1;
    }
    counts
}

#[test]
fn take_texts_from_constants_and_types_with_commas() {
    let definition = CountWords::definition();
    assert_eq!(definition.title(), Some("Count words"));
    assert_eq!(definition.description(), "Count the words of a text.");
    let output = definition.output_schema().unwrap();
    assert_eq!(output["additionalProperties"]["type"], "integer");
    let arguments = CountWords::parse(r#"{"text": "a b a"}"#).unwrap();
    assert_eq!(count_words(arguments)["a"], 2);
}

/// A host that writes tools with a macro of its own.
macro_rules! tools {
    ($($name:ident($argument:ident: $of:ty, $context:ty) -> $output:ty $body:block)*) => {$(
        /// Do it.
        #[tool_fn(output)]
        fn $name($argument: $of, State(_): $context) -> $output $body
    )*};
}

struct State<T>(T);

tools! {
    repeat(times: u8, State<u8>) -> Result<Vec<u8>, String> { Ok(vec![times]) }
    stop(reason: Option<String>, State<()>) -> Result<String, String> { Ok(reason.unwrap_or_default()) }
}

#[test]
fn may_be_written_by_a_macro() {
    assert_eq!(
        Repeat::definition().output_schema().unwrap()["type"],
        "array"
    );
    let arguments = Repeat::parse(r#"{"times": "3"}"#).unwrap();
    assert_eq!(repeat(State(1), arguments), Ok(vec![3]));
    assert_eq!(
        stop(State(()), Stop::parse("{}").unwrap()),
        Ok(String::new())
    );
}

/// Say who is asking.
#[tool_fn]
fn who_am_i() -> String {
    "ada".to_owned()
}

/// A value that a host provides.
struct Session(u32);

/// Add a note.
#[tool_fn(arguments = NoteArguments, name = "note")]
async fn add_note(
    text: String,
    #[tool(context)] Session(id): &Session,
    #[tool(context)] later: impl Fn(u32) -> u32,
) -> Result<String, String> {
    Ok(format!("{} {text}", later(*id)))
}

/// Read two files.
#[tool_fn]
#[serde(rename_all = "camelCase")]
#[must_use]
#[inline]
fn read_2_files(
    first_file: String,
    #[cfg(any())] never: u8,
    #[allow(unused_variables)] other_file: String,
    r#type: Option<String>,
) -> String {
    format!("{first_file} {}", r#type.unwrap_or_default())
}

#[test]
fn leave_the_parameters_of_the_host_in_front() {
    assert_eq!(who_am_i(WhoAmI {}), "ada");
    assert_eq!(NoteArguments::definition().name(), "note");
    assert_eq!(
        NoteArguments::definition().schema().pointer("/properties"),
        Some(&json!({"text": {"type": "string"}})),
    );
    let arguments = NoteArguments::parse(r#"{"text": "milk"}"#).unwrap();
    let mut running = pin!(add_note(&Session(7), |id| id + 1, arguments));
    let ran = running
        .as_mut()
        .poll(&mut Context::from_waker(Waker::noop()));
    assert_eq!(ran, Poll::Ready(Ok("8 milk".to_owned())));
}

#[test]
fn name_the_tool_as_the_function() {
    assert_eq!(Read2Files::definition().name(), "read_2_files");
    let sent = r#"{"firstFile": "a", "otherFile": "b", "type": "c"}"#;
    let arguments = Read2Files::parse(sent).unwrap();
    assert_eq!(read_2_files(arguments), "a c");
}

struct Notes<T> {
    texts: Mutex<Vec<String>>,
    of: T,
}

/// The tools of notes.
#[tool_impl(call = NotesCall)]
impl<T: ToString> Notes<T> {
    const LIMIT: usize = { 2 } + 1;

    /// Add a note.
    #[tool_fn]
    pub(crate) fn add(
        &self,
        /// The note.
        text: String,
    ) -> Result<usize, String> {
        let mut texts = self.texts.lock().unwrap();
        if texts.len() == Self::LIMIT {
            return Err(self.full());
        }
        texts.push(text);
        Ok(texts.len())
    }

    fn full(&self) -> String {
        format!("the notes of {} are full", self.of.to_string())
    }

    /// Clear the notes.
    #[tool_core::tool_fn(destructive, name = "clear_notes")]
    fn clear(&self) {
        self.texts.lock().unwrap().clear();
    }

    /// Count the letters of a text.
    #[tool_fn(read_only)]
    fn count(text: String) -> usize {
        text.chars().count()
    }
}

#[test]
fn make_a_block_a_set_of_tools() {
    let names: Vec<&str> = NotesCall::definitions()
        .iter()
        .map(Definition::name)
        .collect();
    assert_eq!(names, ["add", "clear_notes", "count"]);

    let notes = Notes {
        texts: Mutex::default(),
        of: "ada",
    };
    let run = |name: &str, sent: &str| match NotesCall::parse(name, sent).unwrap() {
        NotesCall::Add(call) => notes.add(call),
        NotesCall::Clear(call) => {
            notes.clear(call);
            Ok(0)
        }
        NotesCall::Count(call) => Ok(Notes::<&str>::count(call)),
    };
    for count in 1..=3 {
        assert_eq!(run("add", r#"{"text": "milk"}"#), Ok(count));
    }
    assert_eq!(
        run("Add", r#"{"text": "milk"}"#),
        Err("the notes of ada are full".to_owned())
    );
    assert_eq!(run("clear_notes", "{}"), Ok(0));
    assert_eq!(run("add", r#"{"text": "milk"}"#), Ok(1));
    assert_eq!(run("count", r#"{"text": "milk"}"#), Ok(4));
}
