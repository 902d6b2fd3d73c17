use crate::coerce::{About, Example, ValueRule, json_string};
use crate::issue::Rule;

const FILE: &str = r#"{"type": "object", "properties": {"x": {"type": "string"}, "n": {"type": "integer"}}, "required": ["x"], "additionalProperties": false}"#;
const LIST: &str = r#"{"type": "array", "items": {"type": "string"}}"#;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::InnerQuotes,
        condition: "a quote inside of a string, where JSON puts a value: none of its structure follows \
                    (a comma and a key with its colon or, in an array, a value; the closing \
                    bracket, and what may stand behind it), while the end of the string has it; \
                    a quote that follows no letter or digit opens a quotation, which the next one \
                    closes; not beside another quote, before a colon or a key, or where the \
                    structure follows in a quotation",
        examples: &[
            Example::text(
                FILE,
                r#"{"x": "say "hi" now", "n": 1}"#,
                r#"{"x": "say \"hi\" now", "n": 1}"#,
            ),
            Example::text(FILE, r#"{"x": "a 5" nail"}"#, r#"{"x": "a 5\" nail"}"#),
            Example::text(
                FILE,
                r#"{"x": "f("a", "b")"}"#,
                r#"{"x": "f(\"a\", \"b\")"}"#,
            ),
            Example::read(
                LIST,
                r#""['a', \"say \"hi\" now\"]""#,
                r#"["a", "say \"hi\" now"]"#,
            ),
            Example::refused_text(FILE, r#"{"x": "say "hi", "n": 1}"#),
            Example::refused_text(FILE, r#"{"x": "a" "b"}"#),
            Example::refused_text(FILE, r#"{"x": ""a""}"#),
            Example::refused_text(FILE, r#"{"x": "{"a": "b"}"}"#),
            Example::refused_text(FILE, r#"{"x": "say "hi" now"#),
        ],
    },
    apply: |tree, place| json_string::apply_guess(Rule::InnerQuotes, tree, place),
    alone: false,
};
