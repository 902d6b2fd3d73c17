//! The compiler: a schema document in, a table of nodes out.

mod combination;
mod plain;
mod reference;

use std::collections::HashMap;

use serde_json::Value;

use super::discriminate::discriminate;
use super::keywords::Keywords;
use super::{
    ArrayPlan, Child, Node, NodeId, NumberPlan, ObjectPlan, Plan, SchemaError, StringPlan, types,
};
use crate::issue::{GUESSES, Guesses, JsonType, nearest};
use crate::schema::{GENEROUS, JSON_STRING};

/// How deep schemas may nest, and how many nodes a plan may have: a schema
/// beyond that is made to exhaust the machine.
const DEEPEST: usize = 200;
const MOST_NODES: usize = 100_000;

const REFERENCES: &[&str] = &["$ref", "allOf", "anyOf", "oneOf"];
const OF_ANY_TYPE: &[&str] = &["type", "enum", "const", "format"];

/// Compiles one schema document.
pub(super) struct Compiler<'s> {
    document: &'s Value,
    nodes: Vec<Node>,
    /// The nodes of schemas that are referred to, or that hold a reference and
    /// more: by pointer or by text, so that recursion ends.
    known: HashMap<String, NodeId>,
    json_strings: Vec<(String, NodeId)>,
    depth: usize,
    asks_for_guesses: bool,
}

impl<'s> Compiler<'s> {
    pub(super) fn new(document: &'s Value) -> Self {
        Self {
            document,
            nodes: Vec::new(),
            known: HashMap::new(),
            json_strings: Vec::new(),
            depth: 0,
            asks_for_guesses: false,
        }
    }

    pub(super) fn plan(mut self) -> Result<Plan, SchemaError> {
        let root = self.child(self.document, "")?;
        // The types of unions are known only now.
        discriminate(&mut self.nodes);
        for (path, node) in self.json_strings {
            if types(&self.nodes, node).contains(JsonType::String) {
                return Err(SchemaError::new(
                    &path,
                    Some(JSON_STRING),
                    "the schema takes a string as it is, so JSON in a string cannot be told from text",
                ));
            }
        }
        Ok(Plan {
            nodes: self.nodes,
            root,
            asks_for_guesses: self.asks_for_guesses,
        })
    }

    /// A schema at its place, with the hints written there.
    pub(super) fn child(&mut self, schema: &Value, path: &str) -> Result<Child, SchemaError> {
        let node = self.node(schema, path)?;
        let json_string = schema.get(JSON_STRING) == Some(&Value::Bool(true));
        if json_string {
            self.json_strings.push((path.to_owned(), node));
        }
        let guesses = guesses(schema, path)?;
        self.asks_for_guesses |= guesses != Guesses::NONE;
        Ok(Child {
            node,
            json_string,
            one_of_many: false,
            guesses,
        })
    }

    fn node(&mut self, schema: &Value, path: &str) -> Result<NodeId, SchemaError> {
        let Value::Object(map) = schema else {
            let node = self.build(schema, path)?;
            return self.push(node, path);
        };
        let keywords = Keywords { map, path };
        match keywords.text("$ref")? {
            Some(pointer) if keywords.constraints().count() == 1 => self.reference(pointer, path),
            Some(_) => self.once(schema.to_string(), schema, path),
            None => {
                let node = self.build(schema, path)?;
                self.push(node, path)
            }
        }
    }

    fn push(&mut self, node: Node, path: &str) -> Result<NodeId, SchemaError> {
        if self.nodes.len() >= MOST_NODES {
            return Err(SchemaError::new(path, None, "the schema is too large"));
        }
        self.nodes.push(node);
        Ok(NodeId(self.nodes.len() - 1))
    }

    /// The node of a schema that may be met again inside itself.
    fn once(&mut self, key: String, schema: &Value, path: &str) -> Result<NodeId, SchemaError> {
        if let Some(id) = self.known.get(&key) {
            return Ok(*id);
        }
        let id = self.push(Node::Any, path)?;
        self.known.insert(key, id);
        self.nodes[id.0] = self.build(schema, path)?;
        Ok(id)
    }

    fn reference(&mut self, pointer: &str, path: &str) -> Result<NodeId, SchemaError> {
        let (target, pointer) = self.resolve(pointer, path)?;
        let at = pointer.trim_start_matches('#').to_owned();
        self.once(pointer, target, &at)
    }

    fn build(&mut self, schema: &Value, path: &str) -> Result<Node, SchemaError> {
        let map = match schema {
            Value::Bool(true) => return Ok(Node::Any),
            Value::Bool(false) => return Ok(Node::Never),
            Value::Object(map) => map,
            _ => return Err(not_a_schema(path)),
        };
        if self.depth >= DEEPEST {
            return Err(SchemaError::new(
                path,
                None,
                "the schema is nested too deeply",
            ));
        }
        self.depth += 1;
        let keywords = Keywords { map, path };
        let node = audit(keywords).and_then(|()| {
            if keywords.excludes_all() {
                Ok(Node::Never)
            } else if keywords.has_any(REFERENCES) {
                self.combination(keywords)
            } else {
                self.plain(keywords)
            }
        });
        self.depth -= 1;
        node
    }
}

/// The guesses that the hint beside a schema names.
fn guesses(schema: &Value, path: &str) -> Result<Guesses, SchemaError> {
    let mut guesses = Guesses::NONE;
    let Some(map) = schema.as_object() else {
        return Ok(guesses);
    };
    let keywords = Keywords { map, path };
    for name in keywords.names(GENEROUS)? {
        if !guesses.insert(name) {
            let known = GUESSES.iter().map(|rule| rule.as_str());
            let advice = match nearest(name, known) {
                Some(near) => format!("; did you mean `{near}`?"),
                None => String::new(),
            };
            let reason = format!("`{name}` is no rule that guesses{advice}");
            return Err(keywords.error(GENEROUS, reason));
        }
    }
    Ok(guesses)
}

/// The [`audit`] of a part, at the path of that part.
fn audit_schema(schema: &Value, path: &str) -> Result<(), SchemaError> {
    match schema {
        Value::Bool(_) => Ok(()),
        Value::Object(map) => audit(Keywords { map, path }),
        _ => Err(not_a_schema(path)),
    }
}

fn not_a_schema(path: &str) -> SchemaError {
    SchemaError::new(path, None, "a schema is an object, true or false")
}

/// Every keyword is checked by the plan, or is an annotation, or is refused.
fn audit(keywords: Keywords<'_>) -> Result<(), SchemaError> {
    let known = [
        REFERENCES,
        OF_ANY_TYPE,
        NumberPlan::KEYWORDS,
        StringPlan::KEYWORDS,
        ArrayPlan::KEYWORDS,
        ObjectPlan::KEYWORDS,
    ];
    let not_is_checked = keywords.excludes_all() || keywords.excluded_number().is_some();
    let unknown = keywords
        .constraints()
        .filter(|keyword| *keyword != "not" || !not_is_checked)
        .find(|keyword| !known.iter().any(|known| known.contains(keyword)));
    match unknown {
        Some(keyword) => Err(keywords.error(keyword, "this keyword is not checked")),
        None => Ok(()),
    }
}
