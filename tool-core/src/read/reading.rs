//! The state of a call while it is read. A `Deserialize` receives nothing but its deserializer, and
//! serde wraps that one. Therefore the current call is a thread-local variable, the only one for
//! types that are flattened, untagged or checked.

use std::cell::{Cell, RefCell};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::Refusal;
use super::direct::Direct;
use super::known::KnownValues;
use crate::conform::fits_unchanged;
use crate::issue::Issue;
use crate::json::parse_value_at;
use crate::plan::{CompiledForm, CompiledForms, Plan};
use crate::tree::Tree;

/// A value in a text, by its start. Its form is requested.
#[derive(Clone, Copy)]
pub(super) struct RequestedValue<'v> {
    pub(super) text: &'v str,
    pub(super) at: usize,
}

/// The rule of a type for an additional property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdditionalCheck {
    /// The type has no additional properties.
    None,
    /// Additional properties may have any value.
    Any,
    /// The additional properties have a schema, and it accepts the value.
    Taken,
    /// The additional properties have a schema, and it rejects the value.
    Refused,
}

/// A type may reject the form that the plan selects, and each enclosing form then tries again.
/// These constants limit the text that later attempts may visit, in bytes: a fixed number, and a
/// number for each byte of the input.
const MAX_WORK: usize = 400_000;
const MAX_WORK_PER_BYTE: usize = 64;

/// A call while it is read, with the forms of types from its plan.
pub(super) struct ReadContext {
    /// `None` if the plan has no untagged enums and no flattened types.
    forms: Option<Arc<CompiledForms>>,
    /// The address and the length of the text in memory.
    text: Option<(usize, usize)>,
    /// The cache of values of the text that fit.
    known: RefCell<KnownValues>,
    /// The rejected forms of each value and type. Otherwise each enclosing form would try them
    /// again, and the time would be exponential in the depth.
    rejected: RefCell<HashMap<RejectedKey, Rejected>>,
    /// The number of bytes that later attempts may still visit.
    work: Cell<usize>,
    /// The sibling types of the current object.
    pub(super) siblings: RefCell<Siblings>,
    /// `true` if properties were hidden from a map since the start of the current attempt.
    pub(super) has_hidden: Cell<bool>,
    /// `None` if failed checks are errors.
    pub(super) checks: RefCell<Option<CollectedChecks>>,
    is_traced: bool,
}

/// The failed checks. Paths start at the checked type.
pub(super) struct CollectedChecks {
    pub(super) failed: Vec<FailedCheck>,
    /// The number of failed checks, including dropped ones.
    pub(super) count: usize,
    pub(super) errors: CheckErrors,
    pub(super) has_stopped: bool,
}

/// The failed checks that become errors at their value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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

