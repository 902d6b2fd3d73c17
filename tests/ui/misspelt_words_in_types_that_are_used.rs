use tool_core::{Tool, ToolArg};

/// A tool.
#[derive(Tool)]
struct T {
    of_serde: OfSerde,
    of_schemars: Vec<OfSchemars>,
    of_both: Option<OfBoth>,
    tagged: Tagged,
    untagged: Untagged,
    checked: Checked,
    generic: Generic<u8>,
    cased: Cased,
}

#[derive(ToolArg)]
struct OfSerde {
    #[serde(renam = "x")]
    a: u8,
}

#[derive(ToolArg)]
struct OfSchemars {
    #[schemars(rang(min = 1))]
    a: u8,
}

#[derive(ToolArg)]
struct OfBoth {
    #[serde(renam = "x")]
    #[schemars(lenght(min = 1))]
    a: String,
}

#[derive(ToolArg)]
#[serde(tag = "kind")]
enum Tagged {
    #[serde(aliass = "x")]
    A { a: u8 },
}

#[derive(ToolArg)]
#[serde(untaged)]
enum Untagged {
    A { a: u8 },
    B(String),
}

#[derive(ToolArg)]
struct Checked {
    #[tool(check = "any")]
    a: u8,
    #[serde(defualt)]
    b: u8,
}

fn any(_: &u8, _: &mut tool_core::Issues) {}

#[derive(ToolArg)]
#[serde(renameAll = "camelCase")]
struct Generic<G> {
    value: G,
}

#[derive(ToolArg)]
#[serde(rename_all = "camel")]
struct Cased {
    first_value: u8,
}

fn main() {
    let _ = T::parse("{}");
}
