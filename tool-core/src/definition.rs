//! The parts of a [`Definition`](crate::Definition), and the report of its verification.

pub use crate::tool::{Annotations, DefinitionBuilder, Finding, Report, SchemaRepair};
