use serde_json::{Map, Value};

use super::super::keywords::{Keywords, is_annotation};
use super::super::merge::merge;
use super::super::narrow::refuse_blind;
use super::super::{Child, Choice, Node, NodeId, SchemaError, UnionPlan, aliases};
use super::{Compiler, not_a_schema};
use crate::schema::MAP;

impl Compiler<'_> {
    /// A schema with `$ref`, `allOf`, `anyOf` or `oneOf`: what stands beside
    /// is merged into each alternative.
    pub(super) fn combination(&mut self, keywords: Keywords<'_>) -> Result<Node, SchemaError> {
        let path = keywords.path;
        let mut rest = keywords.map.clone();
        if let Some(pointer) = keywords.text("$ref")? {
            rest.shift_remove("$ref");
            let (target, pointer) = self.resolve(pointer, path)?;
            self.audit_schema(&target, &pointer)?;
            return self.merged(&rest, &target, path);
        }
        if let Some(all) = keywords.list("allOf")? {
            rest.shift_remove("allOf");
            let mut schema = Value::Object(rest);
            for (index, other) in all.iter().enumerate() {
                // Merged, a fault would be said to stand beside the `allOf`.
                self.audit_schema(other, &format!("{path}/allOf/{index}"))?;
                if all.len() > 1 {
                    refuse_blind(other, &format!("{path}/allOf/{index}"))?;
                }
                // One schema holds one reference.
                schema = if schema.get("$ref").is_some() {
                    self.inlined(&schema, other, path)?
                } else {
                    merge_values(&schema, other, path)?
                };
            }
            return self.build(&schema, path);
        }
        let keyword = if keywords.get("oneOf").is_some() {
            "oneOf"
        } else {
            "anyOf"
        };
        let alternatives = keywords.list(keyword)?.map_or(&[][..], Vec::as_slice);
        rest.shift_remove(keyword);
        rest.retain(|keyword, _| keyword == MAP || !is_annotation(keyword));
        let rest = Value::Object(rest);
        let mut children = Vec::new();
        for (index, alternative) in alternatives.iter().enumerate() {
            let path = format!("{path}/{keyword}/{index}");
            let schema = match alternative {
                Value::Object(map) => Value::Object(aliases::settle(map)),
                other => other.clone(),
            };
            children.push(if rest.as_object().is_some_and(Map::is_empty) {
                self.child(&schema, &path)?
            } else {
                let merged = self.inlined(&rest, &schema, &path)?;
                self.child(&merged, &path)?
            });
        }
        let mut node = self.union(children, keyword == "oneOf");
        if let Node::Union(union) = &mut node
            && let Some(Value::Bool(false) | Value::Object(_)) = rest.get("unevaluatedProperties")
        {
            union.closed_at = Some(path.to_owned());
        }
        Ok(node)
    }

    /// Both schemas in one, a lone reference of the second resolved.
    fn inlined(&self, one: &Value, other: &Value, path: &str) -> Result<Value, SchemaError> {
        let pointer = other.get("$ref").and_then(Value::as_str);
        let Some(pointer) = pointer else {
            return merge_values(one, other, path);
        };
        let (target, _) = self.resolve(pointer, path)?;
        let mut siblings = other.clone();
        if let Value::Object(map) = &mut siblings {
            map.shift_remove("$ref");
        }
        merge_values(one, &merge_values(&siblings, &target, path)?, path)
    }

    fn merged(
        &mut self,
        rest: &Map<String, Value>,
        target: &Value,
        path: &str,
    ) -> Result<Node, SchemaError> {
        let schema = merge_values(&Value::Object(rest.clone()), target, path)?;
        self.build(&schema, path)
    }

    /// A union, the members of its `enum`s and `const`s gathered in one branch.
    fn union(&mut self, children: Vec<Child>, exactly_one: bool) -> Node {
        let mut gathered: Option<(usize, Choice)> = None;
        let mut branches: Vec<Child> = Vec::new();
        for child in children {
            // A choice that is referred to by others stays where it is.
            let shared = self.is_shared(child.node);
            match (&mut self.nodes[child.node.0], &mut gathered) {
                (Node::Choice(_), _) if shared => branches.push(child),
                (Node::Choice(choice), Some((_, all))) if !all.overlaps(choice) => {
                    all.absorb(std::mem::take(choice));
                }
                (Node::Choice(choice), None) => {
                    gathered = Some((child.node.0, std::mem::take(choice)));
                    branches.push(child);
                }
                _ => branches.push(child),
            }
        }
        if let Some((node, choice)) = gathered {
            if branches.len() == 1 {
                return Node::Choice(choice);
            }
            self.nodes[node] = Node::Choice(choice);
        }
        Node::Union(UnionPlan::new(branches, exactly_one))
    }

    fn is_shared(&self, id: NodeId) -> bool {
        self.known.values().any(|known| *known == id)
    }
}

fn merge_values(one: &Value, other: &Value, path: &str) -> Result<Value, SchemaError> {
    Ok(match (one, other) {
        (Value::Bool(false), _) | (_, Value::Bool(false)) => Value::Bool(false),
        (schema, Value::Bool(true)) | (Value::Bool(true), schema) => schema.clone(),
        (Value::Object(one), Value::Object(other)) => {
            merge(one, other, path)?.map_or(Value::Bool(false), Value::Object)
        }
        _ => return Err(not_a_schema(path)),
    })
}
