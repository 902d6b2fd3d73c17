use schemars::JsonSchema;
use serde::Deserialize;

/// What the type of a field has to be. The derives ask for it at each field's type, so that the
/// error of a type that is no argument has these words, and not those of serde and
/// schemars. It has the name of the derive, and stands in the root, since the compiler
/// prints both.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "it, or a type in it, derives no `ToolArg`",
    note = "put `#[derive(tool_core::ToolArg)]` on the type; one that derives serde's `Deserialize` and schemars' `JsonSchema` itself needs no more",
    note = "for a type of another crate, see \"Types of other crates\" in `tool_core::guide::attributes`"
)]
pub trait ToolArg<'de>: Deserialize<'de> {
    /// The type itself.
    type This: JsonSchema;
}

#[diagnostic::do_not_recommend]
impl<'de, T: JsonSchema + Deserialize<'de>> ToolArg<'de> for T {
    type This = T;
}

// Never applies. If there is one implementation alone, rustc reports what that one asks for;
// if there are two and neither applies, it reports this trait.
#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> ToolArg<'de> for T
where
    for<'never> &'never (): Never,
{
    type This = ();
}

/// What a type with `#[tool(skip(JsonSchema))]` has to be.
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

/// What a tool with `#[tool(skip(Deserialize))]` has to be.
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

/// Implemented by no type.
pub trait Never {}
