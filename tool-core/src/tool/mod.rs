//! Tools: the trait, the definition, and the chain from raw text to a value.

mod annotations;
mod args;
mod argument;
mod arguments;
mod builder;
mod check;
mod definition;
mod error;
mod input;
mod place;
mod reader;
mod reading;
mod salvage;
mod slot;
mod spec;
mod typed;
mod verify;

pub use annotations::Annotations;
pub use args::Args;
pub use argument::{OwnDeserialize, OwnSchema, ToolArg};
pub use arguments::Arguments;
pub(crate) use arguments::same_json;
pub use builder::{DefinitionBuilder, of_any_root};
pub use check::{Issues, check_converted, check_field, checked};
pub use definition::Definition;
pub use error::ToolArgError;
pub use input::Input;
pub use reader::{Leniency, Reader};
pub use reading::Reading;
pub use salvage::Salvage;
pub use slot::{NoSchema, SchemaOf, Slot, check, output_schema_of, reread, schema_of};
pub use spec::Spec;
pub use typed::{Returns, Tool};
pub(crate) use verify::verify;
pub use verify::{Finding, Report};
