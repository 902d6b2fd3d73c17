//! A JSON Schema, compiled once for reading.
//!
//! A [`Plan`] is a table of [`Node`]s, one kind a file. A child names its node
//! by number, so that a recursive schema is a plan that refers to itself.

mod aliases;
mod alternatives;
mod array;
mod choice;
mod compile;
mod dialect;
mod discriminate;
mod error;
mod exclude;
mod format;
mod forms;
#[cfg(feature = "full-schema")]
mod full;
mod given;
mod keywords;
mod merge;
mod names;
mod narrow;
mod number;
mod object;
mod pattern;
mod shape;
mod string;
mod styles;
mod union;

pub(crate) use alternatives::{Constraints, ObjectForm};
pub(crate) use array::ArrayPlan;
pub(crate) use choice::Choice;
pub use error::SchemaError;
pub(crate) use forms::{Form, Forms};
#[cfg(feature = "full-schema")]
pub(crate) use full::{Fault, Full};
pub(crate) use given::Given;
pub(crate) use names::Names;
pub(crate) use number::NumberPlan;
pub(crate) use object::{Additional, ObjectPlan, Property, Seen, same};
pub(crate) use pattern::{Pattern, PatternWork};
pub(crate) use string::StringPlan;
pub(crate) use union::{Branch, Discriminator, UnionPlan};

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;

use crate::issue::{Guesses, IssueKind, JsonType, Path, Segment, TypeSet};
use crate::schema::{Met, Preprocess};

/// How deep schemas may nest: a schema beyond that is made to exhaust the machine.
const MAX_DEPTH: usize = 128;

/// Keywords that bring other schemas to hold for the same value.
const REFERENCES: &[&str] = &["$ref", "allOf", "anyOf", "oneOf"];

/// The outcome of a check. Boxed, since it is made for every value and is an
/// issue for next to none.
pub(crate) type Checked = Result<(), Box<IssueKind>>;

fn checked(faults: Vec<IssueKind>) -> Checked {
    IssueKind::of_faults(faults).map_or(Ok(()), |kind| Err(Box::new(kind)))
}

/// A schema compiled for reading.
#[derive(Debug)]
pub(crate) struct Plan {
    nodes: Vec<Node>,
    root: Child,
    /// The name of the tool, in a call of which its arguments may stand.
    tool: String,
    /// Whether some place asks for guesses.
    asks_for_guesses: bool,
    /// Whether some place maps its value first, or asks for JSON or XML in a string.
    asks_for_text: bool,
    /// The constants and constrained strings of unions that take no other text, by the union.
    texts: HashMap<NodeId, Vec<NodeId>>,
    /// The functions that places ask for, by their numbers.
    functions: Vec<Preprocess>,
    /// The values that a derived schema shows, as they were met.
    samples: Vec<Sample>,
    forms: Option<Arc<Forms>>,
    /// What checks the whole schema, where the nodes check a part of it.
    #[cfg(feature = "full-schema")]
    full: Option<Full>,
}

/// A value that the schema of a place shows: its default, or an example.
#[derive(Clone, Debug)]
pub(crate) struct Sample {
    /// Where the schema is, as a JSON Pointer.
    pub(crate) path: String,
    pub(crate) keyword: &'static str,
    pub(crate) value: Value,
    pub(crate) place: Child,
}

/// The number of a node in its plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(usize);

/// A place in the schema: its node, and the hints written beside it.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Child {
    pub(crate) node: NodeId,
    /// JSON in a string is asked for here.
    pub(crate) json_string: bool,
    /// XML in a string is asked for here.
    pub(crate) xml_string: bool,
    /// The value at hand is one of several items; set where items are walked.
    pub(crate) one_of_many: bool,
    /// A union takes texts beside it, as constants alone, of which the value at hand is
    /// none; set where its branches are walked.
    pub(crate) beside_constants: bool,
    /// The guesses that are asked for here, and in the items of arrays and maps
    /// that stand here.
    pub(crate) guesses: Guesses,
    /// The tool's own function that maps the value first, by its number.
    pub(crate) preprocess: Option<u16>,
}

