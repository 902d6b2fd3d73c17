use std::sync::OnceLock;

use super::names::Names;
use super::{Child, ObjectPlan};
use crate::issue::{Alternatives, JsonType, TypeSet};
use crate::tree::Tree;

/// A value of one of several forms: `anyOf`, `oneOf`, or several types.
#[derive(Debug)]
pub(crate) struct UnionPlan {
    pub(crate) branches: Vec<Branch>,
    /// Whether a value of two forms is refused: `oneOf`.
    pub(crate) exactly_one: bool,
    /// Where a value of a type has one branch alone: that branch, by the type.
    only: [Option<Child>; JsonType::ALL.len()],
    pub(crate) types: TypeSet,
    /// What tells the object branches apart.
    pub(crate) discriminator: Option<Discriminator>,
    /// What the union takes in words, once a value has failed at it.
    pub(super) alternatives: OnceLock<Box<Alternatives>>,
    /// Where an `unevaluatedProperties` stands that closes each of the branches.
    pub(super) closed_at: Option<String>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Branch {
    pub(crate) child: Child,
    pub(crate) types: TypeSet,
}

/// What tells the object branches of a union apart.
#[derive(Debug)]
pub(crate) enum Discriminator {
    /// A required property whose value is another in each branch.
    Tag {
        property: String,
        /// The property as a key of JSON text, in quotes.
        written: String,
        values: Names,
    },
    /// The same, where not all of the values are text; with the number of the branch.
    Constant {
        property: String,
        values: Vec<(Tree<'static>, usize)>,
    },
    /// The one property that each branch's objects have. `variants` declares the properties of all
    /// branches, of which an object has one.
    Key {
        names: Names,
        variants: Box<ObjectPlan>,
    },
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
            only: [None; JsonType::ALL.len()],
            types: TypeSet::EMPTY,
            discriminator: None,
            alternatives: OnceLock::new(),
            closed_at: None,
        }
    }

    /// The one branch that takes values of a type; nothing where several do, or none.
    #[inline]
    pub(crate) fn only(&self, json_type: JsonType) -> Option<Child> {
        self.only[json_type as usize]
    }

    /// The branch beside `null`, if the union is an optional value that is not null itself.
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

    /// Returns whether the type of a value, a tag or a key says which branch it may be of.
    pub(super) fn is_told_apart(&self) -> bool {
        JsonType::ALL.into_iter().all(|json_type| {
            let mut taking = self.branches.iter();
            let by_name = matches!(
                self.discriminator,
                Some(Discriminator::Tag { .. } | Discriminator::Key { .. })
            );
            json_type == JsonType::Object && by_name
                || taking
                    .by_ref()
                    .filter(|branch| branch.types.contains(json_type))
                    .count()
                    <= 1
        })
    }

    /// Sees which types have one branch alone, once the types of the branches are known.
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
