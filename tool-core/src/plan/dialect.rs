use std::borrow::Cow;

use serde_json::{Map, Value};

use super::condition::holds_conditions;
use super::keywords::{MAX_DEPTH, has_reference, is_annotation};
use super::{Given, SchemaError};
use crate::schema::keyword::Keyword;
use crate::schema::walk::{SchemaStep, subschemas_mut};

/// The rules that give the keywords of a schema their meaning: its draft, whether `format` is a
/// constraint, and whether the plan may skip keywords that another checker enforces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub(super) draft7: bool,
    /// `true` if the draft has no `if`: 4 and 6.
    pub(super) before_if: bool,
    pub(super) formats: bool,
    /// `true` if the compiler may skip a part of the schema. The plan then accepts more than the
    /// schema.
    pub(super) tolerant: bool,
}

/// Planned keywords that draft 7 does not know and therefore ignores.
const NEWER: &[&str] = &["prefixItems", "unevaluatedProperties"];

impl Dialect {
    /// Returns the dialect of a schema. If the schema names its draft, the draft applies strictly
    /// and `format` is only an annotation. Otherwise the draft is 2020-12 and `format` is a
    /// constraint.
    pub(super) fn of(given: Given<'_>) -> Self {
        let named = given.schema.get("$schema");
        Self {
            draft7: named.and_then(Value::as_str).is_some_and(is_draft7),
            before_if: named.and_then(Value::as_str).is_some_and(is_before_if),
            formats: given.formats(),
            tolerant: false,
        }
    }

    /// Translates the schema to draft 2020-12.
    pub(super) fn translate<'v>(
        self,
        schema: &'v Value,
        path: &str,
    ) -> Result<Cow<'v, Value>, SchemaError> {
        if self.formats && !self.draft7 && !self.tolerant {
            return Ok(Cow::Borrowed(schema));
        }
        let mut translated = schema.clone();
        if let Value::Object(schema) = &mut translated {
            self.translate_in_place(schema, path, 0)?;
        }
        Ok(Cow::Owned(translated))
    }

    /// Translates a schema, without its definitions. The compiler translates a definition when a
    /// schema refers to it.
    fn translate_in_place(
        self,
        schema: &mut Map<String, Value>,
        path: &str,
        depth: usize,
    ) -> Result<(), SchemaError> {
        if depth >= MAX_DEPTH {
            let reason = "the schema is nested too deeply";
            return Err(SchemaError::new(path, None, reason));
        }
        let draft7 = std::mem::take(schema);
        for (keyword, value) in self.select_keywords(&draft7, path)? {
            let keyword = self.rename(&draft7, keyword);
            schema.insert(keyword.to_owned(), value.clone());
        }
        let (first, others) = self.item_keywords(schema.contains_key("prefixItems"));
        for (step, inside) in subschemas_mut(schema) {
            let path = match step {
                SchemaStep::Item("prefixItems", index) => format!("{path}/{first}/{index}"),
                SchemaStep::Keyword("items") => format!("{path}/{others}"),
                step => format!("{path}{step}"),
            };
            // A tolerant plan leaves `not` unchanged: omitting a part of it would make it reject more.
            let is_planned = Keyword::named(step.keyword()).is_some_and(Keyword::is_planned)
                || holds_conditions(step.keyword()) && !self.tolerant;
            if let Value::Object(inside) = inside
                && is_planned
            {
                self.translate_in_place(inside, &path, depth + 1)?;
            }
        }
        Ok(())
    }

    fn select_keywords<'v>(
        self,
        map: &'v Map<String, Value>,
        path: &str,
    ) -> Result<Vec<(&'v String, &'v Value)>, SchemaError> {
        let alone = self.draft7 && map.contains_key("$ref");
        let newer = map.keys().find(|keyword| self.is_newer(keyword) && !alone);
        if let Some(keyword) = newer
            && !self.tolerant
        {
            let reason = "draft 7 has no such keyword";
            return Err(SchemaError::gap(path, Some(keyword), reason));
        }
        let counts = |keyword: &str| match keyword {
            "format" if !self.formats => false,
            "if" | "then" | "else" if self.before_if => false,
            "$ref" => true,
            "$id" if alone => false,
            _ if alone => is_annotation(keyword),
            "additionalItems" if self.draft7 => matches!(map.get("items"), Some(Value::Array(_))),
            // It depends on adjacent schemas, and a tolerant plan may have skipped some of them.
            "unevaluatedProperties" if self.tolerant => false,
            _ => !self.is_newer(keyword),
        };
        Ok(map.iter().filter(|(keyword, _)| counts(keyword)).collect())
    }

    fn is_newer(self, keyword: &str) -> bool {
        self.draft7 && NEWER.contains(&keyword)
    }

    fn rename<'k>(self, map: &Map<String, Value>, keyword: &'k str) -> &'k str {
        let lists = self.draft7 && matches!(map.get("items"), Some(Value::Array(_)));
        match keyword {
            "items" if lists => "prefixItems",
            "additionalItems" if lists => "items",
            keyword => keyword,
        }
    }

    /// Returns the keywords for the first items and for the other items of an array, as the
    /// original schema names them.
    pub(super) fn item_keywords(self, has_first: bool) -> (&'static str, &'static str) {
        match (self.draft7, has_first) {
            (true, true) => ("items", "additionalItems"),
            _ => ("prefixItems", "items"),
        }
    }
}

/// Returns whether the schema follows draft 7 or an older draft. Older drafts differ from draft 7
/// only in missing keywords.
fn is_draft7(uri: &str) -> bool {
    ["draft-07", "draft-06", "draft-04"]
        .iter()
        .any(|draft| uri.contains(draft))
}

fn is_before_if(uri: &str) -> bool {
    ["draft-06", "draft-04"]
        .iter()
        .any(|draft| uri.contains(draft))
}

/// Rejects a schema with an unknown `$schema`.
pub(super) fn refuse_foreign(given: Given<'_>) -> Result<(), SchemaError> {
    let Some(Value::String(uri)) = given.schema.get("$schema") else {
        return Ok(());
    };
    let known = ["http://", "https://"].iter().any(|scheme| {
        let rest = uri.strip_prefix(scheme);
        rest.is_some_and(|rest| rest.starts_with("json-schema.org/"))
    });
    if known {
        return Ok(());
    }
    let reason = format!("unknown draft `{uri}` of JSON Schema");
    Err(SchemaError::gap("", Some("$schema"), reason))
}

/// Rejects references inside a schema with a different `$id`. They would resolve against that
/// `$id`.
pub(super) fn refuse_own_base(
    map: &Map<String, Value>,
    document: &Value,
    path: &str,
) -> Result<(), SchemaError> {
    let Some(id @ Value::String(_)) = map.get("$id") else {
        return Ok(());
    };
    if document.get("$id") == Some(id)
        || !map.values().any(has_reference) && !map.contains_key("$ref")
    {
        return Ok(());
    }
    let reason = "references inside a schema with its own `$id` are not supported";
    Err(SchemaError::gap(path, Some("$id"), reason))
}
