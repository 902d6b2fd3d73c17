//! One struct, three uses: the JSON Schema that a model is shown, a typed and
//! lenient reader of what it sends, and the instruction that makes its next
//! call right.
//!
//! ```
//! use tool_core::Tool;
//!
//! /// Read a part of a file.
//! #[derive(Debug, Tool)]
//! struct ReadFile {
//!     /// Absolute path of the file.
//!     path: String,
//!     /// How many lines to read.
//!     #[serde(default)]
//!     #[schemars(range(max = 2000))]
//!     limit: Option<u32>,
//! }
//!
//! // 1. What the model is shown.
//! let definition = ReadFile::definition();
//! assert_eq!(definition.name(), "read_file");
//! assert_eq!(definition.schema()["required"][0], "path");
//!
//! // 2. What it sends.
//! let call = ReadFile::parse(r#"{"path": "/etc/hosts", "limit": "20"}"#)?;
//! assert_eq!(call.limit, Some(20));
//!
//! // 3. What it is told where that cannot be read.
//! let error = ReadFile::parse(r#"{"file": "/etc/hosts", "limit": 9999}"#).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "Please rewrite the input with valid arguments. Errors: \
//!      path: Required (\"file\" is unknown); limit: expected at most 2000, got 9999",
//! );
//! # Ok::<(), tool_core::ToolArgError>(())
//! ```
//!
//! # The guide
//!
//! - [Start](guide::start): five minutes, from `cargo new` to a call, its retry and a
//!   provider's request.
//! - [Attributes](guide::attributes): every one, and what it changes.
//! - [Rules](guide::rules): what is read although it was sent otherwise, and when.
//! - [Errors](guide::errors): as data, their texts, and how to word them.
//! - [Providers](guide::providers): what each is sent, and what it takes.
//! - [Exports as JSON](guide::providers_json): each export in full.
//! - [Frameworks](guide::frameworks): the lines for rmcp, rig, async-openai and genai.
//! - [Migrating](guide::migrating): from rmcp, rig, schemars, Zod and pydantic.
//! - [Service](guide::service): running the tools, by the crate `tool-service`.
//! - [Threats](guide::threats): what is defended against, and what stays with the host.
//! - [Design](guide::design): why it is so.
//! - [Compared](guide::compared): beside other libraries.
//!
//! # From here
//!
//! - [`Tool`] reads with the settings of the tool; [`Definition::reader`] has the
//!   settings, and gives the repairs beside the value.
//! - [`Definition::new`] is for a tool that is known only by its JSON Schema.
//! - [`call`] takes calls out of responses, text and streams.
//! - [`Args`] is for frameworks that know only serde and schemars.
//! - [`ToolSet`] is an enum of tools, [`Definitions`] a set made at run time; both read a
//!   call by its name, and [`CallError`] says why one was not read.
//! - [`conversation`] sees when a model goes in circles, counts its retries, and has the
//!   words for the system prompt.
//! - [`ToolArgError`] holds the issues as data; [`feedback`] makes texts of them.
//! - [`provider`] makes the tool objects that the providers' APIs take.
//! - [`Definition::to_markdown`] and [`Definition::to_signature`] are for people, and
//!   for prompts.
//! - [`rules`] lists the reading rules as data.
//!
//! # Words
//!
//! - A **tool** has a **definition**: its name, description and schema. A model **calls**
//!   it by that name, with **arguments**, which are JSON.
//! - An **issue** is one thing that is wrong with them, at one **path** (`edits[0].old`).
//! - A **repair** is one recorded departure from what was sent: a value read as the type
//!   that the schema asks for (a **coercion**), mended JSON, a key or name read as another.
//!   A **rule** says when.
//! - The **plan** is the schema, compiled for reading; all that is read goes through it.
//!
//! # Conflicting implementations (E0119)
//!
//! The derives implement serde's `Deserialize` and schemars' `JsonSchema`. On a
//! type that derives them already, the compiler reports conflicting
//! implementations: write `#[tool(skip(Deserialize, JsonSchema))]`, or drop the
//! other derive.
//!
//! # Features
//!
//! - `derive` (default): the derive macros.
//! - `preserve_order` (default): turns on the feature of the same name of `serde_json`, for
//!   the whole build. Properties are then in the order of the fields. Without it they are in
//!   alphabetical order.
//! - `full-schema`: the `jsonschema` crate checks the keywords that the reader does not check
//!   (`not`, `if`, `contains`, references by URI, ...). Without it a schema with such a
//!   keyword is an error.
//! - `xml`: `#[tool(xml_string)]`, by the `quick-xml` crate.

pub mod answer;
pub mod call;
mod conform;
pub mod conversation;
pub mod definition;
mod document;
pub mod feedback;
mod finish;
pub mod guide;
pub mod issue;
mod json;
mod limits;
mod plan;
pub mod provider;
mod read;
pub mod rules;
mod schema;
mod tool;
mod tree;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use call::definitions::Definitions;
pub use call::error::CallError;
pub use call::set::ToolSet;
pub use finish::Finish;
pub use limits::Limits;
pub use plan::SchemaError;
#[doc(no_inline)]
pub use serde_json::{Value, json};
pub use tool::{
    Args, Arguments, Definition, Input, Issues, Leniency, Reader, Reading, Tool, ToolArgError,
};
#[doc(hidden)]
pub use tool::{OwnDeserialize, OwnSchema, ToolArg};
#[cfg(feature = "derive")]
pub use tool_derive::{Tool, ToolArg, ToolSet};
