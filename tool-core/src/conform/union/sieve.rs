use std::collections::HashSet;

use crate::plan::{Branch, Plan, Property, UnionPlan};
use crate::rules::fold_key;
use crate::tree::Tree;

/// Maximum number of branches to try without a sieve, which is cheaper.
const MAX_TRIED_DIRECTLY: usize = 4;

/// Rules out the branches whose required keys the object lacks. Only a guess could supply such
/// a key.
#[derive(Default)]
pub(super) struct Sieve<'k> {
    /// The keys of the object, as sent and folded; `None` if no branch is ruled out.
    keys: Option<(HashSet<&'k str>, HashSet<String>)>,
}

impl<'k> Sieve<'k> {
    pub(super) fn new(tree: &'k Tree<'_>, union: &UnionPlan) -> Self {
        let keys = match tree {
            Tree::Object(entries) if union.branches.len() > MAX_TRIED_DIRECTLY => {
                let keys = || entries.iter().map(|entry| &*entry.key);
                Some((keys().collect(), keys().map(fold_key).collect()))
            }
            _ => None,
        };
        Self { keys }
    }

    pub(super) fn passes(&self, branch: &Branch, plan: &Plan) -> bool {
        let Some((keys, folded)) = &self.keys else {
            return true;
        };
        let is_there = |property: &Property| {
            let mut names = property.aliases.iter().chain([&property.name]);
            property.folded_names().any(|name| folded.contains(name))
                || names.any(|name| keys.contains(name.as_str()))
        };
        let object = plan.object(branch.child.node);
        branch.child.preprocess.is_some()
            || object.is_none_or(|object| {
                let properties = object.properties().iter();
                let mut required = properties.filter(|property| property.required);
                required.all(is_there)
            })
    }
}
