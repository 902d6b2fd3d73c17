use tool_core::{Tool, ToolSet};

/// A tool.
#[derive(Tool)]
struct T {}

#[derive(ToolSet)]
enum Inner {
    T(T),
}

#[derive(ToolSet)]
enum Outer {
    Inner(Inner),
}

fn main() {}
