use std::ptr;
use std::sync::OnceLock;

use super::names::{Found, is_other_style, nearest};
use super::sent::Sent;
use super::spelling::readings;
use super::{CallError, Definitions, InvalidCall, SetError};
use crate::tool::{Definition, Slot, Tool};

/// The tool of one variant, as `#[derive(ToolSet)]` writes it.
#[derive(Debug)]
pub struct Member {
    /// Its name, for which no definition has to be built.
    pub name: &'static str,
    /// Where its definition stands once it is built.
    pub slot: fn() -> &'static Slot,
}

/// The tools of a derived set, and what was asked of them so far.
#[derive(Debug)]
pub(super) struct Members {
    all: &'static [Member],
    definitions: OnceLock<Result<Definitions, SetError>>,
}

impl Members {
    pub(super) const fn new(all: &'static [Member]) -> Self {
        Self {
            all,
            definitions: OnceLock::new(),
        }
    }

    pub(super) fn all(&self) -> &'static [Member] {
        self.all
    }

    /// All definitions.
    pub(super) fn definitions(&'static self) -> &'static Result<Definitions, SetError> {
        self.definitions.get_or_init(|| {
            let all = self.all.iter().map(|member| (member.slot)());
            let definitions: Result<Vec<_>, _> = all.map(Slot::try_definition).collect();
            Definitions::new(definitions?.into_iter().cloned())
        })
    }

    /// The definition of the member of that number; it alone is built.
    pub(super) fn definition(&self, number: usize) -> &'static Definition {
        (self.all[number].slot)().definition()
    }

    /// The one tool that a name can be read as, which is that of `Names::find`. To look at
    /// each name costs the first call less than to make the tables of `Names`.
    pub(super) fn find(&self, sent: &str) -> Option<Found> {
        let mut names = self.all.iter().map(|member| member.name);
        if let Some(number) = names.position(|name| name == sent) {
            return Some(Found::exact(number));
        }
        let in_other_style = |sent| {
            let mut names = self.all.iter().map(|member| member.name);
            names.position(|name| is_other_style(name, sent))
        };
        Found::only(readings(sent).into_iter().filter_map(in_other_style))
    }

    #[cold]
    pub(super) fn not_found(&self, name: &str, sent: Sent<'_>) -> CallError {
        let invalid = InvalidCall::__slot();
        let shown = self.all.iter();
        let shown = shown.filter(|member| !ptr::eq((member.slot)(), invalid));
        CallError::not_found(name, sent, shown.map(|member| member.name), |tools| {
            nearest(name, tools.iter().copied(), |_| None)
        })
    }
}
