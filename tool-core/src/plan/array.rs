use super::keywords::Keywords;
use super::{Checked, Child, SchemaError};
use crate::issue::{IssueKind, JsonType};

/// An array: the schemas of its first items, the schema of the other items, and its constraints.
#[derive(Debug)]
pub(crate) struct ArrayPlan {
    pub(super) prefix: Vec<Child>,
    pub(super) items: Child,
    length: CountRange,
    pub(crate) unique: bool,
    /// `true` for a set of a derived type. A repeated item has no other meaning.
    pub(crate) is_set: bool,
    /// The items that the array must contain.
    pub(crate) contains: Option<ContainsPlan>,
    /// `true` if the reader of text checks all its keywords.
    pub(crate) is_direct: bool,
}

/// The items that an array must contain: their schema and their number.
#[derive(Debug)]
pub(crate) struct ContainsPlan {
    pub(crate) item: Child,
    pub(crate) minimum: u64,
    pub(crate) maximum: Option<u64>,
}

impl ContainsPlan {
    pub(super) fn new(keywords: Keywords<'_>, item: Child) -> Result<Self, SchemaError> {
        Ok(Self {
            item,
            minimum: keywords.count("minContains")?.unwrap_or(1),
            maximum: keywords.count("maxContains")?,
        })
    }

    pub(crate) fn allows(&self, count: u64) -> bool {
        self.minimum <= count && self.maximum.is_none_or(|maximum| count <= maximum)
    }
}

impl ArrayPlan {
    pub(super) fn new(
        keywords: Keywords<'_>,
        prefix: Vec<Child>,
        items: Child,
        contains: Option<ContainsPlan>,
        is_derived: bool,
    ) -> Result<Self, SchemaError> {
        let unique = keywords.flag("uniqueItems")?;
        Ok(Self {
            prefix,
            items,
            length: CountRange::read(keywords, "minItems", "maxItems")?,
            unique,
            is_set: unique && is_derived,
            contains,
            is_direct: keywords.are_read_directly(JsonType::Array),
        })
    }

    /// Returns the schema of the item at an index.
    pub(crate) fn item(&self, index: usize) -> Child {
        self.prefix.get(index).copied().unwrap_or(self.items)
    }

    /// Returns the schema of the items if all items share one.
    pub(crate) fn one_item(&self) -> Option<Child> {
        self.prefix.is_empty().then_some(self.items)
    }

    /// Returns the number of first items with separate schemas.
    pub(crate) fn first_items(&self) -> usize {
        self.prefix.len()
    }

    pub(crate) fn lengths(&self) -> (u64, u64) {
        let CountRange { least, greatest } = self.length;
        (least.unwrap_or(0), greatest.unwrap_or(u64::MAX))
    }

    pub(crate) fn check_length(&self, length: usize) -> Checked {
        self.length.check(
            length,
            |minimum| IssueKind::MinItems { minimum },
            |maximum| IssueKind::MaxItems { maximum },
        )
    }
}

/// The accepted number of items, properties or characters.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CountRange {
    pub(super) least: Option<u64>,
    pub(super) greatest: Option<u64>,
}

impl CountRange {
    pub(super) fn read(
        keywords: Keywords<'_>,
        least: &str,
        greatest: &str,
    ) -> Result<Self, SchemaError> {
        Ok(Self {
            least: keywords.count(least)?,
            greatest: keywords.count(greatest)?,
        })
    }

    pub(super) fn is_free(self) -> bool {
        self.least.is_none() && self.greatest.is_none()
    }

    pub(super) fn check(
        self,
        count: usize,
        too_few: fn(u64) -> IssueKind,
        too_many: fn(u64) -> IssueKind,
    ) -> Checked {
        let count = count as u64;
        let too_few = self.least.filter(|least| count < *least).map(too_few);
        let too_many = || {
            self.greatest
                .filter(|greatest| count > *greatest)
                .map(too_many)
        };
        match too_few.or_else(too_many) {
            Some(kind) => Err(Box::new(kind)),
            None => Ok(()),
        }
    }
}
