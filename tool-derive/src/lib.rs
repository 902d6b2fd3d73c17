//! The derive macros of [`tool-core`](../tool_core/index.html), which re-exports them. Depend on
//! `tool-core` instead. Its guide documents all
//! [attributes](../tool_core/guide/attributes/index.html).

mod attr;
mod check;
mod constraint;
mod ctxt;
mod doc;
mod expand;
mod fallback;
mod foreign;
mod function;
mod model;
mod name;
mod suggest;
mod types;
mod word;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use crate::model::Kind;

/// Derives `Tool` for a struct with named fields, which are the arguments of the tool. An enum with
/// `#[serde(tag = "...")]` is a tool with one set of arguments for each variant.
///
/// The macro also derives serde's `Deserialize` and schemars' `JsonSchema`. You do not need these
/// crates as dependencies. Their attributes, `#[serde(...)]` and `#[schemars(...)]`, work as
/// documented there. The doc comment of the struct is the description of the tool. The doc comment
/// of a field is the description of the argument.
///
/// ```
/// use tool_core::Tool;
///
/// /// Replace one exact string in a file.
/// #[derive(Tool)]
/// struct EditFile {
///     /// Absolute path of the file to edit.
///     file_path: String,
///     old_string: String,
///     new_string: String,
///     #[serde(default)]
///     #[tool(json_string)]
///     also: Vec<String>,
/// }
/// ```
///
/// # Attributes of the struct
///
/// | attribute | meaning |
/// |---|---|
/// | `#[tool(name = "...")]` | name of the tool for the model. Default: the struct's name in snake case |
/// | `#[tool(description = "...")]` | description for the model: a text, or a constant such as `include_str!(..)`. Default: the doc comment |
/// | `#[tool(title = "...")]` | name for people. Default: the heading at the start of the doc comment, if there is one |
/// | `#[tool(check = path::to::function)]` | a `fn(&Self, &mut Issues)` for a rule that a schema cannot express. It runs after the arguments satisfy the schema |
/// | `#[tool(preprocess = path::to::function)]` | a `fn(Value) -> Value` that maps all arguments if they are invalid without it |
/// | `#[tool(leniency = "...")]` | leniency of the reader: `"strict"`, `"standard"` (default) or `"generous"`, which guesses. A reader can override it |
/// | `#[tool(read_only)]`, `destructive`, `idempotent`, `open_world` | effects of the tool, for hosts and people. Each may be `= false` |
/// | `#[tool(example = "...")]` | example arguments as JSON. They must be valid. Repeatable |
/// | `#[tool(output = Type)]` | output type of the tool, for providers that support it |
/// | `#[tool(partial)]`, `partial(Debug, Clone)` | define a type for partial arguments, `EditFilePartial` for `EditFile`, with these derives: see `call::PartialTool` of `tool-core` |
/// | `#[tool(open)]` | allow unknown keys. By default, they are an issue, unless the struct contains a flattened map |
/// | `#[tool(skip(Deserialize, JsonSchema))]` | do not derive these traits, or one of them; the struct implements them |
/// | `#[tool(crate = path)]` | path of `tool_core`, for macros that re-export it |
///
/// A name has 1 to 64 letters, digits, `_` and `-`, and starts with a letter or `_`. All providers
/// accept such names.
///
/// # Attributes of a field
///
/// | attribute | meaning |
/// |---|---|
/// | `#[tool(json_string)]` | parse a string as JSON if it contains the array or object, even with the leniency `strict` |
/// | `#[tool(xml_string)]` | parse a string of XML elements as the array or object, even with the leniency `strict`. Requires the feature `xml` |
/// | `#[tool(generous(comma_list, currency))]` | enable these guessing rules for the field, and for the items of an array or a map in it, except with the leniency `strict`. `rules::all()` of `tool-core` lists them |
/// | `#[tool(preprocess = path::to::function)]` | a `fn(Value) -> Value` that maps the value if it is invalid without it, even with the leniency `strict` |
/// | `#[tool(default = 10)]` | the value if the key is absent: a literal or another expression. The schema shows it if the type implements `Serialize`, as the types of the standard library do |
/// | `#[tool(check = path::to::function)]` | a `fn(&T, &mut Issues)` for the value of the field. For an `Option`, it gets the inner value |
/// | `#[serde(alias = "...")]` | an attribute of serde: an additional name, which the model may use but does not see |
///
/// The struct cannot have type, const or lifetime parameters, because its definition is one
/// `static`. The types of its fields can have type and const parameters: see
/// [`ToolArg`](macro@ToolArg).
///
/// If the struct already derives `Deserialize` or `JsonSchema`, the compiler reports conflicting
/// implementations (E0119). Remove that derive, or keep it with `#[tool(skip(Deserialize,
/// JsonSchema))]`. A custom `JsonSchema` does not reject unknown keys, and the reader does not know
/// its aliases.
#[proc_macro_derive(Tool, attributes(tool, serde, schemars, validate, garde))]
pub fn tool(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(Kind::Tool, &input).into()
}

