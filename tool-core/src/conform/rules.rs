//! The rules at a place that fails.

use super::{Change, Conform, Passed, is_of};
use crate::coerce::{GUESSING_RULES, Place, VALUE_BOX, VALUE_RULES, ValueRule};
use crate::issue::{Chain, Class, IssueKind, Rule, TypeSet};
use crate::limits::Limits;
use crate::plan::Child;
use crate::tree::Tree;

/// What rules made and what then did not pass may hold so many values, and so many
/// for each value that was looked at to some end, before no more is tried: what is
/// nested in itself in several ways would never end.
const MOST_WASTED: usize = 100_000;
const MOST_WASTED_FOR_EACH: usize = 16;

impl<'p> Conform<'p> {
    /// Tries the rules at a place that fails.
    #[cold]
    pub(super) fn coerce<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        beside: TypeSet,
        path: &Chain<'_>,
        kind: Box<IssueKind>,
    ) -> Option<Change<'t>> {
        let place = self.place_of(child, beside, path);
        let mut kind = Some(kind);
        let comes_again = self.guessing && !self.as_it_stands;
        let node = self.plan.node(child.node);
        self.sure_first(tree, node, None, |walk| {
            match walk.first_that_passes(tree, child, &place, path) {
                Passed::Yes(read) => Some(Change::Replace(read)),
                Passed::Reported => None,
                Passed::No => {
                    let kind = if comes_again && !walk.guessing {
                        kind.clone()
                    } else {
                        kind.take()
                    };
                    if let Some(kind) = kind {
                        let kind = walk.told(*kind, tree, child.node);
                        walk.issue(path, kind, tree);
                    }
                    None
                }
            }
        })
    }

    /// What the rules see of a place.
    pub(super) fn place_of(&self, child: Child, beside: TypeSet, path: &Chain<'_>) -> Place<'p> {
        let types = self.plan.types(child.node);
        Place {
            plan: self.plan,
            child,
            types,
            allowed: types.union(beside),
            is_root: matches!(path, Chain::Root),
            as_sent: self.settings.as_sent,
            limits: self.limits_below(path),
        }
    }

    fn first_that_passes<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        place: &Place<'_>,
        path: &Chain<'_>,
    ) -> Passed<'t> {
        let guessing: &[ValueRule] = if self.guessing { GUESSING_RULES } else { &[] };
        for rule in VALUE_RULES.iter().chain(guessing) {
            if rule.makes.meets(place.types)
                && is_of(tree, rule.reads)
                && self.is_on(rule, child)
                && let Some(made) = (rule.apply)(tree, place)
                && let Some(made) = self.in_source_text(made, rule.about.rule, path)
            {
                match self.pass(tree, made, rule, child, path) {
                    Passed::No => {}
                    outcome => return outcome,
                }
            }
        }
        Passed::No
    }

    pub(super) fn is_on(&self, rule: &ValueRule, child: Child) -> bool {
        if rule.is_schema() {
            return true;
        }
        let asked = rule.is_asked_for(child) || self.in_xml && rule.reads_scalars_of_text();
        !self.as_it_stands
            && match rule.about.class() {
                _ if rule.has_to_be_asked_for() => asked,
                Class::Standard => self.settings.class.is_some() || asked,
                Class::Generous => self.guesses(rule, child),
            }
    }

    /// Whether a rule that guesses is on: everywhere, or asked for at that place.
    fn guesses(&self, rule: &ValueRule, child: Child) -> bool {
        self.guessing
            && (self.settings.class == Some(Class::Generous)
                || child.guesses.contains(rule.about.rule))
    }

    /// What a rule made, if it passes; its repair is recorded.
    fn pass<'t>(
        &mut self,
        sent: &Tree<'t>,
        mut made: Tree<'t>,
        rule: &ValueRule,
        child: Child,
        path: &Chain<'_>,
    ) -> Passed<'t> {
        if self.check(&made, child.node).is_err() {
            return Passed::No;
        }
        // Such text was asked for: what is wrong is what it holds.
        let asked = rule.is_asked_for(child);
        let stood = self.as_it_stands;
        self.as_it_stands |= rule.alone;
        let (change, reported) = self.within(rule.about.rule, |walk| {
            let change = walk.attempt(rule.about.rule, sent, &made, path, |walk| {
                walk.inside(&made, child, path)
            });
            let reported = change.is_none() && asked && walk.tells_of(&made, child, path);
            (change, reported)
        });
        self.as_it_stands = stood;
        match change {
            None if reported => return Passed::Reported,
            None => return Passed::No,
            Some(None) => {}
            Some(Some(change)) => change.apply(&mut made),
        }
        Passed::Yes(made)
    }

    /// Walks what a rule made of a value.
    pub(super) fn within<T>(&mut self, rule: Rule, walk: impl FnOnce(&mut Self) -> T) -> T {
        // The memo goes by address, and the address of what is made is soon reused.
        let memo = std::mem::take(&mut self.memo);
        let outside = self.in_xml;
        self.in_xml |= rule == Rule::XmlString;
        let outcome = walk(self);
        self.in_xml = outside;
        self.memo = memo;
        outcome
    }

    /// Reports what is wrong inside of a value that did not pass; false, with no
    /// trace, where that is nothing: then the bound on wasted work refused it.
    fn tells_of(&mut self, made: &Tree<'_>, child: Child, path: &Chain<'_>) -> bool {
        let mark = self.found.mark();
        self.inside(made, child, path);
        let tells = self.found.issues_since(mark) > 0;
        if !tells {
            self.found.take_since(mark);
        }
        tells
    }

    /// Whether no more is tried; see [`MOST_WASTED`].
    pub(super) fn has_wasted_too_much(&self) -> bool {
        let useful = self.visits.saturating_sub(self.wasted);
        self.wasted
            >= useful
                .saturating_mul(MOST_WASTED_FOR_EACH)
                .saturating_add(MOST_WASTED)
    }

    /// Walks what a rule made, and records its repair; nothing, and no trace of
    /// it, if what it made does not pass.
    pub(super) fn attempt<T>(
        &mut self,
        rule: Rule,
        sent: &Tree<'_>,
        made: &Tree<'_>,
        path: &Chain<'_>,
        walk: impl FnOnce(&mut Self) -> T,
    ) -> Option<T> {
        if self.has_wasted_too_much() {
            return None;
        }
        let (mark, visits) = (self.found.mark(), self.visits);
        self.repair(path, rule, sent, Some(made));
        let outcome = walk(self);
        if self.found.issues_since(mark) > 0 {
            self.found.take_since(mark);
            self.wasted += self.visits - visits;
            return None;
        }
        Some(outcome)
    }

    /// Walks into an object; where that fails, and the object looks like a box
    /// around the value that is meant, into that value, as a guess.
    pub(super) fn inside_or_unboxed<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        beside: TypeSet,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        let mark = self.found.mark();
        let change = self.inside(tree, child, path);
        if !self.guesses(&VALUE_BOX, child)
            || self.as_it_stands
            || self.found.issues_since(mark) == 0
            || !matches!(tree, Tree::Object(_))
        {
            return change;
        }
        let as_sent = self.found.take_since(mark);
        let place = self.place_of(child, beside, path);
        let unboxed = (VALUE_BOX.apply)(tree, &place).map_or(Passed::No, |made| {
            self.pass(tree, made, &VALUE_BOX, child, path)
        });
        if let Passed::Yes(unboxed) = unboxed {
            return Some(Change::Replace(unboxed));
        }
        self.found.extend(as_sent);
        change
    }

    /// What text inside a value at that path may hold: the depth is spent once.
    pub(super) fn limits_below(&self, path: &Chain<'_>) -> Limits {
        let limits = self.settings.limits;
        limits.depth(limits.max_depth().saturating_sub(path.depth()))
    }
}
