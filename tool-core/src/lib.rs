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
//!     "Please rewrite the input with valid arguments. Errors: path: Required; \
//!      limit: expected at most 2000, got 9999; file: unknown key",
//! );
//! # Ok::<(), tool_core::ToolArgError>(())
//! ```
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
//! - [`ToolArgError`] holds what is wrong as data; [`retry`] makes words of it.
//! - [`provider`] makes the tool objects that the providers' APIs take.
//! - [`Definition::to_markdown`] and [`Definition::to_signature`] are for people, and
//!   for prompts.
//! - [`rules`] lists what is read although it was sent otherwise, and when.
//!
//! # Attributes
//!
//! `#[serde(..)]` and `#[schemars(..)]` work as their own documentation says: the
//! derive runs their derives. `#[tool(..)]` has what they have not.
//!
//! | on | attribute | |
//! |---|---|---|
//! | a tool | `name = ".."` | instead of the struct's name in snake case |
//! | | `description = ".."` | instead of the doc comment; one of the two must be there |
//! | | `title = ".."` | a name for people |
//! | | `check = "path"` | a `fn(&Self, &mut Issues)` that sees the value last; see [`Issues`] |
//! | | `preprocess = "path"` | a `fn(Value) -> Value` that maps all arguments first, where they fail as they stand |
//! | | `leniency = ".."` | `"strict"`, `"standard"` or `"generous"`: how far reading may go; see [`Leniency`] |
//! | | `read_only`, `destructive`, `idempotent`, `open_world` | what the tool does to the world; see [`Annotations`] |
//! | | `example = ".."` | arguments as JSON, which have to be valid; as often as wanted |
//! | | `output = "Type"` | what the tool gives back, for providers that are told |
//! | both | `open` | keys that are not declared are allowed |
//! | | `skip(Deserialize, JsonSchema)` | leaves a derive out |
//! | | `crate = "path"` | where `tool_core` is, if it is re-exported |
//! | a field | `json_string` | JSON in a string is asked for, even in strict mode |
//! | | `xml_string` | XML in a string is asked for, even in strict mode; with the feature `xml` |
//! | | `preprocess = "path"` | a `fn(Value) -> Value` that maps the value first, where it fails as it stands |
//! | | `generous(comma_list, ..)` | these rules may guess for the field, and for the items of an array or a map in it; see [`rules`] and [`Class`] |
//!
//! Nested types derive `ToolArg`, or serde's and schemars' traits themselves.
//! Objects of derived types are closed (`additionalProperties: false`) unless
//! they hold a flattened map or bear `#[tool(open)]`: a key that nobody reads
//! is a silent loss.
//!
//! Text in a string is read as the array or object that it stands for where a
//! field asks for it:
//!
//! ```
//! # #[cfg(feature = "xml")] {
//! use tool_core::{Tool, ToolArg};
//!
//! /// Replace strings in a file.
//! #[derive(Debug, Tool)]
//! struct Replace {
//!     #[tool(json_string, xml_string)]
//!     edits: Vec<Edit>,
//! }
//!
//! #[derive(Debug, ToolArg)]
//! struct Edit {
//!     old: String,
//!     line: u32,
//! }
//!
//! let raw = r#"{"edits": "<edit><old>a &lt; b</old><line>3</line></edit>"}"#;
//! let call = Replace::parse(raw)?;
//! assert_eq!((call.edits[0].old.as_str(), call.edits[0].line), ("a < b", 3));
//! # }
//! # Ok::<(), tool_core::ToolArgError>(())
//! ```
//!
//! A tool may have its own way of reading, which comes before all rules, in strict
//! mode, too. The function sees the JSON value that was sent at its place, if that
//! fails as it stands. What it makes of it is read by the rules as if it had been
//! sent, and is taken if it passes; else the value as sent is read, and what is wrong
//! with that is told. A function that has nothing to do gives the value back. It may
//! be called more than once for one call, so that it should do nothing else.
//!
//! ```
//! use tool_core::{Tool, Value};
//!
//! /// Wait a while.
//! #[derive(Debug, Tool)]
//! struct Wait {
//!     #[tool(preprocess = "in_seconds")]
//!     seconds: u32,
//! }
//!
//! fn in_seconds(sent: Value) -> Value {
//!     let minutes = sent.as_str().and_then(|text| text.strip_suffix("min"));
//!     let minutes = minutes.and_then(|text| text.trim().parse::<u32>().ok());
//!     minutes.map_or(sent, |minutes| Value::from(minutes * 60))
//! }
//!
//! let reading = Wait::definition().reader().read::<Wait>(r#"{"seconds": "5 min"}"#)?;
//! assert_eq!(reading.value.seconds, 300);
//! assert_eq!(reading.repairs[0].rule.as_str(), "preprocess");
//! assert!(Wait::parse(r#"{"seconds": "a while"}"#).is_err());
//! # Ok::<(), tool_core::ToolArgError>(())
//! ```
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
//! - `derive` (on by default): the derive macros.
//! - `full-schema`: what the reader does not check of a schema (`not`, `if`,
//!   `contains`, references by URI, ...) is checked by the `jsonschema` crate;
//!   without it such a schema is refused.
//! - `xml`: `#[tool(xml_string)]`, by the `quick-xml` crate.
//!
//! `serde_json`'s `preserve_order` is switched on for the whole build, so that
//! properties stand in the order of the fields.

pub mod call;
mod coerce;
mod conform;
pub mod conversation;
mod document;
mod finish;
pub mod issue;
mod json;
mod limits;
mod plan;
pub mod provider;
pub mod retry;
mod schema;
mod tape;
mod tool;
mod tree;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

pub use call::{
    CallError, Definitions, InvalidCall, NotACall, ParsedCall, Resolved, SetError, ToolSet,
    UnknownTool,
};
pub use coerce::{About, Example, Form, Outcome, rules};
pub use finish::Finish;
pub use issue::{
    Class, Ignored, Issue, IssueKind, JsonType, Limit, Path, Received, Repair, Rule, Segment,
    TypeSet,
};
pub use limits::Limits;
pub use plan::SchemaError;
/// What a function for `#[tool(preprocess = "..")]` takes and gives: that of `serde_json`.
#[doc(no_inline)]
pub use serde_json::Value;
pub use tool::{
    Annotations, Args, Arguments, Builder, Definition, Issues, Leniency, Reader, Reading, Salvage,
    Tool, ToolArgError,
};
#[cfg(feature = "derive")]
pub use tool_derive::{Tool, ToolArg, ToolSet};
