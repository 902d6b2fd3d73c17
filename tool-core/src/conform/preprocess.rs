//! Preprocessing functions of the tool, which run before the rules.

use super::site::{Functions, Mode};
use super::{Change, Conform, PlanStep, Site};
use crate::issue::{Rule, TypeSet};
use crate::plan::Child;
use crate::tree::Tree;

impl Conform<'_> {
    /// Checks a value that has a preprocessing function. If the value is invalid as sent, tries the
    /// result of the function first, and then the value itself.
    ///
    /// A function does not run on values inside its own result. Otherwise, a function that nests
    /// its value deeper would run forever.
    #[cold]
    pub(super) fn apply_function<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        number: u16,
        beside: TypeSet,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let without = Child {
            preprocess: None,
            ..child
        };
        let silent = Mode {
            unchanged: true,
            is_silent: true,
            ..at.mode
        };
        // A new identity hides the silent trials from the walk that reports.
        let silent = self.new_site(at, silent);
        let change = self.walk_value(tree, without, beside, &silent);
        if self.found.count_issues_since(mark) == 0 {
            return change;
        }
        self.found.take_since(mark);
        let mapped = self.map_by_function(tree, number);
        let step = PlanStep::Mapped(child.node, number);
        self.try_without_guesses_first(at, step, |walk, at| {
            let read = mapped
                .as_ref()
                .and_then(|made| walk.read_mapped(tree, made, (without, number), beside, at));
            match read {
                Some(read) => Some(Change::Replace(read)),
                None => walk.walk_value(tree, without, beside, at),
            }
        })
    }

    fn map_by_function(&self, tree: &Tree<'_>, number: u16) -> Option<Tree<'static>> {
        let function = self.plan.function(number)?;
        if self.has_wasted_too_much() {
            return None;
        }
        let sent = tree.to_value();
        let made = (function.0)(sent.clone());
        (made != sent).then(|| Tree::from(&made).into_owned())
    }

    fn read_mapped(
        &mut self,
        sent: &Tree<'_>,
        made: &Tree<'static>,
        (child, number): (Child, u16),
        beside: TypeSet,
        at: &Site<'_>,
    ) -> Option<Tree<'static>> {
        let functions = Functions {
            number,
            before: at.mode.functions,
        };
        let silent = Mode {
            is_silent: true,
            functions: Some(&functions),
            ..at.mode
        };
        let inside = self.new_site(at, silent);
        let change = self.try_made(Rule::Preprocess, sent, made, &inside, |walk| {
            walk.walk_value(made, child, beside, &inside)
        });
        let Ok(change) = change else {
            self.wasted += count_values(sent) + count_values(made);
            return None;
        };
        let mut read = made.clone();
        if let Some(change) = change {
            change.apply(&mut read);
        }
        Some(read)
    }
}

/// Returns the number of values in a tree, as the cost of creating it.
fn count_values(tree: &Tree<'_>) -> usize {
    match tree {
        Tree::Array(items) => 1 + items.iter().map(count_values).sum::<usize>(),
        Tree::Object(entries) => {
            1 + entries
                .iter()
                .map(|entry| count_values(&entry.value))
                .sum::<usize>()
        }
        _ => 1,
    }
}
