use super::{Additional, Node, NodeId, ObjectPlan, Plan};
use crate::issue::fold;

impl Plan {
    /// Whether the objects of a node know the key, in whatever spelling: as a
    /// property, by a pattern, or as a key of a map.
    pub(crate) fn declares(&self, id: NodeId, key: &str) -> bool {
        if let Node::Object(object) = self.node(id) {
            return object.declares(key);
        }
        let (mut waiting, mut met) = (vec![id], vec![id]);
        while let Some(id) = waiting.pop() {
            match self.node(id) {
                Node::Any => return true,
                Node::Object(object) if object.declares(key) => return true,
                Node::Union(union) => {
                    // A recursive union leads back to itself.
                    for branch in &union.branches {
                        if !met.contains(&branch.child.node) {
                            met.push(branch.child.node);
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
        let folded = fold(key);
        let is_name = |name: &String| name == key;
        matches!(self.additional, Additional::Map(_))
            || self.matching(key).next().is_some()
            || self
                .properties()
                .iter()
                .any(|property| property.folded == folded || property.aliases.iter().any(is_name))
    }
}
