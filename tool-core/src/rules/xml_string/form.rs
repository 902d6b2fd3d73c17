use std::collections::HashSet;

use super::element::Element;
use crate::issue::{JsonType, TypeSet};
use crate::plan::{Additional, Node, NodeId, ObjectPlan, PatternWork, Plan};
use crate::rules::find_meant_property;
use crate::tree::{Entry, Tree};

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

    /// Reads elements as an array or object. Returns `None` if both are possible or neither is.
    pub(super) fn read(&self, elements: Vec<Element>) -> Option<Tree<'static>> {
        let types = self.types();
        let is_array = types.contains(JsonType::Array)
            && elements.windows(2).all(|two| two[0].name == two[1].name);
        let is_object = types.contains(JsonType::Object) && differ_in_name(&elements);
        match (is_array, is_object) {
            (true, false) => self.array(elements),
            (false, true) => self.object(elements),
            _ => None,
        }
    }

    fn types(&self) -> TypeSet {
        let types = self.nodes.iter().map(|id| self.plan.types(*id));
        types.reduce(TypeSet::union).unwrap_or(TypeSet::ALL)
    }

    fn array(&self, elements: Vec<Element>) -> Option<Tree<'static>> {
        let items = elements.into_iter().enumerate();
        let items = items.map(|(index, element)| read_content(element, || self.item_forms(index)));
        Some(Tree::Array(items.collect::<Option<_>>()?))
    }

    fn object(&self, elements: Vec<Element>) -> Option<Tree<'static>> {
        let entries = elements.into_iter().map(|mut element| {
            let name = std::mem::take(&mut element.name);
            let value = read_content(element, || self.value_forms(&name))?;
            Some(Entry {
                key: name.into(),
                value,
            })
        });
        Some(Tree::Object(entries.collect::<Option<_>>()?))
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

fn differ_in_name(elements: &[Element]) -> bool {
    let mut names = HashSet::new();
    elements.iter().all(|element| names.insert(&*element.name))
}

fn read_content<'p>(
    element: Element,
    forms: impl FnOnce() -> CandidateSchemas<'p>,
) -> Option<Tree<'static>> {
    if element.elements.is_empty() {
        return Some(Tree::String(element.text.into()));
    }
    forms().read(element.elements)
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
