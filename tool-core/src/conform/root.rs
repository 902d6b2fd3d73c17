//! The arguments as a whole, and the layers that some models add around them.

use std::borrow::Cow;

use serde_json::Value;

use super::{Change, Conform, Diagnostics, Site};
use crate::conform::diagnostics::Checkpoint;
use crate::issue::{Alternatives, Issue, IssueKind, JsonType, Rule, Segment, TypeSet};
use crate::rules::{
    Envelope, find_array_property, names_property, read_envelope, read_text, unwrap_arguments,
};
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
        if !reads || !self.uses_rules(at) {
            return change;
        }
        let is_valid = self.found.count_issues_since(mark) == 0;
        if is_valid && !self.plan.leaves_other_keys_unread() {
            return change;
        }
        let layer = self.remove_layer(tree);
        let Some(layer) = layer.filter(|(_, inside)| !is_valid || self.is_lost(inside)) else {
            self.report_several_objects(tree, mark);
            return change;
        };
        let as_sent = self.found.take_since(mark);
        let is_array = layer.0 == Rule::ArrayArgument;
        match self.read_without_layers(tree, layer, MAX_LAYERS, at) {
            Ok(read) => Some(Change::Replace(read)),
            Err(Some(failed)) if is_array && !self.holds_arguments(tree) => {
                self.report_array(tree, failed, at)
            }
            Err(Some((found, read))) if !is_array => {
                self.add_all(found, at);
                Some(Change::Replace(read))
            }
            Err(_) => {
                self.add_all(as_sent, at);
                self.report_several_objects(tree, mark);
                change
            }
        }
    }

    /// Returns whether an item of an array has a property of the tool.
    fn holds_arguments(&self, tree: &Tree<'_>) -> bool {
        matches!(tree, Tree::Array(items) if items.iter().any(|item| self.has_some_property(item)))
    }

    /// Reports an array in place of all arguments that cannot be read as the only array of the
    /// tool: the faults of its items, or else the expected object.
    fn report_array<'t>(
        &mut self,
        tree: &Tree<'t>,
        (found, read): (Diagnostics, Tree<'t>),
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let property = find_array_property(self.plan)?;
        let name = Segment::from(property.name.as_str());
        let is_inside = |issue: &Issue| issue.path.segments().first() == Some(&name);
        if found.issues.iter().all(is_inside) {
            self.add_all(found, at);
            return Some(Change::Replace(read));
        }
        let form = format!("{{{}: [..]}}", Value::from(property.name.as_str()));
        let alternatives = Alternatives {
            forms: vec![form],
            ..Alternatives::default()
        };
        let kind = IssueKind::Union {
            alternatives: Box::new(alternatives),
        };
        self.issue(at, kind, tree);
        None
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
        let inner = layers.checked_sub(1).zip(self.remove_layer(&made));
        if let Some((layers, inner)) = inner.clone()
            && self.is_lost(&inner.1)
        {
            let mark = self.found.mark();
            self.repair(at, rule, sent, Some(&made));
            let read = self.read_without_layers(&made, inner, layers, at);
            if read.is_ok() {
                return read;
            }
            self.found.take_since(mark);
        }
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
        let is_property = |entry: &Entry<'_>| names_property(self.plan, &entry.key);
        matches!(made, Tree::Object(entries) if entries.iter().any(is_property))
    }

    /// Returns whether the arguments inside a layer would be lost, although the schema accepts the
    /// layer: it says nothing about undeclared keys.
    fn is_lost(&self, inside: &Tree<'_>) -> bool {
        let mut inside = Cow::Borrowed(inside);
        for _ in 0..MAX_LAYERS {
            let is_empty = matches!(&*inside, Tree::Object(entries) if entries.is_empty());
            if is_empty || self.has_some_property(&inside) {
                return self.plan.leaves_other_keys_unread();
            }
            let Some((_, inner)) = self.remove_layer(&inside) else {
                return false;
            };
            inside = Cow::Owned(inner);
        }
        false
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
                let is_layer = match &read {
                    Tree::String(_) | Tree::Object(_) => true,
                    Tree::Array(_) => find_array_property(self.plan).is_some(),
                    _ => false,
                };
                is_layer.then_some((Rule::JsonString, read))
            }
            Tree::Object(entries) => {
                if let Some(Envelope::Own(inside)) = read_envelope(entries, self.plan, limits) {
                    return Some((Rule::Envelope, inside));
                }
                let inside = unwrap_arguments(entries, self.plan, limits)?;
                Some((Rule::Wrapper, inside))
            }
            Tree::Array(items) if !items.is_empty() => match find_array_property(self.plan) {
                Some(property) => {
                    let made = Entry {
                        key: property.name.clone().into(),
                        value: sent.clone(),
                    };
                    Some((Rule::ArrayArgument, Tree::Object(vec![made])))
                }
                None => find_repeated(items).map(|first| (Rule::RepeatedObject, first)),
            },
            _ => None,
        }
    }
}

/// Returns the object that an array contains several times, and nothing else.
fn find_repeated<'t>(items: &[Tree<'t>]) -> Option<Tree<'t>> {
    let (first, others) = items.split_first()?;
    let is_repeated = matches!(first, Tree::Object(_))
        && !others.is_empty()
        && others.iter().all(|other| other.is_same(first));
    is_repeated.then(|| first.clone())
}
