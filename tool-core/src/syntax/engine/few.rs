//! A list that usually has one element.

use std::{iter, option, vec};

/// A list whose first element needs no allocation.
#[derive(Debug)]
pub(in crate::syntax) struct Few<T> {
    first: Option<T>,
    others: Vec<T>,
}

impl<T> Few<T> {
    pub(in crate::syntax) fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    pub(in crate::syntax) fn push(&mut self, item: T) {
        match self.first {
            None => self.first = Some(item),
            Some(_) => self.others.push(item),
        }
    }

    pub(in crate::syntax) fn last_mut(&mut self) -> Option<&mut T> {
        self.others.last_mut().or(self.first.as_mut())
    }

    /// Calls a function with each element.
    #[inline]
    pub(in crate::syntax) fn for_each(self, mut each: impl FnMut(T)) {
        self.first.map(&mut each);
        if !self.others.is_empty() {
            self.others.into_iter().for_each(each);
        }
    }

    pub(in crate::syntax) fn iter(&self) -> impl Iterator<Item = &T> {
        self.first.iter().chain(&self.others)
    }

    pub(in crate::syntax) fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.first.iter_mut().chain(&mut self.others)
    }
}

impl<T> Default for Few<T> {
    fn default() -> Self {
        Self {
            first: None,
            others: Vec::new(),
        }
    }
}

impl<T> From<T> for Few<T> {
    fn from(item: T) -> Self {
        Self {
            first: Some(item),
            others: Vec::new(),
        }
    }
}

impl<T> IntoIterator for Few<T> {
    type Item = T;
    type IntoIter = iter::Chain<option::IntoIter<T>, vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.first.into_iter().chain(self.others)
    }
}

impl<T> FromIterator<T> for Few<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut items = items.into_iter();
        Self {
            first: items.next(),
            others: items.collect(),
        }
    }
}
