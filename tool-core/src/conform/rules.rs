//! Applies the rules to an invalid value.

use super::{Change, Conform, Diagnostics, Mode, Passed, PlanStep, Site, is_of};
use crate::issue::{Issue, IssueKind, Rule, TypeSet};
use crate::limits::Limits;
use crate::plan::{Child, Node};
use crate::rules::{
    Activation, Faulty, GUESSING_RULES, RuleClass, RuleContext, VALUE_BOX, VALUE_RULES, ValueRule,
    find_faults, find_meant_property,
};
use crate::tree::Tree;

/// Maximum number of visits to invalid results of rules. Beyond it, no more rules are tried.
/// Without it, a value that is nested in several ways would take practically forever.
const MAX_WASTED: usize = 100_000;
/// Each visit to any other value raises the maximum by this number.
const MAX_WASTED_PER_VISIT: usize = 16;

/// The invalid result of a rule.
struct FailedReading<'t> {
    /// The findings for the result.
    found: Diagnostics,
    /// The array or object that contains the faults, to show with them.
    read: Option<Tree<'t>>,
}

fn is_size(kind: &IssueKind) -> bool {
    match kind {
        IssueKind::MinLength { .. }
        | IssueKind::MaxLength { .. }
        | IssueKind::MinItems { .. }
        | IssueKind::MaxItems { .. }
        | IssueKind::MinProperties { .. }
        | IssueKind::MaxProperties { .. } => true,
        IssueKind::Several { faults } => faults.iter().any(is_size),
        _ => false,
    }
}

impl<'t> FailedReading<'t> {
    fn new(found: Diagnostics, mut made: Tree<'t>, change: Option<Change<'t>>) -> Self {
        let is_container = matches!(made, Tree::Array(_) | Tree::Object(_));
        let read = is_container.then(|| {
            if let Some(change) = change {
                change.apply(&mut made);
            }
            made
        });
        Self { found, read }
    }
}

