//! The last pass over a plan. It computes the types that each union accepts and the discriminator
//! of its branches. The pass needs all nodes because references may point forward.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::Value;

use super::array::CountRange;
use super::choice::ChoiceMember;
use super::exclude::share_no_value;
use super::names::Names;
use super::node::types;
use super::object::Property;
use super::{Additional, Branch, Discriminator, Node, NodeId, ObjectPlan, Tag, UnionPlan};
use crate::issue::{JsonType, TypeSet};
use crate::limits::UNION_BRANCHES;

/// Returns the enums, constants and constrained strings of each union that accepts no other string,
/// in the order of the unions.
pub(super) fn texts_of_unions(nodes: &[Node]) -> Vec<(NodeId, Vec<NodeId>)> {
    let nodes_with_numbers = nodes.iter().enumerate();
    let of_unions = nodes_with_numbers.filter_map(|(id, node)| match node {
        Node::Union(union) => Some((NodeId(id), collect_texts(nodes, union)?)),
        _ => None,
    });
    of_unions.collect()
}

pub(super) fn discriminate(nodes: &mut [Node]) {
    settle_types(nodes);
    for id in 0..nodes.len() {
        if let Node::Union(union) = &nodes[id] {
            let keeps_digits = union.keeps_digits || keeps_digits(nodes, union);
            let found = collect_forms(nodes, union);
            let found =
                found.and_then(|forms| find_tag(nodes, &forms).or_else(|| find_key(&forms)));
            let is_disjoint = union.exactly_one && found.is_none() && share_no_value(nodes, union);
            if let Node::Union(union) = &mut nodes[id] {
                union.exactly_one &= !is_disjoint;
                union.discriminator = found;
                union.keeps_digits = keeps_digits;
                union.see_only_branches();
            }
        }
    }
}

/// Propagates the types of branches into their unions until nothing changes. A union may contain
/// other unions and itself.
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

/// Returns the enums, constants and constrained strings among the branches, including the branches
/// of inner unions. Returns `None` if a branch accepts any other string, or if there are too
/// many branches to visit.
fn collect_texts(nodes: &[Node], union: &UnionPlan) -> Option<Vec<NodeId>> {
    if !union.types.contains(JsonType::String) {
        return None;
    }
    let (mut texts, mut met) = (Vec::new(), Vec::new());
    let mut open: Vec<&UnionPlan> = vec![union];
    while let Some(union) = open.pop() {
        for Branch { child, types } in &union.branches {
            match &nodes[child.node.0] {
                _ if !types.contains(JsonType::String) || met.contains(&child.node) => {}
                _ if child.preprocess.is_some() || met.len() >= UNION_BRANCHES => return None,
                Node::Choice(_) => texts.push(child.node),
                Node::String(string) if !string.is_free() => texts.push(child.node),
                Node::Union(inner) => {
                    met.push(child.node);
                    open.push(inner);
                }
                _ => return None,
            }
        }
    }
    Some(texts)
}

/// Returns whether a union has a branch for text and one for numbers of any size, including the
/// branches of inner unions. A number whose format is a float of Rust is as exact as that float.
fn keeps_digits(nodes: &[Node], union: &UnionPlan) -> bool {
    if !union.types.contains(JsonType::String) || !union.types.contains(JsonType::Number) {
        return false;
    }
    let (mut takes_text, mut takes_numbers) = (false, false);
    let mut met = Vec::new();
    let mut open: Vec<&UnionPlan> = vec![union];
    while let Some(union) = open.pop() {
        for Branch { child, .. } in &union.branches {
            match &nodes[child.node.0] {
                _ if child.preprocess.is_some() => {}
                Node::String(_) => takes_text = true,
                Node::Number(number) => takes_numbers |= number.has_any_digits(),
                Node::Union(inner) if met.len() < UNION_BRANCHES && !met.contains(&child.node) => {
                    met.push(child.node);
                    open.push(inner);
                }
                _ => {}
            }
        }
    }
    takes_text && takes_numbers
}

/// Maximum number of non-string constants to compare with each other.
const MAX_OTHERS: usize = 1_000;

/// A form of object and the number of the branch that accepts it.
type BranchObject<'n> = (usize, &'n ObjectPlan);

/// Returns the forms of the objects that the branches accept. A form of a nested union counts for
/// the outer branch. Returns `None` if a branch accepts objects in any other way.
fn collect_forms<'n>(nodes: &'n [Node], union: &UnionPlan) -> Option<Vec<BranchObject<'n>>> {
    let mut forms = Vec::new();
    let mut looked_at = 0;
    for (number, branch) in union.branches.iter().enumerate() {
        let mut inner = Vec::new();
        let mut open = vec![branch.child.node];
        while let Some(id) = open.pop() {
            match &nodes[id.0] {
                Node::Object(object) => forms.push((number, object)),
                Node::Union(_) if inner.contains(&id) => {}
                Node::Union(union) if union.types.contains(JsonType::Object) => {
                    let maps = |branch: &Branch| branch.child.preprocess.is_some();
                    looked_at += union.branches.len();
                    if looked_at > UNION_BRANCHES || union.branches.iter().any(maps) {
                        return None;
                    }
                    inner.push(id);
                    open.extend(union.branches.iter().rev().map(|branch| branch.child.node));
                }
                _ if types(nodes, id).contains(JsonType::Object) => return None,
                _ => {}
            }
        }
    }
    Some(forms)
}