impl Child {
    pub(crate) const fn without_hints(node: NodeId) -> Self {
        Self {
            node,
            json_string: false,
            xml_string: false,
            one_of_many: false,
            beside_constants: false,
            guesses: Guesses::NONE,
            preprocess: None,
        }
    }

    /// The same place, with what is asked for around it.
    pub(crate) const fn granting(mut self, guesses: Guesses) -> Self {
        self.guesses = self.guesses.union(guesses);
        self
    }
}

/// What a schema asks of a value.
// Its kind is a byte of its own: it is looked at for each value.
#[derive(Debug)]
#[repr(u8)]
pub(crate) enum Node {
    /// Everything is allowed.
    Any,
    /// Nothing is allowed.
    Never,
    Null,
    Boolean,
    /// A number; without a fraction, if it says so.
    Number(NumberPlan),
    String(StringPlan),
    /// One of the members of an `enum`, or the `const`.
    Choice(Choice),
    Array(ArrayPlan),
    Object(ObjectPlan),
    Union(UnionPlan),
}

impl Plan {
    /// Compiles a schema.
    ///
    /// # Errors
    ///
    /// If the schema holds a keyword that is not checked, a reference that
    /// leads nowhere, or a keyword of the wrong form.
    pub(crate) fn compile(given: Given<'_>) -> Result<Self, SchemaError> {
        let whole = dialect::refuse_foreign(given).and_then(|()| Self::of_nodes(given, false));
        match whole {
            #[cfg(feature = "full-schema")]
            Err(error) if error.is_gap() => Self::in_part(given),
            whole => whole,
        }
    }

    fn of_nodes(given: Given<'_>, tolerant: bool) -> Result<Self, SchemaError> {
        let dialect = dialect::Dialect {
            tolerant,
            ..dialect::Dialect::of(given)
        };
        compile::Compiler::new(given, dialect).into_plan()
    }

    /// The plan of a derived type.
    ///
    /// # Errors
    ///
    /// Those of [`Plan::compile`].
    pub(crate) fn derived(schema: &Value, met: &Met) -> Result<Self, SchemaError> {
        let mut plan = Self::compile(Given::derived(schema, &met.functions))?;
        plan.forms = Forms::compile(met).map(Arc::new);
        Ok(plan)
    }

    /// The plan of several schemas that refer to one document, and their places in it;
    /// nothing for one that cannot be compiled.
    fn of_schemas(
        document: &Value,
        functions: &[Preprocess],
        schemas: &[Value],
    ) -> (Self, Vec<Option<Child>>) {
        let given = Given::derived(document, functions);
        compile::Compiler::new(given, dialect::Dialect::of(given)).compile_several(schemas)
    }

    pub(crate) fn forms(&self) -> Option<&Arc<Forms>> {
        self.forms.as_ref()
    }

    /// A plan that takes more than the schema does, and what checks the rest.
    #[cfg(feature = "full-schema")]
    fn in_part(given: Given<'_>) -> Result<Self, SchemaError> {
        Ok(Self {
            full: Some(Full::compile(given)?),
            ..Self::of_nodes(given, true)?
        })
    }

    /// What checks the whole schema, if the plan alone does not.
    #[cfg(feature = "full-schema")]
    pub(crate) fn full(&self) -> Option<&Full> {
        self.full.as_ref()
    }

    /// The plan that takes every value as it is.
    pub(crate) fn any() -> Self {
        Self::of_root(vec![Node::Any], Child::without_hints(NodeId(0)))
    }

    fn of_root(nodes: Vec<Node>, root: Child) -> Self {
        Self {
            nodes,
            root,
            tool: String::new(),
            asks_for_guesses: false,
            asks_for_text: false,
            texts: HashMap::new(),
            functions: Vec::new(),
            samples: Vec::new(),
            forms: None,
            #[cfg(feature = "full-schema")]
            full: None,
        }
    }

