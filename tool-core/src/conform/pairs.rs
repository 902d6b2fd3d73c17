//! Pairs undeclared keys of an object with the absent properties that they probably mean.

use std::borrow::Cow;

use super::object_walk::{ObjectWalk, Pairs, SentAs};
use super::{Conform, Site, is_of, may_fit};
use crate::issue::{JsonType, TypeSet, are_opposites, measure_nearness, sort};
use crate::limits::COMPARED_KEYS;
use crate::limits::Limits;
use crate::plan::{Additional, Plan, Property, PropertySet};
use crate::rules::{is_dropped, is_wrapper, read_text};
use crate::tree::{Entry, Tree};

/// Maximum number of comparisons of two names.
const MAX_NAMES: usize = 50_000;

/// Maximum number of properties to find inside the values of undeclared keys.
const MAX_INSIDE: usize = 64;

impl Conform<'_> {
    /// Pairs absent required properties with undeclared keys, the most certain pairs first. `meant`
    /// contains the property that each of these keys spells, if any.
    pub(super) fn pair_keys(
        &mut self,
        walk: &ObjectWalk<'_, '_>,
        strangers: &[usize],
        meant: &[Option<usize>],
    ) -> Pairs {
        let properties = walk.plan.properties();
        let mut spelt = PropertySet::new(properties.len());
        for number in meant.iter().flatten() {
            spelt.insert(*number);
        }
        let is_explained = |number: usize| walk.inner.iter().any(|(_, outer)| *outer == number);
        let is_absent = |number: &usize| {
            !walk.seen.contains(*number) && !spelt.contains(*number) && !is_explained(*number)
        };
        let absent: Vec<usize> = (0..properties.len()).filter(is_absent).collect();
        let is_required = |number: &usize| properties[*number].required;
        if self.is_full(walk.at) || !absent.iter().any(is_required) {
            return Pairs::default();
        }
        let keys = strangers.iter().zip(meant);
        let keys = keys.filter(|(index, meant)| {
            let matching = |key: &str| walk.plan.has_match(key);
            let is_inner = walk.inner.iter().any(|(inner, _)| inner == *index);
            meant.is_none() && !is_inner && !matching(&walk.entries[**index].key)
        });
        let keys = keys.map(|(index, _)| *index).take(COMPARED_KEYS).collect();
        let mut pairing = Pairing {
            walk,
            plan: self.plan,
            keys,
            absent,
            pairs: Vec::new(),
            optional: Vec::new(),
        };
        pairing.pair_by_content(self);
        pairing.pair_by_name();
        if !matches!(walk.plan.additional, Additional::Map(_)) {
            pairing.pair_by_type();
        }
        pairing.finish()
    }
}

struct Pairing<'w, 't, 'p> {
    walk: &'w ObjectWalk<'w, 't>,
    plan: &'p Plan,
    /// Unpaired undeclared keys.
    keys: Vec<usize>,
    /// Unpaired absent properties.
    absent: Vec<usize>,
    pairs: Vec<(usize, SentAs)>,
    /// Keys with a name similar to an optional property.
    optional: Vec<usize>,
}

impl<'t> Pairing<'_, 't, '_> {
    fn is_required(&self, property: usize) -> bool {
        self.walk.plan.properties()[property].required
    }

