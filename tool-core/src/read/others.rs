//! The types that are flattened beside a flattened type, in the same struct or in one around it.
//!
//! Serde gives a flattened field the properties of all fields beside it, and does not say whose they
//! are. So the reader of a flattened field names the types beside it (`Others`) to the type that is
//! read next (`NEXT`). A type that has flattened fields of its own takes that (`TAKEN`) and keeps it
//! until it is read. The value of a property is an object of its own: no types stand beside it, and
//! both are empty while it is read.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::reading::{Additional, Reading};
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

/// The types that are flattened beside a type, and their properties.
pub(super) struct Others {
    reading: Option<Rc<Reading>>,
    of: &'static str,
    any: fn(&dyn Fn(&'static str) -> bool) -> bool,
    /// Those beside the type that the type is flattened into.
    further_out: Option<Rc<Self>>,
    is_hidden: Cell<bool>,
}

thread_local! {
    /// For the type that is read next.
    static NEXT: RefCell<Option<Rc<Others>>> = const { RefCell::new(None) };

    /// Of the type that is read now.
    static TAKEN: RefCell<Option<Rc<Others>>> = const { RefCell::new(None) };

    /// Whether properties are hidden from maps.
    static HIDES: Cell<bool> = const { Cell::new(true) };

    /// Of the object that is read now.
    static UNREAD: RefCell<Unread> = const { RefCell::new(Unread::NONE) };

    /// Whether a value could be read only if properties were hidden.
    static WOULD_HIDE: Cell<bool> = const { Cell::new(false) };
}

/// The properties of an object with flattened fields that one of the fields did not read. A
/// property that no field has read is lost.
struct Unread {
    /// Those that a map does not have.
    by_maps: Vec<String>,
    /// Those of the variants that an enum was not read as, each with a property that it was read by.
    by_enums: Vec<(String, String)>,
}

impl Unread {
    const NONE: Self = Self {
        by_maps: Vec::new(),
        by_enums: Vec::new(),
    };
}

impl Others {
    /// The types of `B`, which are flattened beside `T`, and those beside the type that has these
    /// fields.
    pub(super) fn of<T, B: Beside>() -> Rc<Self> {
        Rc::new(Self {
            reading: Reading::current(),
            of: std::any::type_name::<T>(),
            any: B::any,
            further_out: Self::taken(),
            is_hidden: Cell::new(false),
        })
    }

    /// `None` if no call is read, because then nothing knows the properties of a type.
    pub(super) fn if_known(self: &Rc<Self>) -> Option<Rc<Self>> {
        self.reading.is_some().then(|| Rc::clone(self))
    }

    /// The types beside the one that is read now.
    pub(super) fn taken() -> Option<Rc<Self>> {
        TAKEN.with_borrow(Clone::clone)
    }

    /// Whether there are such types.
    pub(super) fn are_some(&self) -> bool {
        (self.any)(&|_| true) || self.further_out.is_some()
    }

    /// Whether a property belongs to one of these types and not to the type that they stand beside.
    pub(super) fn have(&self, key: &str) -> bool {
        self.reading.as_ref().is_some_and(|reading| {
            !reading.has_property(self.of, key)
                && ((self.any)(&|other| reading.has_property(other, key))
                    || self.further_out().is_some_and(|others| others.have(key)))
        })
    }

    /// Removes the properties of these types that the map beside them cannot hold. `None` if there
    /// are none. Serde gives all properties to a flattened map.
    pub(super) fn hide<'t>(&self, entries: &[Entry<'t>]) -> Option<Vec<Entry<'t>>> {
        let is_shown = |entry: &Entry<'_>| !self.have(&entry.key) || self.takes(&entry.value);
        let (shown, hidden): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(is_shown);
        if hidden.is_empty() {
            return None;
        }
        note_without(self.without_map(&hidden));
        Some(shown)
    }

    /// The keys of the properties that none of these types can have as additional ones.
    pub(super) fn without_map(&self, entries: &[Entry<'_>]) -> Vec<String> {
        let entries = entries.iter().filter(|entry| !self.hold(&entry.value));
        entries.map(|entry| entry.key.to_string()).collect()
    }

    /// Records the properties of the variants that a tagged enum, beside which these stand, was not
    /// read as.
    pub(super) fn note_tag(&self, tag: &str) {
        if let Some(reading) = &self.reading {
            let names = reading.names_of_other_variants(self.of, tag);
            note_unread(names.into_iter(), tag);
        }
    }

    fn takes(&self, value: &Tree<'_>) -> bool {
        self.additional(self.of, value) != Additional::Refused
    }

    /// Whether the type that these stand beside can have an additional property, and none of these
    /// can.
    pub(super) fn leave_to_type(&self, value: &Tree<'_>) -> bool {
        self.additional(self.of, value) != Additional::None && !self.hold(value)
    }

    /// Whether one of these types can have an additional property.
    pub(super) fn hold(&self, value: &Tree<'_>) -> bool {
        self.any_other(&|of| {
            let additional = self.additional(of, value);
            matches!(additional, Additional::Any | Additional::Taken)
        })
    }

    /// Whether the flattened type itself has a property, and no required type beside it does.
    pub(super) fn leave_alone(&self, key: &str) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| reading.has_property(self.of, key)) && !self.need(key)
    }

    /// Whether one of these types has a property, and cannot be absent without an error. A map could
    /// have the property instead, so that nothing is known beside one.
    fn need(&self, key: &str) -> bool {
        self.reading.as_ref().is_some_and(|reading| {
            let is_required = |of: &str| !of.contains("Option<") && reading.has_property(of, key);
            self.any_other(&is_required) && !self.any_other(&|of| reading.has_additional(of))
        })
    }

    /// Returns the properties of the flattened type that a required type beside it has as well.
    pub(super) fn needed(&self, keys: &[String]) -> Vec<String> {
        let reading = self.reading.as_ref();
        let is_shared = |key: &&String| {
            reading.is_some_and(|reading| reading.has_property(self.of, key)) && self.need(key)
        };
        keys.iter().filter(is_shared).cloned().collect()
    }

    fn any_other(&self, holds: &dyn Fn(&str) -> bool) -> bool {
        (self.any)(&|of| holds(of))
            || self
                .further_out()
                .is_some_and(|others| others.any_other(holds))
    }

    fn additional(&self, of: &str, value: &Tree<'_>) -> Additional {
        let reading = self.reading.as_ref();
        reading.map_or(Additional::None, |reading| reading.additional(of, value))
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

/// Records properties that a map does not have.
pub(super) fn note_without(keys: Vec<String>) {
    UNREAD.with_borrow_mut(|unread| unread.by_maps.extend(keys));
}

/// Records the properties of the variants that an enum was not read as. `read` is the name of the
/// variant that it was read as, or of one of its properties.
pub(super) fn note_unread<N: AsRef<str>>(names: impl Iterator<Item = N>, read: &str) {
    let names = names.map(|name| (name.as_ref().to_owned(), read.to_owned()));
    UNREAD.with_borrow_mut(|unread| unread.by_enums.extend(names));
}

/// A property that no field has read, and what was read in its place.
pub(super) fn lost() -> Option<(String, String)> {
    UNREAD.with_borrow(|unread| {
        let mut names = unread.by_enums.iter();
        names
            .find(|(name, _)| unread.by_maps.contains(name))
            .cloned()
    })
}

/// How many properties of the object were recorded as not read.
#[derive(Clone, Copy)]
pub(super) struct UnreadSoFar {
    by_maps: usize,
    by_enums: usize,
}

impl UnreadSoFar {
    pub(super) fn count() -> Self {
        UNREAD.with_borrow(|unread| Self {
            by_maps: unread.by_maps.len(),
            by_enums: unread.by_enums.len(),
        })
    }

    /// Removes what was recorded since.
    pub(super) fn restore(self) {
        UNREAD.with_borrow_mut(|unread| {
            unread.by_maps.truncate(self.by_maps);
            unread.by_enums.truncate(self.by_enums);
        });
    }
}

/// Runs `read`, which reads a type that these stand beside.
pub(super) fn beside<T>(others: Option<Rc<Others>>, read: impl FnOnce() -> T) -> T {
    /// Empties `NEXT`, also if `read` panics.
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

/// Whether the type that is read has not taken the types beside it: it has no flattened fields of
/// its own, and is no untagged enum.
pub(super) fn are_waiting() -> bool {
    NEXT.with_borrow(Option::is_some)
}

/// Removes the properties of the types beside a map that the map cannot hold. `None` if there are
/// none.
pub(super) fn hide_from_map<'t>(entries: &[Entry<'t>]) -> Option<Vec<Entry<'t>>> {
    let others = NEXT.with_borrow(Clone::clone)?;
    let shown = others.hide(entries)?;
    if !hides() {
        note_would_hide();
    }
    Some(shown)
}

