//! Reports a value that fails in all branches.

use std::borrow::Cow;
use std::collections::HashSet;

use serde_json::Value;

use crate::conform::memo::Trial;
use crate::conform::{Conform, Site, is_of};
use crate::issue::{
    Alternatives, Issue, IssueKind, JsonType, Missing, Segment, TypeSet, find_nearest,
    measure_nearness, sort,
};
use crate::plan::{
    Additional, Discriminator, Names, ObjectForm, ObjectPlan, ShownConstraints, UnionPlan,
};
use crate::rules::{fold_key, is_dropped};
use crate::tree::{Entry, Tree, is_number};

/// Maximum number of undeclared keys to compare with the names of a form, to find similar ones.
const MAX_COMPARED: usize = 32;

/// A value of a union, for the report of its failure.
#[derive(Clone, Copy)]
pub(super) struct FailedValue<'f, 't> {
    pub(super) tree: &'f Tree<'t>,
    pub(super) union: &'f UnionPlan,
    pub(super) allowed: TypeSet,
    pub(super) at: &'f Site<'f>,
}

impl Conform<'_> {
    /// Reports the issues of the intended branch if the value identifies it. Otherwise, reports all
    /// alternatives. `trials` has one trial per branch, and `best` is the index of the nearest
    /// branch.
    pub(super) fn report_failure(
        &mut self,
        failed: FailedValue<'_, '_>,
        trials: Vec<Trial>,
        best: usize,
    ) {
        let branches = failed.union.branches.iter().enumerate();
        let fitting = branches.filter(|(_, branch)| is_of(failed.tree, branch.types));
        let fitting: Vec<usize> = fitting.map(|(number, _)| number).collect();
        match (fitting.as_slice(), failed.tree) {
            ([], _) => self.report_alternatives(failed, None, Vec::new()),
            ([only], _) => self.report_branch(failed, trials, *only),
            (_, Tree::Object(entries)) => {
                self.report_object(failed, entries, &fitting, trials, best);
            }
            (_, Tree::Array(_)) if is_tied(&trials, &fitting, best) => {
                self.report_alternatives_or_branch(failed, trials, best);
            }
            (_, Tree::Array(_)) => self.report_branch(failed, trials, best),
            _ => self.report_alternatives_or_branch(failed, trials, best),
        }
    }

    /// Reports the issues of a branch. If one concerns the value itself, names all alternatives
    /// instead. A constraint of an optional string has no alternatives.
    fn report_branch(
        &mut self,
        failed: FailedValue<'_, '_>,
        mut trials: Vec<Trial>,
        branch: usize,
    ) {
        let trial = &trials[branch];
        let depth = failed.at.depth();
        let is_choice = failed.union.optional().is_none();
        let of_itself = |issue: &Issue| {
            issue.path.segments().len() == depth
                && match issue.kind {
                    IssueKind::Type { .. } | IssueKind::Enum { .. } | IssueKind::Union { .. } => {
                        true
                    }
                    IssueKind::Several { .. }
                    | IssueKind::MinLength { .. }
                    | IssueKind::MaxLength { .. }
                    | IssueKind::Pattern { .. }
                    | IssueKind::Format { .. } => {
                        is_choice && matches!(failed.tree, Tree::String(_))
                    }
                    _ => false,
                }
        };
        if trial.found.issues.iter().any(of_itself) {
            self.report_alternatives_or_branch(failed, trials, branch);
        } else {
            self.add_all(trials.swap_remove(branch).found, failed.at);
        }
    }

    /// Names all alternatives. If this gives only a list of types that contains the type of the
    /// value, reports the issues of the branch instead.
    fn report_alternatives_or_branch(
        &mut self,
        failed: FailedValue<'_, '_>,
        mut trials: Vec<Trial>,
        branch: usize,
    ) {
        let json_type = failed.tree.json_type();
        let kind = self.describe_alternatives(failed, None, Vec::new(), false);
        match kind {
            IssueKind::Type { expected } if expected.contains(json_type) => {
                self.add_all(trials.swap_remove(branch).found, failed.at);
            }
            kind => self.issue(failed.at, kind, failed.tree),
        }
    }

    pub(super) fn report_alternatives(
        &mut self,
        failed: FailedValue<'_, '_>,
        nearest: Option<Value>,
        unknown: Vec<String>,
    ) {
        let kind = self.describe_alternatives(failed, nearest, unknown, false);
        self.issue(failed.at, kind, failed.tree);
    }

    fn describe_alternatives(
        &self,
        failed: FailedValue<'_, '_>,
        near: Option<Value>,
        unknown: Vec<String>,
        is_of_property: bool,
    ) -> IssueKind {
        let expected = failed.allowed;
        if self.is_full(failed.at) {
            return IssueKind::Type { expected };
        }
        // Only constraints that the value may violate are reported.
        let constraints = match failed.tree {
            Tree::String(text) if is_number(text.trim()) => ShownConstraints::OfScalars,
            Tree::String(_) => ShownConstraints::OfStrings,
            Tree::Number(_) => ShownConstraints::OfNumbers,
            Tree::Object(_) if is_of_property => ShownConstraints::OfProperties,
            _ => ShownConstraints::Few,
        };
        let alternatives = if constraints == ShownConstraints::Few {
            Cow::Borrowed(self.plan.alternatives(failed.union))
        } else {
            Cow::Owned(self.plan.describe_alternatives(failed.union, constraints))
        };
        let Alternatives { members, forms, .. } = &*alternatives;
        let of_text = |text: &str| {
            find_nearest(text, members.iter().filter_map(Value::as_str)).map(Value::from)
        };
        let near = near.or_else(|| match failed.tree {
            Tree::String(text) => of_text(text),
            _ => None,
        });
        if !members.is_empty() && forms.iter().all(|form| form == JsonType::Null.as_str()) {
            let nulls = forms.iter().map(|_| Value::Null);
            return IssueKind::Enum {
                members: members.iter().cloned().chain(nulls).collect(),
                nearest: near,
            };
        }
        let objects = forms.iter().filter(|form| form.starts_with('{')).count();
        let is_plain = |form: &String| JsonType::from_name(form).is_some();
        let is_of_allowed_type = expected.contains(failed.tree.json_type());
        let tells_more = is_of_allowed_type && forms.len() > 1 && !forms.iter().all(is_plain);
        if members.is_empty() && objects < 2 && !tells_more {
            return IssueKind::Type { expected };
        }
        let alternatives = Alternatives {
            members: members.clone(),
            forms: forms.clone(),
            nearest: near,
            unknown,
            mixed: Vec::new(),
        };
        IssueKind::Union {
            alternatives: Box::new(alternatives),
        }
    }

    fn report_object(
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
            Some(Discriminator::Tag {
                property, values, ..
            }) => {
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
            self.report_absent_tag(failed, property, members, sent.map(|index| &entries[index]));
            property
        });
        let tag = tag.map(String::as_str);
        let is_told = self.report_common(failed, fitting, &trials, tag, &forms);
        let is_map = |form: &ObjectForm<'_>| matches!(form.object.additional, Additional::Map(_));
        let is_closed =
            |form: &ObjectForm<'_>| matches!(form.object.additional, Additional::Closed);
        if forms.iter().any(is_map) {
            unknown.clear();
        }
        if tag.is_none() {
            if is_told {
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
                IssueKind::Type { .. } => self.add_all(trials.swap_remove(best).found, failed.at),
                mut kind => {
                    if let IssueKind::Union { alternatives } = &mut kind {
                        alternatives.mixed = keys.find_mixed(&forms);
                    }
                    self.issue(failed.at, kind, failed.tree);
                }
            }
        } else if forms.iter().all(is_closed) {
            for index in unknown {
                self.report_unknown_key(&entries[index], &forms, failed.at);
            }
        }
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
            let distance = |branch: &&usize| {
                let found = &trials[**branch].found;
                (**branch != best, found.counts(), found.repairs.len())
            };
            let nearest = branches.iter().min_by_key(distance);
            nearest.and_then(|nearest| keys.settle(&narrowed.forms, *nearest))
        };
        if let Some(branch) = settled {
            self.add_all(trials.swap_remove(branch).found, failed.at);
            self.name_constants(mark, &narrowed, failed.at);
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
                self.report_unknown_key(&entries[index], &narrowed.forms, failed.at);
            }
        }
        self.name_constants(mark, &narrowed, failed.at);
        true
    }

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
            issues.any(|other| other.path == issue.path && other.kind == issue.kind)
        };
        let of_first = trials[*first].found.issues.iter();
        let common: Vec<&Issue> = of_first
            .filter(|issue| is_common(issue) && others.iter().all(|other| is_in(other, issue)))
            .collect();
        for issue in &common {
            self.add_issue(Issue::clone(issue), failed.at);
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
        sent: Option<&Entry<'_>>,
    ) {
        let types = members
            .iter()
            .map(|member| TypeSet::of(Tree::from(member).json_type()));
        let expected = types.fold(TypeSet::EMPTY, TypeSet::union);
        let missing = Missing {
            members,
            sent_as: sent.map(|entry| failed.at.path.key(&entry.key).to_path()),
            ..Missing::default()
        };
        let kind = IssueKind::Required {
            expected,
            missing: Box::new(missing),
        };
        self.push(&failed.at.entry(property, 0), kind, None);
    }

    fn report_unknown_key(&mut self, entry: &Entry<'_>, forms: &[ObjectForm<'_>], at: &Site<'_>) {
        let names = forms.iter().flat_map(|form| form.object.properties());
        let nearest = find_nearest(&entry.key, names.map(|property| property.name.as_str()));
        let nearest = nearest.map(str::to_owned);
        self.issue(
            &at.entry(&entry.key, 0),
            IssueKind::UnknownKey { nearest },
            &entry.value,
        );
    }
}

