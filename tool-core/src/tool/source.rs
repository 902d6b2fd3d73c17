use std::borrow::Cow;

use serde::de::DeserializeSeed;
use serde_json::Value;

use crate::conform::Findings;
use crate::json::{Tolerance, parse};
use crate::tool::Arguments;
use crate::tree::{Intake, Tree, TreeSeed};

/// Where arguments come from. Each source can be parsed more than once, which spares a
/// successful read a copy.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Text(&'a str),
    Value(&'a Value),
    /// A tree from another format, and what was found while it was built.
    Tree(&'a Tree<'a>, &'a Findings),
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
            Self::Text(text) => parse(text, tolerance, intake),
            // A value in memory fails for a limit alone, which the intake records.
            Self::Value(value) => TreeSeed::new(intake).deserialize(value).ok(),
            Self::Tree(tree, found) => {
                intake.issues.clone_from(&found.issues);
                intake.repairs.clone_from(&found.repairs);
                intake.omitted = found.omitted;
                Some(tree.clone())
            }
        }
    }

    /// The arguments as JSON text; nothing if something was found on the way to them.
    pub(super) fn json(self) -> Option<Cow<'a, str>> {
        match self {
            Self::Text(text) => Some(Cow::Borrowed(text)),
            Self::Value(value) => Some(Cow::Owned(value.to_string())),
            Self::Tree(tree, found) => {
                let is_whole = found.is_empty() && found.omitted == 0;
                is_whole.then(|| Cow::Owned(tree.to_json()))
            }
        }
    }

    pub(super) fn text(self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Value(_) | Self::Tree(..) => None,
        }
    }

    pub(super) fn received(self) -> Arguments {
        match self {
            Self::Text(text) => Arguments::Text(text.to_owned()),
            Self::Value(value) => Arguments::Value(value.clone()),
            Self::Tree(tree, _) => Arguments::Value(tree.to_value()),
        }
    }
}
