use std::borrow::Cow;

use serde_json::{Map, Value};

use super::condition::holds_conditions;
use super::keywords::{has_reference, is_annotation};
use super::{Given, SchemaError};
use crate::limits::SCHEMA_DEPTH;
use crate::schema::keyword::Keyword;
use crate::schema::walk::{SchemaStep, subschemas_mut};

/// The rules that give the keywords of a schema their meaning: its draft, whether `format` is a
/// constraint, and whether the plan may skip keywords that another checker enforces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub(super) draft: Draft,
    pub(super) formats: bool,
    /// `true` if the compiler may skip a part of the schema. The plan then accepts more than the
    /// schema.
    pub(super) tolerant: bool,
}

/// A draft of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Draft {
    /// Drafts 4 and 6. They differ from draft 7 only in missing keywords. Of these, `if` is ignored.
    Before7,
    Draft7,
    /// 2019-09 and 2020-12.
    New,
}

impl Draft {
    fn of(uri: &str) -> Self {
        if uri.contains("draft-06") || uri.contains("draft-04") {
            Self::Before7
        } else if uri.contains("draft-07") {
            Self::Draft7
        } else {
            Self::New
        }
    }
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
            draft: named.and_then(Value::as_str).map_or(Draft::New, Draft::of),
            formats: given.formats(),
            tolerant: false,
        }
    }

    /// Returns whether the draft is 7 or an older one.
    pub(super) fn is_old(self) -> bool {
        self.draft != Draft::New
    }

    /// Translates the schema to draft 2020-12.
    pub(super) fn translate<'v>(
        self,
        schema: &'v Value,
        path: &str,
    ) -> Result<Cow<'v, Value>, SchemaError> {
        if self.formats && !self.is_old() && !self.tolerant {
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
        if depth >= SCHEMA_DEPTH {
            return Err(SchemaError::too_deep(path, SCHEMA_DEPTH));
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
        let alone = self.is_old() && map.contains_key("$ref");
        let newer = map.keys().find(|keyword| self.is_newer(keyword) && !alone);
        if let Some(keyword) = newer
            && !self.tolerant
        {
            let reason = "draft 7 has no such keyword";
            return Err(SchemaError::gap(path, Some(keyword), reason));
        }
        let counts = |keyword: &str| match keyword {
            "format" if !self.formats => false,
            "if" | "then" | "else" if self.draft == Draft::Before7 => false,
            "$ref" => true,
            "$id" if alone => false,
            _ if alone => is_annotation(keyword),
            "additionalItems" if self.is_old() => matches!(map.get("items"), Some(Value::Array(_))),
            // It depends on adjacent schemas, and a tolerant plan may have skipped some of them.
            "unevaluatedProperties" if self.tolerant => false,
            _ => !self.is_newer(keyword),
        };
        Ok(map.iter().filter(|(keyword, _)| counts(keyword)).collect())
    }

    fn is_newer(self, keyword: &str) -> bool {
        self.is_old() && NEWER.contains(&keyword)
    }

    fn rename<'k>(self, map: &Map<String, Value>, keyword: &'k str) -> &'k str {
        let lists = self.is_old() && matches!(map.get("items"), Some(Value::Array(_)));
        match keyword {
            "items" if lists => "prefixItems",
            "additionalItems" if lists => "items",
            keyword => keyword,
        }
    }

    /// Returns the keywords for the first items and for the other items of an array, as the
    /// original schema names them.
    pub(super) fn item_keywords(self, has_first: bool) -> (&'static str, &'static str) {
        match (self.is_old(), has_first) {
            (true, true) => ("items", "additionalItems"),
            _ => ("prefixItems", "items"),
        }
    }
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
