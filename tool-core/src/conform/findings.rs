//! Adds issues and repairs to the findings of a walk, within their limits.

use std::rc::Rc;

use serde_json::Value;

use super::{Conform, Diagnostics, Site};
use crate::issue::{Alternatives, Hint, Issue, IssueKind, Repair, Rule, TypeSet};
use crate::limits::Limits;
use crate::plan::{Node, NodeId, Plan};
use crate::rules::list_items;
use crate::tree::Tree;

impl Conform<'_> {
    /// Returns whether a name may be compared with this number of others.
    pub(super) fn may_compare(&self, count: usize) -> bool {
        let left = self.names_left.get().checked_sub(count);
        self.names_left.set(left.unwrap_or(self.names_left.get()));
        left.is_some()
    }

    /// Returns the issue for an invalid value that no rule can read.
    pub(super) fn reword(
        &self,
        kind: IssueKind,
        tree: &Tree<'_>,
        node: NodeId,
        at: &Site<'_>,
    ) -> IssueKind {
        match self.plan.node(node) {
            // An issue beyond the limit is only counted, so it needs no members.
            _ if self.is_full(at) => kind,
            Node::Choice(choice) => choice.issue(tree, self.may_compare(choice.members().len())),
            Node::Array(_) => match kind {
                IssueKind::Type { expected, .. } => self.expect_type(expected, tree, node),
                kind => kind,
            },
            // `expected object` alone is ambiguous. The first object of the list would satisfy it,
            // because that object is a map, too.
            Node::Object(object)
                if at.depth() > 0 && object.is_map_of_values() && is_list_of_objects(tree) =>
            {
                let forms = self.plan.write_container_shape(node).into_iter().collect();
                let alternatives = Alternatives {
                    forms,
                    ..Alternatives::default()
                };
                IssueKind::Union {
                    alternatives: Box::new(alternatives),
                }
            }
            _ => kind,
        }
    }

    /// Returns the kind for a value of another type. Text that can only be several items is shown
    /// as an array.
    pub(super) fn expect_type(
        &self,
        expected: TypeSet,
        tree: &Tree<'_>,
        node: NodeId,
    ) -> IssueKind {
        let items = match tree {
            Tree::String(text) => list_items(text, self.plan.item_types(node)),
            _ => None,
        };
        let items = items.filter(|items| self.takes_scalars(node, items));
        let example = items.map(|items| Box::new(Value::from(items)));
        IssueKind::Type { expected, example }
    }

    /// Returns whether an array accepts these strings or numbers as its items.
    fn takes_scalars(&self, node: NodeId, items: &[Value]) -> bool {
        let Node::Array(array) = self.plan.node(node) else {
            return true;
        };
        let takes = |node: NodeId| {
            items.iter().all(|item| match (self.plan.node(node), item) {
                (Node::String(plan), Value::String(text)) => {
                    plan.check(text, &self.pattern_work).is_ok()
                }
                (Node::Number(plan), Value::Number(number)) => {
                    plan.check(&number.to_string()).is_ok()
                }
                (Node::Choice(choice), Value::String(text)) => {
                    choice.holds(&Tree::String(text.as_str().into()))
                }
                _ => true,
            })
        };
        array.check_length(items.len()).is_ok()
            && array.one_item().is_none_or(|item| takes(item.node))
    }

    pub(super) fn issue(&mut self, at: &Site<'_>, kind: IssueKind, tree: &Tree<'_>) {
        self.push(at, kind, Some(tree));
    }

    /// Like [`Conform::issue`], with a hint.
    pub(super) fn issue_with_hint(
        &mut self,
        at: &Site<'_>,
        kind: IssueKind,
        tree: &Tree<'_>,
        hint: impl FnOnce() -> Option<Hint>,
    ) {
        let is_told = !self.is_full(at);
        self.issue(at, kind, tree);
        if is_told && let Some(issue) = self.found.issues.last_mut() {
            issue.hint = hint();
        }
    }

    /// Like [`Conform::issue`]. If a value of another type was sent in place of an array or object
    /// of the arguments, the issue gets its shape.
    pub(super) fn issue_with_shape(
        &mut self,
        at: &Site<'_>,
        kind: IssueKind,
        tree: &Tree<'_>,
        shape: impl FnOnce(&Plan) -> Option<String>,
    ) {
        let is_of_container = !at.is_root()
            && matches!(kind, IssueKind::Type { expected, .. }
                if expected != TypeSet::ALL && expected.meets(TypeSet::CONTAINER));
        let is_told = is_of_container && !self.is_full(at);
        self.issue(at, kind, tree);
        if is_told && let Some(issue) = self.found.issues.last_mut() {
            issue.shape = shape(self.plan);
        }
    }

    /// Like [`Conform::issue`], for an issue that is expensive to create. Beyond the limit of
    /// issues, it is not created.
    pub(super) fn add_issue_if_seen(
        &mut self,
        at: &Site<'_>,
        tree: &Tree<'_>,
        kind: impl FnOnce() -> IssueKind,
    ) {
        if self.is_full(at) {
            self.found.omitted += 1;
        } else {
            self.issue(at, kind(), tree);
        }
    }

    pub(super) fn push(&mut self, at: &Site<'_>, kind: IssueKind, tree: Option<&Tree<'_>>) {
        if self.is_full(at) {
            self.found.omitted += 1;
        } else {
            let received = tree.map(Tree::received);
            self.found
                .issues
                .push(Issue::new(at.to_path(), kind, received));
        }
    }

    pub(super) fn add_issue(&mut self, issue: Issue, at: &Site<'_>) {
        if self.is_full(at) {
            self.found.omitted += 1;
        } else {
            self.found.issues.push(issue);
        }
    }

    pub(super) fn add_all(&mut self, found: Diagnostics, at: &Site<'_>) {
        self.found.extend(found, self.max_issues(at));
    }

    pub(super) fn is_full(&self, at: &Site<'_>) -> bool {
        self.found.issues.len() >= self.max_issues(at)
    }

    pub(super) fn max_issues(&self, at: &Site<'_>) -> usize {
        if at.mode.is_silent {
            return 1;
        }
        self.settings.limits.max_issues().max(1)
    }

    pub(super) fn limits(&self, at: &Site<'_>) -> Limits {
        if at.mode.is_silent {
            self.settings.limits.issues(0)
        } else {
            self.settings.limits
        }
    }

    pub(super) fn repair(
        &mut self,
        at: &Site<'_>,
        rule: Rule,
        before: &Tree<'_>,
        after: Option<&Tree<'_>>,
    ) {
        let repair = if self.settings.records {
            Repair {
                path: at.to_path(),
                rule,
                before: before.to_value(),
                after: after.map(Tree::to_value),
            }
        } else {
            Repair::unrecorded(rule)
        };
        self.found.repairs.push(Rc::new(repair));
    }
}

fn is_list_of_objects(tree: &Tree<'_>) -> bool {
    match tree {
        Tree::Array(items) => {
            !items.is_empty() && items.iter().all(|item| matches!(item, Tree::Object(_)))
        }
        _ => false,
    }
}
