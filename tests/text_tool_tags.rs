//! Calls in tags that the tools name, which any model can be asked for.

use serde_json::{Value, json};
use tests::{read_in_pieces, read_text_in_any_pieces};
use tool_core::call::DropReason;
use tool_core::text::{Format, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

/// The tools of a coding agent.
fn tools() -> Definitions {
    let texts = json!({"type": "array", "items": {"type": "string"}});
    let search = json!({"type": "object", "required": ["searchPattern"], "properties": {
        "searchPattern": {"type": "string"}, "files": texts, "deep": {"type": "boolean"},
        "limit": {"type": "integer"},
    }});
    let replace = json!({"type": "object", "required": ["replacements"], "properties": {
        "explanation": {"type": "string"},
        "replacements": {"type": "array", "items": {"type": "object", "properties": {
            "filePath": {"type": "string"}, "oldString": {"type": "string"},
            "newString": {"type": "string"},
        }}},
    }});
    let fetch = json!({"type": "object", "required": ["urls"], "properties": {
        "urls": texts, "query": {"type": "string"},
    }});
    let edit = json!({"type": "object", "required": ["filePath", "content"], "properties": {
        "filePath": {"type": "string"}, "content": {"type": "string"},
    }});
    let tools = [
        ("pattern_search", search),
        ("multi_replace_string_in_file", replace),
        ("fetch_webpage", fetch),
        ("edit_file", edit),
        ("list_files", json!({"type": "object"})),
    ];
    let tools = tools.map(|(name, schema)| Definition::new(name, "", schema).unwrap());
    Definitions::new(tools).unwrap()
}

fn read(text: &str) -> Vec<(String, Value)> {
    let read = read_text_in_any_pieces(text, &tools(), Finish::Complete);
    let calls = read.calls.into_iter();
    let calls = calls.map(|call| (call.name, serde_json::from_str(&call.raw).unwrap()));
    calls.collect()
}

#[test]
fn reads_each_form_and_types_values_by_the_schema() {
    for (text, name, arguments) in [
        (
            "<pattern_search><searchPattern>foo</searchPattern><files>[\"a.ts\"]</files></pattern_search>",
            "pattern_search",
            json!({"searchPattern": "foo", "files": ["a.ts"]}),
        ),
        (
            "<action>\n<pattern_search>\n<searchPattern>42</searchPattern>\n<deep>True</deep>\n<limit>7</limit>\n</pattern_search>\n</action>",
            "pattern_search",
            json!({"searchPattern": "42", "deep": true, "limit": 7}),
        ),
        (
            "<tool name=\"pattern_search\"><searchPattern>a < b && c</searchPattern></tool>",
            "pattern_search",
            json!({"searchPattern": "a < b && c"}),
        ),
        (
            "I look it up.\n\n<fetch_webpage>\n<urls>[\"https://a?x=1&y=2\"]</urls>\n</fetch_webpage>\n",
            "fetch_webpage",
            json!({"urls": ["https://a?x=1&y=2"]}),
        ),
        (
            "<fetch_webpage><urls>https://a</urls><urls>https://b</urls></fetch_webpage>",
            "fetch_webpage",
            json!({"urls": ["https://a", "https://b"]}),
        ),
        (
            "<fetch_webpage><urls><url>https://a</url><url>https://b</url></urls></fetch_webpage>",
            "fetch_webpage",
            json!({"urls": ["https://a", "https://b"]}),
        ),
        (
            "<edit_file>\n<filePath>/a.html</filePath>\n<content>\n<p>\n  </content> is a tag\n</p>\n\n</content>\n</edit_file>",
            "edit_file",
            json!({"filePath": "/a.html", "content": "<p>\n  </content> is a tag\n</p>\n"}),
        ),
        (
            "<multi_replace_string_in_file>\n<replacements>[{\"filePath\": \"a\", \"oldString\": \"if (a < b) {\", \"newString\": \"</x>\"}]</replacements>\n</multi_replace_string_in_file>",
            "multi_replace_string_in_file",
            json!({"replacements": [{"filePath": "a", "oldString": "if (a < b) {", "newString": "</x>"}]}),
        ),
        (
            "<multi_replace_string_in_file>\n<replacements>\n<item><filePath>a</filePath><oldString>x</oldString><newString>y</newString></item>\n</replacements>\n</multi_replace_string_in_file>",
            "multi_replace_string_in_file",
            json!({"replacements": [{"filePath": "a", "oldString": "x", "newString": "y"}]}),
        ),
        (
            "<edit_file>{\"filePath\": \"a\", \"content\": \"</edit_file>\"}</edit_file>",
            "edit_file",
            json!({"filePath": "a", "content": "</edit_file>"}),
        ),
        ("<list_files></list_files>", "list_files", json!({})),
        ("<list_files/>", "list_files", json!({})),
    ] {
        assert_eq!(read(text), [(name.to_owned(), arguments)], "{text}");
        let whole = read_text(text, &tools(), &TextOptions::new().finish(Finish::Complete));
        assert_eq!(whole.format, Some(Format::ToolTags), "{text}");
        assert!(
            ["", "I look it up."].contains(&whole.content.trim()),
            "{whole:?}"
        );
        // A text that is cut off gives the same call or none.
        for (end, _) in text.char_indices() {
            let options = TextOptions::new().finish(Finish::Truncated);
            let cut = read_text(&text[..end], &tools(), &options);
            assert!(
                cut.calls.iter().all(|call| *call.raw == whole.calls[0].raw),
                "{text} at {end}: {cut:?}"
            );
        }
    }
}

#[test]
fn reads_several_calls() {
    let one = "<list_files></list_files>";
    let two = "<edit_file><filePath>a</filePath><content>b</content></edit_file>";
    for text in [
        format!("{one}\n{two}"),
        format!("{one}{two}"),
        format!("<action>\n{one}\n{two}\n</action>"),
        format!("<action>{one}</action>\n<action>{two}</action>"),
    ] {
        let names: Vec<_> = read(&text).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["list_files", "edit_file"], "{text}");
    }
}

