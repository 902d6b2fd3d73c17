use std::any::Any;

use schemars::Schema;
use serde_json::Value;

use crate::issue::Issue;
use crate::tool::{Annotations, Issues, Leniency};

/// What `#[derive(Tool)]` writes of a tool: constants and function pointers,
/// so that nothing of it is compiled anew for each tool.
#[derive(Debug)]
pub struct Spec {
    /// The name that the model calls the tool by.
    pub name: &'static str,
    /// The name of the Rust type, for error messages.
    pub type_name: &'static str,
    /// What the model is told of the tool.
    pub description: &'static str,
    /// A name for people.
    pub title: Option<&'static str>,
    /// The schema of the arguments.
    pub schema: fn() -> Schema,
    /// The tool's own function that maps all arguments first.
    pub preprocess: Option<fn(Value) -> Value>,
    /// The tool's own check, behind the type that it is written for, if the type does not
    /// run it where it is read.
    pub check: Option<fn(&dyn Any, &mut Issues)>,
    /// Reads the type from a JSON value, which runs its checks.
    pub reread: Option<Reread>,
    /// How far reading may go where a reader is told nothing else.
    pub leniency: Leniency,
    /// What the tool does to the world.
    pub annotations: Annotations,
    /// Arguments as JSON text, which have to be valid.
    pub examples: &'static [&'static str],
    /// The schema of what the tool gives back.
    pub output: Option<fn() -> Schema>,
}

/// Reads the type of a tool, for its checks alone. The error is what the type rejects.
pub(super) type Reread = fn(&Conforming<'_>) -> Result<(), Box<Issue>>;

/// The text of arguments that conform to the schema.
#[derive(Debug)]
pub struct Conforming<'t>(pub(super) &'t str);
