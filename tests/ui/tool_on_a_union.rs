use tool_core::Tool;

/// Sort.
#[derive(Tool)]
union Sort {
    a: u8,
    b: i8,
}

fn main() {}
