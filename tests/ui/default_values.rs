//! `#[tool(default = ..)]` without a value, twice, with a wrong type, and where it has no effect.

use tool_core::{Tool, ToolArg};

/// A tool.
#[derive(Tool)]
struct Mistakes {
    #[tool(default)]
    without_value: u32,
    #[tool(default = )]
    empty: u32,
    #[serde(default)]
    #[tool(default = 5)]
    twice: u32,
    #[serde(flatten)]
    #[tool(default = Inner::default())]
    flattened: Inner,
    #[serde(skip)]
    #[tool(default = 5)]
    skipped: u32,
}

#[derive(Default, ToolArg)]
struct Inner {
    a: u32,
}

#[derive(ToolArg)]
struct Generic<T> {
    #[tool(default = 5)]
    count: u32,
    value: T,
}

/// A tool.
#[derive(Tool)]
struct OtherType {
    #[tool(default = 5)]
    text: String,
}

fn main() {}
