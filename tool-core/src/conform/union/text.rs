//! Strings that no branch accepts as they are: text of JSON or XML for a branch, and the digits of a
//! number that a branch accepts as text.

use super::failed::FailedValue;
use crate::conform::{Change, Conform, Mode, Site};
use crate::issue::{Issue, IssueKind, JsonType, Rule, TypeSet};
use crate::plan::{Child, Node, NodeId, UnionPlan};
use crate::rules::{RuleContext, ValueRule, find_faults, names_member, rule_of_text};
use crate::tree::{Tree, is_kept_by_float};

impl Conform<'_> {
    /// Returns the text of a number that an `f64` would round, if the schema accepts the text, too.
    pub(super) fn read_exact_text<'t>(
        &self,
        tree: &Tree<'t>,
        union: &UnionPlan,
        child: Child,
        at: &Site<'_>,
    ) -> Option<Tree<'t>> {
        let Tree::Number(text) = tree else {
            return None;
        };
        if !union.keeps_digits || !self.uses_rules(at) || is_kept_by_float(text) {
            return None;
        }
        let branches = self.plan.with_branches(child.node);
        // A number beyond its bounds is an issue, whether or not a string may hold it.
        let is_number = |node: &&NodeId| {
            matches!(self.plan.node(**node), Node::Number(_))
                && self.check(tree, **node, at).is_ok()
        };
        branches.iter().find(is_number)?;
        let made = Tree::String(text.clone());
        let source = self.restore_source_text(made.clone(), Rule::ScalarToString, at);
        let takes = |made: &Tree<'_>| {
            let mut branches = branches.iter();
            branches.any(|node| match (self.plan.node(*node), made) {
                (Node::String(string), Tree::String(text)) => {
                    string.check(text, &self.pattern_work).is_ok()
                }
                _ => false,
            })
        };
        source.into_iter().chain([made]).find(takes)
    }

    /// Returns whether a string may be the JSON text of a container. No branch may accept it as a
    /// string.
    pub(super) fn is_text_of_container(
        &self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        id: NodeId,
        beside: TypeSet,
    ) -> bool {
        let Tree::String(text) = tree else {
            return false;
        };
        let rejects = |id: &NodeId| match self.plan.node(*id) {
            Node::String(string) => string.check(text, &self.pattern_work).is_err(),
            Node::Choice(choice) => !names_member(choice, tree),
            _ => false,
        };
        let texts = self.plan.texts(id);
        text.trim_start().starts_with(['[', '{'])
            && union.types.meets(TypeSet::CONTAINER)
            && !beside.contains(JsonType::String)
            && !texts.is_empty()
            && texts.iter().all(rejects)
    }

    /// Returns the rule for a string that no branch accepts as text, but that may contain JSON or
    /// XML for a branch.
    pub(super) fn find_rule_of_text(
        &self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        child: Child,
        allowed: TypeSet,
        at: &Site<'_>,
    ) -> Option<&'static ValueRule> {
        let rule = match tree {
            Tree::String(text) if !allowed.contains(JsonType::String) => rule_of_text(text)?,
            _ => return None,
        };
        let mut branches = union.branches.iter();
        let is_on = self.is_on(rule, child, at)
            || branches.any(|branch| self.is_on(rule, branch.child, at));
        is_on.then_some(rule)
    }

    /// Reads JSON or XML in a string once for all branches. If each branch read it separately,
    /// nested text would be read again and again.
    pub(super) fn read_text_of_another<'t>(
        &mut self,
        tree: &Tree<'t>,
        rule: &ValueRule,
        union: &UnionPlan,
        child: Child,
        (allowed, all): (TypeSet, TypeSet),
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let context = RuleContext {
            allowed,
            ..self.rule_context(child, allowed, at)
        };
        if let Some(mut made) = rule.apply(tree, &context) {
            let mark = self.found.mark();
            self.repair(at, rule.rule, tree, Some(&made));
            let mode = Mode {
                in_xml: at.mode.in_xml || rule.rule == Rule::XmlString,
                ..at.mode
            };
            let inside = self.new_site(at, mode);
            let change = self.walk_union(&made, union, child, allowed, &inside);
            let here = at.to_path();
            // If no branch accepts the inner value, an issue about the sent string is more useful.
            let is_of_another_type = |issue: &Issue| {
                let is_told_of_all = matches!(
                    issue.kind,
                    IssueKind::Type { .. } | IssueKind::Enum { .. } | IssueKind::Union { .. }
                );
                is_told_of_all && issue.path == here
            };
            if !self.found.issues_from(mark).iter().any(is_of_another_type) {
                if let Some(change) = change {
                    change.apply(&mut made);
                }
                self.is_read = true;
                return Some(Change::Replace(made));
            }
            self.found.take_since(mark);
        } else if let Some(faulty) = find_faults(tree, &context) {
            self.is_read = true;
            return self.report_faults(faulty, tree, child, at);
        }
        self.is_read = false;
        let failed = FailedValue {
            tree,
            union,
            allowed: all,
            at,
        };
        self.report_alternatives(failed, None, Vec::new());
        None
    }
}
