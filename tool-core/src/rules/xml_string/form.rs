//! Reads elements by the schema, which decides between arrays, objects and text.

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use super::element::{
    Element, XmlFault, begins_with_element, read_leaf, split, strip_surroundings,
};
use crate::issue::{JsonType, TypeSet, fold};
use crate::limits::Limits;
use crate::plan::{Additional, Node, NodeId, ObjectPlan, PatternWork, Plan};
use crate::rules::{find_meant_property, read_text};
use crate::tree::{Entry, Tree};

/// A value, or the reason why a text has none.
pub(super) type Reading = Result<Tree<'static>, XmlReason>;

/// The reason why a text cannot be read.
pub(super) enum XmlReason {
    Fault(XmlFault),
    /// Two readings.
    Ambiguous(Tree<'static>, Tree<'static>),
}

/// The elements that may still be read, and the depth.
struct Budget<'b> {
    nodes: &'b Cell<usize>,
    depth: usize,
    limits: &'b Limits,
}

impl Budget<'_> {
    fn spend(&self, elements: usize) -> Result<(), XmlFault> {
        let left = self.nodes.get().checked_sub(elements);
        self.nodes.set(left.ok_or(XmlFault::Limit)?);
        Ok(())
    }

    fn below(&self) -> Result<Self, XmlFault> {
        Ok(Self {
            nodes: self.nodes,
            limits: self.limits,
            depth: self.depth.checked_sub(1).ok_or(XmlFault::Limit)?,
        })
    }
}

/// The schemas that a value may have. A union has several.
///
/// XML does not distinguish arrays from objects, so the schemas decide.
pub(super) struct CandidateSchemas<'p> {
    plan: &'p Plan,
    /// Contains no union: each is replaced by its branches.
    nodes: Vec<NodeId>,
}

impl<'p> CandidateSchemas<'p> {
    pub(super) fn new(plan: &'p Plan, mut waiting: Vec<NodeId>) -> Self {
        let (mut met, mut nodes) = (HashSet::new(), Vec::new());
        while let Some(id) = waiting.pop() {
            // A recursive union contains itself.
            if !met.insert(id) {
                continue;
            }
            match plan.node(id) {
                Node::Union(union) => {
                    waiting.extend(union.branches.iter().map(|branch| branch.child.node));
                }
                _ => nodes.push(id),
            }
        }
        Self { plan, nodes }
    }

    /// Reads a text of elements, which is the value of a field with this name.
    pub(super) fn read(&self, text: &str, field: &str, limits: &Limits) -> Reading {
        let budget = Budget {
            nodes: &Cell::new(limits.max_nodes()),
            depth: limits.max_depth(),
            limits,
        };
        let text = strip_surroundings(text);
        let inside = find_wrapper(text, field).and_then(|content| self.content(content, &budget));
        let items = self.container(text, &budget);
        match (inside, items) {
            (Some(inside), Ok(items)) if self.fits(&inside) && self.is_list_of_objects(&items) => {
                Err(XmlReason::Ambiguous(items, inside))
            }
            (Some(inside), Ok(items)) if !self.fits(&inside) && self.fits(&items) => Ok(items),
            (Some(inside), _) => Ok(inside),
            (None, Ok(items)) => match find_empty_wrapper(text, &items) {
                Some(inside) => Err(XmlReason::Ambiguous(items, inside)),
                None => Ok(items),
            },
            (None, Err(fault)) => Err(XmlReason::Fault(fault)),
        }
    }

    /// Reads the content of the element that is named like the field.
    fn content(&self, content: &str, budget: &Budget<'_>) -> Option<Tree<'static>> {
        let content = content.trim();
        if content.is_empty() {
            return self.empty();
        }
        if content.starts_with(['[', '{']) {
            let read = read_text(content, budget.limits)?;
            return self.types().contains(read.json_type()).then_some(read);
        }
        self.container(content, budget).ok()
    }

    /// Returns the empty container, unless both kinds are possible.
    fn empty(&self) -> Option<Tree<'static>> {
        let types = self.types();
        match (
            types.contains(JsonType::Array),
            types.contains(JsonType::Object),
        ) {
            (true, false) => Some(Tree::Array(Vec::new())),
            (false, true) => Some(Tree::Object(Vec::new())),
            _ => None,
        }
    }

