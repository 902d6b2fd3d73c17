use serde_json::Value;

use crate::limits::Limits;
use crate::schema::Preprocess;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'s> {
    pub(crate) schema: &'s Value,
    /// Schemas that this schema may refer to, each with its URI.
    #[cfg_attr(
        not(feature = "full-schema"),
        expect(dead_code, reason = "the plan follows no reference to another schema")
    )]
    pub(crate) resources: &'s [(String, Value)],
    /// The user-defined functions. The hints of the schema refer to them by number.
    pub(crate) functions: &'s [Preprocess],
    /// `true` if `format` is a constraint. `None` if the caller did not set it.
    pub(crate) formats: Option<bool>,
    /// Limits for the patterns of the schema.
    pub(crate) limits: Limits,
    /// `true` if a derive generated the schema. If so, each form of a value is closed separately:
    /// serde reads one form and would lose the keys of another.
    pub(crate) derived: bool,
}

impl<'s> Given<'s> {
    /// Creates the input for the schema of a derived type, with the functions that its hints refer
    /// to.
    pub(crate) fn derived(schema: &'s Value, functions: &'s [Preprocess]) -> Self {
        Self {
            schema,
            resources: &[],
            functions,
            formats: None,
            limits: Limits::default(),
            derived: true,
        }
    }

    /// Returns whether `format` is a constraint. By default it is, unless the schema names its
    /// draft: the drafts define `format` as an annotation.
    pub(super) fn formats(self) -> bool {
        self.formats.unwrap_or(self.schema.get("$schema").is_none())
    }
}
