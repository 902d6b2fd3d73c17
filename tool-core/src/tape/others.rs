//! What stands beside a flattened type: the other flattened fields, and those further out.
//!
//! Serde shows a flattened field the properties of the fields beside it, and says no more. So a
//! flattened field leaves a note for the type that is read next. A type that has flattened fields
//! itself takes the note, and has it until it is read. Whoever reads the value of a property
//! removes the notes, since nothing stands beside the properties of that value.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::tape::Tape;
use crate::tape::reading::{TellForms, teller};
use crate::tree::{Entry, Tree};

/// Types that are flattened beside a field, as a list: `(A, (B, ()))`.
pub trait Beside {
    /// Whether something holds for the name of one of them.
    fn any(holds: &dyn Fn(&'static str) -> bool) -> bool;
}

impl Beside for () {
    fn any(_: &dyn Fn(&'static str) -> bool) -> bool {
        false
    }
}

impl<T, R: Beside> Beside for (T, R) {
    fn any(holds: &dyn Fn(&'static str) -> bool) -> bool {
        holds(std::any::type_name::<T>()) || R::any(holds)
    }
}

/// What is known of the properties of the types that are flattened beside a type.
pub(super) struct Others {
    tells: Option<Rc<dyn TellForms>>,
    of: &'static str,
    any: fn(&dyn Fn(&'static str) -> bool) -> bool,
    /// Those beside the type that the type is flattened into.
    further_out: Option<Rc<Self>>,
    is_hidden: Cell<bool>,
}

thread_local! {
    /// The note for the type that is read next.
    static NEXT: RefCell<Option<Rc<Others>>> = const { RefCell::new(None) };

    /// The note of the type that is read now.
    static TAKEN: RefCell<Option<Rc<Others>>> = const { RefCell::new(None) };

    /// Whether properties are hidden from maps.
    static HIDES: Cell<bool> = const { Cell::new(true) };

    /// Whether what was read needs that.
    static WOULD_HIDE: Cell<bool> = const { Cell::new(false) };
}

impl Others {
    /// The types of `B`, which are flattened beside `T`, and what stands beside the type whose
    /// fields these are.
    pub(super) fn of<T, B: Beside>() -> Rc<Self> {
        Rc::new(Self {
            tells: teller(),
            of: std::any::type_name::<T>(),
            any: B::any,
            further_out: Self::taken(),
            is_hidden: Cell::new(false),
        })
    }

    /// The note of them. There is none where nobody knows the properties of types.
    pub(super) fn note(self: &Rc<Self>) -> Option<Rc<Self>> {
        self.tells.is_some().then(|| Rc::clone(self))
    }

    /// What stands beside the type that is read now.
    pub(super) fn taken() -> Option<Rc<Self>> {
        TAKEN.with_borrow(Clone::clone)
    }

    /// Whether there are such types.
    pub(super) fn are_some(&self) -> bool {
        (self.any)(&|_| true) || self.further_out.is_some()
    }

    /// Whether a property is one of theirs, and none of the type.
    pub(super) fn have(&self, key: &str) -> bool {
        self.tells.as_ref().is_some_and(|tells| {
            !tells.has_property(self.of, key)
                && ((self.any)(&|other| tells.has_property(other, key))
                    || self.further_out().is_some_and(|others| others.have(key)))
        })
    }

    /// The properties without those of theirs that cannot be in a map of the type, if there are
    /// some. Serde shows all properties to a flattened map.
    pub(super) fn hide<'t>(&self, entries: &[Entry<'t>]) -> Option<Vec<Entry<'t>>> {
        let is_shown = |entry: &&Entry<'t>| !self.have(&entry.key) || self.takes(&entry.value);
        let shown: Vec<_> = entries.iter().filter(is_shown).cloned().collect();
        (shown.len() < entries.len()).then_some(shown)
    }

    fn takes(&self, value: &Tree<'_>) -> bool {
        self.of_further(value, self.of) != Some(false)
    }

    /// Whether a map of theirs can hold a value.
    pub(super) fn hold(&self, value: &Tree<'_>) -> bool {
        (self.any)(&|other| self.of_further(value, other) == Some(true))
            || self.further_out().is_some_and(|others| others.hold(value))
    }

    /// Whether a map of a type can hold a value, if the type has one that does not hold any.
    fn of_further(&self, value: &Tree<'_>, of: &str) -> Option<bool> {
        let value = Tape::of(value).ok()?;
        self.tells.as_ref()?.takes_further(of, value.root())
    }

    /// Whether properties were hidden from a field of the type, or of a type inside.
    pub(super) fn hid_some(&self) -> bool {
        self.is_hidden.get()
    }

    /// Tells the type around that properties were hidden from this one.
    pub(super) fn tell_hidden(&self) {
        if let Some(others) = self.further_out() {
            others.is_hidden.set(true);
        }
    }

    fn further_out(&self) -> Option<&Self> {
        self.further_out.as_deref()
    }
}

/// Runs `read`, which reads a type beside which these stand.
pub(super) fn beside<T>(others: Option<Rc<Others>>, read: impl FnOnce() -> T) -> T {
    /// Nobody finds the note later, also when `read` panics.
    struct Remove;
    impl Drop for Remove {
        fn drop(&mut self) {
            NEXT.take();
        }
    }
    let _remove = Remove;
    NEXT.replace(others);
    read()
}

/// Whether the note was not taken: the type has no flattened fields of its own, and no forms.
pub(super) fn are_waiting() -> bool {
    NEXT.with_borrow(Option::is_some)
}

/// The properties for a map, which takes no note, without what is hidden from it.
pub(super) fn hide_from_map<'t>(entries: &[Entry<'t>]) -> Option<Vec<Entry<'t>>> {
    let others = NEXT.with_borrow(Clone::clone)?;
    let shown = others.hide(entries)?;
    if !hides() {
        note_would_hide();
    }
    Some(shown)
}

