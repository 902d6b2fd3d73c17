use std::collections::BTreeMap;

use tool_core::{Tool, ToolArg};

struct Inner;

/// A tool.
#[derive(Tool)]
struct T {
    list: Vec<Inner>,
    #[serde(default)]
    option: Option<Inner>,
    map: BTreeMap<String, Inner>,
    generic: Generic<Inner>,
}

#[derive(ToolArg)]
struct Generic<G> {
    value: G,
}

#[derive(ToolArg)]
enum Variants {
    New(Inner),
    Struct { inner: Inner },
}

fn main() {
    let _ = T::parse("{}");
}
