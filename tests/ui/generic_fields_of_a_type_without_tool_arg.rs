use std::marker::PhantomData;

use tool_core::{Tool, ToolArg};

struct Inner;

/// A tool.
#[derive(Tool)]
struct T {
    plain: Generic<Inner>,
    list: Generic<Vec<Inner>>,
    optional: Option<Generic<Option<Inner>>>,
    nested: Generic<Generic<Box<Inner>>>,
    tagged: Tagged<Inner>,
    untagged: Untagged<u8, Inner>,
    checked: Checked<Inner>,
    // It holds no `Inner`.
    marked: Marked<Inner>,
}

#[derive(ToolArg)]
struct Generic<G> {
    value: G,
}

#[derive(ToolArg)]
#[serde(tag = "kind")]
enum Tagged<G> {
    One { value: G },
}

#[derive(ToolArg)]
#[serde(untagged)]
enum Untagged<G, H> {
    One(G),
    Other { value: H },
}

#[derive(ToolArg)]
struct Checked<G> {
    value: G,
    #[tool(check = "any")]
    number: u8,
}

fn any(_: &u8, _: &mut tool_core::Issues) {}

#[derive(ToolArg)]
struct Marked<G> {
    #[serde(skip)]
    of: PhantomData<G>,
}

fn main() {
    let _ = T::parse("{}");
}
