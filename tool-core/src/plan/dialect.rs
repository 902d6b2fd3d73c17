use std::borrow::Cow;

use serde_json::{Map, Value};

use super::keywords::{MAX_DEPTH, has_reference, is_annotation};
use super::{Given, SchemaError};
use crate::schema::keyword::Keyword;
use crate::schema::walk::{SchemaStep, subschemas_mut};

/// What the words of a schema mean: its draft, whether formats constrain, and
/// whether what the plan does not check may be left to somebody else.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dialect {
    pub(super) draft7: bool,
    pub(super) formats: bool,
    /// Whether a schema may be compiled in part: to a plan that takes more.
    pub(super) tolerant: bool,
}

/// Keywords of the plan that draft 7 does not know, and so lets be.
const NEWER: &[&str] = &["prefixItems", "unevaluatedProperties"];

impl Dialect {
    /// A schema that names its draft is held to it to the letter, and then
    /// `format` says what is meant and constrains nothing. A schema that names
    /// none is one of draft 2020-12 whose formats are meant.
    pub(super) fn of(given: Given<'_>) -> Self {
        let named = given.schema.get("$schema");
        Self {
            draft7: named.and_then(Value::as_str).is_some_and(is_draft7),
            formats: given.formats(),
            tolerant: false,
        }
    }

    /// The schema in the terms of draft 2020-12.
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

    /// Definitions are translated where a schema refers to them.
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
            // A part of `not` that is left out would make it refuse more.
            let is_planned = Keyword::named(step.keyword()).is_some_and(Keyword::is_planned);
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
            "$ref" => true,
            "$id" if alone => false,
            _ if alone => is_annotation(keyword),
            "additionalItems" if self.draft7 => matches!(map.get("items"), Some(Value::Array(_))),
            // It sees other schemas, which a plan in part may have left out.
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

    /// What the first items of an array, and the others, are called in the
    /// schema as it was given.
    pub(super) fn item_keywords(self, has_first: bool) -> (&'static str, &'static str) {
        match (self.draft7, has_first) {
            (true, true) => ("items", "additionalItems"),
            _ => ("prefixItems", "items"),
        }
    }
}

/// Older drafts differ from draft 7 in what they lack.
fn is_draft7(uri: &str) -> bool {
    ["draft-07", "draft-06", "draft-04"]
        .iter()
        .any(|draft| uri.contains(draft))
}

/// What keeps a schema from being read by the words of its dialect alone.
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

/// References inside of a schema with an address of its own start from there.
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
