use std::sync::OnceLock;

use super::names::Names;
use super::{Child, ObjectPlan};
use crate::issue::{Alternatives, JsonType, TypeSet};
use crate::tree::Tree;

/// The constraints to include in the description of alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShownConstraints {
    /// Only constraints that distinguish alternatives of one type.
    Few,
    OfNumbers,
    OfStrings,
    /// The constraints of numbers and strings. The model may have meant a string as a number.
    OfScalars,
    /// The constraints of the properties of objects, if there is room for them.
    OfProperties,
}

impl ShownConstraints {
    pub(super) const COUNT: usize = Self::OfProperties as usize + 1;
}

/// A union of several forms: `anyOf`, `oneOf`, or several types.
#[derive(Debug)]
pub(crate) struct UnionPlan {
    pub(crate) branches: Vec<Branch>,
    /// `true` if a value that matches two forms is rejected, as in `oneOf`.
    pub(crate) exactly_one: bool,
    /// `true` if text and numbers of any size are accepted. A number that an `f64` would round is
    /// then read as a string.
    pub(crate) keeps_digits: bool,
    /// For each type, the branch that accepts it. `None` if several branches do.
    only: [Option<Child>; JsonType::ALL.len()],
    pub(crate) types: TypeSet,
    /// Distinguishes the object branches.
    pub(crate) discriminator: Option<Discriminator>,
    /// The descriptions of the union, one for each kind of shown constraints.
    pub(super) alternatives: [OnceLock<Box<Alternatives>>; ShownConstraints::COUNT],
    /// The shapes of all branches, if one of them is an array or object.
    pub(super) shape: OnceLock<Option<Box<str>>>,
    /// Location of an `unevaluatedProperties` that closes each of the branches.
    pub(super) closed_at: Option<String>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) child: Child,
    pub(crate) types: TypeSet,
}

/// A rule that selects the object branch of a union.
#[derive(Debug)]
pub(crate) enum Discriminator {
    /// A required property whose string value differs in each branch.
    Tag(Tag),
    /// A required property whose values differ in each branch and are not all strings. Each value
    /// has its branch number.
    Constant {
        property: String,
        values: Vec<(Tree<'static>, usize)>,
    },
    /// The only property of each branch's objects. `variants` declares the properties of all
    /// branches. An object has exactly one of them.
    Key {
        names: Names,
        variants: Box<ObjectPlan>,
    },
}

/// A property whose string value selects a branch.
#[derive(Debug)]
pub(crate) struct Tag {
    pub(crate) property: String,
    /// The property name as a JSON key with its colon.
    pub(crate) written: String,
    /// Each value has its branch number.
    pub(crate) values: Names,
}

impl UnionPlan {
    pub(super) fn new(children: Vec<Child>, exactly_one: bool) -> Self {
        let branches = children.into_iter().map(|child| Branch {
            child,
            types: TypeSet::EMPTY,
        });
        Self {
            branches: branches.collect(),
            exactly_one,
            keeps_digits: false,
            only: [None; JsonType::ALL.len()],
            types: TypeSet::EMPTY,
            discriminator: None,
            alternatives: [const { OnceLock::new() }; ShownConstraints::COUNT],
            shape: OnceLock::new(),
            closed_at: None,
        }
    }

    /// Returns the only branch that accepts values of a type. Returns `None` if there are several
    /// or none.
    #[inline]
    pub(crate) fn only(&self, json_type: JsonType) -> Option<Child> {
        self.only[json_type as usize]
    }

    /// Returns the non-null branch of an optional value. Returns `None` if that branch accepts null
    /// too.
    pub(crate) fn optional(&self) -> Option<Child> {
        let is_null =
            |branch: &Branch| branch.types == TypeSet::NULL && branch.child.preprocess.is_none();
        match self.branches.as_slice() {
            [value, null] | [null, value]
                if is_null(null) && !value.types.contains(JsonType::Null) =>
            {
                Some(value.child)
            }
            _ => None,
        }
    }

    /// Returns whether values other than null have several forms.
    pub(crate) fn has_several_forms(&self) -> bool {
        let is_value = |branch: &&Branch| branch.types != TypeSet::NULL;
        self.branches.iter().filter(is_value).nth(1).is_some()
    }

    /// Returns whether the type of a value, a tag or a key selects its branch.
    #[cfg(feature = "text")]
    pub(crate) fn is_distinguishable(&self) -> bool {
        JsonType::ALL.into_iter().all(|json_type| {
            let mut taking = self.branches.iter();
            let by_name = matches!(
                self.discriminator,
                Some(Discriminator::Tag(_) | Discriminator::Key { .. })
            );
            json_type == JsonType::Object && by_name
                || taking
                    .by_ref()
                    .filter(|branch| branch.types.contains(json_type))
                    .count()
                    <= 1
        })
    }

    /// Computes the types that only one branch accepts. Call it when the types of the branches are
    /// known.
    pub(super) fn see_only_branches(&mut self) {
        for json_type in JsonType::ALL {
            let mut taking = self
                .branches
                .iter()
                .filter(|branch| branch.types.contains(json_type));
            self.only[json_type as usize] = match (taking.next(), taking.next()) {
                (Some(branch), None) => Some(branch.child),
                _ => None,
            };
        }
    }
}
