//! The rules of the JSON text. They are at work in the tolerant reader, before
//! there is a value; here is what they are about.

use super::{About, Example};
use crate::issue::Rule;

const FILE: &str = r#"{"type": "object", "properties": {"path": {"type": "string"}, "n": {"type": "integer"}}, "required": ["path"], "additionalProperties": false}"#;
const LIST: &str = r#"{"type": "object", "properties": {"x": {"type": "array"}}, "required": ["x"], "additionalProperties": false}"#;
const FLAG: &str = r#"{"type": "object", "properties": {"on": {"type": "boolean"}, "n": {"type": "integer"}}, "required": ["on"], "additionalProperties": false}"#;
const NUMBER: &str = r#"{"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"], "additionalProperties": false}"#;

const A: &str = r#"{"path": "a"}"#;
const LIST_12: &str = r#"{"x": [1, 2]}"#;
const ON: &str = r#"{"on": true}"#;

/// In the order of the text: from what surrounds it to what ends it. Those guesses
/// are here that are about the arguments as a whole.
pub(super) const ABOUTS: [About; 14] = [
    About {
        rule: Rule::SurroundingText,
        condition: "prose, a code fence (closed or not), special tokens, tags, a byte order mark \
                    around the arguments; exactly one object in the text reads (groups in braces \
                    that do not are prose, unless they begin with a key in quotes and its \
                    colon, or with a key of that object), and it stands in no think block. It is \
                    no argument of something else: not after `key=`, `key:` or `f(`, not inside \
                    of a tag other than those around a call, not in code or in quotes. An empty \
                    object is taken only from a text of tokens, fences and tags",
        examples: &[
            Example::text(FILE, "```json\n{\"path\": \"a\"}\n```", A),
            Example::text(FILE, "I use {x} here. {\"path\": \"a\"} Done.", A),
            Example::text(
                FILE,
                "<|channel|>commentary<|message|>{\"path\": \"a\"}<|call|>",
                A,
            ),
            Example::text(FILE, "\u{feff}{\"path\": \"a\"}</parameter></invoke>", A),
            Example::refused_text(FILE, "I will read the file now."),
            Example::refused_text(FILE, "{\"path\": \"a\"} or {\"path\": \"b\"}"),
            Example::refused_text(FILE, "{\"path\": \"a\"} or {\"path\": b/c}"),
            Example::refused_text(FILE, "<think>{\"path\": \"a\"}</think>"),
            Example::refused_text(FILE, "\"options\": {\"path\": \"a\"}"),
            Example::text(FILE, "Sure, here it is: {\"path\": \"a\"}", A),
            Example::text(FILE, "<tool_call>{\"path\": \"a\"}</tool_call>", A),
            Example::refused_text(FILE, "[copy(to=\"b\", file={\"path\": \"a\"})]"),
            Example::refused_text(FILE, "<parameter=file>{\"path\": \"a\"}</parameter>"),
            Example::refused_text(FILE, "to: b\nfile: {\"path\": \"a\"}"),
            Example::refused_text(FILE, "const file = {\"path\": \"a\"};"),
            Example::text("{\"type\": \"object\"}", "```json\n{}\n```", "{}"),
            Example::refused_text("{\"type\": \"object\"}", "So {} is right."),
        ],
    },
    About {
        rule: Rule::RepeatedObject,
        condition: "the same object once more counts once",
        examples: &[
            Example::text(FILE, "{\"path\": \"a\"}\n{\"path\": \"a\"}", A),
            Example::text(
                FILE,
                "```json\n{\"path\": \"a\"}\n{\"path\": \"a\"}\n```",
                A,
            ),
            Example::refused_text(FILE, "{\"path\": \"a\"}\n{\"path\": \"b\"}"),
        ],
    },
    About {
        rule: Rule::Comma,
        condition: "a trailing or leading comma; a missing one, where the tree is the same \
                    wherever it is put, and not between a string and a key without quotes",
        examples: &[
            Example::text(LIST, "{\"x\": [1, 2,],}", LIST_12),
            Example::text(LIST, "{\"x\": [1 2]}", LIST_12),
            Example::text(LIST, "{,\"x\": [,1, 2]}", LIST_12),
            Example::refused_text(LIST, "{\"x\": [1,,2]}"),
            Example::refused_text(FILE, "{path: \"a\" n: 1}"),
            Example::refused_text(LIST, "{\"x\": [1-2]}"),
            Example::refused_text(LIST, "{\"x\": [\"say \"hi\" now\"]}"),
        ],
    },
    About {
        rule: Rule::Quotes,
        condition: "a key in no quotes, in single or in smart ones, or without its opening quote; \
                    a string in single or smart \
                    quotes or in backticks",
        examples: &[
            Example::text(FILE, "{path: 'a'}", A),
            Example::text(FILE, "{'path': `a`}", A),
            Example::text(FILE, "{path\": \"a\"}", A),
            Example::text(FILE, "{“path”: ‘a’}", A),
            Example::refused_text(FILE, "{\"path\": a}"),
            Example::refused_text(FILE, "{'path': 'it's'}"),
            Example::refused_text(FILE, "{\"path\": \"a\", 'n"),
        ],
    },
    About {
        rule: Rule::Literal,
        condition: "Python's `True`, `False` and `None`; `undefined` for a property that is \
                    optional",
        examples: &[
            Example::text(FLAG, "{\"on\": True, \"n\": undefined}", ON),
            Example::text(FLAG, "{\"on\": True, \"n\": None}", ON),
            Example::refused_text(FLAG, "{\"on\": undefined}"),
            Example::refused_text(LIST, "{\"x\": [undefined]}"),
            Example::refused_text(NUMBER, "{\"x\": NaN}"),
        ],
    },
    About {
        rule: Rule::Comment,
        condition: "`//`, `#` and `/* */`, which end before the text does",
        examples: &[
            Example::text(FILE, "{\"path\": \"a\" // the file\n}", A),
            Example::text(FILE, "{# the file\n\"path\": /* here */ \"a\"}", A),
            Example::refused_text(FILE, "{\"path\": \"a\" // the file }"),
            Example::refused_text(FILE, "{\"path\": \"a\", \"n\": 10 // 3\n}"),
        ],
    },
    About {
        rule: Rule::ClosingBracket,
        condition: "one closing bracket too many, or of the wrong kind",
        examples: &[
            Example::text(FILE, "{\"path\": \"a\"}}", A),
            Example::text(LIST, "{\"x\": [1, 2}}", LIST_12),
            Example::refused_text(FILE, "{\"path\": \"a\"}}}"),
            Example::refused_text(FILE, "{\"path\": \"a\"}, \"n\": 1}"),
        ],
    },
    About {
        rule: Rule::ControlCharacter,
        condition: "a line break or a tab in a string, as it is",
        examples: &[
            Example::text(FILE, "{\"path\": \"a\n\tb\"}", r#"{"path": "a\n\tb"}"#),
            Example::refused_text(FILE, "{\"path\": \"a\u{1}\"}"),
        ],
    },
    About {
        rule: Rule::Escape,
        condition: "an escape that JSON does not have: `\\'` loses its backslash, any other keeps \
                    it; not in a string with one that JSON has (but `\\\"`, and `\\\\` between \
                    word characters or after `:`), and no `\\u` with one to three hex digits",
        examples: &[
            Example::text(
                FILE,
                r#"{"path": "C:\Dev\users"}"#,
                r#"{"path": "C:\\Dev\\users"}"#,
            ),
            Example::text(FILE, r#"{"path": "it\'s"}"#, r#"{"path": "it's"}"#),
            Example::text(
                FILE,
                r#"{"path": "C:\\Users\Dev"}"#,
                r#"{"path": "C:\\Users\\Dev"}"#,
            ),
            Example::refused_text(FILE, r#"{"path": "C:\Dev\new"}"#),
            Example::refused_text(FILE, r#"{"path": "\\server\Share"}"#),
            Example::refused_text(FILE, r#"{"path": "C:\udata"}"#),
        ],
    },
    About {
        rule: Rule::Separator,
        condition: "`=` between a key and its value; a line break between tokens as an escape",
        examples: &[
            Example::text(FILE, "{\"path\"=\"a\"}", A),
            Example::text(FILE, "{\\n\"path\": \"a\"\\n}", A),
            Example::refused_text(FILE, "{\"path\" \"a\"}"),
        ],
    },
    About {
        rule: Rule::NumberForm,
        condition: "a plus sign in front; no digit on one side of the point",
        examples: &[
            Example::text(NUMBER, "{\"x\": +5}", r#"{"x": 5}"#),
            Example::text(NUMBER, "{\"x\": -.5}", r#"{"x": -0.5}"#),
            Example::text(NUMBER, "{\"x\": 5.}", r#"{"x": 5.0}"#),
            Example::refused_text(NUMBER, "{\"x\": 007}"),
            Example::refused_text(NUMBER, "{\"x\": 0x1F}"),
            Example::refused_text(NUMBER, "{\"x\": 1,234}"),
        ],
    },
    About {
        rule: Rule::Unclosed,
        condition: "text that the caller passes as complete ends in open containers, after a \
                    string or a container that is closed",
        examples: &[
            Example::text(LIST, "{\"x\": [[1], [2]", r#"{"x": [[1], [2]]}"#).complete(),
            Example::text(FILE, "{\"path\": \"a\"", A).complete(),
            Example::refused_text(FILE, "{\"path\": \"a\""),
            Example::refused_text(FILE, "{\"path\": \"a").complete(),
            Example::refused_text(LIST, "{\"x\": [1, 2").complete(),
            Example::refused_text(LIST, "{\"x\": [[1], ").complete(),
        ],
    },
    About {
        rule: Rule::ThinkBlock,
        condition: "an object inside of a think block (`<think>`, `<thinking>`, `<reasoning>` and \
                    the like) that is closed, with the arguments outside of it",
        examples: &[
            Example::text(FILE, "<think>{\"path\": \"b\"}</think>{\"path\": \"a\"}", A),
            Example::text(
                FILE,
                "{\"path\": \"a\"} <Reasoning> [{\"path\": \"b\"}] </reasoning>",
                A,
            ),
            Example::refused_text(FILE, "<think>{\"path\": \"a\"}</think>"),
            Example::refused_text(FILE, "<think>{\"path\": \"b\"}{\"path\": \"a\"}"),
            Example::refused_text(FILE, "{\"path\": \"b\"}</think>{\"path\": \"a\"}"),
        ],
    },
    About {
        rule: Rule::UnquotedString,
        condition: "a value without quotes, up to a comma and a key (in an array, a comma), the \
                    closing bracket or the end of the line: words of letters, digits and \
                    `_-./~@!?&+`, or the address of a web page; it begins with a letter, `_`, `~` \
                    or a slash, and is no literal, misspelt or cut; the text is nothing but the \
                    arguments, in a code fence or not",
        examples: &[
            Example::text(FILE, "{path: src/main.rs}", r#"{"path": "src/main.rs"}"#),
            Example::text(
                FILE,
                "```json\n{\"path\": My Files, \"n\": 1}\n```",
                r#"{"path": "My Files", "n": 1}"#,
            ),
            Example::text(LIST, "{\"x\": [a, ./b c]}", r#"{"x": ["a", "./b c"]}"#),
            Example::text(
                FILE,
                "{\"path\": https://a.b/c?d=e}",
                r#"{"path": "https://a.b/c?d=e"}"#,
            ),
            Example::refused_text(FILE, "{\"path\": 2024-01-15}"),
            Example::refused_text(FILE, "{\"path\": tru}"),
            Example::refused_text(FILE, "{\"path\": NaN}"),
            Example::refused_text(FILE, "{\"path\": read(file)}"),
            Example::refused_text(FILE, "{\"path\": a, b}"),
            Example::refused_text(FILE, "I use {path: file}"),
            Example::refused_text(FILE, "{\"path\": fil"),
        ],
    },
];
