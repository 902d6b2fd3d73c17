use crate::coerce::{About, Example, ValueRule, json_string};
use crate::issue::{Rule, TypeSet};

const LIST: &str =
    r#"{"type": "object", "properties": {"x": {"type": "array"}, "y": {}}, "required": ["x"]}"#;
const ITEMS: &str = r#"{"type": "array", "items": {"type": "integer"}}"#;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::Hole,
        condition: "two or more commas between two items, or two properties, count as one",
        examples: &[
            Example::text(LIST, "{\"x\": [1,,2]}", r#"{"x": [1, 2]}"#),
            Example::text(
                LIST,
                "{\"y\": 1,, \"x\": [1, , , 2]}",
                r#"{"y": 1, "x": [1, 2]}"#,
            ),
            Example::read(ITEMS, r#""[1,,2]""#, "[1, 2]"),
            Example::refused_text(LIST, "{\"x\": [,,1]}"),
            Example::refused_text(LIST, "{\"x\": [1,,]}"),
            Example::refused_text(LIST, "{\"x\": , \"y\": 1}"),
            Example::refused_text(LIST, "{\"x\": [1,,"),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    apply: |tree, place| json_string::apply_guess(Rule::Hole, tree, place),
    alone: false,
};
