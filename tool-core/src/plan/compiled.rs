//! A compiled schema. It contains the forms of untagged enums, which have a separate plan.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

#[cfg(feature = "full-schema")]
use super::Full;
use super::node::types;
use super::{Additional, Child, Choice, Node, NodeId, ObjectPlan};
use crate::issue::{Path, Segment, TypeSet};
use crate::schema::{ByType, Preprocess, Variants};

/// A schema compiled for reading.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(super) nodes: Vec<Node>,
    pub(super) root: Child,
    /// The name of the tool. Its arguments may be wrapped in a call with this name.
    pub(super) tool: String,
    /// The title of the schema, under which the arguments may be wrapped, too.
    pub(super) title: Option<String>,
    /// Keys next to the arguments, for the host.
    pub(super) host_keys: Vec<String>,
    /// `true` if some place permits guesses.
    pub(super) asks_for_guesses: bool,
    /// `true` if some place maps its value first, or requests JSON or XML in a string.
    pub(super) asks_for_text: bool,
    /// `true` if an enum takes other texts than the names of its variants.
    pub(super) has_names_first: bool,
    /// The constants and constrained strings of each union that accepts no other string.
    pub(super) texts: Vec<(NodeId, Vec<NodeId>)>,
    /// The user-defined functions. Places refer to them by number.
    pub(super) functions: Vec<Preprocess>,
    /// The defaults and examples in a derived schema, in document order.
    pub(super) samples: Vec<Sample>,
    pub(super) forms: Option<Arc<CompiledForms>>,
    /// The total size of the patterns.
    pub(super) pattern_size: usize,
    /// The shape of each node that was described. A repaired value may fail many times before a
    /// rule reads it.
    pub(super) shapes: Box<[OnceLock<Option<Box<str>>>]>,
    /// The checker of the whole schema. Set if the nodes check only a part of it.
    #[cfg(feature = "full-schema")]
    pub(super) full: Option<Full>,
}

/// A default or an example in the schema of a place.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// Location of the schema, as a JSON Pointer.
    pub(crate) path: String,
    pub(crate) keyword: &'static str,
    pub(crate) value: Value,
    pub(crate) place: Child,
}

impl Plan {
    pub(crate) fn forms(&self) -> Option<&Arc<CompiledForms>> {
        self.forms.as_ref()
    }

    /// Returns the checker of the whole schema. Returns `None` if the plan checks everything.
    #[cfg(feature = "full-schema")]
    pub(crate) fn full(&self) -> Option<&Full> {
        self.full.as_ref()
    }

    /// Returns the plan that accepts every value unchanged.
    pub(crate) fn any() -> Self {
        Self::of_root(vec![Node::Any], Child::without_hints(NodeId(0)))
    }

    pub(super) fn of_root(nodes: Vec<Node>, root: Child) -> Self {
        Self {
            shapes: nodes.iter().map(|_| OnceLock::new()).collect(),
            nodes,
            root,
            tool: String::new(),
            title: None,
            host_keys: Vec::new(),
            asks_for_guesses: false,
            asks_for_text: false,
            has_names_first: false,
            texts: Vec::new(),
            functions: Vec::new(),
            samples: Vec::new(),
            forms: None,
            pattern_size: 0,
            #[cfg(feature = "full-schema")]
            full: None,
        }
    }

    pub(crate) fn of_tool(mut self, name: &str, title: Option<&str>) -> Self {
        name.clone_into(&mut self.tool);
        self.title = title.map(str::to_owned);
        self
    }