/// Derives `ToolArg` for a struct or an enum, which fields of a tool can then use.
///
/// The macro derives serde's `Deserialize` and schemars' `JsonSchema`. You do not need these crates
/// as dependencies. Types that derive these two traits directly also work. In addition, this macro
/// rejects unknown keys, makes aliases known to the reader, and supports the attributes below.
///
/// ```
/// use tool_core::ToolArg;
///
/// /// How to sort.
/// #[derive(ToolArg)]
/// #[serde(rename_all = "snake_case")]
/// enum Order {
///     #[serde(alias = "asc")]
///     Ascending,
///     Descending,
/// }
/// ```
///
/// | attribute | of | meaning |
/// |---|---|---|
/// | `#[tool(open)]` | the type | allow unknown keys. By default, they are an issue, unless the object contains a flattened map |
/// | `#[tool(skip(Deserialize, JsonSchema))]` | the type | do not derive these traits, or one of them; the type implements them |
/// | `#[tool(crate = path)]` | the type | path of `tool_core`, for macros that re-export it |
/// | `#[tool(json_string)]` | a field | parse a string as JSON if it contains the array or object, even with the leniency `strict` |
/// | `#[tool(xml_string)]` | a field | parse a string of XML elements as the array or object, even with the leniency `strict`. Requires the feature `xml` |
/// | `#[tool(generous(comma_list, currency))]` | a field | enable these guessing rules for the field, and for the items of an array or a map in it, except with the leniency `strict` |
/// | `#[tool(preprocess = path::to::function)]` | a field | a `fn(Value) -> Value` that maps the value if it is invalid without it, even with the leniency `strict` |
/// | `#[tool(default = 10)]` | a field | the value if the key is absent: a literal or another expression |
/// | `#[tool(check = path::to::function)]` | the type, a field | a `fn(&Self, &mut Issues)` for the type, or a `fn(&T, &mut Issues)` for the value of a field |
///
/// The type may have type and const parameters, but no lifetime. Arguments own their data, because
/// the input text is dropped after reading.
#[proc_macro_derive(ToolArg, attributes(tool, serde, schemars, validate, garde))]
pub fn tool_arg(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(Kind::ToolArg, &input).into()
}

/// Derives `ToolSet` for an enum whose variants contain tools.
///
/// `ToolSet` provides the definitions of all tools. It also parses a call, from the name of the
/// tool and the raw arguments, into the variant of that tool. A variant contains one tool or a
/// `Box` of one. It is a compile error if two tools have the same name, ignoring case and style.
///
/// ```
/// use tool_core::{Tool, ToolSet};
///
/// /// Read a file.
/// #[derive(Tool)]
/// struct ReadFile {
///     path: String,
/// }
///
/// /// Wait a while.
/// #[derive(Tool)]
/// struct Wait {
///     seconds: u32,
/// }
///
/// #[derive(ToolSet)]
/// enum Call {
///     ReadFile(Box<ReadFile>),
///     Wait(Wait),
/// }
///
/// assert!(matches!(Call::parse("wait", r#"{"seconds": 5}"#), Ok(Call::Wait(_))));
/// ```
///
/// | attribute of the enum | meaning |
/// |---|---|
/// | `#[tool(crate = path)]` | path of `tool_core`, for macros that re-export it |
///
/// The enum cannot have type, const or lifetime parameters, because its definitions are one
/// `static`.
#[proc_macro_derive(ToolSet, attributes(tool))]
pub fn tool_set(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(Kind::ToolSet, &input).into()
}

