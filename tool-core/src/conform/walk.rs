//! Walks a tree along a plan.

use std::cell::Cell;

use super::diagnostics::find_number_forms;
use super::memo::Memo;
use super::site::{Mode, PlanStep, Site, ValueId};
use super::{Change, Diagnostics};
use crate::issue::{IssueKind, JsonType, RuleClass, TypeSet};
use crate::limits::Limits;
use crate::plan::{Checked, Child, Node, NodeId, NumberPlan, PatternWork, Plan};
use crate::tree::{
    Tree, as_integer, is_integral, is_number, is_plain_integer, is_wide_integer, round_to_float,
};

/// Settings of the walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WalkSettings<'s> {
    /// The least certain class of rules that is on everywhere. `None` if only the schema counts.
    pub(crate) class: Option<RuleClass>,
    /// `true` if the result is a `serde_json::Value`, which represents only integers of 64 bits
    /// exactly.
    pub(crate) into_value: bool,
    /// The input, if it is text.
    pub(crate) source: Option<&'s str>,
    /// `true` if the caller sees the repairs. Otherwise, the walk keeps only the data that it
    /// needs.
    pub(crate) records: bool,
    pub(crate) limits: Limits,
}

impl WalkSettings<'_> {
    /// Returns settings without rules: only the schema counts.
    pub(crate) fn of_schema_alone() -> Self {
        Self {
            class: None,
            into_value: false,
            source: None,
            records: false,
            limits: Limits::default(),
        }
    }
}

/// The state of one walk of a tree along a plan.
pub(crate) struct Conform<'p> {
    pub(super) plan: &'p Plan,
    pub(super) settings: WalkSettings<'p>,
    pub(super) found: Diagnostics,
    /// Data stored about values, by identity.
    pub(super) memo: Memo,
    /// The union that describes the arguments as a whole.
    pub(super) forms: Option<NodeId>,
    /// `true` if a rule converted the last invalid value to an accepted type, even if the result is
    /// invalid.
    pub(super) is_read: bool,
    /// Remaining number of stored trials of branches.
    pub(super) work: usize,
    /// `true` if there are guessing rules.
    pub(super) may_guess: bool,
    /// Indices of the repairs that changed the notation of a number; see
    /// [`source_text`](super::source_text).
    pub(super) number_forms: Vec<usize>,
    /// Remaining work for patterns.
    pub(super) pattern_work: PatternWork,
    /// Remaining number of comparisons with declared names and members.
    pub(super) names_left: Cell<usize>,
    /// The schemas of conditions that are being checked, and the content.
    pub(super) applied: Vec<(ValueId, Child)>,
    /// Number of visited values.
    pub(super) visits: usize,
    /// Number of visits to invalid results of rules.
    pub(super) wasted: usize,
}

/// The outcome of the rules for an invalid value.
pub(super) enum Passed<'t> {
    Yes(Tree<'t>),
    No,
    /// The result of a rule is invalid, and its issues are reported.
    Reported(Option<Change<'t>>),
}

/// Maximum number of stored trials of branches in one call.
pub(super) const MAX_WORK: usize = 2_000_000;

/// Maximum number of comparisons with declared names and members in one call, to find the nearest
/// ones. Further issues get no hint.
const MAX_NAMES: usize = 20_000;

/// Returns whether a value is valid without a change.
pub(crate) fn fits_unchanged(tree: &Tree<'_>, plan: &Plan, child: Child) -> bool {
    let settings = WalkSettings::of_schema_alone();
    let mut walk = Conform::new(plan, settings, Diagnostics::default());
    let at = Site::root(walk.mode(true));
    let change = walk.walk_value(tree, child, TypeSet::EMPTY, &at);
    change.is_none() && walk.found.issues.is_empty() && walk.found.omitted == 0
}

/// Walks a tree along a plan. With `unchanged`, tries no lenient rule.
pub(super) fn walk<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    settings: WalkSettings<'_>,
    unchanged: bool,
    found: &mut Diagnostics,
) -> Option<Change<'t>> {
    let mut walk = Conform::new(plan, settings, std::mem::take(found));
    let at = Site::root(walk.mode(unchanged));
    let change =
        walk.try_without_guesses_first(&at, PlanStep::Root, |walk, at| walk.walk_root(tree, at));
    if let Err(kind) = walk.pattern_work.check_exhausted()
        && walk.found.issues.is_empty()
    {
        walk.push(&at, *kind, None);
    }
    *found = walk.found;
    change
}

