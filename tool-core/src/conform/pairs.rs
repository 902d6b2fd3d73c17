//! Undeclared keys of an object that probably are properties that it lacks.

use super::object::Walk;
use super::{Conform, is_of};
use crate::issue::{Path, are_opposites, nearness};
use crate::limits::Limits;
use crate::plan::{Additional, Plan, Property, Seen};
use crate::rules::{is_dropped, is_wrapper, read_text};
use crate::tree::{Entry, Tree};

/// Of more undeclared keys than this, the first are looked at: to compare names costs time.
const MOST_KEYS: usize = 32;

/// So many times two names are compared.
const MOST_NAMES: usize = 50_000;

/// So many properties are found inside of undeclared keys.
const MOST_INSIDE: usize = 64;

/// What was sent instead of the required properties that are absent.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// By the number of the property.
    pairs: Vec<(usize, Sent)>,
    /// The property with which the other undeclared keys are told, and those.
    unknown: Option<(usize, Vec<usize>)>,
}

/// Where a property probably was sent, by the index of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// Under that key.
    As(usize),
    /// By its own name, in the object under that key.
    Inside(usize),
}

impl Pairs {
    /// Whether an entry is told with a property.
    pub(super) fn hold(&self, entry: usize) -> bool {
        let mut entries = self.pairs.iter().map(|(_, sent)| match sent {
            Sent::As(index) | Sent::Inside(index) => *index,
        });
        entries.any(|index| index == entry)
    }

    /// Whether a property is told with an undeclared key.
    pub(super) fn explain(&self, property: usize) -> bool {
        self.pairs.iter().any(|(number, _)| *number == property)
    }

    /// Where a property probably was sent.
    pub(super) fn sent_as(&self, property: usize, walk: &Walk<'_, '_>) -> Option<Path> {
        let (_, sent) = self.pairs.iter().find(|(number, _)| *number == property)?;
        let at = &walk.at.path;
        Some(match sent {
            Sent::As(index) => at.key(&walk.entries[*index].key).to_path(),
            Sent::Inside(index) => {
                let outer = at.key(&walk.entries[*index].key);
                outer.key(&walk.plan.properties()[property].name).to_path()
            }
        })
    }

    /// The further keys that are told with a property.
    pub(super) fn unknown(&self, property: usize, walk: &Walk<'_, '_>) -> Vec<String> {
        match &self.unknown {
            Some((number, entries)) if *number == property => entries
                .iter()
                .map(|index| walk.entries[*index].key.to_string())
                .collect(),
            _ => Vec::new(),
        }
    }
}

impl Conform<'_> {
    /// Pairs the required properties that are absent with undeclared keys, the surest first.
    /// `meant` holds the property that each of these keys spells, if it spells one.
    pub(super) fn pairs(
        &self,
        walk: &Walk<'_, '_>,
        strangers: &[usize],
        meant: &[Option<usize>],
    ) -> Pairs {
        let properties = walk.plan.properties();
        let mut spelt = Seen::new(properties.len());
        for number in meant.iter().flatten() {
            spelt.insert(*number);
        }
        let is_absent = |number: &usize| !walk.seen.contains(*number) && !spelt.contains(*number);
        let absent: Vec<usize> = (0..properties.len()).filter(is_absent).collect();
        let is_required = |number: &usize| properties[*number].required;
        if self.is_full(walk.at) || !absent.iter().any(is_required) {
            return Pairs::default();
        }
        let keys = strangers.iter().zip(meant);
        let keys = keys.filter(|(index, meant)| {
            let matching = |key: &str| walk.plan.has_match(key);
            meant.is_none() && !matching(&walk.entries[**index].key)
        });
        let keys = keys.map(|(index, _)| *index).take(MOST_KEYS).collect();
        let mut pairing = Pairing {
            walk,
            plan: self.plan,
            keys,
            absent,
            pairs: Vec::new(),
            optional: Vec::new(),
        };
        pairing.by_content(&self.settings.limits);
        pairing.by_name();
        if !matches!(walk.plan.additional, Additional::Map(_)) {
            pairing.by_type();
        }
        pairing.done()
    }
}

struct Pairing<'w, 't, 'p> {
    walk: &'w Walk<'w, 't>,
    plan: &'p Plan,
    /// The undeclared keys that are left.
    keys: Vec<usize>,
    /// The properties that are left.
    absent: Vec<usize>,
    pairs: Vec<(usize, Sent)>,
    /// The keys that are near to an optional property.
    optional: Vec<usize>,
}

