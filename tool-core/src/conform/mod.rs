//! Tree against plan: what validates is left alone; at a place that fails the
//! rules are tried, and what they make is checked again.
//!
//! One walk finds all issues, all repairs and what is to be changed. It changes
//! nothing itself, and it is the only one: typed tools, dynamic tools and the
//! branches of unions all go through [`Conform::place`].

mod array;
mod change;
mod findings;
mod keys;
mod object;
mod quick;
mod source_text;
mod union;

pub(crate) use change::Change;
pub(crate) use findings::Findings;

use crate::coerce::{Place, VALUE_RULES, ValueRule};
use crate::issue::{Chain, Issue, IssueKind, JsonType, Repair, Rule, TypeSet};
use crate::limits::Limits;
use crate::plan::{Checked, Child, Node, NodeId, NumberPlan, Plan};
use crate::tree::{Tree, as_integer, is_integral, is_plain_integer};

use change::EntryChange;
use source_text::in_source_text;
use union::Memo;

/// How the walk reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    /// Whether the rules beyond the schema's own word are on.
    pub(crate) lenient: bool,
    /// Whether the result is a `serde_json::Value`, which holds integers of 64
    /// bits exactly, and no wider ones.
    pub(crate) into_value: bool,
    /// Whether numbers have the text that was sent; see [`Place::as_sent`].
    pub(crate) as_sent: bool,
    pub(crate) limits: Limits,
}

/// One walk of a tree along a plan.
pub(crate) struct Conform<'p> {
    plan: &'p Plan,
    settings: Settings,
    found: Findings,
    /// Whether values have to pass as they stand: no rule is tried.
    as_it_stands: bool,
    /// What became of a value at a branch, by their addresses.
    memo: Memo,
    /// Whether a branch of a union is being tried.
    in_trial: bool,
    /// How many more values the trials of branches may look at.
    work: usize,
}

/// What became of a value that a rule made.
enum Passed<'t> {
    Yes(Tree<'t>),
    No,
    /// It does not pass, and what is wrong with it is reported.
    Reported,
}

/// The trials of one call may look at so many values before they give up.
const MOST_WORK: usize = 2_000_000;

/// Walks a tree along a plan, and adds to what is found. Comes back with the
/// change that makes the tree conform, if one is needed.
pub(crate) fn conform<'t>(
    tree: &Tree<'t>,
    plan: &Plan,
    settings: Settings,
    found: &mut Findings,
) -> Option<Change<'t>> {
    if found.issues.is_empty() && quick::conforms(tree, plan, settings.into_value) {
        return None;
    }
    let mut walk = Conform {
        plan,
        settings,
        found: std::mem::take(found),
        as_it_stands: false,
        memo: Memo::default(),
        in_trial: false,
        work: MOST_WORK,
    };
    let change = walk.place(tree, plan.root(), TypeSet::EMPTY, &Chain::Root);
    *found = walk.found;
    change
}

