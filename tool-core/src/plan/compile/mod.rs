//! The compiler. It turns a schema document into a table of nodes.
//!
//! It recurses into the schema. A function that is marked `inline(never)` keeps its locals off the
//! stack during the recursion.

mod absent;
mod audit;
mod combination;
mod hints;
mod plain;
mod reference;

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::dialect::{Dialect, refuse_own_base};
use super::discriminate::{discriminate, texts_of_unions};
use super::exclude::exclude_each_other;
use super::keywords::{Keywords, REFERENCES};
use super::merge::Budget;
use super::pattern::Patterns;
use super::{Child, Given, Node, NodeId, Plan, Sample, SchemaError};
use crate::limits::PLAN_NODES;
use crate::limits::SCHEMA_DEPTH;
use crate::schema::REFUSED;
use crate::schema::{Preprocess, References};

pub(super) struct Compiler<'s> {
    document: &'s Value,
    references: References<'s>,
    derived: bool,
    dialect: Dialect,
    functions: &'s [Preprocess],
    nodes: Vec<Node>,
    /// The nodes of reference targets and of schemas with a reference and other keywords. The key
    /// is the pointer or the schema's text. The map makes recursion end.
    known: HashMap<String, usize>,
    /// The same nodes, by number.
    shared: HashSet<usize>,
    budget: Budget,
    /// The places that request JSON or XML in a string, each with its hint.
    texts: Vec<(String, &'static str, NodeId)>,
    depth: usize,
    patterns: Patterns,
    asks_for_guesses: bool,
    samples: Vec<Sample>,
}

impl<'s> Compiler<'s> {
    pub(super) fn new(given: Given<'s>, dialect: Dialect) -> Self {
        Self {
            document: given.schema,
            references: References::of(given.schema),
            derived: given.derived,
            dialect,
            functions: given.functions,
            nodes: Vec::new(),
            known: HashMap::new(),
            shared: HashSet::new(),
            budget: Budget::new(),
            texts: Vec::new(),
            depth: 0,
            patterns: Patterns::new(given.limits),
            asks_for_guesses: false,
            samples: Vec::new(),
        }
    }

    pub(super) fn into_plan(mut self) -> Result<Plan, SchemaError> {
        let document = self.dialect.translate(self.document, "")?;
        let root = self.build_child(&document, "")?;
        if self.dialect.tolerant {
            take_more(&mut self.nodes);
        }
        // The types of unions are known only after all nodes are compiled.
        discriminate(&mut self.nodes);
        if !self.derived {
            self.refuse_overlaps()?;
        }
        self.refuse_text_of_text()?;
        Ok(Plan {
            texts: texts_of_unions(&self.nodes),
            asks_for_guesses: self.asks_for_guesses,
            asks_for_text: !self.texts.is_empty(),
            has_names_first: self.nodes.iter().any(Node::has_names_first),
            functions: self.functions.to_vec(),
            samples: self.samples,
            pattern_size: self.patterns.size(),
            ..Plan::of_root(self.nodes, root)
        })
    }

    /// Compiles several schemas into one plan. The root of this plan accepts no value.
    pub(super) fn compile_several(mut self, schemas: &[Value]) -> (Plan, Vec<Option<Child>>) {
        self.nodes.push(Node::Never);
        let mut children = Vec::new();
        for schema in schemas {
            let child = self.build_child(schema, "");
            if child.is_err() {
                // A node of the failed schema may refer to a part that was not compiled.
                self.known.clear();
                self.shared.clear();
            }
            children.push(child.ok());
        }
        discriminate(&mut self.nodes);
        let plan = Plan {
            texts: texts_of_unions(&self.nodes),
            functions: self.functions.to_vec(),
            pattern_size: self.patterns.size(),
            ..Plan::of_root(self.nodes, Child::without_hints(NodeId(0)))
        };
        (plan, children)
    }

    /// Rejects overlapping forms under `unevaluatedProperties`. The keyword depends on every form
    /// that a value matches, but the plan considers only one.
    fn refuse_overlaps(&self) -> Result<(), SchemaError> {
        let mut unions = self.nodes.iter().filter_map(|node| match node {
            Node::Union(union) => Some(union),
            _ => None,
        });
        let overlap = unions.find_map(|union| {
            let path = union.closed_at.as_deref()?;
            (!exclude_each_other(&self.nodes, union)).then_some(path)
        });
        match overlap {
            None => Ok(()),
            Some(path) => {
                let reason = "it depends on the properties of several forms, and a value may match more \
                     than one";
                Err(SchemaError::gap(
                    path,
                    Some("unevaluatedProperties"),
                    reason,
                ))
            }
        }
    }

