//! The chain: the only way from arguments, in any form, to a value.

use std::any::Any;
use std::borrow::Cow;
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::Reader;
use crate::conform::{Diagnostics, WalkSettings, conform};
use crate::issue::{Issue, IssueKind, Path};
use crate::read::{Direct, with_forms};
use crate::tool::error::RepairedArguments;
use crate::tool::place::ValueSlot;
use crate::tool::{Input, Reading, ToolArgError};
use crate::tree::Tree;

impl Reader<'_> {
    /// Reads only the value, without repairs.
    pub(in crate::tool) fn value<T: DeserializeOwned + 'static>(
        &self,
        input: Input<'_>,
    ) -> Result<T, ToolArgError> {
        let mut place = None;
        match self.fill(input, &mut place, None) {
            Ok(()) => Ok(expect_filled(place)),
            Err(error) => Err(error),
        }
    }

    pub(in crate::tool) fn read_input<T: DeserializeOwned + 'static>(
        &self,
        input: Input<'_>,
    ) -> Result<Reading<T>, ToolArgError> {
        let (mut place, mut found) = (None, Diagnostics::default());
        match self.fill(input, &mut place, Some(&mut found)) {
            Ok(()) => Ok(Reading {
                value: expect_filled(place),
                repairs: found.repairs.into_iter().map(Rc::unwrap_or_clone).collect(),
                ignored: found.ignored,
                host: found.host.map(|host| *host).unwrap_or_default(),
            }),
            Err(error) => Err(error),
        }
    }

    /// Reads arguments in any form. `found` is set if the caller needs the repairs.
    fn fill(
        &self,
        input: Input<'_>,
        place: &mut dyn ValueSlot,
        found: Option<&mut Diagnostics>,
    ) -> Result<(), ToolArgError> {
        let into_value = (place as &dyn Any).is::<Option<Value>>();
        let settings = self.settings(input, into_value, found.is_some());
        if !self.read_directly(input, &settings, place)? {
            let walked = self.read_walked(input, settings, place)?;
            if let Some(found) = found {
                *found = walked;
            }
        }
        self.check(input, place)
    }

    /// Reads arguments that conform as written. Returns `false` if they need the walk.
    fn read_directly(
        &self,
        input: Input<'_>,
        settings: &WalkSettings<'_>,
        place: &mut dyn ValueSlot,
    ) -> Result<bool, ToolArgError> {
        let plan = self.definition.plan();
        let is_direct = (settings.class.is_none() || !plan.has_names_first())
            && self.definition.aside().presets().is_empty();
        let text = input.json().filter(|_| is_direct && plan.reads_directly());
        let Some(text) = text.filter(|text| text.len() <= self.limits.max_bytes()) else {
            return Ok(false);
        };
        let mut reader = Direct::new(&text, plan, settings);
        // Checks run once per read, so this path must not read a value and then discard it.
        if self.definition.has_checks() {
            let conforms = reader.conforms();
            if conforms {
                self.read_conforming(input, &text, place)?;
            }
            return Ok(conforms);
        }
        Ok(with_forms(plan, Some(&text), || place.fill(&mut reader)).is_ok())
    }

    /// Walks the arguments, then reads the result.
    #[inline(never)]
    fn read_walked(
        &self,
        input: Input<'_>,
        settings: WalkSettings<'_>,
        place: &mut dyn ValueSlot,
    ) -> Result<Diagnostics, ToolArgError> {
        let mut found = Diagnostics::default();
        let text = self.make_conform(input, settings, &mut found)?;
        self.read_conforming(input, &text, place)?;
        Ok(found)
    }

    /// Returns conforming JSON text: the received arguments, or the repaired ones.
    fn make_conform<'a>(
        &self,
        input: Input<'a>,
        settings: WalkSettings<'_>,
        found: &mut Diagnostics,
    ) -> Result<Cow<'a, str>, ToolArgError> {
        let Some(mut tree) = self.parse(input, found) else {
            return Err(self.fail(input, RepairedArguments::Nothing, std::mem::take(found)));
        };
        let is_exact = found.is_empty();
        let is_for_host = found.take_host_keys(&mut tree, self.definition.plan());
        let is_changed = self.walk(&mut tree, settings, found) || is_for_host;
        let is_as_sent = is_exact && !is_changed;
        if found.issues.is_empty() && self.may_lack_arguments(input) {
            let lacking = Issue::new(Path::root(), IssueKind::NoArguments, None);
            found.issues.push(lacking);
        }
        if found.issues.is_empty() {
            let is_filled = self.definition.aside().fill(&mut tree, &mut found.ignored);
            let is_as_sent = is_as_sent && !is_filled;
            return Ok(match input.text().filter(|_| is_as_sent) {
                Some(text) => Cow::Borrowed(text),
                None => Cow::Owned(tree.to_json()),
            });
        }
        let read = if is_as_sent {
            RepairedArguments::AsSent
        } else {
            RepairedArguments::from(Some(&tree))
        };
        Err(self.fail(input, read, std::mem::take(found)))
    }

    /// Checks a JSON value by the walk alone, without reading a Rust type.
    pub(in crate::tool) fn check_value(&self, value: &Value) -> Result<(), ToolArgError> {
        let input = Input::from(value);
        let settings = self.settings(input, true, false);
        let mut found = Diagnostics::default();
        self.make_conform(input, settings, &mut found).map(drop)
    }

    /// Parses and walks the arguments. The tree contains the repairs.
    pub(super) fn parse_and_walk<'a>(&self, input: Input<'a>) -> Option<Tree<'a>> {
        let mut found = Diagnostics::default();
        let mut tree = self.parse(input, &mut found)?;
        let settings = self.settings(input, false, false);
        found.take_host_keys(&mut tree, self.definition.plan());
        self.walk(&mut tree, settings, &mut found);
        Some(tree)
    }

    /// Walks the received arguments and applies the repairs. Returns whether there are any.
    fn walk(
        &self,
        tree: &mut Tree<'_>,
        settings: WalkSettings<'_>,
        found: &mut Diagnostics,
    ) -> bool {
        let change = conform(tree, self.definition.plan(), settings, found);
        let is_changed = change.is_some();
        if let Some(change) = change {
            change.apply(tree);
        }
        is_changed
    }

    fn settings<'s>(&self, input: Input<'s>, into_value: bool, records: bool) -> WalkSettings<'s> {
        WalkSettings {
            class: self.leniency.class(),
            into_value,
            source: input.text(),
            records,
            limits: self.limits,
        }
    }
}

/// Returns the value of a place. Without an error, every place is filled.
fn expect_filled<T>(place: Option<T>) -> T {
    match place {
        Some(value) => value,
        None => unreachable!("nothing was refused"),
    }
}
