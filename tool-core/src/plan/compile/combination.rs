use serde_json::{Map, Value};

use super::super::keywords::{Keywords, is_annotation};
use super::super::merge::{Budget, dedup_required, merge};
use super::super::narrow::refuse_blind;
use super::super::{Child, Choice, Node, NodeId, SchemaError, UnionPlan, aliases};
use super::{Compiler, not_a_schema};
use crate::schema::MAP;
use crate::schema::OrderedMapExt as _;

impl Compiler<'_> {
    /// Compiles a schema with `$ref`, `allOf`, `anyOf` or `oneOf`. Merges the adjacent keywords
    /// into each alternative.
    pub(super) fn build_combination(
        &mut self,
        keywords: Keywords<'_>,
    ) -> Result<Node, SchemaError> {
        let path = keywords.path;
        let map = self.with_absent_enums(keywords)?;
        let keywords = Keywords { map: &map, path };
        if let Some(pointer) = keywords.text("$ref")? {
            let schema = self.merge_target(keywords, pointer)?;
            return self.build(&schema, path);
        }
        if let Some(all) = keywords.list("allOf")? {
            let schema = self.merge_all(keywords, all)?;
            return self.build(&schema, path);
        }
        if keywords.get("oneOf").is_some() {
            self.build_alternatives(keywords, "oneOf")
        } else {
            self.build_alternatives(keywords, "anyOf")
        }
    }

    #[inline(never)]
    fn merge_target(
        &mut self,
        keywords: Keywords<'_>,
        pointer: &str,
    ) -> Result<Value, SchemaError> {
        let mut rest = keywords.map.clone();
        rest.remove_key("$ref");
        let (target, pointer) = self.resolve(pointer, keywords.path)?;
        self.audit_schema(&target, &pointer)?;
        self.merge_two(Value::Object(rest), &target, keywords.path)
    }

    #[inline(never)]
    fn merge_all(&self, keywords: Keywords<'_>, all: &[Value]) -> Result<Value, SchemaError> {
        let path = keywords.path;
        let mut rest = keywords.map.clone();
        rest.remove_key("allOf");
        let mut schema = Value::Object(rest);
        for (index, other) in all.iter().enumerate() {
            let place = format!("{path}/allOf/{index}");
            // After the merge, an error would point next to the `allOf` instead of into it.
            self.audit_schema(other, &place)?;
            if all.len() > 1 {
                refuse_blind(other, &place)?;
            }
            // A schema can contain only one reference.
            if schema.get("$ref").is_some() {
                schema = self.merge_inlined(schema, other, path)?;
            } else {
                merge_into(&mut schema, other, &self.budget, path)?;
            }
        }
        Ok(without_duplicates(schema))
    }

    fn build_alternatives(
        &mut self,
        keywords: Keywords<'_>,
        keyword: &'static str,
    ) -> Result<Node, SchemaError> {
        let alternatives = keywords.list(keyword)?.map_or(&[][..], Vec::as_slice);
        let rest = self.beside_alternatives(keywords, keyword, alternatives.len())?;
        let mut children = Vec::new();
        for (index, alternative) in alternatives.iter().enumerate() {
            let path = format!("{}/{keyword}/{index}", keywords.path);
            let schema = self.merge_alternative(&rest, alternative, &path)?;
            let child = self.build_child(&schema, &path)?;
            if is_empty(&rest) || !self.is_impossible(child.node) {
                children.push(child);
            }
        }
        Ok(self.close_union(children, keyword, &rest, keywords.path))
    }

    /// Returns the keywords that hold for each alternative.
    #[inline(never)]
    fn beside_alternatives(
        &self,
        keywords: Keywords<'_>,
        keyword: &'static str,
        alternatives: usize,
    ) -> Result<Value, SchemaError> {
        let path = keywords.path;
        let mut rest = keywords.map.clone();
        rest.remove_key(keyword);
        rest.retain(|keyword, _| keyword == MAP || !is_annotation(keyword));
        self.budget.count_copies(&rest, alternatives, path)?;
        if let Some(Value::Array(others)) = rest.get("anyOf") {
            self.budget
                .count_pairs(alternatives, others.len(), keyword, path)?;
        }
        Ok(Value::Object(rest))
    }

    #[inline(never)]
    fn merge_alternative(
        &self,
        rest: &Value,
        alternative: &Value,
        path: &str,
    ) -> Result<Value, SchemaError> {
        let schema = match alternative {
            Value::Object(map) => Value::Object(aliases::settle(map)),
            other => other.clone(),
        };
        if is_empty(rest) {
            return Ok(schema);
        }
        self.merge_inlined(rest.clone(), &schema, path)
    }

    #[inline(never)]
    fn close_union(
        &mut self,
        children: Vec<Child>,
        keyword: &str,
        rest: &Value,
        path: &str,
    ) -> Node {
        let mut node = self.build_union(children, keyword == "oneOf");
        if let Node::Union(union) = &mut node
            && let Some(Value::Bool(false) | Value::Object(_)) = rest.get("unevaluatedProperties")
        {
            union.closed_at = Some(path.to_owned());
        }
        node
    }

    /// Returns whether an object of a derived type requires a property that accepts no value. This
    /// happens if the tags of two flattened enums differ.
    fn is_impossible(&self, id: NodeId) -> bool {
        let Node::Object(object) = &self.nodes[id.0] else {
            return false;
        };
        let is_never = |node: NodeId| matches!(self.nodes[node.0], Node::Never);
        let mut required = object.properties().iter().filter(|one| one.required);
        self.derived && required.any(|property| is_never(property.child.node))
    }

    /// Merges two schemas. Resolves the second if it is only a reference.
    fn merge_inlined(&self, one: Value, other: &Value, path: &str) -> Result<Value, SchemaError> {
        let pointer = other.get("$ref").and_then(Value::as_str);
        let Some(pointer) = pointer else {
            return self.merge_two(one, other, path);
        };
        let (target, _) = self.resolve(pointer, path)?;
        let mut siblings = other.clone();
        if let Value::Object(map) = &mut siblings {
            map.remove_key("$ref");
        }
        self.merge_two(one, &self.merge_two(siblings, &target, path)?, path)
    }

    fn merge_two(&self, mut one: Value, other: &Value, path: &str) -> Result<Value, SchemaError> {
        merge_into(&mut one, other, &self.budget, path)?;
        Ok(without_duplicates(one))
    }

    /// Builds a union. Combines the members of its `enum`s and `const`s in one branch.
    fn build_union(&mut self, children: Vec<Child>, exactly_one: bool) -> Node {
        let mut gathered: Option<(usize, Choice)> = None;
        let mut branches: Vec<Child> = Vec::new();
        for child in children {
            // A choice with other references to it keeps its node.
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
        Node::Union(Box::new(UnionPlan::new(branches, exactly_one)))
    }

    fn is_shared(&self, id: NodeId) -> bool {
        self.shared.contains(&id.0)
    }
}

fn is_empty(rest: &Value) -> bool {
    rest.as_object().is_some_and(Map::is_empty)
}

fn merge_into(
    merged: &mut Value,
    other: &Value,
    budget: &Budget,
    path: &str,
) -> Result<(), SchemaError> {
    let meets = match (&mut *merged, other) {
        (Value::Bool(false), _) | (_, Value::Bool(true)) => true,
        (_, Value::Bool(false)) => false,
        (Value::Bool(true), other) => {
            *merged = other.clone();
            true
        }
        (Value::Object(merged), Value::Object(other)) => merge(merged, other, budget, path)?,
        _ => return Err(not_a_schema(path)),
    };
    if !meets {
        *merged = Value::Bool(false);
    }
    Ok(())
}

fn without_duplicates(mut schema: Value) -> Value {
    if let Value::Object(map) = &mut schema {
        dedup_required(map);
    }
    schema
}
