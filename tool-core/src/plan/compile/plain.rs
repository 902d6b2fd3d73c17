use std::collections::HashSet;

use serde_json::{Map, Value};

use super::super::array::CountRange;
use super::super::condition::{build_conditions, is_of_object};
use super::super::keywords::Keywords;
use super::super::pattern::Patterns;
use super::super::{
    Additional, ArrayPlan, Child, Choice, ContainsPlan, Node, NodeId, NumberPlan, ObjectPlan,
    Pattern, Property, SchemaError, StringPlan, UnionPlan, aliases,
};
use super::Compiler;
use crate::issue::{JsonType, TypeSet, sort};
use crate::schema::keyword::Keyword;
use crate::schema::walk::escape;
use crate::schema::{ALIASES, Lookup, MAP};

impl Compiler<'_> {
    /// Compiles a schema of plain keywords into one node for each type that it accepts.
    pub(super) fn build_plain(&mut self, keywords: Keywords<'_>) -> Result<Node, SchemaError> {
        if keywords.constraints().next().is_none() {
            return Ok(Node::Any);
        }
        let types = keywords.types()?;
        if keywords.has_any(&["enum", "const"]) {
            return build_choice(keywords, types, &self.patterns);
        }
        let types: Vec<_> = types.iter().collect();
        match types.as_slice() {
            [] => Ok(Node::Never),
            [only] => self.build_typed(keywords, *only),
            types => self.build_many_types(keywords, types),
        }
    }

    fn build_many_types(
        &mut self,
        keywords: Keywords<'_>,
        types: &[JsonType],
    ) -> Result<Node, SchemaError> {
        let mut children = Vec::new();
        for json_type in types {
            let node = self.build_pushed(keywords, *json_type)?;
            children.push(Child::without_hints(node));
        }
        let mut union = UnionPlan::new(children, false);
        union.keeps_digits = types.contains(&JsonType::String) && types.contains(&JsonType::Number);
        Ok(Node::Union(Box::new(union)))
    }

    #[inline(never)]
    fn build_pushed(
        &mut self,
        keywords: Keywords<'_>,
        json_type: JsonType,
    ) -> Result<NodeId, SchemaError> {
        let node = self.build_typed(keywords, json_type)?;
        self.push(node, keywords.path)
    }

    fn build_typed(
        &mut self,
        keywords: Keywords<'_>,
        json_type: JsonType,
    ) -> Result<Node, SchemaError> {
        match json_type {
            JsonType::Array => self.build_array(keywords),
            JsonType::Object => self.build_object(keywords),
            _ => build_scalar(keywords, json_type, &self.patterns),
        }
    }

    #[inline(never)]
    fn build_array(&mut self, keywords: Keywords<'_>) -> Result<Node, SchemaError> {
        let path = keywords.path;
        let mut prefix = Vec::new();
        let (first, others) = self
            .dialect
            .item_keywords(keywords.has_any(&["prefixItems"]));
        for (index, schema) in keywords
            .list("prefixItems")?
            .into_iter()
            .flatten()
            .enumerate()
        {
            prefix.push(self.build_child(schema, &format!("{path}/{first}/{index}"))?);
        }
        let items = match keywords.get("items") {
            Some(Value::Array(_)) => {
                let reason = "expected a schema, got a list; use `prefixItems`";
                return Err(keywords.error("items", reason));
            }
            items => self.build_child(
                items.unwrap_or(&Value::Bool(true)),
                &format!("{path}/{others}"),
            )?,
        };
        let contains = match keywords.get("contains") {
            Some(schema) => {
                let item = self.build_child(schema, &format!("{path}/contains"))?;
                let mut contains = ContainsPlan::new(keywords, item)?;
                // A tolerant plan may accept too many items.
                contains.maximum = contains.maximum.filter(|_| !self.dialect.tolerant);
                Some(contains)
            }
            None => None,
        };
        ArrayPlan::new(keywords, prefix, items, contains, self.derived).map(Node::Array)
    }

    fn build_object(&mut self, keywords: Keywords<'_>) -> Result<Node, SchemaError> {
        let path = keywords.path;
        let additional = self.build_additional(keywords)?;
        let mut required = keywords.names("required")?;
        if self.derived {
            refuse_one_name_twice(keywords, &required)?;
        }
        sort(&mut required, Ord::cmp);
        let mut properties = Vec::new();
        for (name, schema) in keywords.object("properties")?.into_iter().flatten() {
            let child = self.build_child(schema, &format!("{path}/properties/{}", escape(name)))?;
            let aliases = schema.names(ALIASES).map(str::to_owned).collect();
            let is_required = required.binary_search(&name.as_str()).is_ok();
            properties.push(Property::new(name, aliases, is_required, child));
        }
        let patterns = self.build_patterns(keywords)?;
        self.add_undeclared(keywords, additional, !patterns.is_empty(), &mut properties)?;
        // Other schemas declare such properties for arguments, too.
        let is_written_out =
            self.derived && required.is_empty() && are_of_map(keywords.object("properties")?);
        let mut object = ObjectPlan::new(properties, patterns, additional);
        object.is_written_out = is_written_out;
        object.is_direct = keywords.are_read_directly(JsonType::Object);
        object.count = CountRange::read(keywords, "minProperties", "maxProperties")?;
        if !self.dialect.tolerant {
            let build = |schema: &Value, path: &str| self.build_child(schema, path);
            object.conditions = build_conditions(keywords, build)?;
        }
        Ok(Node::Object(object))
    }

    #[inline(never)]
    fn add_undeclared(
        &mut self,
        keywords: Keywords<'_>,
        additional: Additional,
        has_patterns: bool,
        properties: &mut Vec<Property>,
    ) -> Result<(), SchemaError> {
        let declared = keywords.object("properties")?;
        let mut known: HashSet<&str> = HashSet::new();
        for name in keywords.names("required")? {
            if declared.is_some_and(|declared| declared.contains_key(name)) || !known.insert(name) {
                continue;
            }
            let child = match additional {
                Additional::Map(child) => child,
                Additional::Open | Additional::Unspecified => {
                    self.build_child(&Value::Bool(true), keywords.path)?
                }
                Additional::Closed if !has_patterns => {
                    self.build_child(&Value::Bool(false), keywords.path)?
                }
                Additional::Closed => {
                    return Err(keywords.gap("required", format!("`{name}` is not declared")));
                }
            };
            properties.push(Property::new(name, Vec::new(), true, child));
        }
        Ok(())
    }

    #[inline(never)]
    fn build_patterns(
        &mut self,
        keywords: Keywords<'_>,
    ) -> Result<Vec<(Pattern, Child)>, SchemaError> {
        let mut patterns = Vec::new();
        for (source, schema) in keywords.object("patternProperties")?.into_iter().flatten() {
            let pattern = self
                .patterns
                .compile(source, "patternProperties", keywords)?;
            let path = format!("{}/patternProperties/{}", keywords.path, escape(source));
            patterns.push((pattern, self.build_child(schema, &path)?));
        }
        Ok(patterns)
    }

    /// Compiles the rule for undeclared keys. Without an adjacent schema, `unevaluatedProperties`
    /// is equivalent to `additionalProperties`.
    #[inline(never)]
    fn build_additional(&mut self, keywords: Keywords<'_>) -> Result<Additional, SchemaError> {
        let keyword = match keywords.get("additionalProperties") {
            Some(_) => "additionalProperties",
            None => "unevaluatedProperties",
        };
        match keywords.get(keyword) {
            None => Ok(Additional::Unspecified),
            Some(Value::Bool(false)) => Ok(Additional::Closed),
            Some(Value::Bool(true)) if keywords.get(MAP).is_none() => Ok(Additional::Open),
            Some(schema) => {
                let path = format!("{}/{keyword}", keywords.path);
                Ok(Additional::Map(self.build_child(schema, &path)?))
            }
        }
    }
}

