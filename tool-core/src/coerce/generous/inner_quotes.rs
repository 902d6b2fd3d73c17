use crate::coerce::{About, Example, ValueRule, json_string};
use crate::issue::{Rule, TypeSet};

const FILE: &str = r#"{"type": "object", "properties": {"x": {"type": "string"}, "n": {"type": "integer"}}, "required": ["x"], "additionalProperties": false}"#;
const LIST: &str = r#"{"type": "array", "items": {"type": "string"}}"#;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::InnerQuotes,
        condition: "quotes inside of a string that stands where JSON puts a value; the one that ends \
                    it is followed by the structure (a comma and a key with its colon or, in an \
                    array, a value; or the closing bracket, and what may stand behind it), and \
                    no other one is. A quote that follows no letter or digit opens a quotation, \
                    which the next one closes. Refused where the structure follows in a \
                    quotation, where a quote stands beside another one or before a colon, or \
                    where a key or an item may begin; and where more than a code fence and tags \
                    follows the arguments",
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
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    apply: |tree, place| json_string::apply_guess(Rule::InnerQuotes, tree, place),
    alone: false,
};
