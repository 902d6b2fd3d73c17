//! A place in a plan.

use crate::issue::Guesses;

/// The number of a node in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(pub(super) usize);

/// A place in the schema: its node, and the hints written beside it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Child {
    pub(crate) node: NodeId,
    /// JSON in a string is asked for here.
    pub(crate) json_string: bool,
    /// XML in a string is asked for here.
    pub(crate) xml_string: bool,
    /// The value at hand is one of several items; set where items are walked.
    pub(crate) one_of_many: bool,
    /// A union takes texts beside it, as constants alone, of which the value at hand is
    /// none; set where its branches are walked.
    pub(crate) beside_constants: bool,
    /// The guesses that are asked for here, and in the items of arrays and maps
    /// that stand here.
    pub(crate) guesses: Guesses,
    /// The tool's own function that maps the value first, by its number.
    pub(crate) preprocess: Option<u16>,
}

impl Child {
    pub(crate) const fn without_hints(node: NodeId) -> Self {
        Self {
            node,
            json_string: false,
            xml_string: false,
            one_of_many: false,
            beside_constants: false,
            guesses: Guesses::NONE,
            preprocess: None,
        }
    }

    /// The same place, with what is asked for around it.
    pub(crate) const fn granting(mut self, guesses: Guesses) -> Self {
        self.guesses = self.guesses.union(guesses);
        self
    }
}