/// The keys of an object, compared with forms.
struct ComparedKeys<'k, 't> {
    entries: &'k [Entry<'t>],
    /// The keys, folded to ignore case and style.
    folded: Vec<String>,
    /// `true` for each key that some form declares.
    are_declared: Vec<bool>,
    /// The names that all forms declare.
    common: HashSet<&'k str>,
}

impl<'k, 't> ComparedKeys<'k, 't> {
    fn new(entries: &'k [Entry<'t>], forms: &[ObjectForm<'k>]) -> Self {
        let folded = entries.iter().map(|entry| fold_key(&entry.key));
        let folded: Vec<String> = folded.collect();
        let is_declared = |(entry, folded): (&Entry<'t>, &String)| {
            let mut objects = forms.iter().map(|form| form.object);
            objects.any(|object| {
                declares(object, &entry.key) || !folded.is_empty() && object.has_folded(folded)
            })
        };
        let are_declared = entries.iter().zip(&folded).map(is_declared).collect();
        let of_first = forms
            .first()
            .map_or(&[][..], |form| form.object.properties());
        let names = of_first.iter().map(|property| property.name.as_str());
        let is_common = |name: &&str| forms.iter().all(|form| declares(form.object, name));
        Self {
            entries,
            folded,
            are_declared,
            common: names.filter(is_common).collect(),
        }
    }

