//! Grammars for text that a reader types by other types, too.

use proptest::prelude::*;
use serde_json::{Value, json};
use tests::Gbnf;
use tool_core::text::{Format, TextOptions, read_text};
use tool_core::{Definition, Definitions, Finish};

use crate::text_grammar::grammar;

/// Formats whose tags do not mark a text.
const FORMATS: [Format; 4] = [
    Format::Qwen3Coder,
    Format::Glm45,
    Format::MiniMaxM2,
    Format::MiniMaxM3,
];

fn set(x: &Value) -> Definition {
    let schema = json!({"type": "object", "properties": {"x": x}, "required": ["x"]});
    Definition::new("set", "Set.", schema).expect("a definition")
}

fn write(format: Format, text: &str) -> String {
    match format {
        Format::Qwen3Coder => format!(
            "<tool_call>\n<function=set>\n<parameter=x>\n{text}\n</parameter>\n</function>\n\
             </tool_call>"
        ),
        Format::Glm45 => format!(
            "<tool_call>set\n<arg_key>x</arg_key>\n<arg_value>{text}</arg_value>\n</tool_call>"
        ),
        Format::MiniMaxM2 => format!(
            "<minimax:tool_call>\n<invoke name=\"set\">\n<parameter name=\"x\">{text}\
             </parameter>\n</invoke>\n</minimax:tool_call>"
        ),
        _ => format!(
            "]<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name=\"set\">]<]minimax[>[<x>{text}\
             ]<]minimax[>[</x>]<]minimax[>[</invoke>\n]<]minimax[>[</tool_call>"
        ),
    }
}

/// Unions of a text and some of the values of other types.
fn unions() -> [Value; 7] {
    let text = json!({"type": "string"});
    [
        json!({"anyOf": [{"type": "integer", "maximum": 10}, text]}),
        json!({"anyOf": [{"const": 1}, text]}),
        json!({"anyOf": [{"type": "number", "minimum": 0}, text, {"type": "null"}]}),
        json!({"anyOf": [{"type": "array", "items": {"type": "integer"}}, text]}),
        json!({"anyOf": [{"const": true}, text, {"enum": [null, "a"]}]}),
        json!({"anyOf": [{"type": "object", "required": ["a"]}, text]}),
        json!({"anyOf": [{"const": 1}, {"type": "string", "minLength": 2, "maxLength": 4}]}),
    ]
}

#[test]
fn a_text_in_a_union_does_not_look_like_another_type() {
    let unions = unions();
    for (union, text, is_admitted) in [
        (0, "42", false),
        (0, "7", true),
        (0, " 42\n", false),
        (0, "\u{2003}42", false),
        (0, "42.5", false),
        (0, "42 apples", true),
        (0, "- 42 <b>", true),
        (0, "", true),
        (0, "[1]", true),
        (0, "123456789012345678901234567890", false),
        (1, "1", true),
        (1, "2", false),
        (2, "-1", false),
        (2, "null", true),
        (3, "[\"a\"]", false),
        (3, "(1, 2)", false),
        (3, "[1]", true),
        (3, "a [1]", true),
        (4, "true", true),
        (4, "True", false),
        (4, "FALSE ", false),
        (4, "falsehood", true),
        (4, "false friend", true),
        (4, "fast", true),
        (4, "null", true),
        (4, "t", true),
        (5, "{\"b\": 1}", false),
        (5, "b {", true),
        (6, "12", false),
        (6, "a12", true),
    ] {
        let tool = set(&unions[union]);
        let text = write(Format::Qwen3Coder, text);
        let found = grammar(Format::Qwen3Coder, &tool).admits(&text);
        assert_eq!(found, is_admitted, "{union}: {text}");
    }
}

/// A text whose schema takes each number, and a text that the format marks, may be a number.
#[test]
fn a_text_beside_all_numbers_may_be_a_number() {
    let number = json!({"anyOf": [{"type": "number"}, {"type": "string"}]});
    assert!(grammar(Format::Qwen3Coder, &set(&number)).admits(&write(Format::Qwen3Coder, "4.2")));
    let marked = "<｜DSML｜function_calls>\n<｜DSML｜invoke name=\"set\">\n<｜DSML｜parameter \
                  name=\"x\" string=\"true\">42</｜DSML｜parameter>\n</｜DSML｜invoke>\n\
                  </｜DSML｜function_calls>";
    assert!(grammar(Format::DeepSeekV32, &set(&unions()[0])).admits(marked));
}

proptest! {
    /// The reader reads each text that a grammar admits without a repair.
    #[test]
    fn reads_each_admitted_text_of_a_union(
        text in "[-+.0-9]{0,3}|[-+.0-9eEtruefalsnTFNoUL \n\\[\\](){}\":,<a\u{a0}]{0,6}|(?i)(true|false|null)[ s]?",
        (union, format) in (0..7_usize, 0..4_usize),
    ) {
        let (tool, format) = (set(&unions()[union]), FORMATS[format]);
        let text = write(format, &text);
        let written = format.grammar([&tool]).expect("a grammar");
        if Gbnf::parse(written.gbnf()).admits(&text) {
            let tools = Definitions::new([tool]).expect("one tool");
            let options = TextOptions::new().format(Some(format)).finish(Finish::Complete);
            let answer = read_text(&text, &tools, &options);
            prop_assert_eq!(answer.calls.len(), 1, "{}", text);
            let read = tools.parse("set", &answer.calls[0]);
            let is_exact = read.as_ref().is_ok_and(|parsed| parsed.reading.is_exact());
            prop_assert!(is_exact, "{union}: {text}\n{read:?}\n{}", written.gbnf());
        }
    }
}
