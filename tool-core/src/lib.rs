//! One struct, three uses: a JSON Schema for the model, a typed and lenient reader for its
//! calls, and an error text that tells the model how to correct a call.
//!
//! ```
//! use tool_core::Tool;
//!
//! /// Read a part of a file.
//! #[derive(Debug, Tool)]
//! struct ReadFile {
//!     /// Absolute path of the file.
//!     path: String,
//!     /// Number of lines to read.
//!     #[schemars(range(max = 2000))]
//!     limit: Option<u32>,
//! }
//!
//! // 1. The schema for the model.
//! let definition = ReadFile::definition();
//! assert_eq!(definition.name(), "read_file");
//! assert_eq!(definition.schema()["required"][0], "path");
//!
//! // 2. A call of the model.
//! let call = ReadFile::parse(r#"{"path": "/etc/hosts", "limit": "20"}"#)?;
//! assert_eq!(call.limit, Some(20));
//!
//! // 3. The instruction for an invalid call.
//! let error = ReadFile::parse(r#"{"file": "/etc/hosts", "limit": 9999}"#).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "Please rewrite the input with valid arguments. Errors: \
//!      path: Required (\"file\" is unknown); limit: expected at most 2000 or null, got 9999",
//! );
//! # Ok::<(), tool_core::ToolArgError>(())
//! ```
//!
//! # The guide
//!
//! - [Start](guide::start): a first tool in five minutes.
//! - [Attributes](guide::attributes): all attributes and their effects.
//! - [Rules](guide::rules): all repairs that the reader makes, and their conditions.
//! - [Errors](guide::errors): errors as text and as data, and how to write your own.
//! - [Providers](guide::providers): the export for each provider.
//! - [Exports as JSON](guide::providers_json): each export in full.
//! - [Calls in text](guide::text_formats): the formats of open models.
//! - [Frameworks](guide::frameworks): code for rmcp, rig, async-openai and genai.
//! - [Migrating](guide::migrating): from rmcp, rig, schemars, Zod and pydantic.
//! - [Service](guide::service): how to run tools with the crate `tool-service`.
//! - [Threats](guide::threats): the threats, the defences, and the duties of the host.
//! - [Design](guide::design): the reasons for the design.
//! - [Compared](guide::compared): a comparison with other libraries.
//!
//! # Overview
//!
//! - [`Tool`] reads with the settings of the tool. [`Definition::reader`] accepts other
//!   settings, and also returns the repairs.
//! - [`Definition::new`] creates a tool from its JSON Schema.
//! - [`call`] reads calls from responses, text and streams.
//! - [`text`] reads the calls that open models write as text.
//! - [`answer`] reads whole answers, and makes the messages that continue the conversation.
//! - [`Args`] is for frameworks that only use serde and schemars.
//! - [`ToolSet`] is an enum of tools, and [`Definitions`] a set that is created at run time.
//!   Both read a call by its name. Their error is [`CallError`].
//! - [`conversation`] detects loops, counts retries, and contains a text for the system
//!   prompt.
//! - [`ToolArgError`] contains the issues as data. [`feedback`] formats them as text.
//! - [`provider`] exports the tool objects for the providers' APIs.
//! - [`Definition::to_markdown`] returns a page for people, and
//!   [`Definition::to_signature`] a declaration for a prompt.
//! - [`rules`] lists the reading rules as data.
//!
//! # Terms
//!
//! - A **tool** has a **definition**: its name, description and schema. A model **calls** a
//!   tool by its name, with **arguments** in JSON.
//! - An **issue** is one problem of the arguments, at one **path** (`edits[0].old`).
//! - A **repair** is one recorded change to the received arguments. Examples are a
//!   **coercion** (a value is read as the type that the schema expects), corrected JSON, and
//!   a key that is read as another. Each repair has a **rule**, which defines its condition.
//! - The **plan** is the schema in its compiled form. The reader only uses the plan.
//!
//! # Conflicting implementations (E0119)
//!
//! The derives implement serde's `Deserialize` and schemars' `JsonSchema`. If a type already
//! derives them, the compiler reports conflicting implementations. In this case, write
//! `#[tool(skip(Deserialize, JsonSchema))]`, or remove the other derive.
//!
//! # Features
//!
//! - `derive` (default): the derive macros.
//! - `preserve_order` (default): turns on the same feature of `serde_json`, for the whole
//!   build. Properties are then in the order of the fields. Without it, they are in
//!   alphabetical order.
//! - `providers` (default): the module [`provider`], and the documents
//!   [`Definition::to_markdown`] and [`Definition::to_signature`].
//! - `answers` (default): the modules [`call`], [`answer`], [`text`] and [`conversation`], with
//!   [`ToolSet`] and [`Definitions`]. Without it, arguments are JSON, and only marks, a code fence
//!   or closed reasoning may surround them. Sentences around them, and whole calls in the syntax
//!   of a model, are issues.
//! - `text` (default): prompts, results and grammars for open models, in the module [`text`]:
//!   [`ToolPrompt`](text::ToolPrompt) and [`Grammar`](text::Grammar). Turns on `providers` and
//!   `answers`.
//! - `full-schema`: the crate `jsonschema` checks the keywords that the reader does not check
//!   (`not`, `if`, `contains`, references by URI, ...). Without the feature, a schema with
//!   such a keyword is an error.
//! - `xml`: `#[tool(xml_string)]`.
//!
//! A crate that only derives tools and reads their arguments can leave out the rest:
//! `default-features = false, features = ["derive", "preserve_order"]`.