/// Runs `read`, which reads a type whose fields or variants know what stands beside it.
pub fn take_others<T>(read: impl FnOnce() -> T) -> T {
    let next = NEXT.take();
    with_taken(next, read)
}

/// Runs `read`, which reads another object: the value of a property, or the content of an externally
/// or adjacently tagged enum.
pub fn leave_others<T>(read: impl FnOnce() -> T) -> T {
    NEXT.take();
    with_taken(None, read)
}

fn with_taken<T>(others: Option<Rc<Others>>, read: impl FnOnce() -> T) -> T {
    /// The type around has its note again, also when `read` panics.
    struct Restore(Option<Rc<Others>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            TAKEN.replace(self.0.take());
        }
    }
    let _restore = Restore(TAKEN.replace(others));
    read()
}

/// Whether something stands beside the type that is read now.
#[must_use]
pub fn has_others() -> bool {
    TAKEN.with_borrow(Option::is_some)
}

/// Whether properties of others are hidden from maps.
pub(super) fn hides() -> bool {
    HIDES.get()
}

/// Notes that what is read could be read only with properties hidden.
pub(super) fn note_would_hide() {
    WOULD_HIDE.set(true);
}

/// Runs `read` while properties are hidden from maps or, as in serde, are not. Returns its outcome,
/// and whether it needs them hidden.
pub(super) fn while_hiding<T>(hides: bool, read: impl FnOnce() -> T) -> (T, bool) {
    /// What is read around has its own, also when `read` panics.
    struct Restore {
        hides: bool,
        would_hide: bool,
    }
    impl Drop for Restore {
        fn drop(&mut self) {
            HIDES.set(self.hides);
            WOULD_HIDE.set(self.would_hide);
        }
    }
    let _restore = Restore {
        hides: HIDES.replace(hides),
        would_hide: WOULD_HIDE.replace(false),
    };
    let outcome = read();
    (outcome, WOULD_HIDE.get())
}
