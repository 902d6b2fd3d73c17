//! Checks that the branches of a union exclude each other. This is necessary if an
//! `unevaluatedProperties` closes each of them.

use super::{Additional, Node, NodeId, ObjectPlan, UnionPlan};
use crate::issue::TypeSet;
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

/// Maximum number of branches of a union to compare with each other.
const MAX_BRANCHES: usize = 64;

/// Returns whether no value matches two branches. `oneOf` then has the effect of `anyOf`, which
/// needs no search for a second branch.
pub(super) fn share_no_value(nodes: &[Node], union: &UnionPlan) -> bool {
    if union.branches.len() > MAX_BRANCHES || union.closed_at.is_some() {
        return false;
    }
    let forms = union.branches.iter().map(|branch| {
        let mut objects = Vec::new();
        let is_known = branch.child.preprocess.is_none()
            && collect(nodes, branch.child.node, 0, &mut objects)
            && objects.len() <= MAX_BRANCHES
            && objects.iter().all(|object| object.has_no_aliases());
        let objects = objects.into_iter().map(|object| traits_of(nodes, object));
        // An integer is a number, too.
        let types = if branch.types.meets(TypeSet::NUMBER) {
            branch.types.union(TypeSet::NUMBER)
        } else {
            branch.types
        };
        is_known.then(|| (types, objects.collect::<Vec<_>>()))
    });
    let Some(forms) = forms.collect::<Option<Vec<_>>>() else {
        return false;
    };
    let differ = |one: &ObjectTraits<'_>, other: &ObjectTraits<'_>| {
        one.has_other_tag(other) || one.lacks_required_of(other) || other.lacks_required_of(one)
    };
    forms.iter().enumerate().all(|(index, (types, objects))| {
        forms[..index].iter().all(|(other_types, others)| {
            !types.without(TypeSet::OBJECT).meets(*other_types)
                && objects
                    .iter()
                    .all(|one| others.iter().all(|other| differ(one, other)))
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
