//! Reads and writes the tool calls of open models, which are text in a format of the model.

mod answer;
mod grammar;
#[cfg(test)]
mod marks_tests;
mod models;
mod neutral;
mod options;
mod reader;
mod render;
#[cfg(test)]
mod tests;
mod tools;

pub use answer::{TextAnswer, TextDelta};
pub use grammar::Grammar;
pub use models::ModelFormats;
pub use neutral::{neutralize, neutralize_json};
pub use options::TextOptions;
pub use reader::{TextReader, read_text};
pub use render::{PromptPart, ToolPrompt};

pub use crate::syntax::{Format, UnknownFormat};
