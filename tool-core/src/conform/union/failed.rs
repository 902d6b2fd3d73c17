//! Reports a value that fails in all branches.

use serde_json::Value;

use super::trial::is_scalar;
use crate::conform::memo::Trial;
use crate::conform::{Conform, Site, is_of};
use crate::issue::{Alternatives, Issue, IssueKind, JsonType, TypeSet, find_nearest_member};
use crate::plan::{Additional, Branch, ObjectPlan, ShownConstraints, UnionPlan};
use crate::rules::fold_key;
use crate::tree::{Entry, Tree, is_number};

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
    pub(super) fn is_unlike(
        &self,
        union: &UnionPlan,
        branch: usize,
        entries: &[Entry<'_>],
    ) -> bool {
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
    pub(super) fn report_branch(
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

    pub(super) fn describe_alternatives(
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

pub(super) fn list_values(values: &[(Tree<'static>, usize)]) -> Vec<Value> {
    values.iter().map(|(value, _)| value.to_value()).collect()
}
