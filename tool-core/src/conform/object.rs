use super::pairs::Pairs;
use super::{Change, Conform, EntryChange, is_of};
use crate::issue::{Chain, Guesses, IssueKind, Missing, Rule, Segment, TypeSet};
use crate::plan::{ObjectPlan, Property, Seen};
use crate::rules::{find_nested, is_empty, read_nested_text};
use crate::tree::{Entry, Tree};

/// What is known of an object while it is walked.
pub(super) struct Walk<'w, 't> {
    pub(super) plan: &'w ObjectPlan,
    pub(super) entries: &'w [Entry<'t>],
    pub(super) seen: Seen,
    pub(super) changes: Vec<(usize, EntryChange<'t>)>,
    /// Which undeclared keys probably are required properties that are absent.
    pub(super) pairs: Pairs,
    /// What the values of a map are granted.
    pub(super) guesses: Guesses,
}

impl Conform<'_> {
    pub(super) fn object<'t>(
        &mut self,
        entries: &[Entry<'t>],
        plan: &ObjectPlan,
        guesses: Guesses,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let mut walk = Walk {
            plan,
            entries,
            seen: Seen::new(plan.properties().len()),
            changes: Vec::new(),
            pairs: Pairs::default(),
            guesses,
        };
        let strangers = self.declared(&mut walk, path);
        if !strangers.is_empty() {
            self.strangers(&mut walk, &strangers, path);
        }
        self.absent(&walk, path);
        self.count(&walk, path);
        let depth = path.depth();
        self.found
            .issues_from(mark)
            .sort_by_key(|issue| rank(plan, issue.path.segments().get(depth)));
        let mut changes = walk.changes;
        if changes.is_empty() {
            return None;
        }
        changes.sort_by_key(|(index, _)| *index);
        Some(Change::Entries(changes))
    }

    /// Checks the declared properties; returns the indices of the other entries.
    fn declared(&mut self, walk: &mut Walk<'_, '_>, path: &Chain<'_>) -> Vec<usize> {
        let mut strangers = Vec::new();
        let mut expected = 0;
        for (index, entry) in walk.entries.iter().enumerate() {
            let Some((number, property)) = walk.plan.find(entry.key.as_bytes(), expected) else {
                strangers.push(index);
                continue;
            };
            expected = number + 1;
            walk.seen.insert(number);
            if let Some(change) = self.property(&entry.value, property, walk.plan, path) {
                walk.changes.push((index, change));
            }
        }
        strangers
    }

    /// Checks the value of a declared property.
    pub(super) fn property<'t>(
        &mut self,
        value: &Tree<'t>,
        property: &Property,
        plan: &ObjectPlan,
        path: &Chain<'_>,
    ) -> Option<EntryChange<'t>> {
        let path = path.key(&property.name);
        let mark = self.found.mark();
        let change = self.sure_first(value, property, None, |walk| {
            walk.held_or_nested(value, property, plan, &path)
        });
        let fails = self.found.issues_since(mark) > 0 || self.found.repairs_since(mark) > 0;
        let is_preprocessed = self.found.first_rule_since(mark) == Some(Rule::Preprocess);
        if fails && !is_preprocessed && !property.required && is_empty(value) && self.rules_are_on()
        {
            self.found.take_since(mark);
            self.repair(&path, Rule::EmptyToAbsent, value, None);
            return Some(EntryChange::Drop);
        }
        change.map(EntryChange::Value)
    }

    /// Checks the value of a property, and where it fails what stands in it under
    /// the property's own name once more.
    fn held_or_nested<'t>(
        &mut self,
        value: &Tree<'t>,
        property: &Property,
        plan: &ObjectPlan,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let change = self.held(value, property, plan, path);
        if self.found.issues_since(mark) == 0 || !self.rules_are_on() {
            return change;
        }
        let text = read_nested_text(value, property, self.plan, &self.limits_below(path));
        let Some(inner) = find_nested(text.as_ref().unwrap_or(value), property, self.plan) else {
            return change;
        };
        let as_sent = self.found.take_since(mark);
        // The memo goes by address, and the address of what is made is soon reused.
        let memo = text.is_some().then(|| std::mem::take(&mut self.memo));
        let attempted = self.attempt_or_tell(Rule::NestedName, value, inner, path, |walk| {
            walk.held(inner, property, plan, path)
        });
        if let Some(memo) = memo {
            self.memo = memo;
        }
        let change_of_inner = match attempted {
            Ok(change) => change,
            // What is inside is of the type that is meant: its faults are those to mend.
            Err((found, change))
                if found.issues.len() + found.omitted > 0
                    && is_of(inner, self.plan.types(property.child.node)) =>
            {
                self.adopt(found);
                change.flatten()
            }
            Err(_) => {
                self.adopt(as_sent);
                return change;
            }
        };
        let mut read = inner.clone();
        if let Some(change) = change_of_inner {
            change.apply(&mut read);
        }
        Some(Change::Replace(read))
    }

    /// Checks a value by the schemas that hold for a declared property.
    fn held<'t>(
        &mut self,
        value: &Tree<'t>,
        property: &Property,
        plan: &ObjectPlan,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        if !plan.has_patterns() {
            return self.place(value, property.child, TypeSet::EMPTY, path);
        }
        let mut children = vec![property.child];
        match plan.matching(&property.name, &self.pattern_work) {
            Ok(matching) => children.extend(matching),
            Err(kind) => self.issue(path, *kind, value),
        }
        self.all_of(value, &children, path)
    }

    /// Reports the required properties that are not there.
    fn absent(&mut self, walk: &Walk<'_, '_>, path: &Chain<'_>) {
        if walk.seen.covers(walk.plan.required()) {
            return;
        }
        for (number, property) in walk.plan.properties().iter().enumerate() {
            if property.required && !walk.seen.contains(number) {
                let node = property.child.node;
                let is_told = !self.is_full();
                let missing = Missing {
                    shape: is_told
                        .then(|| self.plan.shape_of_container(node))
                        .flatten(),
                    sent_as: walk.pairs.sent_as(number, walk, path),
                    unknown: walk.pairs.unknown(number, walk),
                    ..Missing::default()
                };
                let kind = IssueKind::Required {
                    expected: self.plan.types(node),
                    missing: Box::new(missing),
                };
                self.push(&path.key(&property.name), kind, None);
            }
        }
    }

    fn count(&mut self, walk: &Walk<'_, '_>, path: &Chain<'_>) {
        if !walk.plan.counts() {
            return;
        }
        let is_dropped = |change: &&(usize, EntryChange<'_>)| matches!(change.1, EntryChange::Drop);
        let dropped = walk.changes.iter().filter(is_dropped).count();
        if let Err(kind) = walk.plan.check_count(walk.entries.len() - dropped) {
            let mut object = Tree::Object(walk.entries.to_vec());
            let mut changes = walk.changes.clone();
            changes.sort_by_key(|(index, _)| *index);
            Change::Entries(changes).apply(&mut object);
            self.issue(path, *kind, &object);
        }
    }

    pub(super) fn rules_are_on(&self) -> bool {
        self.settings.class.is_some() && !self.as_it_stands
    }
}

/// Issues stand in the order of the schema; those of other keys at the end.
fn rank(plan: &ObjectPlan, segment: Option<&Segment>) -> usize {
    match segment {
        Some(Segment::Key(key)) => plan
            .find(key.as_bytes(), 0)
            .map_or(usize::MAX, |(number, _)| number),
        _ => usize::MAX,
    }
}
