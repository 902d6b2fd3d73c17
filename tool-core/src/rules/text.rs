//! Descriptions of the rules of the JSON text. The tolerant parser in `json` applies them.

use super::info::{RuleInfo, reads_text, refuses_text};
use super::schemas::{FILTER, NUMBER_X, OBJECT};
use crate::issue::Rule;

const FILE: &str = r#"{"type": "object", "properties": {"path": {"type": "string"}, "n": {"type": "integer"}}, "required": ["path"], "additionalProperties": false}"#;
const LIST: &str = r#"{"type": "object", "properties": {"x": {"type": "array"}}, "required": ["x"], "additionalProperties": false}"#;
const FLAG: &str = r#"{"type": "object", "properties": {"on": {"type": "boolean"}, "n": {"type": "integer"}}, "required": ["on"], "additionalProperties": false}"#;

const COLOR: &str = r#"{"type": "object", "properties": {"color": {"enum": ["red", "blue"]}}}"#;

const A: &str = r#"{"path": "a"}"#;
const LIST_12: &str = r#"{"x": [1, 2]}"#;
const ON: &str = r#"{"on": true}"#;

/// The rules in the order of the text, from its surroundings to its end. Includes the guesses that
/// concern all arguments.
pub(super) const TEXT_RULES: [RuleInfo; 14] = [
    RuleInfo {
        rule: Rule::SurroundingText,
        condition: "Drops the text around the arguments: prose, a code fence (closed or \
                    not), special tokens, tags, and a byte order mark.\n\n\
                    - The text contains exactly one readable object. Other groups in braces \
                    are skipped as prose. The text is rejected if such a group begins with a \
                    quoted key and its colon, or with a key of the readable object.\n\
                    - The object is not inside a think block.\n\
                    - The object is not an argument of something else. It does not follow \
                    `key=`, `key:` or `f(`. It is not in code, in quotes, or in a tag other \
                    than the tags around a call.\n\
                    - The line directly before the object announces it (`I use`, `Here are the \
                    arguments:`), names the tool, or repeats a value of the arguments. It is not \
                    a line of a log.\n\
                    - The text before the object has to leave the call as it is. The object is \
                    rejected if a clause denies it, asks about it, quotes somebody, names \
                    another tool or sets a value (`Dry run: true`). It is also rejected if a \
                    clause begins with a property and a value that differs from the \
                    arguments.\n\
                    - Each sentence behind the object has one of four English forms, with a known \
                    verb: a courtesy (`I hope this helps!`), an offer (`Anything else?`), a step \
                    of the speaker (`I'll search now.`), or what the call does (`This lists the \
                    files.`). No word in it denies, doubts, corrects or delays the call. Any other \
                    sentence may take the call back.\n\
                    - An empty object is accepted only if the text contains nothing else \
                    except tokens, fences and tags.",
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
            refuses_text(FILE, "path: b\n{\"path\": \"a\"}"),
            reads_text(OBJECT, "```json\n{}\n```", "{}"),
            refuses_text(OBJECT, "So {} is right."),
            refuses_text(
                FILE,
                "I could call it with {\"path\": \"a\"} but I am not sure.",
            ),
            refuses_text(FILE, "An example of what not to send: {\"path\": \"a\"}"),
            refuses_text(FILE, "> {\"path\": \"a\"}"),
            refuses_text(FILE, "# Log\n{\"path\": \"a\"}"),
            reads_text(FILE, "{\"path\": \"a\"}\nThis reads the file.", A),
            reads_text(FILE, "{\"path\": \"a\"}\nI hope this helps!", A),
            refuses_text(FILE, "{\"path\": \"a\"}\nSkip this one."),
            refuses_text(FILE, "{\"path\": \"a\"}\nShall I read it?"),
            refuses_text(FILE, "{\"path\": \"a\"}\nThe path is b."),
            refuses_text(FILE, "{\"path\": \"a\"}['path']"),
            refuses_text(FILE, "{\"path\": \"a\"}..."),
        ],
    },
    RuleInfo {
        rule: Rule::RepeatedObject,
        condition: "Drops a repetition of the arguments: the text contains the same object \
                    again.",
        examples: &[
            reads_text(FILE, "{\"path\": \"a\"}\n{\"path\": \"a\"}", A),
            reads_text(
                FILE,
                "```json\n{\"path\": \"a\"}\n{\"path\": \"a\"}\n```",
                A,
            ),
            reads_text(FILE, "[{\"path\": \"a\"}, {\"path\": \"a\"}]", A),
            refuses_text(FILE, "{\"path\": \"a\"}\n{\"path\": \"b\"}"),
            refuses_text(FILE, "[{\"path\": \"a\"}, {\"path\": \"b\"}]"),
        ],
    },
    RuleInfo {
        rule: Rule::Comma,
        condition: "Drops a leading or trailing comma. Inserts a missing comma if each \
                    possible place gives the same result. Does not insert a comma between a \
                    string and a key without quotes, or behind a string that ends with a comma. \
                    A space between two numbers of a line may be a part of one number. Such \
                    numbers are rejected if the array also has a comma, or if the second number \
                    has three digits.",
        examples: &[
            reads_text(LIST, "{\"x\": [1, 2,],}", LIST_12),
            reads_text(LIST, "{\"x\": [1 2]}", LIST_12),
            reads_text(LIST, "{,\"x\": [,1, 2]}", LIST_12),
            refuses_text(LIST, "{\"x\": [1 234, 5 678]}"),
            refuses_text(LIST, "{\"x\": [48 85, 2 35]}"),
            refuses_text(LIST, "{\"x\": [1,,2]}"),
            refuses_text(FILE, "{path: \"a\" n: 1}"),
            refuses_text(FILE, "{\"path\": \"a,\" \"n\": 1}"),
            refuses_text(LIST, "{\"x\": [1-2]}"),
            refuses_text(LIST, "{\"x\": [\"say \"hi\" now\"]}"),
        ],
    },
    RuleInfo {
        rule: Rule::Quotes,
        condition: "Accepts a key without quotes, in single or smart quotes, or without its \
                    opening quote. Accepts a string in single quotes, smart quotes or \
                    backticks, and a word without quotes that is a member of the enum at its \
                    place.",
        examples: &[
            reads_text(FILE, "{path: 'a'}", A),
            reads_text(FILE, "{'path': `a`}", A),
            reads_text(FILE, "{path\": \"a\"}", A),
            reads_text(FILE, "{“path”: ‘a’}", A),
            reads_text(COLOR, "{\"color\": red}", r#"{"color": "red"}"#),
            refuses_text(COLOR, "{\"color\": Red}"),
            refuses_text(FILE, "{\"path\": a}"),
            refuses_text(FILE, "{'path': 'it's'}"),
            refuses_text(FILE, "{\"path\": \"a\", 'n"),
        ],
    },
    RuleInfo {
        rule: Rule::Literal,
        condition: "Reads Python's `True`, `False` and `None`, and `TRUE`, `FALSE` and `NULL`, \
                    as `true`, `false` and `null`. Drops an optional property with the value `undefined`.",
        examples: &[
            reads_text(FLAG, "{\"on\": True, \"n\": undefined}", ON),
            reads_text(FLAG, "{\"on\": True, \"n\": None}", ON),
            reads_text(FLAG, "{\"on\": TRUE, \"n\": NULL}", ON),
            refuses_text(FLAG, "{\"on\": tRUE}"),
            refuses_text(FLAG, "{\"on\": undefined}"),
            refuses_text(LIST, "{\"x\": [undefined]}"),
            refuses_text(NUMBER_X, "{\"x\": NaN}"),
        ],
    },
    RuleInfo {
        rule: Rule::Comment,
        condition: "Drops a comment (`//`, `#` or `/* */`) that ends before the text does. \
                    The text is rejected if the comment may be part of the value before it: \
                    `10 // 3` is also a division, and `1#5` may be one number. It is rejected, \
                    too, if the comment stands for content that was left out: the comment is \
                    alone in its brackets, has an ellipsis, or says so.",
        examples: &[
            reads_text(FILE, "{\"path\": \"a\" // the file\n}", A),
            reads_text(FILE, "{# the file\n\"path\": /* here */ \"a\"}", A),
            refuses_text(LIST, "{\"x\": [/* as above */]}"),
            refuses_text(LIST, "{\"x\": [1, // ... 12 more, unchanged\n]}"),
            refuses_text(FILE, "{\"path\": \"a\" // the file }"),
            refuses_text(FILE, "{\"path\": \"a\", \"n\": 10 // 3\n}"),
            refuses_text(FILE, "{\"n\": 1#5,\n\"path\": \"a\"}"),
            reads_text(
                FILE,
                "{\"n\": 1, # five\n\"path\": \"a\"}",
                r#"{"n": 1, "path": "a"}"#,
            ),
        ],
    },
    RuleInfo {
        rule: Rule::ClosingBracket,
        condition: "Accepts one extra closing bracket, a closing bracket of the wrong kind, or \
                    two closing brackets in the wrong order. The text is rejected if the extra \
                    bracket may be an earlier one, and the keys behind it would then belong to \
                    another object that takes them.",
        examples: &[
            reads_text(FILE, "{\"path\": \"a\"}}", A),
            reads_text(LIST, "{\"x\": [1, 2}}", LIST_12),
            reads_text(LIST, "{\"x\": [1, 2}]", LIST_12),
            refuses_text(LIST, "{\"x\": [1, 2}]]"),
            refuses_text(FILE, "{\"path\": \"a\"}}}"),
            refuses_text(FILE, "{\"path\": \"a\"}, \"n\": 1}"),
            reads_text(
                FILTER,
                r#"{"filter": {"q": "a"}, "path": "b"}}"#,
                r#"{"filter": {"q": "a"}, "path": "b"}"#,
            ),
            refuses_text(FILTER, r#"{"filter": {"q": "a"}, "s": "b"}}"#),
        ],
    },
    RuleInfo {
        rule: Rule::ControlCharacter,
        condition: "Accepts an unescaped line break or tab in a string.",
        examples: &[
            reads_text(FILE, "{\"path\": \"a\n\tb\"}", r#"{"path": "a\n\tb"}"#),
            refuses_text(FILE, "{\"path\": \"a\u{1}\"}"),
        ],
    },
    RuleInfo {
        rule: Rule::Escape,
        condition: "Accepts an escape that JSON does not have. The backslash of `\\'` is \
                    dropped. Any other invalid escape keeps its backslash.\n\n\
                    - The string contains no escape that JSON defines. Two exceptions are \
                    `\\\"`, and `\\\\` between word characters or after `:`.\n\
                    - `\\u` with one to three hex digits is rejected, and a backslash before a line \
                    break, which joins the lines in some languages.",
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
            refuses_text(FILE, "{\"path\": \"a\\\nb\"}"),
        ],
    },
    RuleInfo {
        rule: Rule::Separator,
        condition: "Accepts `=` or a full-width colon (`：`) between a key and its value, a \
                    full-width comma (`，`) between entries, and an escaped line break (`\\n`) \
                    between tokens.",
        examples: &[
            reads_text(FILE, "{\"path\"=\"a\"}", A),
            reads_text(FILE, "{\\n\"path\": \"a\"\\n}", A),
            reads_text(
                FILE,
                "{\"path\"：\"a\"，\"n\"：1}",
                r#"{"path": "a", "n": 1}"#,
            ),
            refuses_text(FILE, "{\"path\" \"a\"}"),
        ],
    },
    RuleInfo {
        rule: Rule::NumberForm,
        condition: "Accepts a number with a leading `+`, and a number without a digit on \
                    one side of the point.",
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
        condition: "Closes open containers at the end of a text that the caller passes as \
                    complete. The text must end after a closed string or container. It is rejected \
                    if a bracket may have been lost earlier, and a key would then belong to the \
                    object outside.",
        examples: &[
            reads_text(LIST, "{\"x\": [[1], [2]", r#"{"x": [[1], [2]]}"#).complete(),
            reads_text(FILE, "{\"path\": \"a\"", A).complete(),
            refuses_text(FILE, "{\"path\": \"a\""),
            refuses_text(FILE, "{\"path\": \"a").complete(),
            refuses_text(LIST, "{\"x\": [1, 2").complete(),
            refuses_text(LIST, "{\"x\": [[1], ").complete(),
            reads_text(
                FILTER,
                r#"{"s": "b", "filter": {"s": "c", "q": "a""#,
                r#"{"s": "b", "filter": {"s": "c", "q": "a"}}"#,
            )
            .complete(),
            refuses_text(FILTER, r#"{"filter": {"q": "a", "s": "b""#).complete(),
        ],
    },
    RuleInfo {
        rule: Rule::ThinkBlock,
        condition: "Drops a closed think block (`<think>`, `<thinking>`, `<reasoning>` and \
                    similar) that contains an object. The arguments must be outside the \
                    block.",
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
        condition: "Accepts a string value without quotes.\n\n\
                    - The value ends at a comma before a key (in an array, at a comma), at \
                    the closing bracket, or at the end of the line.\n\
                    - The value consists of words of letters, digits and `_-./~@!?&+`, or \
                    it is the address of a web page. It begins with a letter, `_`, `~`, a \
                    slash, or dots and a slash (`./`).\n\
                    - The value is not a literal, a misspelled literal or a truncated literal.\n\
                    - The text contains only the arguments, with or without a code fence.",
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
