//! Generated code compiles with every name that the user's module declares.
#![forbid(unsafe_code)]
#![deny(warnings, missing_docs, unused)]
#![deny(
    rust_2018_idioms,
    single_use_lifetimes,
    trivial_casts,
    unused_lifetimes,
    unused_qualifications,
    unused_results
)]
#![allow(
    dead_code,
    unreachable_pub,
    clippy::pedantic,
    reason = "the types are odd on purpose, and only there to compile"
)]

use tool_core::{Tool, ToolArg, ToolSet};

fn is_set<T: ToolSet>() {}
fn is_tool<T: Tool>() {}
fn is_arg<T: serde::de::DeserializeOwned + schemars::JsonSchema>() {}

/// Types of the prelude's names, used as fields.
mod shadowed {
    use super::{Tool, ToolArg, is_tool};

    macro_rules! shadow {
        ($($name:ident)*) => {$(
            /// Shadows a name of the prelude.
            #[derive(Clone, ToolArg)]
            pub struct $name {
                /// A field.
                pub field: u8,
            }
        )*};
    }

    shadow! {
        Result Option String Vec Box Default Into From ToString IntoIterator
        Iterator Send Sync Sized Drop Fn Clone_ Cow Issues Slot Spec
    }

    /// A unit variant's name as a type.
    #[derive(ToolArg)]
    pub struct None {}

    /// Another one.
    #[derive(ToolArg)]
    pub struct Some {}

    /// Another one.
    #[derive(ToolArg)]
    pub struct Ok {}

    /// Another one.
    #[derive(ToolArg)]
    pub struct Err {}

    /// A tool of all of them.
    #[derive(Tool)]
    #[tool(title = "Shadowed", check = "check", read_only, open_world = false)]
    #[tool(example = "{}", output = "u8")]
    pub struct Shadowed {
        result: Result,
        option: Option,
        string: String,
        vec: Vec,
        boxed: Box,
        none: None,
        some: Some,
        ok: Ok,
        err: Err,
        /// A default brings `Some` into play.
        #[serde(default, alias = "amount")]
        count: u8,
    }

    fn check(_: &Shadowed, _: &mut tool_core::Issues) {}

    /// A tool that is named as a type of the set is.
    #[derive(Tool)]
    pub struct SetSlot {}

    /// A set of both.
    #[derive(super::ToolSet)]
    pub enum Member {
        /// One.
        Ok(Shadowed),
        /// Another.
        Err(::std::boxed::Box<SetSlot>),
    }

    #[test]
    fn compiles() {
        is_tool::<Shadowed>();
        super::is_set::<Member>();
    }
}

/// Crates' names as modules, and the prelude's constructors as other things.
mod crates {
    #![allow(non_camel_case_types, reason = "the names are odd on purpose")]

    use super::{Tool, ToolArg, is_tool};

    mod core {}
    mod std {}
    mod tool_core {}
    struct serde;
    struct schemars;
    struct Some;
    struct None;
    struct Ok;
    struct Err;
    trait Into {}
    trait Default {}

    /// One of two.
    #[derive(ToolArg)]
    pub enum Either {
        /// The first.
        #[serde(alias = "1")]
        One,
        /// The second.
        Two { value: u8 },
    }

    /// A tool.
    #[derive(Tool)]
    pub struct Crates {
        #[serde(default, skip_serializing_if = "is_zero")]
        count: u8,
        either: Either,
    }

    fn is_zero(count: &u8) -> bool {
        *count == 0
    }

    #[test]
    fn compiles() {
        is_tool::<Crates>();
    }
}

