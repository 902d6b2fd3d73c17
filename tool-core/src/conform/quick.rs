//! The silent pass: whether a value conforms just as it is.
//!
//! Most calls do. It says so or it does not; what is wrong, and what can be
//! done, is for the full walk to find out. Wherever there is more to it than
//! yes (a key to be listed, a choice to be weighed), it says no.

use std::cell::Cell;

use super::{Settings, is_exact_in_json, is_of};
use crate::plan::{
    Additional, ArrayPlan, Child, Discriminator, Node, ObjectPlan, Plan, Seen, UnionPlan,
};
use crate::tree::{Entry, Tree, is_plain_integer};

/// So many values are looked at, those of several branches counted for each:
/// what fails deep inside of many branches is for the full walk, which remembers.
const MOST_VISITS: usize = 4_000_000;

/// Whether the full walk would find nothing, and change nothing.
pub(super) fn conforms(tree: &Tree<'_>, plan: &Plan, settings: Settings) -> bool {
    let pass = Pass {
        plan,
        into_value: settings.into_value,
        visits_left: Cell::new(MOST_VISITS),
    };
    pass.fits(tree, plan.root())
}

struct Pass<'p> {
    plan: &'p Plan,
    into_value: bool,
    visits_left: Cell<usize>,
}

impl Pass<'_> {
    fn fits(&self, tree: &Tree<'_>, child: Child) -> bool {
        let Some(left) = self.visits_left.get().checked_sub(1) else {
            return false;
        };
        self.visits_left.set(left);
        match (self.plan.node(child.node), tree) {
            (Node::Any, _) | (Node::Null, Tree::Null) | (Node::Boolean, Tree::Bool(_)) => true,
            (Node::String(string), Tree::String(text)) => string.check(text).is_ok(),
            (Node::Number(number), Tree::Number(text)) => {
                (!number.integer || self.is_integer(text)) && number.check(text).is_ok()
            }
            (Node::Choice(choice), tree) => choice.holds(tree),
            (Node::Array(array), Tree::Array(items)) => self.array(items, array),
            (Node::Object(object), Tree::Object(entries)) => self.object(entries, object),
            (Node::Union(union), tree) => self.union(tree, union),
            _ => false,
        }
    }

    fn is_integer(&self, text: &str) -> bool {
        is_plain_integer(text) && (!self.into_value || is_exact_in_json(text))
    }

    fn array(&self, items: &[Tree<'_>], plan: &ArrayPlan) -> bool {
        let mut children = items.iter().enumerate();
        !plan.unique
            && plan.check_length(items.len()).is_ok()
            && children.all(|(index, item)| self.fits(item, plan.item(index)))
    }

    fn object(&self, entries: &[Entry<'_>], plan: &ObjectPlan) -> bool {
        if plan.counts() || plan.has_patterns() {
            return false;
        }
        let mut seen = Seen::new(plan.properties().len());
        let mut expected = 0;
        for entry in entries {
            let child = if let Some(number) = plan.find(&entry.key, expected) {
                expected = number + 1;
                seen.insert(number);
                plan.properties()[number].child
            } else if let Additional::Map(child) = plan.additional {
                child
            } else if let (Additional::Open, []) = (plan.additional, plan.properties()) {
                continue;
            } else {
                return false;
            };
            if !self.fits(&entry.value, child) {
                return false;
            }
        }
        seen.covers(plan.required())
    }

    fn union(&self, tree: &Tree<'_>, union: &UnionPlan) -> bool {
        let mut fitting = union
            .branches
            .iter()
            .filter(|branch| is_of(tree, branch.types));
        let Some(first) = fitting.next() else {
            return false;
        };
        let Some(second) = fitting.next() else {
            return self.fits(tree, first.child);
        };
        if union.exactly_one {
            return self.tagged(tree, union);
        }
        let mut branches = [first, second].into_iter().chain(fitting);
        branches.any(|branch| self.fits(tree, branch.child))
    }

    /// Of exactly one branch: the one that the tag or the key names to the letter.
    fn tagged(&self, tree: &Tree<'_>, union: &UnionPlan) -> bool {
        let Tree::Object(entries) = tree else {
            return false;
        };
        let name = match (&union.discriminator, entries.as_slice()) {
            (Some(Discriminator::Tag { property, values }), entries) => {
                let tag = entries.iter().find(|entry| entry.key == *property);
                tag.and_then(|entry| match &entry.value {
                    Tree::String(name) => values.exact(name),
                    _ => None,
                })
            }
            (Some(Discriminator::Key(names)), [only]) => names.exact(&only.key),
            _ => None,
        };
        let others = union.branches.iter().filter(|branch| {
            is_of(tree, branch.types)
                && !matches!(self.plan.node(branch.child.node), Node::Object(_))
        });
        others.count() == 0
            && name.is_some_and(|branch| self.fits(tree, union.branches[branch].child))
    }
}
