use crate::coerce::string_to_number::number_at;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::HexText,
        condition: "a string is `0x` and up to 32 hexadecimal digits",
        examples: &[
            Example::read(r#"{"type": "integer"}"#, r#""0x1F""#, "31"),
            Example::read(r#"{"type": "number"}"#, r#""0XFFFFFFFF""#, "4294967295"),
            Example::kept(r#"{"type": "string"}"#, r#""0x1F""#),
            Example::refused(r#"{"type": "integer"}"#, r#""1F""#),
            Example::refused(r#"{"type": "integer"}"#, r#""0x""#),
            Example::refused(r#"{"type": "integer"}"#, r#""0x+1""#),
            Example::refused(r#"{"type": "boolean"}"#, r#""0x1""#),
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
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))?;
    // Else a sign would be taken for a digit.
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u128::from_str_radix(digits, 16).ok()?;
    number_at(&number.to_string(), place)
}
