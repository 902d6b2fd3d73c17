use std::collections::HashSet;

use serde_json::Value;

use super::super::dialect::refuse_own_base;
use super::super::keywords::Keywords;
use super::super::{ArrayPlan, NumberPlan, ObjectPlan, REFERENCES, SchemaError, StringPlan};
use super::{Compiler, OF_ANY_TYPE, not_a_schema};
use crate::schema::{ALIASES, REFUSED, subschemas};

impl Compiler<'_> {
    /// The [`audit`](Self::audit) of a part, at the path of that part.
    pub(super) fn audit_schema(&self, schema: &Value, path: &str) -> Result<(), SchemaError> {
        match schema {
            Value::Bool(_) => Ok(()),
            Value::Object(map) => self.audit(Keywords { map, path }),
            _ => Err(not_a_schema(path)),
        }
    }

    /// Refuses an optional flattened enum that has an alias, in an object that accepts further
    /// keys. The schema accepts the alias as a further key, and the enum as absent. Serde reads the
    /// alias as the property, so that the type would be another value than the schema says.
    fn refuse_hidden_aliases(&self, keywords: Keywords<'_>) -> Result<(), SchemaError> {
        let map = keywords.map;
        let is_closed = ["additionalProperties", "unevaluatedProperties"]
            .iter()
            .any(|keyword| map.get(*keyword) == Some(&Value::Bool(false)));
        let is_object = map.contains_key("properties") || map.contains_key("type");
        if !self.derived || is_closed || !is_object {
            return Ok(());
        }
        let joined = map.get("allOf").and_then(Value::as_array);
        let joined = joined.into_iter().flatten().filter_map(Value::as_object);
        let forms = joined
            .chain([map])
            .filter_map(|map| map.get("anyOf")?.as_array());
        let mut optional = forms.filter(|forms| forms.iter().any(asks_for_nothing));
        let alias = optional.find_map(|forms| {
            let mut forms = forms.iter();
            forms.find_map(|form| self.first_alias(form, &mut HashSet::new()))
        });
        let Some(alias) = alias else {
            return Ok(());
        };
        let reason = format!(
            "an optional flattened enum has the alias `{alias}`, which the object accepts as a further key as well"
        );
        let error = keywords.error("anyOf", reason);
        Err(error.with_way_out(
            "remove the alias, flatten the enum without `Option`, or close the object: leave out its flattened map or `open`",
        ))
    }

    /// The first alias in a schema, behind references as well.
    fn first_alias(&self, schema: &Value, met: &mut HashSet<String>) -> Option<String> {
        let map = schema.as_object()?;
        if let Some(alias) = map.get(ALIASES).and_then(first_text) {
            return Some(alias);
        }
        let reference = map.get("$ref").and_then(Value::as_str);
        if let Some(reference) = reference.filter(|reference| met.insert((*reference).to_owned()))
            && let Some(target) = self.references.target(reference)
            && let alias @ Some(_) = self.first_alias(target, met)
        {
            return alias;
        }
        let mut inside = subschemas::inside(map).into_iter();
        inside.find_map(|schema| self.first_alias(schema, met))
    }

    /// Every keyword is checked by the plan, or is an annotation, or is refused.
    pub(super) fn audit(&self, keywords: Keywords<'_>) -> Result<(), SchemaError> {
        refuse_own_base(keywords.map, self.document, keywords.path)?;
        self.refuse_hidden_aliases(keywords)?;
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

/// Whether every value is of this form.
fn asks_for_nothing(form: &Value) -> bool {
    let annotations = ["description", "title", "$comment"];
    let is_annotation = |keyword: &String| annotations.contains(&keyword.as_str());
    form.as_object()
        .is_some_and(|form| form.keys().all(is_annotation))
}

/// The first text in a list of aliases, or in lists by the names that the aliases are of.
fn first_text(aliases: &Value) -> Option<String> {
    match aliases {
        Value::String(alias) => Some(alias.clone()),
        Value::Array(aliases) => aliases.iter().find_map(first_text),
        Value::Object(by_name) => by_name.values().find_map(first_text),
        _ => None,
    }
}

/// An attribute that cannot be held to: the derive's transforms put it down in the schema.
pub(super) fn refused_by_attribute(keywords: Keywords<'_>) -> Result<(), SchemaError> {
    let fault = keywords.get(REFUSED).and_then(Value::as_array);
    match fault.map(Vec::as_slice) {
        Some([Value::String(word), Value::String(reason)]) => {
            let error = keywords.error(word, reason);
            Err(if word == "flatten" {
                error.with_way_out("rename one of the keys with `#[serde(rename = \"...\")]`")
            } else {
                error
            })
        }
        _ => Ok(()),
    }
}