    fn entry(&self, index: usize) -> &Entry<'t> {
        &self.walk.entries[index]
    }

    fn pair_by_content(&mut self, conform: &mut Conform<'_>) {
        let walk = self.walk;
        let mut found = PropertySet::new(walk.plan.properties().len());
        let mut outer = Vec::new();
        for index in self.keys.clone() {
            if self.is_misspelt(index) {
                continue;
            }
            let content = read_content(&walk.entries[index].value, &conform.settings.limits);
            let Tree::Object(inner) = &*content else {
                continue;
            };
            for entry in inner {
                let named = walk.plan.find(entry.key.as_bytes(), 0);
                let Some((number, property)) = named else {
                    continue;
                };
                if self.pairs.len() >= MAX_INSIDE {
                    break;
                }
                // `absent` is in ascending order.
                let is_absent = self.absent.binary_search(&number).is_ok();
                if property.required
                    && is_absent
                    && !found.contains(number)
                    && self.is_inside(conform, property, (index, &content, entry))
                {
                    found.insert(number);
                    self.pairs.push((number, SentAs::Inside(index)));
                    outer.push(index);
                }
            }
        }
        self.absent.retain(|number| !found.contains(*number));
        self.keys
            .retain(|index| outer.binary_search(index).is_err());
    }

    /// Returns whether a value inside an undeclared key is the value of an absent property. If the
    /// property declares such a key itself, the whole content may be its value.
    fn is_inside(
        &self,
        conform: &mut Conform<'_>,
        property: &Property,
        (index, content, inner): (usize, &Tree<'_>, &Entry<'_>),
    ) -> bool {
        let child = property.child;
        let outer = self.walk.at.entry(&self.entry(index).key, index);
        let mut passes = |value: &Tree<'_>, at: &Site<'_>| {
            // The content may be decoded from text, so the call may lack it.
            let at = conform.new_site(at, at.mode);
            let trial = conform.try_branch(value, child, TypeSet::EMPTY, &at);
            trial.found.counts() == 0
        };
        may_fit(&inner.value, self.plan.types(child.node))
            && (!self.plan.names_property(child.node, &inner.key)
                // Trials inside trials would take exponential time.
                || !self.walk.at.mode.in_trial
                    && !passes(content, &outer) && passes(&inner.value, &outer.entry(&inner.key, 0)))
    }

    /// Returns whether a key is similar to an absent property that takes its value.
    fn is_misspelt(&self, index: usize) -> bool {
        let Entry { key, value } = self.entry(index);
        let mut absent = self.absent.iter().take(MAX_INSIDE);
        absent.any(|number| {
            let Property { name, child, .. } = &self.walk.plan.properties()[*number];
            measure_nearness(key, name).is_some() && is_of(value, self.plan.types(child.node))
        })
    }

    /// Pairs keys with properties of similar names, the most similar first.
    fn pair_by_name(&mut self) {
        let properties = self.walk.plan.properties();
        let mut near = Vec::new();
        // Each key is compared with the same number of names.
        let names = MAX_NAMES / self.keys.len().max(1);
        for index in &self.keys {
            for number in self.absent.iter().take(names) {
                let child = self.walk.plan.properties()[*number].child;
                if is_scalar_for_object(&self.entry(*index).value, self.plan.types(child.node)) {
                    continue;
                }
                let rank = measure_nearness(&self.entry(*index).key, &properties[*number].name);
                near.extend(rank.map(|rank| (rank, *index, *number)));
            }
        }
        sort(&mut near, Ord::cmp);
        for (rank, index, number) in &near {
            let (index, number) = (*index, *number);
            // A name that is as near to another absent property says nothing.
            let is_tied = near.iter().any(|(other_rank, other_index, other)| {
                other_rank == rank
                    && *other_index == index
                    && *other != number
                    && self.absent.contains(other)
            });
            if is_tied {
                continue;
            }
            if self.keys.contains(&index) && self.absent.contains(&number) {
                self.keys.retain(|other| *other != index);
                self.absent.retain(|other| *other != number);
                if self.is_required(number) {
                    self.pairs.push((number, SentAs::Key(index)));
                } else {
                    self.optional.push(index);
                }
            }
        }
    }

    fn pair_by_type(&mut self) {
        let required = self.list_required_left();
        let ([property], [index]) = (required.as_slice(), self.keys.as_slice()) else {
            return;
        };
        let Property { name, child, .. } = &self.walk.plan.properties()[*property];
        let Entry { key, value } = self.entry(*index);
        let is_of_type = is_of(value, self.plan.types(child.node));
        let is_wrapped = is_wrapper(key) && is_json_text(value);
        if is_of_type && !is_dropped(value) && !is_wrapped && !are_opposites(key, name) {
            self.pairs.push((*property, SentAs::Key(*index)));
            self.absent.retain(|other| other != property);
            self.keys.clear();
        }
    }

    fn list_required_left(&self) -> Vec<usize> {
        let numbers = self.absent.iter().copied();
        numbers.filter(|number| self.is_required(*number)).collect()
    }

    /// Collects the unpaired keys, which the issue of a missing property lists. Applies only to an
    /// open object. In a closed object each key has a separate issue, and in a map each key is
    /// valid.
    fn finish(mut self) -> Pairs {
        let first = self.list_required_left().first().copied();
        let mut unknown = self.optional;
        if first.is_some() {
            unknown.append(&mut self.keys);
            sort(&mut unknown, Ord::cmp);
        }
        unknown.retain(|index| !is_dropped(&self.walk.entries[*index].value));
        let first = first.or_else(|| self.pairs.iter().map(|(number, _)| *number).min());
        let is_open = self.walk.plan.is_open();
        let first = first.filter(|_| is_open && !unknown.is_empty());
        Pairs {
            pairs: self.pairs,
            unknown: first.map(|number| (number, unknown)),
        }
    }
}

/// Returns whether a scalar was sent, and only an object is wanted. No change of the value makes it
/// the object, so its key is another one.
fn is_scalar_for_object(value: &Tree<'_>, types: TypeSet) -> bool {
    types.without(TypeSet::NULL) == TypeSet::of(JsonType::Object)
        && matches!(value, Tree::Number(_) | Tree::Bool(_))
}

/// Returns whether a value is text that begins like JSON. Such text contains arguments, and is not
/// a single argument.
fn is_json_text(value: &Tree<'_>) -> bool {
    matches!(value, Tree::String(text) if text.trim_start().starts_with(['{', '[']))
}

/// Returns the object in a text. Returns other values unchanged.
pub(super) fn read_content<'v, 't>(value: &'v Tree<'t>, limits: &Limits) -> Cow<'v, Tree<'t>> {
    let read = match value {
        Tree::String(text) if text.trim_start().starts_with('{') => read_text(text, limits),
        _ => None,
    };
    read.map_or(Cow::Borrowed(value), Cow::Owned)
}

pub(super) fn read_names(value: &Tree<'_>, limits: &Limits) -> Vec<String> {
    match &*read_content(value, limits) {
        Tree::Object(entries) => entries.iter().map(|entry| entry.key.to_string()).collect(),
        _ => Vec::new(),
    }
}
