//! Tracks the sibling types of a flattened type: the other types that are flattened into the same
//! struct, or into an enclosing one.
//!
//! Serde passes the properties of all sibling fields to a flattened field, without their owners.
//! Therefore the reader of a flattened field announces the sibling types (`Others`) to the type
//! that is read next (`NEXT`). A type with flattened fields takes them (`TAKEN`), and keeps them
//! until it is read. The value of a property is a separate object without siblings, and both
//! variables are empty while it is read.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use super::reading::{AdditionalCheck, ReadContext};
use crate::tree::{Entry, Tree};

/// The sibling types of a flattened field, as a list: `(A, (B, ()))`.
pub trait Beside {
    /// Returns whether `holds` is true for the name of one of the types.
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

/// The sibling types of a flattened type, and their properties.
pub(super) struct Others {
    reading: Option<Rc<ReadContext>>,
    of: &'static str,
    any: fn(&dyn Fn(&'static str) -> bool) -> bool,
    /// The sibling types of the enclosing flattened type.
    further_out: Option<Rc<Self>>,
    is_hidden: Cell<bool>,
}

thread_local! {
    /// The sibling types of the type that is read next.
    static NEXT: RefCell<Option<Rc<Others>>> = const { RefCell::new(None) };

    /// The sibling types of the current type.
    static TAKEN: RefCell<Option<Rc<Others>>> = const { RefCell::new(None) };

    /// `true` if properties are hidden from maps.
    static HIDES: Cell<bool> = const { Cell::new(true) };

    /// The unread properties of the current object.
    static UNREAD: RefCell<Option<Box<Unread>>> = const { RefCell::new(None) };

    /// `true` if a value could be read only with hidden properties.
    static WOULD_HIDE: Cell<bool> = const { Cell::new(false) };
}

/// Properties that a flattened field of an object did not read. A property that no field reads is
/// lost. Boxed, because each object replaces the usually absent properties of the enclosing object.
#[derive(Default)]
struct Unread {
    /// The properties that are missing from a map.
    by_maps: Vec<String>,
    /// The properties of the other variants of an enum. Each one has the property that selected the
    /// variant.
    by_enums: Vec<(String, String)>,
}

impl Others {
    /// Returns the sibling types of `T`: the types of `B`, and the sibling types of the type that
    /// has these fields.
    pub(super) fn of<T, B: Beside>() -> Rc<Self> {
        Rc::new(Self {
            reading: ReadContext::current(),
            of: std::any::type_name::<T>(),
            any: B::any,
            further_out: Self::taken(),
            is_hidden: Cell::new(false),
        })
    }

    /// Returns `None` outside a call, because the properties of types are unknown there.
    pub(super) fn if_known(self: &Rc<Self>) -> Option<Rc<Self>> {
        self.reading.is_some().then(|| Rc::clone(self))
    }

    /// Returns the sibling types of the current type.
    pub(super) fn taken() -> Option<Rc<Self>> {
        TAKEN.with_borrow(Clone::clone)
    }

    /// Returns whether there are sibling types.
    pub(super) fn are_some(&self) -> bool {
        (self.any)(&|_| true) || self.further_out.is_some()
    }

    /// Returns whether a property belongs to a sibling type and not to the flattened type itself.
    pub(super) fn contains(&self, key: &str) -> bool {
        self.reading.as_ref().is_some_and(|reading| {
            !reading.has_property(self.of, key)
                && ((self.any)(&|other| reading.has_property(other, key))
                    || self
                        .further_out()
                        .is_some_and(|others| others.contains(key)))
        })
    }

    /// Removes the properties of sibling types that the flattened map cannot hold. Returns `None`
    /// if it removes none. Serde passes all properties to a flattened map.
    pub(super) fn hide<'t>(&self, entries: &[Entry<'t>]) -> Option<Vec<Entry<'t>>> {
        let is_shown = |entry: &Entry<'_>| !self.contains(&entry.key) || self.takes(&entry.value);
        let (shown, hidden): (Vec<_>, Vec<_>) = entries.iter().cloned().partition(is_shown);
        if hidden.is_empty() {
            return None;
        }
        note_without(self.without_map(&hidden));
        Some(shown)
    }

