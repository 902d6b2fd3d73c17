//! Tracks the sibling types of a flattened type: the other types that are flattened into the same
//! struct, or into an enclosing one.
//!
//! Serde passes the properties of all sibling fields to a flattened field, without their owners.
//! Therefore the reader of a flattened field announces the sibling types (`Others`) to the type
//! that is read next. A type with flattened fields takes them, and keeps them until it is read. The
//! value of a property is a separate object without siblings.

use std::cell::Cell;
use std::rc::Rc;

use super::reading::{AdditionalCheck, Others, ReadContext, UnreadProperties};
use crate::plan::CompiledForms;
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

impl UnreadProperties {
    pub(super) fn count(&self) -> (usize, usize) {
        (self.by_maps.len(), self.by_enums.len())
    }

    /// Removes the properties that were added since they were counted.
    pub(super) fn split_off(&mut self, (by_maps, by_enums): (usize, usize)) -> Self {
        Self {
            by_maps: self.by_maps.split_off(by_maps),
            by_enums: self.by_enums.split_off(by_enums),
        }
    }

    pub(super) fn append(&mut self, others: Self) {
        self.by_maps.extend(others.by_maps);
        self.by_enums.extend(others.by_enums);
    }

    /// Returns a property that no field has read, and the name that was read instead.
    fn find_lost(&self) -> Option<(String, String)> {
        let mut names = self.by_enums.iter();
        let lost = names.find(|(name, _)| self.by_maps.contains(name));
        lost.cloned()
    }
}

impl Others {
    /// Returns the sibling types of `T`: the types of `B`, and the sibling types of the type that
    /// has these fields.
    pub(super) fn of<T, B: Beside>(reading: Rc<ReadContext>) -> Rc<Self> {
        let further_out = reading.siblings.borrow().taken.clone();
        Rc::new(Self {
            of: std::any::type_name::<T>(),
            any: B::any,
            further_out,
            is_hidden: Cell::new(false),
            reading,
        })
    }

    /// Returns the sibling types of the current type.
    pub(super) fn taken() -> Option<Rc<Self>> {
        ReadContext::current()?.siblings.borrow().taken.clone()
    }

    /// Returns whether the properties of the types are known, and the type has not taken its
    /// sibling types. Such a type has no flattened fields and is not an untagged enum.
    pub(super) fn are_waiting(&self) -> bool {
        self.are_some() && self.reading.siblings.borrow().next.is_some()
    }

    /// Returns whether there are sibling types.
    pub(super) fn are_some(&self) -> bool {
        (self.any)(&|_| true) || self.further_out.is_some()
    }

