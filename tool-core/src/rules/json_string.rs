use super::packed::find_container;
use super::{Apply, Faulty, RuleContext, ValueRule, map_entries};
use crate::issue::{Guesses, IssueKind, JsonType, Rule, TypeSet};
use crate::json::{END, Tolerance, parse};
use crate::limits::Limits;
use crate::rules::info::{RuleInfo, keeps, reads, reads_text, refuses};
use crate::rules::schemas::{
    INTEGERS, NEEDS_A, OBJECTS, REQUIRED_A, SHORT_OR_INTEGERS, STRING_OR_ARRAY, STRINGS,
};
use crate::tree::{ParseContext, Tree};

pub(super) const JSON_STRING: ValueRule<RuleInfo> = ValueRule {
    makes: TypeSet::CONTAINER,
    is_requested: |child| child.json_string,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::JsonString,
            condition: "Reads a string as the array or object whose JSON text it contains. \
                        The schema must not allow the string at that place, and the result \
                        must be valid.\n\n\
                        - The string contains exactly one complete array or object. The rules \
                        for JSON syntax, such as `comma` and `quotes`, apply inside the string. \
                        The rules for the text around the arguments do not apply.\n\
                        - Closing tags of a call, or of the property, may follow the array or \
                        object.\n\
                        - The text may be encoded more than once, its quotes may still be \
                        escaped, and it may be in a code fence.\n\
                        - If the schema expects an array of objects, the text of one object \
                        is read as an array of that object.\n\
                        - A string in place of all arguments is also read. It may be between \
                        special tokens, and its keys need no quotes.",
            examples: &[
                reads(INTEGERS, r#""[1, 50]""#, "[1, 50]"),
                reads(STRINGS, r#""['a', 'b']""#, r#"["a", "b"]"#),
                reads(NEEDS_A, r#""{\"a\": 1}""#, r#"{"a": 1}"#),
                reads(OBJECTS, r#""[{\"a\":1}}]""#, r#"[{"a": 1}]"#),
                reads(OBJECTS, r#"["{\"a\": 1}"]"#, r#"[{"a": 1}]"#),
                reads_text(REQUIRED_A, r#""{a: 1}""#, r#"{"a": 1}"#),
                refuses(NEEDS_A, r#""{a: 1}""#),
                reads_text(REQUIRED_A, r#""\"{\\\"a\\\": 1}\"""#, r#"{"a": 1}"#),
                reads_text(
                    REQUIRED_A,
                    "```json\n\"{\\\"a\\\": 1}\"\n```",
                    r#"{"a": 1}"#,
                ),
                reads(OBJECTS, r#""{\"a\": 1}""#, r#"[{"a": 1}]"#),
                reads(INTEGERS, r#""[1, 2]\n</parameter></invoke>""#, "[1, 2]"),
                reads(INTEGERS, r#""[1, 2]</x>""#, "[1, 2]"),
                reads(INTEGERS, r#""\"[1, 2]\"""#, "[1, 2]"),
                reads(NEEDS_A, r#""```json\n{\"a\": 1}\n```""#, r#"{"a": 1}"#),
                reads(NEEDS_A, r#""{\\\"a\\\": 1}""#, r#"{"a": 1}"#),
                reads(
                    r#"{"anyOf": [{"const": "all"}, {"type": "array", "items": {"type": "integer"}}]}"#,
                    r#""[1, 2]""#,
                    "[1, 2]",
                ),
                reads(SHORT_OR_INTEGERS, r#""[1, 2]""#, "[1, 2]"),
                keeps(SHORT_OR_INTEGERS, r#""[1]""#),
                keeps(STRING_OR_ARRAY, r#""[1]""#),
                refuses(STRINGS, r#""[\"a\"]{\n}""#),
                refuses(INTEGERS, r#""[1, \"soon\"]""#),
                refuses(INTEGERS, r#""[1, 2""#),
                refuses(OBJECTS, r#""{\"b\": 1}""#),
                refuses(r#"{"type": "array"}"#, r#""{\"a\": 1}""#),
                refuses(INTEGERS, r#""[1, 2]</b>""#),
            ],
        },
        Apply::Text(|text, context| {
            read_container(text, context, |text| read_text(text, &context.limits))
        }),
    )
};

pub(super) fn read_guess(
    guess: Rule,
    text: &str,
    context: &RuleContext<'_>,
) -> Option<Tree<'static>> {
    let tolerance = Tolerance::EMBEDDED.with_guesses(Guesses::only(guess));
    read_container(text, context, |text| {
        let (read, intake) = read_by(text, tolerance, &context.limits)?;
        let took_it = intake.repairs.iter().any(|repair| repair.rule == guess);
        took_it.then_some(read)
    })
}

fn read_container(
    text: &str,
    context: &RuleContext<'_>,
    read: impl FnOnce(&str) -> Option<Tree<'static>>,
) -> Option<Tree<'static>> {
    if context.allowed.contains(JsonType::String) {
        return None;
    }
    let text = find_container(text, context.property)?;
    fit_to_schema(read(&text)?, context)
}

/// Converts the value to the type that the schema expects: an object to an array with that
/// object, and map entries to a map.
fn fit_to_schema<'t>(read: Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    match read {
        read if context.types.contains(read.json_type()) => Some(read),
        Tree::Object(_) if takes_objects_alone(context) => Some(Tree::Array(vec![read])),
        Tree::Array(items) if context.takes_entries() => {
            Some(Tree::Object(map_entries::read_entries(&items)?.entries()?))
        }
        _ => None,
    }
}

fn takes_objects_alone(context: &RuleContext<'_>) -> bool {
    let others = TypeSet::OBJECT.union(TypeSet::NULL);
    let items = context.plan.item_types(context.child.node);
    context.is_lenient && items.contains(JsonType::Object) && items.without(others).is_empty()
}

pub(super) fn find_faults<'t>(text: &str, context: &RuleContext<'_>) -> Option<Faulty<'t>> {
    if context.allowed.contains(JsonType::String) {
        return None;
    }
    let text = &*find_container(text, context.property)?;
    if !begins_like_json(text) {
        return None;
    }
    let is_array = text.trim_start().starts_with('[');
    let fits = if is_array {
        context.types.contains(JsonType::Array) || context.takes_entries()
    } else {
        context.types.contains(JsonType::Object) || takes_objects_alone(context)
    };
    if !fits {
        return None;
    }
    let mut intake = ParseContext::new(&context.limits, Tolerance::EMBEDDED.duplicate_key);
    let read = parse(text, Tolerance::EMBEDDED, &mut intake).map(Tree::into_owned);
    let faults: Vec<_> = intake
        .issues
        .into_iter()
        .map(|issue| (issue.path, reword_for_value(issue.kind, text)))
        .collect();
    let read = read.and_then(|read| fit_to_schema(read, context));
    (!faults.is_empty()).then_some(Faulty { faults, read })
}

/// Rewords an issue of the whole text for the text of one value.
fn reword_for_value(kind: IssueKind, text: &str) -> IssueKind {
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

/// Returns whether a string is the JSON text of an array or object, in any encoding.
pub(super) fn is_container(text: &str) -> bool {
    let begins = |c: char| matches!(c, '[' | '{');
    let text = text.trim_start();
    text.starts_with(begins) || text.starts_with(['"', '`']) && find_container(text, None).is_some()
}

/// Reads a string that contains all arguments. Unlike in other strings, its keys need no quotes.
pub(crate) fn read_arguments_text(text: &str, limits: &Limits) -> Option<Tree<'static>> {
    let (read, _) = read_by(text, Tolerance::EMBEDDED_ARGUMENTS, limits)?;
    Some(read)
}

pub(crate) fn read_text(text: &str, limits: &Limits) -> Option<Tree<'static>> {
    let (read, _) = read_by(text, Tolerance::EMBEDDED, limits)?;
    Some(read)
}

fn read_by(
    text: &str,
    tolerance: Tolerance,
    limits: &Limits,
) -> Option<(Tree<'static>, ParseContext)> {
    let mut intake = ParseContext::new(limits, tolerance.duplicate_key);
    let read = parse(text.trim(), tolerance, &mut intake)?.into_owned();
    intake.issues.is_empty().then_some((read, intake))
}
