//! Checks that the branches of a union exclude each other. This is necessary if an
//! `unevaluatedProperties` closes each of them.

use super::{Additional, Node, NodeId, ObjectPlan, UnionPlan};
use crate::limits::SCHEMA_DEPTH;
use crate::schema::ObjectTraits;

/// Maximum number of forms to compare with each other.
const MAX_FORMS: usize = 500;

/// Returns whether closing each branch has the same effect as closing the combination of all
/// branches that a value matches.
pub(super) fn exclude_each_other(nodes: &[Node], union: &UnionPlan) -> bool {
    let branches = union.branches.iter();
    let forms: Option<Vec<_>> = branches
        .map(|branch| {
            let mut objects = Vec::new();
            collect(nodes, branch.child.node, 0, &mut objects).then_some(objects)
        })
        .collect();
    let few = |forms: &Vec<Vec<_>>| forms.iter().map(Vec::len).sum::<usize>() <= MAX_FORMS;
    forms.filter(few).is_some_and(|forms| {
        let mut traits: Vec<Vec<_>> = Vec::new();
        for objects in &forms {
            let objects = objects.iter();
            traits.push(objects.map(|object| traits_of(nodes, object)).collect());
        }
        let forms = traits;
        forms.iter().enumerate().all(|(index, form)| {
            let mut others = forms[..index].iter().chain(&forms[index + 1..]).flatten();
            others.all(|other| {
                form.iter().all(|object| {
                    // No object that matches the closed form can match the other, even if the other
                    // were open.
                    object.has_other_tag(other)
                        || union.exactly_one && object.lacks_required_of(other)
                })
            })
        })
    })
}

/// Adds the objects that a node accepts. Returns `false` if they are not all known.
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
            depth < SCHEMA_DEPTH
                && objects.len() < SCHEMA_DEPTH
                && union
                    .branches
                    .iter()
                    .all(|branch| collect(nodes, branch.child.node, depth + 1, objects))
        }
        _ => true,
    }
}

fn traits_of<'n>(nodes: &'n [Node], object: &'n ObjectPlan) -> ObjectTraits<'n> {
    let is_closed = matches!(object.additional, Additional::Closed) && !object.has_patterns();
    let names = || {
        object
            .properties()
            .iter()
            .map(|property| property.name.as_str())
    };
    let mut traits = ObjectTraits {
        closed_names: is_closed.then(|| names().collect()),
        required: names().filter(|name| object.requires(name)).collect(),
        tags: Vec::new(),
    };
    for name in &traits.required {
        if let Some(NodeId(id)) = object.find_required_node(name)
            && let Node::Choice(choice) = &nodes[id]
        {
            let members = choice.members().iter().map(|member| &member.value);
            traits.tags.push((name, members.collect()));
        }
    }
    traits
}
