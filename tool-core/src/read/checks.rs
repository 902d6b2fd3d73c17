//! Runs the checks of types while a call is read.
//!
//! A type with a check runs it in its own `Deserialize`. During a call, this module collects failed
//! checks and reading continues, so all checks run. A deserializer does not know the path of a
//! value. Therefore the reader reads the call again for each failed check. In that pass the check
//! is an error, and the error collects its path while it propagates.

use std::rc::Rc;

use crate::issue::Issue;
use crate::read::reading::{
    CheckErrors, CollectedChecks, FailedCheck, ReadContext, UnreadProperties,
};

/// Collects the issues of a check during a call.
///
/// # Errors
///
/// Returns the issues if no call is read, or if this check has to be an error.
pub(crate) fn settle_check(issues: Vec<Issue>) -> Result<(), Vec<Issue>> {
    if issues.is_empty() {
        return Ok(());
    }
    let Some(reading) = ReadContext::current() else {
        return Err(issues);
    };
    let mut collected = reading.checks.borrow_mut();
    let Some(collected) = collected.as_mut() else {
        return Err(issues);
    };
    let number = collected.count;
    collected.count += 1;
    let is_error = match collected.errors {
        CheckErrors::None => false,
        CheckErrors::Number(at) => at == number,
        CheckErrors::All => true,
    };
    if is_error {
        collected.has_stopped = true;
        return Err(issues);
    }
    collected.failed.push(FailedCheck { number, issues });
    Ok(())
}

/// One of several attempts to read a value. The failed checks and the unread properties of an
/// attempt count only if its outcome is used.
pub(super) struct ReadAttempt {
    reading: Option<Rc<ReadContext>>,
    checks_before: usize,
    unread_before: (usize, usize),
    has_hidden: bool,
}

/// The outcome of an attempt that needs hidden properties. It is used if no other attempt succeeds.
pub(super) struct Candidate<T> {
    value: T,
    failed: Vec<FailedCheck>,
    unread: UnreadProperties,
}

impl ReadAttempt {
    pub(super) fn start() -> Self {
        let reading = ReadContext::current();
        let state = reading.as_ref().map(|reading| {
            let checks = reading.checks.borrow();
            let checks = checks.as_ref().map_or(0, |checks| checks.failed.len());
            let unread = reading.siblings.borrow().unread.count();
            (checks, unread, reading.has_hidden.replace(false))
        });
        let (checks_before, unread_before, has_hidden) = state.unwrap_or_default();
        Self {
            reading,
            checks_before,
            unread_before,
            has_hidden,
        }
    }

    /// Drops what the attempt has collected. Returns whether another attempt may follow: the error
    /// of a check is final.
    pub(super) fn fail(&self) -> bool {
        self.take();
        let checks = self.reading.as_ref().map(|reading| reading.checks.borrow());
        let stopped = |checks: &CollectedChecks| checks.has_stopped;
        !checks.is_some_and(|checks| checks.as_ref().is_some_and(stopped))
    }

    /// Returns whether the attempt has hidden properties from a map. The enclosing attempt does not
    /// learn of it.
    pub(super) fn end_hiding(&self) -> bool {
        let reading = self.reading.as_ref();
        reading.is_some_and(|reading| reading.has_hidden.replace(self.has_hidden))
    }

    /// Stores the outcome of the attempt, and what it has collected.
    pub(super) fn set_aside<T>(&self, value: T) -> Candidate<T> {
        let (failed, unread) = self.take();
        Candidate {
            value,
            failed,
            unread,
        }
    }

    fn take(&self) -> (Vec<FailedCheck>, UnreadProperties) {
        let Some(reading) = &self.reading else {
            return Default::default();
        };
        reading.has_hidden.set(self.has_hidden);
        let mut checks = reading.checks.borrow_mut();
        let checks = checks.as_mut();
        let failed = checks.map_or_else(Vec::new, |checks| {
            checks.failed.split_off(self.checks_before)
        });
        let unread = &mut reading.siblings.borrow_mut().unread;
        (failed, unread.split_off(self.unread_before))
    }
}

impl<T> Candidate<T> {
    /// Uses the outcome.
    pub(super) fn accept(self) -> T {
        if let Some(reading) = ReadContext::current() {
            reading.has_hidden.set(true);
            if let Some(checks) = reading.checks.borrow_mut().as_mut() {
                checks.failed.extend(self.failed);
            }
            reading.siblings.borrow_mut().unread.append(self.unread);
        }
        self.value
    }
}
