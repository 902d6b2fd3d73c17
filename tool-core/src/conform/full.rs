//! Checks a value against a plan that covers a part of the schema, and against the validator of the
//! whole schema.

use std::rc::Rc;

use super::walk::walk;
use super::{Change, Diagnostics, WalkSettings};
use crate::issue::{Issue, IssueKind, Path, PathStack, Received, Repair, Rule};
use crate::limits::Limits;
use crate::plan::{Fault, Full, Plan};
use crate::tree::{Tree, is_wide_integer};

/// Walks a tree, and validates it against the whole schema. If the whole schema accepts the input,
/// the walk applies no lenient rules. Otherwise, it must accept the result of the walk.
pub(super) fn conform<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    full: &Full,
    settings: WalkSettings<'_>,
    found: &mut Diagnostics,
) -> Option<Change<'t>> {
    let mut too_great = Vec::new();
    collect_too_great(tree, &PathStack::Root, &mut too_great);
    if !too_great.is_empty() {
        for issue in too_great {
            add(found, issue, settings.limits);
        }
        return None;
    }
    if let Err(kind) = full.check_work(count_bytes(tree), settings.limits) {
        add(
            found,
            Issue::new(Path::root(), *kind, None),
            settings.limits,
        );
        return None;
    }
    if full.accepts(&tree.to_value()) {
        return read_other_spellings(tree, plan, full, settings, found)
            .or_else(|| walk_as_sent(tree, plan, settings, found));
    }
    let change = walk(tree, plan, settings, false, found);
    let mut read = tree.clone();
    if let Some(change) = change.clone() {
        change.apply(&mut read);
    }
    let value = read.to_value();
    if !full.accepts(&value) {
        report_faults(full.find_faults(&value), &read, settings.limits, found);
    }
    change
}

/// Reads a valid value whose schema says nothing about other keys, if a key spells a property or
/// wraps the arguments. Returns `None` if the value stays as it was sent.
fn read_other_spellings<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    full: &Full,
    settings: WalkSettings<'_>,
    found: &mut Diagnostics,
) -> Option<Change<'t>> {
    let mut told = found.clone();
    let mark = told.mark();
    let change = walk(tree, plan, settings, false, &mut told)?;
    let is_of_keys = |repair: &Rc<Repair>| {
        matches!(
            repair.rule,
            Rule::PropertyName | Rule::Wrapper | Rule::Envelope
        )
    };
    let mut read = tree.clone();
    change.clone().apply(&mut read);
    let is_read = told.count_issues_since(mark) == 0
        && told
            .repairs
            .iter()
            .skip(found.repairs.len())
            .any(is_of_keys)
        && full.accepts(&read.to_value());
    is_read.then(|| {
        *found = told;
        change
    })
}

/// Walks a valid value. Normalizes integers written as floats, and reports integers that the result
/// cannot represent, or that the validator rounded.
fn walk_as_sent<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    settings: WalkSettings<'_>,
    found: &mut Diagnostics,
) -> Option<Change<'t>> {
    let mut told = Diagnostics::default();
    let change = walk(tree, plan, settings, true, &mut told);
    if told.issues.iter().all(is_of_number) && told.omitted == 0 {
        found.extend(told, settings.limits.max_issues().max(1));
        return change;
    }
    // The plan and the validator disagree, for example about a pattern. The value then stays
    // unchanged.
    told.issues.retain(is_of_number);
    found.issues.append(&mut told.issues);
    None
}

/// Returns whether an issue is about a number that the result cannot represent, or about an integer
/// that the validator rounds to `f64`: the plan compares its digits.
fn is_of_number(issue: &Issue) -> bool {
    let is_wide = |received: &Received| is_wide_integer(received.text.trim_end_matches('…'));
    matches!(
        issue.kind,
        IssueKind::OutOfRange { .. } | IssueKind::WideInteger
    ) || issue.received.as_ref().is_some_and(is_wide)
}

/// Keywords of the validator whose faults the walk reports in more detail.
const OF_PLAN: [&str; 5] = ["anyOf", "oneOf", "contains", "minContains", "maxContains"];

/// Adds the faults that the walk did not report.
fn report_faults(faults: Vec<Fault>, read: &Tree<'_>, limits: Limits, found: &mut Diagnostics) {
    let by_plan: Vec<Path> = found.issues.iter().flat_map(list_places).collect();
    for fault in faults {
        let Fault {
            path,
            kind,
            unsure_in,
        } = fault;
        let is_told = by_plan.iter().any(|told| match &kind {
            IssueKind::Schema { keyword } => {
                OF_PLAN.contains(&keyword.as_str())
                    && (is_within(told, &path) || is_within(&path, told))
            }
            _ => is_within(told, &path) || is_within(&path, told),
        });
        // The walk reports the nearest form. A fault of another form would mislead the model.
        let is_of_known_form = |union: &Path| by_plan.iter().any(|told| is_within(told, union));
        let is_told = is_told || unsure_in.as_ref().is_some_and(is_of_known_form);
        let received = read.received_for(&kind, &path);
        let issue = Issue::new(path, kind, received);
        if !is_told && !found.issues.contains(&issue) {
            add(found, issue, limits);
        }
    }
    if found.issues.is_empty() {
        let kind = IssueKind::Schema {
            keyword: String::new(),
        };
        add(found, Issue::new(Path::root(), kind, None), limits);
    }
}

fn list_places(issue: &Issue) -> Vec<Path> {
    let mut places = vec![issue.path.clone()];
    if let IssueKind::Required { missing, .. } = &issue.kind {
        places.extend(missing.sent_as.clone());
    }
    places
}

fn is_within(inner: &Path, outer: &Path) -> bool {
    inner.segments().starts_with(outer.segments())
}

fn add(found: &mut Diagnostics, issue: Issue, limits: Limits) {
    if found.issues.len() >= limits.max_issues().max(1) {
        found.omitted += 1;
    } else {
        found.issues.push(issue);
    }
}

fn count_bytes(tree: &Tree<'_>) -> usize {
    match tree {
        Tree::String(text) => text.len(),
        Tree::Array(items) => items.iter().map(count_bytes).sum(),
        Tree::Object(entries) => entries
            .iter()
            .map(|entry| entry.key.len() + count_bytes(&entry.value))
            .sum(),
        _ => 0,
    }
}

/// Reports numbers that exceed the range of `f64`, which the validator of the whole schema uses.
fn collect_too_great(tree: &Tree<'_>, path: &PathStack<'_>, issues: &mut Vec<Issue>) {
    match tree {
        Tree::Number(text) if text.parse::<f64>().is_ok_and(f64::is_infinite) => {
            let kind = IssueKind::out_of_range("double");
            issues.push(Issue::new(path.to_path(), kind, Some(tree.received())));
        }
        Tree::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect_too_great(item, &path.index(index), issues);
            }
        }
        Tree::Object(entries) => {
            for entry in entries {
                collect_too_great(&entry.value, &path.key(&entry.key), issues);
            }
        }
        _ => {}
    }
}
