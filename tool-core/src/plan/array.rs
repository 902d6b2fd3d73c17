use super::keywords::Keywords;
use super::{Checked, Child, SchemaError};
use crate::issue::IssueKind;

/// An array: the schemas of its first items, of the others, and its constraints.
#[derive(Debug)]
pub(crate) struct ArrayPlan {
    pub(super) prefix: Vec<Child>,
    pub(super) items: Child,
    least: Option<u64>,
    greatest: Option<u64>,
    pub(crate) unique: bool,
}

impl ArrayPlan {
    pub(super) fn new(
        keywords: Keywords<'_>,
        prefix: Vec<Child>,
        items: Child,
    ) -> Result<Self, SchemaError> {
        Ok(Self {
            prefix,
            items,
            least: keywords.count("minItems")?,
            greatest: keywords.count("maxItems")?,
            unique: keywords.flag("uniqueItems")?,
        })
    }

    /// What is asked of the item at that index.
    pub(crate) fn item(&self, index: usize) -> Child {
        self.prefix.get(index).copied().unwrap_or(self.items)
    }

    /// What is asked of the items, whatever their number.
    pub(super) fn children(&self) -> impl Iterator<Item = Child> {
        self.prefix.iter().copied().chain([self.items])
    }

    /// What is asked of each item, where that is the same for all.
    pub(crate) fn one_item(&self) -> Option<Child> {
        self.prefix.is_empty().then_some(self.items)
    }

    /// How many items the first ones, which have schemas of their own, are.
    pub(crate) fn first_items(&self) -> usize {
        self.prefix.len()
    }

    pub(crate) fn lengths(&self) -> (u64, u64) {
        (self.least.unwrap_or(0), self.greatest.unwrap_or(u64::MAX))
    }

    pub(crate) fn check_length(&self, length: usize) -> Checked {
        let length = length as u64;
        if let Some(minimum) = self.least.filter(|least| length < *least) {
            return Err(Box::new(IssueKind::MinItems { minimum }));
        }
        if let Some(maximum) = self.greatest.filter(|greatest| length > *greatest) {
            return Err(Box::new(IssueKind::MaxItems { maximum }));
        }
        Ok(())
    }
}
