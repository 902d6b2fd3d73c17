//! The arguments as a whole, and the layers that some models add around them.

use super::{Change, Conform, Diagnostics, Site};
use crate::conform::diagnostics::Checkpoint;
use crate::issue::{IssueKind, JsonType, Rule, TypeSet};
use crate::rules::{Envelope, read_envelope, read_text, unwrap_arguments};
use crate::tree::{Entry, Tree};

/// Maximum number of layers to remove. Each layer of text within text doubles the length, so more
/// layers would exceed the maximum size of the input.
const MAX_LAYERS: usize = 24;

impl Conform<'_> {
    pub(super) fn walk_root<'t>(&mut self, tree: &Tree<'t>, at: &Site<'_>) -> Option<Change<'t>> {
        // If the text has issues, the call fails anyway.
        let reads = self.found.issues.is_empty();
        let mark = self.found.mark();
        let change = self.walk_value(tree, self.plan.root(), TypeSet::EMPTY, at);
        if !reads || !self.uses_rules(at) || self.found.count_issues_since(mark) == 0 {
            return change;
        }
        let Some(layer) = self.remove_layer(tree) else {
            self.report_several_objects(tree, mark);
            return change;
        };
        let as_sent = self.found.take_since(mark);
        match self.read_without_layers(tree, layer, MAX_LAYERS, at) {
            Ok(read) => Some(Change::Replace(read)),
            Err(Some((found, read))) => {
                self.add_all(found, at);
                Some(Change::Replace(read))
            }
            Err(None) => {
                self.add_all(as_sent, at);
                change
            }
        }
    }

    fn report_several_objects(&mut self, tree: &Tree<'_>, mark: Checkpoint) {
        let Tree::Array(items) = tree else {
            return;
        };
        let are_objects = items.iter().all(|item| matches!(item, Tree::Object(_)));
        if items.len() < 2 || !are_objects {
            return;
        }
        let texts = items.iter().take(2).map(|item| item.to_value().to_string());
        let texts: Vec<String> = texts.collect();
        for issue in self.found.issues_from(mark) {
            if issue.path.is_root() && matches!(issue.kind, IssueKind::Type { .. }) {
                let texts = texts.clone();
                issue.kind = IssueKind::SeveralObjects { texts };
                issue.received = None;
            }
        }
    }

    /// Returns the arguments inside the layers, if they are valid. Otherwise, returns the findings
    /// of the innermost layer that contains a declared property. Returns `None` if no layer
    /// contains one.
    fn read_without_layers<'t>(
        &mut self,
        sent: &Tree<'t>,
        (rule, mut made): (Rule, Tree<'t>),
        layers: usize,
        at: &Site<'_>,
    ) -> Result<Tree<'t>, Option<(Diagnostics, Tree<'t>)>> {
        let root = self.plan.root();
        let inside = self.new_site(at, at.mode);
        let outcome = self.try_made(rule, sent, &made, at, |walk| {
            walk.walk_value(&made, root, TypeSet::EMPTY, &inside)
        });
        let (found, change) = match outcome {
            Ok(change) => {
                if let Some(change) = change {
                    change.apply(&mut made);
                }
                return Ok(made);
            }
            Err((found, change)) => (found, change.flatten()),
        };
        let mark = self.found.mark();
        self.repair(at, rule, sent, Some(&made));
        let inner = layers.checked_sub(1).zip(self.remove_layer(&made));
        let read = inner.map_or(Err(None), |(layers, inner)| {
            self.read_without_layers(&made, inner, layers, at)
        });
        if read.is_err() {
            self.found.take_since(mark);
        }
        if matches!(read, Err(None)) && self.has_some_property(&made) {
            if let Some(change) = change {
                change.apply(&mut made);
            }
            return Err(Some((found, made)));
        }
        read
    }

    fn has_some_property(&self, made: &Tree<'_>) -> bool {
        let root = self.plan.root().node;
        let is_property = |entry: &Entry<'_>| self.plan.names_property(root, &entry.key);
        matches!(made, Tree::Object(entries) if entries.iter().any(is_property))
    }

    fn remove_layer<'t>(&self, sent: &Tree<'t>) -> Option<(Rule, Tree<'t>)> {
        let limits = &self.settings.limits;
        let takes_string = self
            .plan
            .types(self.plan.root().node)
            .contains(JsonType::String);
        match sent {
            Tree::String(text) if !takes_string => {
                let read = read_text(text, limits)?;
                let is_layer = matches!(read, Tree::String(_) | Tree::Object(_));
                is_layer.then_some((Rule::JsonString, read))
            }
            Tree::Object(entries) => {
                if let Some(Envelope::Own(inside)) = read_envelope(entries, self.plan, limits) {
                    return Some((Rule::Envelope, inside));
                }
                let inside = unwrap_arguments(entries, self.plan, limits)?;
                Some((Rule::Wrapper, inside))
            }
            _ => None,
        }
    }
}
