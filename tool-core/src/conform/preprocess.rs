//! The tool's own function, which comes before the rules.

use super::{Change, Conform};
use crate::issue::{Chain, Rule, TypeSet};
use crate::plan::Child;
use crate::tree::Tree;

impl Conform<'_> {
    /// Checks a value at a place with a function: where it fails as it stands, what
    /// the function makes of it is tried first, and then the value as it was sent.
    ///
    /// A function sees what was sent, and not what stands in what it made itself: one
    /// that puts a value deeper down would be met again there without end.
    #[cold]
    pub(super) fn preprocess<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        number: u16,
        beside: TypeSet,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let without = Child {
            preprocess: None,
            ..child
        };
        let change = self.silently(|walk| {
            walk.as_it_stands = true;
            let change = walk.place(tree, without, beside, path);
            walk.as_it_stands = false;
            change
        });
        if self.found.issues_since(mark) == 0 {
            return change;
        }
        self.found.take_since(mark);
        let mapped = self.mapped(tree, number);
        let node = self.plan.node(child.node);
        self.sure_first(tree, node, Some(number), |walk| {
            let read = mapped
                .as_ref()
                .and_then(|made| walk.passing(tree, made, (without, number), beside, path));
            match read {
                Some(read) => Some(Change::Replace(read)),
                None => walk.place(tree, without, beside, path),
            }
        })
    }

    /// What the function makes of a value, if that is another one.
    fn mapped(&self, tree: &Tree<'_>, number: u16) -> Option<Tree<'static>> {
        let function = self.plan.function(number)?;
        if self.has_wasted_too_much() {
            return None;
        }
        let sent = tree.to_value();
        let made = (function.0)(sent.clone());
        (made != sent).then(|| Tree::from(&made).into_owned())
    }

    /// What the function made, if it passes.
    fn passing(
        &mut self,
        sent: &Tree<'_>,
        made: &Tree<'static>,
        (child, number): (Child, u16),
        beside: TypeSet,
        path: &Chain<'_>,
    ) -> Option<Tree<'static>> {
        // The digits of a number are those of the `Value` that the function saw.
        let source = self.settings.source.take();
        self.mapping.push(number);
        let change = self.silently(|walk| {
            walk.attempt(Rule::Preprocess, sent, made, path, |walk| {
                walk.place(made, child, beside, path)
            })
        });
        self.mapping.pop();
        self.settings.source = source;
        let Some(change) = change else {
            self.wasted += size(sent) + size(made);
            return None;
        };
        let mut read = made.clone();
        if let Some(change) = change {
            change.apply(&mut read);
        }
        Some(read)
    }

    /// Walks to see whether a value passes: its issues are counted, and not told.
    fn silently<T>(&mut self, walk: impl FnOnce(&mut Self) -> T) -> T {
        let limits = self.settings.limits;
        self.settings.limits = limits.issues(0);
        let outcome = self.within(Rule::Preprocess, walk);
        self.settings.limits = limits;
        outcome
    }
}

/// How many values it holds: what making it has cost.
fn size(tree: &Tree<'_>) -> usize {
    match tree {
        Tree::Array(items) => 1 + items.iter().map(size).sum::<usize>(),
        Tree::Object(entries) => {
            1 + entries
                .iter()
                .map(|entry| size(&entry.value))
                .sum::<usize>()
        }
        _ => 1,
    }
}