impl<'t> Pairing<'_, 't, '_> {
    fn is_required(&self, property: usize) -> bool {
        self.walk.plan.properties()[property].required
    }

    fn entry(&self, index: usize) -> &Entry<'t> {
        &self.walk.entries[index]
    }

    /// A property by its own name, inside of an undeclared key.
    fn by_content(&mut self, limits: &Limits) {
        let mut found = Seen::new(self.walk.plan.properties().len());
        let mut outer = Vec::new();
        for index in self.keys.clone() {
            for name in names_in(&self.entry(index).value, limits) {
                let named = self.walk.plan.find(name.as_bytes(), 0);
                let Some((number, property)) = named else {
                    continue;
                };
                if self.pairs.len() >= MOST_INSIDE {
                    break;
                }
                // In ascending order.
                let is_absent = self.absent.binary_search(&number).is_ok();
                if property.required && is_absent && !found.contains(number) {
                    found.insert(number);
                    self.pairs.push((number, Sent::Inside(index)));
                    outer.push(index);
                }
            }
        }
        self.absent.retain(|number| !found.contains(*number));
        self.keys
            .retain(|index| outer.binary_search(index).is_err());
    }

    /// A property that a key is near to, the nearest first.
    fn by_name(&mut self) {
        let properties = self.walk.plan.properties();
        let mut near = Vec::new();
        // Each key is held against as many names.
        let names = MOST_NAMES / self.keys.len().max(1);
        for index in &self.keys {
            for number in self.absent.iter().take(names) {
                let rank = nearness(&self.entry(*index).key, &properties[*number].name);
                near.extend(rank.map(|rank| (rank, *index, *number)));
            }
        }
        near.sort_unstable();
        for (_, index, number) in near {
            if self.keys.contains(&index) && self.absent.contains(&number) {
                self.keys.retain(|other| *other != index);
                self.absent.retain(|other| *other != number);
                if self.is_required(number) {
                    self.pairs.push((number, Sent::As(index)));
                } else {
                    self.optional.push(index);
                }
            }
        }
    }

    /// The one property that is left, under the one key that is left.
    fn by_type(&mut self) {
        let required = self.required_left();
        let ([property], [index]) = (required.as_slice(), self.keys.as_slice()) else {
            return;
        };
        let Property { name, child, .. } = &self.walk.plan.properties()[*property];
        let Entry { key, value } = self.entry(*index);
        let is_of_type = is_of(value, self.plan.types(child.node));
        let is_wrapped = is_wrapper(key) && is_json_text(value);
        if is_of_type && !is_dropped(value) && !is_wrapped && !are_opposites(key, name) {
            self.pairs.push((*property, Sent::As(*index)));
            self.absent.retain(|other| other != property);
            self.keys.clear();
        }
    }

    fn required_left(&self) -> Vec<usize> {
        let numbers = self.absent.iter().copied();
        numbers.filter(|number| self.is_required(*number)).collect()
    }

    /// What is told of the keys that are left: in a closed object each is an issue of
    /// its own, and in a map each is right.
    fn done(mut self) -> Pairs {
        let first = self.required_left().first().copied();
        let mut unknown = self.optional;
        if first.is_some() {
            unknown.append(&mut self.keys);
            unknown.sort_unstable();
        }
        unknown.retain(|index| !is_dropped(&self.walk.entries[*index].value));
        let first = first.or_else(|| self.pairs.iter().map(|(number, _)| *number).min());
        let is_open = matches!(self.walk.plan.additional, Additional::Open);
        let first = first.filter(|_| is_open && !unknown.is_empty());
        Pairs {
            pairs: self.pairs,
            unknown: first.map(|number| (number, unknown)),
        }
    }
}

/// Whether a value is text that begins as JSON does: it holds arguments rather than being one.
fn is_json_text(value: &Tree<'_>) -> bool {
    matches!(value, Tree::String(text) if text.trim_start().starts_with(['{', '[']))
}

/// The names of what an object holds, also as text.
fn names_in(value: &Tree<'_>, limits: &Limits) -> Vec<String> {
    let read = match value {
        Tree::String(text) if text.trim_start().starts_with('{') => read_text(text, limits),
        _ => None,
    };
    match read.as_ref().unwrap_or(value) {
        Tree::Object(entries) => entries.iter().map(|entry| entry.key.to_string()).collect(),
        _ => Vec::new(),
    }
}
