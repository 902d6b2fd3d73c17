use tool_core::Tool;

/// Wait.
#[derive(Tool)]
struct Wait {
    #[schemars(range(min = -5, max = 300))]
    seconds: u8,
    #[validate(range(max = 40_000))]
    minutes: Option<i16>,
    #[garde(range(min = 9, max = 2))]
    hours: u32,
    #[schemars(length(min = 4, max = 3))]
    name: String,
    #[garde(inner(range(max = 256)))]
    bytes: Vec<u8>,
}

fn main() {}
