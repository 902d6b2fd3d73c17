//! Reports a value that fails in all branches.

use serde_json::Value;

use crate::conform::memo::Trial;
use crate::conform::pairs::read_names;
use crate::conform::places::has_markup_of;
use crate::conform::{Conform, Site, is_of};
use crate::issue::{
    Alternatives, Hint, Issue, IssueKind, JsonType, Missing, Segment, TypeSet, find_inner_name,
    find_nearest, find_nearest_member, measure_nearness,
};
use crate::limits::{COMPARED_KEYS, HINT_BYTES};
use crate::plan::{
    Additional, Branch, Discriminator, Names, ObjectForm, ObjectPlan, ShownConstraints, Tag,
    UnionPlan,
};
use crate::rules::fold_key;
use crate::tree::{Entry, Tree, is_number};

use super::compared_keys::ComparedKeys;
use super::settle::{is_at, is_same, rejects};
use super::trial::is_scalar;

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
            (_, Tree::Object(_)) if self.is_box_of_another_form(failed, &trials[best]) => {
                self.report_alternatives_or_branch(failed, trials, best);
            }
            (_, Tree::Array(items))
                if self.is_list_of_another_form(failed, items, &trials[best]) =>
            {
                self.report_alternatives_or_branch(failed, trials, best);
            }
            ([only], Tree::Object(entries)) if self.is_unlike(failed.union, *only, entries) => {
                self.report_alternatives_or_branch(failed, trials, *only);
            }
            ([only], _) => self.report_branch(failed, trials, *only),
            (_, Tree::Object(entries)) => {
                self.report_object(failed, entries, &fitting, trials, best);
            }
            (_, Tree::Array(_))
                if is_tied(&trials, &fitting, best)
                    || rejects_item_of_another_form(&trials, &fitting, best) =>
            {
                self.report_alternatives_or_branch(failed, trials, best);
            }
            (_, Tree::Array(_)) => self.report_branch(failed, trials, best),
            _ => self.report_alternatives_or_branch(failed, trials, best),
        }
    }

    /// Returns whether an object has unknown keys, and no key of the only form that is an object.
    /// Another type may be meant: `{"value": "a"}` for a string.
    fn is_unlike(&self, union: &UnionPlan, branch: usize, entries: &[Entry<'_>]) -> bool {
        let mut others = union.branches.iter().enumerate().filter(|(number, other)| {
            *number != branch && other.types.without(TypeSet::NULL) != TypeSet::EMPTY
        });
        let object = self.plan.object(union.branches[branch].child.node);
        let is_known = |object: &ObjectPlan, entry: &Entry<'_>| {
            object.find(entry.key.as_bytes(), 0).is_some()
                || object.has_folded(&fold_key(&entry.key))
        };
        others.next().is_some()
            && !entries.is_empty()
            && object.is_some_and(|object| {
                let is_closed = matches!(object.additional, Additional::Closed);
                let mut properties = object.properties().iter();
                (is_closed || properties.any(|property| property.required))
                    && !entries.iter().any(|entry| is_known(object, entry))
            })
    }

    /// Returns whether the only value of an object is a value of another form, as it was sent:
    /// `{"value": "read"}` for `"read"`. A value of the right type beyond its bounds belongs to the
    /// object.
    pub(super) fn is_box_of_another_form(
        &mut self,
        failed: FailedValue<'_, '_>,
        trial: &Trial,
    ) -> bool {
        let Tree::Object(entries) = failed.tree else {
            return false;
        };
        let [only] = entries.as_slice() else {
            return false;
        };
        let depth = failed.at.depth() + 1;
        let is_of_bounds =
            |issue: &Issue| issue.path.segments().len() == depth && issue.kind.is_of_one_type();
        let issues = &trial.found.issues;
        if !issues.is_empty() && issues.iter().all(is_of_bounds) {
            return false;
        }
        self.is_of_another_form(failed, &only.value, &failed.at.entry(&only.key, 0))
    }

    /// Returns whether no item of an array is valid, and the first one is a value of another form:
    /// `["auto"]` for `"auto"`.
    fn is_list_of_another_form(
        &mut self,
        failed: FailedValue<'_, '_>,
        items: &[Tree<'_>],
        trial: &Trial,
    ) -> bool {
        let depth = failed.at.depth() + 1;
        let issues = trial.found.issues.iter();
        let of_items = issues.filter(|issue| issue.path.segments().len() == depth);
        let Some(first) = items.first().filter(|_| of_items.count() >= items.len()) else {
            return false;
        };
        self.is_of_another_form(failed, first, &failed.at.item(0))
    }

    /// Returns whether a part of the value is valid as it was sent for a form that does not accept
    /// the type of the whole value.
    fn is_of_another_form(
        &mut self,
        failed: FailedValue<'_, '_>,
        part: &Tree<'_>,
        at: &Site<'_>,
    ) -> bool {
        let accepts =
            |branch: &&Branch| is_of(part, branch.types) && !is_of(failed.tree, branch.types);
        !matches!(part, Tree::Null)
            && failed.union.branches.iter().filter(accepts).any(|branch| {
                let trial = self.try_branch(part, branch.child, branch.types, at);
                trial.is_clean()
            })
    }

    /// Reports the issues of a branch. If one concerns the value itself, names all alternatives
    /// instead. A constraint of an optional scalar has no alternatives.
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
                && match &issue.kind {
                    IssueKind::Type { .. } | IssueKind::Enum { .. } | IssueKind::Union { .. } => {
                        true
                    }
                    _ => is_choice && is_scalar(failed.tree) && issue.kind.is_of_one_type(),
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
            IssueKind::Type { expected, .. } if expected.contains(json_type) => {
                let branch = find_widest(failed.union, &trials, branch);
                self.add_all(trials.swap_remove(branch).found, failed.at);
            }
            kind => self.report_with_shape(failed, kind),
        }
    }

    /// Reports a value of a wrong type with the shapes of all branches.
    fn report_with_shape(&mut self, failed: FailedValue<'_, '_>, kind: IssueKind) {
        self.issue_with_shape(failed.at, kind, failed.tree, |plan| {
            plan.write_union_shape(failed.union)
        });
    }

    pub(super) fn report_alternatives(
        &mut self,
        failed: FailedValue<'_, '_>,
        nearest: Option<Value>,
        unknown: Vec<String>,
    ) {
        let kind = self.describe_alternatives(failed, nearest, unknown, false);
        self.report_with_shape(failed, kind);
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
            return IssueKind::of_type(expected);
        }
        // Only constraints that the value may violate are reported.
        let constraints = match failed.tree {
            Tree::String(text) if is_number(text.trim()) => ShownConstraints::OfScalars,
            Tree::String(_) => ShownConstraints::OfStrings,
            Tree::Number(_) => ShownConstraints::OfNumbers,
            Tree::Object(_) if is_of_property => ShownConstraints::OfProperties,
            _ => ShownConstraints::Few,
        };
        let Alternatives { members, forms, .. } = self.plan.alternatives(failed.union, constraints);
        let of_text = |text: &str| {
            find_nearest_member(text, members.iter().filter_map(Value::as_str)).map(Value::from)
        };
        let near = near.or_else(|| match failed.tree {
            Tree::String(text) if self.may_compare(members.len()) => of_text(text),
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
        let is_specific = is_of_allowed_type && forms.len() > 1 && !forms.iter().all(is_plain);
        if members.is_empty() && objects < 2 && !is_specific {
            return match failed.union.only(JsonType::Array) {
                Some(array) => self.expect_type(expected, failed.tree, array.node),
                None => IssueKind::of_type(expected),
            };
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

/// Returns the branch with the widest range of numbers, if the nearest branch rejects the number as
/// out of range: a union of integers and numbers is not limited to the integers.
fn find_widest(union: &UnionPlan, trials: &[Trial], nearest: usize) -> usize {
    let is_range = |issue: &Issue| matches!(issue.kind, IssueKind::OutOfRange { .. });
    let issues = &trials[nearest].found.issues;
    let mut branches = union.branches.iter();
    let takes_numbers = |branch: usize| union.branches[branch].types.contains(JsonType::Number);
    if issues.is_empty() || !issues.iter().all(is_range) || takes_numbers(nearest) {
        return nearest;
    }
    let widest = branches.position(|branch| branch.types.contains(JsonType::Number));
    widest.unwrap_or(nearest)
}

fn is_tied(trials: &[Trial], fitting: &[usize], best: usize) -> bool {
    let best = &trials[best].found;
    fitting.iter().any(|branch| {
        let other = &trials[*branch].found;
        other.issues.len() + other.omitted == best.issues.len() + best.omitted
            && other.issues != best.issues
    })
}

/// Returns whether the nearest branch rejects the type of an item that another branch accepts. The
/// issues of the nearest one would ask for another item than the one that was meant.
fn rejects_item_of_another_form(trials: &[Trial], fitting: &[usize], best: usize) -> bool {
    let of_itself =
        |issue: &&Issue| issue.path.segments().len() == trials[best].path.segments().len() + 1;
    let mut of_items = trials[best]
        .found
        .issues
        .iter()
        .filter(of_itself)
        .filter(|issue| {
            matches!(
                issue.kind,
                IssueKind::Type { .. } | IssueKind::Enum { .. } | IssueKind::Union { .. }
            )
        });
    of_items.any(|issue| {
        let mut others = fitting.iter().filter(|branch| **branch != best);
        others.any(|branch| {
            let mut issues = trials[*branch].found.issues.iter();
            trials[*branch].found.omitted == 0 && !issues.any(|other| other.path == issue.path)
        })
    })
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

pub(super) fn list_values(values: &[(Tree<'static>, usize)]) -> Vec<Value> {
    values.iter().map(|(value, _)| value.to_value()).collect()
}
