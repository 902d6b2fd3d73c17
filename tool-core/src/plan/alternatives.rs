//! Short descriptions of the alternatives of a union.

use std::collections::HashSet;

use super::shape::{KeyStyle, LEVELS, MAX_CHARACTERS, Sketch, join_once};
use super::{Node, NodeId, ObjectPlan, Plan, Property, ShownConstraints, UnionPlan};
use crate::issue::{Alternatives, JsonType};
use crate::limits::UNION_BRANCHES;

/// A form of object that a branch of a union accepts.
#[derive(Clone, Copy)]
pub(crate) struct ObjectForm<'p> {
    pub(crate) branch: usize,
    pub(crate) object: &'p ObjectPlan,
}

impl Plan {
    /// Returns everything that a union accepts, described with constraints. Each description is
    /// created once, when a value first fails to match: a union may be tried for each item of a
    /// call, and most of these trials are repaired.
    pub(crate) fn alternatives<'u>(
        &self,
        union: &'u UnionPlan,
        constraints: ShownConstraints,
    ) -> &'u Alternatives {
        let alternatives = &union.alternatives[constraints as usize];
        alternatives.get_or_init(|| Box::new(self.describe_alternatives(union, constraints)))
    }

    fn describe_alternatives(
        &self,
        union: &UnionPlan,
        constraints: ShownConstraints,
    ) -> Alternatives {
        let parts: Vec<NodeId> = self.collect_parts(union).map(|(_, node)| node).collect();
        self.describe_parts(&parts, constraints)
    }

    /// Returns everything that one of these nodes accepts.
    pub(crate) fn alternatives_of(&self, nodes: &[NodeId]) -> Alternatives {
        let parts = self.collect_parts_of(nodes.iter().copied().enumerate());
        let parts: Vec<NodeId> = parts.map(|(_, node)| node).collect();
        self.describe_parts(&parts, ShownConstraints::OfStrings)
    }

    fn describe_parts(&self, parts: &[NodeId], constraints: ShownConstraints) -> Alternatives {
        let mut alternatives = Alternatives::default();
        let mut listed = HashSet::new();
        for node in parts {
            if let Node::Choice(choice) = self.node(*node) {
                let members = choice.members().iter().map(|member| &member.value);
                let members = members.filter(|value| listed.insert(value.to_string()));
                alternatives.members.extend(members.cloned());
            }
        }
        alternatives.forms = self.write_short_forms(parts, constraints);
        alternatives
    }

    /// Returns the descriptions of the branches with these numbers.
    pub(crate) fn forms_of(&self, union: &UnionPlan, branches: &[usize]) -> Vec<String> {
        let of_branches = |(branch, _): &(usize, NodeId)| branches.contains(branch);
        let parts = self.collect_parts(union).filter(of_branches);
        let parts: Vec<NodeId> = parts.map(|(_, node)| node).collect();
        let choices = parts.iter().filter(|node| self.choice(**node).is_some());
        let mut forms: Vec<String> = choices
            .map(|node| Sketch::new(self, KeyStyle::Quoted, 0).in_words(*node))
            .collect();
        forms.extend(self.write_short_forms(&parts, ShownConstraints::OfStrings));
        forms
    }

    /// Returns the forms of an untagged enum: `{"id": integer} or {"email": string}`.
    pub(crate) fn describe_forms(&self, forms: Vec<NodeId>) -> String {
        let forms: Vec<_> = self
            .collect_parts_of(forms.into_iter().enumerate())
            .collect();
        let parts: Vec<NodeId> = forms.into_iter().map(|(_, node)| node).collect();
        join_once(
            &self.write_short_forms(&parts, ShownConstraints::Few),
            " or ",
        )
    }

    /// Describes each form except the constants, in as much detail as there is room for.
    fn write_short_forms(&self, parts: &[NodeId], constraints: ShownConstraints) -> Vec<String> {
        let first = LEVELS.map(|levels| (levels, constraints));
        // The names of properties have priority over their constraints.
        let without = LEVELS.map(|levels| (levels, ShownConstraints::Few));
        let all = if constraints == ShownConstraints::OfProperties {
            [&first[..1], &without[..]].concat()
        } else {
            first.to_vec()
        };
        let all = all
            .into_iter()
            .map(|(levels, constraints)| self.write_forms(parts, levels, constraints));
        let mut forms = Vec::new();
        for texts in all {
            forms = texts;
            let characters = forms.iter().map(|text| text.chars().count() + 2);
            if characters.sum::<usize>() <= MAX_CHARACTERS {
                break;
            }
        }
        forms
    }

    /// Returns the forms of object that a union accepts. Returns `None` if a branch accepts objects
    /// of any form.
    pub(crate) fn collect_object_forms(&self, union: &UnionPlan) -> Option<Vec<ObjectForm<'_>>> {
        let mut forms = Vec::new();
        for (branch, node) in self.collect_parts(union) {
            match self.node(node) {
                Node::Object(object) => forms.push(ObjectForm { branch, object }),
                _ if self.types(node).contains(JsonType::Object) => return None,
                _ => {}
            }
        }
        Some(forms)
    }

    /// Returns the branches of a union and of its nested unions. Each has the number of the outer
    /// branch.
    fn collect_parts(&self, union: &UnionPlan) -> impl Iterator<Item = (usize, NodeId)> {
        let branches = union.branches.iter().map(|branch| branch.child.node);
        self.collect_parts_of(branches.enumerate())
    }

    fn collect_parts_of(
        &self,
        branches: impl Iterator<Item = (usize, NodeId)>,
    ) -> impl Iterator<Item = (usize, NodeId)> {
        let mut open: Vec<(usize, NodeId)> = branches.collect();
        open.reverse();
        let (mut parts, mut known) = (Vec::new(), Vec::new());
        while let Some((number, node)) = open.pop() {
            match self.node(node) {
                Node::Union(inner) if known.len() < UNION_BRANCHES && !known.contains(&node) => {
                    known.push(node);
                    let inner = inner.branches.iter().rev();
                    open.extend(inner.map(|branch| (number, branch.child.node)));
                }
                Node::Union(_) | Node::Never => {}
                _ if parts.len() < UNION_BRANCHES => parts.push((number, node)),
                _ => {}
            }
        }
        parts.into_iter()
    }

    /// Describes each form once, except the constants.
    fn write_forms(
        &self,
        parts: &[NodeId],
        levels: usize,
        constraints: ShownConstraints,
    ) -> Vec<String> {
        let objects = parts.iter().filter_map(|node| match self.node(*node) {
            Node::Object(object) => Some(object),
            _ => None,
        });
        let objects: Vec<&ObjectPlan> = objects.collect();
        let count = |is_of: fn(&Node) -> bool| {
            let nodes = parts.iter().map(|node| self.node(*node));
            nodes.filter(|node| is_of(node)).count()
        };
        let numbers = count(|node| matches!(node, Node::Number(_)));
        let strings = count(|node| matches!(node, Node::String(_)));
        let of_scalars = constraints == ShownConstraints::OfScalars;
        let of_numbers = of_scalars || constraints == ShownConstraints::OfNumbers;
        let of_strings = of_scalars || constraints == ShownConstraints::OfStrings;
        let mut texts: Vec<String> = Vec::new();
        for node in parts {
            let mut sketch = Sketch::new(self, KeyStyle::Quoted, levels);
            let text = match self.node(*node) {
                Node::Choice(_) => continue,
                Node::Object(object) => {
                    let own = self.find_own_names(object, &objects);
                    let is_shown = |name: &str| own.is_empty() || own.contains(&name);
                    sketch.constraints = constraints == ShownConstraints::OfProperties;
                    sketch.write_properties(object, 0, &is_shown)
                }
                Node::Number(number) if numbers > 1 || of_numbers => number.in_words(),
                Node::String(string) if strings > 1 || of_strings => string.in_words(),
                _ => sketch.in_words(*node),
            };
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        texts
    }
}

impl Plan {
    /// Returns the property names that distinguish a form from the others. These are its tags and
    /// the names that only some of the forms require. Without such names, the function falls back
    /// to the names that only some of the forms declare, or declare with the same type.
    fn find_own_names<'p>(&self, form: &'p ObjectPlan, forms: &[&ObjectPlan]) -> Vec<&'p str> {
        let types = |property: &Property| self.types(property.child.node);
        let own = |is_alike: &dyn Fn(&ObjectPlan, &Property) -> bool| {
            let is_own = |property: &&Property| {
                let mut others = forms.iter();
                is_alike(form, property) && !others.all(|other| is_alike(other, property))
                    || self.is_tag(property)
            };
            let own = form.properties().iter().filter(is_own);
            own.map(|property| property.name.as_str())
                .collect::<Vec<_>>()
        };
        let required = own(&|other, property| other.requires(&property.name));
        if !required.is_empty() {
            return required;
        }
        own(&|other, property| {
            let same = other.find(property.name.as_bytes(), 0);
            same.is_some_and(|(_, same)| types(same) == types(property))
        })
    }
}
