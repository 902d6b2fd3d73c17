//! Whether the branches of a union exclude each other, as they have to where an
//! `unevaluatedProperties` closes each of them.

use super::{Additional, MAX_DEPTH, Node, NodeId, ObjectPlan, UnionPlan};

/// More forms are not compared with one another.
const MOST_FORMS: usize = 500;

/// Whether closing each branch says the same as closing what the branches that
/// a value meets say together.
pub(super) fn exclude_each_other(nodes: &[Node], union: &UnionPlan) -> bool {
    let branches = union.branches.iter();
    let forms: Option<Vec<_>> = branches
        .map(|branch| {
            let mut objects = Vec::new();
            collect(nodes, branch.child.node, 0, &mut objects).then_some(objects)
        })
        .collect();
    let few = |forms: &Vec<Vec<_>>| forms.iter().map(Vec::len).sum::<usize>() <= MOST_FORMS;
    forms.filter(few).is_some_and(|forms| {
        forms.iter().enumerate().all(|(index, form)| {
            let mut others = forms[..index].iter().chain(&forms[index + 1..]).flatten();
            others.all(|other| {
                form.iter().all(|object| {
                    differ_in_a_tag(nodes, object, other)
                        || union.exactly_one && asks_for_more(other, object)
                })
            })
        })
    })
}

/// Adds the objects that a node takes; `false`, if they are not all known.
fn collect<'n>(
    nodes: &'n [Node],
    id: NodeId,
    depth: usize,
    objects: &mut Vec<&'n ObjectPlan>,
) -> bool {
    match &nodes[id.0] {
        Node::Any => false,
        Node::Object(object) => {
            objects.push(object);
            true
        }
        Node::Union(union) => {
            depth < MAX_DEPTH
                && objects.len() < MAX_DEPTH
                && union
                    .branches
                    .iter()
                    .all(|branch| collect(nodes, branch.child.node, depth + 1, objects))
        }
        _ => true,
    }
}

/// Whether both ask for one property with other values.
fn differ_in_a_tag(nodes: &[Node], one: &ObjectPlan, other: &ObjectPlan) -> bool {
    one.properties().iter().any(|property| {
        let ours = one.required_node(&property.name);
        let theirs = other.required_node(&property.name);
        match (ours.map(|id| &nodes[id.0]), theirs.map(|id| &nodes[id.0])) {
            (Some(Node::Choice(ours)), Some(Node::Choice(theirs))) => !ours.overlaps(theirs),
            _ => false,
        }
    })
}

/// Whether one asks for a property that the other, being closed, does not take:
/// no object of the other is one of it, even if it were open.
fn asks_for_more(one: &ObjectPlan, closed: &ObjectPlan) -> bool {
    let is_closed = matches!(closed.additional, Additional::Closed) && !closed.has_patterns();
    let mut asked = one.properties().iter().filter(|property| property.required);
    is_closed && asked.any(|property| closed.find(property.name.as_bytes(), 0).is_none())
}