// A link to an item that a feature leaves out is plain text.
#![cfg_attr(
    not(all(feature = "derive", feature = "text")),
    allow(rustdoc::broken_intra_doc_links)
)]

#[cfg(feature = "answers")]
pub mod answer;
#[cfg(feature = "answers")]
pub mod call;
mod conform;
#[cfg(feature = "answers")]
pub mod conversation;
pub mod definition;
#[cfg(feature = "providers")]
mod document;
#[cfg(feature = "answers")]
mod drop_reason;
#[cfg(any(feature = "answers", feature = "xml"))]
mod element;
pub mod feedback;
mod finish;
pub mod guide;
pub mod issue;
mod json;
mod limits;
#[cfg_attr(
    not(feature = "answers"),
    expect(dead_code, reason = "the reader of texts uses the rest")
)]
mod marks;
mod plan;
#[cfg(feature = "answers")]
mod prose;
#[cfg(feature = "providers")]
pub mod provider;
mod read;
pub mod rules;
mod schema;
#[cfg(feature = "answers")]
mod syntax;
#[cfg(feature = "answers")]
pub mod text;
mod tool;
mod tree;
#[cfg(any(feature = "answers", feature = "providers"))]
mod unknown_name;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

#[cfg(feature = "answers")]
pub use call::definitions::Definitions;
#[cfg(feature = "answers")]
pub use call::error::CallError;
#[cfg(feature = "answers")]
pub use call::set::ToolSet;
pub use finish::Finish;
pub use limits::Limits;
pub use plan::SchemaError;
#[doc(no_inline)]
pub use serde_json::{Value, json};
pub use tool::{
    Args, Arguments, AsInput, Definition, Input, Issues, Leniency, Reader, Reading, Tool,
    ToolArgError,
};
#[doc(hidden)]
pub use tool::{OwnDeserialize, OwnSchema, ToolArg};
#[cfg(feature = "derive")]
pub use tool_derive::{Tool, ToolArg, tool_fn};
#[cfg(all(feature = "derive", feature = "answers"))]
pub use tool_derive::{ToolSet, tool_impl};
#[cfg(any(feature = "answers", feature = "providers"))]
pub use unknown_name::UnknownName;