/// Items with the names of variables in the generated code, and types with the names of the
/// prelude.
mod variables {
    #![allow(
        non_upper_case_globals,
        dead_code,
        reason = "the names are odd on purpose"
    )]

    use super::{Tool, ToolArg, is_tool};

    const value: u8 = 1;
    const issues: u8 = 1;
    const field: u8 = 1;
    const field_0: u8 = 1;
    const form: u8 = 1;
    const error: u8 = 1;
    const of: u8 = 1;
    const never: u8 = 1;
    const read: u8 = 1;
    const deserializer: u8 = 1;
    const check: u8 = 1;
    const arguments: u8 = 1;
    const tool: u8 = 1;
    const reader: u8 = 1;
    const sent: u8 = 1;
    static content: u8 = 1;

    /// A type with the name of another.
    #[derive(ToolArg)]
    pub struct Result {
        #[tool(check = "not_zero")]
        value: u8,
    }

    /// A type with the name of another.
    #[derive(ToolArg)]
    #[serde(tag = "kind")]
    pub enum String {
        /// The first.
        #[serde(alias = "1")]
        Vec {
            #[tool(check = "not_zero")]
            field: u8,
        },
        /// The second.
        Option(Result),
    }

    /// A type with the name of another.
    #[derive(ToolArg)]
    #[serde(untagged)]
    #[tool(check = "valid")]
    pub enum Vec<T> {
        /// The first.
        Form { value: T, content: Option },
        /// The second.
        Error(u8),
        /// The third.
        Again(::std::boxed::Box<Self>),
    }

    /// A type with the name of another.
    #[derive(ToolArg)]
    #[serde(tag = "kind", content = "content")]
    pub enum Option {
        /// The first.
        Some(#[tool(check = "not_zero")] u8),
        /// The second.
        #[serde(untagged)]
        None { value: u8 },
    }

    /// A tool.
    #[derive(Tool)]
    #[tool(check = "valid")]
    pub struct Variables {
        #[serde(default)]
        value: ::std::option::Option<String>,
        field: Vec<Result>,
        #[tool(check = "not_zero")]
        content: u8,
    }

    /// A set.
    #[derive(super::ToolSet)]
    pub enum Set {
        /// A tool.
        Variables(::std::boxed::Box<Variables>),
    }

    /// A tool that reads itself.
    #[derive(Tool, serde::Deserialize)]
    #[tool(check = "valid", skip(Deserialize))]
    pub struct ReadsItself {}

    fn valid<T>(_: &T, _: &mut tool_core::Issues) {}

    fn not_zero(number: &u8, found: &mut tool_core::Issues) {
        if *number == 0 {
            found.add("", "must not be zero");
        }
    }

    #[test]
    fn compiles() {
        is_tool::<Variables>();
        is_tool::<ReadsItself>();
        super::is_set::<Set>();
    }
}

/// A module without a prelude.
#[no_implicit_prelude]
mod bare {
    use ::tool_core::{Tool, ToolArg};

    /// A tool.
    #[derive(Tool)]
    #[tool(check = "check")]
    pub struct Bare {
        /// A path.
        #[schemars(length(min = 1), regex(pattern = "^/"), example = 1)]
        pub path: ::std::string::String,
        /// A number.
        #[serde(default, skip_serializing_if = "is_zero")]
        pub count: u8,
        /// Items.
        #[tool(json_string)]
        pub items: ::std::vec::Vec<Item<u8, 2>>,
        /// The remaining keys.
        #[serde(flatten)]
        pub kind: Kind,
    }

    /// An item.
    #[derive(ToolArg)]
    pub struct Item<T, const N: usize>
    where
        T: ::std::default::Default,
    {
        /// A value.
        #[serde(default)]
        pub value: ::std::option::Option<T>,
        /// Skipped.
        #[serde(skip)]
        pub marker: ::std::marker::PhantomData<[u8; N]>,
    }

    /// A kind.
    #[derive(ToolArg)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    pub enum Kind {
        /// The empty variant.
        #[serde(alias = "nil")]
        Nothing,
        /// One.
        Something {
            /// The count.
            #[schemars(range(min = 1))]
            count: u8,
        },
    }

    /// A set.
    #[derive(::tool_core::ToolSet)]
    pub enum Set {
        /// A tool.
        Bare(Bare),
        /// Another tool.
        Other(::std::boxed::Box<Other>),
    }

    /// Another tool.
    #[derive(Tool)]
    pub struct Other {}

    fn is_zero(count: &u8) -> bool {
        *count == 0
    }

    fn check(_: &Bare, _: &mut ::tool_core::Issues) {}

    #[::std::prelude::v1::test]
    fn compiles() {
        super::is_tool::<Bare>();
        super::is_set::<Set>();
        super::is_arg::<Item<u8, 3>>();
    }
}

