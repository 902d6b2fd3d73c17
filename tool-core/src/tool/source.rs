use serde_json::Value;

use crate::limits::Limits;
use crate::tool::Spec;

/// What the plan of a definition is compiled from, besides its schema.
#[derive(Clone, Debug, Default)]
pub(super) struct Source {
    /// The parts that a derive wrote: aliases and functions, which JSON Schema cannot express.
    pub(super) spec: Option<&'static Spec>,
    pub(super) is_unchecked: bool,
    /// Schemas that the schema refers to, each with its URI.
    pub(super) resources: Vec<(String, Value)>,
    pub(super) formats: Option<bool>,
    pub(super) limits: Limits,
    pub(super) skips_unsupported: bool,
}
