//! A JSON Schema, compiled once for reading.
//!
//! A [`Plan`] is a table of [`Node`]s. Each kind of node has a separate file. A child refers to its
//! node by number, which lets a recursive schema become a plan that refers to itself.

mod aliases;
mod alternatives;
mod array;
mod checked;
mod child;
mod choice;
mod compile;
mod compiled;
mod condition;
mod dialect;
mod discriminate;
mod error;
mod exclude;
mod format;
mod forms;
#[cfg(feature = "full-schema")]
mod full;
mod given;
mod keywords;
mod merge;
mod names;
mod narrow;
mod node;
mod number;
mod object;
mod pattern;
mod shape;
mod string;
mod styles;
mod union;

pub(crate) use alternatives::ObjectForm;
pub(crate) use array::{ArrayPlan, ContainsPlan};
pub(crate) use checked::Checked;
pub(crate) use child::{Child, NodeId};
pub(crate) use choice::{Choice, strip_quotes};
pub(crate) use compiled::{CompiledForm, CompiledForms, Plan, Sample};
pub(crate) use condition::{Condition, When};
pub use error::SchemaError;
#[cfg(feature = "text")]
pub(crate) use format::is_checked_format;
#[cfg(feature = "full-schema")]
pub(crate) use full::{Fault, Full};
pub(crate) use given::Given;
pub(crate) use names::Names;
pub(crate) use node::Node;
pub(crate) use number::NumberPlan;
pub(crate) use object::{Additional, ObjectPlan, Property, PropertySet, is_same};
pub(crate) use pattern::{Pattern, PatternWork};
pub(crate) use shape::write_members;
pub(crate) use string::StringPlan;
pub(crate) use union::{Branch, Discriminator, ShownConstraints, Tag, UnionPlan};

use std::sync::Arc;

use serde_json::Value;

use crate::schema::Met;
use checked::to_checked;
use compile::Compiler;
use dialect::{Dialect, refuse_foreign};

impl Plan {
    /// Compiles a schema.
    ///
    /// # Errors
    ///
    /// Returns an error if the schema contains an unsupported keyword, an unresolvable reference,
    /// or a keyword with a value of the wrong form.
    pub(crate) fn compile(given: Given<'_>) -> Result<Self, SchemaError> {
        let whole = refuse_foreign(given).and_then(|()| Self::of_nodes(given, false));
        match whole {
            #[cfg(feature = "full-schema")]
            Err(error) if error.is_gap() => Self::in_part(given),
            whole => whole,
        }
    }

    fn of_nodes(given: Given<'_>, tolerant: bool) -> Result<Self, SchemaError> {
        let dialect = Dialect {
            tolerant,
            ..Dialect::of(given)
        };
        Compiler::new(given, dialect).into_plan()
    }

    /// Compiles the schema of a derived type.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Plan::compile`].
    pub(crate) fn derived(schema: &Value, met: &Met) -> Result<Self, SchemaError> {
        let mut plan = Self::compile(Given::derived(schema, &met.functions))?;
        plan.forms = CompiledForms::compile(met).map(Arc::new);
        Ok(plan)
    }

    /// Compiles a plan that accepts more than the schema, with a checker for the rest.
    #[cfg(feature = "full-schema")]
    fn in_part(given: Given<'_>) -> Result<Self, SchemaError> {
        Ok(Self {
            full: Some(Full::compile(given)?),
            ..Self::of_nodes(given, true)?
        })
    }
}