impl<'p> Conform<'p> {
    pub(super) fn new(plan: &'p Plan, settings: WalkSettings<'p>, found: Diagnostics) -> Self {
        let may_guess = settings.class == Some(RuleClass::Generous)
            || settings.class.is_some() && plan.asks_for_guesses();
        Self {
            plan,
            settings,
            number_forms: find_number_forms(&found),
            found,
            memo: Memo::default(),
            forms: None,
            is_read: false,
            work: MAX_WORK,
            may_guess,
            pattern_work: PatternWork::of(
                settings.limits,
                settings
                    .source
                    .map_or(settings.limits.max_bytes(), str::len),
                plan.pattern_size(),
            ),
            names_left: Cell::new(MAX_NAMES),
            applied: Vec::new(),
            visits: 0,
            wasted: 0,
        }
    }

    pub(super) fn source(&self, at: &Site<'_>) -> Option<&'p str> {
        // A function of the tool receives a `Value`, whose numbers may have other digits than the
        // source.
        self.settings.source.filter(|_| at.mode.functions.is_none())
    }

    pub(super) fn mode<'c>(&self, unchanged: bool) -> Mode<'c> {
        Mode {
            unchanged,
            by_schema_alone: false,
            in_xml: false,
            in_trial: false,
            guesses: self.may_guess,
            is_silent: false,
            functions: None,
        }
    }
}

impl Conform<'_> {
    /// Checks a value. `beside` contains the types that the other branches of a union accept at the
    /// same path.
    pub(super) fn walk_value<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        beside: TypeSet,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        if let Some(number) = child.preprocess
            && !at.mode.unchanged
            && !at.mode.is_made_by(number)
        {
            return self.apply_function(tree, child, number, beside, at);
        }
        self.visits += 1;
        if let Node::Union(union) = self.plan.node(child.node) {
            if self.forms.is_none() && at.is_root() {
                self.forms = Some(child.node);
            }
            return self.walk_union(tree, union, child, beside, at);
        }
        match self.check(tree, child.node, at) {
            Ok(()) => self.walk_inside_or_unbox(tree, child, beside, at),
            Err(kind) => self.apply_rules(tree, child, beside, at, kind),
        }
    }

    /// Checks the value itself, without its nested values.
    pub(super) fn check(&self, tree: &Tree<'_>, node: NodeId, at: &Site<'_>) -> Checked {
        let checked = self.check_written(tree, node, at);
        match tree {
            // The schema also takes the number that the result holds.
            Tree::Number(text) if checked.is_err() && at.mode.by_schema_alone => {
                match self.round(text) {
                    Some(rounded) => self.check_written(&rounded, node, at),
                    None => checked,
                }
            }
            _ => checked,
        }
    }

    /// Returns the number that the result holds, if it differs from the text. A type may hold each
    /// integer exactly.
    fn round(&self, text: &str) -> Option<Tree<'static>> {
        let is_kept = is_plain_integer(text) && !self.settings.into_value;
        let rounded = round_to_float(text).filter(|_| !is_kept);
        rounded.map(|rounded| Tree::Number(rounded.into()))
    }

    /// Checks the value as it is written.
    fn check_written(&self, tree: &Tree<'_>, node: NodeId, at: &Site<'_>) -> Checked {
        match (self.plan.node(node), tree) {
            (Node::Any | Node::Union(_), _)
            | (Node::Null, Tree::Null)
            | (Node::Boolean, Tree::Bool(_))
            | (Node::Object(_), Tree::Object(_)) => Ok(()),
            (Node::String(string), Tree::String(text)) => {
                string.check(text, &self.pattern_work)?;
                // Without rules, only the schema counts.
                match self.settings.class {
                    Some(_) => string.check_names(text),
                    None => Ok(()),
                }
            }
            (Node::Number(plan), Tree::Number(text)) => {
                if plan.integer {
                    self.check_integer(text, plan, node, at)
                } else {
                    plan.check(text)
                }
            }
            (Node::Choice(choice), tree) if choice.holds(tree) => Ok(()),
            (Node::Array(array), Tree::Array(items)) => array.check_length(items.len()),
            (Node::Never, _) => Err(Box::new(IssueKind::NotAllowed)),
            _ => self.report_type(node),
        }
    }

    /// Checks that a number is an integer, is written as one, and fits the result.
    ///
    /// `25.0` counts as the integer 25, and issues describe that integer. The constraints of the
    /// schema come before the range of a JSON value, because they are the same for all readers.
    fn check_integer(&self, text: &str, plan: &NumberPlan, node: NodeId, at: &Site<'_>) -> Checked {
        if is_plain_integer(text) {
            plan.check(text)?;
            return self.check_width(text, at);
        }
        match as_integer(text) {
            Some(integer) => {
                plan.check(&integer)?;
                self.check_width(&integer, at)?;
            }
            None if is_integral(text) => {
                plan.check(text)?;
                return if at.mode.by_schema_alone {
                    Ok(())
                } else {
                    report_too_long(text)
                };
            }
            None => {}
        }
        self.report_type(node)
    }

    fn check_width(&self, integer: &str, at: &Site<'_>) -> Checked {
        if self.settings.into_value && !at.mode.by_schema_alone && !is_exact_in_json(integer) {
            return report_too_long(integer);
        }
        Ok(())
    }

    #[cold]
    fn report_type(&self, node: NodeId) -> Checked {
        let expected = self.plan.types(node);
        Err(Box::new(IssueKind::of_type(expected)))
    }

    pub(super) fn walk_inside<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        at: &Site<'_>,
    ) -> Option<Change<'t>> {
        let guesses = child.guesses;
        match (self.plan.node(child.node), tree) {
            (Node::Array(plan), Tree::Array(items)) => self.walk_array(items, plan, guesses, at),
            (Node::Object(plan), Tree::Object(entries)) => {
                self.walk_object(entries, child.node, plan, guesses, at)
            }
            (Node::Any, tree) => {
                self.check_free(tree, at);
                None
            }
            _ => None,
        }
    }

    /// Reports integers that a JSON value cannot represent exactly, in a value without a schema.
    pub(super) fn check_free(&mut self, tree: &Tree<'_>, at: &Site<'_>) {
        match tree {
            Tree::Number(text) if is_wide_integer(text) && !at.mode.by_schema_alone => {
                self.issue(at, IssueKind::WideInteger, tree);
            }
            Tree::Array(items) => {
                self.visits += items.len();
                for (index, item) in items.iter().enumerate() {
                    self.check_free(item, &at.item(index));
                }
            }
            Tree::Object(entries) => {
                self.visits += entries.len();
                for (index, entry) in entries.iter().enumerate() {
                    self.check_free(&entry.value, &at.entry(&entry.key, index));
                }
            }
            _ => {}
        }
    }
}

