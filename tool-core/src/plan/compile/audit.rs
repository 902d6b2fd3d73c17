use serde_json::Value;

use super::super::SchemaError;
use super::super::condition::{holds_conditions, is_checked};
use super::super::dialect::refuse_own_base;
use super::super::keywords::Keywords;
use super::{Compiler, not_a_schema};
use crate::schema::keyword::Keyword;

impl Compiler<'_> {
    /// Runs [`audit`](Self::audit) on a nested schema at its path, before it is merged with others.
    /// The types of the merged schema decide whether its conditions are checked.
    pub(super) fn audit_schema(&self, schema: &Value, path: &str) -> Result<(), SchemaError> {
        match schema {
            Value::Bool(_) => Ok(()),
            Value::Object(map) => self.audit_with(Keywords { map, path }, holds_conditions),
            _ => Err(not_a_schema(path)),
        }
    }

    /// Checks that the plan supports every keyword. Annotations pass, and other keywords are
    /// rejected.
    pub(super) fn audit(&self, keywords: Keywords<'_>) -> Result<(), SchemaError> {
        self.audit_with(keywords, |keyword| is_checked(keyword, keywords))
    }

    fn audit_with(
        &self,
        keywords: Keywords<'_>,
        is_condition: impl Fn(&str) -> bool,
    ) -> Result<(), SchemaError> {
        refuse_own_base(keywords.map, self.document, keywords.path)?;
        if self.dialect.tolerant {
            return Ok(());
        }
        let not_is_checked = keywords.excludes_all() || !keywords.excluded_constants().is_empty();
        let unknown = keywords
            .constraints()
            .filter(|keyword| *keyword != "not" || !not_is_checked)
            .filter(|keyword| !is_condition(keyword))
            .find(|keyword| !Keyword::named(keyword).is_some_and(Keyword::is_planned));
        match unknown {
            Some(keyword) => Err(keywords.gap(keyword, "the reader does not check this keyword")),
            None => Ok(()),
        }
    }
}