    /// Returns the branch that the keys belong to. Its own names must match the most keys,
    /// including all keys that other branches match. If several branches match the same keys,
    /// returns `best`.
    fn settle(&self, forms: &[ObjectForm<'_>], best: usize) -> Option<usize> {
        let evidence = forms
            .iter()
            .map(|form| (form.branch, self.find_evidence(form.object)));
        let evidence: Vec<(usize, Vec<usize>)> = evidence.collect();
        let most = evidence
            .iter()
            .map(|(_, keys)| keys)
            .max_by_key(|keys| keys.len())?;
        // The keys are in ascending order.
        let is_within = |(_, keys): &(usize, Vec<usize>)| {
            keys.iter().all(|key| most.binary_search(key).is_ok())
        };
        if most.is_empty() || !evidence.iter().all(is_within) {
            return None;
        }
        let with_most = evidence.iter().filter(|(_, keys)| keys.len() == most.len());
        let mut branches: Vec<usize> = with_most.map(|(branch, _)| *branch).collect();
        branches.dedup();
        match branches.as_slice() {
            [only] => Some(*only),
            several => several.contains(&best).then_some(best),
        }
    }

    /// Returns the indices of the entries that belong to a form, but not to all forms.
    fn find_evidence(&self, object: &ObjectPlan) -> Vec<usize> {
        let is_own = |name: &str| !self.common.contains(name);
        let names = object.properties().iter();
        let own = names.map(|property| property.name.as_str());
        let own: Vec<&str> = own.filter(|name| is_own(name)).collect();
        let mut compared = 0;
        let mut belongs = |index: &usize| {
            let entry = &self.entries[*index];
            if self.are_declared[*index] {
                return self.find_declared(object, *index).is_some_and(is_own);
            }
            compared += 1;
            compared <= MAX_COMPARED
                && !is_dropped(&entry.value)
                && own
                    .iter()
                    .any(|name| measure_nearness(&entry.key, name).is_some())
        };
        (0..self.entries.len())
            .filter(|index| belongs(index))
            .collect()
    }

    fn find_declared<'o>(&self, object: &'o ObjectPlan, index: usize) -> Option<&'o str> {
        if let Some((_, property)) = object.find(self.entries[index].key.as_bytes(), 0) {
            return Some(&property.name);
        }
        let folded = &self.folded[index];
        let spelt = (!folded.is_empty()).then(|| object.with_folded(folded))??;
        Some(&object.properties()[spelt].name)
    }

    /// Returns the declared names of the entries, if they belong to different forms. Ignores open
    /// forms, which may also contain the names of other forms.
    fn find_mixed(&self, forms: &[ObjectForm<'_>]) -> Vec<String> {
        let is_closed = |form: &ObjectForm<'_>| {
            matches!(form.object.additional, Additional::Closed) && !form.object.has_patterns()
        };
        if !forms.iter().all(is_closed) {
            return Vec::new();
        }
        let names = |form: &ObjectForm<'_>| {
            let indices = 0..self.entries.len();
            let names = indices.filter_map(|index| self.find_declared(form.object, index));
            names.map(str::to_owned).collect::<HashSet<_>>()
        };
        let of_forms: Vec<HashSet<String>> = forms.iter().map(names).collect();
        let is_mixed = |name: &&String| !of_forms.iter().all(|names| names.contains(*name));
        let mut mixed: Vec<String> = of_forms
            .iter()
            .flatten()
            .filter(is_mixed)
            .cloned()
            .collect();
        sort(&mut mixed, Ord::cmp);
        mixed.dedup();
        let has_all = |names: &HashSet<String>| mixed.iter().all(|name| names.contains(name));
        if of_forms.iter().any(has_all) {
            return Vec::new();
        }
        mixed
    }

    /// Returns the name that is similar to the only unknown key. Excludes names that all forms
    /// declare, because these are reported at their own paths.
    fn find_near(&self, unknown: &[usize], forms: &[ObjectForm<'k>]) -> Option<&'k str> {
        let [only] = unknown else {
            return None;
        };
        let names = forms.iter().flat_map(|form| form.object.properties());
        let names = names.map(|property| property.name.as_str());
        find_nearest(&self.entries[*only].key, names).filter(|name| !self.common.contains(name))
    }

    fn find_unknown(&self, forms: &[ObjectForm<'_>]) -> Vec<usize> {
        let is_unknown = |index: &usize| {
            let entry = &self.entries[*index];
            !self.are_declared[*index]
                && !is_dropped(&entry.value)
                && !forms.iter().any(|form| form.object.has_match(&entry.key))
        };
        (0..self.entries.len()).filter(is_unknown).collect()
    }
}

fn is_tied(trials: &[Trial], fitting: &[usize], best: usize) -> bool {
    let best = &trials[best].found;
    fitting.iter().any(|branch| {
        let other = &trials[*branch].found;
        other.issues.len() + other.omitted == best.issues.len() + best.omitted
            && other.issues != best.issues
    })
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

fn declares(object: &ObjectPlan, name: &str) -> bool {
    object.find(name.as_bytes(), 0).is_some()
}

pub(super) fn list_values(values: &[(Tree<'static>, usize)]) -> Vec<Value> {
    values.iter().map(|(value, _)| value.to_value()).collect()
}
