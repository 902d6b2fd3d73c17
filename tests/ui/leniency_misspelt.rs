use tool_core::Tool;

/// Tag a file.
#[derive(Tool)]
#[tool(leniency = "generuos")]
struct TagFile {
    tags: Vec<String>,
}

fn main() {}
