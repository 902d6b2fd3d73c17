//! Rules for numbers, booleans, strings and null.

use std::borrow::Cow;

use crate::issue::{JsonType, Rule, TypeSet};
use crate::plan::{Node, PatternWork};
use crate::rules::info::{RuleInfo, keeps, reads, refuses};
use crate::rules::schemas::{
    BOOLEAN, DECIMAL, INTEGER, NUMBER, STRING, STRING_OR_INTEGER, STRING_OR_NULL,
};
use crate::rules::{Activation, Apply, RuleContext, ValueRule};
use crate::tree::{Tree, as_integer, is_kept_by_float, is_number, is_plain_integer};

/// JSON Schema counts `42.0` as an integer, so the rule applies in every mode.
pub(super) const FLOAT_TO_INTEGER: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::NUMBER,
    makes: TypeSet::NUMBER,
    activation: Activation::Always,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::FloatToInteger,
            condition: "Reads a number as an integer if its fraction is zero.",
            examples: &[
                reads(INTEGER, "42.0", "42"),
                reads(INTEGER, "1.2e1", "12"),
                refuses(INTEGER, "42.7"),
            ],
        },
        Apply::Value(drop_zero_fraction),
    )
};

fn drop_zero_fraction<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    match tree {
        // A plain integer already has the right form. It is invalid because of its size.
        Tree::Number(text) if !is_plain_integer(text) && context.has_digits_of(text) => {
            let integer = as_integer(text)?;
            Some(Tree::Number(Cow::Owned(integer.into_owned())))
        }
        _ => None,
    }
}