/// Rejects two fields with one name if one of them is flattened. Serde passes the value to one
/// field and reports the other as missing.
fn refuse_one_name_twice(keywords: Keywords<'_>, required: &[&str]) -> Result<(), SchemaError> {
    let mut names = required.iter().enumerate();
    let twice = names.find(|(number, name)| required[..*number].contains(name));
    match twice {
        None => Ok(()),
        Some((_, name)) => {
            let reason = format!("two fields read the key `{name}`");
            let error = keywords.error("required", reason);
            Err(error.with_suggestion("rename one of them with `#[serde(rename = \"...\")]`"))
        }
    }
}

/// Compiles a type without nested values.
#[inline(never)]
fn build_scalar(
    keywords: Keywords<'_>,
    json_type: JsonType,
    patterns: &Patterns,
) -> Result<Node, SchemaError> {
    Ok(match json_type {
        JsonType::Null => Node::Null,
        JsonType::Boolean => Node::Boolean,
        JsonType::String => Node::String(StringPlan::compile(keywords, patterns)?),
        _ => Node::Number(NumberPlan::compile(
            keywords,
            json_type == JsonType::Integer,
        )?),
    })
}

/// Compiles an `enum` or a `const`.
#[inline(never)]
fn build_choice(
    keywords: Keywords<'_>,
    types: TypeSet,
    patterns: &Patterns,
) -> Result<Node, SchemaError> {
    let mut members: Vec<&Value> = match keywords.list("enum")? {
        Some(members) => members.iter().collect(),
        None => Vec::new(),
    };
    if let Some(constant) = keywords.get("const") {
        members = match keywords.get("enum") {
            Some(_) => members
                .into_iter()
                .filter(|member| *member == constant)
                .collect(),
            None => vec![constant],
        };
    }
    let members = filter_members(keywords, types, members, patterns)?;
    let mut choice = Choice::default();
    for member in members {
        choice.push(member, aliases::of_member(keywords.map, member), types);
    }
    Ok(if choice.members().is_empty() {
        Node::Never
    } else {
        Node::Choice(choice)
    })
}

