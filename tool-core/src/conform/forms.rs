//! Which form of an enum without a tag a value is, once it conforms: the first that
//! takes it as it stands.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use super::quick::fits;
use super::{Conform, Findings, Settings};
use crate::issue::{Chain, TypeSet};
use crate::limits::Limits;
use crate::plan::{Child, Form, Forms, NodeId, Plan};
use crate::tape::{Additional, Cursor, Tape, TellForms, with_forms};
use crate::tree::Tree;

/// Whether values were found to fit, by their places on the tape.
pub(super) type Known = HashMap<(usize, NodeId), bool>;

/// The forms of the types that are read from one tape.
struct FormsOf {
    forms: Arc<Forms>,
    /// What is known of the values of that tape, which lives as long as this.
    tape: usize,
    known: RefCell<Known>,
}

/// Runs `read`, which reads a type, from a tape for instance, while the plan says what
/// form its enums without a tag have.
pub(crate) fn with_forms_of<T>(
    plan: &Plan,
    tape: Option<&Tape<'_>>,
    read: impl FnOnce() -> T,
) -> T {
    let Some(forms) = plan.forms() else {
        return read();
    };
    let tells = FormsOf {
        forms: Arc::clone(forms),
        tape: tape.map_or(0, |tape| tape.root().address().0),
        known: RefCell::default(),
    };
    with_forms(Rc::new(tells), tape, read)
}

impl TellForms for FormsOf {
    fn next(&self, of: &str, value: Cursor<'_>, from: usize) -> Option<(usize, u32)> {
        let forms = self.forms.of(of).iter().enumerate().skip(from);
        let mut taking = forms.filter(|(_, form)| self.takes(value, form));
        taking
            .next()
            .map(|(position, form)| (position, form.number))
    }

    fn names(&self, of: &str) -> Vec<(u32, HashSet<&str>)> {
        let forms = self.forms.of(of).iter();
        forms
            .map(|form| (form.number, self.forms.names(form)))
            .collect()
    }

    fn in_words(&self, of: &str) -> String {
        self.forms.in_words(of)
    }

    fn names_of_other_variants(&self, of: &str, tag: &str) -> Vec<&str> {
        self.forms.names_of_other_variants(of, tag)
    }

    fn has_property(&self, of: &str, key: &str) -> bool {
        self.forms.has_property(of, key)
    }

    fn additional(&self, of: &str, value: Cursor<'_>) -> Additional {
        match self.forms.additional(of) {
            Some(form) if self.takes(value, form) => Additional::Taken,
            Some(_) => Additional::Refused,
            None if self.forms.has_additional(of) => Additional::Any,
            None => Additional::None,
        }
    }
}

impl FormsOf {
    fn takes(&self, value: Cursor<'_>, form: &Form) -> bool {
        let plan = self.forms.plan();
        let is_quick = if value.address().0 == self.tape {
            fits(value, plan, form.child, &mut self.known.borrow_mut())
        } else {
            fits(value, plan, form.child, &mut Known::default())
        };
        is_quick || !form.is_plain && takes_as_it_stands(&value.tree(), plan, form.child)
    }
}

/// Whether the walk finds nothing, and changes nothing.
fn takes_as_it_stands(tree: &Tree<'_>, plan: &Plan, child: Child) -> bool {
    let settings = Settings {
        class: None,
        into_value: false,
        source: None,
        records: false,
        limits: Limits::default(),
    };
    let mut walk = Conform::new(plan, settings, Findings::default());
    walk.as_it_stands = true;
    let change = walk.place(tree, child, TypeSet::EMPTY, &Chain::Root);
    change.is_none() && walk.found.issues.is_empty() && walk.found.omitted == 0
}
