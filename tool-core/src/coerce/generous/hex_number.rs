use crate::coerce::{About, Example, ValueRule, json_string};
use crate::issue::{Rule, TypeSet};

const NUMBER: &str = r#"{"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"], "additionalProperties": false}"#;
const LIST: &str = r#"{"type": "array", "items": {"type": "integer"}}"#;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::HexNumber,
        condition: "`0x` and up to 32 hexadecimal digits, without quotes",
        examples: &[
            Example::text(NUMBER, "{\"x\": 0xFF}", r#"{"x": 255}"#),
            Example::text(NUMBER, "{\"x\": -0X1f}", r#"{"x": -31}"#),
            Example::read(LIST, r#""[0x10, 2]""#, "[16, 2]"),
            Example::refused_text(NUMBER, "{\"x\": 0x}"),
            Example::refused_text(NUMBER, "{\"x\": FF}"),
            Example::refused_text(NUMBER, "{\"x\": 0xFF"),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    apply: |tree, place| json_string::apply_guess(Rule::HexNumber, tree, place),
    alone: false,
};
