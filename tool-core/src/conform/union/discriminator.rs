use serde_json::Value;

use super::failed::{FailedValue, list_values};
use crate::conform::diagnostics::Checkpoint;
use crate::conform::{Conform, Site};
use crate::issue::{IssueKind, find_nearest, fold, folds_alike};
use crate::plan::{Branch, Discriminator, Names, ShownConstraints, Tag, UnionPlan};
use crate::rules::{find_member_name, fold_key, is_unit_entry};
use crate::tree::{Entry, Tree};

pub(super) enum BranchDecision {
    Branch(Branch),
    /// The value names an unknown branch. An issue reports it.
    Refused,
    Open,
}

impl Conform<'_> {
    pub(super) fn choose_branch(&mut self, failed: FailedValue<'_, '_>) -> BranchDecision {
        let FailedValue {
            tree, union, at, ..
        } = failed;
        let (Some(discriminator), Tree::Object(entries)) = (&union.discriminator, tree) else {
            return BranchDecision::Open;
        };
        match discriminator {
            Discriminator::Tag(Tag {
                property, values, ..
            }) => match self.find_tag(entries, property, at) {
                Some(tag) => self.choose_by_name(tag, values, union, &at.entry(property, 0)),
                None => BranchDecision::Open,
            },
            Discriminator::Constant { property, values } => match self
                .find_tag(entries, property, at)
            {
                Some(tag) => self.choose_by_constant(tag, values, union, &at.entry(property, 0)),
                None => BranchDecision::Open,
            },
            Discriminator::Key { names, .. } => match entries.as_slice() {
                // Each form has a key, so an empty object matches no form.
                [] => {
                    self.report_alternatives(failed, None, Vec::new());
                    BranchDecision::Refused
                }
                [only] => self.choose_by_key(failed, only, names),
                _ => BranchDecision::Open,
            },
        }
    }

    /// Chooses the branch with the only key of the object, or with a similar name. If the key is
    /// similar to a constant of the union, the issue suggests that constant.
    fn choose_by_key(
        &mut self,
        failed: FailedValue<'_, '_>,
        only: &Entry<'_>,
        names: &Names,
    ) -> BranchDecision {
        let said = Tree::String(only.key.clone());
        if let Some((branch, _)) = self.find_branch(&said, names, failed.at) {
            return BranchDecision::Branch(failed.union.branches[branch]);
        }
        let members = &self
            .plan
            .alternatives(failed.union, ShownConstraints::Few)
            .members;
        let members = members.iter().filter_map(Value::as_str);
        let names_member = |member: &str| member == only.key || folds_alike(member, &only.key);
        if is_unit_entry(only) && self.uses_rules(failed.at) && members.clone().any(names_member) {
            return BranchDecision::Open;
        }
        // An issue beyond the limit is only counted, so it needs no hint.
        let near = (!self.is_full(failed.at))
            .then(|| find_nearest(&only.key, members.chain(names.iter())))
            .flatten();
        let form = near.and_then(|near| names.find_exact(near));
        if let Some(branch) = form {
            return BranchDecision::Branch(failed.union.branches[branch]);
        }
        if names.iter().nth(1).is_none() {
            return BranchDecision::Open;
        }
        let near = near.map(Value::from);
        self.report_alternatives(failed, near, Vec::new());
        BranchDecision::Refused
    }

    /// Returns the value of the tag. The exact key takes precedence over the only key that differs
    /// in case and style.
    pub(super) fn find_tag<'e, 't>(
        &self,
        entries: &'e [Entry<'t>],
        property: &str,
        at: &Site<'_>,
    ) -> Option<&'e Tree<'t>> {
        let exact = entries.iter().find(|entry| entry.key == property);
        let found = exact.or_else(|| {
            let folded = fold(property);
            let mut spelt = entries
                .iter()
                .filter(|entry| fold_key(&entry.key) == folded);
            let first = spelt.next().filter(|_| self.uses_rules(at))?;
            spelt.next().is_none().then_some(first)
        });
        found.map(|entry| &entry.value)
    }

    /// Chooses the branch with an equal constant. Leaves strings and values of another type open,
    /// because a rule may convert them to a constant.
    fn choose_by_constant(
        &mut self,
        said: &Tree<'_>,
        values: &[(Tree<'static>, usize)],
        union: &UnionPlan,
        at: &Site<'_>,
    ) -> BranchDecision {
        if let Some((_, branch)) = values.iter().find(|(value, _)| value.is_same(said)) {
            return BranchDecision::Branch(union.branches[*branch]);
        }
        let is_of_their_type =
            |(value, _): &(Tree<'_>, usize)| value.json_type() == said.json_type();
        if matches!(said, Tree::String(_)) || !values.iter().all(is_of_their_type) {
            return BranchDecision::Open;
        }
        self.add_issue_if_seen(at, said, || IssueKind::Enum {
            members: list_values(values),
            nearest: None,
        });
        BranchDecision::Refused
    }

    /// Lists the constants of all branches in the issue of a tried branch whose constant differs.
    pub(super) fn name_all_constants(
        &mut self,
        mark: Checkpoint,
        union: &UnionPlan,
        at: &Site<'_>,
    ) {
        let Some(Discriminator::Constant { property, values }) = &union.discriminator else {
            return;
        };
        if self.found.count_issues_since(mark) == 0 {
            return;
        }
        let path = at.path.key(property).to_path();
        for issue in self.found.issues_from(mark) {
            if let IssueKind::Enum { members, .. } = &mut issue.kind
                && issue.path == path
            {
                *members = list_values(values);
            }
        }
    }

    fn choose_by_name(
        &mut self,
        said: &Tree<'_>,
        names: &Names,
        union: &UnionPlan,
        at: &Site<'_>,
    ) -> BranchDecision {
        if let Some((branch, _)) = self.find_branch(said, names, at) {
            return BranchDecision::Branch(union.branches[branch]);
        }
        let text = match said {
            Tree::String(text) => Some(text.as_ref()),
            _ => None,
        };
        self.add_issue_if_seen(at, said, || IssueKind::Enum {
            members: names.iter().map(Value::from).collect(),
            nearest: text
                .and_then(|text| find_nearest(text, names.iter()))
                .map(Value::from),
        });
        BranchDecision::Refused
    }

    fn find_branch<'n>(
        &self,
        said: &Tree<'_>,
        names: &'n Names,
        at: &Site<'_>,
    ) -> Option<(usize, &'n str)> {
        if self.uses_rules(at) {
            let to_the_letter = match said {
                Tree::String(text) => names.find_meant(text),
                _ => None,
            };
            to_the_letter.or_else(|| names.find_meant(find_member_name(said)?))
        } else if let Tree::String(text) = said {
            names.find_meant(text).filter(|(_, name)| name == text)
        } else {
            None
        }
    }

    /// Adds the name of a branch to its issues, if a tag selects the branch.
    pub(super) fn name_branch(
        &mut self,
        mark: Checkpoint,
        tree: &Tree<'_>,
        union: &UnionPlan,
        at: &Site<'_>,
    ) {
        let (Some(discriminator), Tree::Object(entries)) = (&union.discriminator, tree) else {
            return;
        };
        let (property, value) = match discriminator {
            Discriminator::Tag(Tag {
                property, values, ..
            }) => {
                let tag = self.find_tag(entries, property, at);
                let meant = tag.and_then(|tag| self.find_branch(tag, values, at));
                (property, meant.map(|(_, name)| Value::from(name)))
            }
            Discriminator::Constant { property, .. } => (
                property,
                self.find_tag(entries, property, at).map(Tree::to_value),
            ),
            Discriminator::Key { .. } => return,
        };
        let Some(value) = value else {
            return;
        };
        let name = format!("{property} {value}");
        for issue in self.found.issues_from(mark) {
            issue.branch.get_or_insert_with(|| name.clone());
        }
    }
}
