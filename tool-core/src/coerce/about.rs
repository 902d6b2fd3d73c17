use super::{VALUE_RULES, duplicate_key, empty_to_absent, property_name, unknown_null};
use crate::issue::Rule;

/// What a reading rule is about: its stable name, when it applies, and examples
/// of where it does and where it must not.
#[derive(Debug)]
#[non_exhaustive]
pub struct About {
    /// The rule, which its repairs bear.
    pub rule: Rule,
    /// When it applies.
    pub condition: &'static str,
    /// Where it applies, and where not.
    pub examples: &'static [Example],
}

/// A value sent at a place, and what becomes of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Example {
    /// The JSON Schema of the place.
    pub schema: &'static str,
    /// The value sent there, as JSON.
    pub sent: &'static str,
    /// What becomes of it in standard mode.
    pub outcome: Outcome,
}

/// What becomes of an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The rule applies: the value is read as this one.
    Read(&'static str),
    /// The value is valid, and left exactly as it is.
    Kept,
    /// The value is refused.
    Refused,
}

impl Example {
    pub(super) const fn read(schema: &'static str, sent: &'static str, read: &'static str) -> Self {
        Self {
            schema,
            sent,
            outcome: Outcome::Read(read),
        }
    }

    pub(super) const fn kept(schema: &'static str, sent: &'static str) -> Self {
        Self {
            schema,
            sent,
            outcome: Outcome::Kept,
        }
    }

    pub(super) const fn refused(schema: &'static str, sent: &'static str) -> Self {
        Self {
            schema,
            sent,
            outcome: Outcome::Refused,
        }
    }
}

/// All reading rules, in the order in which they are tried at a place.
///
/// ```
/// for about in tool_core::rules() {
///     println!("{}: {}", about.rule, about.condition);
/// }
/// ```
pub fn rules() -> impl Iterator<Item = &'static About> {
    let of_keys = [
        &duplicate_key::ABOUT,
        &property_name::ABOUT,
        &unknown_null::ABOUT,
        &empty_to_absent::ABOUT,
    ];
    VALUE_RULES.iter().map(|rule| &rule.about).chain(of_keys)
}
