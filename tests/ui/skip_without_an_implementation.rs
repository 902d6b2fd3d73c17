use tool_core::{Tool, ToolArg};

/// A tool.
#[derive(Tool)]
#[tool(skip(Deserialize, JsonSchema))]
struct Nothing {
    path: String,
}

#[derive(ToolArg)]
#[tool(skip(JsonSchema))]
enum Level {
    Low,
    High,
}

// What a tool gives back is never read.
#[derive(ToolArg)]
#[tool(skip(Deserialize))]
struct Output {
    text: &'static str,
}

fn main() {}
