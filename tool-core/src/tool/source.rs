use serde::de::DeserializeSeed;
use serde_json::Value;

use crate::conform::Findings;
use crate::json::{Parsed, Tolerance, parse};
use crate::limits::Limits;
use crate::tool::Arguments;
use crate::tree::{Intake, Tree, TreeSeed};

/// Where arguments come from. Every entrance makes a tree of them, and can
/// make it again, which spares the way that succeeds a copy.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    Text(&'a str),
    Value(&'a Value),
    /// A tree from another format, and what was found while it was built.
    Tree(&'a Tree<'a>, &'a Findings),
}

impl<'a> Source<'a> {
    pub(super) fn parse(self, tolerance: Tolerance, limits: &Limits) -> Parsed<'a> {
        match self {
            Self::Text(text) => parse(text, tolerance, limits),
            Self::Value(value) => of_value(value, tolerance, limits),
            Self::Tree(tree, found) => Parsed {
                tree: Some(tree.clone()),
                issues: found.issues.clone(),
                repairs: found.repairs.clone(),
                omitted: found.omitted,
            },
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

fn of_value<'a>(value: &'a Value, tolerance: Tolerance, limits: &Limits) -> Parsed<'a> {
    let mut intake = Intake::new(limits, tolerance.duplicate_key);
    let tree = TreeSeed::new(&mut intake).deserialize(value);
    Parsed {
        // A value in memory fails for a limit alone, which the intake records.
        tree: tree.ok(),
        issues: intake.issues,
        repairs: intake.repairs,
        omitted: intake.omitted,
    }
}
