use std::collections::HashMap;

use super::diagnostics::Checkpoint;
use super::{Change, Conform, Site};
use crate::issue::{Guesses, Issue, IssueKind, Rule, Segment, TypeSet};
use crate::plan::{ArrayPlan, ContainsPlan, Node, write_members};
use crate::tree::{ByValue, Tree};

impl Conform<'_> {
    pub(super) fn walk_array<'t>(
        &mut self,
        items: &[Tree<'t>],
        plan: &ArrayPlan,
        guesses: Guesses,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let mut changes = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let mut child = plan.item(index).granting(guesses);
            child.one_of_many = items.len() > 1;
            let change = self.walk_value(item, child, TypeSet::EMPTY, &at.item(index));
            if let Some(change) = change {
                changes.push((index, change));
            }
        }
        if let Some(kind) = self.explain_row_or_column(items, &changes, (plan, guesses), mark, at) {
            self.found.take_since(mark);
            let sent = Tree::Array(items.to_vec());
            self.issue(at, kind, &sent);
            return None;
        }
        let change = (!changes.is_empty()).then_some(Change::Items(changes));
        if !plan.unique && plan.contains.is_none() {
            return change;
        }
        let mut read = items.to_vec();
        if let Some(change) = &change {
            let mut array = Tree::Array(read);
            change.clone().apply(&mut array);
            read = match array {
                Tree::Array(items) => items,
                _ => Vec::new(),
            };
        }
        if let Some(contains) = &plan.contains {
            self.check_contains(&read, contains, at);
        }
        if !plan.unique {
            return change;
        }
        self.check_unique(read, plan, at).or(change)
    }

    /// Reports too few or too many items of the kind that `contains` describes.
    pub(super) fn check_contains(
        &mut self,
        items: &[Tree<'_>],
        contains: &ContainsPlan,
        at: &Site<'_>,
    ) {
        let mut count = 0;
        for item in items {
            count += u64::from(self.fits(item, contains.item, at));
        }
        if contains.allows(count) {
            return;
        }
        let kind = IssueKind::Contains {
            minimum: contains.minimum,
            maximum: contains.maximum,
            form: match self.plan.node(contains.item.node) {
                Node::Any => String::new(),
                Node::Choice(choice) => write_members(choice),
                _ => self.plan.describe_forms(vec![contains.item.node]),
            },
            count,
        };
        self.issue(at, kind, &Tree::Array(items.to_vec()));
    }

    /// Explains values that were sent where the schema expects arrays. They may be one array of all
    /// values, or one array for each value. If only the first is valid, the issue shows it.
    fn explain_row_or_column(
        &mut self,
        items: &[Tree<'_>],
        changes: &[(usize, Change<'_>)],
        (plan, guesses): (&ArrayPlan, Guesses),
        mark: Checkpoint,
        at: &Site<'_>,
    ) -> Option<IssueKind> {
        let depth = at.depth() + 1;
        // An item that lacks brackets itself, or has more than one place for them.
        let lacks_array = |issue: &Issue| {
            let is_of_item = issue.path.segments().len() == depth;
            match issue.kind {
                IssueKind::Type { expected, .. } => {
                    is_of_item && expected.without(TypeSet::NULL) == TypeSet::ARRAY
                }
                IssueKind::Ambiguous { .. } => is_of_item,
                _ => false,
            }
        };
        let lack_arrays = self.found.issues_from(mark).iter().any(lacks_array);
        if items.len() < 2 || !lack_arrays || !self.uses_rules(at) || self.is_full(at) {
            return None;
        }
        let row = vec![Tree::Array(items.to_vec())];
        // An item that is an array of the right depth needs no brackets.
        let needs_brackets: Vec<bool> = (0..items.len())
            .map(|index| {
                let is_of_item = |issue: &Issue| {
                    issue.path.segments().get(depth - 1) == Some(&Segment::Index(index))
                };
                changes.iter().any(|(changed, _)| *changed == index)
                    || self.found.issues_from(mark).iter().any(is_of_item)
            })
            .collect();
        let column = items.iter().zip(needs_brackets);
        let column = column.map(|(item, needs)| {
            if needs {
                Tree::Array(vec![item.clone()])
            } else {
                item.clone()
            }
        });
        let column: Vec<_> = column.collect();
        let mut conforms = |reading: &[Tree<'_>]| {
            plan.check_length(reading.len()).is_ok()
                && self.conforms_unchanged(reading, plan, guesses, at)
        };
        if !conforms(&row) {
            return None;
        }
        if conforms(&column) {
            let readings = [row, column].map(|items| Tree::Array(items).to_value());
            return Some(IssueKind::Ambiguous {
                readings: readings.into(),
            });
        }
        Some(IssueKind::Type {
            expected: TypeSet::ARRAY,
            example: Some(Box::new(Tree::Array(row).to_value())),
        })
    }

    fn conforms_unchanged(
        &mut self,
        items: &[Tree<'_>],
        plan: &ArrayPlan,
        guesses: Guesses,
        at: &Site<'_>,
    ) -> bool {
        let mark = self.found.mark();
        let made = self.new_site(at, at.mode.without_changes());
        self.walk_array(items, plan, guesses, &made);
        self.found.take_since(mark).counts() == 0
    }

    /// Reports repeated items. Removes those of a set, and returns that change.
    fn check_unique<'t>(
        &mut self,
        items: Vec<Tree<'t>>,
        plan: &ArrayPlan,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let mut indexes = HashMap::with_capacity(items.len());
        let mut repeated = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let first = *indexes.entry(ByValue(item)).or_insert(index);
            if first != index {
                repeated.push((index, first));
            }
        }
        let drops = plan.is_set && self.uses_rules(at) && !repeated.is_empty();
        for (index, first) in &repeated {
            let item = &items[*index];
            if drops {
                self.repair(&at.item(*index), Rule::RepeatedItem, item, None);
            } else {
                let kind = IssueKind::UniqueItems { first: *first };
                self.issue(&at.item(*index), kind, item);
            }
        }
        if !drops {
            return None;
        }
        drop(indexes);
        let mut repeated = repeated.into_iter().map(|(index, _)| index).peekable();
        let kept = items.into_iter().enumerate();
        let kept = kept.filter(|(index, _)| repeated.next_if_eq(index).is_none());
        let kept: Vec<_> = kept.map(|(_, item)| item).collect();
        if let Err(kind) = plan.check_length(kept.len()) {
            self.issue(at, *kind, &Tree::Array(kept));
            return None;
        }
        Some(Change::Replace(Tree::Array(kept)))
    }
}
