use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule, TypeSet};
use crate::tree::Tree;

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::ToBoolean,
        condition: "true/false/yes/no/on/off/1/0 in any case, trimmed, or the number 0 or 1; \
                    the schema allows a boolean and nothing else that fits",
        examples: &[
            Example::read(r#"{"type": "boolean"}"#, r#"" True ""#, "true"),
            Example::read(r#"{"type": "boolean"}"#, r#""off""#, "false"),
            Example::read(r#"{"type": "boolean"}"#, "0", "false"),
            Example::refused(r#"{"type": ["integer", "boolean"], "minimum": 5}"#, "1"),
            Example::refused(r#"{"type": "boolean"}"#, "2"),
            Example::refused(r#"{"type": "boolean"}"#, r#""t""#),
            Example::refused(r#"{"type": "boolean"}"#, r#""not true""#),
        ],
    },
    reads: TypeSet::STRING.union(TypeSet::NUMBER),
    makes: TypeSet::BOOLEAN,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let number_fits = place.allowed.contains(JsonType::Integer);
    let value = match tree {
        Tree::String(text) => match text.trim() {
            "1" if !number_fits => true,
            "0" if !number_fits => false,
            text => word(text)?,
        },
        Tree::Number(text) => match text.as_ref() {
            "1" if !number_fits => true,
            "0" if !number_fits => false,
            _ => return None,
        },
        _ => return None,
    };
    Some(Tree::Bool(value))
}

/// Whether a text is a word for true or for false; numbers are none.
pub(crate) fn word(text: &str) -> Option<bool> {
    let is_one_of = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_one_of(["true", "yes", "on"]) {
        Some(true)
    } else if is_one_of(["false", "no", "off"]) {
        Some(false)
    } else {
        None
    }
}
