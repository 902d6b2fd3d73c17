//! The compiler: a schema document in, a table of nodes out.

mod combination;
mod plain;
mod reference;

use std::collections::HashMap;

use serde_json::Value;

use super::dialect::{Dialect, refuse_own_base};
use super::discriminate::discriminate;
use super::exclude::exclude_each_other;
use super::keywords::Keywords;
use super::{
    ArrayPlan, Child, DEEPEST, Given, Node, NodeId, NumberPlan, ObjectPlan, Plan, REFERENCES,
    SchemaError, StringPlan, types,
};
use crate::issue::{GUESSES, Guesses, JsonType, OF_THE_WHOLE_TEXT, nearest};
use crate::schema::{GENEROUS, JSON_STRING, PREPROCESS, Preprocess, XML_STRING};

/// How many nodes a plan may have: a schema beyond that is made to exhaust the
/// machine.
const MOST_NODES: usize = 100_000;

const OF_ANY_TYPE: &[&str] = &["type", "enum", "const", "format"];

/// Compiles one schema document.
pub(super) struct Compiler<'s> {
    document: &'s Value,
    /// See [`Given::derived`].
    derived: bool,
    dialect: Dialect,
    functions: &'s [Preprocess],
    nodes: Vec<Node>,
    /// The nodes of schemas that are referred to, or that hold a reference and
    /// more: by pointer or by text, so that recursion ends.
    known: HashMap<String, NodeId>,
    /// Where JSON or XML in a string is asked for, and by which hint.
    texts: Vec<(String, &'static str, NodeId)>,
    depth: usize,
    asks_for_guesses: bool,
}

impl<'s> Compiler<'s> {
    pub(super) fn new(given: Given<'s>, dialect: Dialect) -> Self {
        Self {
            document: given.schema,
            derived: given.derived,
            dialect,
            functions: given.functions,
            nodes: Vec::new(),
            known: HashMap::new(),
            texts: Vec::new(),
            depth: 0,
            asks_for_guesses: false,
        }
    }

    pub(super) fn plan(mut self) -> Result<Plan, SchemaError> {
        let document = self.dialect.translate(self.document, "")?;
        let root = self.child(&document, "")?;
        if self.dialect.tolerant {
            take_more(&mut self.nodes);
        }
        // The types of unions are known only now.
        discriminate(&mut self.nodes);
        if !self.derived {
            self.refuse_overlaps()?;
        }
        for (path, hint, node) in &self.texts {
            if types(&self.nodes, *node).contains(JsonType::String) {
                let format = if *hint == JSON_STRING { "JSON" } else { "XML" };
                let reason = format!(
                    "the schema takes a string as it is, so {format} in a string cannot be told from text"
                );
                return Err(SchemaError::new(path, Some(hint), reason));
            }
        }
        Ok(Plan {
            nodes: self.nodes,
            root,
            asks_for_guesses: self.asks_for_guesses,
            functions: self.functions.to_vec(),
            #[cfg(feature = "full-schema")]
            full: None,
        })
    }

