//! Reads and writes the tool calls of open models, which are text in a format of the model.
//!
//! Needs the feature `answers`. [`ToolPrompt`] and [`Grammar`] need the feature `text`, too.

mod answer;
#[cfg(feature = "text")]
mod grammar;
#[cfg(test)]
mod marks_tests;
mod models;
mod neutral;
mod options;
mod reader;
#[cfg(feature = "text")]
mod render;
mod template;
#[cfg(test)]
mod tests;
mod tools;

pub use answer::{TextAnswer, TextDelta};
#[cfg(feature = "text")]
pub use grammar::Grammar;
pub use models::ModelFormats;
pub use neutral::{neutralize, neutralize_json, neutralize_json_tags, neutralize_tags};
pub use options::TextOptions;
pub use reader::{TextReader, read_text};
#[cfg(feature = "text")]
pub use render::{PromptPart, ToolPrompt};
pub use template::CallTemplate;

pub use crate::syntax::{CustomFormat, Format, TemplateError};
