use crate::coerce::{About, Example, ValueRule, json_string};
use crate::issue::{Rule, TypeSet};

const ANY: &str = r#"{"type": "object", "properties": {"x": {}, "y": {}}, "required": ["x"], "additionalProperties": false}"#;
const OBJECT: &str =
    r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::MissingColon,
        condition: "a key in quotes, right behind the brace or a comma, and behind it, apart, a value that needs no further guess",
        examples: &[
            Example::text(ANY, "{\"x\" 1, \"y\": 2}", r#"{"x": 1, "y": 2}"#),
            Example::text(ANY, "{'x' \"a\"}", r#"{"x": "a"}"#),
            Example::text(ANY, "{\"x\"[true]}", r#"{"x": [true]}"#),
            Example::read(OBJECT, r#""{'a' 1}""#, r#"{"a": 1}"#),
            Example::refused_text(ANY, "{x 1}"),
            Example::refused_text(ANY, "{\"x\"1}"),
            Example::refused_text(ANY, "{\"x\" \"y\": 1}"),
            Example::refused_text(ANY, "{\"x\" one}"),
            Example::refused_text(ANY, "{\"x\" 1"),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    apply: |tree, place| json_string::apply_guess(Rule::MissingColon, tree, place),
    alone: false,
};