    /// Reads elements as an array or object. Fails if both are possible or neither is.
    fn container(&self, text: &str, budget: &Budget<'_>) -> Result<Tree<'static>, XmlFault> {
        let types = self.types();
        let (array, object) = (
            types.contains(JsonType::Array),
            types.contains(JsonType::Object),
        );
        let is_leaf = |name: &str| {
            (!array || self.item_forms(0).is_text())
                && (!object || self.value_forms(name).is_text())
        };
        let elements = split(text, is_leaf)?;
        budget.spend(elements.len())?;
        let inner = budget.below()?;
        let has_one_name = elements.windows(2).all(|two| two[0].name == two[1].name);
        let is_object = object && self.groups(&elements).is_some();
        match (array && has_one_name, is_object, elements.is_empty()) {
            (true, false, false) => self.array(&elements, &inner),
            (false, true, false) => self.object(&elements, &inner),
            (true, true, false) => Err(XmlFault::ArrayAndObject),
            _ => Err(XmlFault::Form),
        }
    }

    fn types(&self) -> TypeSet {
        let types = self.nodes.iter().map(|id| self.plan.types(*id));
        types.reduce(TypeSet::union).unwrap_or(TypeSet::ALL)
    }

    /// Returns whether the value is a scalar.
    fn is_text(&self) -> bool {
        !self.types().meets(TypeSet::CONTAINER)
    }

    /// Returns whether the text of an element may be the value.
    fn takes_text(&self) -> bool {
        let others = TypeSet::CONTAINER.union(TypeSet::NULL);
        !self.types().without(others).is_empty()
    }

    fn array(
        &self,
        elements: &[Element<'_>],
        budget: &Budget<'_>,
    ) -> Result<Tree<'static>, XmlFault> {
        let items = elements.iter().enumerate();
        let items = items.map(|(index, element)| self.item_forms(index).value(element, budget));
        Ok(Tree::Array(items.collect::<Result<_, _>>()?))
    }

    fn object(
        &self,
        elements: &[Element<'_>],
        budget: &Budget<'_>,
    ) -> Result<Tree<'static>, XmlFault> {
        let groups = self.groups(elements).ok_or(XmlFault::Form)?;
        let entries = groups.into_iter().map(|group| {
            let name = group[0].name;
            let forms = self.value_forms(name);
            let value = match group.as_slice() {
                [only] => forms.value(only, budget)?,
                several => {
                    let several: Vec<_> = several.iter().map(|element| **element).collect();
                    forms.array(&several, budget)?
                }
            };
            Ok(Entry {
                key: name.to_owned().into(),
                value,
            })
        });
        Ok(Tree::Object(entries.collect::<Result<_, XmlFault>>()?))
    }

    /// Groups the elements of an object by name. Several elements with one name are an array, which
    /// the schema of that property must expect.
    fn groups<'e, 't>(&self, elements: &'e [Element<'t>]) -> Option<Vec<Vec<&'e Element<'t>>>> {
        let mut places: HashMap<&str, usize> = HashMap::new();
        let mut groups: Vec<Vec<&Element<'_>>> = Vec::new();
        for element in elements {
            if let Some(place) = places.get(element.name) {
                groups[*place].push(element);
            } else {
                places.insert(element.name, groups.len());
                groups.push(vec![element]);
            }
        }
        let is_list = |name: &str| {
            let types = self.value_forms(name).types();
            types.contains(JsonType::Array) && !types.contains(JsonType::Object)
        };
        let are_sound = groups
            .iter()
            .all(|group| group.len() == 1 || is_list(group[0].name));
        are_sound.then_some(groups)
    }

