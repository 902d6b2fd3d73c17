//! Generates arguments from a plan.

use std::collections::HashMap;
use std::str::FromStr as _;

use serde_json::{Map, Number, Value};

use crate::conform::fits_unchanged;
use crate::issue::Path;
use crate::limits::Limits;
use crate::limits::VALUE_DEPTH;
use crate::plan::{
    Additional, ArrayPlan, Child, Node, NodeId, ObjectPlan, PatternWork, Plan, Sample, UnionPlan,
};
use crate::tree::{Tree, is_integral};

/// Maximum depth of filled optional properties, and maximum depth of all values.
const MAX_OPTIONAL_DEPTH: usize = 5;
/// Maximum number of values in one instance.
const MAX_VALUES: usize = 20_000;
/// Maximum number of items that a schema may require.
const MAX_ITEMS: u64 = 100;

/// The reason for a missing value.
#[derive(Debug)]
pub(super) enum InstanceFailure {
    /// No value is valid there.
    Never(Path),
    /// A valid value was not found.
    NotFound(Path, &'static str),
    /// The value would nest without end.
    Endless(Path),
}

/// The number of levels that the smallest value of each node needs. Nodes without a finite value
/// are absent.
#[derive(Debug, Default)]
pub(super) struct Heights(HashMap<NodeId, usize>);

impl Heights {
    pub(super) fn of(plan: &Plan) -> Self {
        let mut heights = Self::default();
        // Each round settles at least one more node, or is the last one.
        while heights.add_round(plan) {}
        heights
    }

    fn add_round(&mut self, plan: &Plan) -> bool {
        let known = self.0.len();
        for id in plan.node_ids() {
            if !self.0.contains_key(&id)
                && let Some(height) = self.measure(plan.node(id))
            {
                self.0.insert(id, height);
            }
        }
        self.0.len() > known
    }

    /// Returns the height of a node, if the heights of its parts are known.
    fn measure(&self, node: &Node) -> Option<usize> {
        let of = |child: Child| self.0.get(&child.node).copied();
        match node {
            Node::Never => None,
            Node::Array(array) => {
                let (least, _) = array.lengths();
                let first = usize::try_from(least.min(MAX_ITEMS)).unwrap_or_default();
                let mut items = (0..first).map(|index| of(array.item(index)));
                items.try_fold(0, |most, item| Some(most.max(item? + 1)))
            }
            Node::Object(object) => {
                let mut required = object
                    .properties()
                    .iter()
                    .filter(|property| property.required);
                required.try_fold(0, |most, property| Some(most.max(of(property.child)? + 1)))
            }
            Node::Union(union) => {
                let branches = union.branches.iter().filter_map(|branch| of(branch.child));
                branches.min().map(|least| least + 1)
            }
            _ => Some(0),
        }
    }

    fn get(&self, child: Child) -> usize {
        self.0.get(&child.node).copied().unwrap_or(usize::MAX)
    }
}

/// Generates arguments that the plan accepts.
pub(super) struct Maker<'p> {
    plan: &'p Plan,
    heights: &'p Heights,
    /// The unions around the current value.
    around: Vec<NodeId>,
    /// `true` if optional properties are filled.
    is_full: bool,
    /// The index of the form of each union and of the member of each `enum`.
    turn: usize,
    left: usize,
    patterns: PatternWork,
    /// The parts that were left out of the arguments.
    pub(super) left_out: Vec<InstanceFailure>,
}

impl<'p> Maker<'p> {
    pub(super) fn new(plan: &'p Plan, heights: &'p Heights, is_full: bool, turn: usize) -> Self {
        Self {
            plan,
            heights,
            around: Vec::new(),
            is_full,
            turn,
            left: MAX_VALUES,
            patterns: PatternWork::of_schema(Limits::default()),
            left_out: Vec::new(),
        }
    }

    pub(super) fn arguments(&mut self) -> Result<Value, InstanceFailure> {
        let root = self.plan.root();
        if let Node::Union(union) = self.plan.node(root.node) {
            // Arguments are an object, even if the schema also accepts other types.
            for number in 0..union.branches.len() {
                let branch = union.branches[(number + self.turn) % union.branches.len()];
                if let Ok(value @ Value::Object(_)) =
                    self.build_value(branch.child, &Path::root(), 0)
                {
                    return Ok(value);
                }
            }
        }
        if matches!(self.plan.node(root.node), Node::Any) {
            return Ok(Value::Object(Map::new()));
        }
        self.build_value(root, &Path::root(), 0)
    }

