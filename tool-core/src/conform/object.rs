use super::object_walk::{ObjectWalk, Pairs};
use super::{Change, Conform, EntryChange, PlanStep, Site, is_of, may_fit};
use crate::issue::{Guesses, Issue, IssueKind, JsonType, Missing, Rule, Segment, TypeSet, sort};
use crate::plan::{NodeId, ObjectPlan, Property, PropertySet};
use crate::rules::{find_nested, is_empty, is_null_word, read_nested_text};
use crate::tree::{Entry, Tree};

impl Conform<'_> {
    pub(super) fn walk_object<'t>(
        &mut self,
        entries: &[Entry<'t>],
        node: NodeId,
        plan: &ObjectPlan,
        guesses: Guesses,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let mut walk = ObjectWalk {
            at,
            node,
            plan,
            entries,
            seen: PropertySet::new(plan.properties().len()),
            changes: Vec::new(),
            pairs: Pairs::default(),
            inner: Vec::new(),
            outer: Vec::new(),
            guesses,
        };
        let strangers = self.check_declared(&mut walk);
        if !strangers.is_empty() {
            self.check_strangers(&mut walk, &strangers);
        }
        if self.uses_rules(at) {
            self.refuse_keys_in_maps(&walk, mark);
        }
        if self.found.count_issues_since(mark) > 0 {
            self.find_outer_keys(&mut walk, mark);
        }
        if self.found.count_issues_since(mark) > 0 {
            self.note_markup(&walk, mark);
        }
        self.report_absent(&walk);
        self.check_count(&walk);
        if !plan.conditions.is_empty() && self.found.count_issues_since(mark) == 0 {
            self.check_conditions(&walk);
        }
        let depth = at.depth();
        let rank = |issue: &Issue| rank_of(plan, issue.path.segments().get(depth));
        sort(self.found.issues_from(mark), |a, b| rank(a).cmp(&rank(b)));
        let mut changes = walk.changes;
        if changes.is_empty() {
            return None;
        }
        sort(&mut changes, |(a, _), (b, _)| a.cmp(b));
        Some(Change::Entries(changes))
    }

    fn check_declared(&mut self, walk: &mut ObjectWalk<'_, '_>) -> Vec<usize> {
        let mut strangers = Vec::new();
        let mut expected = 0;
        for (index, entry) in walk.entries.iter().enumerate() {
            let Some((number, _)) = walk.plan.find(entry.key.as_bytes(), expected) else {
                strangers.push(index);
                continue;
            };
            expected = number + 1;
            walk.seen.insert(number);
            if let Some(change) = self.walk_property(walk, index, number) {
                walk.changes.push((index, change));
            }
        }
        strangers
    }

    pub(super) fn walk_property<'t>(
        &mut self,
        walk: &ObjectWalk<'_, 't>,
        index: usize,
        number: usize,
    ) -> Option<EntryChange<'t>> {
        let value = &walk.entries[index].value;
        let property = &walk.plan.properties()[number];
        let at = walk.at.entry(&property.name, index);
        let mark = self.found.mark();
        let step = PlanStep::Property(walk.node, number);
        let change = self.try_without_guesses_first(&at, step, |conform, at| {
            conform.check_or_unnest(value, property, walk.plan, at)
        });
        let fails =
            self.found.count_issues_since(mark) > 0 || self.found.count_repairs_since(mark) > 0;
        let is_preprocessed = self.found.find_first_rule_since(mark) == Some(Rule::Preprocess);
        if fails
            && !is_preprocessed
            && !property.required
            && (is_empty(value)
                || self.found.count_issues_since(mark) > 0
                    && is_null_word(value)
                    && !self
                        .plan
                        .types(property.child.node)
                        .contains(JsonType::String))
            && self.uses_rules(&at)
        {
            self.found.take_since(mark);
            self.repair(&at, Rule::EmptyToAbsent, value, None);
            return Some(EntryChange::Drop);
        }
        change.map(EntryChange::Value)
    }

    /// Checks the value of a property. If it is invalid, tries the value that is nested in it under
    /// the same name: `{"path": {"path": "a"}}`.
    fn check_or_unnest<'t>(
        &mut self,
        value: &Tree<'t>,
        property: &Property,
        plan: &ObjectPlan,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let change = self.check_by_schemas(value, property, plan, at);
        if self.found.count_issues_since(mark) == 0 || !self.uses_rules(at) {
            return change;
        }
        let text = read_nested_text(value, property, self.plan, &self.limits_below(at));
        let Some(inner) = find_nested(text.as_ref().unwrap_or(value), property, self.plan) else {
            return change;
        };
        let as_sent = self.found.take_since(mark);
        let outer = match text {
            Some(_) => self.new_site(at, at.mode),
            None => at.in_mode(at.mode),
        };
        let inside = outer.inner(0);
        let attempted = self.try_made(Rule::NestedName, value, inner, at, |walk| {
            walk.check_by_schemas(inner, property, plan, &inside)
        });
        let change_of_inner = match attempted {
            Ok(change) => change,
            // The inner value has the expected type, so its issues are the relevant ones.
            Err((found, change))
                if found.counts() > 0 && is_of(inner, self.plan.types(property.child.node)) =>
            {
                self.add_all(found, at);
                change.flatten()
            }
            Err(_) => {
                self.add_all(as_sent, at);
                return change;
            }
        };
        let mut read = inner.clone();
        if let Some(change) = change_of_inner {
            change.apply(&mut read);
        }
        Some(Change::Replace(read))
    }

    fn check_by_schemas<'t>(
        &mut self,
        value: &Tree<'t>,
        property: &Property,
        plan: &ObjectPlan,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        if !plan.has_patterns() {
            return self.walk_value(value, property.child, TypeSet::EMPTY, at);
        }
        let mut children = vec![property.child];
        match plan.find_matching(&property.name, &self.pattern_work) {
            Ok(matching) => children.extend(matching),
            Err(kind) => self.issue(at, *kind, value),
        }
        self.check_by_all(value, &children, at)
    }

    fn report_absent(&mut self, walk: &ObjectWalk<'_, '_>) {
        if walk.seen.covers(walk.plan.required()) {
            return;
        }
        for (number, property) in walk.plan.properties().iter().enumerate() {
            if property.required && !walk.seen.contains(number) {
                if self.report_absent_inside(walk, number) {
                    continue;
                }
                let node = property.child.node;
                let is_told = !self.is_full(walk.at);
                let mut missing = Missing {
                    shape: is_told
                        .then(|| self.plan.write_container_shape(node))
                        .flatten(),
                    sent_as: walk.pairs.find_sent_path(number, walk),
                    unknown: walk.pairs.find_unknown(number, walk),
                    ..Missing::default()
                };
                let types = self.plan.types(node);
                // The value under the other key has to change, too.
                if let Some(sent) = walk.pairs.find_sent_value(number, walk)
                    && !may_fit(sent, types)
                {
                    missing.shape.get_or_insert_with(|| types.to_string());
                }
                let has_near = walk.pairs.has_near_source(number, walk);
                if is_told && !has_near {
                    let (inside, leaked) = self.find_absent_elsewhere(walk, number);
                    if inside.is_some() || leaked.is_some() {
                        missing.sent_as = inside;
                    } else {
                        missing.absent = self.find_absent_of_unknown(walk, number, &missing);
                    }
                    missing.leaked_into = leaked;
                }
                let kind = IssueKind::Required {
                    expected: types,
                    missing: Box::new(missing),
                };
                self.push(&walk.at.entry(&property.name, 0), kind, None);
            }
        }
    }

    /// Returns the absent optional properties that may be meant by the keys that the issue of a
    /// missing property calls unknown.
    fn find_absent_of_unknown(
        &mut self,
        walk: &ObjectWalk<'_, '_>,
        number: usize,
        missing: &Missing,
    ) -> Vec<String> {
        let sent = walk.pairs.find_sent_value(number, walk);
        let is_unknown = |entry: &&Entry<'_>| {
            sent.is_some_and(|sent| std::ptr::eq(sent, &raw const entry.value))
                || missing.unknown.iter().any(|key| *key == entry.key)
        };
        let mut absent = Vec::new();
        for entry in walk.entries.iter().filter(is_unknown) {
            for name in self.find_absent_names(walk, &entry.key, &entry.value) {
                if !absent.contains(&name) {
                    absent.push(name);
                }
            }
        }
        absent
    }

    fn check_count(&mut self, walk: &ObjectWalk<'_, '_>) {
        if !walk.plan.counts() {
            return;
        }
        let is_dropped = |change: &&(usize, EntryChange<'_>)| matches!(change.1, EntryChange::Drop);
        let dropped = walk.changes.iter().filter(is_dropped).count();
        if let Err(kind) = walk.plan.check_count(walk.entries.len() - dropped) {
            self.issue(walk.at, *kind, &walk.read_object());
        }
    }

    pub(super) fn uses_rules(&self, at: &Site<'_>) -> bool {
        self.settings.class.is_some() && !at.mode.unchanged
    }
}

/// Returns the position of an issue in the order of the schema. Undeclared keys come last.
fn rank_of(plan: &ObjectPlan, segment: Option<&Segment>) -> usize {
    match segment {
        Some(Segment::Key(key)) => plan
            .find(key.as_bytes(), 0)
            .map_or(usize::MAX, |(number, _)| number),
        _ => usize::MAX,
    }
}
