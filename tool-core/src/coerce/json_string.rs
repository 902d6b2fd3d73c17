use super::{About, Example, Place, Unread, ValueRule, map_entries};
use crate::issue::{Guesses, IssueKind, JsonType, Rule, TypeSet};
use crate::json::{END, Tolerance, parse};
use crate::limits::Limits;
use crate::tree::{Intake, Tree};

pub(super) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::JsonString,
        condition: "the string is the text of one complete array or object, by the rules of the \
                    text but for what surrounds it; closing tags of a call may follow it; \
                    the schema takes no such string there, and the result passes. The text of one object is \
                    read as an array of it where an array of objects is expected. The arguments \
                    as a whole may be such text several times over, also in a fence or among \
                    special tokens",
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
            Example::text(
                r#"{"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}"#,
                "```json\n\"{\\\"a\\\": 1}\"\n```",
                r#"{"a": 1}"#,
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "object", "required": ["a"]}}"#,
                r#""{\"a\": 1}""#,
                r#"[{"a": 1}]"#,
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""[1, 2]\n</parameter></invoke>""#,
                "[1, 2]",
            ),
            Example::read(
                r#"{"anyOf": [{"const": "all"}, {"type": "array", "items": {"type": "integer"}}]}"#,
                r#""[1, 2]""#,
                "[1, 2]",
            ),
            Example::read(
                r#"{"anyOf": [{"type": "string", "maxLength": 3}, {"type": "array", "items": {"type": "integer"}}]}"#,
                r#""[1, 2]""#,
                "[1, 2]",
            ),
            Example::kept(
                r#"{"anyOf": [{"type": "string", "maxLength": 3}, {"type": "array", "items": {"type": "integer"}}]}"#,
                r#""[1]""#,
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
            Example::refused(
                r#"{"type": "array", "items": {"type": "object", "required": ["a"]}}"#,
                r#""{\"b\": 1}""#,
            ),
            Example::refused(r#"{"type": "array"}"#, r#""{\"a\": 1}""#),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""[1, 2]</b>""#,
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
    as_taken(read(text)?, place)
}

/// The value as the place takes it: an object as the one item of an array of objects, and
/// the entries of a map as the map.
fn as_taken<'t>(read: Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    match read {
        read if place.types.contains(read.json_type()) => Some(read),
        Tree::Object(_) if takes_objects_alone(place) => Some(Tree::Array(vec![read])),
        Tree::Array(items) if place.takes_entries() => {
            Some(Tree::Object(map_entries::read(&items)?.entries()?))
        }
        _ => None,
    }
}

fn takes_objects_alone(place: &Place<'_>) -> bool {
    let others = TypeSet::OBJECT.union(TypeSet::NULL);
    let items = place.plan.item_types(place.child.node);
    place.is_lenient && items.contains(JsonType::Object) && items.without(others).is_empty()
}

/// Why a string that begins like the JSON text of what the place takes is none.
pub(super) fn unread<'t>(text: &str, place: &Place<'_>) -> Option<Unread<'t>> {
    if place.allowed.contains(JsonType::String) || !begins_like_json(text) {
        return None;
    }
    let is_array = text.trim_start().starts_with('[');
    let fits = if is_array {
        place.types.contains(JsonType::Array) || place.takes_entries()
    } else {
        place.types.contains(JsonType::Object) || takes_objects_alone(place)
    };
    if !fits {
        return None;
    }
    let text = without_tags(text.trim());
    let mut intake = Intake::new(&place.limits, Tolerance::EMBEDDED.duplicate_key);
    let read = parse(text, Tolerance::EMBEDDED, &mut intake).map(Tree::into_owned);
    let faults: Vec<_> = intake
        .issues
        .into_iter()
        .map(|issue| (issue.path, in_value(issue.kind, text)))
        .collect();
    let read = read.and_then(|read| as_taken(read, place));
    (!faults.is_empty()).then_some(Unread { faults, read })
}

/// The issue of the text of a value, which is no issue of the arguments as a whole.
fn in_value(kind: IssueKind, text: &str) -> IssueKind {
    match kind {
        IssueKind::Truncated => {
            let shown = text.char_indices().rev().take(20).last();
            IssueKind::InvalidJson {
                expected: "the rest of the text, which is cut off,".to_owned(),
                after: shown.map_or("", |(start, _)| &text[start..]).to_owned(),
            }
        }
        IssueKind::InvalidJson { expected, after } if expected == END => IssueKind::InvalidJson {
            expected: "nothing more".to_owned(),
            after,
        },
        kind => kind,
    }
}

/// Whether a text begins like an array or an object, and not like prose in brackets.
fn begins_like_json(text: &str) -> bool {
    let text = text.trim_start();
    let inside = text.get(1..).unwrap_or_default().trim_start();
    let is_key = || {
        let end = inside.find(|c: char| !(c.is_alphanumeric() || c == '_'));
        end.is_some_and(|end| end > 0 && inside[end..].trim_start().starts_with(':'))
    };
    if text.starts_with('{') {
        inside.is_empty() || inside.starts_with(['"', '\'', '}']) || is_key()
    } else {
        let begins_value = |c: char| c.is_ascii_digit() || "\"'{[]-".contains(c);
        text.starts_with('[') && (inside.is_empty() || inside.starts_with(begins_value))
    }
}

/// The value that a text inside a value is the JSON or Python text of.
pub(crate) fn read_text(text: &str, limits: &Limits) -> Option<Tree<'static>> {
    let (read, _) = read_by(text, Tolerance::EMBEDDED, limits)?;
    Some(read)
}

fn read_by(text: &str, tolerance: Tolerance, limits: &Limits) -> Option<(Tree<'static>, Intake)> {
    let mut intake = Intake::new(limits, tolerance.duplicate_key);
    let read = parse(without_tags(text.trim()), tolerance, &mut intake)?.into_owned();
    intake.issues.is_empty().then_some((read, intake))
}

/// The tags of calls in XML, which models leave behind the JSON text of a parameter.
const CLOSING_TAGS: &[&str] = &[
    "parameter",
    "parameters",
    "arguments",
    "arg_value",
    "invoke",
    "function",
    "function_call",
    "function_calls",
    "tool_call",
    "tool_calls",
];

/// The text without the closing tags of a call behind it.
fn without_tags(text: &str) -> &str {
    let mut rest = text;
    while let Some((before, name)) = rest
        .strip_suffix('>')
        .and_then(|inside| inside.rsplit_once("</"))
    {
        let name = name.trim_end();
        let name = name.rsplit_once(':').map_or(name, |(_, name)| name);
        if !CLOSING_TAGS.contains(&name) {
            return text;
        }
        rest = before.trim_end();
    }
    if rest.ends_with([']', '}']) {
        rest
    } else {
        text
    }
}