    /// `unevaluatedProperties` sees every form that the value has, and the plan
    /// knows one: the forms must exclude each other.
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
                let reason =
                    "it sees the properties of several forms that a value may have at once";
                Err(SchemaError::gap(
                    path,
                    Some("unevaluatedProperties"),
                    reason,
                ))
            }
        }
    }

    /// A schema at its place, with the hints written there.
    pub(super) fn child(&mut self, schema: &Value, path: &str) -> Result<Child, SchemaError> {
        let node = self.node(schema, path)?;
        let json_string = self.asks_for_text(JSON_STRING, schema, node, path);
        let xml_string = self.asks_for_text(XML_STRING, schema, node, path);
        if xml_string && !cfg!(feature = "xml") {
            let reason = "XML in a string is read with the feature `xml` of `tool-core`";
            return Err(SchemaError::new(path, Some(XML_STRING), reason));
        }
        let guesses = guesses(schema, path)?;
        self.asks_for_guesses |= guesses != Guesses::NONE;
        Ok(Child {
            node,
            json_string,
            xml_string,
            one_of_many: false,
            guesses,
            preprocess: self.preprocess(schema, path)?,
        })
    }

    /// The number of the function that the hint beside a schema names.
    fn preprocess(&self, schema: &Value, path: &str) -> Result<Option<u16>, SchemaError> {
        let Some(hint) = schema.get(PREPROCESS) else {
            return Ok(None);
        };
        let number = hint.as_u64().and_then(|number| u16::try_from(number).ok());
        let is_known = |number: &u16| usize::from(*number) < self.functions.len();
        if let Some(number) = number.filter(is_known) {
            return Ok(Some(number));
        }
        let reason = "a function is written in Rust, on a field of a derived tool";
        Err(SchemaError::new(path, Some(PREPROCESS), reason))
    }

    /// Whether the hint for text of that format stands beside a schema.
    fn asks_for_text(
        &mut self,
        hint: &'static str,
        schema: &Value,
        node: NodeId,
        path: &str,
    ) -> bool {
        let asks = schema.get(hint) == Some(&Value::Bool(true));
        if asks {
            self.texts.push((path.to_owned(), hint, node));
        }
        asks
    }

    fn node(&mut self, schema: &Value, path: &str) -> Result<NodeId, SchemaError> {
        let Value::Object(map) = schema else {
            let node = self.build(schema, path)?;
            return self.push(node, path);
        };
        let keywords = Keywords { map, path };
        match keywords.text("$ref")? {
            Some(pointer) if keywords.constraints().count() == 1 => {
                match self.reference(pointer, path) {
                    Err(error) if self.leaves_open(&error) => self.push(Node::Any, path),
                    node => node,
                }
            }
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
        refuse_own_base_of(&target, self.document, &at)?;
        self.once(pointer, &target, &at)
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
        let node = self.audit(keywords).and_then(|()| {
            if keywords.excludes_all() {
                Ok(Node::Never)
            } else if keywords.has_any(REFERENCES) {
                self.combination_or_rest(keywords)
            } else {
                self.plain(keywords)
            }
        });
        self.depth -= 1;
        match node {
            Err(error) if self.leaves_open(&error) => Ok(Node::Any),
            node => node,
        }
    }

    /// What stands beside the alternatives, where those are beyond the plan.
    fn combination_or_rest(&mut self, keywords: Keywords<'_>) -> Result<Node, SchemaError> {
        match self.combination(keywords) {
            Err(error) if self.leaves_open(&error) => {
                let mut map = keywords.map.clone();
                map.retain(|keyword, _| !REFERENCES.contains(&keyword.as_str()));
                self.plain(Keywords {
                    map: &map,
                    path: keywords.path,
                })
            }
            node => node,
        }
    }

    /// Whether the plan takes more where it cannot take exactly what it should.
    fn leaves_open(&self, error: &SchemaError) -> bool {
        self.dialect.tolerant && error.is_gap()
    }

    /// The [`audit`](Self::audit) of a part, at the path of that part.
    fn audit_schema(&self, schema: &Value, path: &str) -> Result<(), SchemaError> {
        match schema {
            Value::Bool(_) => Ok(()),
            Value::Object(map) => self.audit(Keywords { map, path }),
            _ => Err(not_a_schema(path)),
        }
    }

    /// Every keyword is checked by the plan, or is an annotation, or is refused.
    fn audit(&self, keywords: Keywords<'_>) -> Result<(), SchemaError> {
        refuse_own_base(keywords.map, self.document, keywords.path)?;
        if self.dialect.tolerant {
            return Ok(());
        }
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
            Some(keyword) => Err(keywords.gap(keyword, "this keyword is not checked")),
            None => Ok(()),
        }
    }
}

/// A value of two forms passes: a form that takes more than it should may take
/// what is meant for another.
fn take_more(nodes: &mut [Node]) {
    for node in nodes {
        if let Node::Union(union) = node {
            union.exactly_one = false;
        }
    }
}

fn refuse_own_base_of(target: &Value, document: &Value, path: &str) -> Result<(), SchemaError> {
    match target {
        Value::Object(map) => refuse_own_base(map, document, path),
        _ => Ok(()),
    }
}

fn not_a_schema(path: &str) -> SchemaError {
    SchemaError::new(path, None, "a schema is an object, true or false")
}

/// The guesses that the hint beside a schema names.
fn guesses(schema: &Value, path: &str) -> Result<Guesses, SchemaError> {
    let mut guesses = Guesses::NONE;
    let Some(map) = schema.as_object() else {
        return Ok(guesses);
    };
    let keywords = Keywords { map, path };
    for name in keywords.names(GENEROUS)? {
        if OF_THE_WHOLE_TEXT.iter().any(|rule| rule.as_str() == name) {
            let reason = format!("`{name}` is about all arguments: only a reader can ask for it");
            return Err(keywords.error(GENEROUS, reason));
        }
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
