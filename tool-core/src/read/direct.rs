//! The reader of JSON text. It checks values against the plan while a type reads them.

use std::borrow::Cow;

use serde::de::Expected;

use super::known::{Fit, KnownValues};
use super::refusal::Refusal;
use crate::conform::WalkSettings;
use crate::issue::JsonType;
use crate::json::{Scanner, Stopped};
use crate::plan::{Child, Discriminator, Node, NodeId, PatternWork, Plan, UnionPlan};

/// The plan node of a value. `None` if the value is already checked.
pub(super) type PlanNode<'p> = Option<&'p Node>;

/// Maximum number of values that may be checked in branches of unions before they are read. Larger
/// inputs are left to the walk, which caches outcomes.
const MAX_TRIED: usize = 4_000_000;

/// If the number of tried values exceeds the number of bytes of the text by this number, nested
/// unions probably try the same values repeatedly. From then on, outcomes are cached.
const UNREMEMBERED: usize = 1_000;

/// Reads a type from JSON text.
///
/// Each value is checked against the plan when the type requests it. If a value does not conform,
/// the reader aborts: all further reads fail, and the result does not count. The walk then repairs
/// the arguments or finds the issues.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Direct<'a, 'p> {
    pub(super) scanner: Scanner<'a>,
    /// `None` if all values are already checked.
    plan: Option<&'p Plan>,
    /// `true` if the result is a `serde_json::Value`.
    pub(super) is_into_value: bool,
    /// `true` if the caller can see the repairs.
    pub(super) records: bool,
    /// `true` if rules may repair a value.
    pub(super) is_lenient: bool,
    pub(super) depth_left: usize,
    nodes_left: usize,
    tries_left: usize,
    pub(super) pattern_work: PatternWork,
    has_left: bool,
    /// The number of the property that the next object probably starts with.
    pub(super) first_expected: usize,
    /// The undeclared keys of all open objects.
    pub(super) keys: Vec<Cow<'a, str>>,
    pub(super) known: KnownValues,
    /// `true` if every outcome is cached, because the same text is checked repeatedly.
    remembers: bool,
    /// `true` if only the walk can decide about a value of the text.
    pub(super) is_for_walk: bool,
}

impl<'a, 'p> Direct<'a, 'p> {
    /// Creates a reader for a text whose values are checked against a plan.
    pub(crate) fn new(text: &'a str, plan: &'p Plan, settings: &WalkSettings<'_>) -> Self {
        let limits = &settings.limits;
        Self {
            plan: Some(plan),
            is_into_value: settings.into_value,
            records: settings.records,
            is_lenient: settings.class.is_some(),
            depth_left: limits.max_depth(),
            nodes_left: limits.max_nodes(),
            tries_left: MAX_TRIED,
            pattern_work: PatternWork::of(*limits, text.len(), plan.pattern_size()),
            ..Self::conforming(text)
        }
    }

    /// Creates a reader for a text whose values conform. Only the type can reject a value.
    pub(crate) fn conforming(text: &'a str) -> Self {
        Self {
            scanner: Scanner::new(text, 0),
            plan: None,
            is_into_value: false,
            records: false,
            is_lenient: false,
            depth_left: usize::MAX,
            nodes_left: usize::MAX,
            tries_left: 0,
            pattern_work: PatternWork::of_a_question(),
            has_left: false,
            first_expected: 0,
            keys: Vec::new(),
            known: KnownValues::default(),
            remembers: false,
            is_for_walk: false,
        }
    }

    /// Returns whether the value at a position of a text fits without repairs. `None` if only the
    /// walk can decide, or if the check takes too much work.
    pub(super) fn fits_at(
        text: &'a str,
        at: usize,
        plan: &'p Plan,
        child: Child,
        known: &mut KnownValues,
    ) -> Option<bool> {
        let mut direct = Self::new(text, plan, &WalkSettings::of_schema_alone());
        direct.scanner.at = at;
        direct.depth_left = usize::MAX;
        direct.nodes_left = usize::MAX;
        direct.known = std::mem::take(known);
        direct.remembers = true;
        direct.scanner.token();
        let end = direct.end_of(child.node);
        *known = direct.known;
        (!direct.is_for_walk).then_some(end.is_some())
    }