    /// Returns the keys of the properties that no sibling type accepts as additional properties.
    pub(super) fn without_map(&self, entries: &[Entry<'_>]) -> Vec<String> {
        let entries = entries.iter().filter(|entry| !self.hold(&entry.value));
        entries.map(|entry| entry.key.to_string()).collect()
    }

    /// Records the properties of the other variants of the flattened type, a tagged enum.
    pub(super) fn note_tag(&self, tag: &str) {
        if let Some(reading) = &self.reading {
            let names = reading.names_of_other_variants(self.of, tag);
            note_unread(names.into_iter(), tag);
        }
    }

    fn takes(&self, value: &Tree<'_>) -> bool {
        self.additional(self.of, value) != AdditionalCheck::Refused
    }

    /// Returns whether the flattened type can have an additional property with this value, and no
    /// sibling type can.
    pub(super) fn leave_to_type(&self, value: &Tree<'_>) -> bool {
        self.additional(self.of, value) != AdditionalCheck::None && !self.hold(value)
    }

    /// Returns whether a sibling type can have an additional property with this value.
    pub(super) fn hold(&self, value: &Tree<'_>) -> bool {
        self.has_any_other(&|of| {
            let additional = self.additional(of, value);
            matches!(additional, AdditionalCheck::Any | AdditionalCheck::Taken)
        })
    }

    /// Returns whether the flattened type itself has a property, and no required sibling type does.
    pub(super) fn leave_alone(&self, key: &str) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| reading.has_property(self.of, key)) && !self.need(key)
    }

    /// Returns whether a required sibling type has a property. Returns `false` if a sibling type
    /// has additional properties, because that type could hold the property instead.
    pub(super) fn need(&self, key: &str) -> bool {
        self.reading.as_ref().is_some_and(|reading| {
            self.has_any_other(&|of| reading.requires_property(of, key))
                && !self.has_any_other(&|of| reading.has_additional(of))
        })
    }

    /// Returns the properties that the flattened type shares with a required sibling type.
    pub(super) fn select_needed(&self, keys: &[String]) -> Vec<String> {
        let reading = self.reading.as_ref();
        let is_shared = |key: &&String| {
            reading.is_some_and(|reading| reading.has_property(self.of, key)) && self.need(key)
        };
        keys.iter().filter(is_shared).cloned().collect()
    }

    fn has_any_other(&self, holds: &dyn Fn(&str) -> bool) -> bool {
        (self.any)(&|of| holds(of))
            || self
                .further_out()
                .is_some_and(|others| others.has_any_other(holds))
    }

    fn additional(&self, of: &str, value: &Tree<'_>) -> AdditionalCheck {
        let reading = self.reading.as_ref();
        reading.map_or(AdditionalCheck::None, |reading| {
            reading.additional(of, value)
        })
    }

    /// Returns whether properties were hidden from a field of the type, or of a nested type.
    pub(super) fn hid_some(&self) -> bool {
        self.is_hidden.get()
    }

    /// Records in the enclosing type that properties were hidden from this type.
    pub(super) fn tell_hidden(&self) {
        if let Some(others) = self.further_out() {
            others.is_hidden.set(true);
        }
    }

    fn further_out(&self) -> Option<&Self> {
        self.further_out.as_deref()
    }
}

/// Records properties that are missing from a map.
pub(super) fn note_without(keys: Vec<String>) {
    if !keys.is_empty() {
        UNREAD.with_borrow_mut(|unread| unread.get_or_insert_default().by_maps.extend(keys));
    }
}

/// Records the properties of the other variants of an enum. `read` is the name of the selected
/// variant, or of one of its properties.
pub(super) fn note_unread<N: AsRef<str>>(names: impl Iterator<Item = N>, read: &str) {
    UNREAD.with_borrow_mut(|unread| {
        for name in names {
            let names = (name.as_ref().to_owned(), read.to_owned());
            unread.get_or_insert_default().by_enums.push(names);
        }
    });
}

