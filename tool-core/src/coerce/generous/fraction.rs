use crate::coerce::string_to_number::number_at;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::{Tree, word};

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::Fraction,
        condition: "a string is a fraction of two whole numbers of up to 18 digits, whose \
                    decimal is exact",
        examples: &[
            Example::read(r#"{"type": "number"}"#, r#""1/2""#, "0.5"),
            Example::read(r#"{"type": "number"}"#, r#""-3 / 40""#, "-0.075"),
            Example::read(r#"{"type": "integer"}"#, r#""8/4""#, "2"),
            Example::kept(r#"{"type": "string"}"#, r#""1/2""#),
            Example::refused(r#"{"type": "number"}"#, r#""1/3""#),
            Example::refused(r#"{"type": "number"}"#, r#""1/0""#),
            Example::refused(r#"{"type": "number"}"#, r#""1/-2""#),
            Example::refused(r#"{"type": "number"}"#, r#""1/2/2024""#),
            Example::refused(r#"{"type": "integer"}"#, r#""1/2""#),
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
    let (numerator, denominator) = text.split_once('/')?;
    let numerator = numerator.trim();
    let (minus, numerator) = match numerator.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", numerator),
    };
    let decimal = decimal(whole(numerator)?, whole(denominator.trim())?)?;
    number_at(&format!("{minus}{decimal}"), place)
}

/// A whole number without a sign.
fn whole(text: &str) -> Option<u128> {
    let number = word(text).filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    u128::try_from(number).ok()
}

/// Long division, as far as it comes to an end within the digits of 128 bits.
fn decimal(numerator: u128, denominator: u128) -> Option<String> {
    let mut decimal = numerator.checked_div(denominator)?.to_string();
    let mut rest = numerator % denominator;
    if rest > 0 {
        decimal.push('.');
    }
    for _ in 0..MOST_DIGITS {
        if rest == 0 {
            return Some(decimal);
        }
        decimal.push_str(&(rest * 10 / denominator).to_string());
        rest = rest * 10 % denominator;
    }
    None
}

/// A fraction that has not come to an end by then is taken for one that never does.
const MOST_DIGITS: usize = 40;