    pub(super) fn root_place(&self) -> PlanNode<'p> {
        self.plan.and_then(|plan| self.place_of(plan.root()))
    }

    /// Checks the end of the text, whose value starts at `start`. Checks the value, too, if the
    /// type did not read it.
    pub(super) fn end(&mut self, start: usize) -> Result<(), Refusal> {
        let is_unread = !self.has_left && self.scanner.at == start;
        if is_unread && self.check(self.root_place()).is_err()
            || self.has_left
            || !self.scanner.is_at_end()
            || self.pattern_work.check_exhausted().is_err()
        {
            return Err(self.leave());
        }
        Ok(())
    }

    /// Returns whether the whole text conforms without repairs.
    pub(crate) fn conforms(&mut self) -> bool {
        self.scanner.token();
        self.end(self.scanner.at).is_ok()
    }

    /// Aborts reading. Every later read fails, even if the type ignores the error.
    #[cold]
    pub(super) fn leave(&mut self) -> Refusal {
        self.has_left = true;
        (self.scanner.text, self.scanner.at) = ("", 0);
        Refusal::left()
    }

    /// Stops at a value that only the walk can decide. It is unknown whether the value fits, and
    /// therefore no further branch may be tried.
    #[cold]
    pub(super) fn stop_for_walk(&mut self) -> Stopped {
        self.is_for_walk = true;
        Stopped
    }

    /// Returns whether the reader has aborted. The outcome does not count then.
    pub(crate) fn has_left(&self) -> bool {
        self.has_left
    }

    pub(super) fn is_settled(&self) -> bool {
        self.plan.is_none()
    }

    #[inline]
    pub(super) fn place_of(&self, child: Child) -> PlanNode<'p> {
        self.plan.map(|plan| plan.node(child.node))
    }

    /// Counts a value, unless it is already counted.
    #[inline]
    pub(super) fn count(&mut self, place: PlanNode<'p>) -> Result<(), Stopped> {
        if place.is_some() {
            self.nodes_left = self.nodes_left.checked_sub(1).ok_or(Stopped)?;
        }
        Ok(())
    }

    /// Rejects a value whose type differs from the requested type. Skips the value, because the
    /// type may continue with the next one.
    #[cold]
    pub(super) fn refuse(&mut self, place: PlanNode<'p>, expected: &dyn Expected) -> Refusal {
        self.scanner.token();
        let (text, start) = (self.scanner.text, self.scanner.at);
        if self.check(place).is_err() {
            return self.leave();
        }
        let value = text.get(start..self.scanner.at).unwrap_or_default();
        Refusal::of_type(value, expected)
    }

    /// Checks a value and skips it.
    pub(super) fn check(&mut self, place: PlanNode<'p>) -> Result<(), Stopped> {
        let found = self.scanner.token();
        let place = match place {
            Some(node @ Node::Union(union)) => match self.branch(node, union, found)? {
                SelectedBranch::Node(node) => Some(node),
                SelectedBranch::Checked { end } => {
                    self.scanner.at = end;
                    return Ok(());
                }
            },
            place => place,
        };
        match found {
            b'{' => {
                let mut object = self.begin_object(place)?;
                while self.begin_key(&mut object)?.is_some() {}
                Ok(())
            }
            b'[' => {
                let mut array = self.begin_array(place)?;
                while self.next_item(&mut array)? {}
                Ok(())
            }
            _ => self.read_scalar(place, found).map(drop),
        }
    }

    /// Returns the branch of a union that accepts the value at the current position. `node` is the
    /// node of the union.
    #[inline(never)]
    pub(super) fn branch(
        &mut self,
        node: &'p Node,
        union: &'p UnionPlan,
        found: u8,
    ) -> Result<SelectedBranch<'p>, Stopped> {
        let json_type = json_type(found).ok_or(Stopped)?;
        match (union.only(json_type), &union.discriminator) {
            (Some(only), _) => return self.resolve_branch(only, found),
            (None, Some(Discriminator::Key { .. })) if json_type == JsonType::Object => {
                return Ok(SelectedBranch::Node(node));
            }
            (None, Some(Discriminator::Tag(tag))) if json_type == JsonType::Object => {
                return self.tagged_branch(union, tag);
            }
            _ => {}
        }
        // Only the walk checks that no second branch fits.
        if union.exactly_one {
            return Err(self.stop_for_walk());
        }
        for branch in &union.branches {
            if branch.types.contains(json_type)
                && let Some(end) = self.end_of(branch.child.node)
            {
                return Ok(SelectedBranch::Checked { end });
            }
            if self.is_for_walk {
                return Err(Stopped);
            }
        }
        Err(Stopped)
    }

    /// Resolves the unions of a branch to the node for a value with this first byte.
    #[inline]
    pub(super) fn resolve_branch(
        &mut self,
        branch: Child,
        found: u8,
    ) -> Result<SelectedBranch<'p>, Stopped> {
        match self.place_of(branch) {
            Some(node @ Node::Union(inner)) => self.branch(node, inner, found),
            Some(node) => Ok(SelectedBranch::Node(node)),
            None => Err(Stopped),
        }
    }

    /// Returns the end of the value at the current position if it fits the node. Counts the values,
    /// but does not consume them.
    pub(super) fn end_of(&mut self, node: NodeId) -> Option<usize> {
        let start = self.scanner.at;
        if let Some(known) = self.known.fit(start, node) {
            let fit = known?;
            self.nodes_left = self.nodes_left.checked_sub(fit.nodes)?;
            return Some(fit.end);
        }
        let plan = self.plan?;
        let before = (self.depth_left, self.nodes_left, self.keys.len());
        let outcome = self.check(Some(plan.node(node)));
        let nodes = before.1.saturating_sub(self.nodes_left);
        let end = self.scanner.at;
        let fit = outcome.is_ok().then_some(Fit { end, nodes });
        let is_container = matches!(self.scanner.byte(start), b'{' | b'[');
        self.scanner.at = start;
        self.depth_left = before.0;
        self.keys.truncate(before.2);
        if fit.is_none() {
            self.nodes_left = before.1;
        }
        self.tries_left = self.tries_left.saturating_sub(nodes.max(1));
        if self.tries_left == 0 {
            self.stop_for_walk();
            return None;
        }
        let few = UNREMEMBERED.saturating_add(self.scanner.text.len());
        if is_container && (self.remembers || MAX_TRIED - self.tries_left > few) {
            self.known.keep_fit(start, node, fit);
        }
        fit.map(|fit| fit.end)
    }

    /// Returns the number of bytes of the value at a position of a JSON text.
    pub(super) fn length_at(text: &'a str, at: usize) -> usize {
        let mut direct = Self::conforming(text);
        direct.scanner.at = at;
        match direct.check(None) {
            Ok(()) => direct.scanner.at.saturating_sub(at),
            Err(Stopped) => text.len().saturating_sub(at),
        }
    }
}

/// The branch of a union for a value.
pub(super) enum SelectedBranch<'p> {
    /// A node that is not a union, or a union whose branch is selected by the key of the object.
    Node(&'p Node),
    /// The value fits a branch and ends at `end`.
    Checked { end: usize },
}

/// Returns the type of the value with this first byte. The check detects the fraction of a number.
#[inline]
pub(super) fn json_type(found: u8) -> Option<JsonType> {
    Some(match found {
        b'"' => JsonType::String,
        b'-' | b'0'..=b'9' => JsonType::Integer,
        b'{' => JsonType::Object,
        b'[' => JsonType::Array,
        b't' | b'f' => JsonType::Boolean,
        b'n' => JsonType::Null,
        _ => return None,
    })
}
