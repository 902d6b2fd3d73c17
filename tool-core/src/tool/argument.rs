use schemars::JsonSchema;
use serde::de::DeserializeOwned;

/// What the type of a field has to be. The derives name each type by `ToolArg::This`, so
/// that the first error of a type that is no argument has these words, whatever serde and
/// schemars ask of it. It has the name of the derive, and stands in the root, since the compiler
/// prints both.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument of a tool",
    label = "it derives no `ToolArg`",
    note = "put `#[derive(tool_core::ToolArg)]` on the type; one that derives serde's `Deserialize` and schemars' `JsonSchema` itself needs no more",
    note = "for a type of another crate, see \"Types of other crates\" in `tool_core::guide::attributes`"
)]
pub trait ToolArg {
    /// The type itself.
    type This;
}

#[diagnostic::do_not_recommend]
impl<T: JsonSchema + DeserializeOwned> ToolArg for T {
    type This = T;
}

// Never applies. If there is one implementation alone, rustc reports what that one asks for;
// if there are two and neither applies, it reports this trait.
#[diagnostic::do_not_recommend]
impl<T> ToolArg for T
where
    for<'never> &'never (): Never,
{
    type This = T;
}

/// Implemented by no type.
pub trait Never {}