fn report_too_long(integer: &str) -> Checked {
    let format = if integer.starts_with('-') {
        "int64"
    } else {
        "uint64"
    };
    Err(Box::new(IssueKind::out_of_range(format)))
}

fn is_exact_in_json(text: &str) -> bool {
    text.parse::<u64>().is_ok() || text.parse::<i64>().is_ok()
}

pub(super) fn is_of(tree: &Tree<'_>, types: TypeSet) -> bool {
    types.contains(match tree {
        // The check of the schema rejects a fraction.
        Tree::Number(_) => JsonType::Integer,
        tree => tree.json_type(),
    })
}

/// Returns whether a value has one of the types, or a rule may convert it to one.
pub(super) fn may_fit(value: &Tree<'_>, types: TypeSet) -> bool {
    let is_read_as = match value {
        Tree::String(text) => {
            let text = text.trim();
            let is_bool = ["true", "false"]
                .iter()
                .any(|word| text.eq_ignore_ascii_case(word));
            is_number(text) && types.meets(TypeSet::NUMBER)
                || is_bool && types.contains(JsonType::Boolean)
                || text.starts_with(['[', '{']) && types.meets(TypeSet::CONTAINER)
        }
        Tree::Number(_) | Tree::Bool(_) => types.contains(JsonType::String),
        _ => false,
    };
    is_read_as || is_of(value, types)
}