    fn build_node(&mut self, schema: &Value, path: &str) -> Result<NodeId, SchemaError> {
        let Value::Object(map) = schema else {
            let node = self.build(schema, path)?;
            return self.push(node, path);
        };
        let keywords = Keywords { map, path };
        if self.derived {
            refuse_by_attribute(keywords)?;
        }
        match keywords.text("$ref")? {
            Some(pointer) if keywords.constraints().count() == 1 => {
                match self.build_reference(pointer, path) {
                    Err(error) if self.leaves_open(&error) => self.push(Node::Any, path),
                    node => node,
                }
            }
            Some(_) => self.build_once(schema.to_string(), schema, path),
            None => {
                let node = self.build(schema, path)?;
                self.push(node, path)
            }
        }
    }

    fn push(&mut self, node: Node, path: &str) -> Result<NodeId, SchemaError> {
        if self.nodes.len() >= PLAN_NODES {
            let reason = format!("the schema is too large: it has more than {PLAN_NODES} schemas");
            return Err(SchemaError::new(path, None, reason));
        }
        self.nodes.push(node);
        Ok(NodeId(self.nodes.len() - 1))
    }

    /// Compiles a schema that may contain itself. Registers its node first.
    #[inline(never)]
    fn build_once(
        &mut self,
        key: String,
        schema: &Value,
        path: &str,
    ) -> Result<NodeId, SchemaError> {
        if let Some(id) = self.known.get(&key) {
            return Ok(NodeId(*id));
        }
        let id = self.push(Node::Any, path)?;
        self.known.insert(key, id.0);
        self.shared.insert(id.0);
        self.nodes[id.0] = self.build(schema, path)?;
        Ok(id)
    }

    #[inline(never)]
    fn build_reference(&mut self, pointer: &str, path: &str) -> Result<NodeId, SchemaError> {
        let (target, pointer) = self.resolve(pointer, path)?;
        if let Value::Object(map) = &*target {
            refuse_own_base(map, self.document, &pointer)?;
        }
        self.build_once(pointer.clone(), &target, &pointer)
    }

    fn build(&mut self, schema: &Value, path: &str) -> Result<Node, SchemaError> {
        let map = match schema {
            Value::Bool(true) => return Ok(Node::Any),
            Value::Bool(false) => return Ok(Node::Never),
            Value::Object(map) => map,
            _ => return Err(not_a_schema(path)),
        };
        if self.depth >= SCHEMA_DEPTH {
            return Err(SchemaError::too_deep(path, SCHEMA_DEPTH));
        }
        self.depth += 1;
        let keywords = Keywords { map, path };
        let node = self.audit(keywords).and_then(|()| {
            if keywords.excludes_all() {
                Ok(Node::Never)
            } else if keywords.has_any(REFERENCES) {
                self.build_combination_or_rest(keywords)
            } else {
                self.build_plain(keywords)
            }
        });
        self.depth -= 1;
        match node {
            Err(error) if self.leaves_open(&error) => Ok(Node::Any),
            node => node,
        }
    }

    /// Compiles a combination. If the plan does not support it, compiles only the adjacent
    /// keywords.
    fn build_combination_or_rest(&mut self, keywords: Keywords<'_>) -> Result<Node, SchemaError> {
        match self.build_combination(keywords) {
            Err(error) if self.leaves_open(&error) => self.build_rest(keywords),
            node => node,
        }
    }

    #[inline(never)]
    fn build_rest(&mut self, keywords: Keywords<'_>) -> Result<Node, SchemaError> {
        let mut map = keywords.map.clone();
        map.retain(|keyword, _| !REFERENCES.contains(&keyword.as_str()));
        self.build_plain(Keywords {
            map: &map,
            path: keywords.path,
        })
    }

    /// Returns whether the plan may accept more than the schema because of this error.
    fn leaves_open(&self, error: &SchemaError) -> bool {
        self.dialect.tolerant && error.is_gap()
    }
}

/// Allows values that match two forms of a `oneOf`. A form that accepts too much may also match
/// values of another form.
fn take_more(nodes: &mut [Node]) {
    for node in nodes {
        if let Node::Union(union) = node {
            union.exactly_one = false;
        }
    }
}

fn not_a_schema(path: &str) -> SchemaError {
    SchemaError::new(path, None, "expected a schema: an object, true or false")
}

/// Returns the error of an attribute that the schema cannot express. A transform of the derive
/// recorded it in the schema.
fn refuse_by_attribute(keywords: Keywords<'_>) -> Result<(), SchemaError> {
    let fault = keywords.get(REFUSED).and_then(Value::as_array);
    match fault.map(Vec::as_slice) {
        Some([Value::String(word), Value::String(reason)]) => {
            let error = keywords.error(word, reason);
            Err(if word == "flatten" {
                error.with_suggestion("rename one of the keys with `#[serde(rename = \"...\")]`")
            } else {
                error
            })
        }
        _ => Ok(()),
    }
}
