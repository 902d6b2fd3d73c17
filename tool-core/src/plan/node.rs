//! A node of a plan.

use super::{ArrayPlan, Choice, NodeId, NumberPlan, ObjectPlan, StringPlan, UnionPlan};
use crate::issue::{JsonType, TypeSet};

/// What a schema asks of a value.
// Its kind is a byte of its own: it is looked at for each value.
#[derive(Debug)]
#[repr(u8)]
pub(crate) enum Node {
    /// Everything is allowed.
    Any,
    /// Nothing is allowed.
    Never,
    Null,
    Boolean,
    /// A number; without a fraction, if it says so.
    Number(NumberPlan),
    String(StringPlan),
    /// One of the members of an `enum`, or the `const`.
    Choice(Choice),
    Array(ArrayPlan),
    Object(ObjectPlan),
    Union(UnionPlan),
}

/// The types that a node takes. A union knows those of its branches.
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
