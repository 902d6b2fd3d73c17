//! The derive macros of [`tool-core`](../tool_core/index.html), which re-exports them: depend on
//! that. Its guide has a page of all [attributes](../tool_core/guide/attributes/index.html).

mod attr;
mod check;
mod constraint;
mod ctxt;
mod doc;
mod expand;
mod fallback;
mod foreign;
mod model;
mod name;
mod suggest;
mod types;
mod word;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use crate::model::Kind;

/// Makes a struct with named fields a tool: its fields are the arguments.
///
/// Writes `Tool`, and serde's `Deserialize` and schemars' `JsonSchema` by the
/// derives of those crates, which need not be dependencies of yours. Their
/// attributes, `#[serde(...)]` and `#[schemars(...)]`, work as their own
/// documentation says. The doc comment of the struct is the description of the
/// tool, and that of a field the description of the argument.
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
/// | `#[tool(name = "...")]` | the name that the model calls the tool by; otherwise the struct's name in snake case |
/// | `#[tool(description = "...")]` | what the model is told of the tool; otherwise the doc comment |
/// | `#[tool(title = "...")]` | a name for people; otherwise the heading that the doc comment starts with, if it does |
/// | `#[tool(check = "path::to::function")]` | a `fn(&Self, &mut Issues)` for a rule that a schema cannot express; it runs once the arguments conform |
/// | `#[tool(preprocess = "path::to::function")]` | a `fn(Value) -> Value` that maps all arguments first, where they fail as they stand |
/// | `#[tool(leniency = "...")]` | how far reading may go from what was sent, where a reader is told nothing else: `"strict"`, `"standard"` (the default) or `"generous"`, which guesses |
/// | `#[tool(read_only)]`, `destructive`, `idempotent`, `open_world` | what the tool does to the world, for hosts and people; each may be `= false` |
/// | `#[tool(example = "...")]` | arguments as JSON, which have to be valid; as often as wanted |
/// | `#[tool(output = "Type")]` | what the tool gives back, for providers that are told |
/// | `#[tool(open)]` | further keys are allowed; otherwise they are an issue, unless the struct holds a flattened map |
/// | `#[tool(skip(Deserialize, JsonSchema))]` | the struct implements these, or one of them, itself |
/// | `#[tool(crate = "path")]` | where `tool_core` is found, for macros that re-export it |
///
/// A name has 1 to 64 letters, digits, `_` and `-`, and starts with a letter
/// or `_`: what all providers take.
///
/// # Attributes of a field
///
/// | attribute | meaning |
/// |---|---|
/// | `#[tool(json_string)]` | a string that holds the JSON text of the array or object is read as that, in strict mode too |
/// | `#[tool(xml_string)]` | a string that holds XML elements is read as the array or object that they stand for, in strict mode too; with the feature `xml` |
/// | `#[tool(generous(comma_list, currency))]` | these rules guess for the field, and for the items of an array or a map in it, unless reading is strict; `rules()` of `tool-core` lists them |
/// | `#[tool(preprocess = "path::to::function")]` | a `fn(Value) -> Value` that maps the value first, where it fails as it stands, in strict mode too |
/// | `#[tool(check = "path::to::function")]` | a `fn(&T, &mut Issues)` for the value of the field; of an `Option` for the value inside |
/// | `#[serde(alias = "...")]` | serde's own: a further name, which the model may use and is not shown |
///
/// A tool takes no type, const or lifetime parameter: its definition is one
/// `static`. The types of its fields may: see [`ToolArg`](macro@ToolArg).
///
/// If the struct derives `Deserialize` or `JsonSchema` already, the compiler
/// reports conflicting implementations (E0119): drop that derive, or leave it
/// to the struct with `#[tool(skip(Deserialize, JsonSchema))]`. A `JsonSchema`
/// of your own does not close the object, nor tell the reader of aliases.
#[proc_macro_derive(Tool, attributes(tool, serde, schemars, validate, garde))]
pub fn tool(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(Kind::Tool, &input).into()
}

/// Makes a struct or an enum a type of arguments, to be used in the fields of a
/// tool.
///
/// Writes serde's `Deserialize` and schemars' `JsonSchema` by the derives of
/// those crates, which need not be dependencies of yours. Types that derive
/// these two themselves can be used just as well; what this derive adds is that
/// objects are closed, that aliases are known to the reader, and the attributes
/// below.
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
/// | `#[tool(open)]` | the type | further keys are allowed; otherwise they are an issue, unless the object holds a flattened map |
/// | `#[tool(skip(Deserialize, JsonSchema))]` | the type | the type implements these, or one of them, itself |
/// | `#[tool(crate = "path")]` | the type | where `tool_core` is found, for macros that re-export it |
/// | `#[tool(json_string)]` | a field | a string that holds the JSON text of the array or object is read as that, in strict mode too |
/// | `#[tool(xml_string)]` | a field | a string that holds XML elements is read as the array or object that they stand for, in strict mode too; with the feature `xml` |
/// | `#[tool(generous(comma_list, currency))]` | a field | these rules guess for the field, and for the items of an array or a map in it, unless reading is strict |
/// | `#[tool(preprocess = "path::to::function")]` | a field | a `fn(Value) -> Value` that maps the value first, where it fails as it stands, in strict mode too |
///
/// The type may have type and const parameters, and no lifetime: arguments own
/// what they hold, since the text that they were read from does not live on.
#[proc_macro_derive(ToolArg, attributes(tool, serde, schemars, validate, garde))]
pub fn tool_arg(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(Kind::ToolArg, &input).into()
}

/// Makes an enum whose variants hold tools a set of them.
///
/// Writes `ToolSet`: the definitions of all, and what reads a call, by the name of the
/// tool and the raw arguments, as the variant of that tool. A variant holds one tool,
/// or a `Box` of one. Two tools of one name, or of names that differ in case and style
/// alone, are an error of the compiler.
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
/// | `#[tool(crate = "path")]` | where `tool_core` is found, for macros that re-export it |
///
/// The enum takes no type, const or lifetime parameter: its definitions are one `static`.
#[proc_macro_derive(ToolSet, attributes(tool))]
pub fn tool_set(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(Kind::ToolSet, &input).into()
}

// Erases the copy that serde's and schemars' derives have run on.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn __erase(_: TokenStream, _: TokenStream) -> TokenStream {
    TokenStream::new()
}