/// The sibling types of a flattened type, and their properties.
pub(super) struct Others {
    pub(super) reading: Rc<ReadContext>,
    pub(super) of: &'static str,
    pub(super) any: fn(&dyn Fn(&'static str) -> bool) -> bool,
    /// The sibling types of the enclosing flattened type.
    pub(super) further_out: Option<Rc<Self>>,
    pub(super) is_hidden: Cell<bool>,
}

/// The sibling types of the current object.
#[derive(Default)]
pub(super) struct Siblings {
    /// The sibling types of the type that is read next.
    pub(super) next: Option<Rc<Others>>,
    /// The sibling types of the current type.
    pub(super) taken: Option<Rc<Others>>,
    pub(super) unread: UnreadProperties,
}

/// Properties that a flattened field of an object did not read. A property that no field reads is
/// lost.
#[derive(Default)]
pub(super) struct UnreadProperties {
    /// The properties that are missing from a map.
    pub(super) by_maps: Vec<String>,
    /// The properties of the other variants of an enum. Each one has the property that selected the
    /// variant.
    pub(super) by_enums: Vec<(String, String)>,
}

/// The position of a value in the text, and the name of a type.
type RejectedKey = (usize, &'static str);

/// The options for one reading of a call.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ReadOptions {
    /// `true` for complete paths in errors. This is slower: trees replace serde's buffers, which do
    /// not track paths.
    pub(crate) is_traced: bool,
    /// `None` if failed checks are not collected.
    pub(crate) checks: Option<CheckErrors>,
}

/// The forms that a type has rejected for a value.
#[derive(Clone)]
pub(super) struct Rejected {
    pub(super) progress: FormProgress,
    /// The error of the first form.
    pub(super) first: Refusal,
}

/// The forms tried so far for a value.
#[derive(Clone, Copy, Default)]
pub(super) struct FormProgress {
    /// The position of the first form that the plan has not checked.
    pub(super) from: usize,
    /// The number of the last tried form.
    pub(super) last: Option<u32>,
    /// `true` if the plan has a form that accepts the value.
    pub(super) is_known: bool,
    /// `true` if all forms are tried in order, because no form of the plan accepts the value.
    pub(super) is_in_order: bool,
}

thread_local! {
    static READING: RefCell<Option<Rc<ReadContext>>> = const { RefCell::new(None) };
}

/// Runs `read`, which reads a type from a call. The plan selects the forms of its untagged enums.
/// `text` is the input, if there is one.
pub(crate) fn with_forms<T>(plan: &Plan, text: Option<&str>, read: impl FnOnce() -> T) -> T {
    if plan.forms().is_none() {
        return read();
    }
    read_call(plan, text, ReadOptions::default(), read).0
}

/// Runs `read`, which reads a type from a call. Returns its outcome, the checks that failed without
/// an error, and whether a check was an error.
pub(crate) fn read_call<T>(
    plan: &Plan,
    text: Option<&str>,
    options: ReadOptions,
    read: impl FnOnce() -> T,
) -> (T, Vec<FailedCheck>, bool) {
    /// Restores the outer call, also if `read` panics.
    struct Restore(Option<Rc<ReadContext>>);
    impl Drop for Restore {
        fn drop(&mut self) {
            READING.replace(self.0.take());
        }
    }
    let work = text.map_or(0, str::len).saturating_mul(MAX_WORK_PER_BYTE);
    let checks = options.checks.map(|errors| CollectedChecks {
        failed: Vec::new(),
        count: 0,
        errors,
        has_stopped: false,
    });
    let reading = Rc::new(ReadContext {
        forms: plan.forms().map(Arc::clone),
        text: text.map(address),
        known: RefCell::default(),
        rejected: RefCell::default(),
        work: Cell::new(work.saturating_add(MAX_WORK)),
        siblings: RefCell::default(),
        has_hidden: Cell::new(false),
        checks: RefCell::new(checks),
        is_traced: options.is_traced,
    });
    let _restore = Restore(READING.replace(Some(Rc::clone(&reading))));
    let outcome = read();
    let checks = reading.checks.take();
    let (failed, has_stopped) = checks.map_or((Vec::new(), false), |checks| {
        (checks.failed, checks.has_stopped)
    });
    (outcome, failed, has_stopped)
}

/// Returns whether errors need paths inside values that serde buffers.
pub(super) fn are_paths_traced() -> bool {
    READING.with_borrow(|reading| reading.as_ref().is_some_and(|reading| reading.is_traced))
}

/// Returns whether a tagged enum is read from a tree. Serde's own reader can neither track paths nor
/// pass on sibling types.
#[must_use]
pub fn reads_trees() -> bool {
    READING.with_borrow(|reading| {
        let reads = |reading: &Rc<ReadContext>| {
            reading.is_traced || reading.siblings.borrow().taken.is_some()
        };
        reading.as_ref().is_some_and(reads)
    })
}

impl ReadContext {
    /// Returns the current call.
    pub(super) fn current() -> Option<Rc<Self>> {
        READING.with_borrow(Clone::clone)
    }

    fn forms_of(&self, of: &str) -> &[CompiledForm] {
        self.forms.as_ref().map_or(&[], |forms| forms.of(of))
    }

    /// Returns the next form of a type that is accepted, from a position on: its position and its
    /// number.
    pub(super) fn next(
        &self,
        of: &str,
        from: usize,
        accepts: impl Fn(&CompiledForm) -> bool,
    ) -> Option<(usize, u32)> {
        let forms = self.forms_of(of).iter().enumerate().skip(from);
        let mut accepted = forms.filter(|(_, form)| accepts(form));
        accepted
            .next()
            .map(|(position, form)| (position, form.number))
    }

    /// Returns the names of the declared properties of a form.
    pub(super) fn names_of(&self, form: &CompiledForm) -> HashSet<&str> {
        let forms = self.forms.as_ref();
        forms.map_or_else(HashSet::new, |forms| forms.names(form))
    }

    /// Returns the number of each form of the type, and the names of its declared properties.
    pub(super) fn names(&self, of: &str) -> Vec<(u32, HashSet<&str>)> {
        let forms = self.forms_of(of).iter();
        forms
            .map(|form| (form.number, self.names_of(form)))
            .collect()
    }

    /// Returns the compiled types of the call.
    pub(super) fn types(&self) -> Option<&CompiledForms> {
        self.forms.as_deref()
    }

    /// Returns the rule of a flattened type for an additional property with this value.
    pub(super) fn additional(&self, of: &str, value: &Tree<'_>) -> AdditionalCheck {
        let Some(forms) = self.types() else {
            return AdditionalCheck::None;
        };
        match forms.additional(of) {
            Some(form) if self.takes(RequestedValue::of(&value.to_json()), form) => {
                AdditionalCheck::Taken
            }
            Some(_) => AdditionalCheck::Refused,
            None if forms.has_additional(of) => AdditionalCheck::Any,
            None => AdditionalCheck::None,
        }
    }

    pub(super) fn takes(
        &self,
        RequestedValue { text, at }: RequestedValue<'_>,
        form: &CompiledForm,
    ) -> bool {
        let Some(plan) = self.types().map(CompiledForms::plan) else {
            return false;
        };
        let mut fresh = KnownValues::default();
        let mut known = self.known.borrow_mut();
        let known = if self.text == Some(address(text)) {
            &mut *known
        } else {
            &mut fresh
        };
        let fits = |(tree, _): (Tree<'_>, usize)| fits_unchanged(&tree, plan, form.child);
        match Direct::fits_at(text, at, plan, form.child, known) {
            Some(is_fit) => is_fit,
            None => parse_value_at(text, at).is_some_and(fits),
        }
    }

    pub(super) fn find_rejected(
        &self,
        value: RequestedValue<'_>,
        of: &'static str,
    ) -> Option<Rejected> {
        let key = (self.place(value)?, of);
        self.rejected.borrow().get(&key).cloned()
    }

    pub(super) fn remember(&self, value: RequestedValue<'_>, of: &'static str, rejected: Rejected) {
        if let Some(place) = self.place(value) {
            self.rejected.borrow_mut().insert((place, of), rejected);
        }
    }

    fn place(&self, value: RequestedValue<'_>) -> Option<usize> {
        (self.text == Some(address(value.text))).then_some(value.at)
    }

    /// Returns whether another form may be tried for the value, and deducts the work of the
    /// attempt.
    pub(super) fn allows(&self, value: RequestedValue<'_>) -> bool {
        let left = self
            .work
            .get()
            .checked_sub(Direct::length_at(value.text, value.at) + 1);
        self.work.set(left.unwrap_or(0));
        left.is_some()
    }
}

impl<'v> RequestedValue<'v> {
    /// Creates a value from a whole text.
    pub(super) fn of(text: &'v str) -> Self {
        Self { text, at: 0 }
    }
}

fn address(text: &str) -> (usize, usize) {
    (text.as_ptr().addr(), text.len())
}
