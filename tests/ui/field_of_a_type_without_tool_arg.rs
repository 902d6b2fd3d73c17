use tool_core::Tool;

/// b
#[derive(Tool)]
struct B {
    e: Inner,
}

struct Inner {
    a: u8,
}

fn main() {}
