//! Tools: the trait, the definition, and the chain from raw text to a value.

mod alias;
mod annotations;
mod args;
mod argument;
mod arguments;
mod aside;
mod builder;
mod check;
mod definition;
mod error;
mod input;
mod leniency;
mod place;
mod reader;
mod reading;
mod salvage;
mod slot;
mod source;
mod spec;
mod tool_object;
mod typed;
mod verify;

pub use crate::schema::SchemaRepair;
#[cfg(any(feature = "providers", feature = "answers"))]
pub(crate) use alias::find_free_alias;
#[cfg(feature = "answers")]
pub(crate) use alias::{has_alias_form, is_portable, list_aliases};
pub use alias::{is_kept, make_alias};
pub use annotations::Annotations;
pub use args::Args;
pub use argument::{OwnDeserialize, OwnSchema, ToolArg};
pub use arguments::Arguments;
#[cfg(feature = "answers")]
pub(crate) use arguments::is_same_json;
pub use builder::{DefinitionBuilder, of_any_root};
pub use check::{Issues, check_converted, check_field, checked};
pub use definition::Definition;
pub use error::ToolArgError;
pub use input::{AsInput, Input};
pub use leniency::Leniency;
pub use reader::Reader;
pub use reading::Reading;
pub use salvage::Salvage;
pub use slot::{NoSchema, SchemaOf, Slot, check, output_schema_of, reread, schema_of};
pub use spec::Spec;
pub use typed::{Returns, Tool};
pub(crate) use verify::verify;
pub use verify::{Finding, Report};