/// Makes a function a tool: its parameters become the struct of the arguments, which derives
/// [`Tool`](macro@Tool).
///
/// The doc comment of the function is the description of the tool. The doc comments of the
/// parameters are the descriptions of the arguments, which take the same attributes as fields. The
/// function then takes the struct, so it is what a person would write by hand:
///
/// ```
/// use tool_core::{Tool, tool_fn};
///
/// /// Read a part of a file.
/// #[tool_fn(read_only)]
/// fn read_file(
///     /// Path of the file.
///     path: String,
///     /// Number of characters to read.
///     #[tool(default = 2000)]
///     limit: usize,
/// ) -> std::io::Result<String> {
///     Ok(std::fs::read_to_string(path)?.chars().take(limit).collect())
/// }
///
/// let arguments = ReadFile::parse(r#"{"path": "Cargo.toml", "limit": "9"}"#)?;
/// assert_eq!(read_file(arguments).unwrap(), "[package]");
/// # Ok::<(), tool_core::ToolArgError>(())
/// ```
///
/// A parameter of the type `State`, `Extension` or `CallContext` of `tool-service` stays a parameter
/// before the struct, as does one with `#[tool(context)]`: the host provides it, and the model does
/// not see it.
///
/// | word | meaning |
/// |---|---|
/// | `arguments = Name` | name of the struct. Default: the name of the function in Pascal case |
/// | `derive(Debug, Clone)` | more derives of the struct |
/// | `output` | the output type of the tool is the type in the returned `Result` |
/// | each word of `#[tool(...)]` of a struct, except `skip` | as for [`Tool`](macro@Tool) |
///
/// The name of the tool is the name of the function. The attributes `#[serde(...)]`,
/// `#[schemars(...)]`, `#[validate(...)]` and `#[garde(...)]` of the function go to the struct.
#[proc_macro_attribute]
pub fn tool_fn(words: TokenStream, item: TokenStream) -> TokenStream {
    function::expand_function(words.into(), &item.into()).into()
}

/// Makes the methods of an `impl` block with [`#[tool_fn]`](macro@tool_fn) the tools of a set, which
/// share the value of the type.
///
/// The macro writes the struct of each tool, and an enum of all calls that derives
/// [`ToolSet`](macro@ToolSet), `FilesCall` for `impl Files`:
///
/// ```
/// use tool_core::{ToolSet, tool_impl};
///
/// struct Files {
///     root: std::path::PathBuf,
/// }
///
/// #[tool_impl]
/// impl Files {
///     /// Read a file.
///     #[tool_fn(read_only)]
///     fn read_file(&self, path: String) -> std::io::Result<String> {
///         std::fs::read_to_string(self.root.join(path))
///     }
///
///     /// Delete a file.
///     #[tool_fn(destructive)]
///     fn delete_file(&self, path: String) -> std::io::Result<()> {
///         std::fs::remove_file(self.root.join(path))
///     }
/// }
///
/// let files = Files { root: ".".into() };
/// let text = match FilesCall::parse("read_file", r#"{"path": "Cargo.toml"}"#)? {
///     FilesCall::ReadFile(call) => files.read_file(call),
///     FilesCall::DeleteFile(call) => files.delete_file(call).map(|()| "deleted".to_owned()),
/// };
/// assert!(text.unwrap().starts_with("[package]"));
/// # Ok::<(), tool_core::CallError>(())
/// ```
///
/// | word | meaning |
/// |---|---|
/// | `call = Name` | name of the enum |
/// | `service` | implement `IntoTools` of `tool-service`: `service.register_all(files)` then registers all tools |
/// | `crate = path` | path of `tool_core`, for macros that re-export it |
///
/// A method takes `&self`, or no `self`. Methods without the attribute are unchanged.
#[proc_macro_attribute]
pub fn tool_impl(words: TokenStream, item: TokenStream) -> TokenStream {
    function::expand_block(words.into(), &item.into()).into()
}

// Erases the copy after the derives of serde and schemars have run on it.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __erase(_: TokenStream, _: TokenStream) -> TokenStream {
    TokenStream::new()
}
