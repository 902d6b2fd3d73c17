use tool_core::Tool;

/// Wait a while.
#[derive(Tool)]
#[tool(preprocess = "Self::in_seconds")]
struct Wait {
    seconds: u32,
}

impl Wait {
    fn in_seconds(&self) -> u32 {
        self.seconds
    }
}

fn main() {}
