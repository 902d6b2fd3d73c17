//! Nodes that admit a value.

use std::collections::HashSet;

use serde_json::Value;

use crate::plan::{Additional, Node, NodeId, Plan};

/// Returns the nodes below a node that admit a finite value. Others are left out of a grammar: each
/// of its rules must end. No string of a value contains one of the marks.
pub(super) fn find_possible(plan: &Plan, root: NodeId, marks: &[&str]) -> HashSet<NodeId> {
    let nodes = find_reachable(plan, root);
    let mut possible = HashSet::new();
    loop {
        let before = possible.len();
        for node in nodes.iter().rev() {
            if !possible.contains(node) && is_possible(plan, *node, &possible, marks) {
                possible.insert(*node);
            }
        }
        if possible.len() == before {
            return possible;
        }
    }
}

fn is_possible(plan: &Plan, node: NodeId, possible: &HashSet<NodeId>, marks: &[&str]) -> bool {
    match plan.node(node) {
        Node::Never => false,
        Node::Any | Node::Null | Node::Boolean | Node::String(_) => true,
        Node::Number(number) => {
            let (least, greatest) = number.integers();
            !number.integer || least <= greatest
        }
        Node::Choice(choice) => {
            let mut members = choice.members().iter();
            members.any(|member| !has_mark(&member.value, marks))
        }
        Node::Array(array) => {
            let (least, _) = array.lengths();
            let required = usize::try_from(least).unwrap_or(usize::MAX);
            let required = required.min(array.first_items() + 1);
            (0..required).all(|index| possible.contains(&array.item(index).node))
        }
        Node::Object(object) => {
            let mut required = object.properties().iter().filter(|one| one.required);
            required.all(|property| {
                possible.contains(&property.child.node) && !is_marked(&property.name, marks)
            })
        }
        Node::Union(union) => {
            let mut branches = union.branches.iter();
            branches.any(|branch| possible.contains(&branch.child.node))
        }
    }
}

/// Returns the nodes below a node, and the node.
pub(super) fn find_reachable(plan: &Plan, root: NodeId) -> Vec<NodeId> {
    let mut known = HashSet::from([root]);
    let (mut nodes, mut next) = (vec![root], 0);
    while let Some(node) = nodes.get(next) {
        let inside = list_children(plan, *node);
        nodes.extend(inside.into_iter().filter(|child| known.insert(*child)));
        next += 1;
    }
    nodes
}

fn list_children(plan: &Plan, node: NodeId) -> Vec<NodeId> {
    match plan.node(node) {
        Node::Array(array) => (0..=array.first_items())
            .map(|index| array.item(index).node)
            .collect(),
        Node::Object(object) => {
            let properties = object.properties().iter();
            let mut children: Vec<_> = properties.map(|one| one.child.node).collect();
            if let Additional::Map(child) = object.additional {
                children.push(child.node);
            }
            children
        }
        Node::Union(union) => union.branches.iter().map(|one| one.child.node).collect(),
        _ => Vec::new(),
    }
}

/// Returns whether a string inside a value contains one of the marks.
pub(super) fn has_mark(value: &Value, marks: &[&str]) -> bool {
    match value {
        Value::String(text) => is_marked(text, marks),
        Value::Array(items) => items.iter().any(|item| has_mark(item, marks)),
        Value::Object(entries) => entries
            .iter()
            .any(|(key, value)| is_marked(key, marks) || has_mark(value, marks)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Returns whether a text contains one of the marks.
pub(super) fn is_marked(text: &str, marks: &[&str]) -> bool {
    marks.iter().any(|mark| text.contains(mark))
}
