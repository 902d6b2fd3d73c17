use crate::coerce::string_to_number::number_at;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::Percent,
        condition: "a string is a number with a percent sign after it; the number is read, not a \
                    hundredth of it",
        examples: &[
            Example::read(r#"{"type": "integer"}"#, r#""50%""#, "50"),
            Example::read(r#"{"type": "number"}"#, r#"" 12.50 % ""#, "12.50"),
            Example::kept(r#"{"type": "string"}"#, r#""50%""#),
            Example::refused(r#"{"type": "integer"}"#, r#""50%%""#),
            Example::refused(r#"{"type": "integer"}"#, r#""%50""#),
            Example::refused(r#"{"type": "integer"}"#, r#""12.5%""#),
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
    number_at(text.trim().strip_suffix('%')?.trim_end(), place)
}