/// Finds a property that every form requires and whose values differ between branches. Prefers a
/// property with only string values. Returns `None` if a single branch accepts all the objects.
fn find_tag(nodes: &[Node], forms: &[BranchObject<'_>]) -> Option<Discriminator> {
    let (only, first) = forms.first()?;
    if forms.iter().all(|(number, _)| number == only) {
        return None;
    }
    let tags = first.properties().iter().filter_map(|property| {
        let values = collect_values(nodes, forms, &property.name)?;
        (!values.is_empty()).then(|| (property.name.clone(), values))
    });
    let mut tags: Vec<_> = tags.collect();
    let is_text = |(member, _): &(&ChoiceMember, usize)| member.value.is_string();
    if let Some(number) = tags
        .iter()
        .position(|(_, values)| values.iter().all(is_text))
    {
        let (property, values) = tags.swap_remove(number);
        let mut names = Names::default();
        for (member, branch) in values {
            names.push(member.value.as_str()?, &member.aliases, branch);
        }
        return Some(Discriminator::Tag(Tag {
            written: Value::from(property.as_str()).to_string() + ":",
            property,
            values: names,
        }));
    }
    let (property, values) = tags.into_iter().next()?;
    let values = values.into_iter();
    let values = values.map(|(member, branch)| (member.tree.clone(), branch));
    Some(Discriminator::Constant {
        property,
        values: values.collect(),
    })
}

/// Returns the values of a property that every form requires, each with its branch number. Returns
/// `None` if two branches share a value.
fn collect_values<'n>(
    nodes: &'n [Node],
    forms: &[BranchObject<'_>],
    property: &str,
) -> Option<Vec<(&'n ChoiceMember, usize)>> {
    let mut values: Vec<(&ChoiceMember, usize)> = Vec::new();
    // Strings have a map because there may be many of them.
    let mut texts: HashMap<Cow<'_, str>, usize> = HashMap::new();
    let mut others: Vec<(&ChoiceMember, usize)> = Vec::new();
    for (number, form) in forms {
        for member in find_members(nodes, form, property)? {
            let before = if let Some(text) = member.value.as_str() {
                texts.insert(Cow::Borrowed(text), *number)
            } else {
                let mut before = others.iter();
                let before = before.find(|(value, _)| value.tree.is_same(&member.tree));
                let before = before.map(|(_, branch)| *branch);
                others.push((member, *number));
                before
            };
            match before {
                None => values.push((member, *number)),
                Some(branch) if branch == *number && member.aliases.is_empty() => {}
                Some(_) => return None,
            }
            if others.len() > MAX_OTHERS {
                return None;
            }
        }
    }
    Some(values)
}

/// Returns the values of a required property with a fixed set of values.
fn find_members<'n>(
    nodes: &'n [Node],
    form: &ObjectPlan,
    property: &str,
) -> Option<&'n [ChoiceMember]> {
    let NodeId(node) = form.find_required_node(property)?;
    match &nodes[node] {
        Node::Choice(choice) => Some(choice.members()),
        Node::Union(union) => {
            let mut possible = union
                .branches
                .iter()
                .filter(|branch| branch.types != TypeSet::EMPTY);
            match (possible.next(), possible.next()) {
                (None, _) => Some(&[]),
                (Some(only), None) => match &nodes[only.child.node.0] {
                    Node::Choice(choice) => Some(choice.members()),
                    _ => None,
                },
                _ => None,
            }
        }
        // The form accepts no object, so it has no value to distinguish.
        Node::Never => Some(&[]),
        _ => None,
    }
}

/// Returns the discriminator of branches that are closed objects with exactly one required
/// property.
fn find_key(forms: &[BranchObject<'_>]) -> Option<Discriminator> {
    let mut names = Names::default();
    let mut properties = Vec::new();
    for (number, object) in forms {
        let [property] = object.properties() else {
            return None;
        };
        let only = property.required
            && object.is_direct
            && !object.counts()
            && matches!(object.additional, Additional::Closed);
        if !only || names.find_exact(&property.name).is_some() {
            return None;
        }
        names.push(&property.name, &property.aliases, *number);
        properties.push(Property::new(
            &property.name,
            Vec::new(),
            false,
            property.child,
        ));
    }
    if properties.is_empty() {
        return None;
    }
    let mut variants = ObjectPlan::new(properties, Vec::new(), Additional::Closed);
    variants.count = CountRange {
        least: Some(1),
        greatest: Some(1),
    };
    Some(Discriminator::Key {
        names,
        variants: Box::new(variants),
    })
}
