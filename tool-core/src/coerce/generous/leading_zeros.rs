use crate::coerce::{About, Example, ValueRule, json_string};
use crate::issue::{Rule, TypeSet};

const NUMBER: &str = r#"{"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"], "additionalProperties": false}"#;
const ANY: &str = r#"{"type": "object", "properties": {"x": {}}, "required": ["x"]}"#;
const LIST: &str = r#"{"type": "array", "items": {"type": "integer"}}"#;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::LeadingZeros,
        condition: "zeros in front of a number, which is decimal; not three digits right behind \
                    another number and a comma, or a space, which may be its thousands",
        examples: &[
            Example::text(NUMBER, "{\"x\": 007}", r#"{"x": 7}"#),
            Example::text(NUMBER, "{\"x\": -00.50}", r#"{"x": -0.50}"#),
            Example::text(ANY, "{\"x\": [1, 007]}", r#"{"x": [1, 7]}"#),
            Example::read(LIST, r#""[01, 02]""#, "[1, 2]"),
            Example::refused_text(ANY, "{\"x\": [1,007]}"),
            Example::refused_text(NUMBER, "{\"x\": 007"),
            Example::refused_text(NUMBER, "{\"x\": 08:30}"),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    apply: |tree, place| json_string::apply_guess(Rule::LeadingZeros, tree, place),
    alone: false,
};
