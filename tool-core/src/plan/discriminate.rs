//! The last pass over a plan: what each union takes, and what tells its
//! branches apart. It needs all nodes, since references may lead forward.

use super::names::Names;
use super::{Additional, Discriminator, Node, NodeId, ObjectPlan, UnionPlan, types};
use crate::issue::TypeSet;

pub(super) fn discriminate(nodes: &mut [Node]) {
    settle_types(nodes);
    for id in 0..nodes.len() {
        if let Node::Union(union) = &nodes[id] {
            let found = tag(nodes, union).or_else(|| key(nodes, union));
            if let Node::Union(union) = &mut nodes[id] {
                union.discriminator = found;
                union.see_only_branches();
            }
        }
    }
}

/// Spreads the types of the branches into the unions, until nothing changes:
/// a union may hold unions, itself included.
fn settle_types(nodes: &mut [Node]) {
    loop {
        let mut changed = false;
        for id in 0..nodes.len() {
            let Node::Union(union) = &nodes[id] else {
                continue;
            };
            let of_branches: Vec<_> = union
                .branches
                .iter()
                .map(|branch| types(nodes, branch.child.node))
                .collect();
            if let Node::Union(union) = &mut nodes[id] {
                let all = of_branches
                    .iter()
                    .fold(TypeSet::EMPTY, |all, types| all.union(*types));
                changed |= all != union.types;
                union.types = all;
                for (branch, types) in union.branches.iter_mut().zip(of_branches) {
                    changed |= branch.types != types;
                    branch.types = types;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

/// The branches that are objects, with their numbers.
fn objects<'n>(
    nodes: &'n [Node],
    union: &'n UnionPlan,
) -> impl Iterator<Item = (usize, &'n ObjectPlan)> {
    let branches = union.branches.iter().enumerate();
    branches.filter_map(|(number, branch)| match &nodes[branch.child.node.0] {
        Node::Object(object) => Some((number, object)),
        _ => None,
    })
}

/// A property that every object branch requires, with values that no other
/// branch takes.
fn tag(nodes: &[Node], union: &UnionPlan) -> Option<Discriminator> {
    let (_, first) = objects(nodes, union).next()?;
    first.properties().iter().find_map(|property| {
        let values = tag_values(nodes, union, &property.name)?;
        Some(Discriminator::Tag {
            property: property.name.clone(),
            values,
        })
    })
}

fn tag_values(nodes: &[Node], union: &UnionPlan, property: &str) -> Option<Names> {
    let mut values = Names::default();
    for (number, object) in objects(nodes, union) {
        let NodeId(node) = object.required_node(property)?;
        let Node::Choice(choice) = &nodes[node] else {
            return None;
        };
        for member in choice.members() {
            let value = member.value.as_str()?;
            if values.exact(value).is_some() {
                return None;
            }
            values.push(value, &member.aliases, number);
        }
    }
    Some(values)
}

/// The names of branches that are closed objects of one required property.
fn key(nodes: &[Node], union: &UnionPlan) -> Option<Discriminator> {
    let mut names = Names::default();
    for (number, object) in objects(nodes, union) {
        let [property] = object.properties() else {
            return None;
        };
        let only = property.required
            && !object.has_patterns()
            && matches!(object.additional, Additional::Closed);
        if !only || names.exact(&property.name).is_some() {
            return None;
        }
        names.push(&property.name, &property.aliases, number);
    }
    let any = names.iter().next().is_some();
    any.then_some(Discriminator::Key(names))
}
