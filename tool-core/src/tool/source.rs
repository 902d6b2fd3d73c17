use std::borrow::Cow;

use serde::de::DeserializeSeed;
use serde_json::Value;

use crate::json::{Tolerance, parse};
use crate::tool::Arguments;
use crate::tree::{Intake, Tree, TreeSeed};

/// Where arguments come from. Each source can be parsed more than once, which spares a
/// successful read a copy.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Text(&'a str),
    Value(&'a Value),
    /// JSON text that was written of a value from another format.
    Written(&'a str),
}

impl<'a> Source<'a> {
    pub(super) fn of(arguments: &'a Arguments) -> Self {
        match arguments {
            Arguments::Text(text) => Self::Text(text),
            Arguments::Value(value) => Self::Value(value),
        }
    }

    /// What was sent; what is found while it is read is told to the [`Intake`].
    pub(super) fn parsed(self, tolerance: Tolerance, intake: &mut Intake) -> Option<Tree<'a>> {
        match self {
            Self::Text(text) | Self::Written(text) => parse(text, tolerance, intake),
            // A value in memory fails for a limit alone, which the intake records.
            Self::Value(value) => TreeSeed::new(intake).deserialize(value).ok(),
        }
    }

    /// The arguments as JSON text, which a `Value` always has.
    pub(super) fn json(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Text(text) | Self::Written(text) => Some(Cow::Borrowed(text)),
            Self::Value(value) => serde_json::to_string(value).ok().map(Cow::Owned),
        }
    }

    /// The text that was sent, digit by digit.
    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Value(_) | Self::Written(_) => None,
        }
    }

    pub(super) fn received(self) -> Arguments {
        match self {
            Self::Text(text) | Self::Written(text) => Arguments::Text(text.to_owned()),
            Self::Value(value) => Arguments::Value(value.clone()),
        }
    }
}
