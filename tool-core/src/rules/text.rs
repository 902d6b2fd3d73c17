//! The rules of the JSON text. They are at work in the tolerant reader, before
//! there is a value; here is what they are about.

use super::info::{RuleInfo, reads_text, refuses_text};
use super::schemas::{NUMBER_X, OBJECT};
use crate::issue::Rule;

const FILE: &str = r#"{"type": "object", "properties": {"path": {"type": "string"}, "n": {"type": "integer"}}, "required": ["path"], "additionalProperties": false}"#;
const LIST: &str = r#"{"type": "object", "properties": {"x": {"type": "array"}}, "required": ["x"], "additionalProperties": false}"#;
const FLAG: &str = r#"{"type": "object", "properties": {"on": {"type": "boolean"}, "n": {"type": "integer"}}, "required": ["on"], "additionalProperties": false}"#;

const A: &str = r#"{"path": "a"}"#;
const LIST_12: &str = r#"{"x": [1, 2]}"#;
const ON: &str = r#"{"on": true}"#;

/// In the order of the text: from what surrounds it to what ends it. Those guesses
/// are here that are about the arguments as a whole.
pub(super) const TEXT_RULES: [RuleInfo; 14] = [
    RuleInfo {
        rule: Rule::SurroundingText,
        condition: "prose, a code fence (closed or not), special tokens, tags, a byte order mark \
                    around the arguments; exactly one object in the text reads (groups in braces \
                    that do not are prose, unless they begin with a key in quotes and its \
                    colon, or with a key of that object), and it stands in no think block. It is \
                    no argument of something else: not after `key=`, `key:` or `f(`, not inside \
                    of a tag other than those around a call, not in code or in quotes. An empty \
                    object is taken only from a text of tokens, fences and tags",
        examples: &[
            reads_text(FILE, "```json\n{\"path\": \"a\"}\n```", A),
            reads_text(FILE, "I use {x} here. {\"path\": \"a\"} Done.", A),
            reads_text(
                FILE,
                "<|channel|>commentary<|message|>{\"path\": \"a\"}<|call|>",
                A,
            ),
            reads_text(FILE, "\u{feff}{\"path\": \"a\"}</parameter></invoke>", A),
            refuses_text(FILE, "I will read the file now."),
            refuses_text(FILE, "{\"path\": \"a\"} or {\"path\": \"b\"}"),
            refuses_text(FILE, "{\"path\": \"a\"} or {\"path\": b/c}"),
            refuses_text(FILE, "<think>{\"path\": \"a\"}</think>"),
            refuses_text(FILE, "\"options\": {\"path\": \"a\"}"),
            reads_text(FILE, "Sure, here it is: {\"path\": \"a\"}", A),
            reads_text(FILE, "<tool_call>{\"path\": \"a\"}</tool_call>", A),
            refuses_text(FILE, "[copy(to=\"b\", file={\"path\": \"a\"})]"),
            refuses_text(FILE, "<parameter=file>{\"path\": \"a\"}</parameter>"),
            refuses_text(FILE, "to: b\nfile: {\"path\": \"a\"}"),
            refuses_text(FILE, "const file = {\"path\": \"a\"};"),
            reads_text(OBJECT, "```json\n{}\n```", "{}"),
            refuses_text(OBJECT, "So {} is right."),
        ],
    },
    RuleInfo {
        rule: Rule::RepeatedObject,
        condition: "the same object once more counts once",
        examples: &[
            reads_text(FILE, "{\"path\": \"a\"}\n{\"path\": \"a\"}", A),
            reads_text(
                FILE,
                "```json\n{\"path\": \"a\"}\n{\"path\": \"a\"}\n```",
                A,
            ),
            refuses_text(FILE, "{\"path\": \"a\"}\n{\"path\": \"b\"}"),
        ],
    },
    RuleInfo {
        rule: Rule::Comma,
        condition: "a trailing or leading comma; a missing one, where the tree is the same \
                    wherever it is put, and not between a string and a key without quotes",
        examples: &[
            reads_text(LIST, "{\"x\": [1, 2,],}", LIST_12),
            reads_text(LIST, "{\"x\": [1 2]}", LIST_12),
            reads_text(LIST, "{,\"x\": [,1, 2]}", LIST_12),
            refuses_text(LIST, "{\"x\": [1,,2]}"),
            refuses_text(FILE, "{path: \"a\" n: 1}"),
            refuses_text(LIST, "{\"x\": [1-2]}"),
            refuses_text(LIST, "{\"x\": [\"say \"hi\" now\"]}"),
        ],
    },
    RuleInfo {
        rule: Rule::Quotes,
        condition: "a key in no quotes, in single or in smart ones, or without its opening quote; \
                    a string in single or smart \
                    quotes or in backticks",
        examples: &[
            reads_text(FILE, "{path: 'a'}", A),
            reads_text(FILE, "{'path': `a`}", A),
            reads_text(FILE, "{path\": \"a\"}", A),
            reads_text(FILE, "{“path”: ‘a’}", A),
            refuses_text(FILE, "{\"path\": a}"),
            refuses_text(FILE, "{'path': 'it's'}"),
            refuses_text(FILE, "{\"path\": \"a\", 'n"),
        ],
    },
    RuleInfo {
        rule: Rule::Literal,
        condition: "Python's `True`, `False` and `None`; `undefined` for a property that is \
                    optional",
        examples: &[
            reads_text(FLAG, "{\"on\": True, \"n\": undefined}", ON),
            reads_text(FLAG, "{\"on\": True, \"n\": None}", ON),
            refuses_text(FLAG, "{\"on\": undefined}"),
            refuses_text(LIST, "{\"x\": [undefined]}"),
            refuses_text(NUMBER_X, "{\"x\": NaN}"),
        ],
    },
    RuleInfo {
        rule: Rule::Comment,
        condition: "`//`, `#` and `/* */`, which end before the text does",
        examples: &[
            reads_text(FILE, "{\"path\": \"a\" // the file\n}", A),
            reads_text(FILE, "{# the file\n\"path\": /* here */ \"a\"}", A),
            refuses_text(FILE, "{\"path\": \"a\" // the file }"),
            refuses_text(FILE, "{\"path\": \"a\", \"n\": 10 // 3\n}"),
        ],
    },
    RuleInfo {
        rule: Rule::ClosingBracket,
        condition: "one closing bracket too many, or of the wrong kind",
        examples: &[
            reads_text(FILE, "{\"path\": \"a\"}}", A),
            reads_text(LIST, "{\"x\": [1, 2}}", LIST_12),
            refuses_text(FILE, "{\"path\": \"a\"}}}"),
            refuses_text(FILE, "{\"path\": \"a\"}, \"n\": 1}"),
        ],
    },
    RuleInfo {
        rule: Rule::ControlCharacter,
        condition: "a line break or a tab in a string, as it is",
        examples: &[
            reads_text(FILE, "{\"path\": \"a\n\tb\"}", r#"{"path": "a\n\tb"}"#),
            refuses_text(FILE, "{\"path\": \"a\u{1}\"}"),
        ],
    },
    RuleInfo {
        rule: Rule::Escape,
        condition: "an escape that JSON does not have: `\\'` loses its backslash, any other keeps \
                    it; not in a string with one that JSON has (but `\\\"`, and `\\\\` between \
                    word characters or after `:`), and no `\\u` with one to three hex digits",
        examples: &[
            reads_text(
                FILE,
                r#"{"path": "C:\Dev\users"}"#,
                r#"{"path": "C:\\Dev\\users"}"#,
            ),
            reads_text(FILE, r#"{"path": "it\'s"}"#, r#"{"path": "it's"}"#),
            reads_text(
                FILE,
                r#"{"path": "C:\\Users\Dev"}"#,
                r#"{"path": "C:\\Users\\Dev"}"#,
            ),
            refuses_text(FILE, r#"{"path": "C:\Dev\new"}"#),
            refuses_text(FILE, r#"{"path": "\\server\Share"}"#),
            refuses_text(FILE, r#"{"path": "C:\udata"}"#),
        ],
    },
    RuleInfo {
        rule: Rule::Separator,
        condition: "`=` between a key and its value; a line break between tokens as an escape",
        examples: &[
            reads_text(FILE, "{\"path\"=\"a\"}", A),
            reads_text(FILE, "{\\n\"path\": \"a\"\\n}", A),
            refuses_text(FILE, "{\"path\" \"a\"}"),
        ],
    },
    RuleInfo {
        rule: Rule::NumberForm,
        condition: "a plus sign in front; no digit on one side of the point",
        examples: &[
            reads_text(NUMBER_X, "{\"x\": +5}", r#"{"x": 5}"#),
            reads_text(NUMBER_X, "{\"x\": -.5}", r#"{"x": -0.5}"#),
            reads_text(NUMBER_X, "{\"x\": 5.}", r#"{"x": 5.0}"#),
            refuses_text(NUMBER_X, "{\"x\": 007}"),
            refuses_text(NUMBER_X, "{\"x\": 0x1F}"),
            refuses_text(NUMBER_X, "{\"x\": 1,234}"),
        ],
    },
    RuleInfo {
        rule: Rule::Unclosed,
        condition: "text that the caller passes as complete ends in open containers, after a \
                    string or a container that is closed",
        examples: &[
            reads_text(LIST, "{\"x\": [[1], [2]", r#"{"x": [[1], [2]]}"#).complete(),
            reads_text(FILE, "{\"path\": \"a\"", A).complete(),
            refuses_text(FILE, "{\"path\": \"a\""),
            refuses_text(FILE, "{\"path\": \"a").complete(),
            refuses_text(LIST, "{\"x\": [1, 2").complete(),
            refuses_text(LIST, "{\"x\": [[1], ").complete(),
        ],
    },
    RuleInfo {
        rule: Rule::ThinkBlock,
        condition: "an object inside of a think block (`<think>`, `<thinking>`, `<reasoning>` and \
                    the like) that is closed, with the arguments outside of it",
        examples: &[
            reads_text(FILE, "<think>{\"path\": \"b\"}</think>{\"path\": \"a\"}", A),
            reads_text(
                FILE,
                "{\"path\": \"a\"} <Reasoning> [{\"path\": \"b\"}] </reasoning>",
                A,
            ),
            refuses_text(FILE, "<think>{\"path\": \"a\"}</think>"),
            refuses_text(FILE, "<think>{\"path\": \"b\"}{\"path\": \"a\"}"),
            refuses_text(FILE, "{\"path\": \"b\"}</think>{\"path\": \"a\"}"),
        ],
    },
    RuleInfo {
        rule: Rule::UnquotedString,
        condition: "a value without quotes, up to a comma and a key (in an array, a comma), the \
                    closing bracket or the end of the line: words of letters, digits and \
                    `_-./~@!?&+`, or the address of a web page; it begins with a letter, `_`, `~` \
                    or a slash, and is no literal, misspelt or cut; the text is nothing but the \
                    arguments, in a code fence or not",
        examples: &[
            reads_text(FILE, "{path: src/main.rs}", r#"{"path": "src/main.rs"}"#),
            reads_text(
                FILE,
                "```json\n{\"path\": My Files, \"n\": 1}\n```",
                r#"{"path": "My Files", "n": 1}"#,
            ),
            reads_text(LIST, "{\"x\": [a, ./b c]}", r#"{"x": ["a", "./b c"]}"#),
            reads_text(
                FILE,
                "{\"path\": https://a.b/c?d=e}",
                r#"{"path": "https://a.b/c?d=e"}"#,
            ),
            refuses_text(FILE, "{\"path\": 2024-01-15}"),
            refuses_text(FILE, "{\"path\": tru}"),
            refuses_text(FILE, "{\"path\": NaN}"),
            refuses_text(FILE, "{\"path\": read(file)}"),
            refuses_text(FILE, "{\"path\": a, b}"),
            refuses_text(FILE, "I use {path: file}"),
            refuses_text(FILE, "{\"path\": fil"),
        ],
    },
];
