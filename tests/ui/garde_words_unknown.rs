use tool_core::Tool;

/// Pay.
#[derive(Tool)]
struct Pay {
    #[garde(lenght(min = 1))]
    code: String,
    #[garde(length(utf16, min = 1))]
    unit: String,
    #[garde(prefix("a"), suffix("b"), contains("c"))]
    name: String,
    #[garde(ascii, alphanumeric)]
    note: String,
    #[garde(inner(lenght(min = 1)))]
    tags: Vec<String>,
    #[garde(range(mn = 1))]
    amount: u32,
}

fn main() {}
