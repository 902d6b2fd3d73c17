use crate::coerce::string_to_number::number_at;
use crate::coerce::{About, Example, Place, ValueRule};
use crate::issue::{Rule, TypeSet};
use crate::tree::Tree;

pub(in crate::coerce) const RULE: ValueRule = ValueRule {
    about: About {
        rule: Rule::OtherDigits,
        condition: "a string is a number in the decimal digits of one other script, such as \
                    Arabic or fullwidth ones",
        examples: &[
            Example::read(r#"{"type": "integer"}"#, r#""١٢""#, "12"),
            Example::read(r#"{"type": "number"}"#, r#""-１.５""#, "-1.5"),
            Example::read(r#"{"type": "number"}"#, r#""٣٫٥""#, "3.5"),
            Example::kept(r#"{"type": "string"}"#, r#""١٢""#),
            Example::refused(r#"{"type": "integer"}"#, r#""1٢""#),
            Example::refused(r#"{"type": "integer"}"#, r#""١２""#),
            Example::refused(r#"{"type": "integer"}"#, r#""①""#),
            Example::refused(r#"{"type": "integer"}"#, r#""十二""#),
        ],
    },
    reads: TypeSet::STRING,
    makes: TypeSet::NUMBER,
    apply,
    alone: false,
};

/// The zeros of the scripts of Unicode that write decimal numbers; the other nine
/// digits follow each.
const ZEROS: &[char] = &[
    '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}',
    '\u{BE6}', '\u{C66}', '\u{CE6}', '\u{D66}', '\u{DE6}', '\u{E50}', '\u{ED0}', '\u{F20}',
    '\u{1040}', '\u{1090}', '\u{17E0}', '\u{1810}', '\u{1946}', '\u{19D0}', '\u{1A80}', '\u{1A90}',
    '\u{1B50}', '\u{1BB0}', '\u{1C40}', '\u{1C50}', '\u{A620}', '\u{A8D0}', '\u{A900}', '\u{A9D0}',
    '\u{A9F0}', '\u{AA50}', '\u{ABF0}', '\u{FF10}',
];

fn apply<'t>(tree: &Tree<'t>, place: &Place<'_>) -> Option<Tree<'t>> {
    let Tree::String(text) = tree else {
        return None;
    };
    let text = text.trim();
    let zero = text.chars().find_map(zero_of)?;
    let in_ascii = |c: char| match c {
        '-' | '.' => Some(c),
        // The decimal point of Arabic.
        '\u{66B}' => Some('.'),
        c => char::from_digit(digit(c, zero)?, 10),
    };
    let number: Option<String> = text.chars().map(in_ascii).collect();
    number_at(&number?, place)
}

fn zero_of(c: char) -> Option<char> {
    let mut zeros = ZEROS.iter().copied();
    zeros.find(|zero| digit(c, *zero).is_some())
}

fn digit(c: char, zero: char) -> Option<u32> {
    let value = u32::from(c).checked_sub(u32::from(zero))?;
    (value < 10).then_some(value)
}
