use tool_core::{Tool, ToolArg};

#[derive(ToolArg)]
struct Time {
    #[tool(preprocess = "in_seconds")]
    seconds: u32,
}

/// Wait a while.
#[derive(Tool)]
struct Wait {
    time: Time,
}

fn in_seconds(sent: &str) -> u32 {
    sent.len() as u32
}

fn main() {}
