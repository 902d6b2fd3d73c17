use std::collections::HashSet;

use crate::issue::{Ignored, Issue, Path, Repair, Rule};

/// What a walk finds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Diagnostics {
    pub(crate) issues: Vec<Issue>,
    pub(crate) repairs: Vec<Repair>,
    pub(crate) ignored: Vec<Ignored>,
    /// How many issues there are beyond the limit.
    pub(crate) omitted: usize,
}

/// How much had been found at some moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    issues: usize,
    repairs: usize,
    ignored: usize,
    omitted: usize,
}

impl Diagnostics {
    pub(crate) fn mark(&self) -> Mark {
        Mark {
            issues: self.issues.len(),
            repairs: self.repairs.len(),
            ignored: self.ignored.len(),
            omitted: self.omitted,
        }
    }

    /// Whether nothing is wrong, and nothing was repaired.
    pub(crate) fn is_empty(&self) -> bool {
        self.issues.is_empty() && self.repairs.is_empty()
    }

    pub(crate) fn counts(&self) -> usize {
        self.issues.len() + self.omitted
    }

    pub(crate) fn issues_since(&self, mark: Mark) -> usize {
        self.issues.len() + self.omitted - mark.issues - mark.omitted
    }

    pub(crate) fn repairs_since(&self, mark: Mark) -> usize {
        self.repairs.len() - mark.repairs
    }

    pub(crate) fn first_rule_since(&self, mark: Mark) -> Option<Rule> {
        self.repairs.get(mark.repairs).map(|repair| repair.rule)
    }

    pub(crate) fn take_since(&mut self, mark: Mark) -> Self {
        let omitted = self.omitted - mark.omitted;
        self.omitted = mark.omitted;
        Self {
            issues: self.issues.split_off(mark.issues),
            repairs: self.repairs.split_off(mark.repairs),
            ignored: self.ignored.split_off(mark.ignored),
            omitted,
        }
    }

    /// Adds what was found elsewhere. Keeps at most `most` issues, and counts the others.
    pub(crate) fn extend(&mut self, other: Self, most: usize) {
        let room = most.saturating_sub(self.issues.len());
        self.omitted += other.omitted + other.issues.len().saturating_sub(room);
        self.issues.extend(other.issues.into_iter().take(room));
        self.repairs.extend(other.repairs);
        self.ignored.extend(other.ignored);
    }

    /// Adds what another schema of the same value reports, unless it was found since `mark`, by
    /// the schemas before: schemas that share a part report the same. Keeps at most `most`
    /// issues.
    pub(crate) fn extend_with_other_schema(&mut self, mark: Mark, other: Self, most: usize) {
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
        // Which of the omitted issues are the same is not known.
        self.omitted = self.omitted.max(mark.omitted + other.omitted);
        self.repairs.extend(other.repairs);
        let known = self.ignored[mark.ignored..].iter();
        let known: HashSet<Path> = known.map(|ignored| ignored.path.clone()).collect();
        let mut new = other.ignored;
        new.retain(|ignored| !known.contains(&ignored.path));
        self.ignored.extend(new);
    }

    /// The issues found since, to be put in order.
    pub(crate) fn issues_from(&mut self, mark: Mark) -> &mut [Issue] {
        &mut self.issues[mark.issues..]
    }

    /// Puts everything below another path: the first segments of each path
    /// are those of `from`.
    pub(crate) fn move_to(&mut self, from: &Path, to: &Path) {
        let paths = self
            .issues
            .iter_mut()
            .map(|issue| &mut issue.path)
            .chain(self.repairs.iter_mut().map(|repair| &mut repair.path))
            .chain(self.ignored.iter_mut().map(|ignored| &mut ignored.path));
        for path in paths {
            let segments = path.segments_mut();
            let from = from.segments().len();
            // Repairs that are not recorded have no path.
            if segments.len() >= from {
                segments.splice(..from, to.segments().iter().cloned());
            }
        }
    }
}

/// Which of the repairs brought a number into JSON's form: those of the text, which
/// come before all that the walk finds, and of which so many are kept as of issues.
pub(super) fn find_number_forms(found: &Diagnostics) -> Vec<usize> {
    let is_form = |(_, repair): &(usize, &Repair)| {
        matches!(
            repair.rule,
            Rule::NumberForm | Rule::LeadingZeros | Rule::HexNumber
        )
    };
    let forms = found.repairs.iter().enumerate().filter(is_form);
    forms.map(|(number, _)| number).collect()
}
