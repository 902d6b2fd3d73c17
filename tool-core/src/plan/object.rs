use std::collections::HashMap;

use serde_json::Value;

use super::array::CountRange;
use super::pattern::{Pattern, PatternWork};
use super::styles::Meanings;
use super::{Checked, Child, Condition, NodeId};
use crate::issue::{Alternatives, IssueKind, fold};

/// An object: its declared properties, the schema of its other keys, and its constraints.
#[derive(Debug)]
pub(crate) struct ObjectPlan {
    properties: Vec<Property>,
    /// The lookup tables for an object with many properties. Boxed to keep nodes small, since each
    /// step of a recursion passes one on.
    index: Option<Box<PropertyIndex>>,
    patterns: Vec<(Pattern, Child)>,
    pub(crate) additional: Additional,
    required: PropertySet,
    required_count: usize,
    pub(super) count: CountRange,
    /// `true` if the properties are the keys of a map, written out: all optional, with one schema.
    pub(super) is_written_out: bool,
    pub(crate) conditions: Vec<Condition>,
    /// `true` if the reader of text checks all its keywords.
    pub(crate) is_direct: bool,
}

/// Maps names to the numbers of properties.
#[derive(Debug, Default)]
struct PropertyIndex {
    names: HashMap<Vec<u8>, usize>,
    folded: Meanings,
    aliases: HashMap<String, usize>,
}

impl PropertyIndex {
    fn new(properties: &[Property]) -> Self {
        let mut index = Self::default();
        for (number, property) in properties.iter().enumerate() {
            let name = property.name.clone().into_bytes();
            index.names.insert(name, number);
            let is_same = |known: usize| known == number;
            for folded in property.folded_names() {
                index.folded.add(folded.to_owned(), number, is_same);
            }
            for alias in &property.aliases {
                index.aliases.entry(alias.clone()).or_insert(number);
            }
        }
        index
    }
}

#[derive(Debug)]
pub(crate) struct Property {
    pub(crate) name: String,
    /// The name as a JSON key with its colon. Empty if the key would need escapes.
    written: String,
    /// The name, normalized for a match by case and style.
    folded: String,
    pub(crate) aliases: Vec<String>,
    /// The aliases, normalized like the name.
    folded_aliases: Vec<String>,
    pub(crate) required: bool,
    pub(crate) child: Child,
    /// The number of the property that probably follows. After the last one, this is the first one,
    /// because a model may send the tag last.
    pub(crate) next: u16,
}

impl Property {
    pub(super) fn new(name: &str, aliases: Vec<String>, required: bool, child: Child) -> Self {
        let written = Value::from(name).to_string();
        let is_plain = written.len() == name.len() + 2;
        Self {
            name: name.to_owned(),
            written: if is_plain {
                written + ":"
            } else {
                String::new()
            },
            folded: fold(name),
            folded_aliases: aliases.iter().map(|alias| fold(alias)).collect(),
            aliases,
            required,
            child,
            next: 0,
        }
    }

    /// Returns the name and the aliases, normalized for a match by case and style.
    pub(crate) fn folded_names(&self) -> impl Iterator<Item = &str> {
        let names = std::iter::once(&self.folded).chain(&self.folded_aliases);
        names.map(String::as_str)
    }

    fn folds_to(&self, folded: &str) -> bool {
        self.folded_names().any(|name| name == folded)
    }

    /// Returns the length of the key if the text starts with this name.
    #[expect(clippy::inline_always, reason = "a call costs more")]
    #[inline(always)]
    fn match_written(&self, text: &[u8]) -> Option<usize> {
        let written = self.written.as_bytes();
        let is_it = !written.is_empty() && is_same(text.get(..written.len())?, written);
        is_it.then_some(written.len())
    }
}

/// The rule for undeclared keys.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Additional {
    /// Rejects them. The object is closed.
    Closed,
    /// Accepts any value, because the schema says nothing about other keys. A key that spells an
    /// absent property is that property.
    Unspecified,
    /// Accepts any value, because the schema says so. Such a key stays as it was sent.
    Open,
    /// Accepts values of a schema. The object is a map.
    Map(Child),
}

/// Maximum number of properties that are compared one by one.
const LINEAR: usize = 16;

impl ObjectPlan {
    pub(super) fn new(
        mut properties: Vec<Property>,
        patterns: Vec<(Pattern, Child)>,
        additional: Additional,
    ) -> Self {
        let index = (properties.len() > LINEAR).then(|| Box::new(PropertyIndex::new(&properties)));
        let mut required = PropertySet::new(properties.len());
        let count = properties.len();
        for (number, property) in properties.iter_mut().enumerate() {
            property.next = u16::try_from((number + 1) % count).unwrap_or(0);
            if property.required {
                required.insert(number);
            }
        }
        Self {
            required_count: properties.iter().filter(|one| one.required).count(),
            properties,
            required,
            index,
            patterns,
            additional,
            count: CountRange::default(),
            is_written_out: false,
            conditions: Vec::new(),
            is_direct: false,
        }
    }

