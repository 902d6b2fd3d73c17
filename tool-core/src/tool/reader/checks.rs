//! The checks of a tool and of the types in its arguments.

use std::any::Any;

use serde_json::Value;

use super::Reader;
use crate::conform::with_forms_of;
use crate::issue::{Issue, Path};
use crate::tape::{FailedCheck, Tape, collect_checks};
use crate::tool::place::Place;
use crate::tool::source::Source;
use crate::tool::{Issues, ToolArgError};

impl Reader<'_> {
    /// Reads a value and runs the checks of its types. All failed checks are one error.
    pub(super) fn read_checked(
        &self,
        source: Source<'_>,
        tape: &Tape<'_>,
        place: &mut dyn Place,
    ) -> Result<(), ToolArgError> {
        let (outcome, failed) = collect_checks(None, || self.read_typed(tape, place));
        if let Err(issue) = outcome {
            return Err(self.refused_issue(source, *issue));
        }
        let mut issues = Issues::default();
        let most = self.limits.max_issues().max(1);
        let mut omitted = 0;
        for check in failed {
            if issues.len() < most {
                let path = self.path_of(&check, tape, place);
                issues.extend_at(&path, check.issues);
            } else {
                omitted += check.issues.len();
            }
        }
        self.told(source, issues, omitted)
    }

    /// Fills the place. A JSON value has no checks, so the tool's type is read as well.
    fn read_typed(&self, tape: &Tape<'_>, place: &mut dyn Place) -> Result<(), Box<Issue>> {
        let filled = with_forms_of(self.definition.plan(), Some(tape), || place.fill(tape));
        if let Err(refusal) = filled {
            let (path, kind) = refusal.into_parts();
            return Err(Box::new(Issue::new(path, kind, None)));
        }
        let value = (place as &dyn Any).downcast_ref::<Option<Value>>();
        match (value, self.definition.reread()) {
            (Some(Some(value)), Some(reread)) => {
                with_forms_of(self.definition.plan(), None, || reread(value))
            }
            _ => Ok(()),
        }
    }

    /// The path of the value that a check rejected: the path of the error that it is when
    /// the arguments are read again.
    fn path_of(&self, check: &FailedCheck, tape: &Tape<'_>, place: &mut dyn Place) -> Path {
        let (outcome, _) = collect_checks(Some(check.number), || self.read_typed(tape, place));
        outcome
            .err()
            .map_or_else(Path::root, |issue| issue.path.clone())
    }

    /// Runs the check of a tool that has a `Deserialize` of its own.
    pub(super) fn check(&self, source: Source<'_>, value: &dyn Any) -> Result<(), ToolArgError> {
        let Some(check) = self.definition.check() else {
            return Ok(());
        };
        let mut issues = Issues::default();
        // A check reads its type once more, where the arguments are read as a JSON value.
        with_forms_of(self.definition.plan(), None, || check(value, &mut issues));
        self.told(source, issues, 0)
    }

    /// The error of what checks found, with what was sent there.
    pub(super) fn told(
        &self,
        source: Source<'_>,
        issues: Issues,
        omitted: usize,
    ) -> Result<(), ToolArgError> {
        let mut issues = issues.into_issues();
        if issues.is_empty() {
            return Ok(());
        }
        let tree = self.walked(source);
        for issue in &mut issues {
            let sent = tree
                .as_ref()
                .and_then(|tree| tree.received_for(&issue.kind, &issue.path));
            issue.received = sent.filter(|_| !issue.path.is_root());
        }
        Err(self.error(source, issues, omitted, tree.as_ref()))
    }
}
