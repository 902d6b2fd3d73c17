use serde::Serialize;
use serde_json::Value;

use crate::issue::{Path, Rule};

/// One recorded departure from the arguments as sent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Repair {
    /// Where the value stands after the repair; for what was dropped, where it stood.
    pub path: Path,
    /// Which rule was applied.
    pub rule: Rule,
    /// What was sent: the value, or the key for [`Rule::PropertyName`].
    pub before: Value,
    /// What it was read as; nothing where it was dropped.
    pub after: Option<Value>,
}

/// A key that an open object holds and the schema does not declare: valid, and
/// yet often a misspelt name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Ignored {
    /// The path of the key.
    pub path: Path,
    /// The declared name that is absent from the call and near to the key.
    pub nearest: Option<String>,
}
