//! The silent pass: whether a value conforms just as it is.
//!
//! Most calls do. It says so or it does not; what is wrong, and what can be
//! done, is for the full walk to find out. Wherever there is more to it than
//! yes (a key to be listed, a choice to be weighed), it says no.

#[cfg(test)]
mod tests;

use super::{is_exact_in_json, is_of};
use crate::plan::{
    Additional, ArrayPlan, Child, Discriminator, Node, NumberPlan, ObjectPlan, Plan, UnionPlan,
};
use crate::tree::{Entry, Tree, is_plain_integer};

/// So many values are looked at, those of several branches counted for each:
/// what fails deep inside of many branches is for the full walk, which remembers.
const MOST_VISITS: usize = 4_000_000;

/// Whether the full walk would find nothing, and change nothing.
pub(super) fn conforms(tree: &Tree<'_>, plan: &Plan, into_value: bool) -> bool {
    let mut pass = Pass {
        plan,
        into_value,
        visits_left: MOST_VISITS,
    };
    pass.fits(tree, plan.root())
}

struct Pass<'p> {
    plan: &'p Plan,
    into_value: bool,
    visits_left: usize,
}

impl<'p> Pass<'p> {
    /// The value as a whole, or once more, by a branch.
    fn fits(&mut self, tree: &Tree<'_>, child: Child) -> bool {
        self.takes(1) && self.counted_fits(tree, child)
    }

    /// Scalars are looked at in the loop over what holds them, which has counted
    /// them.
    #[expect(
        clippy::inline_always,
        reason = "a call for each scalar costs more than its check"
    )]
    #[inline(always)]
    fn counted_fits(&mut self, tree: &Tree<'_>, child: Child) -> bool {
        match (self.plan.node(child.node), tree) {
            (Node::String(string), Tree::String(text)) => {
                string.is_free() || string.check(text).is_ok()
            }
            (Node::Number(number), Tree::Number(text)) => {
                number.takes_word(text) || self.number(text, number)
            }
            (Node::Any, _) | (Node::Null, Tree::Null) | (Node::Boolean, Tree::Bool(_)) => true,
            (node, tree) => self.inside(tree, node),
        }
    }

    #[inline(never)]
    fn inside(&mut self, tree: &Tree<'_>, node: &'p Node) -> bool {
        match (node, tree) {
            (Node::Choice(choice), tree) => choice.holds(tree),
            (Node::Array(array), Tree::Array(items)) => self.array(items, array),
            (Node::Object(object), Tree::Object(entries)) => self.object(entries, object),
            (Node::Union(union), tree) => self.union(tree, union),
            _ => false,
        }
    }

    #[inline(never)]
    fn number(&self, text: &str, number: &NumberPlan) -> bool {
        (!number.integer || self.is_integer(text)) && number.check(text).is_ok()
    }

    fn is_integer(&self, text: &str) -> bool {
        is_plain_integer(text) && (!self.into_value || is_exact_in_json(text))
    }

    /// Takes on that many more values, unless there are too many already.
    fn takes(&mut self, values: usize) -> bool {
        match self.visits_left.checked_sub(values) {
            Some(left) => {
                self.visits_left = left;
                true
            }
            None => false,
        }
    }

    fn array(&mut self, items: &[Tree<'_>], plan: &ArrayPlan) -> bool {
        !plan.unique
            && self.takes(items.len())
            && plan.check_length(items.len()).is_ok()
            && self.items(items, plan)
    }

    fn items(&mut self, items: &[Tree<'_>], plan: &ArrayPlan) -> bool {
        for (index, item) in items.iter().enumerate() {
            if !self.counted_fits(item, plan.item(index)) {
                return false;
            }
        }
        true
    }

    fn object(&mut self, entries: &[Entry<'_>], plan: &ObjectPlan) -> bool {
        if plan.counts() || plan.has_patterns() || !self.takes(entries.len()) {
            return false;
        }
        let (mut expected, mut required) = (0, 0);
        for entry in entries {
            let child = if let Some(number) = plan.find(&entry.key, expected) {
                expected = number + 1;
                let property = &plan.properties()[number];
                // No key stands twice, so that they can be counted.
                required += usize::from(property.required);
                property.child
            } else if let Additional::Map(child) = plan.additional {
                child
            } else if let (Additional::Open, []) = (plan.additional, plan.properties()) {
                continue;
            } else {
                return false;
            };
            if !self.counted_fits(&entry.value, child) {
                return false;
            }
        }
        required == plan.required_count()
    }

    fn union(&mut self, tree: &Tree<'_>, union: &UnionPlan) -> bool {
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
    fn tagged(&mut self, tree: &Tree<'_>, union: &UnionPlan) -> bool {
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
