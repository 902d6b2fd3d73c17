//! What stands beside a flattened type: the other flattened fields, and those further out.
//!
//! Serde shows a flattened field the properties of the fields beside it, and says no more. So a
//! flattened field leaves a note for the type that is read next. A type that has flattened fields
//! itself takes the note, and has it until it is read. Whoever reads the value of a property
//! removes the note, since nothing stands beside the properties of that value.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use crate::tape::Tape;
use crate::tape::forms::{TellForms, teller};
use crate::tree::Tree;

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

    /// The note that the type took which is read now.
    static TAKEN: RefCell<Option<Rc<Others>>> = const { RefCell::new(None) };

    /// Whether properties are hidden from maps.
    static HIDES: Cell<bool> = const { Cell::new(true) };

    /// Whether a property would have been hidden, if that were so.
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

    /// What stands beside the type that is read now.
    pub(super) fn taken() -> Option<Rc<Self>> {
        TAKEN.with_borrow(Clone::clone)
    }

    /// Whether a property is one of theirs, and none of the type.
    pub(super) fn have(&self, key: &str) -> bool {
        self.tells.as_ref().is_some_and(|tells| {
            !tells.has_property(self.of, key)
                && ((self.any)(&|other| tells.has_property(other, key))
                    || self.further_out().is_some_and(|others| others.have(key)))
        })
    }

    /// Hides a property of theirs from the type, if it cannot be one of a map of it. Serde shows
    /// all properties to a flattened map. Returns whether it is hidden.
    pub(super) fn hide(&self, key: &str, value: &Tree<'_>) -> bool {
        let is_hidden = self.tells.as_ref().is_some_and(|tells| {
            let value = Tape::of(value);
            value.is_ok_and(|value| !tells.takes_further(self.of, value.root()))
        });
        if is_hidden && !hides() {
            WOULD_HIDE.set(true);
            return false;
        }
        if is_hidden {
            self.note_hidden(key);
        }
        is_hidden
    }

    fn note_hidden(&self, key: &str) {
        self.is_hidden.set(true);
        if let Some(others) = self.further_out().filter(|others| others.have(key)) {
            others.note_hidden(key);
        }
    }

    /// Whether a property was hidden from the type, or from what it is flattened into.
    pub(super) fn hid_one(&self) -> bool {
        self.is_hidden.get() || self.further_out().is_some_and(Self::hid_one)
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

/// Removes the note, since a value of another object is read next.
pub(super) fn forget_others() {
    NEXT.take();
}

/// Runs `read`, which reads a type whose fields or variants know what stands beside it.
pub fn take_others<T>(read: impl FnOnce() -> T) -> T {
    let next = NEXT.take();
    with_taken(next, read)
}

/// Runs `read`, which reads a type whose fields are those of another object: the content of an
/// externally or adjacently tagged enum.
pub fn leave_others<T>(read: impl FnOnce() -> T) -> T {
    forget_others();
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

/// Runs `read` while properties are hidden from maps or, as in serde, are not. Returns its outcome,
/// and whether a property was not hidden that would have been.
pub(super) fn while_hiding<T>(hides: bool, read: impl FnOnce() -> T) -> (T, bool) {
    /// Who reads what is around sees what was seen inside, also when `read` panics.
    struct Restore {
        hides: bool,
        would_hide: bool,
    }
    impl Drop for Restore {
        fn drop(&mut self) {
            HIDES.set(self.hides);
            WOULD_HIDE.set(self.would_hide || WOULD_HIDE.get());
        }
    }
    let _restore = Restore {
        hides: HIDES.replace(hides),
        would_hide: WOULD_HIDE.replace(false),
    };
    let outcome = read();
    (outcome, WOULD_HIDE.get())
}