    pub(crate) fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// Returns the property with this name. Checks the property at `expected` first because models
    /// send properties in the order of the schema.
    #[inline]
    pub(crate) fn find(&self, key: &[u8], expected: usize) -> Option<(usize, &Property)> {
        match self.properties.get(expected) {
            Some(property) if is_same(property.name.as_bytes(), key) => Some((expected, property)),
            _ => self.look_up(key),
        }
    }

    /// Returns the property with this number if the text starts with its name. Also returns the
    /// length of the key with its colon.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs more")]
    pub(crate) fn find_written(&self, text: &[u8], number: usize) -> Option<(&Property, usize)> {
        let property = self.properties.get(number)?;
        let length = property.match_written(text)?;
        Some((property, length))
    }

    /// Returns the property whose name the text starts with, with its number and the length of the
    /// key. Returns `None` for an object with many properties, which uses an index instead.
    #[inline]
    pub(crate) fn find_in_text(&self, text: &[u8]) -> Option<(usize, &Property, usize)> {
        if self.index.is_some() {
            return None;
        }
        let mut properties = self.properties.iter().enumerate();
        properties.find_map(|(number, property)| {
            // The colon rejects most names of another length at once.
            let colon = property.written.len().wrapping_sub(1);
            if text.get(colon) != Some(&b':') {
                return None;
            }
            let length = property.match_written(text)?;
            Some((number, property, length))
        })
    }

    #[inline(never)]
    fn look_up(&self, key: &[u8]) -> Option<(usize, &Property)> {
        let number = match &self.index {
            Some(index) => index.names.get(key).copied(),
            None => self
                .properties
                .iter()
                .position(|property| is_same(property.name.as_bytes(), key)),
        }?;
        Some((number, self.properties.get(number)?))
    }

