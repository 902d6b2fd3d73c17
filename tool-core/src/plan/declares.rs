use std::collections::HashSet;

use super::{Additional, Node, NodeId, ObjectPlan, Plan};
use crate::issue::fold;

impl Plan {
    /// Whether the objects of a node know the key, in whatever spelling: as a
    /// property, by a pattern, or as a key of a map.
    pub(crate) fn declares(&self, id: NodeId, key: &str) -> bool {
        self.some_form(id, |node| match node {
            Node::Any => true,
            Node::Object(object) => object.declares(key),
            _ => false,
        })
    }

    /// Whether some form of the objects of a node has a property of that name.
    pub(crate) fn names_property(&self, id: NodeId, name: &str) -> bool {
        self.some_form(id, |node| match node {
            Node::Object(object) => object.find(name.as_bytes(), 0).is_some(),
            _ => false,
        })
    }

    /// Whether a node, or a branch of the union that it is, is such a one.
    fn some_form(&self, id: NodeId, is_such: impl Fn(&Node) -> bool) -> bool {
        let (mut waiting, mut met) = (vec![id], HashSet::from([id]));
        while let Some(id) = waiting.pop() {
            match self.node(id) {
                node if is_such(node) => return true,
                Node::Union(union) => {
                    // A recursive union leads back to itself.
                    for branch in &union.branches {
                        if met.insert(branch.child.node) {
                            waiting.push(branch.child.node);
                        }
                    }
                }
                _ => {}
            }
        }
        false
    }
}

impl ObjectPlan {
    /// See [`Plan::declares`].
    pub(crate) fn declares(&self, key: &str) -> bool {
        if self.find(key.as_bytes(), 0).is_some() {
            return true;
        }
        matches!(self.additional, Additional::Map(_))
            || self.has_match(key)
            || self.some_folds_to(&fold(key))
            || self.with_alias(key).is_some()
    }
}