    pub(crate) fn set_names<'n>(
        &mut self,
        tool: &str,
        title: Option<&str>,
        host_keys: impl Iterator<Item = &'n str>,
    ) {
        tool.clone_into(&mut self.tool);
        self.title = title.map(str::to_owned);
        self.host_keys = host_keys.map(str::to_owned).collect();
    }

    /// Returns the keys next to the arguments, for the host.
    pub(crate) fn host_keys(&self) -> &[String] {
        &self.host_keys
    }

    /// Returns the types that the schema accepts at a path. Returns `None` unless the path leads
    /// only through objects and arrays.
    pub(crate) fn types_at(&self, path: &Path) -> Option<TypeSet> {
        self.node_at(path).map(|node| self.types(node))
    }

    fn node_at(&self, path: &Path) -> Option<NodeId> {
        let mut node = self.root.node;
        for segment in path.segments() {
            node = match (self.node(node), segment) {
                (Node::Object(object), Segment::Key(key)) => {
                    object.find(key.as_bytes(), 0)?.1.child.node
                }
                (Node::Array(array), Segment::Index(index)) => array.item(*index).node,
                _ => return None,
            };
        }
        Some(node)
    }

    /// Returns whether the schema at a path is an enum with a member that is exactly this text.
    pub(crate) fn takes_word_at(&self, path: &Path, word: &str) -> bool {
        match self.node_at(path).map(|node| self.node(node)) {
            Some(Node::Choice(choice)) => choice.has(word),
            _ => false,
        }
    }

    pub(crate) fn tool(&self) -> &str {
        &self.tool
    }

    pub(crate) fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    pub(crate) fn root(&self) -> Child {
        self.root
    }

    pub(crate) fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Replaces the root of the plan. Returns the previous root.
    pub(crate) fn replace_root(&mut self, root: Child) -> Child {
        std::mem::replace(&mut self.root, root)
    }

    /// Registers a user-defined function that maps all arguments first.
    pub(crate) fn preprocess_root(&mut self, function: fn(Value) -> Value) {
        self.root.preprocess = u16::try_from(self.functions.len()).ok();
        self.functions.push(Preprocess(function));
    }

    pub(crate) fn pattern_size(&self) -> usize {
        self.pattern_size
    }

    pub(crate) fn asks_for_guesses(&self) -> bool {
        self.asks_for_guesses
    }

    /// Returns whether arguments can be valid exactly as written. This is `true` if no function
    /// maps a value, no place requests text in a string, no key is for the host, and the nodes check
    /// the whole schema.
    pub(crate) fn reads_directly(&self) -> bool {
        #[cfg(feature = "full-schema")]
        if self.full.is_some() {
            return false;
        }
        !self.asks_for_text && self.functions.is_empty() && self.host_keys.is_empty()
    }

    /// Returns whether the rules may change a valid text: to the name of a variant that it means.
    pub(crate) fn has_names_first(&self) -> bool {
        self.has_names_first
    }

    pub(crate) fn function(&self, number: u16) -> Option<Preprocess> {
        self.functions.get(usize::from(number)).copied()
    }

    /// Returns the number of forms in the largest union or enum.
    pub(crate) fn count_most_forms(&self) -> usize {
        let forms = self.nodes.iter().map(|node| match node {
            Node::Union(union) => union.branches.len(),
            Node::Choice(choice) => choice.members().len(),
            _ => 1,
        });
        forms.max().unwrap_or(1)
    }

    pub(crate) fn node_ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len()).map(NodeId)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        // Only the compiler of this plan creates its `NodeId`s, so the index is in range.
        &self.nodes[id.0]
    }

    /// Returns the constants and constrained strings of a union that accepts no other string.
    /// Returns an empty slice for any other union.
    pub(crate) fn texts(&self, union: NodeId) -> &[NodeId] {
        let index = self.texts.binary_search_by_key(&union.0, |(id, _)| id.0);
        index.map_or(&[], |index| &self.texts[index].1)
    }

    pub(crate) fn choice(&self, id: NodeId) -> Option<&Choice> {
        match self.node(id) {
            Node::Choice(choice) => Some(choice),
            _ => None,
        }
    }

    /// Returns the object plan of a node that accepts only objects.
    pub(crate) fn object(&self, id: NodeId) -> Option<&ObjectPlan> {
        match self.node(id) {
            Node::Object(object) => Some(object),
            _ => None,
        }
    }

    pub(crate) fn types(&self, id: NodeId) -> TypeSet {
        types(&self.nodes, id)
    }

    /// Returns the types that the items of a node's arrays accept. Returns an empty set if the type
    /// of an item depends on its position.
    pub(crate) fn item_types(&self, id: NodeId) -> TypeSet {
        let of_array = |id: NodeId| match self.node(id) {
            Node::Array(array) => array.one_item().map(|item| self.types(item.node)),
            _ => None,
        };
        match self.node(id) {
            Node::Union(union) => {
                let branches = union.branches.iter();
                let mut items = branches.filter_map(|branch| of_array(branch.child.node));
                let first = items.next().unwrap_or_default();
                items.fold(first, TypeSet::union)
            }
            _ => of_array(id).unwrap_or_default(),
        }
    }

    /// Returns a node and the branches of all unions reachable from it.
    pub(crate) fn with_branches(&self, id: NodeId) -> Vec<NodeId> {
        // A recursive union contains itself.
        let mut met = HashSet::from([id.0]);
        let (mut nodes, mut next) = (vec![id], 0);
        while let Some(id) = nodes.get(next) {
            if let Node::Union(union) = self.node(*id) {
                let branches = union.branches.iter().map(|branch| branch.child.node);
                nodes.extend(branches.filter(|branch| met.insert(branch.0)));
            }
            next += 1;
        }
        nodes
    }

    /// Returns the objects that a node accepts, of all branches.
    pub(crate) fn objects(&self, id: NodeId) -> impl Iterator<Item = &ObjectPlan> {
        let nodes = self.with_branches(id).into_iter();
        nodes.filter_map(|id| self.object(id))
    }

    /// Returns whether the objects of a node know the key in any spelling: as a property, by a
    /// pattern, or as a key of a map.
    pub(crate) fn declares(&self, id: NodeId, key: &str) -> bool {
        let mut nodes = self.with_branches(id).into_iter();
        nodes.any(|id| match self.node(id) {
            Node::Any => true,
            Node::Object(object) => object.declares(key),
            _ => false,
        })
    }

    /// Returns whether the arguments have a declared property.
    pub(crate) fn declares_properties(&self) -> bool {
        let mut objects = self.objects(self.root.node);
        objects.any(|object| !object.properties().is_empty())
    }

    /// Returns whether the root reads only declared properties of an object, and says nothing about
    /// other keys. Such an object loses all keys that it does not declare.
    pub(crate) fn leaves_other_keys_unread(&self) -> bool {
        let nodes = self.with_branches(self.root.node);
        let mut objects = nodes.iter().map(|node| self.node(*node));
        let mut is_some = false;
        objects.all(|node| match node {
            Node::Any => false,
            Node::Object(object) => {
                is_some |= !object.properties().is_empty();
                match object.additional {
                    Additional::Closed => true,
                    Additional::Unspecified => !object.properties().is_empty(),
                    Additional::Open | Additional::Map(_) => false,
                }
            }
            _ => true,
        }) && is_some
    }

    /// Returns whether some form of the objects of a node has a property with this name.
    pub(crate) fn names_property(&self, id: NodeId, name: &str) -> bool {
        self.objects(id).any(|object| object.has_property(name))
    }
}

/// The forms of a tool's untagged enums, and its flattened types. The reader selects a form by its
/// number.
#[derive(Debug)]
pub(crate) struct CompiledForms {
    /// The nodes of all forms. The root of this plan accepts no value.
    pub(super) plan: Plan,
    pub(super) of: ByType<Vec<CompiledForm>>,
    /// The flattened types.
    pub(super) flattened: ByType<FlattenedType>,
}

/// The properties of a flattened type.
#[derive(Debug)]
pub(super) struct FlattenedType {
    pub(super) names: HashSet<String, foldhash::fast::RandomState>,
    pub(super) enums: Vec<Variants>,
    pub(super) has_additional: bool,
    pub(super) is_optional: bool,
    /// The schema of the additional properties. `None` if they may have any value.
    pub(super) additional: Option<CompiledForm>,
}

/// One form of a type. Several branches may share one number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CompiledForm {
    pub(crate) number: u32,
    pub(crate) child: Child,
}
