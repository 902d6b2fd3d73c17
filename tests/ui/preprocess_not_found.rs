use tool_core::Tool;

/// Wait a while.
#[derive(Tool)]
struct Wait {
    #[tool(preprocess = "in_seconds")]
    seconds: u32,
}

fn main() {}
