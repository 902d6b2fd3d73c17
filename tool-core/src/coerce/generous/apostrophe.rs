use crate::coerce::{About, Example, ValueRule, json_string};
use crate::issue::{Rule, TypeSet};

const FILE: &str = r#"{"type": "object", "properties": {"x": {"type": "string"}, "n": {"type": "integer"}}, "required": ["x"], "additionalProperties": false}"#;
const LIST: &str = r#"{"type": "array", "items": {"type": "string"}}"#;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::Apostrophe,
        condition: "the same in single quotes, as in `inner_quotes`",
        examples: &[
            Example::text(FILE, "{'x': 'it's', 'n': 1}", r#"{"x": "it's", "n": 1}"#),
            Example::text(
                FILE,
                "{'x': 'the dogs' bone'}",
                r#"{"x": "the dogs' bone"}"#,
            ),
            Example::text(FILE, "{'x': 'rock 'n' roll'}", r#"{"x": "rock 'n' roll"}"#),
            Example::read(LIST, r#""['it's', 'b']""#, r#"["it's", "b"]"#),
            Example::refused_text(FILE, "{'x': 'rock 'n roll', 'n': 1}"),
            Example::refused_text(FILE, "{'x': 'a' 'b'}"),
            Example::refused_text(FILE, "{'x': 'it's"),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    apply: |tree, place| json_string::apply_guess(Rule::Apostrophe, tree, place),
    alone: false,
};
