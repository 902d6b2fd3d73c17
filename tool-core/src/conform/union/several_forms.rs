//! Reports a value that several branches accept although exactly one may.

use crate::conform::Conform;
use crate::issue::IssueKind;
use crate::plan::{Additional, ObjectPlan, UnionPlan};
use crate::tree::{Entry, Tree};

impl Conform<'_> {
    /// Returns the issue for a value that several branches accept although exactly one may.
    pub(super) fn describe_several_forms(
        &self,
        value: &Tree<'_>,
        union: &UnionPlan,
        accepting: &[usize],
    ) -> IssueKind {
        let forms = self.plan.collect_object_forms(union).unwrap_or_default();
        let taking = forms.iter().filter(|form| accepting.contains(&form.branch));
        let taking: Vec<&ObjectPlan> = taking.map(|form| form.object).collect();
        let (mut leave_out, mut add) = (Vec::new(), Vec::new());
        // If a branch is a union, its matching forms are unknown.
        if let Tree::Object(entries) = value
            && taking.len() == accepting.len()
        {
            leave_out = find_keys_to_leave_out(entries, &taking);
            if leave_out.is_empty() {
                add = find_keys_to_add(entries, &taking);
            }
        }
        IssueKind::SeveralForms {
            forms: self.plan.forms_of(union, accepting),
            leave_out,
            add,
        }
    }
}

fn find_keys_to_leave_out(entries: &[Entry<'_>], matching: &[&ObjectPlan]) -> Vec<String> {
    let tells = |key: &&str| {
        let requiring = matching.iter().filter(|form| form.requires(key)).count();
        requiring > 0 && requiring < matching.len()
    };
    let keys = entries.iter().map(|entry| &*entry.key).filter(tells);
    keys.map(str::to_owned).collect()
}

/// Returns the absent properties that some of the matching forms declare and others reject.
fn find_keys_to_add(entries: &[Entry<'_>], matching: &[&ObjectPlan]) -> Vec<String> {
    let rejects = |form: &&ObjectPlan, name: &str| {
        matches!(form.additional, Additional::Closed)
            && !form.has_property(name)
            && !form.has_match(name)
    };
    let mut keys: Vec<String> = Vec::new();
    for property in matching.iter().flat_map(|form| form.properties()) {
        let name = &property.name;
        if !keys.contains(name)
            && !entries.iter().any(|entry| entry.key == *name)
            && matching.iter().any(|form| rejects(form, name))
        {
            keys.push(name.clone());
        }
    }
    keys
}
