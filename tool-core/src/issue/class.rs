use serde::Serialize;

use crate::issue::Rule;

/// How sure a reading rule is of what was meant.
///
/// ```
/// use tool_core::{Class, Rule};
///
/// assert_eq!(Rule::StringToNumber.class(), Class::Standard);
/// assert_eq!(Rule::CommaList.class(), Class::Generous);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Class {
    /// One reading exists: on, unless reading is strict.
    Standard,
    /// A guess: off, unless a tool or a field asks for it.
    Generous,
}

/// The rules that guess.
pub(crate) const GUESSES: &[Rule] = &[
    Rule::Thousands,
    Rule::DigitUnderscore,
    Rule::Currency,
    Rule::Percent,
    Rule::Fraction,
    Rule::HexText,
    Rule::OtherDigits,
    Rule::BooleanLetter,
    Rule::ObjectToString,
    Rule::CommaList,
    Rule::LineList,
    Rule::ItemList,
    Rule::IndexedList,
    Rule::EmptyContainer,
    Rule::ValueBox,
    Rule::BareScalar,
    Rule::RenamedKey,
    Rule::LeadingZeros,
    Rule::HexNumber,
    Rule::Hole,
    Rule::MissingColon,
    Rule::InnerQuotes,
    Rule::Apostrophe,
    Rule::ThinkBlock,
    Rule::UnquotedString,
];

/// Those of them about the text of all arguments, which no place can ask for.
pub(crate) const OF_THE_WHOLE_TEXT: [Rule; 2] = [Rule::ThinkBlock, Rule::UnquotedString];

/// The guesses that a place asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Guesses(u32);

// Each guess has its bit.
const _: () = assert!(GUESSES.len() <= u32::BITS as usize);

impl Guesses {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(u32::MAX);

    pub(crate) fn only(rule: Rule) -> Self {
        let mut guesses = Self::NONE;
        guesses.insert(rule.as_str());
        guesses
    }

    /// Adds the guess of that name; `false` if there is none.
    pub(crate) fn insert(&mut self, name: &str) -> bool {
        let position = GUESSES.iter().position(|rule| rule.as_str() == name);
        if let Some(position) = position {
            self.0 |= 1 << position;
        }
        position.is_some()
    }

    pub(crate) fn contains(self, rule: Rule) -> bool {
        let position = GUESSES.iter().position(|guess| *guess == rule);
        position.is_some_and(|position| self.0 & (1 << position) != 0)
    }

    pub(crate) fn without(mut self, rules: &[Rule]) -> Self {
        for rule in rules {
            self.0 &= !Self::only(*rule).0;
        }
        self
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