    fn build_value(
        &mut self,
        child: Child,
        path: &Path,
        depth: usize,
    ) -> Result<Value, InstanceFailure> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 || depth > VALUE_DEPTH {
            return Err(InstanceFailure::Endless(path.clone()));
        }
        if let Some(sample) = self.sample(child) {
            return Ok(sample);
        }
        match self.plan.node(child.node) {
            Node::Any => Ok(Value::from("any")),
            Node::Never => Err(InstanceFailure::Never(path.clone())),
            Node::Null => Ok(Value::Null),
            Node::Boolean => Ok(Value::Bool(self.turn.is_multiple_of(2))),
            Node::Number(number) => {
                let candidates = number.list_candidates().into_iter();
                let mut fitting = candidates.filter(|text| {
                    (!number.integer || is_integral(text)) && number.check(text).is_ok()
                });
                match fitting.find_map(|text| Number::from_str(&text).ok()) {
                    Some(number) => Ok(Value::Number(number)),
                    None if number.has_bounds_alone() => Err(InstanceFailure::Never(path.clone())),
                    None => Err(InstanceFailure::NotFound(path.clone(), "number")),
                }
            }
            Node::String(string) if string.is_empty() => Err(InstanceFailure::Never(path.clone())),
            Node::String(string) => {
                let mut candidates = string.list_candidates().into_iter();
                match candidates.find(|text| string.check(text, &self.patterns).is_ok()) {
                    Some(text) => Ok(Value::from(text)),
                    None => Err(InstanceFailure::NotFound(path.clone(), "text")),
                }
            }
            Node::Choice(choice) => {
                let members = choice.members();
                let member = members.get(self.turn % members.len().max(1));
                member.map_or_else(
                    || Err(InstanceFailure::Never(path.clone())),
                    |member| Ok(member.value.clone()),
                )
            }
            Node::Array(array) => self.build_array(array, path, depth),
            Node::Object(object) => self.build_object(object, path, depth),
            Node::Union(union) => {
                let branches = self.order_branches(child.node, union);
                let mut failure = InstanceFailure::Never(path.clone());
                self.around.push(child.node);
                for branch in branches {
                    match self.build_value(branch, path, depth + 1) {
                        Ok(value) => {
                            self.around.pop();
                            return Ok(value);
                        }
                        Err(other) => failure = other,
                    }
                }
                self.around.pop();
                Err(failure)
            }
        }
    }

    /// Returns the branches of a union in the order in which they are tried. Inside itself, a
    /// recursive union begins with its smallest branch: two recursive branches would otherwise grow
    /// without end.
    fn order_branches(&self, id: NodeId, union: &UnionPlan) -> Vec<Child> {
        let mut branches: Vec<_> = union.branches.iter().map(|branch| branch.child).collect();
        if self.around.contains(&id) {
            branches.sort_by_key(|branch| self.heights.get(*branch));
        } else {
            let turn = self.turn % branches.len().max(1);
            branches.rotate_left(turn);
        }
        branches
    }

    /// Returns an example or a default of the place if it is a scalar. A generated array or
    /// object covers more.
    fn sample(&self, child: Child) -> Option<Value> {
        let is_here = |sample: &&Sample| {
            let is_scalar = !sample.value.is_array() && !sample.value.is_object();
            sample.place.node == child.node && is_scalar
        };
        let mut samples = self.plan.samples().iter().filter(is_here);
        samples.next().map(|sample| sample.value.clone())
    }

    fn build_array(
        &mut self,
        array: &ArrayPlan,
        path: &Path,
        depth: usize,
    ) -> Result<Value, InstanceFailure> {
        let (least, greatest) = array.lengths();
        let wanted = if self.is_full && depth < MAX_OPTIONAL_DEPTH {
            least.max(1).max(array.first_items() as u64).min(greatest)
        } else {
            least
        };
        if least > greatest {
            return Err(InstanceFailure::Never(path.clone()));
        }
        let contained = array
            .contains
            .as_ref()
            .map_or(0, |contains| contains.minimum);
        if least.max(contained) > MAX_ITEMS {
            return Err(InstanceFailure::NotFound(path.clone(), "array"));
        }
        let turn = self.turn;
        let mut items: Vec<Value> = Vec::new();
        let wanted = wanted.max(contained.min(greatest));
        for index in 0..usize::try_from(wanted).unwrap_or_default() {
            let item = match &array.contains {
                Some(contains) if (index as u64) < contained => {
                    self.build_contained(array.item(index), contains.item, &path.join(index), depth)
                }
                _ => self.build_value(array.item(index), &path.join(index), depth + 1),
            };
            self.turn += usize::from(array.unique);
            match item {
                Ok(item) if array.unique && items.contains(&item) => {
                    self.turn = turn;
                    return Err(InstanceFailure::NotFound(path.clone(), "array"));
                }
                Ok(item) => items.push(item),
                Err(_) if index as u64 >= least.max(contained) => break,
                Err(failure) => {
                    self.turn = turn;
                    return Err(failure);
                }
            }
        }
        self.turn = turn;
        if let Some(contains) = &array.contains {
            let is_contained = |item: &&Value| self.fits(item, contains.item);
            let count = items.iter().filter(is_contained).count() as u64;
            if !contains.allows(count) {
                return Err(InstanceFailure::NotFound(path.clone(), "array"));
            }
        }
        Ok(Value::Array(items))
    }

    /// Builds an item that `contains` asks for. It must fit the schema of the items, too.
    fn build_contained(
        &mut self,
        item: Child,
        contained: Child,
        path: &Path,
        depth: usize,
    ) -> Result<Value, InstanceFailure> {
        for (of, other) in [(contained, item), (item, contained)] {
            let value = self.build_value(of, path, depth + 1)?;
            if self.fits(&value, other) {
                return Ok(value);
            }
        }
        Err(InstanceFailure::NotFound(path.clone(), "array"))
    }

    fn fits(&self, value: &Value, child: Child) -> bool {
        fits_unchanged(&Tree::from(value), self.plan, child)
    }

    fn build_object(
        &mut self,
        object: &ObjectPlan,
        path: &Path,
        depth: usize,
    ) -> Result<Value, InstanceFailure> {
        let mut entries = Map::new();
        for property in object.properties() {
            let is_wanted = property.required || self.is_full && depth < MAX_OPTIONAL_DEPTH;
            if !is_wanted || entries.len() as u64 >= object.greatest() {
                continue;
            }
            match self.build_value(
                property.child,
                &path.join(property.name.as_str()),
                depth + 1,
            ) {
                Ok(value) => {
                    entries.insert(property.name.clone(), value);
                }
                Err(failure) if property.required => return Err(failure),
                Err(failure) => self.left_out.push(failure),
            }
        }
        self.add_keys(object, &mut entries, path, depth)?;
        if (entries.len() as u64) < object.least() {
            return Err(InstanceFailure::NotFound(path.clone(), "object"));
        }
        Ok(Value::Object(entries))
    }

    /// Adds undeclared keys: the keys of a map, and as many keys as the schema requires.
    fn add_keys(
        &mut self,
        object: &ObjectPlan,
        entries: &mut Map<String, Value>,
        path: &Path,
        depth: usize,
    ) -> Result<(), InstanceFailure> {
        const KEYS: &[&str] = &["1", "-1", "a", "key", "A", "a_b", "a-b", "x-a", "ab", "abc"];
        let more = (0..100).map(|number| format!("key{number}"));
        let keys = KEYS.iter().map(|key| (*key).to_owned()).chain(more);
        let own = entries.len() as u64;
        let is_map = object.has_patterns() || matches!(object.additional, Additional::Map(_));
        let fills = is_map && self.is_full && depth < MAX_OPTIONAL_DEPTH;
        let wanted = object.least().saturating_sub(own).max(u64::from(fills));
        let most = own.saturating_add(wanted).min(object.greatest());
        for key in keys {
            if entries.len() as u64 >= most {
                break;
            }
            let Ok(matching) = object.find_matching(&key, &self.patterns) else {
                continue;
            };
            let child = match (matching.first().copied(), object.additional) {
                _ if entries.contains_key(&key) => continue,
                (Some(child), _) | (None, Additional::Map(child)) => Some(child),
                (None, Additional::Open | Additional::Unspecified) => None,
                (None, Additional::Closed) => continue,
            };
            let value = match child {
                Some(child) => self.build_value(child, &path.join(key.as_str()), depth + 1),
                None => Ok(Value::from("any")),
            };
            match value {
                Ok(value) => {
                    entries.insert(key, value);
                }
                Err(_) if entries.len() as u64 >= object.least() => break,
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }
}
