use serde_json::json;

use super::{embedded, fault, read};

#[test]
fn one_object_among_other_text() {
    for text in [
        "```json\n{\"a\":1}\n```",
        "```\n{\"a\":1}",
        "\u{feff}{\"a\":1}",
        "Sure: {\"a\":1}",
        "Here it is, {name}: {'a':1}. Good luck!",
        "I use {x} and {\"y\"} and { z } here. {\"a\":1}",
        "I use { to open: {\"a\":1}",
        "<|channel|>commentary to=functions.f <|constrain|>json<|message|>{\"a\":1}<|call|>",
        "[TOOL_CALLS] {\"a\":1}</s>",
        "<tool_call>\n{\"a\":1}\n</tool_call>",
        "{\"a\":1}</parameter></invoke>",
        "{\"a\":1}\"\"",
        "{\"a\":1}<|im_end|>",
        "see [1]: {\"a\":1}",
        "[see {\"a\":1}]",
        "Here 'tis {\"a\":1}",
        "I use the format {name: value}. {\"a\":1}",
        "<think>Which {x}?</think>{\"a\":1}",
        "{\"a\":1}}</s>",
        "{\"a\":1},",
        "{\"a\":1}{\"a\":1.0}",
        "{\"a\":1}\nI'll send it.\n```{'a':1,}```",
    ] {
        assert_eq!(read(text), Some(json!({"a": 1})), "{text}: {}", fault(text));
        assert_eq!(embedded(text), None, "{text}");
    }
}