    /// Reads the content of an element.
    fn value(&self, element: &Element<'_>, budget: &Budget<'_>) -> Result<Tree<'static>, XmlFault> {
        let content = element.content;
        if !self.is_text() {
            if content.trim().is_empty() && !self.takes_text() {
                return self.empty().ok_or(XmlFault::Form);
            }
            if begins_with_element(content) {
                return self.container(content, budget);
            }
        }
        Ok(Tree::String(read_leaf(content).into()))
    }

    /// Returns whether a value has the types and keys of the schema. Texts are read later.
    fn fits(&self, value: &Tree<'_>) -> bool {
        match value {
            Tree::Array(items) => items
                .iter()
                .enumerate()
                .all(|(index, item)| self.item_forms(index).fits(item)),
            Tree::Object(entries) => entries.iter().all(|entry| {
                let forms = self.value_forms(&entry.key);
                !forms.nodes.is_empty() && forms.fits(&entry.value)
            }),
            Tree::String(text) => self.takes_text() && !begins_with_element(text),
            _ => self.takes_text(),
        }
    }

    fn is_list_of_objects(&self, items: &Tree<'_>) -> bool {
        let Tree::Array(list) = items else {
            return self.fits(items);
        };
        let is_object = |item: &Tree<'_>| matches!(item, Tree::Object(_));
        !list.is_empty() && list.iter().all(is_object) && self.fits(items)
    }

    fn item_forms(&self, index: usize) -> Self {
        self.inner_forms(|node| match node {
            Node::Array(array) => vec![array.item(index).node],
            _ => Vec::new(),
        })
    }

    fn value_forms(&self, key: &str) -> Self {
        self.inner_forms(|node| match node {
            Node::Object(object) => nodes_of_key(object, key),
            _ => Vec::new(),
        })
    }

    fn inner_forms(&self, find: impl Fn(&'p Node) -> Vec<NodeId>) -> Self {
        let found = self.nodes.iter().flat_map(|id| match self.plan.node(*id) {
            Node::Any => vec![*id],
            node => find(node),
        });
        Self::new(self.plan, found.collect())
    }
}

/// Returns the other reading of a list with one text: the only element may be the list, which is
/// empty or contains the elements in that text.
fn find_empty_wrapper(text: &str, items: &Tree<'_>) -> Option<Tree<'static>> {
    let Tree::Array(list) = items else {
        return None;
    };
    let [Tree::String(item)] = list.as_slice() else {
        return None;
    };
    if item.trim().is_empty() {
        return Some(Tree::Array(Vec::new()));
    }
    let [only] = split(text, |_| true).ok()?.try_into().ok()?;
    let inner = split(only.content, |_| true).ok()?;
    let inner = inner
        .iter()
        .map(|element| Tree::String(read_leaf(element.content).into()));
    Some(Tree::Array(inner.collect()))
}

/// Returns the content of the only element of a text, if it is named like the field.
fn find_wrapper<'t>(text: &'t str, field: &str) -> Option<&'t str> {
    let elements = split(text, |_| false).ok()?;
    match elements.as_slice() {
        [only] if fold(only.name) == fold(field) => Some(only.content),
        _ => None,
    }
}

fn nodes_of_key(object: &ObjectPlan, key: &str) -> Vec<NodeId> {
    let declared = object.find(key.as_bytes(), 0).or_else(|| {
        let number = find_meant_property(object, key)?;
        Some((number, object.properties().get(number)?))
    });
    let declared = declared.map(|(_, property)| property.child);
    let matching = object.find_matching(key, &PatternWork::of_a_question());
    let mut nodes: Vec<NodeId> = matching
        .unwrap_or_default()
        .into_iter()
        .chain(declared)
        .map(|child| child.node)
        .collect();
    if let (true, Additional::Map(child)) = (nodes.is_empty(), object.additional) {
        nodes.push(child.node);
    }
    nodes
}
