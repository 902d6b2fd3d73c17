//! What is known of a call while it is read: its plan, and the forms that were refused so far.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::tape::{Cursor, Refusal, Tape};

/// What knows the forms of types.
pub(crate) trait TellForms {
    /// The next form of a type, from a position on, that takes a value: its position and
    /// its number.
    fn next(&self, of: &str, value: Cursor<'_>, from: usize) -> Option<(usize, u32)>;

    /// The number of each form of the type, and the names of the properties that it declares.
    fn names(&self, of: &str) -> Vec<(u32, HashSet<&str>)>;

    /// The forms of the type, in words for a model.
    fn in_words(&self, of: &str) -> String;

    /// The names of the properties that a type has if it is not the variant with that tag.
    fn names_of_other_variants(&self, of: &str, tag: &str) -> Vec<&str>;

    /// Whether a type that is flattened has a property of that name.
    fn has_property(&self, of: &str, key: &str) -> bool;

    /// Whether an additional property of a type that is flattened may have a value.
    fn additional(&self, of: &str, value: Cursor<'_>) -> Additional;
}

/// Whether an additional property of a type may have a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Additional {
    /// The type has no additional properties.
    None,
    /// Each additional property may have any value.
    Any,
    /// The additional properties have a schema, which takes the value.
    Taken,
    /// The additional properties have a schema, which refuses the value.
    Refused,
}

/// A type may reject the form that the plan names, and each enclosing form then tries again.
/// These constants bound the number of values that later tries may visit: a fixed number, and a
/// number for each value of the input.
const MAX_WORK: usize = 100_000;
const MAX_WORK_PER_VALUE: usize = 64;

/// A call that is read.
pub(super) struct Reading {
    pub(super) tells: Rc<dyn TellForms>,
    /// The address of the tape that is read.
    tape: usize,
    /// The rejected forms of each value and type. Without them each enclosing form would try them
    /// again, and the time would be exponential in the depth.
    rejected: RefCell<HashMap<RejectedKey, Rejected>>,
    /// The number of values that later tries may still visit.
    work: Cell<usize>,
}

/// The place of a value on the tape, the name of a type, and whether properties may be hidden.
type RejectedKey = (usize, &'static str, bool);

/// The forms that a type has rejected for a value.
#[derive(Clone)]
pub(super) struct Rejected {
    pub(super) progress: Progress,
    /// The error of the first form.
    pub(super) first: Refusal,
}

/// Which forms were tried for a value.
#[derive(Clone, Copy, Default)]
pub(super) struct Progress {
    /// The position of the first form that the plan was not asked for.
    pub(super) from: usize,
    /// The number of the form that was tried last.
    pub(super) last: Option<u32>,
    /// Whether the plan knows a form that takes the value.
    pub(super) is_known: bool,
    /// Whether the forms are tried in their order, because the plan knows none that takes the
    /// value.
    pub(super) is_in_order: bool,
    pub(super) hiding: Hiding,
}

/// Whether the properties of other fields are hidden from the maps in a form.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Hiding {
    #[default]
    Off,
    /// The properties are not hidden, but a form can be read only if they are.
    Needed,
    On,
}

thread_local! {
    static READING: RefCell<Option<Rc<Reading>>> = const { RefCell::new(None) };
}

impl Reading {
    /// Runs `read`, which reads the values of the tape.
    pub(super) fn run<T>(
        tells: Rc<dyn TellForms>,
        tape: Option<&Tape<'_>>,
        read: impl FnOnce() -> T,
    ) -> T {
        /// Restores the reading around this one, also if `read` panics.
        struct Restore(Option<Rc<Reading>>);
        impl Drop for Restore {
            fn drop(&mut self) {
                READING.replace(self.0.take());
            }
        }
        let size = tape.map_or(0, |tape| tape.root().size());
        let work = size.saturating_mul(MAX_WORK_PER_VALUE);
        let reading = Self {
            tells,
            tape: tape.map_or(0, |tape| tape.root().address().0),
            rejected: RefCell::default(),
            work: Cell::new(work.saturating_add(MAX_WORK)),
        };
        let _restore = Restore(READING.replace(Some(Rc::new(reading))));
        read()
    }

    /// The call that is read now.
    pub(super) fn current() -> Option<Rc<Self>> {
        READING.with_borrow(Clone::clone)
    }

    pub(super) fn rejected(
        &self,
        value: Cursor<'_>,
        key: (&'static str, bool),
    ) -> Option<Rejected> {
        let key = (self.place(value)?, key.0, key.1);
        self.rejected.borrow().get(&key).cloned()
    }

    pub(super) fn remember(
        &self,
        value: Cursor<'_>,
        key: (&'static str, bool),
        rejected: Rejected,
    ) {
        if let Some(place) = self.place(value) {
            let key = (place, key.0, key.1);
            self.rejected.borrow_mut().insert(key, rejected);
        }
    }

    fn place(&self, value: Cursor<'_>) -> Option<usize> {
        let (tape, place) = value.address();
        (tape == self.tape).then_some(place)
    }

    /// Whether one more form may be tried for the value.
    pub(super) fn allows(&self, value: Cursor<'_>) -> bool {
        let left = self.work.get().checked_sub(value.size() + 1);
        self.work.set(left.unwrap_or(0));
        left.is_some()
    }
}

/// What knows the forms of the call that is read now.
pub(super) fn teller() -> Option<Rc<dyn TellForms>> {
    READING.with_borrow(|reading| Some(Rc::clone(&reading.as_ref()?.tells)))
}
