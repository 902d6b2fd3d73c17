//! Exports: one definition as the tool object of each provider's API. Needs the feature `providers`.
//!
//! ```
//! use tool_core::Tool;
//! use tool_core::provider::{Anthropic, Mcp, OpenAi};
//!
//! /// Read a part of a file.
//! #[derive(Debug, Tool)]
//! struct ReadFile {
//!     /// Absolute path of the file.
//!     path: String,
//!     limit: Option<u32>,
//! }
//!
//! let definition = ReadFile::definition();
//! let chat = definition.export(OpenAi::chat().strict())?;
//! assert_eq!(chat.tool()["function"]["strict"], true);
//! let claude = definition.export(Anthropic::messages())?;
//! assert_eq!(claude.tool()["input_schema"]["required"][0], "path");
//! let listed = definition.export(Mcp::tools_list())?;
//! assert_eq!(listed.tool()["name"], "read_file");
//!
//! // A strict schema requires all properties; null stands for an absent one.
//! let call = ReadFile::parse(r#"{"path": "/etc/hosts", "limit": null}"#)?;
//! assert_eq!(call.limit, None);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An export is a view. The reader always uses the definition's own schema. [`Export::losses`]
//! lists the differences between the two. For a definition that a provider does not support,
//! the export returns an [`ExportError`] with a fix.

mod all;
mod anthropic;
mod azure;
mod budget;
mod choice;
mod choose;
mod cohere;
mod deepseek;
mod described;
mod error;
mod export;
mod extra;
mod fields;
mod format;
mod gemini;
mod items;
mod keywords;
mod ledger;
mod loss;
mod mcp;
mod names;
mod openai;
mod openai_choice;
mod openai_compatible;
mod ordered_map;
mod output;
mod pass;
mod reason;
mod request;
mod respond;
mod schema;
mod spec;
mod target;
mod vertex;
mod view;

pub use anthropic::{Anthropic, Bedrock};
pub use azure::Azure;
pub use choice::{ChoiceError, ToolChoice};
pub use cohere::Cohere;
pub use deepseek::DeepSeek;
pub use described::OpenAiCompatible;
pub use error::{ExportError, ExportErrors};
pub use export::Export;
pub use extra::FieldError;
pub use fields::RequestFields;
pub use format::{ResponseFormat, StructuredAnswer};
pub use gemini::Gemini;
pub use loss::{Kept, Loss};
pub use mcp::Mcp;
pub use openai::OpenAi;
pub use openai_compatible::{Groq, Mistral, Ollama, XAi};
pub use reason::Reason;
pub use request::{ExportedSet, Exports};
pub use target::{Strict, Target};
pub use vertex::Vertex;

use crate::tool::Definition;

/// The plain target of each API, in the order of the pages about providers.
const TARGETS: &[Target] = &[
    OpenAi::chat(),
    OpenAi::responses(),
    Azure::chat(),
    Azure::responses(),
    Anthropic::messages(),
    Bedrock::converse(),
    Gemini::json_schema(),
    Gemini::parameters(),
    Gemini::interactions(),
    Vertex::json_schema(),
    Vertex::parameters(),
    Mistral::chat(),
    Mistral::conversations(),
    Groq::chat(),
    Cohere::chat(),
    DeepSeek::chat(),
    XAi::chat(),
    XAi::responses(),
    Ollama::chat(),
    Mcp::tools_list(),
    Mcp::tools_list_2026_07_28(),
];

impl Definition {
    /// Returns the tool object for a provider's API; see [`provider`](crate::provider).
    ///
    /// # Errors
    ///
    /// Returns an error if the provider does not support a part of the definition.
    pub fn export(&self, target: Target) -> Result<Export, ExportError> {
        target.export(self)
    }
}
