use serde_json::Value;

use super::failed::{FailedValue, list_values};
use crate::conform::diagnostics::Checkpoint;
use crate::conform::{Conform, Site, is_of};
use crate::issue::{
    Hint, IssueKind, Segment, find_inner_name, find_nearest_member, fold, folds_alike,
};
use crate::plan::{
    Branch, Discriminator, Names, ObjectPlan, Plan, ShownConstraints, Tag, UnionPlan,
};
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
                several => self.choose_by_any_key(failed, several, names),
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
        let all: Vec<&str> = members.iter().filter_map(Value::as_str).collect();
        let mut members = all.iter().copied();
        let names_member = |member: &str| member == only.key || folds_alike(member, &only.key);
        if is_unit_entry(only) && self.uses_rules(failed.at) && members.clone().any(names_member) {
            return BranchDecision::Open;
        }
        let has_one_form = names.iter().nth(1).is_none();
        // An issue beyond the limit is only counted, so it needs no hint.
        let near = (!self.is_full(failed.at) && self.may_compare(all.len() + names.iter().count()))
            .then(|| {
                // A unit variant has no value, so a key with a value means another variant, unless
                // it is the name of the unit variant.
                // A value that says no rules the variant out.
                let is_constant = |member: &&str| {
                    is_unit_entry(only) || names_member(member) && !says_no(&only.value)
                };
                let members = members.clone().filter(is_constant);
                find_nearest_member(&only.key, members.chain(names.iter()))
            })
            .flatten();
        let form = near.and_then(|near| names.find_exact(near));
        if let Some(branch) = form {
            return BranchDecision::Branch(failed.union.branches[branch]);
        }
        let variant = self.find_named_variant(failed, std::slice::from_ref(only));
        if variant.is_none() && near.is_none() && members.next().is_none() && has_one_form {
            return BranchDecision::Open;
        }
        let near = variant.or_else(|| near.map(Value::from));
        let is_known = near.is_some() || all.iter().any(|member| names_member(member));
        let unknown = if is_known {
            Vec::new()
        } else {
            vec![only.key.to_string()]
        };
        self.report_alternatives(failed, near, unknown);
        BranchDecision::Refused
    }

    /// Refuses an object that has none of the keys, if the union also has constants. One of its
    /// values may name the intended variant: `{"type": "never"}`.
    fn choose_by_any_key(
        &mut self,
        failed: FailedValue<'_, '_>,
        entries: &[Entry<'_>],
        names: &Names,
    ) -> BranchDecision {
        let is_key = |entry: &Entry<'_>| names.find_meant(&entry.key).is_some();
        if let Some(member) = self.find_only_unit(failed.union, entries) {
            self.report_alternatives(failed, Some(member), Vec::new());
            return BranchDecision::Refused;
        }
        let members = &self
            .plan
            .alternatives(failed.union, ShownConstraints::Few)
            .members;
        if members.is_empty() && names.iter().nth(1).is_none() || entries.iter().any(is_key) {
            return BranchDecision::Open;
        }
        let variant = self.find_named_variant(failed, entries);
        let unknown = entries.iter().map(|entry| entry.key.to_string());
        let unknown = unknown.filter(|key| !members.iter().any(|member| member == key));
        let unknown = unknown.collect();
        self.report_alternatives(failed, variant, unknown);
        BranchDecision::Refused
    }

    /// Returns the variant without data that one key names, if the values of all other keys say no:
    /// `{"stop": {}, "move": null}`.
    fn find_only_unit(&self, union: &UnionPlan, entries: &[Entry<'_>]) -> Option<Value> {
        let mut chosen = entries.iter().filter(|entry| !says_no(&entry.value));
        let (only, None) = (chosen.next()?, chosen.next()) else {
            return None;
        };
        if !is_unit_entry(only) && !matches!(only.value, Tree::Bool(true)) {
            return None;
        }
        let members = &self.plan.alternatives(union, ShownConstraints::Few).members;
        let mut named = members.iter().filter(|member| {
            let name = member.as_str();
            name.is_some_and(|name| name == only.key || folds_alike(name, &only.key))
        });
        named.next().cloned()
    }

    /// Returns the constant that a value of the object names, as a model writes a tag.
    fn find_named_variant(
        &self,
        failed: FailedValue<'_, '_>,
        entries: &[Entry<'_>],
    ) -> Option<Value> {
        let members = &self
            .plan
            .alternatives(failed.union, ShownConstraints::Few)
            .members;
        let mut texts = entries.iter().filter_map(|entry| match &entry.value {
            Tree::String(text) => Some(&**text),
            _ => None,
        });
        let member = texts.find_map(|text| members.iter().find(|member| *member == text));
        member
            .filter(|_| entries.len() == 1 && !self.is_value_of_variant(failed.union, entries))
            .cloned()
    }

    /// Returns whether the value of a misspelt key may belong to a variant with a value:
    /// `{"some": "all"}` for `{"some_of": "all"}`, or `{"mode": "all"}` for
    /// `{"range": {"mode": "all"}}`.
    fn is_value_of_variant(&self, union: &UnionPlan, entries: &[Entry<'_>]) -> bool {
        let Some(Discriminator::Key { variants, .. }) = &union.discriminator else {
            return false;
        };
        let mut variants = variants.properties().iter();
        variants.any(|variant| {
            let node = variant.child.node;
            entries.iter().any(|entry| {
                let inner = find_inner_name(&variant.name, &entry.key);
                is_of(&entry.value, self.plan.types(node)) || self.plan.names_property(node, inner)
            })
        })
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
            members: list_values(values).into(),
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
                *members = list_values(values).into();
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
                .and_then(|text| find_nearest_member(text, names.iter()))
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
        let depth = at.depth();
        for issue in self.found.issues_from(mark) {
            issue.branch.get_or_insert_with(|| name.clone());
            if let (IssueKind::UnknownKey { .. }, [Segment::Key(key)]) = (
                &issue.kind,
                issue.path.segments().get(depth..).unwrap_or(&[]),
            ) && let Some(forms) = name_forms_with(self.plan, union, discriminator, key)
            {
                let forms = format!("{property} {forms}");
                issue.hint = Some(Hint::with_forms(issue.hint.take(), forms));
            }
        }
    }
}

/// Maximum number of forms that the hint about a key of other forms names.
const MAX_FORMS: usize = 3;

/// Returns the tags of the forms that take a key which one of them declares: `"window" or "range"`.
/// An open form takes each key.
fn name_forms_with(
    plan: &Plan,
    union: &UnionPlan,
    discriminator: &Discriminator,
    key: &str,
) -> Option<String> {
    let declares = |branch: &Branch| plan.names_property(branch.child.node, key);
    if !union.branches.iter().any(declares) {
        return None;
    }
    let takes = |branch: usize| {
        let branch = &union.branches[branch];
        let object = plan.object(branch.child.node);
        declares(branch) || object.is_some_and(ObjectPlan::is_open)
    };
    let tags: Vec<String> = match discriminator {
        Discriminator::Tag(Tag { values, .. }) => {
            let names = values.iter().filter(|name| {
                let branch = values.find_exact(name);
                branch.is_some_and(takes)
            });
            names.map(|name| Value::from(name).to_string()).collect()
        }
        Discriminator::Constant { values, .. } => {
            let values = values.iter().filter(|(_, branch)| takes(*branch));
            values
                .map(|(value, _)| value.to_value().to_string())
                .collect()
        }
        Discriminator::Key { .. } => Vec::new(),
    };
    join_tags(&tags)
}

/// `"window" or "range"`, or `None` for many tags or none.
pub(super) fn join_tags(tags: &[String]) -> Option<String> {
    match tags {
        [first @ .., last] if !first.is_empty() && tags.len() <= MAX_FORMS => {
            Some(format!("{} or {last}", first.join(", ")))
        }
        [only] => Some(only.clone()),
        _ => None,
    }
}

/// Returns whether the value of a key means that the variant of this name was not chosen.
fn says_no(value: &Tree<'_>) -> bool {
    match value {
        Tree::Null | Tree::Bool(false) => true,
        Tree::String(text) => text.is_empty(),
        Tree::Number(text) => text == "0",
        _ => false,
    }
}
