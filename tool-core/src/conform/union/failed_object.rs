//! Reports an object that fails in all forms of a union: by its tag, its constants and its keys.

use serde_json::Value;

use super::compared_keys::ComparedKeys;
use super::failed::{FailedValue, list_values};
use super::settle::{is_at, is_same, rejects};
use crate::conform::memo::Trial;
use crate::conform::outer_keys::has_markup_of;
use crate::conform::pairs::read_names;
use crate::conform::{Conform, Site};
use crate::issue::{
    Hint, Issue, IssueKind, Missing, Segment, TypeSet, find_inner_name, find_nearest,
    measure_nearness,
};
use crate::limits::{COMPARED_KEYS, HINT_BYTES};
use crate::plan::{Additional, Discriminator, Names, ObjectForm, Tag};
use crate::tree::{Entry, Tree};

impl Conform<'_> {
    pub(super) fn report_object(
        &mut self,
        failed: FailedValue<'_, '_>,
        entries: &[Entry<'_>],
        fitting: &[usize],
        mut trials: Vec<Trial>,
        best: usize,
    ) {
        let Some(forms) = self.plan.collect_object_forms(failed.union) else {
            return self.report_branch(failed, trials, best);
        };
        let tag = match &failed.union.discriminator {
            Some(Discriminator::Constant { property, .. })
                if self.find_tag(entries, property, failed.at).is_some() =>
            {
                return self.report_branch(failed, trials, best);
            }
            Some(Discriminator::Constant { property, values }) => {
                Some((property, list_values(values), None))
            }
            Some(Discriminator::Tag(Tag {
                property, values, ..
            })) => {
                let members = values.iter().map(Value::from).collect();
                Some((property, members, Some(values)))
            }
            _ => None,
        };
        if tag.is_none() && self.report_by_constants(failed, entries, &forms, &mut trials, best) {
            return;
        }
        let keys = ComparedKeys::new(entries, &forms);
        let mut unknown = keys.find_unknown(&forms);
        let tag = tag.map(|(property, members, values)| {
            let sent = find_sent_tag(entries, &unknown, property, values);
            unknown.retain(|index| Some(*index) != sent);
            let sent = sent.map(|index| &entries[index]);
            self.report_absent_tag(failed, property, members, (sent, entries));
            property
        });
        let tag = tag.map(String::as_str);
        let is_reported = self.report_common(failed, fitting, &trials, tag, &forms);
        let is_map = |form: &ObjectForm<'_>| matches!(form.object.additional, Additional::Map(_));
        let is_closed =
            |form: &ObjectForm<'_>| matches!(form.object.additional, Additional::Closed);
        if forms.iter().any(is_map) {
            unknown.clear();
        }
        if tag.is_none() {
            if is_reported {
                return;
            }
            let near = keys.find_near(&unknown, &forms).map(Value::from);
            let unknown = unknown.iter().map(|index| entries[*index].key.to_string());
            let breaks_constraint = |branch: &usize| {
                let issues = &trials[*branch].found.issues;
                issues.iter().any(|issue| issue.kind.is_of_constraint())
            };
            let is_of_property = fitting.iter().any(breaks_constraint);
            match self.describe_alternatives(failed, near, unknown.collect(), is_of_property) {
                IssueKind::Type { .. } => {
                    self.report_property_or_branch(
                        failed,
                        (entries, fitting),
                        &forms,
                        trials,
                        best,
                    );
                }
                mut kind => {
                    if let IssueKind::Union { alternatives } = &mut kind {
                        alternatives.mixed = keys.find_mixed(&forms);
                    }
                    self.issue(failed.at, kind, failed.tree);
                }
            }
        } else if forms.iter().all(is_closed) {
            for index in unknown {
                self.report_unknown_key(&entries[index], entries, &forms, failed.at);
            }
        }
    }

    /// Reports the issues of a branch. If all forms reject the value of one property, and each
    /// accepts another value for it, names the values of all forms.
    fn report_property_or_branch(
        &mut self,
        failed: FailedValue<'_, '_>,
        (entries, fitting): (&[Entry<'_>], &[usize]),
        forms: &[ObjectForm<'_>],
        mut trials: Vec<Trial>,
        branch: usize,
    ) {
        let depth = failed.at.depth();
        let is_rejected = |key: &str| {
            let mut fitting = fitting.iter().map(|branch| &trials[*branch]);
            fitting.all(|trial| rejects(trial, key, depth))
        };
        let places = |key: &str| {
            let found = forms.iter().map(|form| form.object.find(key.as_bytes(), 0));
            let found = found.collect::<Option<Vec<_>>>()?;
            let mut nodes: Vec<_> = found.iter().map(|(_, own)| own.child.node).collect();
            nodes.dedup();
            (nodes.len() > 1).then_some(nodes)
        };
        let rejected = entries.iter().filter(|entry| is_rejected(&entry.key));
        let rejected: Vec<_> = rejected
            .filter_map(|entry| Some((entry, places(&entry.key)?)))
            .collect();
        let mut found = trials.swap_remove(branch).found;
        if let [(entry, nodes)] = rejected.as_slice() {
            found
                .issues
                .retain(|issue| !is_at(issue, &entry.key, depth));
            let alternatives = self.plan.alternatives_of(nodes);
            let kind = IssueKind::Union {
                alternatives: Box::new(alternatives),
            };
            self.issue(&failed.at.entry(&entry.key, 0), kind, &entry.value);
        }
        self.add_all(found, failed.at);
    }

    /// Reports the issues of the form that the constants and keys identify. If several forms remain
    /// and require another constant, reports that constant. Returns whether it reported anything.
    fn report_by_constants(
        &mut self,
        failed: FailedValue<'_, '_>,
        entries: &[Entry<'_>],
        forms: &[ObjectForm<'_>],
        trials: &mut Vec<Trial>,
        best: usize,
    ) -> bool {
        let narrowed = self.narrow_forms(entries, forms, failed.at);
        let mut branches: Vec<usize> = narrowed.forms.iter().map(|form| form.branch).collect();
        branches.dedup();
        let mark = self.found.mark();
        let keys = ComparedKeys::new(entries, &narrowed.forms);
        let settled = if let [only] = branches.as_slice() {
            Some(*only)
        } else {
            self.settle(&keys, &narrowed.forms, trials, best)
        };
        if let Some(branch) = settled {
            self.add_all(trials.swap_remove(branch).found, failed.at);
            self.name_constants(mark, &narrowed, forms, failed.at);
            return true;
        }
        let Some((property, _)) = narrowed.open.first() else {
            return false;
        };
        if narrowed.forms.len() == forms.len() {
            return false;
        }
        let at = failed.at.path.key(property).to_path();
        let mut issues = branches
            .iter()
            .flat_map(|branch| &trials[*branch].found.issues);
        let Some(issue) = issues.find(|issue| issue.path == at) else {
            return false;
        };
        let issue = issue.clone();
        self.add_issue(issue, failed.at);
        self.report_common(failed, &branches, trials, Some(property), &narrowed.forms);
        let is_closed =
            |form: &ObjectForm<'_>| matches!(form.object.additional, Additional::Closed);
        if narrowed.forms.iter().all(is_closed) {
            for index in keys.find_unknown(&narrowed.forms) {
                self.report_unknown_key(&entries[index], entries, &narrowed.forms, failed.at);
            }
        }
        self.name_constants(mark, &narrowed, forms, failed.at);
        true
    }

    /// Reports the issues that all fitting branches share at a property that all forms declare.
    /// Returns `true` if some branch has no other issues, and no shared issue is a missing key.
    fn report_common(
        &mut self,
        failed: FailedValue<'_, '_>,
        fitting: &[usize],
        trials: &[Trial],
        tag: Option<&str>,
        forms: &[ObjectForm<'_>],
    ) -> bool {
        let depth = failed.at.depth();
        let is_common = |issue: &Issue| match issue.path.segments().get(depth) {
            Some(Segment::Key(key)) => {
                tag != Some(key) && forms.iter().all(|form| form.object.has_property(key))
            }
            _ => false,
        };
        let Some((first, others)) = fitting.split_first() else {
            return false;
        };
        let is_in = |branch: &usize, issue: &Issue| {
            let mut issues = trials[*branch].found.issues.iter();
            issues.any(|other| is_same(issue, other))
        };
        let of_first = trials[*first].found.issues.iter();
        let common: Vec<&Issue> = of_first
            .filter(|issue| is_common(issue) && others.iter().all(|other| is_in(other, issue)))
            .collect();
        for issue in &common {
            let mut issue = Issue::clone(issue);
            note_markup_of_forms(&mut issue, failed.tree, forms, depth);
            self.add_issue(issue, failed.at);
        }
        let is_missing = |issue: &&Issue| {
            matches!(issue.kind, IssueKind::Required { .. })
                && issue.path.segments().len() == depth + 1
        };
        let mut counts = fitting.iter().map(|branch| trials[*branch].found.counts());
        !common.is_empty()
            && !common.iter().any(is_missing)
            && counts.any(|count| count == common.len())
    }

    fn report_absent_tag(
        &mut self,
        failed: FailedValue<'_, '_>,
        property: &str,
        members: Vec<Value>,
        (sent, entries): (Option<&Entry<'_>>, &[Entry<'_>]),
    ) {
        let types = members
            .iter()
            .map(|member| TypeSet::of(Tree::from(member).json_type()));
        let expected = types.fold(TypeSet::EMPTY, TypeSet::union);
        let leaked = entries.iter().find(|entry| match &entry.value {
            Tree::String(text) => has_markup_of(text, property, &entry.key),
            _ => false,
        });
        let missing = Missing {
            members,
            leaked_into: leaked.map(|entry| entry.key.to_string()),
            sent_as: sent.map(|entry| failed.at.path.key(&entry.key).to_path()),
            ..Missing::default()
        };
        let kind = IssueKind::Required {
            expected,
            missing: Box::new(missing),
        };
        self.push(&failed.at.entry(property, 0), kind, None);
    }

    fn report_unknown_key(
        &mut self,
        entry: &Entry<'_>,
        sent: &[Entry<'_>],
        forms: &[ObjectForm<'_>],
        at: &Site<'_>,
    ) {
        let names = forms.iter().flat_map(|form| form.object.properties());
        let is_absent = |name: &&str| !sent.iter().any(|entry| entry.key == **name);
        let names = names.map(|property| property.name.as_str());
        // Under the name alone, the value of `loc.lat` would lose its key.
        let is_whole = |name: &&str| find_inner_name(name, &entry.key) == entry.key;
        let names = names.filter(is_whole);
        let nearest = find_nearest(&entry.key, names.filter(is_absent));
        let nearest = nearest.map(str::to_owned);
        let is_content = || {
            let names = read_names(&entry.value, &self.settings.limits);
            let is_declared =
                |name: &String| forms.iter().any(|form| form.object.has_property(name));
            !names.is_empty() && names.iter().all(is_declared)
        };
        let hint = (nearest.is_none() && is_content()).then_some(Hint::Content);
        self.issue_with_hint(
            &at.entry(&entry.key, 0),
            IssueKind::UnknownKey { nearest },
            &entry.value,
            || hint,
        );
    }
}

/// Notes a property of some form that a rejected string contains as markup. The issues of the
/// form that requires it are not reported.
fn note_markup_of_forms(
    issue: &mut Issue,
    tree: &Tree<'_>,
    forms: &[ObjectForm<'_>],
    depth: usize,
) {
    let (Tree::Object(entries), Some([Segment::Key(key)])) =
        (tree, issue.path.segments().get(depth..))
    else {
        return;
    };
    let is_sent = |name: &str| entries.iter().any(|entry| entry.key == name);
    let text = entries.iter().find_map(|entry| match &entry.value {
        Tree::String(text) if entry.key == **key && text.len() <= HINT_BYTES => Some(text),
        _ => None,
    });
    let Some(text) = text.filter(|text| issue.hint.is_none() && text.contains('<')) else {
        return;
    };
    let names = forms.iter().flat_map(|form| form.object.properties());
    let mut names = names.map(|property| &property.name).take(COMPARED_KEYS);
    let leaked = names.find(|name| !is_sent(name) && has_markup_of(text, name, key));
    issue.hint = leaked.map(|name| Hint::Markup(name.clone()));
}

/// Returns the entry that probably is the tag: one whose value is a tag, else one with a similar
/// key.
fn find_sent_tag(
    entries: &[Entry<'_>],
    unknown: &[usize],
    tag: &str,
    values: Option<&Names>,
) -> Option<usize> {
    let says = |index: &&usize| match &entries[**index].value {
        Tree::String(text) => values.is_some_and(|values| values.find_meant(text).is_some()),
        _ => false,
    };
    let is_near = |index: &&usize| measure_nearness(&entries[**index].key, tag).is_some();
    let found = unknown
        .iter()
        .find(says)
        .or_else(|| unknown.iter().find(is_near));
    found.copied()
}