/// Returns a property that no field has read, and the name that was read instead.
pub(super) fn find_lost() -> Option<(String, String)> {
    UNREAD.with_borrow(|unread| {
        let unread = unread.as_ref()?;
        let mut names = unread.by_enums.iter();
        names
            .find(|(name, _)| unread.by_maps.contains(name))
            .cloned()
    })
}

/// The number of recorded unread properties of the object.
#[derive(Clone, Copy)]
pub(super) struct UnreadSoFar {
    by_maps: usize,
    by_enums: usize,
}

impl UnreadSoFar {
    pub(super) fn count() -> Self {
        UNREAD.with_borrow(|unread| Self {
            by_maps: unread.as_ref().map_or(0, |unread| unread.by_maps.len()),
            by_enums: unread.as_ref().map_or(0, |unread| unread.by_enums.len()),
        })
    }

    /// Removes the properties that were recorded since then.
    pub(super) fn restore(self) {
        UNREAD.with_borrow_mut(|unread| {
            if let Some(unread) = unread {
                unread.by_maps.truncate(self.by_maps);
                unread.by_enums.truncate(self.by_enums);
            }
        });
    }
}

/// Runs `read`, which reads a type with these sibling types.
pub(super) fn read_with_others<T>(others: Option<Rc<Others>>, read: impl FnOnce() -> T) -> T {
    /// Clears `NEXT`, also if `read` panics.
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

/// Returns whether the current type has not taken its sibling types. Such a type has no flattened
/// fields and is not an untagged enum.
pub(super) fn are_waiting() -> bool {
    NEXT.with_borrow(Option::is_some)
}

/// Removes the properties of sibling types that a map cannot hold. Returns `None` if it removes
/// none.
pub(super) fn hide_from_map<'t>(entries: &[Entry<'t>]) -> Option<Vec<Entry<'t>>> {
    let others = NEXT.with_borrow(Clone::clone)?;
    let shown = others.hide(entries)?;
    if !hides() {
        note_would_hide();
    }
    Some(shown)
}

/// Runs `read`, which reads a type whose fields or variants need the sibling types.
pub fn take_others<T>(read: impl FnOnce() -> T) -> T {
    let next = NEXT.take();
    with_taken(next, read)
}

/// Runs `read`, which reads an object without sibling types: the value of a property, or the
/// content of an externally or adjacently tagged enum.
pub fn leave_others<T>(read: impl FnOnce() -> T) -> T {
    NEXT.take();
    with_taken(None, read)
}

fn with_taken<T>(others: Option<Rc<Others>>, read: impl FnOnce() -> T) -> T {
    /// Restores the state of the enclosing type, also if `read` panics.
    struct Restore {
        taken: Option<Rc<Others>>,
        is_another_object: bool,
        /// The properties of the enclosing object.
        unread: Option<Box<Unread>>,
    }
    impl Drop for Restore {
        fn drop(&mut self) {
            TAKEN.replace(self.taken.take());
            if self.is_another_object {
                UNREAD.replace(self.unread.take());
            }
        }
    }
    let is_another_object = others.is_none();
    let _restore = Restore {
        is_another_object,
        unread: if is_another_object {
            UNREAD.take()
        } else {
            None
        },
        taken: TAKEN.replace(others),
    };
    read()
}

/// Returns whether the current type has sibling types.
#[must_use]
pub fn has_others() -> bool {
    TAKEN.with_borrow(Option::is_some)
}

/// Returns whether the properties of other types are hidden from maps.
pub(super) fn hides() -> bool {
    HIDES.get()
}

/// Records that a value could be read only with hidden properties.
pub(super) fn note_would_hide() {
    WOULD_HIDE.set(true);
}

/// Runs `read` with properties hidden from maps, or visible to them as in serde. Returns its
/// outcome, and whether a value could be read only with hidden properties.
pub(super) fn read_while_hiding<T>(hides: bool, read: impl FnOnce() -> T) -> (T, bool) {
    /// Restores both settings of the enclosing type, also if `read` panics.
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
