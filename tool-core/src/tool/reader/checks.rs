//! The checks of a tool and of the types in its arguments.

use std::any::Any;

use super::Reader;
use crate::issue::Issue;
use crate::read::{CheckErrors, Direct, FailedCheck, ReadOptions, read_call, with_forms};
use crate::tool::place::ValueSlot;
use crate::tool::slot::is_json;
use crate::tool::spec::Conforming;
use crate::tool::{Input, Issues, ToolArgError};

/// Minimum number of failed checks with a path, for a call of any size.
const MIN_READINGS: usize = 8;

/// Maximum number of bytes to read again for the paths of further failed checks.
const MAX_READ_AGAIN: usize = 1_000_000;

impl Reader<'_> {
    /// Reads the value and runs the checks of its types. All failed checks are one error.
    pub(super) fn read_conforming(
        &self,
        input: Input<'_>,
        text: &str,
        place: &mut dyn ValueSlot,
    ) -> Result<(), ToolArgError> {
        if self.definition.has_checks() {
            return self.read_checked(input, text, place);
        }
        let plan = self.definition.plan();
        let mut read = || place.fill(&mut Direct::conforming(text));
        match with_forms(plan, Some(text), &mut read) {
            Ok(()) => Ok(()),
            Err(refusal) => {
                let options = ReadOptions {
                    is_traced: true,
                    checks: None,
                };
                let (traced, ..) = read_call(plan, Some(text), options, read);
                self.fail_traced(input, refusal.into(), traced.map_err(Issue::from))
            }
        }
    }

    /// Fails with the issue of the second reading, which has its path. Keeps the first issue if
    /// that reading fails for another reason.
    #[cold]
    fn fail_traced(
        &self,
        input: Input<'_>,
        first: Issue,
        traced: Result<(), Issue>,
    ) -> Result<(), ToolArgError> {
        let Err(traced) = traced else {
            return Ok(());
        };
        let issue = if traced.kind == first.kind {
            traced
        } else {
            first
        };
        Err(self.fail_with_issue(input, issue))
    }

    fn read_checked(
        &self,
        input: Input<'_>,
        text: &str,
        place: &mut dyn ValueSlot,
    ) -> Result<(), ToolArgError> {
        let mut read = |errors, is_traced| {
            let checks = Some(errors);
            let options = ReadOptions { is_traced, checks };
            let read = || self.read_typed(text, place);
            read_call(self.definition.plan(), Some(text), options, read)
        };
        let (outcome, mut failed, _) = read(CheckErrors::None, false);
        if let Err(first) = outcome {
            let (traced, found, _) = read(CheckErrors::None, true);
            self.fail_traced(input, *first, traced.map_err(|issue| *issue))?;
            failed = found;
        }
        if failed.is_empty() {
            return Ok(());
        }
        // After the error, a type may still accept the value in another form.
        let (Err(first), ..) = read(CheckErrors::All, false) else {
            return Ok(());
        };
        let mut issues = Issues::default();
        let most = self.limits.max_issues().max(1);
        let mut omitted = 0;
        // How many times the call may be read again. The other failed checks are only counted.
        let mut readings = (MAX_READ_AGAIN / (text.len() + 1)).max(MIN_READINGS);
        for FailedCheck {
            number,
            issues: found,
        } in failed
        {
            if issues.len() >= most || readings == 0 {
                omitted += found.len();
                continue;
            }
            readings -= 1;
            let only = CheckErrors::Number(number);
            let (mut outcome, _, is_check) = read(only, true);
            if !is_check {
                outcome = read(only, false).0;
            }
            if let Err(issue) = outcome {
                omitted += issues.extend_at(&issue.path, found, most);
            }
        }
        if issues.is_empty() {
            return Err(self.fail_with_issue(input, *first));
        }
        self.fail_checks(input, issues, omitted)
    }

    /// Fills the place. A JSON value or object has no checks, so the tool's type is read, too.
    fn read_typed(&self, text: &str, place: &mut dyn ValueSlot) -> Result<(), Box<Issue>> {
        if let Err(refusal) = place.fill(&mut Direct::conforming(text)) {
            return Err(Box::new(Issue::from(refusal)));
        }
        match self.definition.reread() {
            Some(reread) if is_json(place) => reread(&Conforming(text)),
            _ => Ok(()),
        }
    }

    /// Runs the check of a tool with its own `Deserialize`.
    pub(super) fn check(&self, input: Input<'_>, value: &dyn Any) -> Result<(), ToolArgError> {
        let Some(check) = self.definition.check() else {
            return Ok(());
        };
        let mut issues = Issues::default();
        // If the arguments are read as a JSON value, the check reads its type again.
        with_forms(self.definition.plan(), None, || check(value, &mut issues));
        self.fail_checks(input, issues, 0)
    }

    /// Fails if the checks added issues. Each issue gets the received value at its path.
    pub(super) fn fail_checks(
        &self,
        input: Input<'_>,
        issues: Issues,
        omitted: usize,
    ) -> Result<(), ToolArgError> {
        let mut issues = issues.into_issues();
        if issues.is_empty() {
            return Ok(());
        }
        let tree = self.parse_and_walk(input);
        for issue in &mut issues {
            let sent = tree
                .as_ref()
                .and_then(|tree| tree.received_for(&issue.kind, &issue.path));
            issue.received = sent.filter(|_| !issue.path.is_root());
        }
        Err(self.error(input, issues, omitted, tree.as_ref()))
    }
}