#[test]
fn rejects_an_object_inside_a_sentence() {
    for text in [
        "It's {\"a\":1}, isn't it?",
        "I could call it with {\"a\":1} but I wait.",
        "Do not send {\"a\":1}",
        "Not this one:\n{\"a\":1}",
        "> {\"a\":1}",
        "<!-- as in {\"a\":1} -->",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn rejects_a_property_outside_of_the_braces() {
    for text in [
        r#"{"a":1}, "b": 2"#,
        r#"{"a":1} "b": "c""#,
        "{'a':1}\n'b' : [1]",
        r#"{"a":1}, "b": true}"#,
        "```json\n{\"a\":1},\n\"b\": null\n```",
        "\"b\": 2,\n{\"a\":1}",
        "{\"a\":1}\n\"b\" is not set.",
        "{\"a\":1}\n\"a\": the number of items",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    for text in [
        "\"a\": the number,\n{\"a\":1}",
        "{\"a\":1}\nI set \"b\" to 2.",
    ] {
        assert_eq!(read(text), Some(json!({"a": 1})), "{text}: {}", fault(text));
    }
}

#[test]
fn backticks_around_the_arguments_are_no_string() {
    assert_eq!(read("`{\"a\":1}`"), Some(json!({"a": 1})));
}

#[test]
fn a_list_of_objects_is_not_an_object() {
    assert_eq!(read("Here: [{\"a\":1}]"), Some(json!([{"a": 1}])));
    let two = Some(json!([{"a": 1}, {"a": 2}]));
    assert_eq!(read("Here: [{\"a\":1}, {\"a\":2}]"), two);
}

#[test]
fn rejects_several_objects() {
    for text in [
        "",
        "I will read the file now.",
        "{x} and {y}",
        // Objects inside a broken object are never the arguments.
        "{\"path\": x, \"options\": {\"a\":1}}",
        "So: {\"path\": x, \"options\": {\"a\":1}}",
        "So: {\"path\": x, \"options\": {\"a\":1}",
        "So: [{\"path\": 1/6, \"n\": {\"a\":1}}]",
        "\"options\": {\"a\":1}}",
        "'options': [{\"a\":1}]",
        "So: {'path': x, 'code': '} {\"a\":1}'}",
        "{\"a\":1}, \"b\": 2}",
        "So: {\"x\": 1/6, \"y\": [}], z: {\"a\":1}}",
        "[see] {\"a\":1}}}",
        "{\"a\":1} \"b\": 2}",
        "{\"a\":1}0, \"b\": 2}",
        "{}\"a\":1}",
        "{\"a\":1}, \\\"b\\\":{\\\"c\\\":1}",
        "{]a\":1}",
        "{\"a\":[1].5, \"b\":2}",
        "{\"i\"tems\": \"[{'a': 1}]\"}",
        "\"a\": 1} {\"a\":1}",
        "So: {\"o\":{}\"a\":1}}",
        // Thoughts are not calls.
        "<think>{\"a\":1}</think>",
        "<think>{\"a\":1}",
        "{\"a\":1}</think> Done.",
        "<think>{\"a\":1}</think>{\"a\":1}",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn a_broken_object_is_not_prose() {
    for text in [
        "{\"a\": 1/6} {\"a\":1}",
        "{\"a\":1} {\"a\": NaN}",
        "{\"a\":1} or {\"b\": two}",
        "So: {'b': ...} {\"a\":1}",
        "So: [{\"b\": 1/6}] {\"a\":1}",
        "{a: 1/6} {a: 1}",
        "{a: 1} or {/* more */ a: two}",
        "{A: a b} {\"a\":1}",
        "{\"a\" \"real\"} {\"a\":1}",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
    for text in [
        "I use {b: the other}: {\"a\":1}",
        "I use the set {\"b\", \"c\"}: {\"a\":1}",
        "I use f() { return 1 } {\"a\":1}",
    ] {
        assert_eq!(read(text), Some(json!({"a": 1})), "{text}: {}", fault(text));
    }
}

#[test]
fn reports_a_truncated_object() {
    for text in [
        "```json\n{\"a\":",
        "Sure: {\"a\": \"x",
        "Sure: {\"a\": 1",
        "Sure: {\"a",
        "Sure: {",
        "{\"a\":1} {\"b\": ",
        "{\"a\":1} {\"b",
        "Sure: [{\"a\":1}, ",
        "{'a': 1",
        "[{'a': 1},",
        // A second object may have begun.
        "{\"a\":1} :{",
        "{\"a\":1}{",
        "{\"a\":1} [{",
    ] {
        assert_eq!(fault(text), "truncated", "{text}");
    }
}

#[test]
fn rejects_an_argument_of_something_else() {
    for text in [
        "callback({\"a\":1});",
        "f(x, {\"a\":1})",
        "f(\":)\", {\"a\":1})",
        "f(')', x={\"a\":1})",
        "[f(b=[{\"a\":1}])]",
        "call:f{a:1}",
        "b = {\"a\":1}",
        "b: 2\nc: {\"a\":1}",
        "b: 2, c: {\"a\":1}",
        "c:\n```json\n{\"a\":1}\n```",
        "<b>{\"a\":1}</b>",
        "<call><b>1</b><input>{\"a\":1}</input></call>",
        "<invoke name=\"f\"><parameter name=\"b\">{\"a\":1}",
        "{\"a\":1}</parameter><parameter name=\"b\">2</parameter>",
        "<|open|>argument key=\"b\"<|sep|>{\"a\":1}",
        "<|tool_response|>{\"a\":1}",
        "<tool_response>{\"a\":1}</tool_response>",
        "Observation: {\"a\":1}",
        "Thus:\n```\n<tool_call>{\"a\":1}</tool_call>\n```",
        "curl -d '{\"a\":1}' x",
        "if (b) {\"a\":1}",
        "x => {a: 1}",
    ] {
        let said = fault(text);
        assert!(said.contains("one JSON object with all"), "{text}: {said}");
    }
}

#[test]
fn reports_both_of_two_different_objects() {
    assert_eq!(fault("{\"a\":1}{\"a\":2}"), "{\"a\":1} | {\"a\":2}");
    assert_eq!(fault("One.\n{a:1}\nTwo.\n{a:2}\n{a:3}"), "{a:1} | {a:2}");
    assert_eq!(fault("{\"a\":1} [{\"a\":1}]"), "{\"a\":1} | [{\"a\":1}]");
}
