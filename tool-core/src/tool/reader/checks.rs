//! The checks of a tool and of the types in its arguments.

use std::any::Any;

use serde_json::Value;

use super::Reader;
use crate::conform::with_forms_of;
use crate::issue::Issue;
use crate::tape::{CheckErrors, FailedCheck, Tape, collect_checks};
use crate::tool::place::Place;
use crate::tool::slot::Conforming;
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
        let mut read = |errors| {
            let read = || self.read_typed(tape, place);
            collect_checks(errors, || {
                with_forms_of(self.definition.plan(), Some(tape), read)
            })
        };
        let (outcome, failed) = read(CheckErrors::None);
        if let Err(issue) = outcome {
            return Err(self.refused_issue(source, *issue));
        }
        if failed.is_empty() {
            return Ok(());
        }
        // A type may try several readings by itself, and take another one after the error.
        let (Err(first), _) = read(CheckErrors::All) else {
            return Ok(());
        };
        let mut issues = Issues::default();
        let most = self.limits.max_issues().max(1);
        let mut omitted = 0;
        for FailedCheck {
            number,
            issues: found,
        } in failed
        {
            if issues.len() >= most {
                omitted += found.len();
            } else if let (Err(issue), _) = read(CheckErrors::Number(number)) {
                omitted += issues.extend_at(&issue.path, found, most);
            }
        }
        if issues.is_empty() {
            return Err(self.refused_issue(source, *first));
        }
        self.told(source, issues, omitted)
    }

    /// Fills the place. A JSON value has no checks, so the tool's type is read as well.
    fn read_typed(&self, tape: &Tape<'_>, place: &mut dyn Place) -> Result<(), Box<Issue>> {
        if let Err(refusal) = place.fill(tape) {
            return Err(Box::new(Issue::from(refusal)));
        }
        let is_value = (place as &dyn Any).is::<Option<Value>>();
        match self.definition.reread() {
            Some(reread) if is_value => reread(&Conforming(tape)),
            _ => Ok(()),
        }
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
