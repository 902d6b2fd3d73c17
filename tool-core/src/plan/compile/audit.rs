use serde_json::Value;

use super::super::SchemaError;
use super::super::dialect::refuse_own_base;
use super::super::keywords::Keywords;
use super::{Compiler, not_a_schema};
use crate::schema::keyword::Keyword;

impl Compiler<'_> {
    /// The [`audit`](Self::audit) of a part, at the path of that part.
    pub(super) fn audit_schema(&self, schema: &Value, path: &str) -> Result<(), SchemaError> {
        match schema {
            Value::Bool(_) => Ok(()),
            Value::Object(map) => self.audit(Keywords { map, path }),
            _ => Err(not_a_schema(path)),
        }
    }

    /// Every keyword is checked by the plan, or is an annotation, or is refused.
    pub(super) fn audit(&self, keywords: Keywords<'_>) -> Result<(), SchemaError> {
        refuse_own_base(keywords.map, self.document, keywords.path)?;
        if self.dialect.tolerant {
            return Ok(());
        }
        let not_is_checked = keywords.excludes_all() || keywords.excluded_number().is_some();
        let unknown = keywords
            .constraints()
            .filter(|keyword| *keyword != "not" || !not_is_checked)
            .find(|keyword| !Keyword::named(keyword).is_some_and(Keyword::is_planned));
        match unknown {
            Some(keyword) => Err(keywords.gap(keyword, "the reader does not check this keyword")),
            None => Ok(()),
        }
    }
}
