//! A place in a plan.

use crate::issue::Guesses;

/// The index of a node in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub(super) usize);

impl NodeId {
    /// Returns the number of the node in its plan.
    pub(crate) fn number(self) -> usize {
        self.0
    }
}

/// A place in the schema: its node and its hints.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Child {
    pub(crate) node: NodeId,
    /// `true` if the schema requests JSON in a string.
    pub(crate) json_string: bool,
    /// `true` if the schema requests XML in a string.
    pub(crate) xml_string: bool,
    /// `true` if the current value is one of several items. Set while items are walked.
    pub(crate) one_of_many: bool,
    /// `true` if `array_of_one` made the current value. The rule does not apply to it again.
    pub(crate) is_alone: bool,
    /// `true` if the enclosing union accepts strings only as constants, and the current value
    /// matches no constant. Set while the branches of the union are walked.
    pub(crate) beside_constants: bool,
    /// The guesses that the schema permits here. They also apply to the items of arrays and maps.
    pub(crate) guesses: Guesses,
    /// The number of the user-defined function that maps the value first.
    pub(crate) preprocess: Option<u16>,
}

impl Child {
    pub(crate) const fn without_hints(node: NodeId) -> Self {
        Self {
            node,
            json_string: false,
            xml_string: false,
            one_of_many: false,
            is_alone: false,
            beside_constants: false,
            guesses: Guesses::NONE,
            preprocess: None,
        }
    }

    /// Returns the same place with further guesses permitted.
    pub(crate) const fn granting(mut self, guesses: Guesses) -> Self {
        self.guesses = self.guesses.union(guesses);
        self
    }
}
