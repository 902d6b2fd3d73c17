//! Guesses for JSON text.

use crate::issue::Rule;
use crate::rules::info::{RuleInfo, reads, reads_text, refuses_text};
use crate::rules::schemas::{INTEGERS, NUMBER_X, REQUIRED_A, STRINGS};
use crate::rules::{Apply, ValueRule};

const ANY_X: &str = r#"{"type": "object", "properties": {"x": {}}, "required": ["x"]}"#;
const ANY_X_Y: &str = r#"{"type": "object", "properties": {"x": {}, "y": {}}, "required": ["x"], "additionalProperties": false}"#;
const LIST_X: &str =
    r#"{"type": "object", "properties": {"x": {"type": "array"}, "y": {}}, "required": ["x"]}"#;
const TEXT_X: &str = r#"{"type": "object", "properties": {"x": {"type": "string"}, "n": {"type": "integer"}}, "required": ["x"], "additionalProperties": false}"#;

pub(super) const LEADING_ZEROS: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::LeadingZeros,
        condition: "Drops the zeros before a decimal number. Three digits are rejected if they \
                    follow another number directly after a comma or a space (`1,007`): the two \
                    may be one number with a thousands separator.",
        examples: &[
            reads_text(NUMBER_X, "{\"x\": 007}", r#"{"x": 7}"#),
            reads_text(NUMBER_X, "{\"x\": -00.50}", r#"{"x": -0.50}"#),
            reads_text(ANY_X, "{\"x\": [1, 007]}", r#"{"x": [1, 7]}"#),
            reads(INTEGERS, r#""[01, 02]""#, "[1, 2]"),
            refuses_text(ANY_X, "{\"x\": [1,007]}"),
            refuses_text(NUMBER_X, "{\"x\": 007"),
            refuses_text(NUMBER_X, "{\"x\": 08:30}"),
        ],
    },
    Apply::Json,
);

pub(super) const HEX_NUMBER: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::HexNumber,
        condition: "Reads `0x` and up to 32 hexadecimal digits, without quotes, as a \
                    number.",
        examples: &[
            reads_text(NUMBER_X, "{\"x\": 0xFF}", r#"{"x": 255}"#),
            reads_text(NUMBER_X, "{\"x\": -0X1f}", r#"{"x": -31}"#),
            reads(INTEGERS, r#""[0x10, 2]""#, "[16, 2]"),
            refuses_text(NUMBER_X, "{\"x\": 0x}"),
            refuses_text(NUMBER_X, "{\"x\": FF}"),
            refuses_text(NUMBER_X, "{\"x\": 0xFF"),
        ],
    },
    Apply::Json,
);

pub(super) const HOLE: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::Hole,
        condition: "Reads two or more commas between two items or two properties as one \
                    comma.",
        examples: &[
            reads_text(LIST_X, "{\"x\": [1,,2]}", r#"{"x": [1, 2]}"#),
            reads_text(
                LIST_X,
                "{\"y\": 1,, \"x\": [1, , , 2]}",
                r#"{"y": 1, "x": [1, 2]}"#,
            ),
            reads(INTEGERS, r#""[1,,2]""#, "[1, 2]"),
            refuses_text(LIST_X, "{\"x\": [,,1]}"),
            refuses_text(LIST_X, "{\"x\": [1,,]}"),
            refuses_text(LIST_X, "{\"x\": , \"y\": 1}"),
            refuses_text(LIST_X, "{\"x\": [1,,"),
        ],
    },
    Apply::Json,
);

pub(super) const MISSING_COLON: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::MissingColon,
        condition: "Inserts a missing colon. The key must be in quotes and directly follow \
                    the brace or a comma. The value must be separate from the key (`\"x\"1` is \
                    rejected). The value must not need another guess.",
        examples: &[
            reads_text(ANY_X_Y, "{\"x\" 1, \"y\": 2}", r#"{"x": 1, "y": 2}"#),
            reads_text(ANY_X_Y, "{'x' \"a\"}", r#"{"x": "a"}"#),
            reads_text(ANY_X_Y, "{\"x\"[true]}", r#"{"x": [true]}"#),
            reads(REQUIRED_A, r#""{'a' 1}""#, r#"{"a": 1}"#),
            refuses_text(ANY_X_Y, "{x 1}"),
            refuses_text(ANY_X_Y, "{\"x\"1}"),
            refuses_text(ANY_X_Y, "{\"x\" \"y\": 1}"),
            refuses_text(ANY_X_Y, "{\"x\" one}"),
            refuses_text(ANY_X_Y, "{\"x\" 1"),
        ],
    },
    Apply::Json,
);

pub(super) const INNER_QUOTES: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::InnerQuotes,
        condition: "Accepts unescaped quotes inside a string value.\n\n\
                    - Exactly one quote is followed by JSON structure, and that quote ends the \
                    string. Three things count as JSON structure: a comma before a key and its \
                    colon, a comma before a value in an array, and a closing bracket that valid \
                    JSON follows.\n\
                    - A quote that does not follow a letter or a digit opens a quotation, \
                    and the next quote closes it. A quotation that contains JSON structure is \
                    rejected.\n\
                    - A quote next to another quote, before a colon, or where a key or an \
                    item may begin is rejected.\n\
                    - Only a code fence and tags may follow the arguments.",
        examples: &[
            reads_text(
                TEXT_X,
                r#"{"x": "say "hi" now", "n": 1}"#,
                r#"{"x": "say \"hi\" now", "n": 1}"#,
            ),
            reads_text(TEXT_X, r#"{"x": "a 5" nail"}"#, r#"{"x": "a 5\" nail"}"#),
            reads_text(
                TEXT_X,
                r#"{"x": "f("a", "b")"}"#,
                r#"{"x": "f(\"a\", \"b\")"}"#,
            ),
            reads(
                STRINGS,
                r#""['a', \"say \"hi\" now\"]""#,
                r#"["a", "say \"hi\" now"]"#,
            ),
            refuses_text(TEXT_X, r#"{"x": "say "hi", "n": 1}"#),
            refuses_text(TEXT_X, r#"{"x": "a" "b"}"#),
            refuses_text(TEXT_X, r#"{"x": ""a""}"#),
            refuses_text(TEXT_X, r#"{"x": "{"a": "b"}"}"#),
            refuses_text(TEXT_X, r#"{"x": "say "hi" now"#),
        ],
    },
    Apply::Json,
);

pub(super) const APOSTROPHE: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::Apostrophe,
        condition: "Accepts unescaped single quotes inside a string in single quotes, under \
                    the conditions of `inner_quotes`.",
        examples: &[
            reads_text(TEXT_X, "{'x': 'it's', 'n': 1}", r#"{"x": "it's", "n": 1}"#),
            reads_text(
                TEXT_X,
                "{'x': 'the dogs' bone'}",
                r#"{"x": "the dogs' bone"}"#,
            ),
            reads_text(
                TEXT_X,
                "{'x': 'rock 'n' roll'}",
                r#"{"x": "rock 'n' roll"}"#,
            ),
            reads(STRINGS, r#""['it's', 'b']""#, r#"["it's", "b"]"#),
            refuses_text(TEXT_X, "{'x': 'rock 'n roll', 'n': 1}"),
            refuses_text(TEXT_X, "{'x': 'a' 'b'}"),
            refuses_text(TEXT_X, "{'x': 'it's"),
        ],
    },
    Apply::Json,
);
