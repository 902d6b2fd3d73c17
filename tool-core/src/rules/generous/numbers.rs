//! Guesses for numbers in strings.

use crate::issue::Rule;
use crate::rules::info::{RuleInfo, keeps, reads, refuses};
use crate::rules::schemas::{BOOLEAN, INTEGER, NUMBER, STRING};
use crate::rules::{Apply, ValueRule};
use crate::tree::parse_word;

pub(super) const THOUSANDS: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::Thousands,
        condition: "Reads a string as a number. Commas separate the whole part into groups \
                    of three digits.",
        examples: &[
            reads(INTEGER, r#""1,234""#, "1234"),
            reads(NUMBER, r#""-1,234,567.50""#, "-1234567.50"),
            keeps(STRING, r#""1,234""#),
            refuses(INTEGER, r#""1,23""#),
            refuses(NUMBER, r#""1234,567""#),
            refuses(NUMBER, r#""5,5""#),
            refuses(INTEGER, r#""0,123""#),
        ],
    },
    Apply::Number(join_groups),
);

pub(super) fn join_groups(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let are_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let begins = (1..=3).contains(&first.len()) && are_digits(first) && whole.contains(',');
    let goes_on = groups.all(|group| group.len() == 3 && are_digits(group));
    (begins && goes_on && are_digits(fraction)).then(|| text.replace(',', ""))
}

pub(super) const DIGIT_UNDERSCORE: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::DigitUnderscore,
        condition: "Reads a string as a number with single underscores between its digits.",
        examples: &[
            reads(INTEGER, r#""1_000""#, "1000"),
            reads(NUMBER, r#""-1_000.5""#, "-1000.5"),
            keeps(STRING, r#""1_000""#),
            refuses(INTEGER, r#""1__000""#),
            refuses(INTEGER, r#""_1""#),
            refuses(INTEGER, r#""1_""#),
            refuses(INTEGER, r#""v_1""#),
        ],
    },
    Apply::Number(join_digits),
);

fn join_digits(text: &str) -> Option<String> {
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
    Some(text.replace('_', ""))
}

pub(super) const CURRENCY: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::Currency,
        condition: "Reads a string as a number with one currency sign (`$`, `€`, `£`, `¥` \
                    or `₹`) before or after it. The number may have groups of three digits. \
                    Three digits after the point are rejected: they may be a group of \
                    thousands.",
        examples: &[
            reads(INTEGER, r#""$5""#, "5"),
            reads(NUMBER, r#""-$1,234.50""#, "-1234.50"),
            reads(NUMBER, r#""7.25 €""#, "7.25"),
            keeps(STRING, r#""$5""#),
            refuses(NUMBER, r#""$5 or $6""#),
            refuses(NUMBER, r#""5,50 €""#),
            refuses(NUMBER, r#""1.234 €""#),
            refuses(INTEGER, r#""5 dollars""#),
        ],
    },
    Apply::Number(read_amount),
);

const SIGNS: [char; 5] = ['$', '€', '£', '¥', '₹'];

fn read_amount(text: &str) -> Option<String> {
    let (minus, text) = match text.strip_prefix('-') {
        Some(text) => ("-", text),
        None => ("", text),
    };
    let amount = match (text.strip_prefix(SIGNS), text.strip_suffix(SIGNS)) {
        (Some(amount), None) | (None, Some(amount)) => amount.trim(),
        _ => return None,
    };
    // One minus sign is enough, before or after the currency sign.
    if !minus.is_empty() && amount.starts_with('-') {
        return None;
    }
    let fraction = amount.split_once('.').map_or("", |(_, fraction)| fraction);
    if fraction.len() == 3 {
        return None;
    }
    let number = join_groups(amount).unwrap_or_else(|| amount.to_owned());
    Some(format!("{minus}{number}"))
}

pub(super) const PERCENT: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::Percent,
        condition: "Reads a string as the number before its percent sign. The number is not \
                    divided by 100.",
        examples: &[
            reads(INTEGER, r#""50%""#, "50"),
            reads(NUMBER, r#"" 12.50 % ""#, "12.50"),
            keeps(STRING, r#""50%""#),
            refuses(INTEGER, r#""50%%""#),
            refuses(INTEGER, r#""%50""#),
            refuses(INTEGER, r#""12.5%""#),
        ],
    },
    Apply::Number(|text| Some(text.strip_suffix('%')?.trim_end().to_owned())),
);

pub(super) const FRACTION: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::Fraction,
        condition: "Reads a string as a fraction of two whole numbers of up to 18 digits. \
                    The decimal must be exact.",
        examples: &[
            reads(NUMBER, r#""1/2""#, "0.5"),
            reads(NUMBER, r#""-3 / 40""#, "-0.075"),
            reads(INTEGER, r#""8/4""#, "2"),
            keeps(STRING, r#""1/2""#),
            refuses(NUMBER, r#""1/3""#),
            refuses(NUMBER, r#""1/0""#),
            refuses(NUMBER, r#""1/-2""#),
            refuses(NUMBER, r#""1/2/2024""#),
            refuses(INTEGER, r#""1/2""#),
        ],
    },
    Apply::Number(read_fraction),
);

fn read_fraction(text: &str) -> Option<String> {
    let (numerator, denominator) = text.split_once('/')?;
    let numerator = numerator.trim();
    let (minus, numerator) = match numerator.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", numerator),
    };
    let decimal = divide(read_whole(numerator)?, read_whole(denominator.trim())?)?;
    Some(format!("{minus}{decimal}"))
}

fn read_whole(text: &str) -> Option<u128> {
    let number = parse_word(text).filter(|_| text.bytes().all(|byte| byte.is_ascii_digit()))?;
    u128::try_from(number).ok()
}

fn divide(numerator: u128, denominator: u128) -> Option<String> {
    let mut decimal = numerator.checked_div(denominator)?.to_string();
    let mut rest = numerator % denominator;
    if rest > 0 {
        decimal.push('.');
    }
    for _ in 0..MAX_DIGITS {
        if rest == 0 {
            return Some(decimal);
        }
        decimal.push_str(&(rest * 10 / denominator).to_string());
        rest = rest * 10 % denominator;
    }
    None
}

/// Maximum number of digits of a decimal. A longer one counts as infinite.
const MAX_DIGITS: usize = 40;

pub(super) const HEX_TEXT: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::HexText,
        condition: "Reads a string of `0x` and up to 32 hexadecimal digits as a number.",
        examples: &[
            reads(INTEGER, r#""0x1F""#, "31"),
            reads(NUMBER, r#""0XFFFFFFFF""#, "4294967295"),
            keeps(STRING, r#""0x1F""#),
            refuses(INTEGER, r#""1F""#),
            refuses(INTEGER, r#""0x""#),
            refuses(INTEGER, r#""0x+1""#),
            refuses(BOOLEAN, r#""0x1""#),
        ],
    },
    Apply::Number(read_hexadecimal),
);

fn read_hexadecimal(text: &str) -> Option<String> {
    let digits = text
        .strip_prefix("0x")
        .or_else(|| text.strip_prefix("0X"))?;
    // `from_str_radix` would accept a sign.
    if !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let number = u128::from_str_radix(digits, 16).ok()?;
    Some(number.to_string())
}

pub(super) const OTHER_DIGITS: ValueRule<RuleInfo> = ValueRule::new(
    RuleInfo {
        rule: Rule::OtherDigits,
        condition: "Reads a string as a number in the decimal digits of one other script, \
                    such as Arabic or fullwidth digits.",
        examples: &[
            reads(INTEGER, r#""١٢""#, "12"),
            reads(NUMBER, r#""-１.５""#, "-1.5"),
            reads(NUMBER, r#""٣٫٥""#, "3.5"),
            keeps(STRING, r#""١٢""#),
            refuses(INTEGER, r#""1٢""#),
            refuses(INTEGER, r#""١２""#),
            refuses(INTEGER, r#""①""#),
            refuses(INTEGER, r#""十二""#),
        ],
    },
    Apply::Number(read_other_digits),
);

/// The digit zero of each script with decimal digits. The other nine digits follow it in
/// Unicode.
const ZEROS: &[char] = &[
    '\u{660}', '\u{6F0}', '\u{7C0}', '\u{966}', '\u{9E6}', '\u{A66}', '\u{AE6}', '\u{B66}',
    '\u{BE6}', '\u{C66}', '\u{CE6}', '\u{D66}', '\u{DE6}', '\u{E50}', '\u{ED0}', '\u{F20}',
    '\u{1040}', '\u{1090}', '\u{17E0}', '\u{1810}', '\u{1946}', '\u{19D0}', '\u{1A80}', '\u{1A90}',
    '\u{1B50}', '\u{1BB0}', '\u{1C40}', '\u{1C50}', '\u{A620}', '\u{A8D0}', '\u{A900}', '\u{A9D0}',
    '\u{A9F0}', '\u{AA50}', '\u{ABF0}', '\u{FF10}',
];

fn read_other_digits(text: &str) -> Option<String> {
    let zero_of = |c: char| {
        let mut zeros = ZEROS.iter().copied();
        zeros.find(|zero| parse_digit(c, *zero).is_some())
    };
    let zero = text.chars().find_map(zero_of)?;
    let in_ascii = |c: char| match c {
        '-' | '.' => Some(c),
        // The Arabic decimal separator.
        '\u{66B}' => Some('.'),
        c => char::from_digit(parse_digit(c, zero)?, 10),
    };
    text.chars().map(in_ascii).collect()
}

fn parse_digit(c: char, zero: char) -> Option<u32> {
    let value = u32::from(c).checked_sub(u32::from(zero))?;
    (value < 10).then_some(value)
}
