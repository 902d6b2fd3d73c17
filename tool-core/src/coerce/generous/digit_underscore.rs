use crate::coerce::string_to_number::number_at;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::DigitUnderscore,
        condition: "a string is a number with single underscores between its digits",
        examples: &[
            Example::read(r#"{"type": "integer"}"#, r#""1_000""#, "1000"),
            Example::read(r#"{"type": "number"}"#, r#""-1_000.5""#, "-1000.5"),
            Example::kept(r#"{"type": "string"}"#, r#""1_000""#),
            Example::refused(r#"{"type": "integer"}"#, r#""1__000""#),
            Example::refused(r#"{"type": "integer"}"#, r#""_1""#),
            Example::refused(r#"{"type": "integer"}"#, r#""1_""#),
            Example::refused(r#"{"type": "integer"}"#, r#""v_1""#),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::NUMBER,
    apply,
    alone: false,
};

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    let text = text.trim();
    let is_digit = |part: Option<char>| part.is_some_and(|c| c.is_ascii_digit());
    let mut parts = text.split('_').peekable();
    while let Some(part) = parts.next() {
        let joins = |next: &&str| is_digit(part.chars().last()) && is_digit(next.chars().next());
        if parts.peek().is_some_and(|next| !joins(next)) {
            return None;
        }
    }
    if !text.contains('_') {
        return None;
    }
    number_at(&text.replace('_', ""), place)
}
