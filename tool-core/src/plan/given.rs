use serde_json::Value;

use crate::limits::Limits;
use crate::schema::Preprocess;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'s> {
    pub(crate) schema: &'s Value,
    /// Schemas that it may refer to, by their addresses.
    #[cfg_attr(
        not(feature = "full-schema"),
        expect(dead_code, reason = "the plan follows no reference to another schema")
    )]
    pub(crate) resources: &'s [(String, Value)],
    /// The functions that the schema numbers, where a field asks for one.
    pub(crate) functions: &'s [Preprocess],
    /// Whether formats constrain, if somebody said so.
    pub(crate) formats: Option<bool>,
    /// How much the patterns of the schema may take.
    pub(crate) limits: Limits,
    /// Whether a derive made it: then each form of a value is closed by itself,
    /// since serde reads one form and would lose the keys of another.
    pub(crate) derived: bool,
}

impl<'s> Given<'s> {
    /// The schema of a derived type, and the functions that it numbers.
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

    /// Returns whether formats constrain: a schema that names its draft is held to it,
    /// and by the drafts a format says what is meant, and no more.
    pub(super) fn formats(self) -> bool {
        self.formats.unwrap_or(self.schema.get("$schema").is_none())
    }
}
