//! Runs the checks of types while a call is read.
//!
//! A type with a check runs it in its own `Deserialize`. While a call is read, a failed
//! check is collected here and reading goes on, so that all checks run. A deserializer does
//! not know the path of a value. So the reader reads the call again for each failed check:
//! that check is then an error, which finds the path on its way out.

use std::cell::RefCell;

use crate::issue::Issue;

/// What checks found, by the type that was checked. The paths begin at that type.
#[derive(Default)]
struct Collected {
    failed: Vec<FailedCheck>,
    /// How many checks have failed, those that were dropped included.
    count: usize,
    /// The number of the failed check that is an error.
    error_at: Option<usize>,
    has_stopped: bool,
}

/// The issues of one run of a check.
pub(crate) struct FailedCheck {
    /// Counts the failed checks of a call in the order in which they run.
    pub(crate) number: usize,
    pub(crate) issues: Vec<Issue>,
}

thread_local! {
    static COLLECTED: RefCell<Option<Collected>> = const { RefCell::new(None) };
}

/// Runs `read`, and returns the checks that failed in it. The one of the number `error_at`
/// is an error instead.
pub(crate) fn collect_checks<T>(
    error_at: Option<usize>,
    read: impl FnOnce() -> T,
) -> (T, Vec<FailedCheck>) {
    /// Restores the checks of the outer call, also when `read` panics.
    struct Restore(Option<Collected>);
    impl Drop for Restore {
        fn drop(&mut self) {
            COLLECTED.replace(self.0.take());
        }
    }
    let collected = Collected {
        error_at,
        ..Collected::default()
    };
    let _restore = Restore(COLLECTED.replace(Some(collected)));
    let outcome = read();
    let failed = COLLECTED.take().map(|collected| collected.failed);
    (outcome, failed.unwrap_or_default())
}

/// Collects the issues of a check. Outside of a call, or if it is the check to stop at, they
/// are an error.
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
        if collected.error_at == Some(number) {
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
}

impl Attempt {
    pub(super) fn start() -> Self {
        let failed_before =
            COLLECTED.with_borrow(|collected| collected.as_ref().map_or(0, |all| all.failed.len()));
        Self { failed_before }
    }

    /// Drops the checks that failed in the attempt. Returns whether another attempt may
    /// follow: the error of a check is final.
    pub(super) fn fail(self) -> bool {
        COLLECTED.with_borrow_mut(|collected| {
            let Some(collected) = collected else {
                return true;
            };
            collected.failed.truncate(self.failed_before);
            !collected.has_stopped
        })
    }
}
