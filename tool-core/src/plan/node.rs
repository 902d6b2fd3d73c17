//! A node of a plan.

use super::{ArrayPlan, Choice, NodeId, NumberPlan, ObjectPlan, StringPlan, UnionPlan};
use crate::issue::{JsonType, TypeSet};

/// The constraints of a schema on a value.
// The kind is a separate byte because the reader checks it for each value.
#[derive(Debug)]
#[repr(u8)]
pub(crate) enum Node {
    /// Accepts every value.
    Any,
    /// Rejects every value.
    Never,
    Null,
    Boolean,
    /// A number, or an integer if the plan requires one.
    Number(NumberPlan),
    String(StringPlan),
    /// A member of an `enum`, or a `const`.
    Choice(Choice),
    Array(ArrayPlan),
    Object(ObjectPlan),
    /// Boxed to keep nodes small: the compiler passes one on at each level of its recursion.
    Union(Box<UnionPlan>),
}

impl Node {
    pub(super) fn has_names_first(&self) -> bool {
        matches!(self, Self::String(string) if string.has_names())
    }
}

/// Returns the types that a node accepts. A union stores the types of its branches.
pub(super) fn types(nodes: &[Node], id: NodeId) -> TypeSet {
    match &nodes[id.0] {
        Node::Any => TypeSet::ALL,
        Node::Never => TypeSet::EMPTY,
        Node::Null => TypeSet::of(JsonType::Null),
        Node::Boolean => TypeSet::of(JsonType::Boolean),
        Node::Number(number) => TypeSet::of(number.json_type()),
        Node::String(_) => TypeSet::of(JsonType::String),
        Node::Choice(choice) => choice.types(),
        Node::Array(_) => TypeSet::of(JsonType::Array),
        Node::Object(_) => TypeSet::of(JsonType::Object),
        Node::Union(union) => union.types,
    }
}
