use std::collections::HashSet;
use std::rc::Rc;

use serde_json::{Map, Value};

use crate::issue::{Ignored, Issue, IssueKind, Missing, Path, Repair, Rule};
use crate::plan::Plan;
use crate::tree::Tree;

/// The findings of a walk.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagnostics {
    pub(crate) issues: Vec<Issue>,
    /// Shared, because each enclosing value stores its trials with the repairs inside.
    pub(crate) repairs: Vec<Rc<Repair>>,
    pub(crate) ignored: Vec<Ignored>,
    /// Number of issues beyond the limit.
    pub(crate) omitted: usize,
    /// The values of the keys for the host.
    pub(crate) host: Option<Box<Map<String, Value>>>,
}

/// The number of findings at one point of the walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checkpoint {
    issues: usize,
    repairs: usize,
    ignored: usize,
    omitted: usize,
}

impl Diagnostics {
    pub(crate) fn mark(&self) -> Checkpoint {
        Checkpoint {
            issues: self.issues.len(),
            repairs: self.repairs.len(),
            ignored: self.ignored.len(),
            omitted: self.omitted,
        }
    }

    /// Moves the keys for the host out of the arguments. Returns whether there are any.
    pub(crate) fn take_host_keys(&mut self, arguments: &mut Tree<'_>, plan: &Plan) -> bool {
        let (keys, Tree::Object(entries)) = (plan.host_keys(), arguments) else {
            return false;
        };
        let count = entries.len();
        entries.retain(|entry| {
            let is_for_host = keys.iter().any(|key| *key == entry.key);
            if is_for_host {
                let host = self.host.get_or_insert_default();
                let key = entry.key.clone().into_owned();
                host.entry(key).or_insert_with(|| entry.value.to_value());
            }
            !is_for_host
        });
        entries.len() < count
    }

    /// Returns whether there are neither issues nor repairs.
    pub(crate) fn is_empty(&self) -> bool {
        self.issues.is_empty() && self.repairs.is_empty()
    }

    pub(crate) fn counts(&self) -> usize {
        self.issues.len() + self.omitted
    }

    pub(crate) fn count_issues_since(&self, mark: Checkpoint) -> usize {
        self.issues.len() + self.omitted - mark.issues - mark.omitted
    }

    pub(crate) fn count_repairs_since(&self, mark: Checkpoint) -> usize {
        self.repairs.len() - mark.repairs
    }

    pub(crate) fn find_first_rule_since(&self, mark: Checkpoint) -> Option<Rule> {
        self.repairs.get(mark.repairs).map(|repair| repair.rule)
    }

    pub(crate) fn take_since(&mut self, mark: Checkpoint) -> Self {
        let omitted = self.omitted - mark.omitted;
        self.omitted = mark.omitted;
        Self {
            issues: self.issues.split_off(mark.issues),
            repairs: self.repairs.split_off(mark.repairs),
            ignored: self.ignored.split_off(mark.ignored),
            omitted,
            host: None,
        }
    }

    /// Returns the issues of a schema that declares only some of the properties. Without what they say
    /// of other keys, and without repairs and ignored keys.
    pub(super) fn without_other_keys(mut self) -> Self {
        self.repairs.clear();
        self.ignored.clear();
        for issue in &mut self.issues {
            if let IssueKind::Required { missing, .. } = &mut issue.kind {
                let shape = missing.shape.take();
                **missing = Missing {
                    shape,
                    ..Missing::default()
                };
            }
        }
        self
    }

    /// Adds other findings. Keeps at most `most` issues, and counts the rest.
    pub(crate) fn extend(&mut self, other: Self, most: usize) {
        let room = most.saturating_sub(self.issues.len());
        self.omitted += other.omitted + other.issues.len().saturating_sub(room);
        self.issues.extend(other.issues.into_iter().take(room));
        self.repairs.extend(other.repairs);
        self.ignored.extend(other.ignored);
    }

    /// Adds the findings of another schema for the same value. Schemas may share a part, so this
    /// skips issues and ignored keys that an earlier schema reported since `mark`. Keeps at most
    /// `most` issues.
    pub(crate) fn extend_with_other_schema(&mut self, mark: Checkpoint, other: Self, most: usize) {
        for issue in other.issues {
            if self.issues[mark.issues..].contains(&issue) {
                continue;
            }
            if self.issues.len() < most {
                self.issues.push(issue);
            } else {
                self.omitted += 1;
            }
        }
        // Omitted issues cannot be compared. As many of them as possible count as duplicates.
        self.omitted = self.omitted.max(mark.omitted + other.omitted);
        self.repairs.extend(other.repairs);
        let known = self.ignored[mark.ignored..].iter();
        let known: HashSet<Path> = known.map(|ignored| ignored.path.clone()).collect();
        let mut new = other.ignored;
        new.retain(|ignored| !known.contains(&ignored.path));
        self.ignored.extend(new);
    }

    /// Returns the issues found since `mark`. The caller may sort or edit them.
    pub(crate) fn issues_from(&mut self, mark: Checkpoint) -> &mut [Issue] {
        &mut self.issues[mark.issues..]
    }

    /// Removes issues found since `mark`.
    pub(crate) fn remove_since(&mut self, mark: Checkpoint, is_removed: impl Fn(&Issue) -> bool) {
        let mut since = self.issues.split_off(mark.issues);
        since.retain(|issue| !is_removed(issue));
        self.issues.append(&mut since);
    }

    /// Moves all findings from one path to another. Each of their paths begins with `from`.
    pub(crate) fn move_to(&mut self, from: &Path, to: &Path) {
        let repairs = self.repairs.iter_mut().map(Rc::make_mut);
        let paths = self
            .issues
            .iter_mut()
            .map(|issue| &mut issue.path)
            .chain(repairs.map(|repair| &mut repair.path))
            .chain(self.ignored.iter_mut().map(|ignored| &mut ignored.path));
        for path in paths {
            let segments = path.segments_mut();
            let from = from.segments().len();
            // Unrecorded repairs have an empty path.
            if segments.len() >= from {
                segments.splice(..from, to.segments().iter().cloned());
            }
        }
    }
}

/// Returns the indices of the repairs that changed the notation of a number. The text reader
/// records these before the walk, and keeps at most as many as the limit of issues.
pub(super) fn find_number_forms(found: &Diagnostics) -> Vec<usize> {
    let is_form = |(_, repair): &(usize, &Rc<Repair>)| {
        matches!(
            repair.rule,
            Rule::NumberForm | Rule::LeadingZeros | Rule::HexNumber
        )
    };
    let forms = found.repairs.iter().enumerate().filter(is_form);
    forms.map(|(number, _)| number).collect()
}
