//! What a [`Definition`](crate::Definition) is made of, and the report of its verification.

pub use crate::tool::{Annotations, DefinitionBuilder, Finding, Report};
