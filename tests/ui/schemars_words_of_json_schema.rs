use tool_core::Tool;

/// Wait.
#[derive(Tool)]
struct Wait {
    #[schemars(minimum = 1)]
    seconds: u32,
    #[schemars(max_length = 5)]
    name: String,
    #[schemars(format = "date")]
    day: String,
    #[schemars(pattern = "^a")]
    code: String,
}

fn main() {}
