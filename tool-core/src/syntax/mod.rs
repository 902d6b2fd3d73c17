//! The syntax of calls in the text of open models: finds calls, reasoning and markers in a text.
//!
//! The readers of texts and of arguments share it. It knows the tools only as far as a syntax needs
//! them: their names, and the types of values that a format writes as text.

mod collected;
mod engine;
mod format;
mod machine;
mod only_call;
mod table;
mod tools;
#[cfg(feature = "text")]
pub(crate) mod written;

pub(crate) use collected::{Collected, Output, Piece};
pub(crate) use engine::Found;
pub(crate) use engine::Source;
#[cfg(feature = "text")]
pub(crate) use engine::is_read_as_text;
pub use format::CustomFormat;
pub use format::Format;
#[cfg(feature = "answers")]
pub(crate) use format::MODEL_IDS;
pub(crate) use machine::{Machine, Wait, is_blank};
pub(crate) use only_call::{OnlyCall, find_only_call, has_call_mark};
pub use table::TemplateError;
#[cfg(feature = "text")]
pub(crate) use table::find_form;
pub(crate) use table::{Markers, Meaning};
pub(crate) use table::{Templates, add_format, list_added_markers};
pub(crate) use tools::{NoTools, ToolShape, Tools};
