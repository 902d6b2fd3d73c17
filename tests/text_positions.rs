//! Positions at which a call, a section or the header of a message may begin.

use serde_json::json;
use tests::read_text_in_any_pieces;
use tool_core::text::{Format, TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

use crate::text_variants::value;

#[test]
fn a_header_begins_after_little_white_space() {
    for space in ["", " ", "  \r\n ", " \n \n \n "] {
        let answer = read(&format!("{space}to=self<|message|>Hm."));
        assert_eq!(answer.reasoning, "Hm.", "{space:?}");
    }
    // Each line looks for the header.
    let answer = read(&format!("{} to=self<|message|>Hm.", " \r\n".repeat(20)));
    assert_eq!(answer.reasoning, "Hm.");
    let text = format!("{}to=self<|message|>Hm.", " ".repeat(20));
    assert_eq!(read(&text).content, text);
}

#[test]
fn a_section_begins_after_a_section_without_a_call() {
    let object = "{\"name\": \"f\", \"arguments\": {}}";
    for (text, count) in [
        (
            format!("<tool_calls>\nLet me see.\n{object}\n</tool_calls>"),
            1,
        ),
        (
            format!("<tool_calls>\nNo <tool_calls> yet.\n{object}\n</tool_calls>"),
            1,
        ),
        (
            format!("<tool_calls>\nSo.<tool_calls>\n{object}\n</tool_calls>"),
            1,
        ),
        (
            format!("<tool_calls>\nSo.\n<tool_calls>\nYes.\n{object}\n</tool_calls>"),
            1,
        ),
        (
            format!("<tool_calls>\n{object}\nSo.<tool_calls>\n{object}\n</tool_calls>"),
            2,
        ),
        (
            "<tool_calls>\nSo.<tool_calls>\nSo.\n</tool_calls>".to_owned(),
            0,
        ),
    ] {
        let answer = read(&text);
        assert_eq!(
            (answer.calls.len(), answer.dropped.len()),
            (count, 0),
            "{text}"
        );
    }
}

#[test]
fn a_list_after_a_token_is_no_call() {
    for (text, count) in [
        ("<|message|>[f(a='x')]", 0),
        ("So <|message|> [f(a='x')]", 0),
        ("[f(a='x')]", 1),
        ("So: [f(a='x')]", 0),
        ("So:\n[f(a='x')]", 1),
    ] {
        assert_eq!(read(text).calls.len(), count, "{text}");
    }
    let text = format!("{}\n[f(a='x')]", "<|result|>[f(a='".repeat(40));
    assert_eq!(read(&text).calls.len(), 1);
}

#[test]
fn quotes_mark_a_text_in_a_format_that_quotes_texts() {
    let schema = json!({"type": "object", "properties": {
        "a": {"type": ["integer", "string", "null"]}, "b": {"type": "integer"},
    }});
    let tools = Definitions::new([Definition::new("f", "", schema).unwrap()]).unwrap();
    let options = TextOptions::new()
        .format(Format::HyperClovaX)
        .finish(Finish::Complete);
    for (key, written, expected) in [
        ("a", "\"42\"", json!({"a": "42"})),
        ("a", "\"null\"", json!({"a": "null"})),
        ("a", "42", json!({"a": 42})),
        ("a", "null", json!({"a": null})),
        ("a", "plain", json!({"a": "plain"})),
        ("b", "\"42\"", json!({"b": 42})),
    ] {
        let text = format!(
            "<tool_call>f\n<arg_key>{key}</arg_key>\n<arg_value>{written}</arg_value>\n</tool_call>"
        );
        let answer = read_text(&text, &tools, &options);
        assert_eq!(value(&answer.calls[0].raw), expected, "{written}");
    }
}

/// The bracket of the list is missing, and the end marker arrives in pieces.
#[test]
fn an_end_marker_in_pieces_closes_a_list_with_broken_objects() {
    let answer = read(
        "<TOOLCALL>[{\"name\": f\": \"f\", \"arguments\": {\"a\": \"x\"}}, {\"name\": \"f\",a\": \"x\"}}, \
         {\"name\": \"f\", n\"a{\"t n\"a{\"a\": \"x\"}}]</TOOLCALL>",
    );
    assert!(answer.calls.is_empty());
    assert_eq!(answer.content, "");
}

#[test]
fn tags_of_a_tool_begin_an_item_of_a_list() {
    let tags = "<f><a>x</a></f>";
    for (text, count) in [
        (format!("- {tags}"), 1),
        (format!("1. {tags}\n2. {tags}"), 2),
        (format!("Calling:\n  * {tags}\n  * {tags}\n"), 2),
        (format!("- see {tags}"), 0),
        (format!("- {tags} is a call."), 0),
        (format!("2.{tags}"), 0),
        (
            tags.replace("<f>", "<tool name='f'>")
                .replace("</f>", "</tool>"),
            1,
        ),
        (
            tags.replace("<f>", "<tool name='f\">")
                .replace("</f>", "</tool>"),
            0,
        ),
    ] {
        assert_eq!(read(&text).calls.len(), count, "{text}");
    }
}

#[test]
fn objects_side_by_side_are_calls_if_only_calls_follow() {
    let call = "{\"name\": \"f\", \"arguments\": {\"a\": \"x\"}}";
    for (text, count) in [
        (format!("{call} {call}"), 2),
        (format!("{call} {call}\n{call}"), 3),
        (format!("{call} {call} are two calls."), 0),
        (format!("{call} {{\"x\": 1}}"), 0),
        (format!("{call} [1]"), 0),
    ] {
        assert_eq!(read(&text).calls.len(), count, "{text}");
    }
}

/// The marks of a format that the caller did not select count, if the call between them is whole.
#[test]
fn a_selected_format_reads_a_whole_call_of_each_other_format() {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let tools = Definitions::new([Definition::new("f", "", schema).unwrap()]).unwrap();
    let object = "{\"a\": \"x\"}";
    for (text, format) in [
        (
            "<|tool_call>call:f{a:<|\"|>x<|\"|>}<tool_call|>".to_owned(),
            Format::Gemma4,
        ),
        (
            "<start_function_call>call:f{a:<escape>x<escape>}<end_function_call>".to_owned(),
            Format::FunctionGemma,
        ),
        (format!("[TOOL_CALLS]f[ARGS]{object}"), Format::MistralV11),
        (
            format!("✿FUNCTION✿: f\n✿ARGS✿: {object}"),
            Format::QwenAgent,
        ),
        (format!("Action: f\nAction Input: {object}"), Format::ReAct),
    ] {
        let options = TextOptions::new()
            .finish(Finish::Complete)
            .format(Format::Hermes);
        let answer = read_text(&text, &tools, &options);
        assert_eq!(
            (answer.calls.len(), answer.format),
            (1, Some(format)),
            "{text}"
        );
        // An object that is not complete, and a tool that the caller does not have.
        for text in [&text[..text.rfind('}').unwrap()], &text.replace('f', "g")] {
            assert_eq!(read_text(text, &tools, &options).calls, [], "{text}");
        }
    }
}

/// Reads a text as a whole, and in pieces with the same result.
#[track_caller]
fn read(text: &str) -> TextAnswer {
    let schema = json!({"type": "object", "properties": {"a": {"type": "string"}}});
    let tools = Definitions::new([Definition::new("f", "", schema).unwrap()]).unwrap();
    read_text_in_any_pieces(text, &tools, Finish::Complete)
}