impl<'p> Conform<'p> {
    #[cold]
    pub(super) fn apply_rules<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        beside: TypeSet,
        at: &Site<'_>,
        kind: Box<IssueKind>,
    ) -> Option<Change<'t>> {
        let context = self.rule_context(child, beside, at);
        let mut kind = Some(kind);
        let comes_again = at.mode.guesses && !at.mode.unchanged;
        let step = PlanStep::Node(child.node);
        self.try_without_guesses_first(at, step, |walk, at| {
            let outcome = walk.find_passing(tree, child, &context, at);
            walk.is_read = matches!(outcome, Passed::Yes(_) | Passed::Reported(_));
            match outcome {
                Passed::Yes(read) => Some(Change::Replace(read)),
                Passed::Reported(change) => change,
                Passed::No => {
                    let kind = if comes_again && !at.mode.guesses {
                        kind.clone()
                    } else {
                        kind.take()
                    };
                    kind.and_then(|kind| walk.refuse(tree, child, &context, at, *kind))
                }
            }
        })
    }

    fn refuse<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        context: &RuleContext<'_>,
        at: &Site<'_>,
        kind: IssueKind,
    ) -> Option<Change<'t>> {
        if (self.uses_rules(at) || child.json_string || child.xml_string)
            && let Some(faulty) = find_faults(tree, context)
        {
            self.is_read = true;
            return self.report_faults(faulty, tree, child, at);
        }
        let is_count = matches!(
            kind,
            IssueKind::MinItems { .. } | IssueKind::MaxItems { .. }
        );
        let kind = self.reword(kind, tree, child.node, at);
        let misses_pattern = matches!(kind, IssueKind::Pattern { .. });
        let is_told = !self.is_full(at);
        self.issue_with_shape(at, kind, tree, |plan| {
            plan.write_container_shape(child.node)
        });
        if misses_pattern
            && is_told
            && let Node::String(string) = self.plan.node(child.node)
            && let Some(issue) = self.found.issues.last_mut()
        {
            let example = string.find_example(&self.pattern_work);
            issue.shape = example.map(|example| format!("{example:?}"));
        }
        // The items have their own faults, independent of their number.
        if is_count {
            return self.walk_inside(tree, child, at);
        }
        None
    }

    /// Reports why a text or a list of entries could not be read, and the faults of the readable
    /// part.
    pub(super) fn report_faults<'t>(
        &mut self,
        faulty: Faulty<'t>,
        tree: &Tree<'t>,
        child: Child,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        for (inside, kind) in faulty.faults {
            let mut path = at.to_path();
            path.segments_mut().extend_from_slice(inside.segments());
            let issue = Issue::new(path, kind, Some(tree.received()));
            self.add_issue(issue, at);
        }
        let mut made = faulty.read?;
        let inside = self.new_site(at, at.mode);
        let change = self.walk_value(&made, child, TypeSet::EMPTY, &inside);
        if let Some(change) = change {
            change.apply(&mut made);
        }
        Some(Change::Replace(made))
    }

    pub(super) fn rule_context<'s>(
        &self,
        child: Child,
        beside: TypeSet,
        at: &'s Site<'_>,
    ) -> RuleContext<'s>
    where
        'p: 's,
    {
        let types = self.plan.types(child.node);
        RuleContext {
            plan: self.plan,
            child,
            types,
            allowed: types.union(beside),
            field: child.xml_string.then(|| at.key()).flatten(),
            is_root: at.is_root(),
            is_lenient: self.uses_rules(at),
            source: self.source(at),
            property: at.path.find_last_key(),
            limits: self.limits_below(at),
        }
    }

    fn find_passing<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        context: &RuleContext<'_>,
        at: &Site<'_>,
    ) -> Passed<'t> {
        let guessing: &[ValueRule] = if at.mode.guesses { GUESSING_RULES } else { &[] };
        let mut failed = None;
        let mut readings = 0;
        for rule in VALUE_RULES.iter().chain(guessing) {
            if rule.makes.meets(context.types)
                && is_of(tree, rule.reads)
                && self.is_on(rule, child, at)
                && let Some(made) = rule.apply(tree, context)
                && let Some(made) = self.restore_source_text(made, rule.rule, at)
            {
                let checked = if rule.rule == Rule::ArrayOfOne {
                    self.check_alone(tree, made, child, context.allowed, at)
                } else {
                    self.check_made(tree, made, rule, child, at)
                };
                match checked {
                    Ok(made) => return Passed::Yes(made),
                    Err(Some(reading)) => {
                        readings += 1;
                        failed = Some(reading);
                        if (rule.is_requested)(child) {
                            break;
                        }
                    }
                    Err(None) => {}
                }
            }
        }
        match failed {
            Some(reading) if readings == 1 => {
                self.add_all(reading.found, at);
                Passed::Reported(reading.read.map(Change::Replace))
            }
            _ => Passed::No,
        }
    }

    pub(super) fn is_on(&self, rule: &ValueRule, child: Child, at: &Site<'_>) -> bool {
        let asked = (rule.is_requested)(child) || at.mode.in_xml && rule.reads_xml;
        match (rule.activation, rule.rule.class()) {
            (Activation::Always, _) => true,
            _ if at.mode.unchanged => false,
            (Activation::OnRequest, _) => asked,
            (_, RuleClass::Standard) => self.settings.class.is_some() || asked,
            (_, RuleClass::Generous) => self.guesses(rule, child, at),
        }
    }

    /// Returns whether a guessing rule is on, either everywhere or by request of the schema.
    fn guesses(&self, rule: &ValueRule, child: Child, at: &Site<'_>) -> bool {
        at.mode.guesses
            && (self.settings.class == Some(RuleClass::Generous)
                || child.guesses.contains(rule.rule))
    }

    /// Returns the result of a rule if it is valid, and records the repair. Otherwise, returns the
    /// findings if the rule produces the intended value.
    fn check_made<'t>(
        &mut self,
        sent: &Tree<'t>,
        mut made: Tree<'t>,
        rule: &ValueRule,
        child: Child,
        at: &Site<'_>,
    ) -> Result<Tree<'t>, Option<FailedReading<'t>>> {
        let tells = self.explains_faults(rule, &made, child);
        let checked = self.check(&made, child.node, at);
        if checked.is_err() && !tells {
            return Err(None);
        }
        let checked = checked.map_err(|kind| *kind);
        let shown = match &checked {
            Err(kind) if is_size(kind) => &made,
            _ => sent,
        };
        let inside = self.new_site(
            at,
            Mode {
                in_xml: at.mode.in_xml || rule.rule == Rule::XmlString,
                ..at.mode
            },
        );
        let outcome = self.try_made(rule.rule, sent, &made, at, |walk| {
            if let Err(kind) = &checked {
                walk.issue(at, kind.clone(), shown);
            }
            walk.walk_inside(&made, child, &inside)
        });
        match outcome {
            Ok(change) => {
                if let Some(change) = change {
                    change.apply(&mut made);
                }
                Ok(made)
            }
            Err((found, change)) if tells && found.counts() > 0 => {
                Err(Some(FailedReading::new(found, made, change.flatten())))
            }
            Err(_) => Err(None),
        }
    }

    /// Like [`Conform::check_made`], for `array_of_one`. Other rules may repair the item.
    fn check_alone<'t>(
        &mut self,
        sent: &Tree<'t>,
        mut made: Tree<'t>,
        child: Child,
        allowed: TypeSet,
        at: &Site<'_>,
    ) -> Result<Tree<'t>, Option<FailedReading<'t>>> {
        let careful = Mode {
            guesses: false,
            ..at.mode
        };
        // Each branch of a union that wraps or unwraps the value visits the same item. Its identity
        // lets the memo share the trials inside.
        let at_item = if matches!(sent, Tree::Array(_)) {
            at.inner(0)
        } else {
            at.only_item()
        };
        let at_item = at_item.in_mode(careful);
        let outcome = self.try_made(Rule::ArrayOfOne, sent, &made, at, |walk| {
            match (walk.plan.node(child.node), &made) {
                (Node::Array(array), Tree::Array(items)) if !matches!(sent, Tree::Array(_)) => {
                    if let Err(kind) = array.check_length(items.len()) {
                        walk.issue(at, *kind, &made);
                    }
                    let mut item = array.item(0).granting(child.guesses);
                    item.is_alone = true;
                    let change = walk.walk_value(&items[0], item, TypeSet::EMPTY, &at_item);
                    if let Some(contains) = &array.contains {
                        let mut read = items[0].clone();
                        if let Some(change) = change.clone() {
                            change.apply(&mut read);
                        }
                        walk.check_contains(&[read], contains, at);
                    }
                    Some(Change::Items(vec![(0, change?)]))
                }
                _ => {
                    let item = Child {
                        is_alone: true,
                        ..child
                    };
                    walk.walk_value(&made, item, allowed, &at_item)
                }
            }
        });
        match outcome {
            Ok(change) => {
                if let Some(change) = change {
                    change.apply(&mut made);
                }
                Ok(made)
            }
            Err((mut found, change)) if self.explains_alone(&found, sent, child, at) => {
                let own = found.issues.iter_mut();
                for issue in own.filter(|issue| issue.path.segments().len() == at.depth()) {
                    if !is_size(&issue.kind) {
                        issue.received = Some(sent.received());
                    }
                }
                Err(Some(FailedReading::new(found, made, change.flatten())))
            }
            Err(_) => Err(None),
        }
    }

    /// Returns whether the faults of the item are also faults of the value that `array_of_one`
    /// read: the item has the right type.
    fn explains_alone(
        &self,
        found: &Diagnostics,
        sent: &Tree<'_>,
        child: Child,
        at: &Site<'_>,
    ) -> bool {
        if found.counts() == 0 || matches!(self.plan.node(child.node), Node::Choice(_)) {
            return false;
        }
        let is_wrapped = !matches!(sent, Tree::Array(_));
        // The model sent no array, so the number of its items is not the fault.
        let is_count = |issue: &Issue| {
            issue.path.segments().len() == at.depth()
                && matches!(
                    issue.kind,
                    IssueKind::MinItems { .. } | IssueKind::Contains { .. }
                )
        };
        if is_wrapped && found.issues.iter().any(is_count) {
            return false;
        }
        let depth = at.depth() + usize::from(is_wrapped);
        let is_of_type = found.issues.iter().all(|issue| {
            let is_of_item = issue.path.segments().len() == depth;
            let is_other = matches!(
                issue.kind,
                IssueKind::Type { .. } | IssueKind::Enum { .. } | IssueKind::Union { .. }
            );
            !(is_of_item && is_other)
        });
        match sent {
            Tree::Object(_) => is_of_type && found.counts() == 1 || self.is_begun_item(sent, child),
            _ => is_of_type,
        }
    }

    /// Returns whether a value that was sent in place of an array is an object with a property of
    /// the items.
    fn is_begun_item(&self, sent: &Tree<'_>, child: Child) -> bool {
        let item = match self.plan.node(child.node) {
            Node::Array(array) => array.one_item(),
            _ => None,
        };
        match (item.map(|item| self.plan.node(item.node)), sent) {
            (Some(Node::Object(object)), Tree::Object(entries)) => entries
                .iter()
                .any(|entry| find_meant_property(object, &entry.key).is_some()),
            _ => false,
        }
    }

    /// Returns whether the faults of a rule's result are also faults of the sent value.
    fn explains_faults(&self, rule: &ValueRule, made: &Tree<'_>, child: Child) -> bool {
        let is_sure = rule.rule.class() == RuleClass::Standard
            && rule.rule != Rule::NoArguments
            && !matches!(self.plan.node(child.node), Node::Choice(_));
        is_sure && is_of(made, self.plan.types(child.node))
    }

    /// Returns whether the limit of wasted work is exceeded; see [`MAX_WASTED`].
    pub(super) fn has_wasted_too_much(&self) -> bool {
        let useful = self.visits.saturating_sub(self.wasted);
        self.wasted
            >= useful
                .saturating_mul(MAX_WASTED_PER_VISIT)
                .saturating_add(MAX_WASTED)
    }

    /// Walks the result of a rule, and records its repair. If the result is invalid, removes the
    /// findings and returns them. They are empty if the limit of wasted work is exceeded.
    pub(super) fn try_made<T>(
        &mut self,
        rule: Rule,
        sent: &Tree<'_>,
        made: &Tree<'_>,
        at: &Site<'_>,
        walk: impl FnOnce(&mut Self) -> T,
    ) -> Result<T, (Diagnostics, Option<T>)> {
        if self.has_wasted_too_much() {
            return Err((Diagnostics::default(), None));
        }
        let (mark, visits) = (self.found.mark(), self.visits);
        self.repair(at, rule, sent, Some(made));
        let outcome = walk(self);
        if self.found.count_issues_since(mark) > 0 {
            let found = self.found.take_since(mark);
            self.wasted += self.visits - visits;
            return Err((found, Some(outcome)));
        }
        Ok(outcome)
    }

    /// Walks into an object. If that fails and the object looks like a box around the intended
    /// value, guesses and walks into that value instead.
    pub(super) fn walk_inside_or_unbox<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        beside: TypeSet,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let change = self.walk_inside(tree, child, at);
        if !self.guesses(&VALUE_BOX, child, at)
            || at.mode.unchanged
            || self.found.count_issues_since(mark) == 0
            || !matches!(tree, Tree::Object(_))
        {
            return change;
        }
        let as_sent = self.found.take_since(mark);
        let context = self.rule_context(child, beside, at);
        let unboxed = VALUE_BOX
            .apply(tree, &context)
            .and_then(|made| self.check_made(tree, made, &VALUE_BOX, child, at).ok());
        if let Some(unboxed) = unboxed {
            return Some(Change::Replace(unboxed));
        }
        self.add_all(as_sent, at);
        change
    }

    /// Returns the limits for text inside a value at this path. The depth of the path counts
    /// against the maximum depth.
    pub(super) fn limits_below(&self, at: &Site<'_>) -> Limits {
        let limits = self.limits(at);
        limits.depth(limits.max_depth().saturating_sub(at.depth()))
    }
}
