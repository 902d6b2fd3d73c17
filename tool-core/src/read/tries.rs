use std::collections::HashSet;
use std::rc::Rc;

use serde::de::Error;

use super::Refusal;
use super::reading::{FormProgress, ReadContext, Rejected, RequestedValue};
use crate::plan::CompiledForm;
use crate::tree::Tree;

/// The forms of a type that are tried for a value, in order.
pub(super) struct Tries<E> {
    reading: Option<Rc<ReadContext>>,
    /// The name of the type.
    of: &'static str,
    count: u32,
    progress: FormProgress,
    /// The errors of the forms that were tried, with their numbers.
    errors: Vec<(u32, E)>,
    /// `true` if a form was read that needs hidden properties.
    has_candidate: bool,
}

impl<E: Error> Tries<E> {
    pub(super) fn new(of: &'static str, count: u32) -> Self {
        Self {
            reading: ReadContext::current().filter(|reading| reading.types().is_some()),
            of,
            count,
            progress: FormProgress::default(),
            errors: Vec::new(),
            has_candidate: false,
        }
    }

    /// Returns the next form that accepts the value. If the plan has no such form, returns the next
    /// of all forms, in serde's order.
    pub(super) fn next(&mut self, value: RequestedValue<'_>) -> Option<u32> {
        self.next_accepted(&|reading, form| reading.takes(value, form))
    }

    /// Does the same as [`Self::next`], for forms that `accepts` returns `true` for.
    pub(super) fn next_accepted(
        &mut self,
        accepts: &dyn Fn(&ReadContext, &CompiledForm) -> bool,
    ) -> Option<u32> {
        self.find_known_form(accepts).or_else(|| self.in_order())
    }

    fn find_known_form(
        &mut self,
        accepts: &dyn Fn(&ReadContext, &CompiledForm) -> bool,
    ) -> Option<u32> {
        if self.progress.is_in_order {
            return None;
        }
        let reading = self.reading.clone()?;
        let accepts = |form: &CompiledForm| accepts(&reading, form);
        while let Some((position, number)) = reading.next(self.of, self.progress.from, accepts) {
            self.progress.from = position + 1;
            self.progress.is_known = true;
            if self.progress.last != Some(number) {
                self.progress.last = Some(number);
                return Some(number);
            }
        }
        None
    }

    fn in_order(&mut self) -> Option<u32> {
        if self.progress.is_known {
            return None;
        }
        self.progress.is_in_order = true;
        let next = self.progress.last.map_or(0, |last| last + 1);
        self.progress.last = Some(next);
        (next < self.count).then_some(next)
    }

    /// Returns the number of each form, and the names of its declared properties.
    pub(super) fn names(&self) -> Vec<(u32, HashSet<&str>)> {
        let reading = self.reading.as_ref();
        reading.map_or_else(Vec::new, |reading| reading.names(self.of))
    }

    /// Returns whether the plan has a form that accepts the value.
    pub(super) fn is_known(&self) -> bool {
        self.progress.is_known
    }

    /// Records that a form was read that needs hidden properties.
    pub(super) fn note_candidate(&mut self) {
        self.has_candidate = true;
    }

    pub(super) fn keep(&mut self, number: u32, error: E) {
        if self.errors.iter().all(|(of, _)| *of != number) {
            self.errors.push((number, error));
        }
    }

    /// Returns whether another form may be tried for the value. Always `true` for the first form.
    pub(super) fn may_go_on(&self, value: RequestedValue<'_>) -> bool {
        let is_first = self.errors.is_empty() && !self.has_candidate;
        let reading = self.reading.as_ref().filter(|_| !is_first);
        reading.is_none_or(|reading| reading.allows(value))
    }

    /// Returns the error if no form can be read: the error of the first form that accepts the
    /// value. `None` if the plan has no such form.
    pub(super) fn into_first(self) -> Option<E> {
        let mut errors = self.errors.into_iter();
        let first = errors.next().filter(|_| self.progress.is_known);
        first.map(|(_, error)| error)
    }

    /// Returns the error if no form can be read: the error of the first form that accepts the
    /// value. If the plan has no such form, returns the error of the only form that declares the
    /// most of the properties. If several forms declare the most, returns an error that names all
    /// forms. `None` if the forms are unknown.
    pub(super) fn into_error(mut self, value: &Tree<'_>) -> Option<E> {
        if self.progress.is_known {
            return self.into_first();
        }
        let reading = self.reading.clone()?;
        let sent = match value {
            Tree::Object(entries) => entries.as_slice(),
            _ => &[],
        };
        let declared = |names: &HashSet<&str>| {
            let sent = sent.iter();
            sent.filter(|entry| names.contains(&*entry.key)).count()
        };
        let forms = reading.names(self.of);
        let forms = forms
            .iter()
            .map(|(number, names)| (declared(names), *number));
        let most = forms.clone().max()?;
        let mut nearest = forms.filter(|(count, _)| *count == most.0);
        if let (Some((1.., number)), None) = (nearest.next(), nearest.next())
            && let Some(at) = self.errors.iter().position(|(of, _)| *of == number)
        {
            return Some(self.errors.swap_remove(at).1);
        }
        let expected = reading.types().map(|types| types.in_words(self.of))?;
        Some(E::custom(format_args!("expected {expected}")))
    }
}

impl Tries<Refusal> {
    /// Continues after the forms that the type rejected earlier for this value. Returns the error
    /// of the first rejected form.
    pub(super) fn resume(&mut self, value: RequestedValue<'_>) -> Option<Refusal> {
        if !self.errors.is_empty() || self.has_candidate {
            return None;
        }
        let reading = self.reading.as_ref()?;
        let rejected = reading.find_rejected(value, self.of)?;
        self.progress = rejected.progress;
        self.errors.push((0, rejected.first.clone()));
        Some(rejected.first)
    }

    /// Remembers the rejected forms for `resume`, which would skip a form that can be read.
    pub(super) fn remember(&self, value: RequestedValue<'_>) {
        if self.has_candidate {
            return;
        }
        if let (Some(reading), Some((_, first))) = (&self.reading, self.errors.first()) {
            let (progress, first) = (self.progress, first.clone());
            let rejected = Rejected { progress, first };
            reading.remember(value, self.of, rejected);
        }
    }
}
