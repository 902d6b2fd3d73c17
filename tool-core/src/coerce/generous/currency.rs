use super::thousands::ungrouped;
use crate::coerce::string_to_number::number_at;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::Currency,
        condition: "a string is a number, in groups of three or not, with one sign of a currency \
                    (`$`, `€`, `£`, `¥`, `₹`) before or after it; not with three digits after \
                    the point, which may be a group of thousands",
        examples: &[
            Example::read(r#"{"type": "integer"}"#, r#""$5""#, "5"),
            Example::read(r#"{"type": "number"}"#, r#""-$1,234.50""#, "-1234.50"),
            Example::read(r#"{"type": "number"}"#, r#""7.25 €""#, "7.25"),
            Example::kept(r#"{"type": "string"}"#, r#""$5""#),
            Example::refused(r#"{"type": "number"}"#, r#""$5 or $6""#),
            Example::refused(r#"{"type": "number"}"#, r#""5,50 €""#),
            Example::refused(r#"{"type": "number"}"#, r#""1.234 €""#),
            Example::refused(r#"{"type": "integer"}"#, r#""5 dollars""#),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::NUMBER,
    apply,
    alone: false,
};

const SIGNS: [char; 5] = ['$', '€', '£', '¥', '₹'];

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    let text = text.trim();
    let (minus, text) = match text.strip_prefix('-') {
        Some(text) => ("-", text),
        None => ("", text),
    };
    let amount = match (text.strip_prefix(SIGNS), text.strip_suffix(SIGNS)) {
        (Some(amount), None) | (None, Some(amount)) => amount.trim(),
        _ => return None,
    };
    // One minus is enough, wherever it stands.
    if !minus.is_empty() && amount.starts_with('-') {
        return None;
    }
    let fraction = amount.split_once('.').map_or("", |(_, fraction)| fraction);
    if fraction.len() == 3 {
        return None;
    }
    let number = ungrouped(amount).unwrap_or_else(|| amount.to_owned());
    number_at(&format!("{minus}{number}"), place)
}
