//! Runs the checks of types while a call is read.
//!
//! A type with a check runs it in its own `Deserialize`. While a call is read, a failed
//! check is collected here and reading goes on, so that all checks run. A deserializer does
//! not know the path of a value. So the reader reads the call again for each failed check:
//! that check is then an error, which finds the path on its way out.

use std::cell::{Cell, RefCell};

use crate::issue::Issue;
use crate::read::others::UnreadSoFar;

/// What checks found, by the type that was checked. The paths begin at that type.
struct Collected {
    failed: Vec<FailedCheck>,
    /// How many checks have failed, those that were dropped included.
    count: usize,
    errors: CheckErrors,
    has_stopped: bool,
}

/// Which of the failed checks are errors where the value is read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckErrors {
    None,
    /// The one of that number.
    Number(usize),
    All,
}

/// The issues of one run of a check.
pub(crate) struct FailedCheck {
    /// Counts the failed checks of a call in the order in which they run.
    pub(crate) number: usize,
    pub(crate) issues: Vec<Issue>,
}

thread_local! {
    static COLLECTED: RefCell<Option<Collected>> = const { RefCell::new(None) };
    static ARE_TRACED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `read` so that its error has the whole path. That is slower: serde's buffers, which
/// know no paths, are replaced by trees.
pub(crate) fn with_traced_paths<T>(read: impl FnOnce() -> T) -> T {
    /// Restores what was before, also when `read` panics.
    struct Restore(bool);
    impl Drop for Restore {
        fn drop(&mut self) {
            ARE_TRACED.set(self.0);
        }
    }
    let _restore = Restore(ARE_TRACED.replace(true));
    read()
}

/// Whether the path of an error is needed inside of values that serde buffers.
#[must_use]
pub fn are_paths_traced() -> bool {
    ARE_TRACED.get()
}

/// Runs `read`. Returns its outcome, the checks that failed without an error, and whether a
/// check was an error.
pub(crate) fn collect_checks<T>(
    errors: CheckErrors,
    read: impl FnOnce() -> T,
) -> (T, Vec<FailedCheck>, bool) {
    /// Restores the checks of the outer call, also when `read` panics.
    struct Restore(Option<Collected>);
    impl Drop for Restore {
        fn drop(&mut self) {
            COLLECTED.replace(self.0.take());
        }
    }
    let collected = Collected {
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

/// Collects the issues of a check. Outside of a call they are an error.
///
/// # Errors
///
/// The issues.
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

/// An attempt to read a value in one of several ways. If it fails, another one follows, and
/// the checks that failed in the first do not count.
pub(super) struct Attempt {
    failed_before: usize,
    unread_before: UnreadSoFar,
}

impl Attempt {
    pub(super) fn start() -> Self {
        let failed_before =
            COLLECTED.with_borrow(|collected| collected.as_ref().map_or(0, |all| all.failed.len()));
        Self {
            failed_before,
            unread_before: UnreadSoFar::count(),
        }
    }

    /// Drops the checks that failed in the attempt. Returns whether another attempt may
    /// follow: the error of a check is final.
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
