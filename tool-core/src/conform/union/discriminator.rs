use serde_json::Value;

use super::failed::{FailedValue, list_values};
use crate::conform::diagnostics::Mark;
use crate::conform::{Conform, Site};
use crate::issue::{IssueKind, fold, nearest};
use crate::plan::{Branch, Discriminator, Names, UnionPlan};
use crate::rules::{folded_key, member_name};
use crate::tree::{Entry, Tree};

pub(super) enum Decision {
    Branch(Branch),
    /// The value names a branch that there is not; that was reported.
    Refused,
    Open,
}

impl Conform<'_> {
    pub(super) fn choose_branch(&mut self, failed: FailedValue<'_, '_>) -> Decision {
        let FailedValue {
            tree, union, at, ..
        } = failed;
        let (Some(discriminator), Tree::Object(entries)) = (&union.discriminator, tree) else {
            return Decision::Open;
        };
        match discriminator {
            Discriminator::Tag {
                property, values, ..
            } => match self.find_tag(entries, property, at) {
                Some(tag) => self.choose_by_name(tag, values, union, &at.entry(property, 0)),
                None => Decision::Open,
            },
            Discriminator::Constant { property, values } => match self
                .find_tag(entries, property, at)
            {
                Some(tag) => self.choose_by_constant(tag, values, union, &at.entry(property, 0)),
                None => Decision::Open,
            },
            Discriminator::Key { names, .. } => match entries.as_slice() {
                // Each form has its key: an object without one is none of them.
                [] => {
                    self.report_alternatives(failed, None, Vec::new());
                    Decision::Refused
                }
                [only] => self.choose_by_key(failed, only, names),
                _ => Decision::Open,
            },
        }
    }

    /// The branch that has the one key of the object, or a name that it is near to. A key
    /// that is a constant of the union is told as such.
    fn choose_by_key(
        &mut self,
        failed: FailedValue<'_, '_>,
        only: &Entry<'_>,
        names: &Names,
    ) -> Decision {
        let said = Tree::String(only.key.clone());
        if let Some((branch, _)) = self.find_branch(&said, names, failed.at) {
            return Decision::Branch(failed.union.branches[branch]);
        }
        let members = &self.plan.alternatives(failed.union).members;
        let members = members.iter().filter_map(Value::as_str);
        // An issue beyond the limit is only counted, so it needs no hint.
        let near = (!self.is_full(failed.at))
            .then(|| nearest(&only.key, members.chain(names.iter())))
            .flatten();
        let form = near.and_then(|near| names.exact(near));
        if let Some(branch) = form {
            return Decision::Branch(failed.union.branches[branch]);
        }
        if names.iter().nth(1).is_none() {
            return Decision::Open;
        }
        let near = near.map(Value::from);
        self.report_alternatives(failed, near, Vec::new());
        Decision::Refused
    }

    /// The value of the tag: of the key that has its name, or else of the one key that differs from
    /// it in case and style alone.
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
                .filter(|entry| folded_key(&entry.key) == folded);
            let first = spelt.next().filter(|_| self.rules_are_on(at))?;
            spelt.next().is_none().then_some(first)
        });
        found.map(|entry| &entry.value)
    }

    /// What is none of the constants may still be read as one, if it is of another type.
    fn choose_by_constant(
        &mut self,
        said: &Tree<'_>,
        values: &[(Tree<'static>, usize)],
        union: &UnionPlan,
        at: &Site<'_>,
    ) -> Decision {
        if let Some((_, branch)) = values.iter().find(|(value, _)| value.same(said)) {
            return Decision::Branch(union.branches[*branch]);
        }
        let is_of_their_type =
            |(value, _): &(Tree<'_>, usize)| value.json_type() == said.json_type();
        if matches!(said, Tree::String(_)) || !values.iter().all(is_of_their_type) {
            return Decision::Open;
        }
        self.issue_if_seen(at, said, || IssueKind::Enum {
            members: list_values(values),
            nearest: None,
        });
        Decision::Refused
    }

    /// Where a branch was tried, and its constant is what is wrong: names those of all.
    pub(super) fn name_all_constants(&mut self, mark: Mark, union: &UnionPlan, at: &Site<'_>) {
        let Some(Discriminator::Constant { property, values }) = &union.discriminator else {
            return;
        };
        if self.found.issues_since(mark) == 0 {
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
    ) -> Decision {
        if let Some((branch, _)) = self.find_branch(said, names, at) {
            return Decision::Branch(union.branches[branch]);
        }
        let text = match said {
            Tree::String(text) => Some(text.as_ref()),
            _ => None,
        };
        self.issue_if_seen(at, said, || IssueKind::Enum {
            members: names.iter().map(Value::from).collect(),
            nearest: text
                .and_then(|text| nearest(text, names.iter()))
                .map(Value::from),
        });
        Decision::Refused
    }

    fn find_branch<'n>(
        &self,
        said: &Tree<'_>,
        names: &'n Names,
        at: &Site<'_>,
    ) -> Option<(usize, &'n str)> {
        if self.rules_are_on(at) {
            let to_the_letter = match said {
                Tree::String(text) => names.find_meant(text),
                _ => None,
            };
            to_the_letter.or_else(|| names.find_meant(member_name(said)?))
        } else if let Tree::String(text) = said {
            names.find_meant(text).filter(|(_, name)| name == text)
        } else {
            None
        }
    }

    /// Says with the issues of a branch which one it is, where a tag decides.
    pub(super) fn name_branch(
        &mut self,
        mark: Mark,
        tree: &Tree<'_>,
        union: &UnionPlan,
        at: &Site<'_>,
    ) {
        let (Some(discriminator), Tree::Object(entries)) = (&union.discriminator, tree) else {
            return;
        };
        let (property, value) = match discriminator {
            Discriminator::Tag {
                property, values, ..
            } => {
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
