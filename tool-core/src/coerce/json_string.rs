use super::{About, Example, Place, ValueRule};
use crate::issue::{Guesses, JsonType, Rule, TypeSet};
use crate::json::{Tolerance, parse};
use crate::limits::Limits;
use crate::tree::{Intake, Tree};

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::JsonString,
        condition: "the string is the text of one complete array or object, by the rules of the \
                    text but for what surrounds it, a string cannot stand there, and the result \
                    passes; the arguments as a whole may be such text several times over",
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
            Example::text(
                r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
                r#""\"{\\\"a\\\": 1}\"""#,
                r#"{"a": 1}"#,
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
    reads: TypeSet::STRING,
    makes: TypeSet::CONTAINER,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    container_in(tree, place, |text| read_text(text, &place.limits))
}

/// The same for text that takes a guess.
pub(super) fn apply_guess<'t>(guess: Rule, tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let tolerance = Tolerance::EMBEDDED.guessing(Guesses::only(guess));
    container_in(tree, place, |text| {
        let (read, intake) = read_by(text, tolerance, &place.limits)?;
        let took_it = intake.repairs.iter().any(|repair| repair.rule == guess);
        took_it.then_some(read)
    })
}

fn container_in<'t>(
    tree: &Tree<'t>,
    place: &Place<'_>,
    read: impl FnOnce(&str) -> Option<Tree<'t>>,
) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    if place.allowed.contains(JsonType::String) || !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let read = read(text)?;
    place.types.contains(read.json_type()).then_some(read)
}

/// The value that a text inside a value is the JSON or Python text of.
pub(crate) fn read_text(text: &str, limits: &Limits) -> Option<Tree<'static>> {
    let (read, _) = read_by(text, Tolerance::EMBEDDED, limits)?;
    Some(read)
}

fn read_by(text: &str, tolerance: Tolerance, limits: &Limits) -> Option<(Tree<'static>, Intake)> {
    let mut intake = Intake::new(limits, tolerance.duplicate_key);
    let read = parse(text.trim(), tolerance, &mut intake)?.into_owned();
    intake.issues.is_empty().then_some((read, intake))
}
