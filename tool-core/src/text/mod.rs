//! Reads and writes the tool calls of open models, which are text in a format of the model.

mod format;

pub use format::{Format, UnknownFormat};
