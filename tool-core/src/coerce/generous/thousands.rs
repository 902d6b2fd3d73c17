use crate::coerce::string_to_number::number_at;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::Thousands,
        condition: "a string is a number whose whole part is written in groups of three with \
                    commas",
        examples: &[
            Example::read(r#"{"type": "integer"}"#, r#""1,234""#, "1234"),
            Example::read(r#"{"type": "number"}"#, r#""-1,234,567.50""#, "-1234567.50"),
            Example::kept(r#"{"type": "string"}"#, r#""1,234""#),
            Example::refused(r#"{"type": "integer"}"#, r#""1,23""#),
            Example::refused(r#"{"type": "number"}"#, r#""1234,567""#),
            Example::refused(r#"{"type": "number"}"#, r#""5,5""#),
            Example::refused(r#"{"type": "integer"}"#, r#""0,123""#),
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
    number_at(&ungrouped(text.trim())?, place)
}

/// The number without its commas, if they part groups of three.
pub(super) fn ungrouped(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let are_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let begins = (1..=3).contains(&first.len()) && are_digits(first) && whole.contains(',');
    let goes_on = groups.all(|group| group.len() == 3 && are_digits(group));
    (begins && goes_on && are_digits(fraction)).then(|| text.replace(',', ""))
}
