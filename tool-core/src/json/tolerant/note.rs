//! Records deviations from JSON.

use super::state::{Scope, TolerantParser};
use std::ops::Range;

use serde_json::Value;

use crate::issue::{Path, PathStack, Repair, Rule};

/// Maximum number of characters of a recorded piece of text.
const PIECE: usize = 80;

impl TolerantParser<'_, '_> {
    /// Records how the text from `start` to the current position was read, in a container.
    pub(super) fn note(
        &mut self,
        scope: &mut Scope<'_>,
        rule: Rule,
        start: usize,
        after: Option<&str>,
    ) {
        self.note_piece(scope, rule, start..self.at, after);
    }

    pub(super) fn note_piece(
        &mut self,
        scope: &mut Scope<'_>,
        rule: Rule,
        piece: Range<usize>,
        after: Option<&str>,
    ) {
        if scope.noted.contains(&rule) {
            return;
        }
        scope.noted.push(rule);
        self.record(scope.chain, rule, piece, |_| after.map(Value::from));
    }

    /// Records how the value from `start` to the current position was read.
    pub(super) fn repair(
        &mut self,
        chain: &PathStack<'_>,
        rule: Rule,
        start: usize,
        after: impl FnOnce(&Self) -> Option<Value>,
    ) {
        self.record(chain, rule, start..self.at, after);
    }

    /// Keeps as many records as the limit of issues allows. Beyond this, one record per rule covers
    /// the whole text. Paths can be long, and the work must not grow with their number.
    fn record(
        &mut self,
        chain: &PathStack<'_>,
        rule: Rule,
        piece: Range<usize>,
        after: impl FnOnce(&Self) -> Option<Value>,
    ) {
        let most = self.source.limits.max_issues().max(1);
        let further = self.intake.repairs.get(most..);
        let path = match further {
            None => chain.to_path(),
            Some(further) if further.iter().any(|repair| repair.rule == rule) => return,
            Some(_) => Path::root(),
        };
        let before = cut_text(self.text.get(piece).unwrap_or_default());
        let after = after(self);
        self.intake.repairs.push(Repair {
            path,
            rule,
            before: Value::from(before),
            after,
        });
    }
}

pub(super) fn cut_text(text: &str) -> String {
    match text.char_indices().nth(PIECE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
