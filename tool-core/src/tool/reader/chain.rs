//! The chain: the one way from arguments, whatever their form, to a value.

use std::any::Any;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Reader;
use crate::conform::{Findings, Settings, conform, mend};
use crate::json::Parsed;
use crate::tape::Tape;
use crate::tool::error::Read;
use crate::tool::place::Place;
use crate::tool::source::Source;
use crate::tool::{Reading, ToolArgError};
use crate::tree::Tree;

impl Reader<'_> {
    /// Reads what is asked for alone, without a word of how it was read.
    pub(in crate::tool) fn value<T: DeserializeOwned + 'static>(
        &self,
        source: Source<'_>,
    ) -> Result<T, ToolArgError> {
        let mut place = None;
        match self.fill_alone(source, &mut place) {
            Ok(()) => Ok(filled(place)),
            Err(error) => Err(error),
        }
    }

    pub(in crate::tool) fn read_source<T: DeserializeOwned + 'static>(
        &self,
        source: Source<'_>,
    ) -> Result<Reading<T>, ToolArgError> {
        let mut place = None;
        match self.fill(source, &mut place, true) {
            Ok(found) => Ok(Reading {
                value: filled(place),
                repairs: found.repairs,
                ignored: found.ignored,
            }),
            Err(error) => Err(error),
        }
    }

    fn fill_alone(&self, source: Source<'_>, place: &mut dyn Place) -> Result<(), ToolArgError> {
        self.fill(source, place, false).map(drop)
    }

    /// The chain: the one way from arguments, whatever their form, to a value. Whether
    /// somebody will see the repairs says if they are recorded.
    fn fill(
        &self,
        source: Source<'_>,
        place: &mut dyn Place,
        records: bool,
    ) -> Result<Findings, ToolArgError> {
        let into_value = (place as &dyn Any).is::<Option<Value>>();
        let mut found = Findings::default();
        let settings = self.settings(source, into_value, records);
        let tape = self.conformed(source, settings, &mut found)?;
        self.read_conforming(source, &tape, place)?;
        self.check(source, place)?;
        Ok(found)
    }

    /// What conforms to the plan: the arguments as they were sent, or with their repairs.
    fn conformed<'a>(
        &self,
        source: Source<'a>,
        settings: Settings<'_>,
        found: &mut Findings,
    ) -> Result<Tape<'a>, ToolArgError> {
        let refused = |refusal| self.refused(source, refusal);
        let mends = |tape: &mut Tape<'_>, found: &mut Findings| {
            mend(tape, self.definition.plan(), settings, found)
        };
        let parsed = match self.parsed(source, found) {
            Some(Parsed::Tape(mut tape)) => {
                if mends(&mut tape, found) {
                    return Ok(tape);
                }
                Parsed::Tape(tape)
            }
            Some(Parsed::Tree(tree)) => {
                // What was found on the way here is for the whole walk to go on from.
                if found.is_empty() {
                    let mut tape = Tape::of(&tree).map_err(refused)?;
                    if mends(&mut tape, found) {
                        return Ok(tape);
                    }
                }
                Parsed::Tree(tree)
            }
            None => return Err(self.failed(source, Read::Nothing, std::mem::take(found))),
        };
        let is_exact = match &parsed {
            Parsed::Tape(_) => true,
            Parsed::Tree(_) => !source.is_text() && found.is_empty(),
        };
        let mut tree = self.tree_of(parsed, found);
        let is_changed = self.walk(&mut tree, settings, found);
        if found.issues.is_empty() {
            return Tape::of(&tree).map_err(refused);
        }
        let read = if is_exact && !is_changed {
            Read::AsSent
        } else {
            Read::from(Some(&tree))
        };
        Err(self.failed(source, read, std::mem::take(found)))
    }

    /// Reads and walks the arguments; the tree has its repairs applied.
    pub(super) fn walked<'a>(&self, source: Source<'a>) -> Option<Tree<'a>> {
        let mut found = Findings::default();
        let parsed = self.parsed(source, &mut found)?;
        let mut tree = self.tree_of(parsed, &mut found);
        let settings = self.settings(source, false, false);
        self.walk(&mut tree, settings, &mut found);
        Some(tree)
    }

    /// Walks the arguments as they were sent, and applies the repairs; whether there are any.
    fn walk(&self, tree: &mut Tree<'_>, settings: Settings<'_>, found: &mut Findings) -> bool {
        let change = conform(tree, self.definition.plan(), settings, found);
        let is_changed = change.is_some();
        if let Some(change) = change {
            change.apply(tree);
        }
        is_changed
    }

    fn settings<'s>(&self, source: Source<'s>, into_value: bool, records: bool) -> Settings<'s> {
        Settings {
            class: self.leniency.class(),
            into_value,
            source: source.text(),
            records,
            limits: self.limits,
        }
    }
}

/// A place is filled wherever there is no error.
fn filled<T>(place: Option<T>) -> T {
    match place {
        Some(value) => value,
        None => unreachable!("nothing was refused"),
    }
}