fn filter_members<'v>(
    keywords: Keywords<'_>,
    types: TypeSet,
    members: Vec<&'v Value>,
    patterns: &Patterns,
) -> Result<Vec<&'v Value>, SchemaError> {
    let string = StringPlan::compile(keywords, patterns)?;
    let number = NumberPlan::compile(keywords, !types.contains(JsonType::Number))?;
    let is_of_containers = |keyword: &&str| {
        let about = Keyword::named(keyword).and_then(|keyword| keyword.about);
        matches!(about, Some(JsonType::Array | JsonType::Object))
    };
    let beside = keywords
        .constraints()
        .find(|keyword| is_of_containers(keyword) || is_of_object(keyword, keywords));
    if let Some(beside) = beside
        && members
            .iter()
            .any(|member| member.is_array() || member.is_object())
    {
        let reason = "it is not supported next to an `enum` of arrays or objects";
        return Err(keywords.gap(beside, reason));
    }
    let meets = |member: &&Value| match member {
        Value::String(text) => string.check(text, &patterns.work).is_ok(),
        Value::Number(value) => number.check(&value.to_string()).is_ok(),
        _ => true,
    };
    let members = members.into_iter().filter(meets).collect();
    if patterns.work.check_exhausted().is_ok() {
        return Ok(members);
    }
    let reason = "its members are too long for the check of the `pattern` next to it; remove the \
                  `pattern`";
    Err(keywords.error("enum", reason))
}

/// Returns whether schemars wrote the properties for a map with enum keys. Such properties are
/// several, and their schemas are equal except for aliases. Optional fields of a struct allow null
/// or have a default.
fn are_of_map(properties: Option<&Map<String, Value>>) -> bool {
    let without_aliases = |schema: &Value| {
        let mut schema = schema.as_object().cloned().unwrap_or_default();
        schema.remove(ALIASES);
        schema
    };
    let schemas = properties.into_iter().flat_map(Map::values);
    let mut schemas = schemas.map(without_aliases);
    match (schemas.next(), schemas.next()) {
        (Some(first), Some(second)) => {
            first == second && !is_of_field(&first) && schemas.all(|other| other == first)
        }
        _ => false,
    }
}

fn is_of_field(schema: &Map<String, Value>) -> bool {
    let mut forms = schema.list("anyOf").iter();
    schema.contains_key("default")
        || schema.names("type").any(|of| of == "null")
        || forms.any(|form| form["type"] == "null")
}