/// The derive does not trigger lints for deprecated items.
mod deprecated {
    #![allow(deprecated, reason = "used below")]

    /// A tool.
    #[derive(super::Tool)]
    #[deprecated]
    pub struct Old {
        /// A field.
        #[deprecated = "use another"]
        #[serde(default)]
        pub field: u8,
    }

    /// Another tool.
    #[derive(super::Tool)]
    pub struct New {}

    /// A set of both.
    #[derive(super::ToolSet)]
    pub enum Both {
        /// The new one.
        New(New),
        /// The old one.
        Old(Old),
    }

    #[test]
    fn compiles() {
        super::is_tool::<Old>();
        super::is_set::<Both>();
    }
}

/// A type that a macro of the user writes.
mod by_macro {
    macro_rules! tool {
        ($(#[$meta:meta])* $name:ident { $($field:ident: $ty:ty = $default:literal),* }) => {
            #[derive(super::Tool)]
            $(#[$meta])*
            pub struct $name {$(
                /// A field.
                #[serde(default = $default)]
                pub $field: $ty,
            )*}
        };
    }

    tool! {
        /// A tool.
        #[tool(name = "written")]
        Written { list: Vec<u8> = "list", other: Option<String> = "none" }
    }

    fn list() -> Vec<u8> {
        vec![1]
    }

    fn none() -> Option<String> {
        None
    }

    macro_rules! of_fragments {
        ($set:ident: $tool:ident($ty:ty), $word:meta, $alias:meta) => {
            /// Written of fragments.
            #[derive(super::Tool)]
            #[tool($word, r#idempotent)]
            pub struct $tool {
                /// A field.
                #[serde($alias)]
                #[allow(dead_code)]
                pub field: Variants,
            }

            /// A type of arguments.
            #[derive(Debug, PartialEq, super::ToolArg)]
            pub enum Variants {
                /// A variant.
                #[serde($alias)]
                A,
            }

            /// A set.
            #[derive(super::ToolSet)]
            pub enum $set {
                /// A tool.
                $tool($ty),
            }
        };
    }

    of_fragments!(Set: OfFragments(Box<OfFragments>), open, alias = "label");

    #[test]
    fn compiles() {
        super::is_tool::<Written>();
        super::is_set::<Set>();
    }

    #[test]
    fn reads_attributes_in_macro_fragments() {
        let sent = r#"{"label": "label", "more": 1}"#;
        let read = <OfFragments as tool_core::Tool>::parse(sent);
        assert_eq!(
            read.map(|tool| tool.field).expect("the alias is known"),
            Variants::A
        );
    }
}

/// Re-exported under another name.
mod elsewhere {
    /// Holds the crate.
    pub mod deep {
        pub use tool_core as toolkit;
    }

    /// A tool.
    #[derive(super::Tool)]
    #[tool(crate = "self::deep::toolkit")]
    pub struct Elsewhere {
        /// A nested one.
        pub nested: Nested,
    }

    /// A nested one.
    #[derive(super::ToolArg)]
    #[tool(crate = "deep::toolkit")]
    #[serde(crate = "nowhere", deny_unknown_fields)]
    #[schemars(crate = "nowhere")]
    pub struct Nested {}

    /// A set.
    #[derive(super::ToolSet)]
    #[tool(crate = "deep::toolkit")]
    pub enum Set {
        /// A tool.
        Elsewhere(Elsewhere),
    }

    #[test]
    fn compiles() {
        super::is_tool::<Elsewhere>();
        super::is_set::<Set>();
    }
}

#[test]
fn derives_on_function_local_types() {
    /// A tool.
    #[derive(Tool)]
    #[tool(check = "check")]
    struct Local {
        nested: Nested,
    }

    /// A nested one.
    #[derive(ToolArg)]
    struct Nested {
        #[serde(default = "three", alias = "n")]
        count: u8,
    }

    fn three() -> u8 {
        3
    }

    fn check(_: &Local, _: &mut tool_core::Issues) {}

    is_tool::<Local>();
    is_arg::<Nested>();
}
