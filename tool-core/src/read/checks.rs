//! Runs the checks of types while a call is read.
//!
//! A type with a check runs it in its own `Deserialize`. During a call, this module collects failed
//! checks and reading continues, so all checks run. A deserializer does not know the path of a
//! value. Therefore the reader reads the call again for each failed check. In that pass the check
//! is an error, and the error collects its path while it propagates.

use std::cell::{Cell, RefCell};

use crate::issue::Issue;
use crate::read::others::UnreadSoFar;

/// The failed checks. Paths start at the checked type.
struct CollectedChecks {
    failed: Vec<FailedCheck>,
    /// The number of failed checks, including dropped ones.
    count: usize,
    errors: CheckErrors,
    has_stopped: bool,
}

/// The failed checks that become errors at their value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckErrors {
    None,
    /// The check with this number.
    Number(usize),
    All,
}

/// The issues of one run of a check.
pub(crate) struct FailedCheck {
    /// The index among the failed checks of a call, in the order in which they run.
    pub(crate) number: usize,
    pub(crate) issues: Vec<Issue>,
}

thread_local! {
    static COLLECTED: RefCell<Option<CollectedChecks>> = const { RefCell::new(None) };
    static ARE_TRACED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `read` with complete paths in its errors. This is slower: trees replace serde's buffers,
/// which do not track paths.
pub(crate) fn with_traced_paths<T>(read: impl FnOnce() -> T) -> T {
    /// Restores the previous state, also if `read` panics.
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            ARE_TRACED.set(self.0);
        }
    }
    let _restore = Restore(ARE_TRACED.replace(true));
    read()
}

/// Returns whether errors need paths inside values that serde buffers.
#[must_use]
pub fn are_paths_traced() -> bool {
    ARE_TRACED.get()
}

/// Runs `read`. Returns its outcome, the checks that failed without an error, and whether a check
/// was an error.
pub(crate) fn collect_checks<T>(
    errors: CheckErrors,
    read: impl FnOnce() -> T,
) -> (T, Vec<FailedCheck>, bool) {
    /// Restores the checks of the outer call, also if `read` panics.
    struct Restore(Option<CollectedChecks>);
    impl Drop for Restore {
        fn drop(&mut self) {
            COLLECTED.replace(self.0.take());
        }
    }
    let collected = CollectedChecks {
        failed: Vec::new(),
        count: 0,
        errors,
        has_stopped: false,
    };
    let _restore = Restore(COLLECTED.replace(Some(collected)));
    let outcome = read();
    match COLLECTED.take() {
        Some(collected) => (outcome, collected.failed, collected.has_stopped),
        None => (outcome, Vec::new(), false),
    }
}

/// Collects the issues of a check during a call.
///
/// # Errors
///
/// Returns the issues if no call is read, or if this check has to be an error.
pub(crate) fn settle_check(issues: Vec<Issue>) -> Result<(), Vec<Issue>> {
    if issues.is_empty() {
        return Ok(());
    }
    COLLECTED.with_borrow_mut(|collected| {
        let Some(collected) = collected else {
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
    })
}

/// One of several attempts to read a value. If it fails and another attempt follows, its failed
/// checks do not count.
pub(super) struct ReadAttempt {
    failed_before: usize,
    unread_before: UnreadSoFar,
}

impl ReadAttempt {
    pub(super) fn start() -> Self {
        let failed_before =
            COLLECTED.with_borrow(|collected| collected.as_ref().map_or(0, |all| all.failed.len()));
        Self {
            failed_before,
            unread_before: UnreadSoFar::count(),
        }
    }

    /// Drops the checks that failed in this attempt. Returns whether another attempt may follow:
    /// the error of a check is final.
    pub(super) fn fail(&self) -> bool {
        self.unread_before.restore();
        COLLECTED.with_borrow_mut(|collected| {
            let Some(collected) = collected else {
                return true;
            };
            collected.failed.truncate(self.failed_before);
            !collected.has_stopped
        })
    }
}
