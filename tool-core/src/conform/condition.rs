//! Checks the conditions of an object: constraints that depend on its content.

use super::object_walk::ObjectWalk;
use super::{Conform, Diagnostics, Site};
use crate::issue::{IssueKind, TypeSet};
use crate::plan::{Child, Condition, When};
use crate::tree::{Entry, Tree};

impl Conform<'_> {
    /// Checks the conditions on the object as it was read. Without a valid object, they say nothing.
    pub(super) fn check_conditions(&mut self, walk: &ObjectWalk<'_, '_>) {
        let object = walk.read_object();
        let Tree::Object(entries) = &object else {
            return;
        };
        for condition in &walk.plan.conditions {
            match condition {
                Condition::Not(child) if self.fits(&object, *child, walk.at) => {
                    let keyword = "not".to_owned();
                    self.issue(walk.at, IssueKind::Schema { keyword }, &object);
                }
                Condition::Not(_) => {}
                Condition::NotTogether(names) => self.refuse_together(names, entries, walk),
                Condition::If {
                    when,
                    then,
                    otherwise,
                } => {
                    let holds = match when {
                        When::Has(name) => has(entries, name),
                        When::Fits(child) => self.fits(&object, *child, walk.at),
                    };
                    if let Some(child) = if holds { then } else { otherwise } {
                        self.apply(&object, *child, walk.at);
                    }
                }
                Condition::Names(child) => self.check_names(entries, *child, walk.at),
            }
        }
    }

    /// Checks the object by a schema that applies to it, too. A schema that is already being checked
    /// on the same content adds nothing: it refers to itself.
    fn apply(&mut self, object: &Tree<'_>, child: Child, at: &Site<'_>) {
        let applied = (self.memo.id_of_content(object), child);
        if self.applied.contains(&applied) {
            return;
        }
        self.applied.push(applied);
        let found = self.check_unchanged(object, child, at);
        self.applied.pop();
        self.add_all(found.without_other_keys(), at);
    }

    fn refuse_together(
        &mut self,
        names: &[String],
        entries: &[Entry<'_>],
        walk: &ObjectWalk<'_, '_>,
    ) {
        if !names.iter().all(|name| has(entries, name)) {
            return;
        }
        if let [name] = names {
            let sent = entries.iter().find(|entry| entry.key == *name);
            let sent = sent.map_or(&Tree::Null, |entry| &entry.value);
            return self.issue(&walk.at.entry(name, 0), IssueKind::NotAllowed, sent);
        }
        let properties = names.to_vec();
        let object = Tree::Object(entries.to_vec());
        self.issue(walk.at, IssueKind::Together { properties }, &object);
    }

    fn check_names(&mut self, entries: &[Entry<'_>], child: Child, at: &Site<'_>) {
        for (index, entry) in entries.iter().enumerate() {
            let name = Tree::String(entry.key.clone());
            let faults = self.check_unchanged(&name, child, at).issues;
            if let Some(fault) = faults.into_iter().next() {
                let fault = Box::new(fault.kind);
                self.issue(
                    &at.entry(&entry.key, index),
                    IssueKind::Key { fault },
                    &name,
                );
            }
        }
    }

    /// Returns whether a value has a schema without a change.
    pub(super) fn fits(&mut self, value: &Tree<'_>, child: Child, at: &Site<'_>) -> bool {
        self.check_unchanged(value, child, at).counts() == 0
    }

    /// Checks a value that exists only here. The memo stores the outcome by content: a condition around
    /// this one checks the value again, and a schema may refer to itself.
    fn check_unchanged(&mut self, value: &Tree<'_>, child: Child, at: &Site<'_>) -> Diagnostics {
        let id = self.memo.id_of_content(value);
        let made = at.with_id(at.mode.without_changes(), id);
        self.try_branch(value, child, TypeSet::EMPTY, &made).found
    }
}

fn has(entries: &[Entry<'_>], name: &str) -> bool {
    entries.iter().any(|entry| entry.key == name)
}
