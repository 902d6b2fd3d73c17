use super::Child;
use super::names::Names;
use crate::issue::TypeSet;

/// A value of one of several forms: `anyOf`, `oneOf`, or several types.
#[derive(Debug)]
pub(crate) struct UnionPlan {
    pub(crate) branches: Vec<Branch>,
    /// Whether a value of two forms is refused: `oneOf`.
    pub(crate) exactly_one: bool,
    /// The types of all branches.
    pub(crate) types: TypeSet,
    /// What tells the object branches apart.
    pub(crate) discriminator: Option<Discriminator>,
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
    Tag { property: String, values: Names },
    /// The one property that each branch's objects have.
    Key(Names),
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
            types: TypeSet::EMPTY,
            discriminator: None,
            closed_at: None,
        }
    }
}
