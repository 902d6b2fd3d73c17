//! The state of a call while it is read: its plan, and the forms rejected so far.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::Refusal;
use super::direct::Direct;
use super::known::KnownValues;
use crate::conform::fits_unchanged;
use crate::json::parse_value_at;
use crate::plan::{CompiledForm, CompiledForms};
use crate::tree::Tree;

/// A value in a text, by its start. Its form is requested.
#[derive(Clone, Copy)]
pub(super) struct RequestedValue<'v> {
    pub(super) text: &'v str,
    pub(super) at: usize,
}

/// The rule of a type for an additional property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdditionalCheck {
    /// The type has no additional properties.
    None,
    /// Additional properties may have any value.
    Any,
    /// The additional properties have a schema, and it accepts the value.
    Taken,
    /// The additional properties have a schema, and it rejects the value.
    Refused,
}

/// A type may reject the form that the plan selects, and each enclosing form then tries again.
/// These constants limit the text that later attempts may visit, in bytes: a fixed number, and a
/// number for each byte of the input.
const MAX_WORK: usize = 400_000;
const MAX_WORK_PER_BYTE: usize = 64;

/// A call while it is read, with the forms of types from its plan.
pub(super) struct ReadContext {
    forms: Arc<CompiledForms>,
    /// The address and the length of the text in memory.
    text: Option<(usize, usize)>,
    /// The cache of values of the text that fit.
    known: RefCell<KnownValues>,
    /// The rejected forms of each value and type. Otherwise each enclosing form would try them
    /// again, and the time would be exponential in the depth.
    rejected: RefCell<HashMap<RejectedKey, Rejected>>,
    /// The number of bytes that later attempts may still visit.
    work: Cell<usize>,
}

/// The position of a value in the text, the name of a type, and whether properties may be hidden.
type RejectedKey = (usize, &'static str, bool);

/// The forms that a type has rejected for a value.
#[derive(Clone)]
pub(super) struct Rejected {
    pub(super) progress: FormProgress,
    /// The error of the first form.
    pub(super) first: Refusal,
}

/// The forms tried so far for a value.
#[derive(Clone, Copy, Default)]
pub(super) struct FormProgress {
    /// The position of the first form that the plan has not checked.
    pub(super) from: usize,
    /// The number of the last tried form.
    pub(super) last: Option<u32>,
    /// `true` if the plan has a form that accepts the value.
    pub(super) is_known: bool,
    /// `true` if all forms are tried in order, because no form of the plan accepts the value.
    pub(super) is_in_order: bool,
    pub(super) hiding: Hiding,
}

/// The state of hiding the properties of other fields from the maps in a form.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Hiding {
    #[default]
    Off,
    /// The properties are visible, but a form can be read only without them.
    Needed,
    On,
}

thread_local! {
    static READING: RefCell<Option<Rc<ReadContext>>> = const { RefCell::new(None) };
}

impl ReadContext {
    /// Runs `read`, which reads a type. The plan selects the forms of its untagged enums. `text` is
    /// the input, if there is one.
    pub(super) fn run<T>(
        forms: &Arc<CompiledForms>,
        text: Option<&str>,
        read: impl FnOnce() -> T,
    ) -> T {
        /// Restores the outer call, also if `read` panics.
        struct Restore(Option<Rc<ReadContext>>);
        impl Drop for Restore {
            fn drop(&mut self) {
                READING.replace(self.0.take());
            }
        }
        let work = text.map_or(0, str::len).saturating_mul(MAX_WORK_PER_BYTE);
        let reading = Self {
            forms: Arc::clone(forms),
            text: text.map(address),
            known: RefCell::default(),
            rejected: RefCell::default(),
            work: Cell::new(work.saturating_add(MAX_WORK)),
        };
        let _restore = Restore(READING.replace(Some(Rc::new(reading))));
        read()
    }

    /// Returns the current call.
    pub(super) fn current() -> Option<Rc<Self>> {
        READING.with_borrow(Clone::clone)
    }