    /// Returns the number of the property with this alias.
    pub(crate) fn with_alias(&self, alias: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.aliases.get(alias).copied(),
            None => self
                .properties
                .iter()
                .position(|property| property.aliases.iter().any(|other| other == alias)),
        }
    }

    /// Returns whether some property has a name or an alias that normalizes to this text.
    pub(crate) fn has_folded(&self, folded: &str) -> bool {
        match &self.index {
            Some(index) => index.folded.contains(folded),
            None => self
                .properties
                .iter()
                .any(|property| property.folds_to(folded)),
        }
    }

    /// Returns the only property whose name, or one of whose aliases, normalizes to this text.
    pub(crate) fn with_folded(&self, folded: &str) -> Option<usize> {
        if let Some(index) = &self.index {
            return index.folded.get(folded);
        }
        let mut meant =
            (0..self.properties.len()).filter(|number| self.properties[*number].folds_to(folded));
        let first = meant.next()?;
        meant.next().is_none().then_some(first)
    }

    /// Returns the schemas of all patterns that a key matches. Returns an issue if the match would
    /// exceed the work limit.
    pub(crate) fn find_matching(
        &self,
        key: &str,
        work: &PatternWork,
    ) -> Result<Vec<Child>, Box<IssueKind>> {
        let mut matching = Vec::new();
        for (pattern, child) in &self.patterns {
            if pattern.matches(key, work)? {
                matching.push(*child);
            }
        }
        Ok(matching)
    }

    /// Returns whether a key matches a pattern. A key that would need too much work counts as no
    /// match.
    pub(crate) fn has_match(&self, key: &str) -> bool {
        let work = PatternWork::of_a_question();
        self.find_matching(key, &work)
            .is_ok_and(|matching| !matching.is_empty())
    }

    pub(crate) fn least(&self) -> u64 {
        self.count.least.unwrap_or(0)
    }

    pub(crate) fn greatest(&self) -> u64 {
        self.count.greatest.unwrap_or(u64::MAX)
    }

    pub(crate) fn has_patterns(&self) -> bool {
        !self.patterns.is_empty()
    }

    /// Returns whether the keys are data: the object declares no property and accepts some keys.
    pub(crate) fn is_map(&self) -> bool {
        let takes_some = !matches!(self.additional, Additional::Closed) || self.has_patterns();
        takes_some && self.properties.is_empty()
    }

    /// Returns whether the object is a map whose values have a schema.
    pub(crate) fn is_map_of_values(&self) -> bool {
        let has_schema = matches!(self.additional, Additional::Map(_)) || self.has_patterns();
        self.properties.is_empty() && has_schema
    }

    /// Returns the fault of a key that a map or the patterns of the object reject. `nearest` is the
    /// closest member. Returns `None` if the object accepts only declared properties, or if the key
    /// is near to a member.
    pub(crate) fn fault_of_key(&self, nearest: Option<&str>) -> Option<IssueKind> {
        let is_map = self.is_written_out || self.is_map();
        if !is_map && (!self.has_patterns() || nearest.is_some()) {
            return None;
        }
        let members = self.properties.iter();
        let members: Vec<Value> = members.map(|one| Value::from(&*one.name)).collect();
        let nearest = nearest.map(Value::from);
        let sources = self.patterns.iter().map(|(pattern, _)| pattern.source());
        Some(match (members.as_slice(), self.patterns.as_slice()) {
            (_, []) => IssueKind::Enum {
                members: members.into(),
                nearest,
            },
            ([], [(pattern, _)]) => IssueKind::Pattern {
                pattern: pattern.source().to_owned(),
            },
            _ => IssueKind::Union {
                alternatives: Box::new(Alternatives {
                    members,
                    forms: sources
                        .map(|source| format!("text that matches {source}"))
                        .collect(),
                    nearest,
                    ..Alternatives::default()
                }),
            },
        })
    }

    /// Returns the schema of all values, if the object declares no key and does not limit their
    /// number.
    pub(crate) fn values(&self) -> Option<Child> {
        match self.additional {
            Additional::Map(child) if self.properties.is_empty() && !self.counts() => Some(child),
            _ => None,
        }
    }

    /// Returns whether an undeclared key may have any value.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self.additional, Additional::Open | Additional::Unspecified)
    }

    pub(crate) fn required(&self) -> &PropertySet {
        &self.required
    }

    pub(crate) fn required_count(&self) -> usize {
        self.required_count
    }

    pub(crate) fn counts(&self) -> bool {
        !self.count.is_free()
    }

    pub(crate) fn check_count(&self, count: usize) -> Checked {
        self.count.check(
            count,
            |minimum| IssueKind::MinProperties { minimum },
            |maximum| IssueKind::MaxProperties { maximum },
        )
    }

    pub(crate) fn declares(&self, key: &str) -> bool {
        if self.find(key.as_bytes(), 0).is_some() {
            return true;
        }
        matches!(self.additional, Additional::Map(_))
            || self.has_match(key)
            || self.has_folded(&fold(key))
            || self.with_alias(key).is_some()
    }

    pub(crate) fn has_property(&self, name: &str) -> bool {
        self.look_up(name.as_bytes()).is_some()
    }

    pub(super) fn has_no_aliases(&self) -> bool {
        let mut properties = self.properties.iter();
        properties.all(|property| property.aliases.is_empty())
    }

    pub(crate) fn requires(&self, name: &str) -> bool {
        let found = self.look_up(name.as_bytes());
        found.is_some_and(|(_, property)| property.required)
    }

    /// Returns the node of a required property.
    pub(super) fn find_required_node(&self, name: &str) -> Option<NodeId> {
        let (_, property) = self.find(name.as_bytes(), 0)?;
        property.required.then_some(property.child.node)
    }
}

/// Returns whether two keys are equal. Most keys have 4 to 16 bytes. For these, two overlapping
/// reads from the start and the end cover the whole key and cost less than a call.
#[expect(clippy::inline_always, reason = "a call costs more")]
#[inline(always)]
pub(crate) fn is_same(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len()
        && match a.len() {
            4..=8 => {
                a.first_chunk::<4>() == b.first_chunk() && a.last_chunk::<4>() == b.last_chunk()
            }
            9..=16 => {
                a.first_chunk::<8>() == b.first_chunk() && a.last_chunk::<8>() == b.last_chunk()
            }
            17..=32 => {
                a.first_chunk::<16>() == b.first_chunk() && a.last_chunk::<16>() == b.last_chunk()
            }
            _ => a == b,
        }
}

/// A set of properties, by number. It records the properties found in an object.
#[derive(Debug)]
pub(crate) struct PropertySet {
    first: u64,
    rest: Vec<u64>,
}

impl PropertySet {
    pub(crate) fn new(properties: usize) -> Self {
        Self {
            first: 0,
            rest: vec![0; properties.saturating_sub(1) / 64],
        }
    }

    pub(crate) fn insert(&mut self, property: usize) {
        match property / 64 {
            0 => self.first |= 1 << property,
            word => self.rest[word - 1] |= 1 << (property % 64),
        }
    }

    /// Returns whether this set contains all of the other set.
    pub(crate) fn covers(&self, other: &Self) -> bool {
        let words = self.rest.iter().zip(&other.rest);
        self.first & other.first == other.first
            && words.clone().all(|(ours, theirs)| ours & theirs == *theirs)
    }

    pub(crate) fn contains(&self, property: usize) -> bool {
        let word = match property / 64 {
            0 => self.first,
            word => self.rest[word - 1],
        };
        word & 1 << (property % 64) != 0
    }
}