/// Runs `read`, which reads a type whose fields or variants need the types beside it.
pub fn take_others<T>(read: impl FnOnce() -> T) -> T {
    let next = NEXT.take();
    with_taken(next, read)
}

/// Runs `read`, which reads an object that no types stand beside: the value of a property, or the
/// content of an externally or adjacently tagged enum.
pub fn leave_others<T>(read: impl FnOnce() -> T) -> T {
    NEXT.take();
    with_taken(None, read)
}

fn with_taken<T>(others: Option<Rc<Others>>, read: impl FnOnce() -> T) -> T {
    /// Restores the state of the type around, also if `read` panics.
    struct Restore {
        taken: Option<Rc<Others>>,
        unread: Option<Unread>,
    }
    impl Drop for Restore {
        fn drop(&mut self) {
            TAKEN.replace(self.taken.take());
            if let Some(unread) = self.unread.take() {
                UNREAD.replace(unread);
            }
        }
    }
    let is_another_object = others.is_none();
    let _restore = Restore {
        unread: is_another_object.then(|| UNREAD.replace(Unread::NONE)),
        taken: TAKEN.replace(others),
    };
    read()
}

/// Whether types stand beside the one that is read now.
#[must_use]
pub fn has_others() -> bool {
    TAKEN.with_borrow(Option::is_some)
}

/// Whether the properties of other types are hidden from maps.
pub(super) fn hides() -> bool {
    HIDES.get()
}

/// Records that a value could be read only if properties were hidden.
pub(super) fn note_would_hide() {
    WOULD_HIDE.set(true);
}

/// Runs `read` while properties are hidden from maps, or are not, as in serde. Returns its outcome,
/// and whether a value could be read only if they were hidden.
pub(super) fn while_hiding<T>(hides: bool, read: impl FnOnce() -> T) -> (T, bool) {
    /// Restores both for the type around, also if `read` panics.
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