    pub(crate) fn of_tool(mut self, name: &str) -> Self {
        name.clone_into(&mut self.tool);
        self
    }

    /// The types that a path takes, if it leads through objects and arrays alone.
    pub(crate) fn types_at(&self, path: &Path) -> Option<TypeSet> {
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
        Some(self.types(node))
    }

    pub(crate) fn tool(&self) -> &str {
        &self.tool
    }

    pub(crate) fn root(&self) -> Child {
        self.root
    }

    pub(crate) fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// Reads by the schema of that place from now on; gives back the place before.
    pub(crate) fn replace_root(&mut self, root: Child) -> Child {
        std::mem::replace(&mut self.root, root)
    }

    /// Has a function of the tool's own map all arguments first.
    pub(crate) fn preprocess_root(&mut self, function: fn(Value) -> Value) {
        self.root.preprocess = u16::try_from(self.functions.len()).ok();
        self.functions.push(Preprocess(function));
    }

    pub(crate) fn asks_for_guesses(&self) -> bool {
        self.asks_for_guesses
    }

    /// Whether arguments may conform as they are written: no function maps a value first, no place
    /// asks for text in a string, and the nodes check all that the schema says.
    pub(crate) fn reads_directly(&self) -> bool {
        #[cfg(feature = "full-schema")]
        if self.full.is_some() {
            return false;
        }
        !self.asks_for_text && self.functions.is_empty()
    }

    pub(crate) fn function(&self, number: u16) -> Option<Preprocess> {
        self.functions.get(usize::from(number)).copied()
    }

    /// How many forms the union of most forms has.
    pub(crate) fn most_forms(&self) -> usize {
        let forms = self.nodes.iter().map(|node| match node {
            Node::Union(union) => union.branches.len(),
            Node::Choice(choice) => choice.members().len(),
            _ => 1,
        });
        forms.max().unwrap_or(1)
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        // A `NodeId` is only made by the compiler of the plan that holds it.
        &self.nodes[id.0]
    }

    /// The constants and constrained strings of a union that takes no other text; none of
    /// another union.
    pub(crate) fn texts(&self, union: NodeId) -> &[NodeId] {
        self.texts.get(&union).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn choice(&self, id: NodeId) -> Option<&Choice> {
        match self.node(id) {
            Node::Choice(choice) => Some(choice),
            _ => None,
        }
    }

    /// The objects that a node takes, if they are all that it takes.
    pub(crate) fn object(&self, id: NodeId) -> Option<&ObjectPlan> {
        match self.node(id) {
            Node::Object(object) => Some(object),
            _ => None,
        }
    }

    pub(crate) fn types(&self, id: NodeId) -> TypeSet {
        types(&self.nodes, id)
    }

    /// The types that the items of a node's arrays take; nothing where an item has a
    /// schema by its place.
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
}

/// The types that a node takes. A union knows those of its branches.
fn types(nodes: &[Node], id: NodeId) -> TypeSet {
    match &nodes[id.0] {
        Node::Any => TypeSet::ALL,
        Node::Never => TypeSet::EMPTY,
        Node::Null => TypeSet::of(JsonType::Null),
        Node::Boolean => TypeSet::of(JsonType::Boolean),
        Node::Number(number) => TypeSet::of(number.json_type()),
        Node::String(_) => TypeSet::of(JsonType::String),
        Node::Choice(choice) => choice.types(),
        Node::Array(_) => TypeSet::of(JsonType::Array),
        Node::Object(_) => TypeSet::of(JsonType::Object),
        Node::Union(union) => union.types,
    }
}

/// Returns whether a schema may hold a reference; the word in a text counts too.
fn has_reference(schema: &Value) -> bool {
    match schema {
        Value::Object(map) => map.contains_key("$ref") || map.values().any(has_reference),
        Value::Array(items) => items.iter().any(has_reference),
        _ => false,
    }
}
