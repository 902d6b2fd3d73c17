use super::{Change, Conform};
use crate::issue::{Chain, Guesses, IssueKind, TypeSet};
use crate::plan::ArrayPlan;
use crate::tree::Tree;

impl Conform<'_> {
    pub(super) fn array<'t>(
        &mut self,
        items: &[Tree<'t>],
        plan: &ArrayPlan,
        guesses: Guesses,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        let mut changes = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let mut child = plan.item(index).granting(guesses);
            child.one_of_many = items.len() > 1;
            let change = self.place(item, child, TypeSet::EMPTY, &path.index(index));
            if let Some(change) = change {
                changes.push((index, change));
            }
        }
        let change = (!changes.is_empty()).then_some(Change::Items(changes));
        if plan.unique {
            self.unique(items, change.as_ref(), path);
        }
        change
    }

    /// Reports items that equal an earlier one, as they will be read.
    fn unique(&mut self, items: &[Tree<'_>], change: Option<&Change<'_>>, path: &Chain<'_>) {
        let mut read: Option<Vec<Tree<'_>>> = None;
        if let Some(change) = change {
            let mut array = Tree::Array(items.to_vec());
            change.clone().apply(&mut array);
            if let Tree::Array(items) = array {
                read = Some(items);
            }
        }
        let items = read.as_deref().unwrap_or(items);
        let mut order: Vec<usize> = (0..items.len()).collect();
        order.sort_by(|a, b| items[*a].order(&items[*b]).then(a.cmp(b)));
        let mut repeated: Vec<(usize, usize)> = order
            .chunk_by(|a, b| items[*a].same(&items[*b]))
            .flat_map(|equal| equal[1..].iter().map(|index| (*index, equal[0])))
            .collect();
        repeated.sort_unstable();
        for (index, first) in repeated {
            self.issue(
                &path.index(index),
                IssueKind::UniqueItems { first },
                &items[index],
            );
        }
    }
}
