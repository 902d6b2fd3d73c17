use tool_core::Tool;

/// Wait a while.
#[derive(Tool)]
struct Wait {
    #[tool(preprocess = "|sent| sent")]
    seconds: u32,
}

fn main() {}