    /// Returns whether a property belongs to a sibling type and not to the flattened type itself.
    pub(super) fn contains(&self, key: &str) -> bool {
        self.types().is_some_and(|types| {
            !types.has_property(self.of, key)
                && ((self.any)(&|other| types.has_property(other, key))
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
        self.reading.note_without(self.without_map(&hidden));
        Some(shown)
    }

    /// Returns the keys of the properties that no sibling type accepts as additional properties.
    pub(super) fn without_map(&self, entries: &[Entry<'_>]) -> Vec<String> {
        let entries = entries.iter().filter(|entry| !self.hold(&entry.value));
        entries.map(|entry| entry.key.to_string()).collect()
    }

    /// Records the properties of the other variants of the flattened type, a tagged enum.
    pub(super) fn note_tag(&self, tag: &str) {
        if let Some(types) = self.types() {
            let names = types.names_of_other_variants(self.of, tag);
            self.reading.note_unread(names.into_iter(), tag);
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

    /// Returns whether the flattened type itself has a property.
    fn has(&self, key: &str) -> bool {
        self.types()
            .is_some_and(|types| types.has_property(self.of, key))
    }

    /// Returns whether the flattened type itself has a property, and no required sibling type does.
    pub(super) fn leave_alone(&self, key: &str) -> bool {
        self.has(key) && !self.need(key)
    }

    /// Returns whether a required sibling type has a property. Returns `false` if a sibling type
    /// has additional properties, because that type could hold the property instead.
    pub(super) fn need(&self, key: &str) -> bool {
        self.types().is_some_and(|types| {
            self.has_any_other(&|of| types.requires_property(of, key))
                && !self.has_any_other(&|of| types.has_additional(of))
        })
    }

    /// Returns the properties that the flattened type shares with a required sibling type.
    pub(super) fn select_needed(&self, keys: &[String]) -> Vec<String> {
        let is_shared = |key: &&String| self.has(key) && self.need(key);
        keys.iter().filter(is_shared).cloned().collect()
    }

    /// Returns whether the properties of the types are known.
    pub(super) fn are_known(&self) -> bool {
        self.types().is_some()
    }

    /// Records the properties of the variants that were not selected.
    pub(super) fn note_unread<N: AsRef<str>>(&self, names: impl Iterator<Item = N>, read: &str) {
        self.reading.note_unread(names, read);
    }

    fn types(&self) -> Option<&CompiledForms> {
        self.reading.types()
    }

    fn has_any_other(&self, holds: &dyn Fn(&str) -> bool) -> bool {
        (self.any)(&|of| holds(of))
            || self
                .further_out()
                .is_some_and(|others| others.has_any_other(holds))
    }

    fn additional(&self, of: &str, value: &Tree<'_>) -> AdditionalCheck {
        self.reading.additional(of, value)
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

impl ReadContext {
    /// Records properties that are missing from a map.
    pub(super) fn note_without(&self, keys: Vec<String>) {
        self.siblings.borrow_mut().unread.by_maps.extend(keys);
    }

    /// Records the properties of the other variants of an enum. `read` is the name of the selected
    /// variant, or of one of its properties.
    pub(super) fn note_unread<N: AsRef<str>>(&self, names: impl Iterator<Item = N>, read: &str) {
        let names = names.map(|name| (name.as_ref().to_owned(), read.to_owned()));
        self.siblings.borrow_mut().unread.by_enums.extend(names);
    }

    /// Returns a property that no field has read, and the name that was read instead.
    pub(super) fn find_lost(&self) -> Option<(String, String)> {
        self.siblings.borrow().unread.find_lost()
    }
}

/// Runs `read`, which reads a type with these sibling types.
pub(super) fn read_with_others<T>(others: Option<Rc<Others>>, read: impl FnOnce() -> T) -> T {
    let Some(others) = others.filter(|others| others.are_known()) else {
        return read();
    };
    let reading = Rc::clone(&others.reading);
    reading.siblings.borrow_mut().next = Some(others);
    let outcome = read();
    reading.siblings.borrow_mut().next = None;
    outcome
}

/// Removes the properties of sibling types that a map cannot hold. Returns `None` if it removes
/// none.
pub(super) fn hide_from_map<'t>(entries: &[Entry<'t>]) -> Option<Vec<Entry<'t>>> {
    let reading = ReadContext::current()?;
    let others = reading.siblings.borrow().next.clone()?;
    let shown = others.hide(entries)?;
    reading.has_hidden.set(true);
    Some(shown)
}

/// Runs `read`, which reads a type whose fields or variants need the sibling types.
pub fn take_others<T>(read: impl FnOnce() -> T) -> T {
    let Some(reading) = ReadContext::current() else {
        return read();
    };
    let next = reading.siblings.borrow_mut().next.take();
    if next.is_none() {
        return reading.leave_siblings(read);
    }
    let outer = std::mem::replace(&mut reading.siblings.borrow_mut().taken, next);
    let outcome = read();
    reading.siblings.borrow_mut().taken = outer;
    outcome
}

/// Runs `read`, which reads an object without sibling types: the value of a property, or the
/// content of an externally or adjacently tagged enum.
pub fn leave_others<T>(read: impl FnOnce() -> T) -> T {
    match ReadContext::current() {
        Some(reading) => reading.leave_siblings(read),
        None => read(),
    }
}

impl ReadContext {
    fn leave_siblings<T>(&self, read: impl FnOnce() -> T) -> T {
        let outer = self.siblings.take();
        let outcome = read();
        self.siblings.replace(outer);
        outcome
    }
}
