//! How far a branch of a union is from a value.

use crate::conform::memo::Trial;
use crate::conform::{Conform, is_of};
use crate::issue::{IssueKind, Rule, Segment, find_nearest};
use crate::plan::{Branch, UnionPlan};
use crate::rules::fold_key;
use crate::tree::Tree;

/// The distance of a branch from the value. The nearest branch is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[expect(clippy::struct_excessive_bools, reason = "the facts are independent")]
pub(super) struct Distance {
    pub(super) fails: bool,
    /// `true` if the branch fails and accepts no value of this type.
    pub(super) is_of_another_type: bool,
    /// `true` if a property differs from the constant of the branch. Such constants distinguish
    /// branches.
    pub(super) misses_constant: bool,
    pub(super) issues: usize,
    /// Number of ignored keys that another branch declares in another style. That branch loses no
    /// argument.
    pub(super) misspelt: usize,
    /// Number of values other than null that were dropped because they belong to another form.
    pub(super) fillers: usize,
    pub(super) repairs: usize,
    /// `true` if a rule changed the value, and the rule is not `numeric_text`. The trimmed text of a
    /// number is nearer than the number.
    pub(super) is_not_numeric_text: bool,
    /// Number of dropped keys that contain null and that the branch does not declare. A branch that
    /// declares them, for example as aliases, is nearer.
    pub(super) dropped: usize,
    /// Number of integers that were sent with a fraction of zero. JSON Schema accepts these
    /// unchanged.
    pub(super) number_forms: usize,
}

impl Conform<'_> {
    pub(super) fn measure_distance(
        &self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        branch: &Branch,
        trial: &Trial,
    ) -> Distance {
        let issues = trial.found.issues.len() + trial.found.omitted;
        let repairs = &trial.found.repairs;
        let of = |rule: Rule| repairs.iter().filter(|repair| repair.rule == rule).count();
        let number_forms = of(Rule::FloatToInteger);
        Distance {
            fails: issues > 0,
            is_of_another_type: issues > 0 && !is_of(tree, branch.types),
            misses_constant: misses_constant(trial),
            issues,
            misspelt: self.count_misspelt(union, trial),
            fillers: of(Rule::FillerOfOtherVariant),
            repairs: repairs.len() - number_forms,
            is_not_numeric_text: repairs.len() > number_forms && of(Rule::NumericText) == 0,
            dropped: of(Rule::UnknownNull),
            number_forms,
        }
    }

    /// Names the property of another branch that is similar to an ignored key.
    pub(super) fn name_near_properties(
        &mut self,
        tree: &Tree<'_>,
        union: &UnionPlan,
        trial: &mut Trial,
    ) {
        let (false, Tree::Object(entries)) = (trial.found.ignored.is_empty(), tree) else {
            return;
        };
        let Some(forms) = self.plan.collect_object_forms(union) else {
            return;
        };
        let names = forms.iter().flat_map(|form| form.object.properties());
        let names = names.map(|property| property.name.as_str());
        let is_absent = |name: &&str| !entries.iter().any(|entry| entry.key == **name);
        let names: Vec<&str> = names.filter(is_absent).collect();
        let mut near = Vec::new();
        for (number, key) in Self::find_ignored(trial) {
            if !self.may_compare(names.len()) {
                break;
            }
            let nearest = find_nearest(key, names.iter().copied());
            near.extend(nearest.map(|nearest| (number, nearest.to_owned())));
        }
        for (number, nearest) in near {
            trial.found.ignored[number].nearest.get_or_insert(nearest);
        }
    }

    fn count_misspelt(&self, union: &UnionPlan, trial: &Trial) -> usize {
        if trial.found.ignored.is_empty() {
            return 0;
        }
        let Some(forms) = self.plan.collect_object_forms(union) else {
            return 0;
        };
        let is_misspelt = |(_, key): &(usize, &str)| {
            let folded = fold_key(key);
            let objects = || forms.iter().map(|form| form.object);
            !folded.is_empty()
                && objects().any(|object| object.has_folded(&folded))
                && !objects().any(|object| object.find(key.as_bytes(), 0).is_some())
        };
        Self::find_ignored(trial).filter(is_misspelt).count()
    }

    /// Returns the keys of this object that a trial ignores.
    pub(super) fn find_ignored(trial: &Trial) -> impl Iterator<Item = (usize, &str)> {
        let depth = trial.path.segments().len();
        let ignored = trial.found.ignored.iter().enumerate();
        ignored.filter_map(
            move |(number, ignored)| match ignored.path.segments().get(depth..) {
                Some([Segment::Key(key)]) => Some((number, key.as_str())),
                _ => None,
            },
        )
    }
}

fn misses_constant(trial: &Trial) -> bool {
    let depth = trial.path.segments().len();
    trial.found.issues.iter().any(|issue| {
        let is_property = matches!(issue.path.segments().get(depth..), Some([Segment::Key(_)]));
        is_property && matches!(&issue.kind, IssueKind::Enum { members, .. } if members.len() == 1)
    })
}
