use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::Value;

use crate::tree::compare_numbers;

/// The properties of an object in a union that help to decide if two branches exclude each other.
#[derive(Debug, Default)]
pub(crate) struct ObjectTraits<'s> {
    /// The required properties with a fixed set of members, each with its members.
    pub(crate) tags: Vec<(&'s str, Vec<&'s Value>)>,
    pub(crate) required: Vec<&'s str>,
    /// The names of the properties, if the branch accepts no others.
    pub(crate) closed_names: Option<HashSet<&'s str>>,
}

impl ObjectTraits<'_> {
    /// Returns whether both require a property whose members differ.
    pub(crate) fn has_other_tag(&self, other: &Self) -> bool {
        self.tags.iter().any(|(name, ours)| {
            let theirs = other.tags.iter().find(|(other, _)| other == name);
            theirs.is_some_and(|(_, theirs)| are_disjoint(ours, theirs))
        })
    }

    /// Returns whether `other` requires a property that this closed branch does not accept.
    pub(crate) fn lacks_required_of(&self, other: &Self) -> bool {
        let names = self.closed_names.as_ref();
        names.is_some_and(|names| other.required.iter().any(|name| !names.contains(name)))
    }
}

/// Returns whether no value is in both lists.
pub(crate) fn are_disjoint(ours: &[&Value], theirs: &[&Value]) -> bool {
    !ours.iter().any(|one| {
        let is_same =
            |other: &&&Value| one == *other || compare_numbers(one, other) == Some(Ordering::Equal);
        theirs.iter().any(|other| is_same(&other))
    })
}