impl Conform<'_> {
    /// Checks a value at a place; `beside` are the types that the place takes
    /// by the other branches of a union.
    fn place<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        beside: TypeSet,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        if let Node::Union(union) = self.plan.node(child.node) {
            return self.union(tree, union, child, beside, path);
        }
        match self.check(tree, child.node) {
            Ok(()) => self.inside(tree, child.node, path),
            Err(kind) => self.coerce(tree, child, beside, path, *kind),
        }
    }

    /// Checks what the schema says of the value itself, not of what it holds.
    fn check(&self, tree: &Tree<'_>, node: NodeId) -> Checked {
        match (self.plan.node(node), tree) {
            (Node::Any | Node::Union(_), _)
            | (Node::Null, Tree::Null)
            | (Node::Boolean, Tree::Bool(_))
            | (Node::Object(_), Tree::Object(_)) => Ok(()),
            (Node::String(string), Tree::String(text)) => string.check(text),
            (Node::Number(plan), Tree::Number(text)) => {
                if plan.integer {
                    self.check_integer(text, plan, node)?;
                }
                plan.check(text)
            }
            (Node::Choice(choice), tree) if choice.holds(tree) => Ok(()),
            // Beyond the limit of issues nobody would see the members.
            (Node::Choice(_), _) if self.is_full() => self.type_issue(node),
            (Node::Choice(choice), tree) => Err(Box::new(choice.issue(tree))),
            (Node::Array(array), Tree::Array(items)) => array.check_length(items.len()),
            (Node::Never, _) => Err(Box::new(IssueKind::NotAllowed)),
            _ => self.type_issue(node),
        }
    }

    /// That a number is an integer, written as one, and not too long to be held.
    ///
    /// What is wrong with the integer that `25.0` counts as is told as such.
    fn check_integer(&self, text: &str, plan: &NumberPlan, node: NodeId) -> Checked {
        if is_plain_integer(text) {
            return self.check_width(text);
        }
        match as_integer(text) {
            Some(integer) => {
                self.check_width(&integer)?;
                plan.check(&integer)?;
            }
            None if is_integral(text) => return too_long(text),
            None => {}
        }
        self.type_issue(node)
    }

    fn check_width(&self, integer: &str) -> Checked {
        if self.settings.into_value && !is_exact_in_json(integer) {
            return too_long(integer);
        }
        Ok(())
    }

    #[cold]
    fn type_issue(&self, node: NodeId) -> Checked {
        let expected = self.plan.types(node);
        Err(Box::new(IssueKind::Type { expected }))
    }

    /// Walks into a value that is right itself.
    fn inside<'t>(
        &mut self,
        tree: &Tree<'t>,
        node: NodeId,
        path: &Chain<'_>,
    ) -> Option<Change<'t>> {
        match (self.plan.node(node), tree) {
            (Node::Array(plan), Tree::Array(items)) => self.array(items, plan, path),
            (Node::Object(plan), Tree::Object(entries)) => self.object(entries, plan, path),
            _ => None,
        }
    }

    /// Tries the rules at a place that fails.
    #[cold]
    fn coerce<'t>(
        &mut self,
        tree: &Tree<'t>,
        child: Child,
        beside: TypeSet,
        path: &Chain<'_>,
        kind: IssueKind,
    ) -> Option<Change<'t>> {
        let types = self.plan.types(child.node);
        let place = Place {
            types,
            allowed: types.union(beside),
            choice: match self.plan.node(child.node) {
                Node::Choice(choice) => Some(choice),
                _ => None,
            },
            json_string: child.json_string,
            one_of_many: child.one_of_many,
            as_sent: self.settings.as_sent,
            limits: self.limits_below(path),
        };
        let (lenient, as_it_stands) = (self.settings.lenient, self.as_it_stands);
        let rules = VALUE_RULES.iter().filter(|rule| {
            rule.is_schema() || !as_it_stands && (lenient || rule.is_asked_for(&place))
        });
        for rule in rules {
            if let Some(made) = (rule.apply)(tree, &place)
                && let Some(made) = in_source_text(made, rule.about.rule, path, &self.found)
            {
                match self.pass(tree, made, rule, child, path) {
                    Passed::Yes(value) => return Some(Change::Replace(value)),
                    Passed::Reported => return None,
                    Passed::No => {}
                }
            }
        }
        self.issue(path, kind, tree);
        None
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
        let mark = self.found.mark();
        self.repair(path, rule.about.rule, sent, Some(&made));
        let stood = self.as_it_stands;
        self.as_it_stands |= rule.alone;
        // The memo goes by address, and the address of what is made is soon reused.
        let memo = std::mem::take(&mut self.memo);
        let change = self.inside(&made, child.node, path);
        self.memo = memo;
        self.as_it_stands = stood;
        if self.found.issues_since(mark) > 0 {
            // JSON in a string was asked for: what is wrong is what it holds.
            if child.json_string && rule.about.rule == Rule::JsonString {
                return Passed::Reported;
            }
            self.found.take_since(mark);
            return Passed::No;
        }
        if let Some(change) = change {
            change.apply(&mut made);
        }
        Passed::Yes(made)
    }

    fn issue(&mut self, path: &Chain<'_>, kind: IssueKind, tree: &Tree<'_>) {
        self.push(path, kind, Some(tree));
    }

    fn push(&mut self, path: &Chain<'_>, kind: IssueKind, tree: Option<&Tree<'_>>) {
        if self.is_full() {
            self.found.omitted += 1;
        } else {
            let received = tree.map(Tree::received);
            self.found
                .issues
                .push(Issue::new(path.to_path(), kind, received));
        }
    }

    /// Whether further issues are counted only.
    fn is_full(&self) -> bool {
        self.found.issues.len() >= self.settings.limits.max_issues().max(1)
    }

    fn repair(
        &mut self,
        path: &Chain<'_>,
        rule: Rule,
        before: &Tree<'_>,
        after: Option<&Tree<'_>>,
    ) {
        self.found.repairs.push(Repair {
            path: path.to_path(),
            rule,
            before: before.to_value(),
            after: after.map(Tree::to_value),
        });
    }

    /// What text inside a value at that path may hold: the depth is spent once.
    fn limits_below(&self, path: &Chain<'_>) -> Limits {
        let limits = self.settings.limits;
        limits.depth(limits.max_depth().saturating_sub(path.depth()))
    }
}

fn too_long(integer: &str) -> Checked {
    let format = if integer.starts_with('-') {
        "int64"
    } else {
        "uint64"
    };
    Err(Box::new(IssueKind::OutOfRange {
        format: format.to_owned(),
    }))
}

/// Whether a JSON value holds the integer exactly.
fn is_exact_in_json(text: &str) -> bool {
    text.parse::<u64>().is_ok() || text.parse::<i64>().is_ok()
}

/// Whether the value is of one of the types.
fn is_of(tree: &Tree<'_>, types: TypeSet) -> bool {
    types.contains(match tree {
        // Whether it has a fraction is for the check to see.
        Tree::Number(_) => JsonType::Integer,
        tree => tree.json_type(),
    })
}