    /// Returns the next form of a type that is accepted, from a position on: its position and its
    /// number.
    pub(super) fn next(
        &self,
        of: &str,
        from: usize,
        accepts: impl Fn(&CompiledForm) -> bool,
    ) -> Option<(usize, u32)> {
        let forms = self.forms.of(of).iter().enumerate().skip(from);
        let mut accepted = forms.filter(|(_, form)| accepts(form));
        accepted
            .next()
            .map(|(position, form)| (position, form.number))
    }

    /// Returns the names of the declared properties of a form.
    pub(super) fn names_of(&self, form: &CompiledForm) -> HashSet<&str> {
        self.forms.names(form)
    }

    /// Returns the number of each form of the type, and the names of its declared properties.
    pub(super) fn names(&self, of: &str) -> Vec<(u32, HashSet<&str>)> {
        let forms = self.forms.of(of).iter();
        forms
            .map(|form| (form.number, self.forms.names(form)))
            .collect()
    }

    /// Returns a description of the forms of the type, for a model.
    pub(super) fn in_words(&self, of: &str) -> String {
        self.forms.in_words(of)
    }

    /// Returns the names of the properties that only variants with other tags have.
    pub(super) fn names_of_other_variants(&self, of: &str, tag: &str) -> Vec<&str> {
        self.forms.names_of_other_variants(of, tag)
    }

    /// Returns whether a flattened type has a property of this name.
    pub(super) fn has_property(&self, of: &str, key: &str) -> bool {
        self.forms.has_property(of, key)
    }

    /// Returns whether a flattened type that is not optional has a property of this name.
    pub(super) fn requires_property(&self, of: &str, key: &str) -> bool {
        self.forms.requires_property(of, key)
    }

    /// Returns whether a flattened type has additional properties.
    pub(super) fn has_additional(&self, of: &str) -> bool {
        self.forms.has_additional(of)
    }

    /// Returns the rule of a flattened type for an additional property with this value.
    pub(super) fn additional(&self, of: &str, value: &Tree<'_>) -> AdditionalCheck {
        match self.forms.additional(of) {
            Some(form) if self.takes(RequestedValue::of(&value.to_json()), form) => {
                AdditionalCheck::Taken
            }
            Some(_) => AdditionalCheck::Refused,
            None if self.forms.has_additional(of) => AdditionalCheck::Any,
            None => AdditionalCheck::None,
        }
    }

    pub(super) fn takes(
        &self,
        RequestedValue { text, at }: RequestedValue<'_>,
        form: &CompiledForm,
    ) -> bool {
        let plan = self.forms.plan();
        let mut fresh = KnownValues::default();
        let mut known = self.known.borrow_mut();
        let known = if self.text == Some(address(text)) {
            &mut *known
        } else {
            &mut fresh
        };
        let fits = |(tree, _): (Tree<'_>, usize)| fits_unchanged(&tree, plan, form.child);
        match Direct::fits_at(text, at, plan, form.child, known) {
            Some(is_fit) => is_fit,
            None => parse_value_at(text, at).is_some_and(fits),
        }
    }

    pub(super) fn find_rejected(
        &self,
        value: RequestedValue<'_>,
        key: (&'static str, bool),
    ) -> Option<Rejected> {
        let key = (self.place(value)?, key.0, key.1);
        self.rejected.borrow().get(&key).cloned()
    }

    pub(super) fn remember(
        &self,
        value: RequestedValue<'_>,
        key: (&'static str, bool),
        rejected: Rejected,
    ) {
        if let Some(place) = self.place(value) {
            let key = (place, key.0, key.1);
            self.rejected.borrow_mut().insert(key, rejected);
        }
    }

    fn place(&self, value: RequestedValue<'_>) -> Option<usize> {
        (self.text == Some(address(value.text))).then_some(value.at)
    }

    /// Returns whether another form may be tried for the value, and deducts the work of the
    /// attempt.
    pub(super) fn allows(&self, value: RequestedValue<'_>) -> bool {
        let left = self
            .work
            .get()
            .checked_sub(Direct::length_at(value.text, value.at) + 1);
        self.work.set(left.unwrap_or(0));
        left.is_some()
    }
}

impl<'v> RequestedValue<'v> {
    /// Creates a value from a whole text.
    pub(super) fn of(text: &'v str) -> Self {
        Self { text, at: 0 }
    }
}

fn address(text: &str) -> (usize, usize) {
    (text.as_ptr().addr(), text.len())
}