#[test]
fn text_about_the_tags_is_no_call() {
    let call = "<edit_file><filePath>a</filePath><content>b</content></edit_file>";
    for text in [
        format!("I could write {call} here."),
        format!("Write {call}"),
        format!("{call} is how a call looks."),
        format!("`{call}`"),
        format!("```\n{call}\n```"),
        format!("```xml\n{call}\n```\nThis is an example."),
        format!("> {call}"),
        format!("    {call}"),
        format!("\"{call}\""),
        format!("{{\"a\": \"x\\n{call}\"}}"),
        "<edit_file> is a tool.\nIt edits a file.".to_owned(),
        "<edit_file>\nIt edits a file.\n</edit_file>".to_owned(),
        "<edit_file>\n<name>x</name>\n</edit_file>".to_owned(),
        "<p><content>b</content></p>".to_owned(),
        "<edit>\n<content>b</content>\n</edit>".to_owned(),
    ] {
        let read = read_text_in_any_pieces(&text, &tools(), Finish::Complete);
        assert_eq!(
            (read.calls.len(), read.dropped.len()),
            (0, 0),
            "{text}: {read:?}"
        );
        assert_eq!(read.content, text);
    }
}

#[test]
fn a_call_inside_a_value_is_data() {
    let inner = "<list_files></list_files>";
    let text = format!(
        "<edit_file>\n<filePath>a</filePath>\n<content>\n{inner}\n</content>\n</edit_file>"
    );
    let expected = json!({"filePath": "a", "content": inner});
    assert_eq!(read(&text), [("edit_file".to_owned(), expected)]);
}

#[test]
fn text_between_the_arguments_and_two_values_drop_the_call() {
    for (text, reason) in [
        (
            "<edit_file><filePath>a</filePath> and <content>b</content></edit_file>",
            DropReason::BrokenTags,
        ),
        (
            "<edit_file><filePath>a</filePath><filePath>b</filePath></edit_file>",
            DropReason::Ambiguous,
        ),
        ("<edit_file><filePath>a</edit_file>", DropReason::BrokenTags),
        (
            "<edit_file><filePath>a</filePath><content>b",
            DropReason::Incomplete,
        ),
    ] {
        let options = TextOptions::new()
            .format(Format::ToolTags)
            .finish(Finish::Complete);
        let read = read_text(text, &tools(), &options);
        assert_eq!(
            (read.calls.len(), read.dropped.len()),
            (0, 1),
            "{text}: {read:?}"
        );
        assert_eq!(
            (read.dropped[0].name.as_str(), read.dropped[0].reason),
            ("edit_file", reason)
        );
        for size in 1..=7 {
            let pieces = read_in_pieces(text, &tools(), options, Finish::Complete, size);
            assert_eq!(pieces, read, "{text} by {size}");
        }
    }
}

/// A page in an answer has tags of HTML. A tool with such a name needs the selected format.
#[test]
fn tags_of_html_call_no_tool() {
    let schema = json!({"type": "object", "properties": {"title": {"type": "string"}}});
    let tools = ["head", "table", "tablets"].map(|name| Definition::new(name, "", schema.clone()));
    let tools = Definitions::new(tools.map(Result::unwrap)).unwrap();
    for (name, count) in [("head", 0), ("table", 0), ("tablets", 1)] {
        let text = format!("<{name}>\n<title>My page</title>\n</{name}>");
        let answer = read_text_in_any_pieces(&text, &tools, Finish::Complete);
        assert_eq!(answer.calls.len(), count, "{text}");
        let options = TextOptions::new().format(Format::ToolTags);
        let answer = read_text(&text, &tools, &options.finish(Finish::Complete));
        assert_eq!(answer.calls.len(), 1, "{text}");
    }
}
