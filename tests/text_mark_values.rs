//! Marks of other formats in a value do not end it.

use serde_json::{Value, json};
use tests::read_in_pieces;
use tool_core::call::DropReason;
use tool_core::text::{Format, TextAnswer, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

fn tools() -> Definitions {
    let write = json!({"type": "object", "required": ["path", "content"], "properties": {
        "path": {"type": "string"}, "content": {"type": "string"}, "mode": {"type": "integer"},
    }});
    let delete = json!({"type": "object", "properties": {"confirm": {"type": "boolean"}}});
    let tools = [("write_file", write), ("delete_all", delete)];
    let tools = tools.map(|(name, schema)| Definition::new(name, "", schema).unwrap());
    Definitions::new(tools).unwrap()
}

fn read(text: &str, format: Format) -> TextAnswer {
    let tools = tools();
    let options = TextOptions::new().format(format).finish(Finish::Complete);
    let whole = read_text(text, &tools, &options);
    for size in 1..7 {
        let pieces = read_in_pieces(text, &tools, options, Finish::Complete, size);
        assert_eq!(pieces, whole, "{text} by {size}");
    }
    whole
}

#[test]
fn drops_a_value_that_may_end_at_marks_of_another_format() {
    for (format, text) in [
        (
            Format::MiniCpm5,
            "<function name=\"write_file\"><param name=\"path\">/p</param><param name=\"content\">a\n</parameter>\n</function>\nb</param></function>",
        ),
        (
            Format::SeedOss,
            "<seed:tool_call>\n<function=write_file>\n<parameter=path>/p</parameter>\n<parameter=content>a\n</parameter>\n</function>\n</tool_call>\n<tool_call>\n<function=delete_all>\n<parameter=confirm>\ntrue</parameter>\n</function>\n</seed:tool_call>",
        ),
        (
            Format::MiniMaxM2,
            "<minimax:tool_call>\n<invoke name=\"write_file\">\n<parameter name=\"content\">Doc:\n</parameter>\n<parameter=mode>\n7</parameter>\n<parameter name=\"path\">/p</parameter>\n</invoke>\n</minimax:tool_call>",
        ),
    ] {
        let answer = read(text, format);
        assert_eq!(answer.calls, [], "{text}");
        let reasons: Vec<_> = answer.dropped.iter().map(|call| call.reason).collect();
        assert_eq!(reasons, [DropReason::Ambiguous], "{text}");
        assert_eq!(answer.content.trim(), "", "{text}");
    }
}

/// With one reading, the tags of another format are still repaired.
#[test]
fn reads_an_argument_in_other_tags_with_one_reading() {
    for (format, text) in [
        (
            Format::MiniCpm5,
            "<function name=\"write_file\"><param name=\"path\">/p</parameter><param name=\"content\">a</param></function>",
        ),
        (
            Format::MiniMaxM2,
            "<minimax:tool_call>\n<invoke name=\"write_file\">\n<parameter=path>/p</parameter>\n<parameter name=\"content\">a</parameter>\n</invoke>\n</minimax:tool_call>",
        ),
        (
            Format::SeedOss,
            "<seed:tool_call>\n<function=write_file>\n<parameter=path>/p</parameter>\n<parameter=content>a</parameter>\n</function>\n</tool_call>\n</seed:tool_call>",
        ),
    ] {
        let answer = read(text, format);
        assert_eq!(answer.calls.len(), 1, "{text}: {answer:?}");
        let raw: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
        assert_eq!(raw, json!({"path": "/p", "content": "a"}), "{text}");
    }
}

/// A sign next to a tag is a part of the value: a Markdown quotation begins with one.
#[test]
fn a_sign_next_to_a_tag_belongs_to_the_value() {
    for (format, open, close, behind) in [
        (
            Format::SeedOss,
            "<seed:tool_call>\n<function=write_file>\n<parameter=path>/p</parameter>\n<parameter=content>",
            "</parameter>",
            "\n</function>\n</seed:tool_call>",
        ),
        (
            Format::Glm45,
            "<tool_call>write_file\n<arg_key>path</arg_key>\n<arg_value>/p</arg_value>\n<arg_key>content</arg_key>\n<arg_value>",
            "</arg_value>",
            "\n</tool_call>",
        ),
        (
            Format::ToolTags,
            "<write_file>\n<path>/p</path>\n<content>",
            "</content>",
            "\n</write_file>",
        ),
        (
            Format::Gemma4,
            "<|tool_call>call:write_file{path:<|\"|>/p<|\"|>,content:<|\"|>",
            "<|\"|>",
            "}<tool_call|>",
        ),
    ] {
        for value in ["a", "> a", ">", "a < b", "a <", "a<"] {
            let answer = read(&format!("{open}{value}{close}{behind}"), format);
            assert_eq!(answer.calls.len(), 1, "{format} {value}: {answer:?}");
            let raw: Value = serde_json::from_str(&answer.calls[0].raw).unwrap();
            assert_eq!(raw["content"], *value, "{format}");
        }
    }
}
