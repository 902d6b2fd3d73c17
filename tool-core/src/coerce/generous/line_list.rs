use super::comma_list::{items, takes_list};
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::LineList,
        condition: "a string without quotes, brackets and `://` holds two or more lines, none of them \
                    empty, begun by a single quote, a bullet or a number of a list, or ended by a separator; each line \
                    is an item, trimmed",
        examples: &[
            Example::read(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""one, two\nthree\n""#,
                r#"["one, two", "three"]"#,
            ),
            Example::read(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""1\n2""#,
                "[1, 2]",
            ),
            Example::kept(r#"{"type": ["string", "array"]}"#, r#""a\nb""#),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""a\n\nb""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""a,\nb""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""- a\n- b""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""1. a\n2. b""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "string"}}"#,
                r#""[\"a\"]{\n}""#,
            ),
            Example::refused(
                r#"{"type": "array", "items": {"type": "integer"}}"#,
                r#""1\ntwo""#,
            ),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::ARRAY,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    if !takes_list(text, place) || text.lines().any(|line| is_marked(line.trim())) {
        return None;
    }
    items(text.trim().lines())
}

/// Whether a line has more than its item: it belongs to a list in another notation.
fn is_marked(line: &str) -> bool {
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.ends_with([',', ';'])
        || ["- ", "* ", "• "].iter().any(|mark| line.starts_with(mark))
        || number.len() < line.len() && (number.starts_with(". ") || number.starts_with(") "))
}