pub(super) const STRING_TO_NUMBER: ValueRule<RuleInfo> = ValueRule {
    reads_xml: true,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::StringToNumber,
            condition: "Reads a string as a number. The trimmed text must be one JSON \
                        number. An optional `+` before the number and one comma after it \
                        are accepted. For an integer, the fraction must be zero. A decimal that \
                        an `f64` would round stays text, and is rejected.",
            examples: &[
                reads(INTEGER, r#"" 42 ""#, "42"),
                reads(INTEGER, r#""42.0""#, "42"),
                reads(NUMBER, r#""+2.50,""#, "2.50"),
                reads(r#"{"type": ["integer", "boolean"]}"#, r#""1""#, "1"),
                keeps(STRING_OR_INTEGER, r#""42""#),
                refuses(INTEGER, r#""12 apples""#),
                refuses(NUMBER, r#""+-5""#),
                refuses(NUMBER, r#""5,5""#),
                refuses(NUMBER, r#""99999999999999.99""#),
                reads(INTEGER, r#""5</parameter>""#, "5"),
                refuses(INTEGER, r#""42.7""#),
                refuses(r#"{"type": "integer", "format": "uint8"}"#, r#""300""#),
            ],
        },
        Apply::Number(|text| find_number(text).map(|(_, number)| number.to_owned())),
    )
};

pub(crate) fn find_number(text: &str) -> Option<(usize, &str)> {
    let after_space = text.trim_start();
    let number = after_space.trim_end();
    let number = number.strip_suffix(',').unwrap_or(number);
    let (sign, number) = match number.strip_prefix('+') {
        Some(unsigned) if !unsigned.starts_with('-') => (1, unsigned),
        _ => (0, number),
    };
    let start = text.len() - after_space.len() + sign;
    is_number(number).then_some((start, number))
}

pub(super) fn make_number(text: &str, context: &RuleContext<'_>) -> Option<Tree<'static>> {
    if !is_number(text) {
        return None;
    }
    let text = if context.types.contains(JsonType::Number) {
        // A rule never rounds a number.
        is_kept_by_float(text).then(|| text.to_owned())?
    } else {
        as_integer(text)?.into_owned()
    };
    Some(Tree::Number(Cow::Owned(text)))
}

pub(super) const NUMERIC_TEXT: ValueRule<RuleInfo> = ValueRule {
    makes: TypeSet::STRING,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::NumericText,
            condition: "Trims a string that contains one number, if the schema allows strings \
                        and numbers. Drops its `+` and a comma after it, too, if only the \
                        rest is a valid string.",
            examples: &[
                reads(DECIMAL, r#""1.50 ""#, r#""1.50""#),
                reads(
                    DECIMAL,
                    r#""+1234567890123456.78""#,
                    r#""1234567890123456.78""#,
                ),
                keeps(DECIMAL, r#""1.50""#),
                keeps(STRING_OR_INTEGER, r#"" 42 ""#),
                refuses(DECIMAL, r#""1.50 m""#),
                refuses(r#"{"type": "string", "pattern": "^\\d+$"}"#, r#""42 ""#),
            ],
        },
        Apply::Text(trim_number),
    )
};

fn trim_number(text: &str, context: &RuleContext<'_>) -> Option<Tree<'static>> {
    let Node::String(string) = context.plan.node(context.child.node) else {
        return None;
    };
    let (_, number) = find_number(text)?;
    let work = PatternWork::of_a_question();
    let is_valid = |part: &&str| *part != text && string.check(part, &work).is_ok();
    let part = [text.trim(), number].into_iter().find(is_valid)?;
    let is_beside_number = context.allowed.meets(TypeSet::NUMBER);
    is_beside_number.then(|| Tree::String(part.to_owned().into()))
}

pub(super) const TO_BOOLEAN: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::STRING.union(TypeSet::NUMBER),
    makes: TypeSet::BOOLEAN,
    reads_xml: true,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::ToBoolean,
            condition: "Reads `true`, `false`, `yes`, `no`, `on`, `off`, `1` or `0` in a \
                        string as a boolean, in any case and trimmed. Reads the numbers 0 and 1 \
                        as booleans, too. The schema must allow a boolean, and must not allow \
                        another type that fits the value.",
            examples: &[
                reads(BOOLEAN, r#"" True ""#, "true"),
                reads(BOOLEAN, r#""off""#, "false"),
                reads(BOOLEAN, "0", "false"),
                refuses(r#"{"type": ["integer", "boolean"], "minimum": 5}"#, "1"),
                refuses(BOOLEAN, "2"),
                refuses(BOOLEAN, r#""t""#),
                refuses(BOOLEAN, r#""not true""#),
            ],
        },
        Apply::Value(read_boolean),
    )
};

fn read_boolean<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let number_fits = context.allowed.contains(JsonType::Integer);
    let value = match tree {
        Tree::String(text) => match text.trim() {
            "1" if !number_fits => true,
            "0" if !number_fits => false,
            text => parse_boolean_word(text)?,
        },
        Tree::Number(text) => match text.as_ref() {
            "1" if !number_fits => true,
            "0" if !number_fits => false,
            _ => return None,
        },
        _ => return None,
    };
    Some(Tree::Bool(value))
}

pub(crate) fn parse_boolean_word(text: &str) -> Option<bool> {
    let is_one_of = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    if is_one_of(["true", "yes", "on"]) {
        Some(true)
    } else if is_one_of(["false", "no", "off"]) {
        Some(false)
    } else {
        None
    }
}

pub(super) const SCALAR_TO_STRING: ValueRule<RuleInfo> = ValueRule {
    reads: TypeSet::NUMBER.union(TypeSet::BOOLEAN),
    makes: TypeSet::STRING,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::ScalarToString,
            condition: "Reads a number or a boolean as a string if the schema allows only a \
                        string (or null). The string is the source text of the value. If one \
                        schema lists string and number as its types, a number that an `f64` \
                        would round is read as a string, too.",
            examples: &[
                reads(STRING, "1.50", r#""1.50""#),
                reads(STRING_OR_NULL, "true", r#""true""#),
                refuses(STRING_OR_INTEGER, "true"),
                refuses(STRING, r#"{"a": 1}"#),
            ],
        },
        Apply::Value(write_scalar),
    )
};

fn write_scalar<'t>(tree: &Tree<'t>, context: &RuleContext<'_>) -> Option<Tree<'t>> {
    let others = context.allowed.without(TypeSet::of(JsonType::Null));
    // `5` for a list of strings has two faults, and no sure reading.
    if others != TypeSet::of(JsonType::String) || context.child.is_alone {
        return None;
    }
    match tree {
        Tree::Number(text) if context.has_digits_of(text) => Some(Tree::String(text.clone())),
        Tree::Bool(true) => Some(Tree::String("true".into())),
        Tree::Bool(false) => Some(Tree::String("false".into())),
        _ => None,
    }
}

pub(super) const TEXT_TO_NULL: ValueRule<RuleInfo> = ValueRule {
    makes: TypeSet::NULL,
    reads_xml: true,
    ..ValueRule::new(
        RuleInfo {
            rule: Rule::TextToNull,
            condition: "Reads `\"null\"` or `\"None\"` as null if the schema allows null \
                        and does not allow a string. For an optional property that allows \
                        neither, see `empty_to_absent`.",
            examples: &[
                reads(r#"{"type": ["integer", "null"]}"#, r#""None""#, "null"),
                keeps(STRING_OR_NULL, r#""null""#),
                refuses(INTEGER, r#""null""#),
            ],
        },
        Apply::Text(read_null),
    )
};

fn read_null(text: &str, context: &RuleContext<'_>) -> Option<Tree<'static>> {
    let is_null = is_null_text(text) && !context.allowed.contains(JsonType::String);
    is_null.then_some(Tree::Null)
}

pub(super) fn is_null_text(text: &str) -> bool {
    matches!(text, "null" | "None")
}
