//! The arguments as a whole, and the layers that some models add around them.

use std::borrow::Cow;

use serde_json::Value;

use super::{Change, Conform, Diagnostics, Site};
use crate::conform::diagnostics::Checkpoint;
use crate::issue::{Alternatives, Issue, IssueKind, JsonType, Rule, Segment, TypeSet, fold};
use crate::plan::Property;
use crate::rules::{
    Envelope, find_array_property, find_only_array, fold_key, is_message_without_call,
    is_named_by_items, names_property, read_arguments_text, read_envelope, unwrap_arguments,
    write_arguments_form,
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
        if matches!(tree, Tree::Object(entries) if is_message_without_call(entries, self.plan)) {
            self.found.take_since(mark);
            self.issue(at, IssueKind::WholeCall { name: None }, tree);
            return None;
        }
        let layer = self.remove_layer(tree);
        let Some(layer) = layer.filter(|(_, inside)| !is_valid || self.is_lost(inside)) else {
            self.report_array_of_arguments(tree, mark);
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
                self.report_array_of_arguments(tree, mark);
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
        let form = write_arguments_form(self.plan, Some(property));
        let alternatives = Alternatives {
            forms: vec![form.unwrap_or_else(|| write_list_form(&property.name))],
            ..Alternatives::default()
        };
        let kind = IssueKind::Union {
            alternatives: Box::new(alternatives),
        };
        self.issue(at, kind, tree);
        None
    }

    /// Replaces the issue about the type of an array, if the array contains the arguments of
    /// several calls, or may be the only list of the tool.
    fn report_array_of_arguments(&mut self, tree: &Tree<'_>, mark: Checkpoint) {
        let read;
        let items = match tree {
            Tree::Array(items) => items,
            Tree::String(text) => match read_arguments_text(text, &self.settings.limits) {
                Some(Tree::Array(items)) => {
                    read = items;
                    &read
                }
                _ => return,
            },
            _ => return,
        };
        let is_free = !self.plan.declares_properties();
        let is_call = |item: &Tree<'_>| match item {
            Tree::Object(_) => is_free || self.has_some_property(item),
            _ => false,
        };
        let is_of_root = |issue: &&mut Issue| {
            issue.path.is_root() && matches!(issue.kind, IssueKind::Type { .. })
        };
        let is_several = items.len() > 1 && items.iter().all(is_call);
        let list = find_only_array(self.plan).filter(|_| !items.is_empty());
        let found = self.found.issues_from(mark).iter_mut().filter(is_of_root);
        if is_several {
            let texts = items.iter().take(2).map(|item| item.to_value().to_string());
            let texts: Vec<String> = texts.collect();
            for issue in found {
                let texts = texts.clone();
                issue.kind = IssueKind::SeveralObjects { texts };
                issue.received = None;
            }
        } else if let Some(property) = list {
            for issue in found {
                let form = write_arguments_form(self.plan, Some(property));
                issue.shape = form.map(|form| format!("an object such as {form}"));
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
        self.found.take_host_keys(&mut made, self.plan);
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
        let is_text = matches!(made, Tree::String(_));
        if matches!(read, Err(None)) && (is_text || self.has_some_property(&made)) {
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
                let is_text =
                    matches!(&*inside, Tree::String(text) if text.trim_start().starts_with('{'));
                return is_text && self.plan.leaves_other_keys_unread();
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
                let read = read_arguments_text(text, limits)?;
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
                Some(property) if !self.hold_arguments(items, property) => {
                    let made = Entry {
                        key: property.name.clone().into(),
                        value: sent.clone(),
                    };
                    Some((Rule::ArrayArgument, Tree::Object(vec![made])))
                }
                _ => find_repeated(items)
                    .map(|first| (Rule::RepeatedObject, first))
                    .or_else(|| self.find_only_layered(items)),
            },
            _ => None,
        }
    }

    /// Returns whether an array contains the arguments themselves. One item with the list is
    /// ambiguous if the items of the list have the same property.
    fn hold_arguments(&self, items: &[Tree<'_>], list: &Property) -> bool {
        if items.iter().any(|item| self.is_arguments(item, list)) {
            return true;
        }
        match items {
            [Tree::Object(entries)] => entries.iter().any(|entry| {
                is_named_by_items(self.plan, list, &list.name)
                    && fold_key(&entry.key) == fold(&list.name)
            }),
            _ => false,
        }
    }

    /// Returns whether an item of an array is the arguments themselves, maybe inside layers: it has
    /// a property of the tool that the items of the list do not name.
    fn is_arguments(&self, item: &Tree<'_>, list: &Property) -> bool {
        let mut inside = Cow::Borrowed(item);
        for _ in 0..MAX_LAYERS {
            let inner = match &*inside {
                Tree::Object(entries) => {
                    let is_own = |entry: &Entry<'_>| {
                        names_property(self.plan, &entry.key)
                            && !is_named_by_items(self.plan, list, &entry.key)
                    };
                    if entries.iter().any(is_own) {
                        return true;
                    }
                    self.remove_layer(&inside).map(|(_, inner)| inner)
                }
                Tree::String(_) => self.remove_layer(&inside).map(|(_, inner)| inner),
                Tree::Array(items) => match items.as_slice() {
                    [only] => Some(only.clone()),
                    _ => None,
                },
                _ => None,
            };
            let Some(inner) = inner else {
                return false;
            };
            inside = Cow::Owned(inner);
        }
        false
    }

    /// Returns the only item of an array, if the arguments are inside layers of that item.
    fn find_only_layered<'t>(&self, items: &[Tree<'t>]) -> Option<(Rule, Tree<'t>)> {
        let ([only], Some(list)) = (items, find_array_property(self.plan)) else {
            return None;
        };
        let is_layered = !self.has_some_property(only) && self.is_arguments(only, list);
        is_layered.then(|| (Rule::ArrayOfOne, only.clone()))
    }
}

/// Returns the form of the arguments with a list of this name: `{"rows": [..]}`.
fn write_list_form(name: &str) -> String {
    format!("{{{}: [..]}}", Value::from(name))
}

/// Returns the object that an array contains several times, and nothing else.
fn find_repeated<'t>(items: &[Tree<'t>]) -> Option<Tree<'t>> {
    let (first, others) = items.split_first()?;
    let is_repeated = matches!(first, Tree::Object(_))
        && !others.is_empty()
        && others.iter().all(|other| other.is_same(first));
    is_repeated.then(|| first.clone())
}
