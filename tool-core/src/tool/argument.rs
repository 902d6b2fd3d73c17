use schemars::JsonSchema;
use serde::Deserialize;

/// The bound on the type of each field. The derives use it, and its error message replaces the
/// messages of serde and schemars. The compiler prints the trait's path, so the trait has the name
/// of the derive and is at the root of the crate.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "it, or a type in it, derives no `ToolArg`",
    note = "put `#[derive(tool_core::ToolArg)]` on the type; one that derives serde's `Deserialize` and schemars' `JsonSchema` itself needs no more",
    note = "for a type of another crate, see \"Types of other crates\" in `tool_core::guide::attributes`"
)]
pub trait ToolArg<'de>: Deserialize<'de> {
    /// The type that implements the trait.
    type This: JsonSchema;
}

#[diagnostic::do_not_recommend]
impl<'de, T: JsonSchema + Deserialize<'de>> ToolArg<'de> for T {
    type This = T;
}

// Never applies. With a single implementation, rustc would report the bounds of that one. With
// two that do not apply, it reports this trait.
#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> ToolArg<'de> for T
where
    for<'never> &'never (): Never,
{
    type This = ();
}

/// The bound on a type with `#[tool(skip(JsonSchema))]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` implements no `JsonSchema`",
    label = "`skip(JsonSchema)` leaves that to the type",
    note = "drop `skip(JsonSchema)`, or write an `impl` or a `#[derive(..)]` of `schemars::JsonSchema`"
)]
pub trait OwnSchema {}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema> OwnSchema for T {}

#[diagnostic::do_not_recommend]
impl<T> OwnSchema for T where for<'never> &'never (): Never {}

/// The bound on a tool with `#[tool(skip(Deserialize))]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` implements no `Deserialize`",
    label = "`skip(Deserialize)` leaves that to the type",
    note = "drop `skip(Deserialize)`, or write an `impl` or a `#[derive(..)]` of `serde::Deserialize`"
)]
pub trait OwnDeserialize<'de> {}

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> OwnDeserialize<'de> for T {}

#[diagnostic::do_not_recommend]
impl<T> OwnDeserialize<'_> for T where for<'never> &'never (): Never {}

/// A trait that no type implements.
pub trait Never {}
