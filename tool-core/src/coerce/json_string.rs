use super::{About, Example, Place, ValueRule};
use crate::issue::{JsonType, Rule};
use crate::json::{Tolerance, parse};
use crate::tree::{Intake, Tree};

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::JsonString,
        condition: "the string is the text of one complete array or object, by the rules of the \
                    text but for what surrounds it, a string cannot stand there, and the result \
                    passes",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""[1, 50]""#,
                "[1, 50]",
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""['a', 'b']""#,
                r#"["a", "b"]"#,
            ),
            Example::read(
                r#"{"type": "object", "required": ["a"]}"#,
                r#""{\"a\": 1}""#,
                r#"{"a": 1}"#,
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "object", "required": ["a"]}}"#,
                r#""[{\"a\":1}}]""#,
                r#"[{"a": 1}]"#,
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "object", "required": ["a"]}}"#,
                r#"["{\"a\": 1}"]"#,
                r#"[{"a": 1}]"#,
            ),
            Example::kept(r#"{"type": ["string", "array"]}"#, r#""[1]""#),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""[\"a\"]{\n}""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""[1, \"soon\"]""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""[1, 2""#,
            ),
        ],
    },
    apply,
    alone: false,
};

pub(crate) fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    if place.allowed.contains(JsonType::String) || !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let mut intake = Intake::new(&place.limits, Tolerance::EMBEDDED.duplicate_key);
    let read = parse(text.trim(), Tolerance::EMBEDDED, &mut intake)?;
    if !intake.issues.is_empty() {
        return None;
    }
    place
        .types
        .contains(read.json_type())
        .then(|| read.into_owned())
}
