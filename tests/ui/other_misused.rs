use tool_core::{Tool, ToolArg};

#[derive(ToolArg)]
enum Unit {
    Bug,
    #[tool(other)]
    Other,
}

#[derive(ToolArg)]
enum Number {
    Bug,
    #[tool(other)]
    Other(u32),
}

#[derive(ToolArg)]
enum Twice {
    #[tool(other)]
    First(String),
    #[tool(other)]
    Second(String),
}

#[derive(ToolArg)]
#[serde(tag = "kind")]
enum Tagged {
    Bug { id: u32 },
    #[tool(other)]
    Other(String),
}

/// Report an issue.
#[derive(Tool)]
struct Report {
    #[tool(other)]
    label: String,
    unit: Unit,
    number: Number,
    twice: Twice,
    tagged: Tagged,
}

fn main() {}
