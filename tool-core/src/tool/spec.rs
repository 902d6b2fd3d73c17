use std::any::Any;

use schemars::Schema;
use serde_json::Value;

use crate::issue::Issue;
use crate::tool::{Annotations, Issues, Leniency};

/// The parts of a tool that `#[derive(Tool)]` writes: constants and function pointers. No other
/// code is compiled for each tool.
#[derive(Debug)]
pub struct Spec {
    /// The name that the model uses.
    pub name: &'static str,
    /// The name of the Rust type, for error messages.
    pub type_name: &'static str,
    /// The description for the model.
    pub description: &'static str,
    /// The title for people.
    pub title: Option<&'static str>,
    /// Returns the schema of the arguments.
    pub schema: fn() -> Schema,
    /// The tool's own function that maps all arguments before the rules.
    pub preprocess: Option<fn(Value) -> Value>,
    /// The tool's own check, with the type erased, if the type's `Deserialize` does not run it.
    pub check: Option<fn(&dyn Any, &mut Issues)>,
    /// Reads the type from a JSON value, which runs its checks.
    pub reread: Option<Reread>,
    /// The default leniency of a reader.
    pub leniency: Leniency,
    /// The hints about the effects of the tool.
    pub annotations: Annotations,
    /// Valid arguments as JSON text.
    pub examples: &'static [&'static str],
    /// Returns the schema of the tool's result.
    pub output: Option<fn() -> Schema>,
}

/// Reads the type of a tool only to run its checks. Returns the error of the type.
pub(super) type Reread = fn(&Conforming<'_>) -> Result<(), Box<Issue>>;

/// The text of arguments that conform to the schema.
#[derive(Debug)]
pub struct Conforming<'t>(pub(super) &'t str);
